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
  const kept = items.filter((item) => earlierItems.has(item));
  const positionOf = (item: VisibleItem): number => (earlierItems.get(item) as VisibleItem).startIndex;
  if (isIncreasing(kept.map(positionOf))) return [];
  const unmoved = longestIncreasing(kept, positionOf);
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

const isIncreasing = (positions: readonly number[]): boolean =>
  positions.every((position, i) => i === 0 || position > (positions[i - 1] as number));

/** The longest run of items, the last first, whose positions increase: a longest increasing subsequence, in n log n. */
function longestIncreasing<T>(items: readonly T[], positionOf: (item: T) => number): Set<T> {
  /** The last item of the best run of each length, and the item before each in its run. */
  const ends: T[] = [];
  const before = new Map<T, T | undefined>();
  for (const item of items) {
    const length = lowerBound(ends, (end) => positionOf(end) < positionOf(item));
    before.set(item, ends[length - 1]);
    ends[length] = item;
  }
  const run = new Set<T>();
  for (let item = ends.at(-1); item !== undefined; item = before.get(item)) run.add(item);
  return run;
}
