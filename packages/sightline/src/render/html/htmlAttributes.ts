import { dictionary } from '../../snapshot/dictionary.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { GENERIC_ROLES } from '../../snapshot/roles.ts';
import { shorten } from '../../snapshot/shorten.ts';
import { stripInvisible } from '../escape.ts';
import type { HtmlMode } from './HtmlTree.ts';

/** The attributes kept, in this order: identification, states and constraints. */
const KEPT_ATTRIBUTES = [
  'type',
  'name',
  'href',
  'src',
  'alt',
  'title',
  'placeholder',
  'role',
  'aria-label',
  'data-testid',
  'aria-expanded',
  'aria-pressed',
  'aria-selected',
  'aria-checked',
  'aria-current',
  'aria-invalid',
  'required',
  'readonly',
  'multiple',
  'min',
  'max',
  'step',
  'minlength',
  'maxlength',
  'pattern',
  'contenteditable',
  'colspan',
  'rowspan',
] as const;

/** The attributes kept in the mode `minimal`. */
const MINIMAL_ATTRIBUTES: ReadonlySet<string> = new Set([
  'type',
  'alt',
  'placeholder',
  'aria-label',
  'aria-expanded',
]);
/** Default values, which are left out. */
const DEFAULT_VALUES = dictionary<string>({ type: 'text', role: 'presentation', contenteditable: 'false' });
const BOOLEAN_ATTRIBUTES = new Set(['required', 'readonly', 'multiple']);
const TRUE_STATES = new Set([
  'aria-selected',
  'aria-pressed',
  'aria-current',
  'aria-invalid',
  'aria-checked',
]);
const URL_ATTRIBUTES = new Set(['href', 'src']);

/** Longest value, characters. URLs are not cut: a cut one leads nowhere. */
const MAX_VALUE_LENGTH = 100;

/** The attributes of an element, in the order they are written. */
export function htmlAttributes(node: PageNode, mode: HtmlMode): Map<string, string> {
  const kept = new Map<string, string>();
  const { attributes } = node;
  for (const name of KEPT_ATTRIBUTES) {
    const value = attributes[name];
    if (value === undefined || (mode === 'minimal' && !MINIMAL_ATTRIBUTES.has(name))) continue;
    if (isInformative(name, value, node))
      kept.set(name, BOOLEAN_ATTRIBUTES.has(name) ? '' : formatValue(name, value));
  }
  for (const [name, value] of liveState(node)) kept.set(name, formatValue(name, value));
  return kept;
}

function isInformative(name: string, value: string, { tag }: PageNode): boolean {
  if (BOOLEAN_ATTRIBUTES.has(name)) return true;
  if (name === 'role' && GENERIC_ROLES.has(value)) return false;
  if (TRUE_STATES.has(name) && value === 'false') return false;
  if (name === 'src' && tag === 'iframe') return value !== 'about:blank';
  return value.trim() !== '' && DEFAULT_VALUES[name] !== value;
}

function formatValue(name: string, value: string): string {
  return URL_ATTRIBUTES.has(name)
    ? stripInvisible(value).replace(/\s+/g, '')
    : shorten(stripInvisible(value), MAX_VALUE_LENGTH);
}

/** Live properties that differ from the attributes: what a person entered or opened. */
function liveState(node: PageNode): [name: string, value: string][] {
  const { tag, attributes } = node;
  const state: [string, string][] = [];
  const value = attributes['.value'];
  if (value !== undefined && tag !== 'select' && tag !== 'textarea') state.push(['value', value]);
  else if (value === undefined && attributes.value && isButtonLike(node))
    state.push(['value', attributes.value]);
  if (attributes['.checked'] === 'true') state.push(['checked', '']);
  if (attributes['.checked'] === 'mixed') state.push(['aria-checked', 'mixed']);
  if (attributes['.open'] === 'true') state.push(['open', '']);
  if (node.disabled)
    state.push([DISABLEABLE.has(tag) ? 'disabled' : 'aria-disabled', DISABLEABLE.has(tag) ? '' : 'true']);
  return state;
}

const DISABLEABLE = new Set(['button', 'input', 'select', 'textarea', 'fieldset']);

/** True for inputs whose `value` is their label, or what choosing them means. */
function isButtonLike({ tag, attributes: { type = '' } }: PageNode): boolean {
  return tag === 'input' && /^(?:button|submit|reset|radio|checkbox)$/.test(type);
}
