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

/** Longest text of a cell, in characters: longer ones are for reading, and their table is a layout. */
const MAX_CELL_LENGTH = 600;

/**
 * True for a table that fits the Markdown syntax: several columns of short cells, without headings, code, tables or
 * text outside of cells.
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

/** Renders the content of a cell as one line. */
export type RenderCell = (cell: PageNode) => string;

/**
 * The rows of a table, the first of them its head, empty if the table has none. A cell over several columns is in the
 * first of them, one over several rows in each. Of more than `maxRows` rows only the first `keptRows` are included.
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
