import type { FrameCapture } from './captureFrame.ts';
import { Freshness } from './Freshness.ts';
import type { Context, World } from './World.ts';

/** Levels of the tree that the browser describes at once: its messages nest 300 deep at most. */
const LEVELS = 40;
/** More elements than this that look like hosts are not asked one by one: all of the tree is read instead. */
const MOST_LIKELY = 100;

/** What the browser tells of a node. */
interface Node {
  backendNodeId: number;
  childNodeCount?: number;
  children?: Node[];
  shadowRoots?: Node[];
  shadowRootType?: string;
  contentDocument?: Node;
  frameId?: string;
}

/** A closed shadow root, by the browser's number, and the frame it lies in. */
interface Found {
  backendNodeId: number;
  frameId: string;
}

/**
 * Hands closed shadow roots, which no script can see, to the page script. Whether there are any that it does
 * not know of is told by counting: a search for `<` goes through all shadow roots but the browser's own,
 * and finds each element. Only then are the elements asked that look like hosts, and where that is not
 * all, the whole tree. Nothing of this shows in the page.
 */
export class ClosedRoots {
  readonly #freshness = new Freshness();
  /** How many more the browser counts in the documents of each target, of which nothing came: texts, and roots nobody walked. */
  readonly #settled = new WeakMap<World, string>();

  /** Hands in what is new in that target, and answers whether there was any: then capture again, and ask again. */
  async open(world: World, captures: FrameCapture[]): Promise<boolean> {
    let isNew = false;
    await this.#freshness.renew(world, captures, async () => {
      isNew = await this.#search(world, captures);
    });
    return isNew;
  }

  async #search(world: World, captures: FrameCapture[]): Promise<boolean> {
    const [all, known] = await Promise.all([countAll(world), sumOf(world, captures, 'elementCount')]);
    const more = all - known;
    const found = `${captures.map(({ document }) => document.key).join()}: ${more}`;
    if (more <= 0 || found === this.#settled.get(world)) return false;
    const isMissing = more > (await sumOf(world, captures, 'bracketCount'));
    if (isMissing && ((await handInLikely(world, captures)) || (await handInAll(world)))) return true;
    this.#settled.set(world, found);
    return false;
  }
}

async function countAll({ session }: World): Promise<number> {
  const { searchId, resultCount } = await session.send('DOM.performSearch', { query: '<' });
  session.send('DOM.discardSearchResults', { searchId }).catch(() => undefined);
  return resultCount;
}

async function sumOf(world: World, captures: FrameCapture[], count: string): Promise<number> {
  const counts = await Promise.all(
    captures.map(async ({ frameId }) => {
      const uniqueContextId = world.contextOf(frameId)?.uniqueId;
      const expression = `__sightline.${count}()`;
      const { result } = await world.session.send('Runtime.evaluate', { expression, uniqueContextId });
      return Number(result.value ?? 0);
    }),
  );
  return counts.reduce((sum, one) => sum + one, 0);
}

async function handInLikely(world: World, captures: FrameCapture[]): Promise<boolean> {
  const lists = await Promise.all(
    captures.map(async ({ frameId }): Promise<Found[]> => {
      const hosts = await likelyHosts(world, frameId);
      const described = await Promise.all(
        hosts.map((objectId) => world.session.send('DOM.describeNode', { objectId }).catch(() => undefined)),
      );
      const roots = described.flatMap((one) => (one?.node as Node | undefined)?.shadowRoots ?? []);
      return roots.filter(isClosed).map(({ backendNodeId }) => ({ backendNodeId, frameId }));
    }),
  );
  return handIn(world, lists.flat());
}

/** Object ids, all got in two messages. */
async function likelyHosts(world: World, frameId: string): Promise<string[]> {
  const { result } = await world.session.send('Runtime.evaluate', {
    expression: '__sightline.likelyHosts()',
    uniqueContextId: world.contextOf(frameId)?.uniqueId,
    objectGroup: GROUP,
  });
  if (!result.objectId || Number(/\d+/.exec(result.description ?? '')) > MOST_LIKELY) return [];
  const { objectId } = result;
  const list = await world.session.send('Runtime.getProperties', { objectId, ownProperties: true });
  return list.result.flatMap(({ name, value }) =>
    /^\d+$/.test(name) && value?.objectId ? [value.objectId] : [],
  );
}

const isClosed = ({ shadowRootType }: Node): boolean => shadowRootType === 'closed';

/** Reads the whole tree, a few levels at a time. */
async function handInAll(world: World): Promise<boolean> {
  const { session } = world;
  const { result } = await session.send('Runtime.evaluate', { expression: 'document', objectGroup: GROUP });
  const found: Found[] = [];
  const { node } = await session.send('DOM.describeNode', {
    objectId: result.objectId,
    depth: LEVELS,
    pierce: true,
  });
  const pending: { node: Node; frameId: string }[] = [{ node: node as Node, frameId: world.rootFrameId }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { frameId } = next;
    const whole = await withChildren(world, next.node);
    for (const root of whole.shadowRoots ?? []) {
      if (isClosed(root)) found.push({ backendNodeId: root.backendNodeId, frameId });
      if (root.shadowRootType !== 'user-agent') pending.push({ node: root, frameId });
    }
    if (whole.contentDocument)
      pending.push({ node: whole.contentDocument, frameId: whole.frameId ?? frameId });
    for (const child of whole.children ?? []) pending.push({ node: child, frameId });
  }
  return handIn(world, found);
}

/** A node that the last description ended at is described anew. */
async function withChildren({ session }: World, node: Node): Promise<Node> {
  if (!node.childNodeCount || node.children) return node;
  const { backendNodeId } = node;
  const described = await session.send('DOM.describeNode', { backendNodeId, depth: LEVELS, pierce: true });
  return described.node as Node;
}

async function handIn(world: World, found: Found[]): Promise<boolean> {
  const { session } = world;
  const frames = [...new Set(found.map(({ frameId }) => frameId))];
  const counts = await Promise.all(
    frames.map(async (frameId) => {
      const context = world.contextOf(frameId);
      if (!context) return 0;
      const roots = found.filter((one) => one.frameId === frameId);
      const objects = await Promise.all(
        roots.map(({ backendNodeId }) => resolve(world, context, backendNodeId)),
      );
      const { result } = await session.send('Runtime.callFunctionOn', {
        functionDeclaration: 'function (...roots) { return __sightline.keepClosedRoots(...roots); }',
        executionContextId: context.id,
        arguments: objects.flatMap((objectId) => (objectId ? [{ objectId }] : [])),
      });
      return Number(result.value ?? 0);
    }),
  );
  session.send('Runtime.releaseObjectGroup', { objectGroup: GROUP }).catch(() => undefined);
  return counts.some((count) => count > 0);
}

async function resolve(
  { session }: World,
  context: Context,
  backendNodeId: number,
): Promise<string | undefined> {
  const ask = { backendNodeId, executionContextId: context.id, objectGroup: GROUP };
  const answer = await session.send('DOM.resolveNode', ask).catch(() => undefined);
  return answer?.object.objectId;
}

const GROUP = 'sightline-hosts';
