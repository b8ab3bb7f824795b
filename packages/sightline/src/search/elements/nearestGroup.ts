import type { PageNode } from '../../snapshot/Page.ts';
import { GROUP_ROLES } from '../../snapshot/roles.ts';
import type { PageState } from '../../structure/PageState.ts';

/** Most controls in a group: larger ancestors are parts of the page. */
const MAX_INTERACTIVE = 30;

/** The group of an element: its item, row, group or form, else the nearest ancestor with other controls. */
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
