import { type DocumentSnapshot, Flag } from '../model/Snapshot.ts';
import type { FrameCapture } from './captureFrame.ts';
import { Freshness } from './Freshness.ts';
import type { World } from './World.ts';

/** What a person does to an element with a pointer; moves, scrolling and the like make no target of it. */
const TYPES = 'click dblclick auxclick contextmenu mousedown mouseup pointerdown pointerup touchend drop';
/** A node that listens to this many of them hears for others: the root of a framework. */
const ROOT_TYPES = 8;
/** Usable as they are: a listener says nothing new of them. Not so a link: without an address it is none. */
const USABLE = new Set('html body button input select textarea summary option label'.split(' '));
/** Nodes that are looked up at once. */
const BATCH = 200;
/** Elements that the page can be asked about in the time that one node takes to look up. */
const SWEPT_PER_NODE = 150;
/** What is known of one target: of its main document and what belongs to the same process. */
interface Known {
  /** Its main document, as the page's own world holds it: listeners belong to that world. */
  context: string;
  objectId: string;
  /** Of the function that finds handlers in a page. */
  source: string;
  /** Where each node that listens was found, by the browser's numbers. */
  nodes: Map<number, { context: string; id: number }>;
  /** Nodes that were found by asking the pages, without telling which is which. */
  swept: Set<number>;
  /** Ids that the pages named, by context: with listeners, and with handlers that a framework keeps. */
  sweptIds: Map<string, string>;
  ownIds: Map<string, string>;
  /** Those among them without a row that the page scripts were told of: `context/id`. */
  noticed: Set<string>;
}

/**
 * Finds the elements that scripts listen on. The browser names the nodes with listeners in one call, closed
 * shadow roots and frames of the same process included; each is then looked up, which costs a message, or
 * where they are many the page is asked which elements have any. Handlers that frameworks keep on
 * properties of their own are found in the page: its word can only ever add.
 */
export class Listeners {
  readonly #known = new WeakMap<World, Known>();
  readonly #freshness = new Freshness();

  /**
   * Sets `Flag.Listener` on the rows of what was captured in that target. Where there are as many listeners
   * and no new element since the last time, the browser is asked again only every second. Answers whether shapes of
   * drawings listen that have no row yet: then capture again.
   */
  async mark(world: World, captures: FrameCapture[]): Promise<boolean> {
    const known = await this.#knownOf(world);
    await this.#freshness.renew(world, captures, () => ask(world, captures, known));
    const noticed = await Promise.all(
      captures.map(({ frameId, document }) => {
        const ids = idsIn(world, frameId, known);
        return notice(world, frameId, flagRows(document, ids), known);
      }),
    );
    return noticed.includes(true);
  }

  async #knownOf(world: World): Promise<Known> {
    const context = world.contextOf(world.rootFrameId)?.uniqueId ?? '';
    const known = this.#known.get(world);
    if (known?.context === context) return known;
    const [{ result }, source] = await Promise.all([
      world.session.send('Runtime.evaluate', { expression: 'document' }),
      evaluate(world, context, '__sightline.findHandlers'),
    ]);
    if (result.objectId === undefined) throw new Error('The page has no document.');
    const fresh: Known = {
      context,
      objectId: result.objectId,
      source,
      nodes: new Map(),
      swept: new Set(),
      sweptIds: new Map(),
      ownIds: new Map(),
      noticed: new Set(),
    };
    this.#known.set(world, fresh);
    return fresh;
  }
}

async function ask(world: World, captures: FrameCapture[], known: Known): Promise<void> {
  const nodes = await listeningNodes(world, known);
  for (const node of known.nodes.keys()) if (!nodes.has(node)) known.nodes.delete(node);
  if ([...known.swept].some((node) => !nodes.has(node))) known.swept.clear();
  const fresh = [...nodes].filter((node) => !known.nodes.has(node) && !known.swept.has(node));
  const elements = captures.reduce((sum, { document }) => sum + document.rows.id.length, 0);
  const isMany = fresh.length * captures.length * SWEPT_PER_NODE > elements;
  const { ids, heard } = await sweep(world, captures, known.source, isMany);
  if (isMany && heard === nodes.size) {
    known.sweptIds = ids;
    known.ownIds = new Map();
    known.swept = nodes;
    known.nodes.clear();
    return;
  }
  if (known.swept.size === 0) known.sweptIds = new Map();
  known.ownIds = ids;
  await lookUpAll(world, captures, fresh, known);
}

/** The browser's numbers of the nodes that listen, less those that listen for what is in them. */
async function listeningNodes(world: World, { objectId }: Known): Promise<Set<number>> {
  const { listeners } = await world.session.send('DOMDebugger.getEventListeners', {
    objectId,
    depth: -1,
    pierce: true,
  });
  const types = new Map<number, Set<string>>();
  const wanted = new Set(TYPES.split(' '));
  for (const { type, backendNodeId } of listeners) {
    if (backendNodeId === undefined || !wanted.has(type)) continue;
    const heard = types.get(backendNodeId);
    if (heard) heard.add(type);
    else types.set(backendNodeId, new Set([type]));
  }
  return new Set([...types].filter(([, heard]) => heard.size < ROOT_TYPES).map(([node]) => node));
}

