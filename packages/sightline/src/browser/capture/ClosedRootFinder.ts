import { groupBy } from '../../snapshot/groupBy.ts';
import { callPageScript, callWithNodes } from '../frames/callPageScript.ts';
import type { FrameCapture, FrameTarget, TargetFrame } from '../frames/FrameTarget.ts';
import { RefreshThrottle } from './RefreshThrottle.ts';

/** Levels of the tree that the browser describes at once: its messages nest 300 deep at most. */
const MAX_DEPTH = 40;
/** More elements than this that look like hosts are not asked one by one: all of the tree is read instead. */
const MAX_LIKELY_HOSTS = 100;

/** A node as CDP describes it. */
interface CdpNode {
  backendNodeId: number;
  childNodeCount?: number;
  children?: CdpNode[];
  shadowRoots?: CdpNode[];
  shadowRootType?: string;
  contentDocument?: CdpNode;
  frameId?: string;
}

/** A closed shadow root, by the browser's number, and the frame it lies in. */
interface ClosedRoot {
  backendNodeId: number;
  frameId: string;
}

/** Elements of the documents of one target, by the browser's count and by that of the page scripts. */
export interface ElementCounts {
  all: number;
  known: number;
}

/**
 * Registers closed shadow roots, which no script can see, with the page script. Counting shows whether there are any:
 * a search for `<` covers all shadow roots but the browser's own, and finds each element. Only where it finds more than
 * the page script, the likely hosts are described, and then the whole tree. The page cannot notice this.
 */
export class ClosedRootFinder {
  readonly #throttle = new RefreshThrottle({ findsNodes: true });
  /** The surplus of the browser's count in the documents of each target that a search has explained already. */
  readonly #searchedStates = new WeakMap<FrameTarget, string>();

  /** Whether the browser is to be asked, whatever has changed. */
  isOverdue(target: FrameTarget): boolean {
    return this.#throttle.isOverdue(target);
  }

  /** Of documents of one target. */
  async count(frames: readonly TargetFrame[]): Promise<ElementCounts> {
    const [all, known] = await Promise.all([
      countAllElements((frames[0] as TargetFrame).target),
      sumCounts(frames, 'elementCount'),
    ]);
    return { all, known };
  }

  /**
   * Registers the new ones of that target, and returns whether there are any: then capture again, and repeat. `counts`: those of
   * these captures, where they were asked for.
   */
  async discover(target: FrameTarget, captures: FrameCapture[], counts?: ElementCounts): Promise<boolean> {
    let hasNew = false;
    const search = async (): Promise<void> => {
      hasNew = await this.#search(target, captures, counts ?? (await this.count(captures)));
    };
    await this.#throttle.refreshIfDue(target, captures, search, { isAsked: counts !== undefined });
    return hasNew;
  }

  async #search(
    target: FrameTarget,
    captures: FrameCapture[],
    { all, known: elementCount }: ElementCounts,
  ): Promise<boolean> {
    const surplus = all - elementCount;
    const stateKey = `${captures.map(({ document }) => document.key).join()}: ${surplus}`;
    if (surplus <= 0 || stateKey === this.#searchedStates.get(target)) return false;
    const isMissing = surplus > (await sumCounts(captures, 'bracketCount'));
    if (
      isMissing &&
      ((await registerFromLikelyHosts(target, captures)) || (await registerFromWholeTree(target)))
    )
      return true;
    this.#searchedStates.set(target, stateKey);
    return false;
  }
}

async function countAllElements({ session }: FrameTarget): Promise<number> {
  const { searchId, resultCount } = await session.send('DOM.performSearch', { query: '<' });
  session.send('DOM.discardSearchResults', { searchId }).catch(() => undefined);
  return resultCount;
}

