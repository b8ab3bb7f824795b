export interface CdpFrame {
  id: string;
  parentId?: string;
  loaderId: string;
}

export interface CdpFrameTree {
  frame: CdpFrame;
  childFrames?: CdpFrameTree[];
}

interface SyntheticEvent {
  method: string;
  params: Record<string, unknown>;
}

/** Whether an event reports a page restored from the back/forward cache. */
export function isCacheRestore(method: string, params: Record<string, unknown>): boolean {
  return method === 'Page.frameNavigated' && params.type === 'BackForwardCacheRestore';
}

/**
 * The events that Chrome does not send for a page restored from the back/forward cache, and Playwright waits for: it
 * has loaded, and its frames are there. `contexts`: the live ones, reported before their frames were known.
 */
export function restoredFrameEvents(
  { frame, childFrames = [] }: CdpFrameTree,
  contexts: Record<string, unknown>[],
): SyntheticEvent[] {
  const children = childFrames.flatMap((tree) => [
    ...[{ method: 'Page.frameAttached', params: { frameId: tree.frame.id, parentFrameId: frame.id } }],
    ...[{ method: 'Page.frameNavigated', params: { frame: tree.frame, type: 'Navigation' } }],
    ...contexts
      .filter((context) => contextFrameId(context) === tree.frame.id)
      .map((params) => ({ method: 'Runtime.executionContextCreated', params })),
    ...restoredFrameEvents(tree, contexts),
  ]);
  const loaded = ['DOMContentLoaded', 'load'].map((name) => ({
    method: 'Page.lifecycleEvent',
    params: { frameId: frame.id, loaderId: frame.loaderId, name, timestamp: 0 },
  }));
  return [...children, ...loaded];
}

function contextFrameId(params: Record<string, unknown>): string | undefined {
  return (params as { context?: { auxData?: { frameId?: string } } }).context?.auxData?.frameId;
}
