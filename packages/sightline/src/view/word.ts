import type { PageNode } from '../model/Page.ts';
import { Flag } from '../model/Snapshot.ts';
import { INTERACTIVE_ROLES, ROLES_WHEN_FOCUSABLE } from '../prune/tier.ts';

/** Inputs whose role says more than `input type=...` and less to read. */
const ROLE_BY_TYPE: ReadonlyMap<string, string> = new Map([
  ['checkbox', 'checkbox'],
  ['radio', 'radio'],
  ['submit', 'button'],
  ['button', 'button'],
  ['reset', 'button'],
  ['image', 'button'],
]);

/**
 * The word in the angle brackets. Markup: the tag. Compact: the tag, or the ARIA role where that says
 * more (`div role=tab` is `tab`, `input type=checkbox` is `checkbox`).
 */
export function wordFor(node: PageNode, style: 'compact' | 'markup'): string {
  if (style === 'markup') return tagOf(node);
  if (node.tag === 'input') return inputWord(node);
  if (node.has(Flag.Editable) && node.role === 'textbox') return 'textbox';
  const given = node.attributes.role;
  if (given && ROLES_WHEN_FOCUSABLE.has(node.role)) return node.role;
  if (given && INTERACTIVE_ROLES.has(node.role)) return node.role === 'link' ? 'a' : node.role;
  return tagOf(node);
}

/** The tag, without what a page may write into the name of an element besides letters: `<x[12]>`, `<x"y>`. */
export function tagOf({ tag }: PageNode): string {
  return /^[a-z][a-z\d-]*$/.test(tag) ? tag : `x-${tag.replace(/[^a-z\d-]/gi, '')}`;
}

function inputWord(node: PageNode): string {
  const byType = ROLE_BY_TYPE.get(node.attributes.type ?? '');
  if (node.attributes.role && INTERACTIVE_ROLES.has(node.role)) return node.role;
  return byType ?? 'input';
}
