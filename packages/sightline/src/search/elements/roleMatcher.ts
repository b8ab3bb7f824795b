import { nearestWord } from '../../snapshot/nearestWord.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { foldCase } from '../words/foldCase.ts';
import roleAliases from './roleAliases.json' with { type: 'json' };

/** Common words for kinds of elements, as ARIA roles and HTML tags. `input:TYPE` is an input of that type. */
const ROLE_ALIASES: Readonly<Record<string, readonly string[]>> = roleAliases;

/**
 * A test for a role word: an ARIA role, an HTML tag or a common word (`dropdown`, `field`), singular or plural,
 * ignoring letter case and hyphens.
 */
export function roleMatcher(roleWord: string): (node: PageNode) => boolean {
  const word = foldCase(roleWord).replace(/[\s_-]+/g, '');
  const kinds = new Set([word, ...(ROLE_ALIASES[word] ?? [])]);
  if (!ROLE_ALIASES[word] && word.endsWith('s')) {
    const single = singularOf(word);
    for (const kind of [single, ...(ROLE_ALIASES[single] ?? [])]) kinds.add(kind);
  }
  return (node) => kinds.has(node.role) || kinds.has(node.tag) || hasKind(node, kinds);
}

/** `checkboxes` -> `checkbox`, `buttons` -> `button`. */
export function singularOf(word: string): string {
  return word.replace(/(?<=box)es$|s$/, '');
}

function hasKind({ tag, attributes }: PageNode, kinds: ReadonlySet<string>): boolean {
  const { type } = attributes;
  if (type !== undefined && kinds.has(`${tag}:${type.toLowerCase()}`)) return true;
  if (kinds.has('pressed') && attributes['aria-pressed'] !== undefined) return true;
  if (kinds.has('collapsible') && attributes['aria-expanded'] !== undefined) return true;
  return kinds.has('haspopup') && (attributes['aria-haspopup'] ?? 'false') !== 'false';
}

/** The role that a mistyped word means, of those that there are words for and those of the page; undefined for a known word. */
export function nearestRole(roleWord: string, nodes: Iterable<PageNode>): string | undefined {
  const word = foldCase(roleWord).replace(/[\s_-]+/g, '');
  const known = new Set([...Object.keys(ROLE_ALIASES), ...ROLE_WORDS]);
  for (const { role, tag } of nodes) known.add(role).add(tag);
  return known.has(word) || known.has(singularOf(word)) ? undefined : nearestWord(word, known);
}

/** True for words that name a kind of element rather than its label. */
export function isRoleWord(word: string): boolean {
  return word in ROLE_ALIASES || ROLE_WORDS.has(word);
}

/** True for the name of a role, which hardly any label is. */
export function isRoleName(word: string): boolean {
  return ROLE_WORDS.has(word);
}

const ROLE_WORDS = new Set(
  'button link checkbox combobox listbox textbox searchbox spinbutton slider switch menuitem option heading dialog img'.split(
    ' ',
  ),
);
