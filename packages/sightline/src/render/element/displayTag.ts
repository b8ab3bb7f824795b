import type { PageNode } from '../../snapshot/Page.ts';
import { INTERACTIVE_ROLES, ROLES_WHEN_FOCUSABLE } from '../../snapshot/roles.ts';
import { Flag } from '../../snapshot/Snapshot.ts';

/** Inputs written by their role, which is shorter than `input type=...`. */
const ROLE_BY_TYPE: ReadonlyMap<string, string> = new Map([
  ['checkbox', 'checkbox'],
  ['radio', 'radio'],
  ['submit', 'button'],
  ['button', 'button'],
  ['reset', 'button'],
  ['image', 'button'],
]);

/**
 * The word in the angle brackets. Markup: the tag. Compact: the tag, or the ARIA role if that is more specific (`div
 * role=tab` is `tab`, `input type=checkbox` is `checkbox`).
 */
export function displayTag(node: PageNode, style: 'compact' | 'markup'): string {
  if (style === 'markup') return safeTag(node);
  if (node.tag === 'input') return inputTag(node);
  if (node.has(Flag.Editable) && node.role === 'textbox') return 'textbox';
  const explicitRole = node.attributes.role;
  if (explicitRole && ROLES_WHEN_FOCUSABLE.has(node.role)) return node.role;
  if (explicitRole && INTERACTIVE_ROLES.has(node.role)) return node.role === 'link' ? 'a' : node.role;
  return safeTag(node);
}

/** The tag, without characters that would read as syntax: `<x[12]>`, `<x"y>`; of a pseudo-element its name. */
export function safeTag(node: PageNode): string {
  const tag = node.tag.replace(/^::/, '');
  return /^[a-z][a-z\d-]*$/.test(tag) ? tag : `x-${tag.replace(/[^a-z\d-]/gi, '')}`;
}

function inputTag(node: PageNode): string {
  const byType = ROLE_BY_TYPE.get(node.attributes.type ?? '');
  if (node.attributes.role && INTERACTIVE_ROLES.has(node.role)) return node.role;
  return byType ?? 'input';
}
