import type { CDPSession, Page } from 'playwright-core';

/**
 * What might be usable on a page, by the browser's word alone: none of Sightline's own rules has a say.
 * Why an element is one: `focusable` (Chrome's accessibility tree), `listener` (a click-like one, by the
 * debugger), `tabindex`, `native` (a control or a link by its tag), `pointer` (where a pointer cursor begins).
 */
export type Evidence = 'focusable' | 'listener' | 'tabindex' | 'native' | 'pointer';

export interface Candidate {
  session: CDPSession;
  /** Context of the utility world of its document, where the page script's registry lives. */
  context: number;
  backendNodeId: number;
  tag: string;
  evidence: Set<Evidence>;
}

const CLICKS = new Set(
  'click dblclick mousedown mouseup pointerdown pointerup touchstart touchend'.split(' '),
);
const NATIVE = new Set(['BUTTON', 'INPUT', 'SELECT', 'TEXTAREA', 'SUMMARY']);
/** Documents and what stands for them: a listener there is a page's delegation, a frame is shown by its content. */
const DOCUMENTS = new Set(['HTML', 'BODY', 'IFRAME', 'FRAME', 'OPTION', 'OPTGROUP', '#document']);

/** Everything in all frames and all shadow roots of the page but those of the browser's own controls. */
export async function findCandidates(page: Page): Promise<Candidate[]> {
  const sessions = [await page.context().newCDPSession(page)];
  for (const frame of page.frames().slice(1)) {
    const own = await page
      .context()
      .newCDPSession(frame)
      .catch(() => undefined);
    if (own) sessions.push(own);
  }
  return (await Promise.all(sessions.map(candidatesOf))).flat();
}

async function candidatesOf(session: CDPSession): Promise<Candidate[]> {
  const contexts = await utilityContexts(session);
  const [focusable, listening, snapshot] = [
    await focusableNodes(session, [...contexts.keys()]),
    await listeningNodes(session),
    await session.send('DOMSnapshot.captureSnapshot', { computedStyles: ['cursor'] }),
  ];
  return snapshot.documents.flatMap((document) => {
    const context = contexts.get(snapshot.strings[document.frameId] as string);
    if (context === undefined) return [];
    return readDocument(document, snapshot.strings, focusable, listening).map((found) => ({
      ...found,
      session,
      context,
    }));
  });
}

async function utilityContexts(session: CDPSession): Promise<Map<string, number>> {
  const contexts = new Map<string, number>();
  session.on('Runtime.executionContextCreated', ({ context }) => {
    const { frameId } = (context.auxData ?? {}) as { frameId?: string };
    if (frameId && context.name.startsWith('__playwright_utility_world')) contexts.set(frameId, context.id);
  });
  await session.send('Runtime.enable');
  await session.send('DOM.enable');
  await session.send('Accessibility.enable');
  return contexts;
}

async function focusableNodes(session: CDPSession, frameIds: string[]): Promise<Set<number>> {
  const found = new Set<number>();
  for (const frameId of frameIds) {
    const tree = await session.send('Accessibility.getFullAXTree', { frameId }).catch(() => ({ nodes: [] }));
    for (const { backendDOMNodeId, properties = [] } of tree.nodes)
      if (backendDOMNodeId && properties.some(({ name, value }) => name === 'focusable' && value.value))
        found.add(backendDOMNodeId);
  }
  return found;
}

async function listeningNodes(session: CDPSession): Promise<Set<number>> {
  const { result } = await session.send('Runtime.evaluate', { expression: 'document' });
  const { listeners } = await session.send('DOMDebugger.getEventListeners', {
    objectId: result.objectId as string,
    depth: -1,
    pierce: true,
  });
  return new Set(
    listeners.filter(({ type }) => CLICKS.has(type)).map(({ backendNodeId }) => backendNodeId ?? 0),
  );
}

/** The parts of `DOMSnapshot.DocumentSnapshot` that are read here. */
interface SnapshotDocument {
  nodes: {
    parentIndex?: number[];
    nodeType?: number[];
    nodeName?: number[];
    backendNodeId?: number[];
    attributes?: number[][];
    shadowRootType?: { index: number[]; value: number[] };
  };
  layout: { nodeIndex: number[]; styles: number[][] };
}

type Found = Pick<Candidate, 'backendNodeId' | 'tag' | 'evidence'>;

function readDocument(
  { nodes, layout }: SnapshotDocument,
  strings: string[],
  focusable: Set<number>,
  listening: Set<number>,
): Found[] {
  const { parentIndex = [], nodeType = [], nodeName = [], backendNodeId = [], attributes = [] } = nodes;
  const pointers = new Set<number>();
  layout.nodeIndex.forEach((node, i) => {
    if (strings[layout.styles[i]?.[0] ?? -1] === 'pointer') pointers.add(node);
  });
  const native = insideNativeControls(nodes, strings);
  const found: Found[] = [];
  for (let i = 0; i < parentIndex.length; i++) {
    const tag = strings[nodeName[i] as number] as string;
    if (nodeType[i] !== 1 || native.has(i) || DOCUMENTS.has(tag.toUpperCase())) continue;
    const has = namesOf(attributes[i] ?? [], strings);
    const evidence = new Set<Evidence>();
    const id = backendNodeId[i] as number;
    if (focusable.has(id)) evidence.add('focusable');
    if (listening.has(id)) evidence.add('listener');
    if (Number(has.get('tabindex') ?? -1) >= 0) evidence.add('tabindex');
    if (isNative(tag.toUpperCase(), has)) evidence.add('native');
    if (pointers.has(i) && !pointers.has(parentIndex[i] as number)) evidence.add('pointer');
    if (evidence.size > 0) found.push({ backendNodeId: id, tag: tag.toLowerCase(), evidence });
  }
  return found;
}

function isNative(tag: string, has: Map<string, string>): boolean {
  if (tag === 'A' || tag === 'AREA') return has.has('href');
  if (tag === 'INPUT') return has.get('type') !== 'hidden';
  return NATIVE.has(tag);
}

function namesOf(pairs: number[], strings: string[]): Map<string, string> {
  const map = new Map<string, string>();
  for (let i = 0; i + 1 < pairs.length; i += 2)
    map.set(strings[pairs[i] as number] as string, strings[pairs[i + 1] as number] as string);
  return map;
}

/** Parents come before their children. */
function insideNativeControls(
  { parentIndex = [], shadowRootType }: SnapshotDocument['nodes'],
  strings: string[],
): Set<number> {
  const inside = new Set<number>();
  shadowRootType?.index.forEach((node, i) => {
    if (strings[shadowRootType.value[i] as number] === 'user-agent') inside.add(node);
  });
  for (let i = 0; i < parentIndex.length; i++) if (inside.has(parentIndex[i] as number)) inside.add(i);
  return inside;
}
