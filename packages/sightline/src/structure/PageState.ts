import { StableIds } from '../identity/StableIds.ts';
import type { PageNode } from '../snapshot/Page.ts';
import type { Visibility } from '../visibility/Visibility.ts';
import { type Fold, findFolds } from './findFolds.ts';
import { findUnloadedItems, type UnloadedItems } from './findUnloaded.ts';
import { extractHeadings, type HeadingNode } from './headings.ts';
import { findItemContexts, type ItemContext } from './itemContexts.ts';
import { countNodes, detectLandmarks, type LandmarkRegion, type NodeCounts } from './landmarks.ts';

/** What the tree means: all that the views and the questions need beside the tree itself. */
export interface PageState {
  readonly visibility: Visibility;
  readonly counts: NodeCounts;
  readonly regions: LandmarkRegion[];
  readonly headings: HeadingNode[];
  readonly itemContexts: ReadonlyMap<PageNode, ItemContext>;
  readonly folds: ReadonlyMap<number, Fold>;
  readonly unloaded: ReadonlyMap<PageNode, UnloadedItems>;
  readonly stableIds: StableIds;
}

/** `stableIds`: those of its page, where they are kept for more than one way of pruning it. */
export function buildPageState(
  visibility: Visibility,
  stableIds: StableIds = new StableIds(visibility.page),
): PageState {
  const counts = countNodes(visibility);
  const regions = detectLandmarks(visibility, counts);
  return {
    visibility,
    counts,
    regions,
    headings: extractHeadings(visibility, regions, counts),
    itemContexts: findItemContexts(visibility),
    folds: findFolds(visibility, counts),
    unloaded: findUnloadedItems(visibility, counts),
    stableIds,
  };
}
