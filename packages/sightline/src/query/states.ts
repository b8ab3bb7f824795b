import type { PageNode } from '../model/Page.ts';
import { Flag } from '../model/Snapshot.ts';

/** The states that can be asked for; `empty` and `filled` are of fields. */
export const STATES = [
  'checked',
  'unchecked',
  'expanded',
  'collapsed',
  'disabled',
  'enabled',
  'required',
  'empty',
  'filled',
  'selected',
  'focused',
  'invalid',
  'readonly',
] as const;

export type State = (typeof STATES)[number];

/** Whether an element is in that state, as the capture found it. */
export function isInState(node: PageNode, state: State): boolean {
  return TESTS[state](node);
}

const TESTS: Readonly<Record<State, (node: PageNode) => boolean>> = {
  checked: (node) => checkedState(node) === 'true',
  unchecked: (node) => checkedState(node) === 'false',
  expanded: (node) => expandedState(node) === 'true',
  collapsed: (node) => expandedState(node) === 'false',
  disabled: (node) => node.disabled,
  enabled: (node) => !node.disabled,
  required: ({ attributes }) => attributes.required !== undefined || attributes['aria-required'] === 'true',
  empty: (node) => isField(node) && valueOf(node) === '',
  filled: (node) => isField(node) && valueOf(node) !== '',
  selected: ({ attributes }) =>
    attributes['aria-selected'] === 'true' || attributes['.selected'] === 'true' || isCurrent(attributes),
  focused: (node) => node.has(Flag.Focused),
  invalid: ({ attributes }) =>
    attributes['.validation'] !== undefined || (attributes['aria-invalid'] ?? 'false') !== 'false',
  readonly: ({ attributes }) => attributes.readonly !== undefined || attributes['aria-readonly'] === 'true',
};

type Attributes = PageNode['attributes'];

function checkedState({ attributes, role }: PageNode): string | undefined {
  const own = attributes['.checked'] ?? attributes['aria-checked'] ?? attributes['aria-pressed'];
  if (own !== undefined) return own;
  return role === 'checkbox' || role === 'radio' || role === 'switch' ? 'false' : undefined;
}

function expandedState({ attributes, tag, parent }: PageNode): string | undefined {
  if (tag === 'summary' && parent?.tag === 'details') return String(parent.attributes['.open'] === 'true');
  return (
    attributes['aria-expanded'] ?? (tag === 'details' ? String(attributes['.open'] === 'true') : undefined)
  );
}

function isCurrent(attributes: Attributes): boolean {
  return (attributes['aria-current'] ?? 'false') !== 'false';
}

const FIELD_ROLES = new Set(['textbox', 'searchbox', 'combobox', 'listbox', 'spinbutton']);

function isField({ tag, role }: PageNode): boolean {
  return tag === 'select' || tag === 'textarea' || tag === 'input' || FIELD_ROLES.has(role);
}

function valueOf({ attributes, children, tag }: PageNode): string {
  const own = attributes['.value'] ?? attributes['aria-valuetext'] ?? attributes['aria-valuenow'];
  if (own !== undefined || tag === 'input' || tag === 'select' || tag === 'textarea') return own ?? '';
  return children.length > 0
    ? children
        .map((child) => child.text || child.name)
        .join('')
        .trim()
    : '';
}
