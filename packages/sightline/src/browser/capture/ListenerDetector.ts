import type { DocumentChanges, FoundHandlers } from '../../injected/PageApi.ts';
import { groupBy } from '../../snapshot/groupBy.ts';
import { type DocumentSnapshot, Flag } from '../../snapshot/Snapshot.ts';
import { callPageScript, callWithNodes, tryCallPageScript } from '../frames/callPageScript.ts';
import type { FrameCapture, FrameTarget, TargetFrame } from '../frames/FrameTarget.ts';
import { RefreshThrottle } from './RefreshThrottle.ts';

/** What a person does to an element with a pointer; moves, scrolling and the like make no target of it. */
const LISTENER_TYPES =
  'click dblclick auxclick contextmenu mousedown mouseup pointerdown pointerup touchend drop';
/** A node with listeners for this many of them is the root of a framework, and listens for its descendants. */
const DELEGATION_ROOT_TYPES = 8;
/** Usable as they are: a listener says nothing new of them. Not so a link: without an address it is none. */
const INTERACTIVE_TAGS = new Set('html body button input select textarea summary option label'.split(' '));
/** Nodes that are looked up at once. */
const BATCH = 200;
/** Elements that the page can be asked about in the time that one node takes to look up. */
const SCANNED_PER_LOOKUP = 150;
/** Elements of a document that are asked about at once, before it is known whether any listen. */
const MAX_SCANNED_AT_ONCE = 1_000;
/** What is known of one target: of its main document and what belongs to the same process. */
interface TargetListeners {
  /** Its main document, as the page's own world holds it: listeners belong to that world. */
  context: string;
  objectId: string;
  /** Of the function that finds handlers in a page. */
  finderSource: string;
  /** Where each node that listens was found, by the browser's numbers. */
  elementsByNode: Map<number, { context: string; id: number }>;
  /** Nodes that the scan of the documents found, without their ids. */
  scannedNodes: Set<number>;
  /** Ids that the pages named, by context: with listeners, and with handlers that a framework keeps. */
  scannedIds: Map<string, readonly number[]>;
  unscannedIds: Map<string, readonly number[]>;
  /** Those without a row that were passed to the page scripts: `context/id`. */
  reportedIds: Set<string>;
}

/**
 * Finds the elements that scripts listen on. The browser names the nodes with listeners in one call, closed
 * shadow roots and frames of the same process included; each is then looked up, which costs a message, or
 * where they are many the page is asked which elements have any. Handlers that frameworks keep on
 * properties of their own are found in the page: its word can only ever add.
 */
export class ListenerDetector {
  readonly #byTarget = new WeakMap<FrameTarget, TargetListeners>();
  readonly #throttle = new RefreshThrottle();
  #finderSource: string | undefined;

  /**
   * Sets `Flag.Listener` on the rows of what was captured in that target. Where there are as many listeners
   * and no new element since the last time, the browser is asked again only every second. Returns whether shapes of
   * drawings have listeners but no row yet: then capture again.
   */
  async flagListeners(target: FrameTarget, allCaptures: FrameCapture[]): Promise<boolean> {
    const captures = allCaptures.filter(runsScripts);
    if (captures.length === 0) return false;
    const state = await this.#refresh(target, captures);
    const addedShapes = await Promise.all(
      captures.map(({ frameId, document }) => {
        const ids = listenerIdsIn(target, frameId, state);
        return reportNewListeners(target, frameId, flagRows(document, ids), state);
      }),
    );
    return addedShapes.includes(true);
  }

  /** Whether the browser is to be asked, whatever has changed. */
  isOverdue(target: FrameTarget): boolean {
    return this.#throttle.isOverdue(target);
  }

  /** Asks the browser about a document that is captured next, and is the only one; answers whether it has. */
  async ask(frame: TargetFrame, { hasNewElements, elementCount }: DocumentChanges): Promise<true> {
    const { target } = frame;
    const scansAtOnce = hasNewElements && elementCount <= MAX_SCANNED_AT_ONCE;
    // Sent before the capture is, and so answered before it is done.
    const [state, worlds] = await Promise.all([this.#stateOf(target), pageWorlds(target, [frame])]);
    await refresh(target, [frame], state, { elementCount, scansAtOnce, worlds });
    return true;
  }

  /** Asks the browser where `flagListeners` would, ahead of it. `isAsked`: it was asked with `ask`. */
  async prepare(target: FrameTarget, captures: FrameCapture[], isAsked = false): Promise<void> {
    if (captures.some(runsScripts)) await this.#refresh(target, captures.filter(runsScripts), isAsked);
  }

  async #refresh(target: FrameTarget, captures: FrameCapture[], isAsked = false): Promise<TargetListeners> {
    const state = await this.#stateOf(target);
    const elementCount = captures.reduce((sum, { document }) => sum + document.rows.id.length, 0);
    const ask = async (): Promise<void> => {
      if (!isAsked) await refresh(target, captures, state, { elementCount });
    };
    await this.#throttle.refreshIfDue(target, captures, ask, { isAsked });
    return state;
  }

  async #stateOf(target: FrameTarget): Promise<TargetListeners> {
    const context = target.contextOf(target.rootFrameId)?.uniqueId ?? '';
    const state = this.#byTarget.get(target);
    if (state?.context === context) return state;
    const [{ result }, finderSource] = await Promise.all([
      target.session.send('Runtime.evaluate', { expression: 'document' }),
      this.#readFinderSource(target),
    ]);
    if (result.objectId === undefined) throw new Error('The page has no document.');
    const newState: TargetListeners = {
      context,
      objectId: result.objectId,
      finderSource,
      elementsByNode: new Map(),
      scannedNodes: new Set(),
      scannedIds: new Map(),
      unscannedIds: new Map(),
      reportedIds: new Set(),
    };
    this.#byTarget.set(target, newState);
    return newState;
  }

