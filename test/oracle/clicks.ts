import { ActionContext } from '../../packages/sightline/src/actions/ActionContext.ts';
import { click } from '../../packages/sightline/src/actions/pointer.ts';
import { decisionText } from '../../packages/sightline/src/render/explain/decisionText.ts';
import { type Box, intersect, isEmpty } from '../../packages/sightline/src/snapshot/geometry.ts';
import type { PageNode } from '../../packages/sightline/src/snapshot/Page.ts';
import { Flag } from '../../packages/sightline/src/snapshot/Snapshot.ts';
import type { Visibility } from '../../packages/sightline/src/visibility/Visibility.ts';
import type { LiveDocument } from './LiveDocument.ts';
import type { CapturedView, OracleBrowser } from './OracleBrowser.ts';

/** An element that a click at its point did not reach. */
export interface Missed {
  node: PageNode;
  /** Page coordinates of the click; undefined where there was no point to click at. */
  at: Point | undefined;
  /** What the click met instead. */
  met: string;
}

export interface ClickReport {
  clicked: number;
  missed: Missed[];
  /** Those reached beside the middle alone: something else lies over that. */
  beside: PageNode[];
}

/**
 * Clicks with the browser's own mouse on each of `nodes`, in the middle of what the capture says is seen of it.
 * What lies in the window is clicked first; then each one left is scrolled to, as a caller would, and the page
 * is looked at again: a bar that stays in place may have covered it where it lay. No click has an effect: the
 * first listener of the window stops each.
 */
export async function clickAll(browser: OracleBrowser, nodes: readonly PageNode[]): Promise<ClickReport> {
  const report: ClickReport = { clicked: nodes.length, missed: [], beside: [] };
  const left = new Map(nodes.map((node) => [keyOf(node), node]));
  for (let turn = 0; left.size > 0; turn++) {
    const [next] = turn === 0 ? [] : left.values();
    if (next) await scrollTo(browser, next);
    const view = await browser.look();
    const documents = await browser.documents();
    await listenIn(documents, view.shown);
    let missed: Missed | undefined;
    for (const { node, at } of await targetsOf(left, view, documents)) {
      const met = await clickOn(node, at, view, documents);
      if (met === undefined) left.delete(keyOf(node));
      else if (next && keyOf(node) === keyOf(next)) missed = { node, at, met };
    }
    if (missed && next && (await isReachedBeside(missed.node, view, documents))) {
      left.delete(keyOf(next));
      report.beside.push(next);
    }
    if (next && left.delete(keyOf(next)))
      report.missed.push(missed ?? { node: next, at: undefined, met: whyNot(next, view) });
  }
  return report;
}

interface Point {
  x: number;
  y: number;
}

interface Target {
  node: PageNode;
  /** Page coordinates. */
  at: Point;
}

/** What of `left` lies in the window. What is in the top layer goes first: a click beside a popover closes it. */
async function targetsOf(
  left: ReadonlyMap<string, PageNode>,
  view: CapturedView,
  documents: Map<string, LiveDocument>,
): Promise<Target[]> {
  const targets: Target[] = [];
  for (const node of view.shown) {
    if (!left.has(keyOf(node))) continue;
    const at = await pointOf(node, view, documents);
    if (at) targets.push({ node, at });
  }
  const onTop = ({ node }: Target): boolean => node.closest((one) => one.has(Flag.TopLayer)) !== undefined;
  return [...targets.filter(onTop), ...targets.filter((target) => !onTop(target))];
}

const keyOf = (node: PageNode): string => `${node.document.key}/${node.id}`;

/** The middle of what is seen of it in the window; of its first line there, where it is broken over lines. */
async function pointOf(
  node: PageNode,
  view: CapturedView,
  documents: Map<string, LiveDocument>,
): Promise<Point | undefined> {
  const box = inWindow(node, view);
  if (!box) return undefined;
  const lines = node.has(Flag.Block) || box.height < ONE_LINE ? [] : await linesOf(node, documents);
  const first = lines.map((line) => intersect(line, box)).find((line) => !isEmpty(line));
  const { x, y, width, height } = first ?? box;
  return { x: x + width / 2, y: y + height / 2 };
}

/** What is seen of it in the window, in page coordinates; undefined where that is nothing. */
function inWindow(node: PageNode, { page, visibility }: CapturedView): Box | undefined {
  const main = page.documents[0];
  const seen = visibility.visibleBoxes[node.index];
  if (!main || !seen) return undefined;
  const box = intersect(seen, { x: main.scroll.x, y: main.scroll.y, ...main.viewport });
  return isEmpty(box) ? undefined : box;
}

