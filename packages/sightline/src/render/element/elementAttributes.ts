import { dictionary } from '../../snapshot/dictionary.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { DATA_CELL_ROLES } from '../../snapshot/roles.ts';
import { Flag } from '../../snapshot/Snapshot.ts';
import { collapseSpaces, hasWordCharacters, shorten } from '../../snapshot/shorten.ts';
import { attributeHint } from '../../structure/attributeHint.ts';
import {
  type CompoundPart,
  compoundParts,
  MAX_LISTED_OPTIONS,
  optionsOf,
  referencedElement,
  type SelectOption,
} from '../../structure/compoundParts.ts';
import { monthOfDay } from '../../structure/monthOfDay.ts';

import { escapeInline, formatAttributeValue, stripInvisible } from '../escape.ts';
import type { RenderContext } from '../RenderContext.ts';
import { elementState, unlessFalse } from './elementState.ts';
import { isLabelWritten } from './elementText.ts';
import { isUnreadable } from './unreadable.ts';

type AttributePair = [key: string, value: string | true];

/** The attributes of the markup style, in its order (docs/spec/serialisation.md). */
const MARKUP_ATTRIBUTES = [
  'title',
  'type',
  'checked',
  'id',
  'name',
  'role',
  'value',
  'placeholder',
  'alt',
  'aria-label',
  'aria-expanded',
  'aria-checked',
  'aria-valuemin',
  'aria-valuemax',
  'pattern',
  'min',
  'max',
  'minlength',
  'maxlength',
  'step',
  'data-state',
  'aria-placeholder',
  'required',
  'disabled',
  'invalid',
  'pseudo',
];

/**
 * The attributes of an element in the markup style: without repeated values, values capped. `text`: the words in it or
 * of its label. A name that neither these nor an attribute says is its `aria-label`; a control that nothing
 * distinguishes gets a hint from its icon or class.
 */
export function markupAttributes(node: PageNode, text: string, context: RenderContext): string {
  const isInteractive = context.pageState.visibility.interactive[node.index] === 1;
  const pairs: AttributePair[] = [];
  const seen = new Set<string>();
  const unsaidName = isInteractive && text === '' ? ownName(node, context) : '';
  for (const key of MARKUP_ATTRIBUTES) {
    const value =
      markupValue(node, key) ?? (key === 'aria-label' && !seen.has(unsaidName) ? unsaidName : undefined);
    if (value === undefined || value === '') continue;
    if (isRedundant(key, value, node, text)) continue;
    if (value.length > 5 && seen.has(value)) continue;
    seen.add(value);
    pairs.push([key, value]);
  }
  const isDistinguished = text !== '' || pairs.some(([key]) => !GENERIC_ATTRIBUTES.has(key));
  if (isInteractive && !isDistinguished && node.name === '') pairs.push(...iconHintPairs(node));
  const attributesText = pairs
    .map(([key, value]) => ` ${key}=${formatAttributeValue(String(value), true)}`)
    .join('');
  return attributesText + compoundPartsText(node);
}

/** Attributes that do not distinguish one control from another. */
const GENERIC_ATTRIBUTES = new Set([
  'type',
  'role',
  'required',
  'disabled',
  'invalid',
  'checked',
  'aria-expanded',
]);

/** The name, unless its label or the controls in it say it. */
function ownName(node: PageNode, context: RenderContext): string {
  const { attributes } = node;
  const isOfContent =
    attributes['aria-labelledby'] === undefined && context.pageState.counts.interactive(node) > 1;
  return isOfContent || isLabelWritten(node, context) ? '' : node.name;
}

function markupValue(node: PageNode, key: string): string | undefined {
  const { attributes } = node;
  if (key === 'value') return attributes['.value'] ?? attributes.value;
  if (key === 'checked') return attributes['.checked'] === 'true' ? 'true' : undefined;
  if (key === 'disabled') return node.disabled ? 'true' : undefined;
  if (key === 'invalid') return elementState(node).invalid;
  if (key === 'required')
    return attributes.required !== undefined ? 'true' : unlessFalse(attributes['aria-required']);
  return attributes[key];
}

