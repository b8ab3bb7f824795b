import { Fingerprinter } from '../identity/Fingerprinter.ts';
import { StableIds } from '../identity/StableIds.ts';
import type { Page, PageNode } from '../snapshot/Page.ts';
import type { Visibility } from '../visibility/Visibility.ts';
import { type Fold, findFolds } from './findFolds.ts';
import { findUnloadedItems, type UnloadedItems } from './findUnloaded.ts';
import { extractHeadings, type HeadingNode } from './headings.ts';
import { findItemContexts, type ItemContext } from './itemContexts.ts';
import { LandmarkIndex } from './LandmarkIndex.ts';
import {
  countNodes,
  detectLandmarks,
  innermostRegions,
  type LandmarkRegion,
  type NodeCounts,
} from './landmarks.ts';
import { RevealPaths } from './RevealPaths.ts';
import { findSplitRows } from './tableGrid.ts';

/** Everything that the views, queries and actions know of one captured page. Frozen; its indexes are built when first used. */
export class PageState {
  readonly page: Page;
  readonly visibility: Visibility;
  readonly counts: NodeCounts;
  /** In document order. */
  readonly regions: readonly LandmarkRegion[];
  /** The innermost region around each node, by `PageNode.index`. */
  readonly regionAt: readonly (LandmarkRegion | undefined)[];
  readonly headings: readonly HeadingNode[];
  readonly itemContexts: ReadonlyMap<PageNode, ItemContext>;
  readonly folds: ReadonlyMap<number, Fold>;
  readonly unloaded: ReadonlyMap<PageNode, UnloadedItems>;
  readonly stableIds: StableIds;
  #landmarkIndex: LandmarkIndex | undefined;
  #revealPaths: RevealPaths | undefined;
  #fingerprinter: Fingerprinter | undefined;
  #splitRows: ReadonlyMap<PageNode, readonly PageNode[]> | undefined;

  /** `stableIds`: those of the page, to share them between states of the same page. */
  constructor(visibility: Visibility, stableIds: StableIds = new StableIds(visibility.page)) {
    this.page = visibility.page;
    this.visibility = visibility;
    this.counts = countNodes(visibility);
    this.regions = Object.freeze(detectLandmarks(visibility, this.counts));
    this.regionAt = Object.freeze(innermostRegions(this.page, this.regions));
    this.headings = Object.freeze(extractHeadings(this));
    this.itemContexts = findItemContexts(visibility);
    this.folds = findFolds(visibility, this.counts);
    this.unloaded = findUnloadedItems(visibility, this.counts);
    this.stableIds = stableIds;
    Object.freeze(this);
  }

  get landmarkIndex(): LandmarkIndex {
    this.#landmarkIndex ??= new LandmarkIndex(this);
    return this.#landmarkIndex;
  }

  get revealPaths(): RevealPaths {
    this.#revealPaths ??= new RevealPaths(this.visibility);
    return this.#revealPaths;
  }

  get fingerprinter(): Fingerprinter {
    this.#fingerprinter ??= new Fingerprinter(this.visibility);
    return this.#fingerprinter;
  }

  /** All parts of a row that pinned columns split, in document order; of any other element, itself. */
  partsOf(node: PageNode): readonly PageNode[] {
    this.#splitRows ??= findSplitRows(this.visibility);
    return this.#splitRows.get(node) ?? [node];
  }
}
