import type { PageNode } from '../../snapshot/Page.ts';
import { GROUP_ROLES } from '../../snapshot/roles.ts';
import type { PageState } from '../../structure/PageState.ts';

/** More targets than this are a part of the page, not the surroundings of an element. */
const MAX_INTERACTIVE = 30;

/**
 * What an element stands in together with others: its item, row, group or form, or else the nearest ancestor that
 * holds other targets.
 */
export function nearestGroup(node: PageNode, { counts }: PageState): PageNode {
  let nearest: PageNode | undefined;
  for (let ancestor = node.parent; ancestor && ancestor.tag !== 'body'; ancestor = ancestor.parent) {
    const count = counts.interactive(ancestor);
    if (count > MAX_INTERACTIVE) break;
    if (count > 1) nearest ??= ancestor;
    if (
      count > 1 &&
      (GROUP_ROLES.has(ancestor.role) || ancestor.tag === 'form' || ancestor.tag === 'fieldset')
    )
      return ancestor;
  }
  return nearest ?? node.parent ?? node;
}
