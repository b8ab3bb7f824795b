import type { PageNode } from '../snapshot/Page.ts';
import type { ItemPairing } from './pairReplaced.ts';
import type { VisibleItem } from './VisibleItems.ts';

/** With more unchanged items for each new one, only the new ones are reported. */
const MAX_KEPT_PER_NEW = 3;

/**
 * Items that did not change, but are in a part that was re-rendered with much new content: another page of a list, its
 * rows in another order, another view. Such a part is reported in whole and in order: its new items alone would look
 * like all of it.
 */
export function findRerendered(
  { paired, added }: Pick<ItemPairing, 'paired' | 'added'>,
  existedBefore: (node: PageNode) => boolean,
): Set<VisibleItem> {
  const containers = new Map<PageNode, PageNode | undefined>();
  const containerOf = (node: PageNode): PageNode | undefined => {
    const chain: PageNode[] = [];
    let current: PageNode | undefined = node;
    for (; current && !containers.has(current) && !existedBefore(current); current = current.parent)
      chain.push(current);
    const container = current && containers.has(current) ? containers.get(current) : current;
    for (const one of chain) containers.set(one, container);
    return container;
  };
  const isNewNode = ({ node }: VisibleItem): boolean => !existedBefore(node);
  const count = (items: VisibleItem[]): Map<PageNode | undefined, number> => {
    const counts = new Map<PageNode | undefined, number>();
    for (const { node } of items) counts.set(containerOf(node), (counts.get(containerOf(node)) ?? 0) + 1);
    return counts;
  };
  const rerendered = paired.filter(isNewNode);
  const [pairedCounts, addedCounts] = [count(rerendered), count(added.filter(isNewNode))];
  return new Set(
    rerendered.filter(({ node }) => {
      const container = containerOf(node);
      return (addedCounts.get(container) ?? 0) * MAX_KEPT_PER_NEW >= (pairedCounts.get(container) ?? 0);
    }),
  );
}