/** Lower than this nothing is broken over lines, CSS pixels. */
const ONE_LINE = 24;

/** The boxes of an inline element's lines, in page coordinates. */
async function linesOf(node: PageNode, documents: Map<string, LiveDocument>): Promise<Box[]> {
  const { box } = node;
  const lines = await documents.get(node.document.key)?.evaluate<Box[]>(`(() => {
    const element = __sightline.element(${node.id});
    const around = element.getBoundingClientRect();
    return Array.from(element.getClientRects(), ({ x, y, width, height }) =>
      ({ x: x - around.x, y: y - around.y, width, height }));
  })()`);
  if (!box || !lines || lines.length < 2) return [];
  return lines.map((line) => ({ ...line, x: line.x + box.x, y: line.y + box.y }));
}

/** Where the capture's own hit test tries when it does not find an element in its middle. */
const BESIDE: readonly [number, number][] = [
  [0.2, 0.5],
  [0.8, 0.5],
  [0.5, 0.2],
  [0.5, 0.8],
];

async function isReachedBeside(
  node: PageNode,
  view: CapturedView,
  documents: Map<string, LiveDocument>,
): Promise<boolean> {
  const box = inWindow(node, view);
  for (const [x, y] of box ? BESIDE : []) {
    const at = { x: (box?.x ?? 0) + x * (box?.width ?? 0), y: (box?.y ?? 0) + y * (box?.height ?? 0) };
    if ((await clickOn(node, at, view, documents)) === undefined) return true;
  }
  return false;
}

function whyNot(node: PageNode, { page, visibility }: CapturedView): string {
  const again = page.nodes.find((one) => keyOf(one) === keyOf(node));
  if (!again) return 'gone after scrolling to it';
  const verdict = visibility.decisions[again.index];
  if (verdict) return `left out after scrolling to it (${verdict.rule}: ${decisionText(verdict)})`;
  return `nothing of it in the window after scrolling to it (${visibility.viewportPositions[again.index]})`;
}

/** Brings it to the middle of everything that scrolls around it; a control without a box, what labels it. */
async function scrollTo(browser: OracleBrowser, node: PageNode): Promise<void> {
  const documents = await browser.documents();
  for (let one: PageNode | undefined = node; one; one = one.document.owner) {
    await documents.get(one.document.key)?.evaluate(`{
      const element = __sightline.element(${one.id});
      const { width, height } = element?.getBoundingClientRect() ?? {};
      const target = width && height ? element : element?.labels?.[0] ?? element;
      target?.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    }`);
  }
  // What a scroll makes a page do (rows of a long list come and go) is done in the frame after it.
  const [main] = documents.values();
  // A window that is not drawn has no next frame: half a second is enough.
  await main?.evaluate(
    'new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); setTimeout(done, 500); }).then(() => 0)',
  );
}

const EVENTS = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'auxclick', 'dragstart'];

/** Where a click lands is kept in the page script's world; closed shadow roots of shown elements are looked into. */
async function listenIn(documents: Map<string, LiveDocument>, shown: readonly PageNode[]): Promise<void> {
  for (const [key, document] of documents) {
    const ids = shown.filter((node) => node.document.key === key).map(({ id }) => id);
    await document.evaluate(`{
      const oracle = (globalThis.__oracle ??= { roots: new Set(), met: null });
      for (const id of ${JSON.stringify(ids)}) {
        const root = __sightline.element(id)?.getRootNode();
        if (root instanceof ShadowRoot && root.mode === 'closed') oracle.roots.add(root);
      }
      const into = (element, x, y) => {
        for (const root of [element.shadowRoot, ...oracle.roots]) {
          if (root?.host !== element) continue;
          const inner = root.elementFromPoint(x, y);
          if (inner && inner !== element && inner.getRootNode() === root) return into(inner, x, y);
        }
        return element;
      };
      oracle.stop ??= (event) => {
        if (!event.isTrusted) return;
        if (event.type === 'pointerdown') oracle.met = into(event.composedPath()[0], event.clientX, event.clientY);
        event.preventDefault();
        event.stopImmediatePropagation();
      };
      for (const type of ${JSON.stringify(EVENTS)}) addEventListener(type, oracle.stop, { capture: true, passive: false });
      undefined;
    }`);
  }
}

