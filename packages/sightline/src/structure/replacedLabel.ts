import { nameFromContent } from '../snapshot/nameFromContent.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { LABELLED_FIELD_ROLES } from '../snapshot/roles.ts';
import { Flag } from '../snapshot/Snapshot.ts';
import { collapseSpaces } from '../snapshot/shorten.ts';

const HIDDEN = Flag.DisplayNone | Flag.ClippedAway | Flag.Transparent | Flag.VisibilityHidden;
/** Elements around a field, and nodes in each, that are looked through. */
const MAX_DEPTH = 4;
const MAX_NODES = 300;

/**
 * The name of the hidden field in whose place a script has put one without a name: tags, editors and lists that are drawn anew keep
 * the field that the label is for beside them. '' where it is not sure which field that is.
 */
export function replacedLabel(node: PageNode): string {
  if (!LABELLED_FIELD_ROLES.has(node.role) || !(node.name === '' || isCalledByChoice(node))) return '';
  let at = node;
  let around = node.parent;
  for (let depth = 0; around && depth < MAX_DEPTH; depth++, at = around, around = around.parent) {
    const before = elementBefore(at, around);
    if (node.role === 'combobox' && before?.tag === 'select' && before.name !== '' && before.has(HIDDEN))
      return collapseSpaces(before.name);
    const fields = fieldsIn(around);
    const hidden = fields?.filter((one) => isHidden(one, around as PageNode) && one.name !== '') ?? [];
    const others = fields?.filter((one) => one !== node && !hidden.includes(one) && !node.contains(one));
    if (!others || others.some((one) => one.name !== '' || !one.contains(node)) || hidden.length > 1)
      return '';
    if (hidden[0]) return collapseSpaces(hidden[0].name);
  }
  return '';
}

/** A list that a script draws is put right behind its `select`. */
function elementBefore(node: PageNode, { children }: PageNode): PageNode | undefined {
  return children.slice(0, children.indexOf(node)).findLast(({ isElement }) => isElement);
}

/** A combobox that is named by what it shows: by that it is not known once something else is chosen. */
const isCalledByChoice = (node: PageNode): boolean =>
  node.role === 'combobox' && node.tag !== 'select' && node.name === nameFromContent(node);

/** It, or what it is in below `around`. */
function isHidden(node: PageNode, around: PageNode): boolean {
  for (let at: PageNode | undefined = node; at && at !== around; at = at.parent)
    if (at.has(HIDDEN)) return true;
  return false;
}

/** Undefined where there is too much to look through. */
function fieldsIn(around: PageNode): PageNode[] | undefined {
  if (around.end - around.index > MAX_NODES) return undefined;
  const found: PageNode[] = [];
  const visit = (node: PageNode): void => {
    if (LABELLED_FIELD_ROLES.has(node.role)) found.push(node);
    node.children.forEach(visit);
  };
  around.children.forEach(visit);
  return found;
}