/** True for a role or type that the tag implies, or a label that the text repeats. */
function isRedundant(key: string, value: string, node: PageNode, text: string): boolean {
  if (key === 'role') return value === node.tag || (node.tag === 'a' && value === 'link');
  if (key === 'type')
    return (node.tag === 'input' && value === 'text') || (node.tag === 'button' && value === 'button');
  if (!['aria-label', 'placeholder', 'title'].includes(key)) return false;
  return value.trim().toLowerCase() === text.trim().toLowerCase();
}

function compoundPartsText(node: PageNode): string {
  const parts = compoundParts(node);
  if (parts.length === 0) return '';
  return ` compound_components=${parts.map(compoundText).join(',')}`;
}

function compoundText(part: CompoundPart): string {
  const fields = [`name=${part.name}`, `role=${part.role}`];
  if (part.min !== undefined) fields.push(`min=${escapeListItem(String(part.min))}`);
  if (part.max !== undefined) fields.push(`max=${escapeListItem(String(part.max))}`);
  if (part.now) fields.push(`current=${escapeListItem(part.now)}`);
  if (part.count !== undefined) fields.push(`count=${part.count}`);
  if (part.options) fields.push(`options=${escapeInline(part.options.map(cleanListItem).join('|'))}`);
  if (part.format) fields.push(`format=${part.format}`);
  return `(${fields.join(',')})`;
}

function escapeListItem(text: string): string {
  return escapeInline(cleanListItem(text));
}

/** Page text without the characters that structure the list around it. */
function cleanListItem(text: string): string {
  return stripInvisible(shorten(text.replace(/[(),|=]/g, ' '), 60));
}

/** States, value and constraints in the compact style; defaults are left out, and tooltips beside words, unless `withTooltips`. */
export function compactAttributes(
  node: PageNode,
  tagName: string,
  label: string,
  withTooltips = true,
): string {
  const pairs = [
    ...typePairs(node, tagName),
    ...statePairs(node),
    ...valuePairs(node, label, withTooltips),
    ...constraintPairs(node),
  ];
  if (label === '' && node.attributes['.value'] === undefined) pairs.push(...fallbackPairs(node));
  return pairs
    .map(([key, value]) => (value === true ? ` ${key}` : ` ${key}=${formatAttributeValue(value, false)}`))
    .join('');
}

const FORMATS = dictionary({
  date: 'YYYY-MM-DD',
  time: 'HH:MM',
  'datetime-local': 'YYYY-MM-DDTHH:MM',
  month: 'YYYY-MM',
  week: 'YYYY-Www',
  color: '#rrggbb',
});

/** The type of an input, unless the tag shows it. */
function typePairs(node: PageNode, tagName: string): AttributePair[] {
  const type = node.attributes.type;
  if (tagName !== 'input' || !type || type === 'text') return [];
  const format = FORMATS[type];
  const multiple: AttributePair[] = node.attributes.multiple === undefined ? [] : [['multiple', true]];
  return format
    ? [
        ['type', type],
        ['format', format],
      ]
    : [['type', type], ...multiple];
}

function statePairs(node: PageNode): AttributePair[] {
  const { attributes } = node;
  const pairs: AttributePair[] = [];
  const { checked, expanded, readonly, required, invalid } = elementState(node);
  if (checked === 'true') pairs.push(['checked', true]);
  if (checked === 'mixed') pairs.push(['checked', 'mixed']);
  if (attributes['aria-selected'] === 'true') pairs.push(['selected', true]);
  if (attributes['aria-pressed'] === 'true') pairs.push(['pressed', true]);
  if (attributes['aria-pressed'] === 'mixed') pairs.push(['pressed', 'mixed']);
  if (expanded === 'true') pairs.push(['expanded', true]);
  if (expanded === 'false') pairs.push(['collapsed', true]);
  const popup = attributes['aria-haspopup'];
  if (popup && popup !== 'false' && expanded === undefined) pairs.push(['haspopup', popup]);
  const current = attributes['aria-current'];
  if (current && current !== 'false') pairs.push(['current', true]);
  if (node.disabled) pairs.push(['disabled', disabledReason(node)]);
  if (readonly) pairs.push(['readonly', true]);
  if (required) pairs.push(['required', true]);
  if (invalid) pairs.push(['invalid', invalid === 'true' ? true : invalid]);
  if (node.has(Flag.Focused)) pairs.push(['focused', true]);
  const active = referencedElement(node, 'aria-activedescendant')?.name;
  if (active) pairs.push(['active', active]);
  return [...pairs, ...positionPairs(node), ...dragPairs(node), ...mediaPairs(node), ...canvasPairs(node)];
}

