import { dictionary } from '../../snapshot/dictionary.ts';

/** Role tables of WAI-ARIA 1.2, HTML-AAM and ARIA in HTML. */

/** Roles that an author may use. */
export const VALID_ROLES: ReadonlySet<string> = new Set(
  (
    'alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox ' +
    'comment complementary contentinfo definition deletion dialog document emphasis feed figure form generic grid ' +
    'gridcell group heading img insertion link list listbox listitem log main mark marquee math menu menubar menuitem ' +
    'menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar radio ' +
    'radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong ' +
    'subscript suggestion superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree ' +
    'treegrid treeitem'
  ).split(' '),
);

/** Roles of other modules and older versions, as the role that means the same here. */
export const ROLE_ALIASES = dictionary({
  image: 'img',
  directory: 'list',
  presentation: 'none',
  'graphics-document': 'graphics-document',
  'graphics-object': 'group',
  'graphics-symbol': 'img',
  'doc-backlink': 'link',
  'doc-biblioref': 'link',
  'doc-glossref': 'link',
  'doc-noteref': 'link',
  'doc-cover': 'img',
  'doc-pagebreak': 'separator',
  'doc-subtitle': 'heading',
  'doc-toc': 'navigation',
  'doc-index': 'navigation',
  'doc-pagelist': 'navigation',
});

/** Tags whose role depends on nothing but the tag. */
export const ROLE_BY_TAG = dictionary({
  article: 'article',
  blockquote: 'blockquote',
  button: 'button',
  caption: 'caption',
  code: 'code',
  dd: 'definition',
  del: 'deletion',
  details: 'group',
  dfn: 'term',
  dialog: 'dialog',
  dt: 'term',
  em: 'emphasis',
  fieldset: 'group',
  address: 'group',
  hgroup: 'group',
  figure: 'figure',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  hr: 'separator',
  html: 'document',
  ins: 'insertion',
  main: 'main',
  mark: 'mark',
  math: 'math',
  menu: 'list',
  meter: 'meter',
  nav: 'navigation',
  ol: 'list',
  optgroup: 'group',
  option: 'option',
  output: 'status',
  p: 'paragraph',
  progress: 'progressbar',
  s: 'deletion',
  search: 'search',
  strong: 'strong',
  sub: 'subscript',
  sup: 'superscript',
  textarea: 'textbox',
  time: 'time',
  ul: 'list',
});

export const ROLE_BY_INPUT_TYPE = dictionary({
  button: 'button',
  checkbox: 'checkbox',
  email: 'textbox',
  image: 'button',
  number: 'spinbutton',
  password: 'textbox',
  radio: 'radio',
  range: 'slider',
  reset: 'button',
  search: 'searchbox',
  submit: 'button',
  tel: 'textbox',
  text: 'textbox',
  url: 'textbox',
});

/** Input types with a role of their own or with none; any other word means `text`. */
export const KNOWN_INPUT_TYPES: ReadonlySet<string> = new Set([
  ...Object.keys(ROLE_BY_INPUT_TYPE),
  'color',
  'date',
  'datetime-local',
  'file',
  'hidden',
  'month',
  'time',
  'week',
]);

/** Global states and properties that make a presentational role be ignored (ARIA 1.2, section 5.3.3). */
export const GLOBAL_ARIA_ATTRIBUTES: ReadonlySet<string> = new Set(
  (
    'aria-atomic aria-busy aria-controls aria-current aria-describedby aria-description aria-details ' +
    'aria-dropeffect aria-flowto aria-grabbed aria-keyshortcuts aria-label aria-labelledby aria-live aria-owns ' +
    'aria-relevant aria-roledescription'
  ).split(' '),
);

/** The role of a tag without a `role` attribute, where nothing else decides; '' for none, undefined for it depends. */
export function fixedRoleOf(tag: string): string | undefined {
  return ROLE_BY_TAG[tag] ?? (TAGS_WITH_CONDITIONAL_ROLE.has(tag) ? undefined : '');
}

/** Tags whose implicit role depends on attributes or place: see `implicitRole`. */
const TAGS_WITH_CONDITIONAL_ROLE = new Set(
  'a area aside footer form header img input li section select summary svg table tbody thead tfoot tr td th'.split(
    ' ',
  ),
);

/** Roles that take their name from their content (ARIA 1.2, section 5.2.8.1). */
export const ROLES_NAMED_FROM_CONTENT: ReadonlySet<string> = new Set(
  (
    'button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio ' +
    'row rowheader switch tab tooltip treeitem'
  ).split(' '),
);

/** Roles a person acts on: what is worth a hit test. */
export const WIDGET_ROLES: ReadonlySet<string> = new Set(
  (
    'button checkbox combobox link listbox menuitem menuitemcheckbox menuitemradio option radio scrollbar searchbox ' +
    'slider spinbutton switch tab textbox treeitem'
  ).split(' '),
);
