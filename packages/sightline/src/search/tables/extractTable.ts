import type { PageNode } from '../../snapshot/Page.ts';
import {
  CELL_ROLES,
  DATA_CELL_ROLES,
  DATA_LIST_ROLES,
  LABELLED_FIELD_ROLES,
  TABLE_ROLES,
  TEXT_FIELD_ROLES,
} from '../../snapshot/roles.ts';
import { collapseSpaces } from '../../snapshot/shorten.ts';
import { FIELD_TAGS } from '../../snapshot/tags.ts';
import type { PageState } from '../../structure/PageState.ts';
import {
  buildGrid,
  columnCount,
  columnNames,
  countHeaderRows,
  type GridRow,
  rowsOfTable,
} from '../../structure/tableGrid.ts';
import { isRemoved, type Visibility } from '../../visibility/Visibility.ts';
import { boxRows, tablesLaidOut } from './boxGrid.ts';
import { findPaging, type TablePaging } from './findPaging.ts';
import { headTableOf } from './headTable.ts';
import { hiddenColumns } from './hiddenColumns.ts';
import { isFilterRow } from './isFilterRow.ts';
import { splitFoot, withoutArrows } from './splitFoot.ts';

/** The content of one column in one row. */
export interface TableCell {
  text: string;
  /** The controls in it. */
  controls: PageNode[];
  /** The element that it is; of several, or parts of one, the first. Undefined for an empty place. */
  node?: PageNode | undefined;
}

export interface TableRow {
  node: PageNode;
  /** One for each column. */
  cells: TableCell[];
}

/** A table, grid or repeated list as data. */
export interface DataTable {
  kind: 'table' | 'list';
  node: PageNode;
  /** Its name or caption, else the heading above it; '' for none. */
  name: string;
  columns: string[];
  /** Heads of columns that do not show. */
  hidden?: string[];
  rows: TableRow[];
  /** Which of its rows are loaded, from 1, where the page says so; `total` undefined where it does not say of how many. */
  loaded?: { first: number; last: number; total: number | undefined };
  /** It was scrolled through for its rows; whether to its end, without a gap. */
  scrolled?: { isWhole: boolean };
  /** It is one page of several. */
  paging?: TablePaging;
  /** The words of rows in its foot that do not repeat its heads. */
  foot?: string[][];
}

/** Least items of one shape that make a list without a list role. */
const MIN_ITEMS = 3;

/** Elements with rows, in document order: tables, lists, and cards of the same shape. */
export function findTables({ visibility, counts }: PageState): PageNode[] {
  const laidOut = new Set<PageNode>();
  const heads = new Set<PageNode | undefined>();
  const tables = visibility.page.nodes.filter((node) => {
    if (!node.isElement || isRemoved(visibility, node) || counts.visibleLeaves(node) < 2) return false;
    if (TABLE_ROLES.has(node.role)) {
      for (const inner of laidOutLines(node, visibility)?.tables ?? []) laidOut.add(inner);
      if (laidOut.has(node)) return false;
      heads.add(headTableOf(node, visibility));
      return rowsOfTable(node, visibility).length > 0 || boxRows(node, { visibility }) !== undefined;
    }
    return listItems(node, visibility, counts.visibleLeaves).length >= MIN_ITEMS;
  });
  return tables.filter((node) => !heads.has(node));
}

/** A node of `findTables` as data. */
export function extractTable(node: PageNode, pageState: PageState): DataTable {
  const { visibility } = pageState;
  const name = node.name || titleOf(node, pageState);
  const isTable = TABLE_ROLES.has(node.role);
  const hasRows = isTable && rowsOfTable(node, visibility).length > 0;
  const boxes = hasRows ? undefined : boxRows(node, pageState);
  if (boxes) return { kind: 'table', node, name, ...readGrid(boxes.map(lineOf), visibility) };
  if (!isTable) return { kind: 'list', node, name, ...readItems(node, pageState) };
  const { foot, ...read } = splitFoot(readRows(node, visibility));
  const loaded = loadedRows(node, read.rows, visibility);
  const paging = findPaging(node, read.rows.length, visibility);
  const hidden = hiddenColumns(node, visibility);
  return {
    kind: 'table',
    node,
    name,
    ...read,
    ...(hidden.length > 0 && { hidden }),
    ...(loaded && { loaded }),
    ...(paging && { paging }),
    ...(foot.length > 0 && { foot }),
  };
}

