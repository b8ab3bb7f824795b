import { summaryOf } from '../capture/hiddenChildren.ts';
import { attribute, attributeNames, firstElementChild, hasAttr, localName, parentNode } from '../dom/dom.ts';

import {
  GLOBAL_ARIA_ATTRIBUTES,
  KNOWN_INPUT_TYPES,
  ROLE_ALIASES,
  ROLE_BY_INPUT_TYPE,
  ROLE_BY_TAG,
  VALID_ROLES,
} from './roleTables.ts';

/**
 * Computed roles: an explicit role where it is valid, else the implicit one of HTML-AAM and ARIA in
 * HTML. '' stands for `generic`, `none`, and for elements without a corresponding role.
 */

/** What the walk knows of the place where an element stands. */
export interface RoleContext {
  /** Has a `role` attribute, or internals with a role. */
  hasRoleAttribute: boolean;
  /** By its internals. */
  internalsRole?: string | undefined;
  /** Role of the parent in the flat tree, '' where it has none. */
  parentRole: string;
  /** Inside sectioning content or its roles: header and footer are not the page's. */
  inSection: boolean;
  /** The same without `main`: an unnamed aside is not a landmark. */
  inArticle: boolean;
  /** Kind of the table around: 0 none, 1 table, 2 grid or treegrid, 3 presentational. */
  tableKind: number;
}

export function computeRole(element: Element, tag: string, context: RoleContext): string {
  const roleAttribute = context.hasRoleAttribute
    ? (attribute(element, 'role') ?? context.internalsRole ?? null)
    : null;
  if (roleAttribute !== null) {
    const role = explicitRole(element, roleAttribute, tag);
    if (role !== undefined) return role === 'none' || role === 'generic' ? '' : role;
  }
  return implicitRole(element, tag, context);
}

/** The first token that names a role, unless it is presentational and may not be, or needs a name it lacks. */
function explicitRole(element: Element, value: string, tag: string): string | undefined {
  for (const token of value.toLowerCase().split(/\s+/)) {
    const role = ROLE_ALIASES[token] ?? token;
    if (!VALID_ROLES.has(role) && !(token in ROLE_ALIASES)) continue;
    if (role === 'none' && ignoresPresentationalRole(element, tag)) return undefined;
    if ((role === 'region' || role === 'form') && !hasAuthorName(element)) continue;
    return role;
  }
  return undefined;
}

/** A focusable element, or one with a global aria attribute, is never presentational. */
function ignoresPresentationalRole(element: Element, tag: string): boolean {
  if (hasAttr(element, 'tabindex')) return true;
  if (tag === 'button' || tag === 'select' || tag === 'textarea') return !hasAttr(element, 'disabled');
  if (tag === 'input') return !hasAttr(element, 'disabled') && inputType(element) !== 'hidden';
  if (tag === 'a' || tag === 'area') return hasAttr(element, 'href') || hasGlobalAria(element);
  if (tag === 'iframe' || tag === 'summary') return true;
  return hasGlobalAria(element);
}

function hasGlobalAria(element: Element): boolean {
  return attributeNames(element).some((name) => GLOBAL_ARIA_ATTRIBUTES.has(name));
}

/** Named by its author: an approximation that does not follow references to what they say. */
function hasAuthorName(element: Element): boolean {
  return (
    isNonEmpty(attribute(element, 'aria-label')) ||
    isNonEmpty(attribute(element, 'aria-labelledby')) ||
    isNonEmpty(attribute(element, 'title'))
  );
}

function isNonEmpty(value: string | null): boolean {
  return value !== null && value.trim() !== '';
}

/** The type of an input as the browser understands it. */
export function inputType(input: Element): string {
  const type = attribute(input, 'type')?.toLowerCase();
  return type !== undefined && KNOWN_INPUT_TYPES.has(type) ? type : 'text';
}

function implicitRole(element: Element, tag: string, context: RoleContext): string {
  const known = ROLE_BY_TAG[tag];
  if (known !== undefined) return known;
  switch (tag) {
    case 'a':
    case 'area':
      return hasAttr(element, 'href') ? 'link' : '';
    case 'aside':
      return context.inArticle && !hasAuthorName(element) ? '' : 'complementary';
    case 'footer':
      return context.inSection ? '' : 'contentinfo';
    case 'form':
      return hasAuthorName(element) ? 'form' : '';
    case 'header':
      return context.inSection ? '' : 'banner';
    case 'img':
      return attribute(element, 'alt') === '' && !ignoresPresentationalRole(element, tag) ? '' : 'img';
    case 'input':
      return inputRole(element);
    case 'li':
      return context.parentRole === 'list' ? 'listitem' : '';
    case 'section':
      return hasAuthorName(element) ? 'region' : '';
    case 'select':
      return hasAttr(element, 'multiple') || Number(attribute(element, 'size')) > 1 ? 'listbox' : 'combobox';
    case 'summary':
      return isSummaryOfDetails(element) ? 'button' : '';
    case 'svg':
      return hasAuthorName(element) || hasTitleChild(element) ? 'img' : 'graphics-document';
    case 'table':
      return 'table';
    default:
      return tablePartRole(element, tag, context);
  }
}

function hasTitleChild(svg: Element): boolean {
  const first = firstElementChild(svg);
  return first !== null && localName(first) === 'title';
}

function inputRole(input: Element): string {
  const type = inputType(input);
  const role = ROLE_BY_INPUT_TYPE[type] ?? '';
  const suggests =
    hasAttr(input, 'list') && (role === 'textbox' || role === 'searchbox') && type !== 'password';
  return suggests ? 'combobox' : role;
}

function isSummaryOfDetails(element: Element): boolean {
  const parent = parentNode(element);
  return parent instanceof HTMLDetailsElement && summaryOf(parent) === element;
}

function tablePartRole(element: Element, tag: string, { tableKind }: RoleContext): string {
  if (tableKind === 0 || tableKind === 3) return '';
  switch (tag) {
    case 'tbody':
    case 'thead':
    case 'tfoot':
      return 'rowgroup';
    case 'tr':
      return 'row';
    case 'td':
      return tableKind === 2 ? 'gridcell' : 'cell';
    case 'th':
      return headerRole(element, tableKind);
    default:
      return '';
  }
}

/** A `th` heads its column, unless its scope or its place beside data cells says that it heads its row. */
function headerRole(cell: Element, tableKind: number): string {
  const scope = (attribute(cell, 'scope') ?? '').toLowerCase();
  if (scope === 'row' || scope === 'rowgroup') return 'rowheader';
  if (scope === 'col' || scope === 'colgroup') return 'columnheader';
  const row = parentNode(cell);
  const dataCell = row instanceof Element ? row.querySelector(':scope > td') : null;
  if (!dataCell) return row instanceof Element && localName(row) === 'tr' ? 'columnheader' : 'cell';
  return tableKind === 2 || cell.previousElementSibling === null ? 'rowheader' : 'columnheader';
}