async function sumCounts(
  captures: readonly TargetFrame[],
  method: 'elementCount' | 'bracketCount',
): Promise<number> {
  const counts = await Promise.all(captures.map((capture) => callPageScript(capture, method)));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function registerFromLikelyHosts(target: FrameTarget, captures: FrameCapture[]): Promise<boolean> {
  const lists = await Promise.all(
    captures.map(async ({ frameId }): Promise<ClosedRoot[]> => {
      const hosts = await findLikelyHosts(target, frameId);
      const described = await Promise.all(
        hosts.map((objectId) => target.session.send('DOM.describeNode', { objectId }).catch(() => undefined)),
      );
      const roots = described.flatMap((one) => (one?.node as CdpNode | undefined)?.shadowRoots ?? []);
      return roots.filter(isClosed).map(({ backendNodeId }) => ({ backendNodeId, frameId }));
    }),
  );
  return registerClosedRoots(target, lists.flat());
}

/** Object ids, all got in two messages. */
async function findLikelyHosts(target: FrameTarget, frameId: string): Promise<string[]> {
  const { result } = await target.session.send('Runtime.evaluate', {
    expression: '__sightline.likelyHosts()',
    uniqueContextId: target.contextOf(frameId)?.uniqueId,
    objectGroup: OBJECT_GROUP,
  });
  if (!result.objectId || Number(/\d+/.exec(result.description ?? '')) > MAX_LIKELY_HOSTS) return [];
  const { objectId } = result;
  const list = await target.session.send('Runtime.getProperties', { objectId, ownProperties: true });
  return list.result.flatMap(({ name, value }) =>
    /^\d+$/.test(name) && value?.objectId ? [value.objectId] : [],
  );
}

const isClosed = ({ shadowRootType }: CdpNode): boolean => shadowRootType === 'closed';

/** Reads the whole tree, a few levels at a time. */
async function registerFromWholeTree(target: FrameTarget): Promise<boolean> {
  const { session } = target;
  const { result } = await session.send('Runtime.evaluate', {
    expression: 'document',
    objectGroup: OBJECT_GROUP,
  });
  const closedRoots: ClosedRoot[] = [];
  const { node } = await session.send('DOM.describeNode', {
    objectId: result.objectId,
    depth: MAX_DEPTH,
    pierce: true,
  });
  const pending: { node: CdpNode; frameId: string }[] = [
    { node: node as CdpNode, frameId: target.rootFrameId },
  ];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { frameId } = next;
    const fullNode = await withChildren(target, next.node);
    for (const root of fullNode.shadowRoots ?? []) {
      if (isClosed(root)) closedRoots.push({ backendNodeId: root.backendNodeId, frameId });
      if (root.shadowRootType !== 'user-agent') pending.push({ node: root, frameId });
    }
    if (fullNode.contentDocument)
      pending.push({ node: fullNode.contentDocument, frameId: fullNode.frameId ?? frameId });
    for (const child of fullNode.children ?? []) pending.push({ node: child, frameId });
  }
  return registerClosedRoots(target, closedRoots);
}

/** A node that the last description ended at is described anew. */
async function withChildren({ session }: FrameTarget, node: CdpNode): Promise<CdpNode> {
  if (!node.childNodeCount || node.children) return node;
  const { backendNodeId } = node;
  const described = await session.send('DOM.describeNode', { backendNodeId, depth: MAX_DEPTH, pierce: true });
  return described.node as CdpNode;
}

async function registerClosedRoots(target: FrameTarget, closedRoots: ClosedRoot[]): Promise<boolean> {
  const counts = await Promise.all(
    Array.from(
      groupBy(closedRoots, ({ frameId }) => frameId),
      ([frameId, roots]) => {
        const nodeIds = roots.map(({ backendNodeId }) => backendNodeId);
        return target.contextOf(frameId) ? callWithNodes({ target, frameId }, 'addClosedRoots', nodeIds) : 0;
      },
    ),
  );
  target.session.send('Runtime.releaseObjectGroup', { objectGroup: OBJECT_GROUP }).catch(() => undefined);
  return counts.some((count) => count > 0);
}

const OBJECT_GROUP = 'sightline-hosts';