interface ReadRows {
  columns: string[];
  rows: TableRow[];
}

/** By `aria-rowindex`, which counts heads too. */
function loadedRows(
  table: PageNode,
  rows: readonly TableRow[],
  visibility: Visibility,
): DataTable['loaded'] | undefined {
  const indexOf = ({ attributes }: PageNode): number => countOf(attributes['aria-rowindex']);
  const indices = rows.map(({ node }) => indexOf(node));
  const [first = Number.NaN] = indices;
  if (!indices.every((index) => index >= first)) return undefined;
  const data = new Set(rows.map(({ node }) => node));
  const heads = rowsOfTable(table, visibility).filter((row) => !data.has(row) && indexOf(row) < first);
  const headCount = Math.max(0, ...heads.map(indexOf));
  const declared = countOf(table.attributes['aria-rowcount']);
  const total = declared >= first ? declared - headCount : undefined;
  const [from, to] = [first - headCount, Math.max(...indices) - headCount];
  const isWhole = from <= 1 && (total === undefined || to >= total);
  return isWhole ? undefined : { first: from, last: to, total };
}

/** An index or a count as ARIA has them; NaN for what is none. */
const countOf = (text = ''): number => (/^\s*\d{1,15}\s*$/.test(text) ? Number(text) : Number.NaN);

/** Tables in one row of a table that lays them out: from this many on each is a line, such as a week. */
const MIN_LINES = 3;

/**
 * The lines of the tables that a table lays out above each other, where they have the same number of columns: they are one
 * table. Undefined for any other.
 */
function laidOutLines(
  table: PageNode,
  visibility: Visibility,
): { tables: PageNode[]; lines: Line[] } | undefined {
  const inner = tablesLaidOut(table, visibility) ?? [];
  const groups = inner.map((tables) =>
    tables.map((one) => buildGrid(rowsOfTable(one, visibility), visibility)),
  );
  const widths = new Set(groups.flat().map(columnCount));
  widths.delete(0);
  if (widths.size !== 1) return undefined;
  const lines = groups.flatMap((tables): Line[] =>
    tables.length < MIN_LINES ? tables.flat().map(lineOf) : tables.flatMap(joinRows),
  );
  const isFilled = ({ node }: Line): boolean => readCell(node, visibility).text !== '';
  return { tables: inner.flat(), lines: lines.filter(isFilled) };
}

/** What stands in each column of a line. */
interface Line {
  node: PageNode;
  cells: PageNode[][];
}

const lineOf = ({ node, cells }: GridRow): Line => ({
  node,
  cells: cells.map((cell) => (cell ? [cell] : [])),
});

/** The rows of a table as one: the day, and below it what happens then. */
function joinRows(rows: readonly GridRow[]): Line[] {
  const [first] = rows;
  const table = first?.node.closest(({ role }) => TABLE_ROLES.has(role));
  if (!first || !table) return [];
  const cells = first.cells.map((_, i) => [...new Set(rows.flatMap((row) => row.cells[i] ?? []))]);
  return [{ node: table, cells }];
}

/** The heading above, or the title of a closer box: the summary of its details, the name of its panel. */
function titleOf(node: PageNode, { landmarkIndex }: PageState): string {
  const heading = landmarkIndex.headingOf(node);
  for (let box = node.parent; box && !(heading && box.contains(heading.node)); box = box.parent) {
    const summary = box.tag === 'details' ? box.children.find(({ tag }) => tag === 'summary') : undefined;
    const title = summary?.name || (TITLED_ROLES.has(box.role) ? box.name : '');
    if (title) return title;
  }
  return heading?.text ?? '';
}

const TITLED_ROLES = new Set('region tabpanel group dialog alertdialog form'.split(' '));

function readRows(table: PageNode, visibility: Visibility): ReadRows {
  const laidOut = laidOutLines(table, visibility)?.lines;
  if (laidOut) return readGrid(laidOut, visibility);
  const rowsOf = (one: PageNode): Line[] => buildGrid(rowsOfTable(one, visibility), visibility).map(lineOf);
  const head = headTableOf(table, visibility);
  const width = Math.max(...rowsOf(table).map(({ cells }) => cells.length));
  const heads = head ? rowsOf(head).map(({ node, cells }) => ({ node, cells: cells.slice(0, width) })) : [];
  return readGrid([...heads, ...rowsOf(table)], visibility);
}

