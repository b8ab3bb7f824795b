import type { LandmarkRegion } from './landmarks.ts';
import type { Item } from './Shown.ts';

/** Things that stand together, and stood elsewhere before. */
export interface Move {
  /** As they are now, in order: a card with its words, a row. */
  items: Item[];
  region: LandmarkRegion | undefined;
  /** What shows before them now; undefined for what is the first of the page. */
  behind: Item | undefined;
}

/**
 * What changed its place among what shows: the fewest things that explain the order. `earlier`: what each was before,
 * where that is sure.
 */
export function movesIn(items: readonly Item[], earlier: ReadonlyMap<Item, Item>): Move[] {
  const kept = inOrder(
    items.filter((item) => earlier.has(item)),
    (item) => (earlier.get(item) as Item).at,
  );
  const moves: Move[] = [];
  let open: Move | undefined;
  items.forEach((item, i) => {
    const isMoved = earlier.has(item) && !kept.has(item);
    if (!isMoved || open?.region !== item.region) open = undefined;
    if (!isMoved) return;
    if (!open) {
      open = { items: [], region: item.region, behind: items[i - 1] };
      moves.push(open);
    }
    open.items.push(item);
  });
  return moves;
}

/** The most that can be kept in the order of their places: a longest increasing subsequence, in n log n. */
function inOrder(items: readonly Item[], placeOf: (item: Item) => number): Set<Item> {
  /** The last of the best sequence of each length, and what comes before each item in its own. */
  const ends: Item[] = [];
  const before = new Map<Item, Item | undefined>();
  for (const item of items) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (placeOf(ends[middle] as Item) < placeOf(item)) low = middle + 1;
      else high = middle;
    }
    before.set(item, ends[low - 1]);
    ends[low] = item;
  }
  const kept = new Set<Item>();
  for (let item = ends.at(-1); item; item = before.get(item)) kept.add(item);
  return kept;
}
