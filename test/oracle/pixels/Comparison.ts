import type { ElementHandle } from 'playwright-core';
import {
  decisionText,
  elementSelector as describeNode,
} from '../../../packages/sightline/src/render/explain/decisionText.ts';
import { elementKey, type PageNode } from '../../../packages/sightline/src/snapshot/Page.ts';
import { INTERACTIVE_ROLES } from '../../../packages/sightline/src/snapshot/roles.ts';
import type { Visibility } from '../../../packages/sightline/src/visibility/Visibility.ts';
import type { OracleBrowser } from '../OracleBrowser.ts';
import { Sample } from '../Sample.ts';
import { type Candidate, findCandidates } from './findCandidates.ts';
import {
  freeze,
  liesOver,
  scrollInside,
  scrollToScreen,
  standIns,
  takesClicks,
  takesText,
} from './inPage.ts';
import { type Difference, Shots } from './Shots.ts';

export interface Finding {
  page: string;
  kind: 'ghost' | 'miss' | 'restless';
  /** The element in words. */
  element: string;
  why: string;
}

export interface PixelResult {
  page: string;
  /** Elements shown with a number, and how many of them were held against pixels. */
  shown: number;
  shownChecked: number;
  candidates: number;
  candidatesChecked: number;
  /** Shown elements that a person sees through something else: a label, a card, an image. */
  stoodFor: number;
  findings: Finding[];
}

export interface PixelOptions {
  seed: number;
  /** How many shown elements, and how many candidates that are not shown, are checked at most. */
  sample: number;
}

/** Holds what Sightline shows of the page in the browser against what changes its pixels. */
export async function comparePixels(
  browser: OracleBrowser,
  name: string,
  options: PixelOptions,
): Promise<PixelResult> {
  for (const frame of browser.page.frames()) await frame.evaluate(freeze).catch(() => undefined);
  return new Comparison(browser, await Shots.open(browser.page), name, options).run();
}

class Comparison {
  readonly #browser: OracleBrowser;
  readonly #shots: Shots;
  readonly #options: PixelOptions;
  readonly #sample: Sample;
  readonly #result: PixelResult;
  /** `key`: of the element. */
  #found: { key: string; finding: Finding }[] = [];

