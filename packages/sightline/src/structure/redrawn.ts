import type { PageNode } from '../model/Page.ts';
import type { Pairing } from './replaced.ts';
import type { Item } from './Shown.ts';

/** So many that were there before, for one that is new, are a part that is as it was but for that one. */
const MOST_KEPT = 3;

/**
 * What is as it was before, but stands in a part that was made anew with much else in it: the other page of a list, its
 * rows in another order, another view. Such a part is told in whole and in order: its new things alone would read as
 * all there is, the second row as the first.
 */
export function redrawn(
  { paired, fresh }: Pick<Pairing, 'paired' | 'fresh'>,
  isKept: (node: PageNode) => boolean,
): Set<Item> {
  const holders = new Map<PageNode, PageNode | undefined>();
  const holderOf = (node: PageNode): PageNode | undefined => {
    const below: PageNode[] = [];
    let at: PageNode | undefined = node;
    for (; at && !holders.has(at) && !isKept(at); at = at.parent) below.push(at);
    const holder = at && holders.has(at) ? holders.get(at) : at;
    for (const one of below) holders.set(one, holder);
    return holder;
  };
  const isMade = ({ node }: Item): boolean => !isKept(node);
  const count = (items: Item[]): Map<PageNode | undefined, number> => {
    const counts = new Map<PageNode | undefined, number>();
    for (const { node } of items) counts.set(holderOf(node), (counts.get(holderOf(node)) ?? 0) + 1);
    return counts;
  };
  const made = paired.filter(isMade);
  const [kept, come] = [count(made), count(fresh.filter(isMade))];
  return new Set(
    made.filter(({ node }) => {
      const holder = holderOf(node);
      return (come.get(holder) ?? 0) * MOST_KEPT >= (kept.get(holder) ?? 0);
    }),
  );
}