  /** It is the same in each document. */
  async #readFinderSource(target: FrameTarget): Promise<string> {
    this.#finderSource ??= await callPageScript(
      { target, frameId: target.rootFrameId },
      'handlerFinderSource',
    );
    return this.#finderSource;
  }
}

/** Where no script runs nothing handles an event, and asking would be an error on the console. */
const runsScripts = ({ scriptless }: FrameCapture): boolean => !scriptless;

interface RefreshOptions {
  elementCount: number;
  /** Looks for listeners without knowing whether there are as many as make that worth while: it saves a round trip. */
  scansAtOnce?: boolean;
  /** Those of the frames, where they are known. */
  worlds?: PageWorld[];
}

async function refresh(
  target: FrameTarget,
  frames: readonly TargetFrame[],
  state: TargetListeners,
  { elementCount, scansAtOnce = false, worlds }: RefreshOptions,
): Promise<void> {
  const scan = (listeners: boolean, found: PageWorld[] = []): Promise<ScanResult> =>
    scanDocuments(target, found, state.finderSource, listeners);
  const [nodes, found, earlyScan] = await Promise.all([
    listeningNodes(target, state),
    worlds ?? pageWorlds(target, frames),
    scansAtOnce ? scan(true, worlds) : undefined,
  ]);
  for (const node of state.elementsByNode.keys()) if (!nodes.has(node)) state.elementsByNode.delete(node);
  if ([...state.scannedNodes].some((node) => !nodes.has(node))) state.scannedNodes.clear();
  const newNodes = [...nodes].filter(
    (node) => !state.elementsByNode.has(node) && !state.scannedNodes.has(node),
  );
  const isScanCheaper = scansAtOnce || newNodes.length * frames.length * SCANNED_PER_LOOKUP > elementCount;
  const { ids, listeningCount } = earlyScan ?? (await scan(isScanCheaper, found));
  if (isScanCheaper && listeningCount === nodes.size) {
    state.scannedIds = ids;
    state.unscannedIds = new Map();
    state.scannedNodes = nodes;
    state.elementsByNode.clear();
    return;
  }
  if (state.scannedNodes.size === 0) state.scannedIds = new Map();
  state.unscannedIds = ids;
  await lookUpNodes(target, frames, newNodes, state);
}

/** The browser's numbers of the nodes that listen, less those that listen for what is in them. */
async function listeningNodes(target: FrameTarget, { objectId }: TargetListeners): Promise<Set<number>> {
  const { listeners } = await target.session.send('DOMDebugger.getEventListeners', {
    objectId,
    depth: -1,
    pierce: true,
  });
  const pointerTypes = new Set(LISTENER_TYPES.split(' '));
  const byNode = groupBy(
    listeners.filter(({ type }) => pointerTypes.has(type)),
    ({ backendNodeId }) => backendNodeId,
  );
  const nodes = new Set<number>();
  for (const [node, all] of byNode)
    if (node !== undefined && new Set(all.map(({ type }) => type)).size < DELEGATION_ROOT_TYPES)
      nodes.add(node);
  return nodes;
}

interface ScanResult {
  /** Ids by context. */
  ids: Map<string, readonly number[]>;
  /** How many nodes have listeners, by the pages' count. */
  listeningCount: number;
}

/** The world of the page's own scripts in a document that was captured. */
interface PageWorld {
  frame: TargetFrame;
  /** Unique id of its context. */
  id: string;
  /** The page has variables by the names of the console's functions, which hides these: its own methods are called. */
  hidesConsole: boolean;
}

async function pageWorlds(target: FrameTarget, frames: readonly TargetFrame[]): Promise<PageWorld[]> {
  const hidden = `typeof $$+typeof keys+typeof getEventListeners!=='${'undefined'.repeat(3)}'`;
  const worlds = frames.map(async (frame): Promise<PageWorld[]> => {
    const id = target.pageContextOf(frame.frameId);
    if (id === undefined || !target.contextOf(frame.frameId)) return [];
    const { result } = await target.session.send('Runtime.evaluate', {
      expression: hidden,
      uniqueContextId: id,
      returnByValue: true,
    });
    return [{ frame, id, hidesConsole: result.value === true }];
  });
  return (await Promise.all(worlds)).flat();
}

