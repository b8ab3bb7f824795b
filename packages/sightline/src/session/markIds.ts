import type { PageDoor } from '../browser/PageDoor.ts';
import type { Scene } from '../view/View.ts';

/**
 * Writes the stable ids of the elements that a person can use into the live page, as `data-element-id` attributes (seed
 * 003), and answers how many carry theirs. An attribute of that name that the page itself has stays as it is.
 */
export function markIds({ structure }: Scene, door: Pick<PageDoor, 'mark'>): Promise<number> {
  const { pruning, stableIds } = structure;
  const marks = new Map<string, Record<number, string>>();
  for (const node of pruning.page.nodes) {
    if (pruning.usable[node.index] !== 1) continue;
    const own = marks.get(node.document.key) ?? {};
    marks.set(node.document.key, own);
    own[node.id] = stableIds.of(node);
  }
  return door.mark(marks);
}
