export interface Frame {
  id: string;
  parentId?: string;
  loaderId: string;
}

export interface FrameTree {
  frame: Frame;
  childFrames?: FrameTree[];
}

interface Told {
  method: string;
  params: Record<string, unknown>;
}

/** Whether an event tells of a page that comes back from the back/forward cache as it was left. */
export function isRestored(method: string, params: Record<string, unknown>): boolean {
  return method === 'Page.frameNavigated' && params.type === 'BackForwardCacheRestore';
}

/**
 * What Chrome leaves untold of a page that comes back from the back/forward cache, and Playwright waits for: it has
 * loaded, and its frames are there. `contexts`: those that live, as they were told of before their frames were known.
 */
export function restoredFrames(
  { frame, childFrames = [] }: FrameTree,
  contexts: Record<string, unknown>[],
): Told[] {
  const children = childFrames.flatMap((tree) => [
    ...[{ method: 'Page.frameAttached', params: { frameId: tree.frame.id, parentFrameId: frame.id } }],
    ...[{ method: 'Page.frameNavigated', params: { frame: tree.frame, type: 'Navigation' } }],
    ...contexts
      .filter((context) => frameOf(context) === tree.frame.id)
      .map((params) => ({ method: 'Runtime.executionContextCreated', params })),
    ...restoredFrames(tree, contexts),
  ]);
  const loaded = ['DOMContentLoaded', 'load'].map((name) => ({
    method: 'Page.lifecycleEvent',
    params: { frameId: frame.id, loaderId: frame.loaderId, name, timestamp: 0 },
  }));
  return [...children, ...loaded];
}

function frameOf(params: Record<string, unknown>): string | undefined {
  return (params as { context?: { auxData?: { frameId?: string } } }).context?.auxData?.frameId;
}
