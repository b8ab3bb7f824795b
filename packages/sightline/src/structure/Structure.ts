import type { PageNode } from '../model/Page.ts';
import type { Pruning } from '../prune/Pruning.ts';
import { extractHeadings, type HeadingNode } from './headings.ts';
import { type ItemContext, itemContexts } from './items.ts';
import { type Counts, countElements, detectLandmarks, type LandmarkRegion } from './landmarks.ts';
import { type Fold, findRepeats } from './repeats.ts';
import { StableIds } from './stableIds.ts';
import { findUnloaded, type Unloaded } from './unloaded.ts';

/** What the tree means: all that the views and the questions need beside the tree itself. */
export interface Structure {
  readonly pruning: Pruning;
  readonly counts: Counts;
  readonly regions: LandmarkRegion[];
  readonly headings: HeadingNode[];
  readonly contexts: ReadonlyMap<PageNode, ItemContext>;
  readonly folds: ReadonlyMap<number, Fold>;
  readonly unloaded: ReadonlyMap<PageNode, Unloaded>;
  readonly stableIds: StableIds;
}

/** `stableIds`: those of its page, where they are kept for more than one way of pruning it. */
export function analyse(pruning: Pruning, stableIds: StableIds = new StableIds(pruning.page)): Structure {
  const counts = countElements(pruning);
  const regions = detectLandmarks(pruning, counts);
  return {
    pruning,
    counts,
    regions,
    headings: extractHeadings(pruning, regions, counts),
    contexts: itemContexts(pruning),
    folds: findRepeats(pruning, counts),
    unloaded: findUnloaded(pruning, counts),
    stableIds,
  };
}
