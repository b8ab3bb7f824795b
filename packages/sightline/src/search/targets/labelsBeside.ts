import type { PageNode } from '../../snapshot/Page.ts';
import { CHECKBOX_ROLES, FORM_FIELD_ROLES } from '../../snapshot/roles.ts';
import { adjacentContext } from '../../structure/itemContexts.ts';
import { isShownInteractive, type Visibility } from '../../visibility/Visibility.ts';
import type { TargetTest } from './findNamedElements.ts';
import { matchName, NAME_FITS } from './matchName.ts';

/** What a reader takes for the label of a field that has none, or only a placeholder: the head of its row, the words beside it. */
export function labelsBeside(node: PageNode, visibility: Visibility): string[] {
  const isUnlabelled = node.name === '' || node.name === node.attributes.placeholder;
  const isField = FORM_FIELD_ROLES.has(node.role) || CHECKBOX_ROLES.has(node.role);
  if (!isUnlabelled || !isField) return [];
  const label = adjacentContext(node, visibility)?.label ?? '';
  return label === '' ? [] : [label];
}

const WHOLE_FITS = NAME_FITS.slice(0, 2);

/** The usable elements beside which these words stand as a whole. */
export function findBesideLabel(words: string, visibility: Visibility, suits: TargetTest): PageNode[] {
  return visibility.page.nodes.filter((node) => {
    if (!isShownInteractive(visibility, node) || !suits(node)) return false;
    const fit = matchName(labelsBeside(node, visibility), words);
    return fit !== undefined && WHOLE_FITS.includes(fit);
  });
}