/** The size of what can be clicked at a place in it, and that it is not read. */
function canvasPairs(node: PageNode): AttributePair[] {
  if (node.tag !== 'canvas' || !node.box || !isUnreadable(node)) return [];
  return [
    ['size', `${node.box.width}x${node.box.height}`],
    ['unreadable', true],
  ];
}

/** The group that disables a field, `fieldset "Delivery"`; `inert` for what stands in something inert; true for a field that is disabled itself. */
function disabledReason(node: PageNode): string | true {
  if (node.attributes.disabled !== undefined || node.attributes['aria-disabled'] === 'true') return true;
  const group = node.parent?.closest(({ tag, disabled }) => tag === 'fieldset' && disabled);
  if (group) return `fieldset ${group.name}`.trim();
  for (let one: PageNode | undefined = node; one; one = one.document.owner)
    if (one.closest((around) => around.has(Flag.Inert))) return 'inert';
  return true;
}

/** By the items around it, where the page does not say it (WAI-ARIA 1.2, aria-level). */
function treeLevel(node: PageNode): string {
  let level = 1;
  for (let one = node.parent; one && one.role !== 'tree'; one = one.parent)
    if (one.role === 'treeitem') level++;
  return String(level);
}

/** Position and sort order among siblings; of a day, whether it is one of another month. */
function positionPairs(node: PageNode): AttributePair[] {
  const { role, attributes } = node;
  const pairs: AttributePair[] = [];
  const { 'aria-sort': sort, 'aria-level': level = role === 'treeitem' ? treeLevel(node) : '' } = attributes;
  const month = monthOfDay(node);
  if (month) pairs.push(['month', month]);
  if (sort && sort !== 'none') pairs.push(['sort', sort]);
  if (role === 'treeitem' && level && level !== '1') pairs.push(['level', level]);
  if (attributes['aria-multiselectable'] === 'true') pairs.push(['multiple', true]);
  return pairs;
}

/** Whether it can be dragged, and the cursor over it. */
function dragPairs({ attributes, disabled }: PageNode): AttributePair[] {
  const pairs: AttributePair[] = [];
  if (attributes.draggable === 'true') pairs.push(['draggable', true]);
  const { '.cursor': cursor } = attributes;
  if (cursor && !(disabled && cursor === 'not-allowed')) pairs.push(['cursor', cursor]);
  return pairs;
}

function mediaPairs({ attributes }: PageNode): AttributePair[] {
  if (attributes['.playing'] === undefined) return [];
  const pairs: AttributePair[] = [[attributes['.playing'] === 'true' ? 'playing' : 'paused', true]];
  if (attributes['.muted']) pairs.push(['muted', true]);
  if (attributes['.duration']) pairs.push(['seconds', attributes['.duration']]);
  return pairs;
}

function valuePairs(node: PageNode, label: string, withTooltips: boolean): AttributePair[] {
  const { attributes } = node;
  const pairs: AttributePair[] = [];
  const { value } = elementState(node);
  const isToggle = node.role === 'checkbox' || node.role === 'radio';
  if (value && !isToggle && value !== label) pairs.push(['value', value]);
  if (node.tag === 'select') pairs.push(...optionPairs(node));
  for (const key of ['placeholder', 'aria-label', 'title'] as const) {
    const text = attributes[key];
    if (!text || containsText(label, text) || isHeadWithHint(node, label, text)) continue;
    if (pairs.some(([, shown]) => shown === text)) continue;
    // Of what says something itself, a tooltip of many words is a detail.
    const isDetail = key === 'title' && label !== '';
    if (isDetail && !withTooltips) continue;
    pairs.push([key === 'aria-label' ? 'label' : key, isDetail ? shorten(text, MAX_TOOLTIP_LENGTH) : text]);
  }
  return pairs;
}

