import type { PageNode } from '../snapshot/Page.ts';
import { FORM_FIELD_ROLES } from '../snapshot/roles.ts';
import { isShownInteractive, type Visibility } from '../visibility/Visibility.ts';

const NATIVE_FIELDS = new Set(['select', 'input', 'textarea']);

/**
 * The field that a script shows in the place of one that it hides, right behind it or around it: lists, tags and editors that are
 * drawn anew keep the field that the label is for. Undefined for a field that shows, and where it is not sure which one that is.
 */
export function shownReplacement(field: PageNode, visibility: Visibility): PageNode | undefined {
  const isHidden = visibility.decisions[field.index]?.rule === 'invisible';
  if (!isHidden || !NATIVE_FIELDS.has(field.tag) || !field.parent) return undefined;
  const { children } = field.parent;
  const next = children.slice(children.indexOf(field) + 1).find(({ isElement }) => isElement);
  return (next && onlyField(next, visibility)) ?? onlyField(field.parent, visibility);
}

/** The shown fields by which hidden ones with a label are replaced, with these labels. */
export function replacedLabels(visibility: Visibility): Map<PageNode, string> {
  const labels = new Map<PageNode, string>();
  for (const field of visibility.page.nodes) {
    const shown = field.name === '' ? undefined : shownReplacement(field, visibility);
    if (shown) labels.set(shown, field.name);
  }
  return labels;
}

/** The only shown field of a box that stands in no other one of it, and the box has no other hidden one with a label. */
function onlyField(box: PageNode, visibility: Visibility): PageNode | undefined {
  const inside = visibility.page.subtree(box);
  const labelled = inside.filter(
    (one) =>
      NATIVE_FIELDS.has(one.tag) && one.name !== '' && visibility.decisions[one.index]?.rule === 'invisible',
  );
  const shown = inside.filter((one) => isField(one) && isShownInteractive(visibility, one));
  const outer = shown.filter((one) => !shown.some((other) => other !== one && other.contains(one)));
  return outer.length === 1 && labelled.length <= 1 ? outer[0] : undefined;
}

const isField = ({ role, attributes }: PageNode): boolean =>
  FORM_FIELD_ROLES.has(role) || (role === 'button' && attributes['aria-haspopup'] === 'listbox');