  constructor(browser: OracleBrowser, shots: Shots, page: string, options: PixelOptions) {
    this.#browser = browser;
    this.#shots = shots;
    this.#options = options;
    this.#sample = new Sample(options.seed);
    this.#result = {
      page,
      shown: 0,
      shownChecked: 0,
      candidates: 0,
      candidatesChecked: 0,
      stoodFor: 0,
      findings: [],
    };
  }

  async run(): Promise<PixelResult> {
    const { sample } = this.#options;
    const view = await this.#browser.look();
    const shown = new Map(view.shown.map((node) => [elementKey(node), node]));
    const candidates = await findCandidates(this.#browser.page);
    this.#result.shown = shown.size;
    this.#result.candidates = candidates.length;
    const keys = new Set(view.page.documents.map(({ key }) => key));
    const left = await this.#leftOut(candidates, keys, shown);
    await this.#checkAllShown(this.#sample.take(view.shown, sample), view.page.documents[0]?.key);
    for (const candidate of this.#sample.take(left, sample))
      await this.#checkLeftOut(candidate, view.visibility);
    if (this.#found.length > 0) await this.#dropChanged();
    this.#result.findings = this.#found.map(({ finding }) => finding);
    return this.#result;
  }

  /** What the page itself has hidden or shown meanwhile (a list that closes when it is left) is no finding. */
  async #dropChanged(): Promise<void> {
    await this.#browser.page.evaluate(scrollToScreen, 0);
    const shown = new Set((await this.#browser.look()).shown.map(elementKey));
    this.#found = this.#found.filter(({ key, finding: { kind } }) =>
      kind === 'ghost' ? shown.has(key) : kind !== 'miss' || !shown.has(key),
    );
  }

  /** Candidates that neither are shown nor have something shown in their place. */
  async #leftOut(
    candidates: Candidate[],
    keys: Set<string>,
    shown: Map<string, PageNode>,
  ): Promise<Resolved[]> {
    const left: Resolved[] = [];
    for (const candidate of candidates) {
      const facts = await resolve(candidate);
      // A frame that is not rendered is captured by nobody.
      if (!facts || !keys.has(facts.key)) continue;
      const isShown = facts.ids.some((id) => shown.has(`${facts.key}/${id}`));
      const inside = facts.holds.filter((id) => shown.has(`${facts.key}/${id}`));
      if (!isShown && isTargetOfItsOwn(candidate, facts, shown)) left.push({ candidate, inside, ...facts });
    }
    return left;
  }

  /** Many at once in the main frame; what is not seen so, one by one. */
  async #checkAllShown(nodes: readonly PageNode[], mainKey: string | undefined): Promise<void> {
    const found: { node: PageNode; element: ElementHandle<Element>; isInMain: boolean }[] = [];
    for (const node of nodes) {
      const element = await this.#handle(node.document.key, node.id);
      if (element) found.push({ node, element, isInMain: node.document.key === mainKey });
    }
    this.#result.shownChecked += found.length;
    const seen = await this.#shots.findSeen(
      found.filter(({ isInMain }) => isInMain).map(({ element }) => element),
    );
    for (const { node, element } of found) if (!seen.has(element)) await this.#checkShown(node, element);
  }

  async #checkShown(node: PageNode, element: ElementHandle<Element>): Promise<void> {
    const seen = await this.#isSeen(element);
    if (seen === 'changes' || (await this.#standsFor(element))) return;
    // Words that wander are seen as they come by.
    const isRestless =
      seen === 'restless' ||
      (await element.evaluate((node) => (node.closest('marquee') ?? node.querySelector('marquee')) !== null));
    const kind = isRestless ? 'restless' : 'ghost';
    this.#report(kind, elementKey(node), await describe(element), `${seen}: hiding it changes no pixel`);
  }

  async #checkLeftOut({ key, ids, inside, candidate }: Resolved, visibility: Visibility): Promise<void> {
    const element = await this.#handle(key, ids[0] as number);
    if (!element) return;
    this.#result.candidatesChecked++;
    let seen = await this.#isSeen(element, takesClicksInPage);
    if (seen !== 'changes' && (await this.#changesStandIn(element))) seen = 'changes';
    if (seen === 'same' || seen === 'away' || !(await takesClicksInPage(element))) return;
    if (await this.#isCentredOn(element, key, inside)) return;
    const kind = seen === 'restless' ? 'restless' : 'miss';
    const evidence = [...candidate.evidence].join(' ');
    const why = `${evidence}: ${verdictOn(key, ids, visibility)}`;
    this.#report(kind, `${key}/${ids[0]}`, await describe(element), why);
  }

  /** As the page stands; then scrolled to, which a box that holds its place is not. Only where `counts` is looked. */
  async #isSeen(
    element: ElementHandle<Element>,
    counts: (element: ElementHandle<Element>) => Promise<boolean> = async () => true,
  ): Promise<Difference> {
    const look = async (): Promise<Difference> =>
      (await counts(element)) ? this.#shots.compare([element]) : 'away';
    let seen = await look();
    for (const where of ['middle', 'start'] as const) {
      if (seen === 'changes' || seen === 'restless') return seen;
      await this.#shots.scrollTo(element, where);
      seen = await look();
    }
    // What it shows may be scrolled away within it.
    for (let page = 1; page <= MAX_PAGES_INSIDE && seen === 'same'; page++) {
      if (!(await element.evaluate(scrollInside, page))) break;
      seen = await look();
    }
    return seen;
  }

  async #standsFor(element: ElementHandle<Element>): Promise<boolean> {
    const stands =
      (await this.#changesStandIn(element)) ||
      (await this.#changesBelow(element)) ||
      (await this.#showsFocus(element));
    if (stands) this.#result.stoodFor++;
    return stands;
  }

  async #changesStandIn(element: ElementHandle<Element>): Promise<boolean> {
    const list = await element.evaluateHandle(standIns);
    const handles = [...(await list.getProperties()).values()].flatMap((handle) => handle.asElement() ?? []);
    if (handles.length === 0) return false;
    await this.#shots.scrollTo(handles[0] as ElementHandle<Element>, 'middle');
    return (await this.#shots.compare([element, ...handles] as ElementHandle<Element>[])) === 'changes';
  }

  /** A text field that paints nothing until it has the focus. */
  async #showsFocus(element: ElementHandle<Element>): Promise<boolean> {
    return (await element.evaluate(takesText)) && this.#shots.showsFocus(element);
  }

  async #changesBelow(element: ElementHandle<Element>): Promise<boolean> {
    const below = (await element.evaluateHandle(liesOver)).asElement() as ElementHandle<Element> | null;
    if (!below) return false;
    // A helper in the same box may take the click for it.
    if (!(await element.evaluate(takesClicks)) && !(await below.evaluate(takesClicks))) return false;
    return (await this.#shots.compare([below])) === 'changes';
  }

  /** Undefined at once for what the page has put away meanwhile, as lists do that draw their rows anew when they are scrolled. */
  async #handle(key: string, id: number): Promise<ElementHandle<Element> | undefined> {
    const handles = await this.#browser.connection
      .locator(key, id)
      .elementHandles()
      .catch(() => []);
    return handles[0] as ElementHandle<Element> | undefined;
  }

  /** Whether something shown lies in its middle: a click on the one is a click on the other. */
  async #isCentredOn(
    element: ElementHandle<Element>,
    key: string,
    inside: readonly number[],
  ): Promise<boolean> {
    const box = await element.boundingBox();
    for (const id of box ? inside.slice(0, MAX_INSIDE) : []) {
      const held = await (await this.#handle(key, id))?.boundingBox();
      if (box && held && isAround(held, middleOf(box))) return true;
    }
    return false;
  }

  #report(kind: Finding['kind'], key: string, element: string, why: string): void {
    this.#found.push({ key, finding: { page: this.#result.page, kind, element, why } });
  }
}

