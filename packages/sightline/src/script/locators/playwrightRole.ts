import { elementState } from '../../render/element/elementState.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import type { RoleStep } from './LocatorSpec.ts';

/**
 * The role of an element as `getByRole` understands it: the computed one, and where ARIA gives none, that which Playwright
 * gives: a button for a file field, a text box for a date field, an image for any drawing, a list item for any `li`.
 */
export function playwrightRole(node: PageNode): string {
  const { role, tag, attributes } = node;
  if (role === 'graphics-document' && attributes.role === undefined) return 'img';
  if (role !== '' || attributes.role !== undefined) return role;
  if (tag === 'input') return inputRole(attributes.type?.toLowerCase() ?? '');
  if (tag === 'li') return isInPresentationalList(node) ? '' : 'listitem';
  return tag === 'aside' ? 'complementary' : '';
}

function isInPresentationalList({ parent }: PageNode): boolean {
  const role = parent?.attributes.role;
  return (parent?.tag === 'ul' || parent?.tag === 'ol') && (role === 'none' || role === 'presentation');
}

function inputRole(type: string): string {
  if (type === 'hidden') return '';
  return type === 'file' ? 'button' : 'textbox';
}

type RoleStates = Pick<RoleStep, 'checked' | 'disabled' | 'expanded' | 'pressed' | 'selected' | 'level'>;

/** A test for all the states that are asked for. */
export function statesTest(states: RoleStates): (node: PageNode) => boolean {
  const asked = (Object.keys(STATES) as (keyof RoleStates)[]).filter((state) => states[state] !== undefined);
  return (node) => asked.every((state) => STATES[state](node) === states[state]);
}

/** The states of ARIA; `mixed` is neither checked nor not. */
const STATES: Readonly<Record<keyof RoleStates, (node: PageNode) => boolean | number | string | undefined>> =
  {
    checked: (node) => asBoolean(elementState(node).checked) ?? false,
    disabled: (node) => node.disabled || isDisabledAround(node),
    expanded: expandedState,
    pressed: ({ attributes }) => asBoolean(attributes['aria-pressed']) ?? false,
    selected: ({ attributes, tag }) =>
      attributes['.selected'] === 'true' ||
      (tag !== 'option' && asBoolean(attributes['aria-selected']) === true),
    level: headingLevel,
  };

function asBoolean(value: string | undefined): boolean | string | undefined {
  const word = value?.toLowerCase();
  return word === 'true' ? true : word === 'mixed' ? 'mixed' : word === undefined ? undefined : false;
}

/** By `aria-disabled` of itself, or of the nearest element around it that has one. */
function isDisabledAround(node: PageNode): boolean {
  const around = node.closest(({ attributes }) =>
    /^(?:true|false)$/i.test(attributes['aria-disabled'] ?? ''),
  );
  return around?.attributes['aria-disabled']?.toLowerCase() === 'true';
}

function expandedState({ tag, attributes }: PageNode): boolean | string | undefined {
  return tag === 'details' ? attributes['.open'] === 'true' : asBoolean(attributes['aria-expanded']);
}

function headingLevel({ tag, attributes }: PageNode): number {
  const native = /^h([1-6])$/.exec(tag);
  return Number(native?.[1] ?? attributes['aria-level'] ?? 0);
}
