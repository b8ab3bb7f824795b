import { groupBy } from '../snapshot/groupBy.ts';
import type { PageNode } from '../snapshot/Page.ts';

/** Fewer boxes than this do not show which of them are cards. */
const MIN_CARDS = 3;

/**
 * The boxes around controls of one name, each as small as those of most: the only card of a column is the card, as in
 * the columns that have several, and not the column. `boxes`: each the largest that holds no other control of the name.
 */
export function levelItems(
  controls: readonly PageNode[],
  boxes: readonly (PageNode | undefined)[],
): (PageNode | undefined)[] {
  const levels = boxes.map((box, i) => (box ? levelsBetween(controls[i] as PageNode, box) : undefined));
  const known = levels.filter((level) => level !== undefined);
  const [common = []] = [...groupBy(known, (level) => level).values()].sort((a, b) => b.length - a.length);
  const [level] = common;
  if (level === undefined || known.length < MIN_CARDS || 2 * common.length <= known.length) return [...boxes];
  const tags = new Set(boxes.flatMap((box, i) => (box && levels[i] === level ? [box.tag] : [])));
  return boxes.map((box, i) => {
    if (!box || (levels[i] as number) <= level) return box;
    const card = ancestorAt(controls[i] as PageNode, level);
    return card && tags.has(card.tag) ? card : box;
  });
}

function levelsBetween(control: PageNode, box: PageNode): number {
  let levels = 0;
  for (let node = control.parent; node && node !== box; node = node.parent) levels++;
  return levels;
}

function ancestorAt(control: PageNode, level: number): PageNode | undefined {
  let node = control.parent;
  for (let i = 0; node && i < level; i++) node = node.parent;
  return node;
}
