import type { PageNode } from '../../snapshot/Page.ts';
import { CHECKBOX_ROLES, RANGE_ROLES } from '../../snapshot/roles.ts';
import { collapseSpaces } from '../../snapshot/shorten.ts';
import { REDACTED_PLACEHOLDER } from '../../snapshot/urls/redactUrl.ts';
import { optionsOf } from '../../structure/compoundParts.ts';
import { elementState } from '../element/elementState.ts';
import { escapeMarkdown } from './escapeMarkdown.ts';

const BUTTON_TYPES = new Set(['button', 'submit', 'reset', 'image']);

/** Stands for the value of an empty field. */
const BLANK_VALUE = '___';

/** A field as in a form: `Email: ada@example.org`, `[x] Remember me`; undefined for other elements. */
export function renderField(node: PageNode): string | undefined {
  const { tag, role, attributes } = node;
  if (tag === 'input' && BUTTON_TYPES.has(attributes.type ?? '')) return escapeMarkdown(node.name);
  if (tag === 'input' && CHECKBOX_ROLES.has(role))
    return `${renderCheckbox(node)} ${escapeMarkdown(node.name)}`.trimEnd();
  if (tag === 'select') return labelledValue(node, selectedText(node));
  if (tag === 'input' || tag === 'textarea') return labelledValue(node, attributes['.value'] ?? '');
  if (!RANGE_ROLES.has(role)) return undefined;
  const max = attributes.max ?? attributes['aria-valuemax'];
  const now = attributes['aria-valuetext'] ?? attributes['.value'] ?? attributes['aria-valuenow'] ?? '';
  const isFraction = (role === 'progressbar' || role === 'meter') && max !== undefined && now !== '';
  return labelledValue(node, isFraction ? `${now}/${max}` : now);
}

/** `[x]` or `[ ]` for a checkable control, else ''. */
export function renderCheckbox(node: PageNode): string {
  if (!CHECKBOX_ROLES.has(node.role)) return '';
  const { checked } = elementState(node);
  return checked === 'true' ? '[x]' : checked === 'mixed' ? '[-]' : '[ ]';
}

function selectedText(select: PageNode): string {
  const chosen = optionsOf(select).filter(({ selected }) => selected);
  return chosen.map(({ label }) => label).join(', ') || (select.attributes['.value'] ?? '');
}

function labelledValue(node: PageNode, value: string): string {
  const { placeholder = '', title = '' } = node.attributes;
  const names = [node.name, placeholder, title, node.role, node.tag].map((name) =>
    escapeMarkdown(name).trim(),
  );
  const label = (names.find((name) => name !== '') ?? '').replace(/(?<!\s)\s*:$/, '');
  const text = value === REDACTED_PLACEHOLDER ? value : escapeMarkdown(collapseSpaces(value));
  return `${label}: ${text || BLANK_VALUE}`;
}