/** Scans each document for handlers, in the page's own world, where they are visible. */
async function scanDocuments(
  target: FrameTarget,
  worlds: readonly PageWorld[],
  finderSource: string,
  listeners: boolean,
): Promise<ScanResult> {
  const result: ScanResult = { ids: new Map(), listeningCount: 0 };
  await Promise.all(
    worlds.map(async (world) => {
      const { frame } = world;
      const context = target.contextOf(frame.frameId);
      if (!context) return;
      const found = await findInPageWorld(target, world, finderSource, listeners);
      result.listeningCount += found?.listeningCount ?? Number.NaN;
      if (found && found.positions.length + found.delegated.length > 0) {
        const ids = await tryCallPageScript(frame, 'idsOfHandlers', found);
        if (!ids?.length) result.listeningCount = Number.NaN;
        else result.ids.set(context.uniqueId, ids);
      }
    }),
  );
  return result;
}

/** Runs `findHandlers` in the world of the page's own scripts. */
async function findInPageWorld(
  { session }: FrameTarget,
  { id, hidesConsole }: PageWorld,
  finderSource: string,
  listeners: boolean,
): Promise<FoundHandlers | undefined> {
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression: `(${finderSource})(${handlerQuery(listeners)},${hidesConsole ? PAGE_API : CONSOLE_API})`,
    uniqueContextId: id,
    includeCommandLineAPI: true,
    returnByValue: true,
  });
  return exceptionDetails ? undefined : (result.value as FoundHandlers | undefined);
}

const CONSOLE_API = '{$$,keys,getEventListeners}';
const PAGE_API = `{
  $$: (selector, root) => (root === document ? Document : DocumentFragment).prototype.querySelectorAll.call(root, selector),
  keys: Object.keys,
  getEventListeners: typeof getEventListeners === 'function' ? getEventListeners : () => ({}),
}`;

/** A `HandlerQuery` as source: its tables inherit nothing that a page could have added. */
function handlerQuery(listeners: boolean): string {
  const types = LISTENER_TYPES.split(' ');
  const reactTypes = [...types, 'doubleclick'].flatMap((type) => [type, `${type}capture`]);
  const lower = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ', (letter) => `${letter}:'${letter.toLowerCase()}'`);
  const table = (entries: readonly string[]): string => `{__proto__:null,${entries.join()}}`;
  const present = (names: readonly string[]): string => table(names.map((name) => `${name}:1`));
  return `{types:${present(types)},reactTypes:${present(reactTypes)},lower:${table(lower)},listeners:${listeners},maxTypes:${DELEGATION_ROOT_TYPES}}`;
}

/** Finds each node among the captured documents: tried one after the other, since no API gives the document. */
async function lookUpNodes(
  target: FrameTarget,
  frames: readonly TargetFrame[],
  newNodes: number[],
  state: TargetListeners,
): Promise<void> {
  for (let from = 0; from < newNodes.length; from += BATCH) {
    let remaining = newNodes.slice(from, from + BATCH);
    for (const frame of frames) {
      const context = target.contextOf(frame.frameId);
      if (!context || remaining.length === 0) continue;
      const ids = await callWithNodes(frame, 'idsOf', remaining);
      remaining.forEach((node, i) => {
        if (ids[i]) state.elementsByNode.set(node, { context: context.uniqueId, id: ids[i] });
      });
      remaining = remaining.filter((_, i) => !ids[i]);
    }
    for (const node of remaining) state.elementsByNode.set(node, { context: '', id: 0 });
  }
}

function listenerIdsIn(
  target: FrameTarget,
  frameId: string,
  { elementsByNode, scannedIds, unscannedIds }: TargetListeners,
): Set<number> {
  const context = target.contextOf(frameId)?.uniqueId ?? '';
  const ids = new Set<number>();
  for (const found of elementsByNode.values()) if (found.context === context) ids.add(found.id);
  for (const list of [scannedIds.get(context), unscannedIds.get(context)])
    for (const id of list ?? []) ids.add(id);
  return ids;
}

/** Returns the ids that have no row. */
function flagRows({ strings, rows }: DocumentSnapshot, ids: Set<number>): Set<number> {
  if (ids.size === 0) return ids;
  const unmatched = new Set(ids);
  for (let row = 0; row < rows.id.length; row++) {
    if (!unmatched.delete(rows.id[row] as number)) continue;
    if (!INTERACTIVE_TAGS.has(strings[rows.tag[row] as number] as string))
      rows.flags[row] = (rows.flags[row] as number) | Flag.Listener;
  }
  return unmatched;
}

/** Passes elements with listeners but no row to the page script, once; true where new shapes of a drawing are among them. */
async function reportNewListeners(
  target: FrameTarget,
  frameId: string,
  ids: Set<number>,
  { reportedIds }: TargetListeners,
): Promise<boolean> {
  const context = target.contextOf(frameId)?.uniqueId;
  const newIds = [...ids].filter((id) => id > 0 && !reportedIds.has(`${context}/${id}`));
  if (context === undefined || newIds.length === 0) return false;
  for (const id of newIds) reportedIds.add(`${context}/${id}`);
  return (await callPageScript({ target, frameId }, 'addListeners', newIds)) > 0;
}
