/** Sets of ARIA roles (WAI-ARIA 1.2), each named by the question that it answers. All of the product uses these. */

type RoleSet = ReadonlySet<string>;

// The annotation lets the bundler leave unused sets out of the page script.
/* @__NO_SIDE_EFFECTS__ */
function roleSet(names: string, ...others: RoleSet[]): RoleSet {
  return new Set([...others.flatMap((roles) => [...roles]), ...names.split(' ')]);
}

// Tables.
export const TABLE_ROLES = roleSet('table grid treegrid');
export const CELL_ROLES = roleSet('cell gridcell columnheader rowheader');
/** Cells that are no header. */
export const DATA_CELL_ROLES = roleSet('cell gridcell');
/** Cells that take the focus, so that the keyboard reaches what they contain. */
export const FOCUSABLE_CELL_ROLES = roleSet('gridcell columnheader rowheader');

// Lists and their items.
/** Items by their role alone, however few there are of them. */
export const ITEM_ROLES = roleSet('row listitem option treeitem');
/** The same, and what stands for itself: articles and figures. */
export const STANDALONE_ITEM_ROLES = roleSet('article figure', ITEM_ROLES);
/** Items that are written as items of a Markdown list. */
export const BULLET_ROLES = roleSet('listitem treeitem menuitem menuitemcheckbox menuitemradio option');
/** Lists that may stand inside such an item. */
export const NESTED_LIST_ROLES = roleSet('list tree menu listbox group');
/** Lists that can be read as a table of one item a row. */
export const DATA_LIST_ROLES = roleSet('list listbox feed tree menu');
/** What items with `aria-setsize` may stand in. */
export const SET_ROLES = roleSet('menubar group radiogroup tablist', TABLE_ROLES, DATA_LIST_ROLES);
/** Items that may show more of themselves while the pointer is over them. */
export const HOVERABLE_ROLES = roleSet('row columnheader listitem article treeitem menuitem figure');
/** What an element is described by: the item, form or group around it. */
export const GROUP_ROLES = roleSet(
  'row listitem article treeitem group form figure dialog radiogroup toolbar',
);

// Form fields.
/** Fields that are filled with text, or chosen from a list. */
export const TEXT_FIELD_ROLES = roleSet('textbox searchbox combobox spinbutton');
/** Fields that have their value beside their name. */
export const VALUE_FIELD_ROLES = roleSet('listbox', TEXT_FIELD_ROLES);
/** Fields that are known by their label rather than by what they contain. */
export const LABELLED_FIELD_ROLES = roleSet('slider', VALUE_FIELD_ROLES);
/** Fields of a form, each different from the others however alike their boxes are. */
export const FORM_FIELD_ROLES = roleSet('radio radiogroup switch', LABELLED_FIELD_ROLES);
export const CHECKBOX_ROLES = roleSet('checkbox radio switch menuitemcheckbox menuitemradio');
/** What `check` and `uncheck` act on. */
export const CHECKABLE_ROLES = roleSet('option treeitem', CHECKBOX_ROLES);
/** What `select_option` chooses from, in a list that the page draws itself. */
export const OPTION_ROLES = roleSet('option menuitem menuitemradio menuitemcheckbox treeitem gridcell');
export const SLIDER_ROLES = roleSet('slider spinbutton');
/** Roles with a value between two bounds. */
export const RANGE_ROLES = roleSet('progressbar meter scrollbar', SLIDER_ROLES);

// Widgets.
/** Widgets that a person acts on (section 5.3.2), without those that only contain others. */
export const INTERACTIVE_ROLES = roleSet(
  'button link checkbox radio switch tab textbox searchbox combobox listbox option menuitem menuitemcheckbox menuitemradio slider spinbutton treeitem',
);
/** Widgets only while they can take the focus. */
export const ROLES_WHEN_FOCUSABLE = roleSet('separator scrollbar row', FOCUSABLE_CELL_ROLES);
/** A click on one of these may do anything: delete, buy, leave the page. */
export const ACTION_ROLES = roleSet('button link checkbox radio switch tab menuitem');
/** What lies inside one of these is clicked with it. */
export const PROPAGATING_ROLES = roleSet('combobox option', ACTION_ROLES);

// Parts of the page.
export const DIALOG_ROLES = roleSet('dialog alertdialog');
/** The landmark roles (section 5.3.4), and dialogs. */
export const LANDMARK_ROLES = roleSet(
  'banner navigation main complementary contentinfo search form region',
  DIALOG_ROLES,
);
/** Landmarks around what a page is about, which most pages of a site have in common. */
export const SIDE_ROLES = roleSet('navigation banner complementary contentinfo');
/** What opens over the rest of the page. */
export const LAYER_ROLES = roleSet('menu listbox', DIALOG_ROLES);
/** What covers an element and is worth naming by its role. */
export const NAMED_COVER_ROLES = roleSet('banner navigation', LAYER_ROLES);
/** Elements that have a place of their own in the views, whatever they contain. */
export const STRUCTURAL_ROLES = roleSet(
  'heading row list listitem progressbar meter',
  LANDMARK_ROLES,
  TABLE_ROLES,
  CELL_ROLES,
);
export const HEADING_ROLES = roleSet('heading rowheader');
/** What reports on progress, rather than being content. */
export const LIVE_REGION_ROLES = roleSet('status alert log timer progressbar');
/** Content that belongs to a control, changes by itself, or comes and goes. */
export const TRANSIENT_ROLES = roleSet('button menu listbox tooltip timer status');
export const GENERIC_ROLES = roleSet('presentation none generic');
