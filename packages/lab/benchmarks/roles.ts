/** Roles of controls. A peer's number on anything else does not say that it can be used. */
export const CONTROL_ROLES: ReadonlySet<string> = new Set(
  'button link textbox searchbox checkbox radio combobox listbox slider spinbutton switch tab menuitem menuitemcheckbox menuitemradio treeitem'.split(
    ' ',
  ),
);
