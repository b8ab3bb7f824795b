import { attribute, attributeNames, firstElement, has, localName, parentOf } from './dom.ts';

import { ALIASES, BY_INPUT_TYPE, BY_TAG, GLOBAL_ARIA, KNOWN_TYPES, VALID } from './roleTables.ts';

/**
 * Computed roles: an explicit role where it is valid, else the implicit one of HTML-AAM and ARIA in
 * HTML. '' stands for `generic`, `none`, and for elements without a corresponding role.
 */

/** What the walk knows of the place where an element stands. */
export interface Place {
  /** Has a `role` attribute. */
  explicit: boolean;
  /** Role of the parent in the flat tree, '' where it has none. */
  parentRole: string;
  /** Inside sectioning content or its roles: header and footer are not the page's. */
  inSection: boolean;
  /** The same without `main`: an unnamed aside is not a landmark. */
  inArticle: boolean;
  /** Kind of the table around: 0 none, 1 table, 2 grid or treegrid, 3 presentational. */
  table: number;
}

export function roleOf(element: Element, tag: string, place: Place): string {
  const explicit = place.explicit ? attribute(element, 'role') : null;
  if (explicit !== null) {
    const role = explicitRole(element, explicit, tag);
    if (role !== undefined) return role === 'none' || role === 'generic' ? '' : role;
  }
  return implicitRole(element, tag, place);
}

/** The first token that names a role, unless it is presentational and may not be, or needs a name it lacks. */
function explicitRole(element: Element, value: string, tag: string): string | undefined {
  for (const token of value.toLowerCase().split(/\s+/)) {
    const role = ALIASES[token] ?? token;
    if (!VALID.has(role) && !(token in ALIASES)) continue;
    if (role === 'none' && keepsItsRole(element, tag)) return undefined;
    if ((role === 'region' || role === 'form') && !isNamed(element)) continue;
    return role;
  }
  return undefined;
}

/** A focusable element, or one with a global aria attribute, is never presentational. */
function keepsItsRole(element: Element, tag: string): boolean {
  if (has(element, 'tabindex')) return true;
  if (tag === 'button' || tag === 'select' || tag === 'textarea') return !has(element, 'disabled');
  if (tag === 'input') return !has(element, 'disabled') && inputType(element) !== 'hidden';
  if (tag === 'a' || tag === 'area') return has(element, 'href') || hasGlobalAria(element);
  if (tag === 'iframe' || tag === 'summary') return true;
  return hasGlobalAria(element);
}

function hasGlobalAria(element: Element): boolean {
  return attributeNames(element).some((name) => GLOBAL_ARIA.has(name));
}

/** Named by its author: an approximation that does not follow references to what they say. */
export function isNamed(element: Element): boolean {
  return (
    isFilled(attribute(element, 'aria-label')) ||
    isFilled(attribute(element, 'aria-labelledby')) ||
    isFilled(attribute(element, 'title'))
  );
}

function isFilled(value: string | null): boolean {
  return value !== null && value.trim() !== '';
}

/** The type of an input as the browser understands it. */
export function inputType(input: Element): string {
  const type = attribute(input, 'type')?.toLowerCase();
  return type !== undefined && KNOWN_TYPES.has(type) ? type : 'text';
}

function implicitRole(element: Element, tag: string, place: Place): string {
  const known = BY_TAG[tag];
  if (known !== undefined) return known;
  switch (tag) {
    case 'a':
    case 'area':
      return has(element, 'href') ? 'link' : '';
    case 'aside':
      return place.inArticle && !isNamed(element) ? '' : 'complementary';
    case 'footer':
      return place.inSection ? '' : 'contentinfo';
    case 'form':
      return isNamed(element) ? 'form' : '';
    case 'header':
      return place.inSection ? '' : 'banner';
    case 'img':
      return attribute(element, 'alt') === '' && !keepsItsRole(element, tag) ? '' : 'img';
    case 'input':
      return inputRole(element);
    case 'li':
      return place.parentRole === 'list' ? 'listitem' : '';
    case 'section':
      return isNamed(element) ? 'region' : '';
    case 'select':
      return has(element, 'multiple') || Number(attribute(element, 'size')) > 1 ? 'listbox' : 'combobox';
    case 'summary':
      return isSummaryOfDetails(element) ? 'button' : '';
    case 'svg':
      return isNamed(element) || hasTitleChild(element) ? 'img' : 'graphics-document';
    case 'table':
      return 'table';
    default:
      return tablePartRole(element, tag, place);
  }
}

function hasTitleChild(svg: Element): boolean {
  const first = firstElement(svg);
  return first !== null && localName(first) === 'title';
}

function inputRole(input: Element): string {
  const type = inputType(input);
  const role = BY_INPUT_TYPE[type] ?? '';
  const suggests = has(input, 'list') && (role === 'textbox' || role === 'searchbox') && type !== 'password';
  return suggests ? 'combobox' : role;
}

function isSummaryOfDetails(element: Element): boolean {
  const parent = parentOf(element);
  if (!(parent instanceof HTMLDetailsElement)) return false;
  let first = firstElement(parent);
  while (first && localName(first) !== 'summary') first = first.nextElementSibling;
  return first === element;
}

function tablePartRole(element: Element, tag: string, { table }: Place): string {
  if (table === 0 || table === 3) return '';
  switch (tag) {
    case 'tbody':
    case 'thead':
    case 'tfoot':
      return 'rowgroup';
    case 'tr':
      return 'row';
    case 'td':
      return table === 2 ? 'gridcell' : 'cell';
    case 'th':
      return headerRole(element, table);
    default:
      return '';
  }
}

/** A `th` heads its column, unless its scope or its place beside data cells says that it heads its row. */
function headerRole(cell: Element, table: number): string {
  const scope = (attribute(cell, 'scope') ?? '').toLowerCase();
  if (scope === 'row' || scope === 'rowgroup') return 'rowheader';
  if (scope === 'col' || scope === 'colgroup') return 'columnheader';
  const row = parentOf(cell);
  const beside = row instanceof Element ? row.querySelector(':scope > td') : null;
  if (!beside) return row instanceof Element && localName(row) === 'tr' ? 'columnheader' : 'cell';
  return table === 2 || cell.previousElementSibling === null ? 'rowheader' : 'columnheader';
}
