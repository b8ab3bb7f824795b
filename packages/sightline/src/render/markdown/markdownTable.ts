import type { PageNode } from '../../snapshot/Page.ts';
import { TABLE_ROLES } from '../../snapshot/roles.ts';
import {
  buildGrid,
  columnCount,
  columnNames,
  countHeaderRows,
  type GridRow,
  rowCells,
  rowsOfTable,
} from '../../structure/tableGrid.ts';
import { isRemoved } from '../../visibility/Visibility.ts';
import type { RenderContext } from '../RenderContext.ts';

/** A cell with more characters than this is something to read, and its table a layout. */
const MAX_CELL_LENGTH = 600;

/**
 * True for a table that can be told as rows of short cells: none that lays out a page, with a single column, with
 * headings, code or tables in its cells, or with words that stand in no cell.
 */
export function isDataTable(table: PageNode, { pageState }: RenderContext): boolean {
  const { visibility, counts } = pageState;
  const { nodes } = visibility.page;
  for (let i = table.index + 1; i < table.end; i++) {
    const node = nodes[i] as PageNode;
    const isBlock = TABLE_ROLES.has(node.role) || node.role === 'heading' || node.tag === 'pre';
    if (isBlock && !isRemoved(visibility, node)) return false;
  }
  const rows = rowsOfTable(table, visibility);
  let widest = 0;
  for (const row of rows) {
    const cells = rowCells(row, visibility);
    const lengths = cells.map((cell) => counts.textLength(cell));
    if (lengths.some((length) => length > MAX_CELL_LENGTH)) return false;
    if (lengths.reduce((sum, length) => sum + length, 0) !== counts.textLength(row)) return false;
    widest = Math.max(widest, cells.length);
  }
  return widest > 1;
}

/** Tells the inside of a cell as one line. */
export type RenderCell = (cell: PageNode) => string;

/**
 * The head and the rows of a table; a head without words where it has none. A cell over several columns is told in
 * the first of them, one over several rows in each. Of more rows than `most` only the first `kept` are told.
 */
export function buildTableRows(
  table: PageNode,
  { pageState }: RenderContext,
  renderCell: RenderCell,
  { maxRows, keptRows }: { maxRows: number; keptRows: number },
): { rows: string[][]; more: number } {
  const grid = buildGrid(rowsOfTable(table, pageState.visibility), pageState.visibility);
  const headerRows = countHeaderRows(grid);
  const width = columnCount(grid);
  const body = grid.slice(headerRows);
  const shownRows = body.length > maxRows ? body.slice(0, keptRows) : body;
  const cache = new Map<PageNode, string>();
  const cachedText = (cell: PageNode): string => {
    const text = cache.get(cell) ?? renderCell(cell);
    cache.set(cell, text);
    return text;
  };
  const head = columnNames(grid.slice(0, headerRows), width, cachedText);
  return {
    rows: [head, ...shownRows.map((row) => rowTexts(row, width, cachedText))],
    more: body.length - shownRows.length,
  };
}

function rowTexts({ cells }: GridRow, width: number, cachedText: RenderCell): string[] {
  return Array.from({ length: width }, (_, i) => {
    const cell = cells[i];
    return cell === undefined || cell === cells[i - 1] ? '' : cachedText(cell);
  });
}
