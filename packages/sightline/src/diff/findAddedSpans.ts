import type { PageNode } from '../snapshot/Page.ts';
import type { LandmarkRegion } from '../structure/landmarks.ts';
import type { VisibleItem, VisibleItems } from './VisibleItems.ts';

/** A part of a page that is new as a whole. */
export interface AddedSpan {
  /** Index of its first node, and one past its last. */
  from: number;
  to: number;
  region: LandmarkRegion | undefined;
  /** What is new in it. */
  items: VisibleItem[];
  /** Words in a block with other content that is not new. */
  isLoose: boolean;
}

/**
 * The largest parts of a page in which everything visible is new, in order; none extends beyond its region, or overlaps
 * another.
 */
export function findAddedSpans(visibleItems: VisibleItems, added: readonly VisibleItem[]): AddedSpan[] {
  const { nodes } = visibleItems.pageState.visibility.page;
  const itemSums = prefixCounts(visibleItems.items, nodes.length);
  const addedSums = prefixCounts(added, nodes.length);
  const isEntirelyNew = ({ index, end }: PageNode): boolean =>
    (itemSums[end] as number) - (itemSums[index] as number) ===
    (addedSums[end] as number) - (addedSums[index] as number);
  const spans: AddedSpan[] = [];
  for (const item of [...added].sort((a, b) => a.startIndex - b.startIndex)) {
    const last = spans.at(-1);
    if (last && item.startIndex < last.to) {
      last.items.push(item);
      continue;
    }
    const { node, region, startIndex } = item;
    const isAvailable = (one: PageNode): boolean => isEntirelyNew(one) && one.index >= (last?.to ?? 0);
    if (!isAvailable(node))
      spans.push({ from: startIndex, to: startIndex + 1, region, items: [item], isLoose: true });
    else {
      const { index, end } = largestNewAncestor(node, region, isAvailable);
      spans.push({ from: index, to: end, region, items: [item], isLoose: false });
    }
  }
  return spans;
}

/** How many items begin before each index. */
function prefixCounts(items: readonly VisibleItem[], length: number): Uint32Array {
  const counts = new Uint32Array(length + 1);
  for (const { startIndex } of items) counts[startIndex + 1] = (counts[startIndex + 1] as number) + 1;
  for (let i = 0; i < length; i++) counts[i + 1] = (counts[i + 1] as number) + (counts[i] as number);
  return counts;
}

function largestNewAncestor(
  node: PageNode,
  region: LandmarkRegion | undefined,
  isEntirelyNew: (node: PageNode) => boolean,
): PageNode {
  let top = node;
  while (top !== region?.node && top.parent && top.parent !== region?.node && isEntirelyNew(top.parent)) {
    if (top.parent.tag === 'body' || top.parent.tag === 'html') break;
    top = top.parent;
  }
  return top;
}