/** Of a column's header the accessible name often adds to its words what a click does: `Order #: activate to sort`; its arrows are not in that. */
function isHeadWithHint({ role }: PageNode, label: string, text: string): boolean {
  const words = label.replace(SIGNS_AROUND, '');
  return role === 'columnheader' && words !== '' && containsText(text, words);
}

const SIGNS_AROUND = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

/** Characters of a tooltip beside words. */
const MAX_TOOLTIP_LENGTH = 60;

/** True if the label contains the text, ignoring case and white space. */
function containsText(label: string, text: string): boolean {
  const normalize = (s: string): string => collapseSpaces(stripInvisible(s)).toLowerCase();
  return normalize(label).includes(normalize(text));
}

function optionPairs(node: PageNode): AttributePair[] {
  const options = optionsOf(node);
  const shownCount = options.length === MAX_LISTED_OPTIONS + 1 ? options.length : MAX_LISTED_OPTIONS;
  const first = options.slice(0, shownCount).map(optionText);
  const more = options.length > shownCount ? `|+${options.length - shownCount} more` : '';
  const format = compoundParts(node)[1]?.format;
  const pairs: AttributePair[] = [['options', first.join('|') + more]];
  const shown = node.attributes['.shown'];
  if (shown) pairs.unshift(['shows', shown]);
  if (format && options.length > MAX_LISTED_OPTIONS) pairs.push(['format', format]);
  if (node.attributes.multiple !== undefined) pairs.push(['multiple', true]);
  return pairs;
}

/** The label of an option, with its group, and whether it is disabled. */
function optionText({ label, disabled, opens: groupLabel }: SelectOption): string {
  const group = groupLabel ? `${stripInvisible(shorten(groupLabel, 60)).replaceAll('|', '¦')}: ` : '';
  const text = group + stripInvisible(shorten(label, 60)).replaceAll('|', '¦');
  return disabled ? `${text} (disabled)` : text;
}

const CONSTRAINT_ATTRIBUTES = ['min', 'max', 'step', 'minlength', 'maxlength', 'pattern', 'accept'] as const;

function constraintPairs(node: PageNode): AttributePair[] {
  if (node.tag !== 'input' && node.tag !== 'textarea') return ariaRangePairs(node);
  const pairs = CONSTRAINT_ATTRIBUTES.flatMap((key): AttributePair[] => {
    const value = node.attributes[key];
    return value ? [[key, value]] : [];
  });
  const suggestions = node.attributes['.suggestions'];
  return suggestions ? [...pairs, ['suggestions', suggestions]] : pairs;
}

function ariaRangePairs({ attributes, role }: PageNode): AttributePair[] {
  if (role !== 'slider' && role !== 'spinbutton') return [];
  const pairs: AttributePair[] = [];
  if (attributes['aria-valuemin']) pairs.push(['min', attributes['aria-valuemin']]);
  if (attributes['aria-valuemax']) pairs.push(['max', attributes['aria-valuemax']]);
  return pairs;
}

/** For a control without a name: its icon or class, and its colour. */
function fallbackPairs(node: PageNode): AttributePair[] {
  const { '.color': color, '.cursor': cursor = '' } = node.attributes;
  // The cursor of a handle says what it does.
  const hints = iconHintPairs(node).filter(([key]) => key !== 'class' || !cursor.endsWith('-resize'));
  const pairs: AttributePair[] = color ? [...hints, ['color', color]] : hints;
  return isBlankCell(node) ? pairs.filter(([key, value]) => !BLANK_KEYS.has(key) && value !== PAPER) : pairs;
}

/** What says no more of an empty cell than its place does. */
const BLANK_KEYS = new Set(['class', 'id', 'data-testid']);
const PAPER = '#ffffff';

/** An empty cell of a row that has words. */
function isBlankCell(node: PageNode): boolean {
  if (!DATA_CELL_ROLES.has(node.role) || node.children.length > 0) return false;
  const row = node.closest(({ role }) => role === 'row');
  return row !== undefined && hasWords(row);
}

const hasWords = ({ text, children }: PageNode): boolean =>
  hasWordCharacters(text) || children.some(hasWords);

function iconHintPairs(node: PageNode): AttributePair[] {
  const hint = attributeHint(node);
  return hint ? [hint] : [];
}
