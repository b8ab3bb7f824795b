/** Ids for tests, the best known first: `data-testid` is Playwright's own; the others are as common. */
export const TEST_ID_ATTRIBUTES = ['data-testid', 'data-test', 'data-test-id', 'data-cy', 'data-qa'] as const;

/** Where scripts keep the text of a tooltip: Bootstrap empties `title`, others never had one. */
export const TOOLTIP_ATTRIBUTES = [
  'data-original-title',
  'data-bs-original-title',
  'data-bs-title',
  'data-tooltip',
  'data-tip',
  'data-tips',
  'data-tippy-content',
  'data-tooltip-content',
  'data-hint',
  'tooltip-content',
] as const;

const KEPT_ATTRIBUTES = new Set<string>([
  ...TEST_ID_ATTRIBUTES,
  ...TOOLTIP_ATTRIBUTES,
  ...(
    'href src alt title type name value placeholder role id for action method tabindex contenteditable draggable open ' +
    'multiple accept autocomplete inputmode pattern min max minlength maxlength step required readonly disabled ' +
    'checked data-state lang colspan rowspan scope target download ' +
    'list controls label size rows usemap start popover popovertarget commandfor form formmethod scrolling ' +
    'data-toggle data-target data-bs-toggle data-bs-target'
  ).split(' '),
]);

/** Whether a capture holds the attribute of that name; beside these it holds `class`, of controls and what has no content. */
export const isKeptAttribute = (name: string): boolean =>
  KEPT_ATTRIBUTES.has(name) || /^aria-[a-z]+$/.test(name);

/** Whether that value of `contenteditable` makes an editing host: any other word says nothing (HTML, 6.8.1). */
export const isEditingValue = (value: string): boolean => /^(?:|true|plaintext-only)$/i.test(value);

/** Longest attribute value that a capture holds, UTF-16 units. */
export const MAX_ATTRIBUTE_LENGTH = 200;
export const MAX_CLASS_LENGTH = 100;
