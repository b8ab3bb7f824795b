import type { PageNode } from '../../snapshot/Page.ts';
import { CHECKBOX_ROLES, FORM_FIELD_ROLES } from '../../snapshot/roles.ts';
import { adjacentContext } from '../../structure/itemContexts.ts';
import type { Visibility } from '../../visibility/Visibility.ts';

/** What a reader takes for the label of a field that has none, or only a placeholder: the head of its row, the words beside it. */
export function labelsBeside(node: PageNode, visibility: Visibility): string[] {
  const isUnlabelled = node.name === '' || node.name === node.attributes.placeholder;
  const isField = FORM_FIELD_ROLES.has(node.role) || CHECKBOX_ROLES.has(node.role);
  if (!isUnlabelled || !isField) return [];
  const label = adjacentContext(node, visibility)?.label ?? '';
  return label === '' ? [] : [label];
}
