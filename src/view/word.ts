import type { PageNode } from '../model/Page.ts';
import { Flag } from '../model/Snapshot.ts';
import { INTERACTIVE_ROLES } from '../prune/tier.ts';

/** Inputs whose role says more than `input type=...` and less to read. */
const ROLE_BY_TYPE: Readonly<Record<string, string>> = {
  checkbox: 'checkbox',
  radio: 'radio',
  submit: 'button',
  button: 'button',
  reset: 'button',
  image: 'button',
};

/**
 * The word in the angle brackets. Markup: the tag. Compact: the tag, or the ARIA role where that says
 * more (`div role=tab` is `tab`, `input type=checkbox` is `checkbox`).
 */
export function wordFor(node: PageNode, style: 'compact' | 'markup'): string {
  if (style === 'markup') return node.tag;
  if (node.tag === 'input') return inputWord(node);
  if (node.has(Flag.Editable) && node.role === 'textbox') return 'textbox';
  const given = node.attributes.role;
  if (given && INTERACTIVE_ROLES.has(node.role)) return node.role === 'link' ? 'a' : node.role;
  return node.tag;
}

function inputWord(node: PageNode): string {
  const byType = ROLE_BY_TYPE[node.attributes.type ?? ''];
  if (node.attributes.role && INTERACTIVE_ROLES.has(node.role)) return node.role;
  return byType ?? 'input';
}
