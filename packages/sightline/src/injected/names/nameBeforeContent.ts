import { dictionary } from '../../snapshot/dictionary.ts';
import { RANGE_ROLES } from '../../snapshot/roles.ts';
import { AttributeFlag } from '../capture/AttributeReader.ts';
import type { CaptureContext } from '../capture/CaptureContext.ts';
import { TagBit } from '../capture/TagTable.ts';
import { ExitAction } from '../capture/walkBits.ts';
import {
  attribute,
  ELEMENT_NODE,
  firstChild,
  isCustomTag,
  localName,
  nextSibling,
  nodeType,
} from '../dom/dom.ts';
import { normalizeSpace } from '../dom/text.ts';
import type { VisitedElement } from '../layout/VisitedElement.ts';
import { inputType } from '../roles/computeRole.ts';
import { ROLES_NAMED_FROM_CONTENT } from '../roles/roleTables.ts';
import { ariaLabelOf, buttonName, svgTitle } from './nativeAlternatives.ts';

/** Tags whose child of that tag names them. */
const NAMING_CHILD_TAG = dictionary({ fieldset: 'legend', table: 'caption', figure: 'figcaption' });

/**
 * What can be said of an element's name before its content is read; answers bits of `Leave` for what
 * remains to be done after. References and labels are left for the stage after the walk: until then
 * the row holds what the name falls back to.
 */
export function nameBeforeContent(
  visited: VisitedElement,
  role: string,
  isInteractive: boolean,
  enclosingLabel: Element | null,
  context: CaptureContext,
): number {
  const { element, attributeFlags, row, tagBits } = visited;
  const { snapshot } = context;
  let exitActions = (tagBits & TagBit.HasValue) !== 0 ? ExitAction.AddsValue : 0;
  if ((attributeFlags & AttributeFlag.LabelledBy) !== 0) {
    snapshot.pendingNames.push({ row, element, source: 'references' });
    exitActions |= ExitAction.AddsValue;
  }
  if ((attributeFlags & AttributeFlag.AriaLabel) !== 0) {
    const label = ariaLabelOf(element) ?? context.registry.internalsOf(element)?.['aria-label'] ?? '';
    snapshot.name(
      row,
      (tagBits & TagBit.HasValue) !== 0 ? context.secrets.redactOwnValue(element, label) : label,
    );
    return exitActions | ExitAction.SinglePhrase;
  }
  if (
    ((tagBits & TagBit.Labelable) !== 0 || isCustomTag(visited.tag)) &&
    (enclosingLabel || (attributeFlags & AttributeFlag.Relevant) !== 0)
  ) {
    snapshot.pendingNames.push({ row, element, source: 'labels', enclosingLabel });
  }
  return exitActions | nameByTagOrRole(visited, role, isInteractive, context);
}

function nameByTagOrRole(
  visited: VisitedElement,
  role: string,
  isInteractive: boolean,
  context: CaptureContext,
): number {
  const { element, tag, attributeFlags, row, tagBits } = visited;
  const native = nativeName(element, tag);
  if (native !== undefined) {
    const name = (tagBits & TagBit.HasValue) !== 0 ? context.secrets.redactOwnValue(element, native) : native;
    if (name !== '') context.snapshot.name(row, name);
    return SINGLE_PHRASE_TAGS.has(tag)
      ? native === ''
        ? ExitAction.ExcludedFromNames
        : ExitAction.SinglePhrase
      : 0;
  }
  const childTag = NAMING_CHILD_TAG[tag];
  if (childTag !== undefined) queueNameFromChild(visited, childTag, context);
  if (!isInteractive && TABLE_ROLES.has(role)) {
    context.snapshot.rows.name[row] = -1;
    return 0;
  }
  if (ROLES_NAMED_FROM_CONTENT.has(role) || (role === '' && isInteractive)) return ExitAction.NameFromContent;
  if (role === '') return (attributeFlags & AttributeFlag.Title) !== 0 ? ExitAction.NameFromTitle : 0;
  if ((attributeFlags & AttributeFlag.Relevant) !== 0) {
    const fallbackName =
      titleOf(element) ||
      (PLACEHOLDER_ROLES.has(role) && normalizeSpace(attribute(element, 'aria-placeholder') ?? ''));
    if (fallbackName) context.snapshot.name(row, fallbackName);
  }
  return RANGE_ROLES.has(role) ? ExitAction.AddsValue : 0;
}

/** Where nobody acts on them, their rows say enough: an exact name for each cell that holds a control costs a third of a capture. */
const TABLE_ROLES = new Set(['row', 'cell', 'gridcell', 'columnheader', 'rowheader']);

/** Roles that `aria-placeholder` names where nothing else does. */
const PLACEHOLDER_ROLES = new Set(['textbox', 'searchbox', 'combobox']);

/** Tags that contribute their own name, not their content, to the name of an ancestor. */
const SINGLE_PHRASE_TAGS = new Set(['img', 'area', 'svg', 'iframe', 'frame']);

/** The native alternative (HTML-AAM), undefined for elements that have none. */
function nativeName(element: Element, tag: string): string | undefined {
  switch (tag) {
    case 'img':
    case 'area':
      return normalizeSpace(attribute(element, 'alt') || titleOf(element));
    case 'svg':
      return svgTitle(element) ?? titleOf(element);
    case 'input':
      return nameOfInput(element as HTMLInputElement);
    case 'textarea':
      return titleOf(element) || normalizeSpace(attribute(element, 'placeholder') ?? '');
    case 'select':
    case 'iframe':
    case 'frame':
    case 'meter':
    case 'progress':
      return titleOf(element);
    case 'optgroup':
      return normalizeSpace(attribute(element, 'label') ?? '');
    case 'option':
      return normalizeSpace(attribute(element, 'label') ?? '') || undefined;
    default:
      return undefined;
  }
}

function nameOfInput(input: HTMLInputElement): string {
  const type = inputType(input);
  if (type === 'hidden') return '';
  const button = buttonName(input);
  if (button !== undefined) return normalizeSpace(button) || titleOf(input);
  return titleOf(input) || normalizeSpace(attribute(input, 'placeholder') ?? '');
}

function titleOf(element: Element): string {
  return normalizeSpace(attribute(element, 'title') ?? '');
}

function queueNameFromChild({ element, row }: VisitedElement, tag: string, context: CaptureContext): void {
  for (let child = firstChild(element); child; child = nextSibling(child)) {
    if (nodeType(child) !== ELEMENT_NODE || localName(child as Element) !== tag) continue;
    context.snapshot.pendingNames.push({ row, element, source: 'part', part: child as Element });
    return;
  }
}