/** A scroller in an element is turned so far. */
const MAX_PAGES_INSIDE = 20;

/** Of what is shown in a box, so many are held against its middle. */
const MAX_INSIDE = 20;

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const middleOf = ({ x, y, width, height }: Box): [x: number, y: number] => [x + width / 2, y + height / 2];
const isAround = (box: Box, [x, y]: [x: number, y: number]): boolean =>
  box.x <= x && x <= box.x + box.width && box.y <= y && y <= box.y + box.height;

/** The frames around it too: a parent may cover one, or make it inert. */
async function takesClicksInPage(element: ElementHandle<Element>): Promise<boolean> {
  let inner = element;
  let frame = await element.ownerFrame();
  for (;;) {
    if (!(await inner.evaluate(takesClicks))) return false;
    if (!frame?.parentFrame()) return true;
    inner = (await frame.frameElement()) as ElementHandle<Element>;
    frame = frame.parentFrame();
  }
}

interface Facts {
  key: string;
  /** Its id, and those of what stands around it in the flat tree. */
  ids: number[];
  /** Ids of what it holds. */
  holds: number[];
  /** Ids of what works in its place: of a label, its control. */
  works: number[];
  tabIndex: number;
  role: string;
}

interface Resolved extends Facts {
  candidate: Candidate;
  /** Ids of what it holds that is shown. */
  inside: number[];
}