function readGrid(lines: readonly Line[], visibility: Visibility): ReadRows {
  const shown = withoutFilters(lines, visibility);
  const grid = shown.map(({ node, cells }) => ({ node, cells: cells.map(([cell]) => cell) }));
  const headerRows = grid.slice(0, countHeaderRows(grid) || countTitleRows(grid, visibility));
  const columns = columnNames(headerRows, columnCount(grid), (cell) =>
    withoutArrows(readCell(cell, visibility).text),
  );
  const rows = shown.slice(headerRows.length).map(({ node, cells }) => ({
    node,
    cells: columns.map((_, i) => joinCells((cells[i] ?? []).map((cell) => readCell(cell, visibility)))),
  }));
  return { columns: uniqueColumns(columns), rows };
}

/** Rows of fields are no data where other rows have words; nor are rows of fields between the heads and the first row with words. */
function withoutFilters(lines: readonly Line[], visibility: Visibility): readonly Line[] {
  const isHead = ({ cells }: Line): boolean => cells.flat().every(({ role }) => role === 'columnheader');
  const first = lines.findIndex(
    (line) => !isHead(line) && line.cells.flat().some((cell) => readsWords(cell, visibility)),
  );
  const hasField = ({ cells }: Line): boolean =>
    cells
      .flat()
      .some(({ index, end }) =>
        visibility.page.nodes.slice(index, end).some(({ role }) => TEXT_FIELD_ROLES.has(role)),
      );
  const isFilter = (line: Line, i: number): boolean =>
    isFilterRow(line.cells.flat(), visibility) ||
    (i < first && lines.slice(0, i).some(isHead) && !isHead(line) && hasField(line));
  const others = lines.filter((line, i) => !isFilter(line, i));
  const hasData = others.some(({ cells }) => cells.flat().some(({ role }) => DATA_CELL_ROLES.has(role)));
  return hasData ? others : lines;
}

/** Not those of its fields and buttons. */
function readsWords({ index, end }: PageNode, visibility: Visibility): boolean {
  for (let i = index; i < end; i++) {
    const node = visibility.page.nodes[i] as PageNode;
    if (isRemoved(visibility, node)) continue;
    if (node.isText && node.text.trim() !== '') return true;
    if (LABELLED_FIELD_ROLES.has(node.role) || node.role === 'button') i = node.end - 1;
  }
  return false;
}

const joinCells = (cells: readonly TableCell[]): TableCell => ({
  text: cells
    .map(({ text }) => text)
    .filter(Boolean)
    .join(' '),
  controls: cells.flatMap(({ controls }) => controls),
  node: cells[0]?.node,
});

/** 1 where the first row says in words, without digits or fields, what the columns are (`Sun`, `Mon`), and others differ. */
function countTitleRows(grid: { cells: (PageNode | undefined)[] }[], visibility: Visibility): number {
  const textsOf = (cells: (PageNode | undefined)[]): string[] =>
    cells.map((cell) => readCell(cell, visibility).text);
  const [first, ...others] = grid.map(({ cells }) => textsOf(cells));
  if (!first || others.length === 0 || grid[0]?.cells.some((cell) => cell && DATA_CELL_ROLES.has(cell.role)))
    return 0;
  const areTitles = first.every((text) => /^\D+$/.test(text)) && new Set(first).size === first.length;
  return areTitles && others.every((texts) => texts.some((text) => text === '' || /\d/.test(text))) ? 1 : 0;
}

/** Column names are keys: an empty or repeated one gets its position. */
function uniqueColumns(names: string[]): string[] {
  const seen = new Set<string>();
  return names.map((name, i) => {
    const unique = name !== '' && !seen.has(name) ? name : `${name ? `${name} ` : 'column '}${i + 1}`;
    seen.add(unique);
    return unique;
  });
}

function readCell(node: PageNode | undefined, visibility: Visibility): TableCell {
  if (!node) return { text: '', controls: [] };
  return readSpan(node.index, node.end, visibility);
}

