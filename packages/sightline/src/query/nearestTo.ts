import type { PageNode } from '../model/Page.ts';
import type { Structure } from '../structure/Structure.ts';

const ITEMS = new Set([
  'row',
  'listitem',
  'article',
  'treeitem',
  'group',
  'form',
  'figure',
  'dialog',
  'radiogroup',
  'toolbar',
]);
/** More targets than this are a part of the page, not the surroundings of an element. */
const MAX_TARGETS = 30;

/**
 * What an element stands in together with others: its item, row, group or form, or else the nearest ancestor that
 * holds other targets.
 */
export function nearestTo(node: PageNode, { counts }: Structure): PageNode {
  let nearest: PageNode | undefined;
  for (let at = node.parent; at && at.tag !== 'body'; at = at.parent) {
    const count = counts.usable(at);
    if (count > MAX_TARGETS) break;
    if (count > 1) nearest ??= at;
    if (count > 1 && (ITEMS.has(at.role) || at.tag === 'form' || at.tag === 'fieldset')) return at;
  }
  return nearest ?? node.parent ?? node;
}