const FACTS = `function () {
  const up = (node) => {
    if (node.assignedSlot) return node.assignedSlot;
    const root = node.getRootNode();
    return node.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  };
  const held = (element) => {
    const found = [];
    const queue = [element];
    for (let next = queue.shift(); next && found.length < 3000; next = queue.shift()) {
      const slotted = next instanceof HTMLSlotElement ? next.assignedElements() : [];
      const inside = [...(next.shadowRoot?.children ?? []), ...slotted, ...next.children];
      found.push(...inside);
      queue.push(...inside);
    }
    return found;
  };
  if (!globalThis.__sightline || !this.isConnected) return null;
  const ids = [];
  const works = [];
  for (let node = this; node; node = up(node)) {
    ids.push(__sightline.idOf(node));
    if (node.localName === 'label' && node.control) works.push(__sightline.idOf(node.control));
  }
  return {
    key: __sightline.key,
    ids,
    holds: held(this).map((node) => __sightline.idOf(node)),
    works,
    tabIndex: Number(this.getAttribute('tabindex') ?? 0),
    role: this.getAttribute('role') ?? '',
  };
}`;

async function resolve({ session, context, backendNodeId }: Candidate): Promise<Facts | undefined> {
  try {
    const { object } = await session.send('DOM.resolveNode', { backendNodeId, executionContextId: context });
    const { result } = await session.send('Runtime.callFunctionOn', {
      functionDeclaration: FACTS,
      objectId: object.objectId,
      returnByValue: true,
    });
    return (result.value as Facts | null) ?? undefined;
  } catch {
    return undefined;
  }
}

const COMPOSITE_ROLES = new Set('grid listbox menu menubar radiogroup tablist tree treegrid'.split(' '));

/**
 * What is no target of its own, in the order asked:
 * 1. a label, or what stands in one, whose control is shown; a label with a listener, which works a field;
 * 2. what only a script can focus (`tabindex="-1"` and nothing else);
 * 3. what takes the focus but does nothing and is no widget by its role: a scroller for the keyboard, a part
 *    of the page (`tabpanel`, `article`) that a reader can be sent to;
 * 4. a composite widget (WAI-ARIA 1.2, 5.3.1) that holds the items which are shown: it only lends them the focus;
 * 5. a box that holds targets that are shown, unless it has both a pointer and a listener of its own, or
 *    takes the focus: it delegates, or lends its pointer to what it holds.
 */
function isTargetOfItsOwn({ evidence, tag }: Candidate, facts: Facts, shown: Map<string, PageNode>): boolean {
  const isShown = (id: number): boolean => shown.has(`${facts.key}/${id}`);
  if (facts.works.some(isShown)) return false;
  const only = (...kinds: string[]): boolean => [...evidence].every((kind) => kinds.includes(kind));
  if (tag === 'label' && facts.works.length > 0) return true;
  if (tag === 'label') return !only('listener', 'pointer');
  if (only('focusable') && facts.tabIndex < 0) return false;
  if (only('focusable', 'tabindex') && !INTERACTIVE_ROLES.has(facts.role)) return false;
  if (COMPOSITE_ROLES.has(facts.role) && facts.holds.some(isShown)) return false;
  const acts = evidence.has('pointer') && evidence.has('listener');
  return acts || evidence.has('tabindex') || evidence.has('native') || !facts.holds.some(isShown);
}

function describe(element: ElementHandle<Element>): Promise<string> {
  return element.evaluate((node) => {
    const copy = node.cloneNode(false) as Element;
    copy.removeAttribute('data-pixel-oracle');
    return `${copy.outerHTML.replace(/<\/[^>]*>$/, '').slice(0, 160)} ${(node.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40)}`;
  });
}

/** What Sightline says of it: the verdict on the nearest element that it knows. */
function verdictOn(key: string, ids: number[], { page, decisions }: Visibility): string {
  const node = page.nodes.find(({ document, id }) => document.key === key && id === ids[0]);
  const verdict = node && decisions[node.index];
  if (!node) return 'it has no row';
  return verdict ? `${verdict.rule}, ${decisionText(verdict)}` : `${describeNode(node)} is no target`;
}
