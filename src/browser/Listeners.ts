import { type DocumentSnapshot, Flag } from '../model/Snapshot.ts';
import type { FrameCapture } from './captureFrame.ts';
import type { World } from './World.ts';

/** What a person does to an element; moves, scrolling and the like make no target of it. */
const TYPES = new Set(
  'click dblclick auxclick mousedown mouseup pointerdown pointerup touchend keydown keyup keypress'.split(
    ' ',
  ),
);
/** Usable as they are: a listener says nothing new of them. Not so a link: without an address it is none. */
const USABLE = new Set('html body button input select textarea summary option label'.split(' '));
/** Elements asked for in one capture, at most: each costs a message. The rest is learned by the next ones. */
const NEW_NODES = 100;

/**
 * Finds the elements that scripts listen on: the browser names them all in one call, closed shadow roots
 * and frames of the same process included. Each is looked up once.
 */
export class Listeners {
  /** The main document of each target, as the page's own world holds it: listeners belong to that world. */
  readonly #documents = new WeakMap<World, { context: string; objectId: string }>();
  /** Our ids by the browser's numbers, for each context; 0 for what is no element of that document. */
  readonly #ids = new WeakMap<World, Map<string, Map<number, number>>>();

  /** When each target was asked last, and what was captured of it then. */
  readonly #asked = new WeakMap<World, { at: number; newest: string }>();

  /**
   * Sets `Flag.Listener` on the rows of what was captured in that target. Where there are as many listeners
   * and no new element since the last time, the browser is asked again only every second.
   */
  async mark(world: World, captures: FrameCapture[]): Promise<void> {
    const newest = newestOf(captures);
    const asked = this.#asked.get(world);
    if (asked && asked.newest === newest && performance.now() - asked.at < ASK_AGAIN) {
      for (const { frameId, document } of captures) flagRows(document, this.#known(world, frameId));
      return;
    }
    await this.#ask(world, captures);
    this.#asked.set(world, { at: performance.now(), newest });
  }

  /** The ids found before in this frame's document. */
  #known(world: World, frameId: string): Set<number> {
    const context = world.contextOf(frameId)?.uniqueId ?? '';
    const ids = this.#ids.get(world)?.get(context)?.values() ?? [];
    return new Set([...ids].filter((id) => id !== 0));
  }

  async #ask(world: World, captures: FrameCapture[]): Promise<void> {
    const objectId = await this.#documentOf(world);
    const { listeners } = await world.session.send('DOMDebugger.getEventListeners', {
      objectId,
      depth: -1,
      pierce: true,
    });
    const nodes = new Set<number>();
    for (const { type, backendNodeId } of listeners)
      if (backendNodeId !== undefined && TYPES.has(type)) nodes.add(backendNodeId);
    if (nodes.size === 0) return;
    for (const { frameId, document } of captures)
      flagRows(document, await this.#idsOf(world, frameId, nodes));
  }

  async #documentOf(world: World): Promise<string> {
    const context = world.contextOf(world.rootFrameId)?.uniqueId ?? '';
    const known = this.#documents.get(world);
    if (known?.context === context) return known.objectId;
    const { result } = await world.session.send('Runtime.evaluate', { expression: 'document' });
    const { objectId } = result;
    if (objectId === undefined) throw new Error('The page has no document.');
    this.#documents.set(world, { context, objectId });
    this.#ids.set(world, new Map());
    return objectId;
  }

  /** The ids of the nodes that are elements of this frame, which are taken from `nodes`. */
  async #idsOf(world: World, frameId: string, nodes: Set<number>): Promise<Set<number>> {
    const context = world.contextOf(frameId);
    const contexts = this.#ids.get(world);
    if (!context || !contexts) return new Set();
    const known = contexts.get(context.uniqueId) ?? new Map<number, number>();
    contexts.set(context.uniqueId, known);
    const fresh = [...nodes].filter((node) => !known.has(node)).slice(0, NEW_NODES);
    const ids = await lookUp(world, context.id, fresh);
    for (const [i, node] of fresh.entries()) known.set(node, ids[i] ?? 0);
    const found = new Set<number>();
    for (const node of nodes) {
      const id = known.get(node) ?? 0;
      if (id === 0) continue;
      found.add(id);
      nodes.delete(node);
    }
    return found;
  }
}

/** Milliseconds. */
const ASK_AGAIN = 1_000;

/** Documents, the newest element of each (ids are given in the order of first sight), and how many listeners there are. */
function newestOf(captures: FrameCapture[]): string {
  return captures
    .map(({ document, listeners }) => `${document.key}/${newestId(document)}/${listeners}`)
    .join();
}

function newestId({ rows }: DocumentSnapshot): number {
  let newest = 0;
  for (const id of rows.id) if (id > newest) newest = id;
  return newest;
}

/** In the page script's world. A node of another document is none there. */
const ID_OF = `function (...nodes) {
  return nodes.map((node) => node instanceof Element && node.ownerDocument === document ? __sightline.idOf(node) : 0);
}`;

async function lookUp(world: World, executionContextId: number, nodes: number[]): Promise<number[]> {
  if (nodes.length === 0) return [];
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

function flagRows({ strings, rows }: DocumentSnapshot, ids: Set<number>): void {
  for (let row = 0; row < rows.id.length; row++) {
    if (ids.has(rows.id[row] as number) && !USABLE.has(strings[rows.tag[row] as number] as string))
      rows.flags[row] = (rows.flags[row] as number) | Flag.Listener;
  }
}
