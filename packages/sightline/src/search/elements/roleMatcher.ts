import { nearestWord } from '../../snapshot/nearestWord.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { foldCase } from '../words/foldCase.ts';

/** Common words for kinds of elements, as ARIA roles and HTML tags. `input:TYPE` is an input of that type. */
const ROLE_ALIASES: Readonly<Record<string, readonly string[]>> = {
  dropdown: ['combobox', 'listbox', 'select'],
  select: ['combobox', 'listbox', 'select'],
  combo: ['combobox'],
  picker: [
    'combobox',
    'listbox',
    'select',
    'input:date',
    'input:time',
    'input:color',
    'input:month',
    'input:week',
  ],
  input: ['textbox', 'searchbox', 'combobox', 'spinbutton', 'input', 'textarea'],
  field: ['textbox', 'searchbox', 'combobox', 'spinbutton', 'listbox', 'select', 'input', 'textarea'],
  text: ['textbox', 'searchbox'],
  textfield: ['textbox', 'searchbox'],
  textinput: ['textbox', 'searchbox'],
  textarea: ['textarea'],
  editor: ['textbox', 'textarea'],
  search: ['searchbox', 'input:search', 'search'],
  searchfield: ['searchbox', 'input:search'],
  number: ['spinbutton', 'input:number'],
  check: ['checkbox', 'switch'],
  tickbox: ['checkbox'],
  toggle: ['switch', 'checkbox', 'pressed'],
  radiobutton: ['radio'],
  radio: ['radio'],
  anchor: ['link'],
  hyperlink: ['link'],
  url: ['link'],
  menu: ['menu', 'menubar', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'haspopup'],
  menuitem: ['menuitem', 'menuitemcheckbox', 'menuitemradio'],
  tab: ['tab'],
  choice: ['option', 'radio'],
  slider: ['slider', 'input:range'],
  range: ['slider', 'input:range'],
  date: ['input:date', 'input:datetime-local', 'input:month', 'input:week'],
  datepicker: ['input:date', 'input:datetime-local'],
  time: ['input:time', 'input:datetime-local'],
  color: ['input:color'],
  colour: ['input:color'],
  file: ['input:file'],
  upload: ['input:file'],
  password: ['input:password'],
  email: ['input:email'],
  submit: ['input:submit', 'button:submit'],
  image: ['img'],
  picture: ['img'],
  photo: ['img'],
  icon: ['img', 'svg'],
  title: ['heading'],
  header: ['heading', 'banner', 'columnheader'],
  footer: ['contentinfo'],
  nav: ['navigation'],
  sidebar: ['complementary', 'navigation'],
  popup: ['dialog', 'alertdialog'],
  modal: ['dialog', 'alertdialog'],
  window: ['dialog', 'alertdialog'],
  accordion: ['summary', 'collapsible'],
  disclosure: ['summary', 'collapsible'],
  landmark: ['banner', 'navigation', 'main', 'complementary', 'contentinfo', 'search', 'form', 'region'],
  iframe: ['iframe', 'frame'],
  player: ['video', 'audio'],
};

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
