import type { PageNode } from '../model/Page.ts';
import type { LandmarkRegion } from './landmarks.ts';
import type { Item, Shown } from './Shown.ts';

/** A part of a page that is new as a whole. */
export interface Span {
  /** Index of its first node, and one past its last. */
  from: number;
  to: number;
  region: LandmarkRegion | undefined;
  /** What is new in it. */
  items: Item[];
  /** Words in a block that holds something else besides, which is not new. */
  isLoose: boolean;
}

/**
 * The largest parts of a page in which all that shows is among `fresh`, in order; none reaches out of its region, or
 * takes in one that was told before.
 */
export function spansOf(shown: Shown, fresh: readonly Item[]): Span[] {
  const { nodes } = shown.structure.pruning.page;
  const all = sums(shown.items, nodes.length);
  const isNew = sums(fresh, nodes.length);
  const isWhole = ({ index, end }: PageNode): boolean =>
    (all[end] as number) - (all[index] as number) === (isNew[end] as number) - (isNew[index] as number);
  const spans: Span[] = [];
  for (const item of [...fresh].sort((a, b) => a.at - b.at)) {
    const last = spans.at(-1);
    if (last && item.at < last.to) {
      last.items.push(item);
      continue;
    }
    const { node, region, at } = item;
    const isFree = (one: PageNode): boolean => isWhole(one) && one.index >= (last?.to ?? 0);
    if (!isFree(node)) spans.push({ from: at, to: at + 1, region, items: [item], isLoose: true });
    else {
      const { index, end } = climb(node, region, isFree);
      spans.push({ from: index, to: end, region, items: [item], isLoose: false });
    }
  }
  return spans;
}

/** How many items begin before each index. */
function sums(items: readonly Item[], length: number): Uint32Array {
  const counts = new Uint32Array(length + 1);
  for (const { at } of items) counts[at + 1] = (counts[at + 1] as number) + 1;
  for (let i = 0; i < length; i++) counts[i + 1] = (counts[i + 1] as number) + (counts[i] as number);
  return counts;
}

function climb(
  node: PageNode,
  region: LandmarkRegion | undefined,
  isWhole: (node: PageNode) => boolean,
): PageNode {
  let top = node;
  while (top !== region?.node && top.parent && top.parent !== region?.node && isWhole(top.parent)) {
    if (top.parent.tag === 'body' || top.parent.tag === 'html') break;
    top = top.parent;
  }
  return top;
}
