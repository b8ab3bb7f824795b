import { elementState, unlessFalse } from '../../render/element/elementState.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { VALUE_FIELD_ROLES } from '../../snapshot/roles.ts';
import { Flag } from '../../snapshot/Snapshot.ts';
import { FIELD_TAGS } from '../../snapshot/tags.ts';

/** The states to filter by; `empty` and `filled` are of fields. */
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

/** States that words of a question ask for: those to filter by, and those that are not all of them. */
export type AskedState = ElementState | 'optional' | 'mixed';

/** What a class says of a state that no attribute has: `layui-disabled`, `is-active`. */
const STATE_CLASSES: Partial<Readonly<Record<AskedState, RegExp>>> = {
  disabled: stateClass('disabled|inactive|locked'),
  selected: stateClass('active|selected|current|curr|cur|highlighted'),
  checked: stateClass('checked|on|pressed'),
  expanded: stateClass('open|opened|expanded|show|shown|unfolded'),
  collapsed: stateClass('collapsed|closed|folded'),
  invalid: stateClass('invalid|error|danger'),
};

function stateClass(words: string): RegExp {
  return new RegExp(`(?:^|[\\s_-])(?:${words})(?:$|\\s)`, 'i');
}

/**
 * What would be a control but for its state: the entry of the page that is shown, one that is switched off. HTML calls a link
 * without a target a placeholder; pages write the others as text.
 */
export function isPlaceholder(node: PageNode): boolean {
  const { tag, attributes, parent } = node;
  const isStated =
    attributes['aria-disabled'] === 'true' || unlessFalse(attributes['aria-current']) !== undefined;
  if (tag === 'a') return attributes.href === undefined && (isStated || attributes.class !== undefined);
  if (parent?.tag === 'a' && isPlaceholder(parent)) return false;
  return isStated || (tag === 'li' && attributes.class !== undefined);
}

/** Whether an element is or looks to be in a state that words ask for. */
export function isInAskedState(node: PageNode, state: AskedState): boolean {
  if (state === 'mixed') return checkedState(node) === 'mixed';
  if (state === 'optional') return isFormField(node) && !elementState(node).required;
  if (hasState(node, state)) return true;
  if (state === 'disabled' && node.attributes['.cursor'] === 'not-allowed') return true;
  const { parent, attributes } = node;
  const around = parent?.tag === 'li' && parent.children[0] === node ? parent.attributes.class : '';
  return STATE_CLASSES[state]?.test(`${attributes.class ?? ''} ${around ?? ''}`) === true;
}

/** True if the element was in that state when the page was captured. */
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
  required: (node) => elementState(node).required,
  empty: (node) => isFormField(node) && valueOf(node) === '',
  filled: (node) => isFormField(node) && valueOf(node) !== '',
  selected: ({ attributes }) =>
    attributes['aria-selected'] === 'true' ||
    attributes['.selected'] === 'true' ||
    unlessFalse(attributes['aria-current']) !== undefined,
  focused: (node) => node.has(Flag.Focused),
  invalid: (node) => elementState(node).invalid !== undefined,
  readonly: (node) => elementState(node).readonly,
};

function checkedState(node: PageNode): string | undefined {
  const value = elementState(node).checked ?? node.attributes['aria-pressed'];
  if (value !== undefined) return value;
  return ['checkbox', 'radio', 'switch'].includes(node.role) ? 'false' : undefined;
}

function expandedState(node: PageNode): string | undefined {
  const { attributes, tag } = node;
  return (
    elementState(node).expanded ?? (tag === 'details' ? String(attributes['.open'] === 'true') : undefined)
  );
}

function isFormField({ tag, role }: PageNode): boolean {
  return FIELD_TAGS.has(tag) || VALUE_FIELD_ROLES.has(role);
}

function valueOf(node: PageNode): string {
  const { children, tag } = node;
  const { value } = elementState(node);
  if (value !== undefined || FIELD_TAGS.has(tag)) return value ?? '';
  return children.length > 0
    ? children
        .map((child) => child.text || child.name)
        .join('')
        .trim()
    : '';
}