interface Swept {
  /** Ids parted by commas, by context. */
  ids: Map<string, string>;
  /** How many nodes listen, as the pages tell. */
  heard: number;
}

/** Asks each document for the handlers on it: in the page's own world, where they are. */
async function sweep(
  world: World,
  captures: FrameCapture[],
  source: string,
  listeners: boolean,
): Promise<Swept> {
  const swept: Swept = { ids: new Map(), heard: 0 };
  await Promise.all(
    captures.map(async ({ frameId }) => {
      const context = world.contextOf(frameId);
      const page = world.pageContextOf(frameId);
      if (!context || !page) return;
      const call = `(${source})('${TYPES}',${listeners},${ROOT_TYPES})`;
      const found = await evaluate(world, page, call, listeners);
      swept.heard += Number(/^\d+\|(\d+)\|/.exec(found)?.[1] ?? Number.NaN);
      if (!found.endsWith('|')) {
        const ids = await evaluate(world, context.uniqueId, `__sightline.idsFound(${JSON.stringify(found)})`);
        if (ids === '') swept.heard = Number.NaN;
        else swept.ids.set(context.uniqueId, ids);
      }
    }),
  );
  return swept;
}

/** The text that an expression comes to; '' where it comes to none. */
async function evaluate(
  { session }: World,
  uniqueContextId: string,
  expression: string,
  includeCommandLineAPI = false,
): Promise<string> {
  const call = { expression, uniqueContextId, includeCommandLineAPI, returnByValue: true };
  const { result } = await session.send('Runtime.evaluate', call);
  return typeof result.value === 'string' ? result.value : '';
}

/** Finds each node among the captured documents: tried in one after the other, since no list tells which. */
async function lookUpAll(
  world: World,
  captures: FrameCapture[],
  fresh: number[],
  known: Known,
): Promise<void> {
  for (let from = 0; from < fresh.length; from += BATCH) {
    let left = fresh.slice(from, from + BATCH);
    for (const { frameId } of captures) {
      const context = world.contextOf(frameId);
      if (!context || left.length === 0) continue;
      const ids = await lookUp(world, context.id, left);
      left.forEach((node, i) => {
        if (ids[i]) known.nodes.set(node, { context: context.uniqueId, id: ids[i] });
      });
      left = left.filter((_, i) => !ids[i]);
    }
    for (const node of left) known.nodes.set(node, { context: '', id: 0 });
  }
}

/** In the page script's world. A node of another document is none there. */
const ID_OF = `function (...nodes) {
  return nodes.map((node) => node instanceof Element && node.ownerDocument === document ? __sightline.idOf(node) : 0);
}`;

async function lookUp(world: World, executionContextId: number, nodes: number[]): Promise<number[]> {
  const { session } = world;
  const objects = await Promise.all(
    nodes.map((backendNodeId) =>
      session
        .send('DOM.resolveNode', { backendNodeId, executionContextId, objectGroup: GROUP })
        .then(({ object }) => object.objectId)
        .catch(() => undefined),
    ),
  );
  const { result } = await session.send('Runtime.callFunctionOn', {
    functionDeclaration: ID_OF,
    executionContextId,
    arguments: objects.map((objectId) => (objectId === undefined ? { value: 0 } : { objectId })),
    returnByValue: true,
  });
  await session.send('Runtime.releaseObjectGroup', { objectGroup: GROUP });
  return result.value as number[];
}

const GROUP = 'sightline-listeners';

function idsIn(world: World, frameId: string, { nodes, sweptIds, ownIds }: Known): Set<number> {
  const context = world.contextOf(frameId)?.uniqueId ?? '';
  const ids = new Set<number>();
  for (const found of nodes.values()) if (found.context === context) ids.add(found.id);
  for (const list of [sweptIds.get(context), ownIds.get(context)])
    for (const id of list?.split(',') ?? []) ids.add(Number(id));
  return ids;
}

/** Answers the ids that have no row. */
function flagRows({ strings, rows }: DocumentSnapshot, ids: Set<number>): Set<number> {
  if (ids.size === 0) return ids;
  const left = new Set(ids);
  for (let row = 0; row < rows.id.length; row++) {
    if (!left.delete(rows.id[row] as number)) continue;
    if (!USABLE.has(strings[rows.tag[row] as number] as string))
      rows.flags[row] = (rows.flags[row] as number) | Flag.Listener;
  }
  return left;
}

/** Tells the page script, once, of what listens without a row; true where shapes of a drawing are among them. */
async function notice(world: World, frameId: string, ids: Set<number>, { noticed }: Known): Promise<boolean> {
  const context = world.contextOf(frameId)?.uniqueId;
  const fresh = [...ids].filter((id) => id > 0 && !noticed.has(`${context}/${id}`));
  if (context === undefined || fresh.length === 0) return false;
  for (const id of fresh) noticed.add(`${context}/${id}`);
  return Number(await evaluate(world, context, `__sightline.notice([${fresh}])`)) > 0;
}
