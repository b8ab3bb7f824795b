import type { PageNode } from '../../snapshot/Page.ts';
import { VALUE_FIELD_ROLES } from '../../snapshot/roles.ts';
import { Flag } from '../../snapshot/Snapshot.ts';

/** The states that can be asked for; `empty` and `filled` are of fields. */
export const ELEMENT_STATES = [
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

export type ElementState = (typeof ELEMENT_STATES)[number];

/** Whether an element is in that state, as the capture found it. */
export function hasState(node: PageNode, state: ElementState): boolean {
  return STATE_TESTS[state](node);
}

const STATE_TESTS: Readonly<Record<ElementState, (node: PageNode) => boolean>> = {
  checked: (node) => checkedState(node) === 'true',
  unchecked: (node) => checkedState(node) === 'false',
  expanded: (node) => expandedState(node) === 'true',
  collapsed: (node) => expandedState(node) === 'false',
  disabled: (node) => node.disabled,
  enabled: (node) => !node.disabled,
  required: ({ attributes }) => attributes.required !== undefined || attributes['aria-required'] === 'true',
  empty: (node) => isFormField(node) && valueOf(node) === '',
  filled: (node) => isFormField(node) && valueOf(node) !== '',
  selected: ({ attributes }) =>
    attributes['aria-selected'] === 'true' || attributes['.selected'] === 'true' || isCurrent(attributes),
  focused: (node) => node.has(Flag.Focused),
  invalid: ({ attributes }) =>
    attributes['.validation'] !== undefined || (attributes['aria-invalid'] ?? 'false') !== 'false',
  readonly: ({ attributes }) => attributes.readonly !== undefined || attributes['aria-readonly'] === 'true',
};

type Attributes = PageNode['attributes'];

function checkedState({ attributes, role }: PageNode): string | undefined {
  const value = attributes['.checked'] ?? attributes['aria-checked'] ?? attributes['aria-pressed'];
  if (value !== undefined) return value;
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

function isFormField({ tag, role }: PageNode): boolean {
  return tag === 'select' || tag === 'textarea' || tag === 'input' || VALUE_FIELD_ROLES.has(role);
}

function valueOf({ attributes, children, tag }: PageNode): string {
  const value = attributes['.value'] ?? attributes['aria-valuetext'] ?? attributes['aria-valuenow'];
  if (value !== undefined || tag === 'input' || tag === 'select' || tag === 'textarea') return value ?? '';
  return children.length > 0
    ? children
        .map((child) => child.text || child.name)
        .join('')
        .trim()
    : '';
}
