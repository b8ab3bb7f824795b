import { lowerBound } from '../snapshot/binarySearch.ts';
import type { LandmarkRegion } from '../structure/landmarks.ts';
import type { VisibleItem } from './VisibleItems.ts';

/** Adjacent items that were elsewhere before. */
export interface MovedItems {
  /** As they are now, in order: a card with its words, a row. */
  items: VisibleItem[];
  region: LandmarkRegion | undefined;
  /** What shows before them now; undefined for what is the first of the page. */
  previousItem: VisibleItem | undefined;
}

/**
 * The fewest items whose moves explain the new order. `earlierItems`: the earlier item of each, where that is certain.
 */
export function findMoves(
  items: readonly VisibleItem[],
  earlierItems: ReadonlyMap<VisibleItem, VisibleItem>,
): MovedItems[] {
  const unmoved = longestOrdered(
    items.filter((item) => earlierItems.has(item)),
    (item) => (earlierItems.get(item) as VisibleItem).startIndex,
  );
  const moves: MovedItems[] = [];
  let currentMove: MovedItems | undefined;
  items.forEach((item, i) => {
    const isMoved = earlierItems.has(item) && !unmoved.has(item);
    if (!isMoved || currentMove?.region !== item.region) currentMove = undefined;
    if (!isMoved) return;
    if (!currentMove) {
      currentMove = { items: [], region: item.region, previousItem: items[i - 1] };
      moves.push(currentMove);
    }
    currentMove.items.push(item);
  });
  return moves;
}

/** The longest increasing subsequence of the old positions, in n log n. */
function longestOrdered(
  items: readonly VisibleItem[],
  positionOf: (item: VisibleItem) => number,
): Set<VisibleItem> {
  /** The last of the best sequence of each length, and what comes before each item in its own. */
  const ends: VisibleItem[] = [];
  const before = new Map<VisibleItem, VisibleItem | undefined>();
  for (const item of items) {
    const length = lowerBound(ends, (end) => positionOf(end) < positionOf(item));
    before.set(item, ends[length - 1]);
    ends[length] = item;
  }
  const unmoved = new Set<VisibleItem>();
  for (let item = ends.at(-1); item; item = before.get(item)) unmoved.add(item);
  return unmoved;
}