/** Undefined when the click reached it, else what it met. */
async function clickOn(
  node: PageNode,
  { x, y }: Point,
  { page }: CapturedView,
  documents: Map<string, LiveDocument>,
): Promise<string | undefined> {
  const scroll = page.documents[0]?.scroll ?? { x: 0, y: 0 };
  await forgetMet(documents);
  const mouse = { x: x - scroll.x, y: y - scroll.y, button: 'left', clickCount: 1 } as const;
  const session = documents.get(page.documents[0]?.key ?? '')?.session;
  await session?.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...mouse });
  await session?.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...mouse });
  return metBy(node, page, documents);
}

const forgetMet = (documents: Map<string, LiveDocument>): Promise<unknown> =>
  Promise.all(Array.from(documents.values(), (one) => one.evaluate('void (__oracle.met = null)')));

/** Undefined when the last click reached it, else what it met. */
async function metBy(
  node: PageNode,
  page: CapturedView['page'],
  documents: Map<string, LiveDocument>,
): Promise<string | undefined> {
  const own = await documents.get(node.document.key)?.evaluate<string | null>(reached(node.id));
  if (own === 'reached') return undefined;
  if (own) return own;
  if (await metInside(node, page, documents)) return undefined;
  if (await isMedia(node, documents)) return undefined;
  for (const [key, document] of documents) {
    const met = key !== node.document.key && (await document.evaluate<string | null>(reached(0)));
    if (met) return `${met} of another document`;
  }
  return 'nothing';
}

/** A frame element is reached when its own document is. */
async function metInside(
  node: PageNode,
  page: CapturedView['page'],
  documents: Map<string, LiveDocument>,
): Promise<boolean> {
  if (node.tag !== 'iframe' && node.tag !== 'frame') return false;
  const inside = page.documents.filter(({ owner }) => owner && node.contains(owner));
  const met = await Promise.all(
    inside.map(({ key }) => documents.get(key)?.evaluate<boolean>('__oracle.met !== null')),
  );
  return met.includes(true);
}

/** The native controls of audio and video keep the clicks they get: there the browser is asked what lies there. */
async function isMedia(node: PageNode, documents: Map<string, LiveDocument>): Promise<boolean> {
  if (node.tag !== 'audio' && node.tag !== 'video') return false;
  const found = await documents.get(node.document.key)?.evaluate<boolean>(`(() => {
    const media = __sightline.element(${node.id});
    const { x, y, width, height } = media.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2) === media;
  })()`);
  return found === true;
}

/** Expression: 'reached' where the click met the element, something in it, or the label that works it. */
function reached(id: number): string {
  return `(() => {
    const { met } = __oracle;
    if (!met) return null;
    const wanted = __sightline.element(${id});
    const labels = new Set(wanted?.labels ?? []);
    for (let up = met; up; up = up.assignedSlot ?? up.parentElement ?? up.getRootNode().host) {
      if (up === wanted || labels.has(up)) return 'reached';
    }
    const { localName, id, classList } = met;
    return '<' + localName + (id && '#' + id) + (classList[0] ? '.' + classList[0] : '') + '>';
  })()`;
}

/** Milliseconds that a click may wait for its element to be ready. */
const PATIENCE = 20_000;

/** Clicks each as a session does; the click must be received by the element, what lies in it, or what labels it. */
export async function clickAsSession(
  browser: OracleBrowser,
  nodes: readonly PageNode[],
): Promise<ClickReport> {
  const report: ClickReport = { clicked: 0, missed: [], beside: [] };
  for (const { document, id, disabled } of nodes) {
    if (disabled) continue;
    const view = await browser.look();
    // What came and went with an earlier click or scroll (rows of a long list, a popover) is not there to be clicked.
    const node = view.shown.find((one) => one.id === id && one.document.key === document.key);
    if (!node) continue;
    report.clicked++;
    const documents = await browser.documents();
    await listenIn(documents, [node]);
    await forgetMet(documents);
    const capture = async (): Promise<Visibility> => (await browser.look()).visibility;
    const { page, connection } = browser;
    const parts = {
      page,
      connection,
      visibility: view.visibility,
      capture,
      timeoutMs: PATIENCE,
      failFast: true,
    };
    const failed = await click(new ActionContext(parts), node).then(
      () => metBy(node, view.page, documents),
      (error: unknown) => String(error).split('\n')[0],
    );
    if (failed) report.missed.push({ node, at: undefined, met: failed });
  }
  return report;
}