/** The visible text of a span of the page, and the controls in it. */
function readSpan(from: number, to: number, visibility: Visibility): TableCell {
  const controls: PageNode[] = [];
  let text = '';
  for (let i = from; i < to; i++) {
    const node = visibility.page.nodes[i] as PageNode;
    if (isRemoved(visibility, node)) continue;
    if (node.isText) text += node.text;
    else if (visibility.interactive[i] === 1) {
      controls.push(node);
      text += ` ${valueText(node)}`;
      // Its options are no words of the cell.
      if (node.tag === 'select') i = node.end - 1;
    } else text += node.role === 'img' ? ` ${node.name} ` : ' ';
  }
  const first = visibility.page.nodes[from];
  return { text: collapseSpaces(text), controls, node: first?.isText ? first.parent : first };
}

/** The value of a field; the name of a control without content. */
function valueText(node: PageNode): string {
  const { attributes, tag } = node;
  if (FIELD_TAGS.has(tag)) return attributes['.checked'] === 'true' ? 'yes ' : (attributes['.value'] ?? '');
  return node.children.length === 0 ? `${node.name} ` : '';
}

/** Visible children of the same tag and role; none for tables and inline text. */
function listItems(node: PageNode, visibility: Visibility, leaves: (node: PageNode) => number): PageNode[] {
  if (node.tag === 'select' || CELL_ROLES.has(node.role) || node.role === 'row' || TABLE_ROLES.has(node.role))
    return [];
  const shown = node.children.filter(
    (child) =>
      child.isElement && !isRemoved(visibility, child) && leaves(child) > 0 && child.role !== 'heading',
  );
  const first = shown[0];
  if (!first || TABLE_ROLES.has(first.role) || first.role === 'row') return [];
  const alike = shown.filter((child) => child.tag === first.tag && child.role === first.role);
  if (DATA_LIST_ROLES.has(node.role)) return alike;
  // Without a list role, only cards: children of several parts, and nothing else.
  const isCards =
    alike.length === shown.length && alike.every((child) => leaves(child) > 1 && child.children.length > 0);
  return isCards && TEXT_TAGS.has(first.tag) === false ? alike : [];
}

const TEXT_TAGS = new Set([
  'p',
  'pre',
  'blockquote',
  'dt',
  'dd',
  'tr',
  'tbody',
  'thead',
  'section',
  'main',
  'nav',
  'header',
  'footer',
]);

/** One column for each tag path within an item that has content, named by its last tag. */
function readItems(
  node: PageNode,
  { visibility, counts }: PageState,
): { columns: string[]; rows: TableRow[] } {
  const items = listItems(node, visibility, counts.visibleLeaves);
  const columns = new Map<string, number>();
  const read = items.map((item) => ({ item, parts: itemParts(item, visibility) }));
  for (const { parts } of read)
    for (const part of parts) if (!columns.has(part.path)) columns.set(part.path, columns.size);
  const rows = read.map(({ item, parts }) => {
    const cells: TableCell[] = Array.from({ length: columns.size }, () => ({ text: '', controls: [] }));
    for (const { path, from, to } of parts) {
      const cell = cells[columns.get(path) as number] as TableCell;
      const { text, controls, node: source } = readSpan(from, to, visibility);
      cell.node ??= source;
      cell.text = [cell.text, text].filter((one) => one !== '').join(' ');
      cell.controls.push(...controls);
    }
    return { node: item, cells };
  });
  return { columns: uniqueColumns([...columns.keys()].map((path) => path.split(' ').at(-1) ?? '')), rows };
}

interface ItemPart {
  path: string;
  from: number;
  to: number;
}

/** The controls and texts in an item, each with its tag path; the last tag names the column. */
function itemParts(item: PageNode, visibility: Visibility): ItemPart[] {
  const parts: ItemPart[] = [];
  for (let i = item.index; i < item.end; i++) {
    const node = visibility.page.nodes[i] as PageNode;
    if (isRemoved(visibility, node)) continue;
    const isInteractive = visibility.interactive[i] === 1;
    if (!isInteractive && !(node.isText && node.text.trim() !== '') && node.role !== 'img') continue;
    parts.push({ path: tagPath(node, item), from: i, to: isInteractive ? node.end : i + 1 });
    if (isInteractive) i = node.end - 1;
  }
  return parts;
}

function tagPath(node: PageNode, item: PageNode): string {
  const path: string[] = [];
  for (let ancestor: PageNode | undefined = node; ancestor && ancestor !== item; ancestor = ancestor.parent)
    if (ancestor.isElement) path.unshift(ancestor.role || ancestor.tag);
  return path.length === 0 ? (item.role === 'listitem' ? 'item' : item.role || item.tag) : path.join(' ');
}
