import type { PageNode } from '../snapshot/Page.ts';
import { isRelativeTime } from '../snapshot/relativeTime.ts';
import { CHECKBOX_ROLES, DATA_CELL_ROLES, LABELLED_FIELD_ROLES, TABLE_ROLES } from '../snapshot/roles.ts';
import { collapseSpaces, hasWordCharacters, withoutLabelEnd } from '../snapshot/shorten.ts';
import { isShownInteractive, type Visibility } from '../visibility/Visibility.ts';
import { rowCells } from './tableGrid.ts';

/** What stands for the label of a field in a table. */
export interface CellContext {
  row: PageNode;
  /** The words of the row's header, or of its first cell of words; '' for none. */
  rowHead: string;
  /** The header of the column; '' where the row has no other field without a name. */
  column: string;
}

const isField = ({ role }: PageNode): boolean => LABELLED_FIELD_ROLES.has(role) || CHECKBOX_ROLES.has(role);

/** For a field without a label in a cell of a table; undefined for any other element. */
export function findCellContext(field: PageNode, visibility: Visibility): CellContext | undefined {
  const isUnlabelled = field.name === '' || field.name === field.attributes.placeholder;
  if (!isUnlabelled || !isField(field)) return undefined;
  const cell = field.parent?.closest(({ role }) => DATA_CELL_ROLES.has(role));
  const row = cell?.parent?.closest(({ role }) => role === 'row');
  if (!cell || !row) return undefined;
  const cells = rowCells(row, visibility);
  const before = cells.slice(0, cells.indexOf(cell));
  // What selects a row mostly stands before its words.
  const heads = CHECKBOX_ROLES.has(field.role) ? [...before, ...cells.slice(before.length + 1)] : before;
  const head =
    heads.find(({ role }) => role === 'rowheader') ?? heads.find((one) => isWordy(wordsOf(one, visibility)));
  const rowHead = head ? firstLine(head, visibility) : '';
  const column =
    rowHead === '' || hasOtherField(field, row, visibility) ? columnHeader(before, row, visibility) : '';
  return rowHead === '' && column === '' ? undefined : { row, rowHead, column };
}

/** Says which item it is: no number of a line, no initials of a person, no `17m ago`. */
export function isWordy(text: string): boolean {
  const words = text.trim();
  return hasWordCharacters(words) && !isSymbol(words) && !isRelativeTime(words);
}

/** Two characters take four UTF-16 units at most. */
const isSymbol = (words: string): boolean =>
  words.length <= 4 && (/^\p{Lu}{1,2}$/u.test(words) || /^\P{L}{0,2}$/u.test(words));

function hasOtherField(field: PageNode, row: PageNode, visibility: Visibility): boolean {
  return visibility.page
    .subtree(row)
    .some((one) => one !== field && one.name === '' && isField(one) && isShownInteractive(visibility, one));
}

/** The header of the same position in the first row of the table, spans counted. */
export function columnHeader(before: readonly PageNode[], row: PageNode, visibility: Visibility): string {
  const table = row.closest(({ role }) => TABLE_ROLES.has(role));
  const headerRow = table && firstRow(table, row.index, visibility);
  if (!headerRow) return '';
  const span = ({ attributes }: PageNode): number => Number(attributes.colspan ?? 1) || 1;
  let position = before.reduce((sum, cell) => sum + span(cell), 0);
  for (const header of rowCells(headerRow, visibility)) {
    position -= span(header);
    if (position < 0) return header.role === 'columnheader' ? wordsOf(header, visibility) : '';
  }
  return '';
}

/** Looked for from the head, since there may be thousands of rows. */
function firstRow(table: PageNode, end: number, { page }: Visibility): PageNode | undefined {
  for (let i = table.index; i < end; i++) if (page.nodes[i]?.role === 'row') return page.nodes[i];
  return undefined;
}

function textsOf(node: PageNode, { page, decisions }: Visibility): PageNode[] {
  return page
    .subtree(node)
    .filter(({ isText, text, index }) => isText && text.trim() !== '' && decisions[index]?.kind !== 'remove');
}

const wordsOf = (node: PageNode, visibility: Visibility): string =>
  collapseSpaces(
    textsOf(node, visibility)
      .map(({ text }) => text)
      .join(' '),
  );

/** The first words of a cell that say something, without the mark of a required field: `draft *`. */
function firstLine(cell: PageNode, visibility: Visibility): string {
  const texts = textsOf(cell, visibility).map(({ text }) => collapseSpaces(text));
  return withoutLabelEnd(texts.find(isWordy) ?? '');
}
