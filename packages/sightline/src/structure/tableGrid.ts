import type { PageNode } from '../snapshot/Page.ts';
import { CELL_ROLES, TABLE_ROLES } from '../snapshot/roles.ts';
import { isRemoved, type Visibility } from '../visibility/Visibility.ts';

/** Widest span that a page can ask for. */
const MAX_SPAN = 100;

/** A row of a table with the cell of each column: a cell that spans several is in each of them. */
export interface GridRow {
  node: PageNode;
  cells: (PageNode | undefined)[];
}

/** The shown rows that are the table's own, not those of a table inside it. */
export function rowsOfTable(table: PageNode, visibility: Visibility): PageNode[] {
  const rows: PageNode[] = [];
  for (let i = table.index + 1; i < table.end; i++) {
    const node = visibility.page.nodes[i] as PageNode;
    if (TABLE_ROLES.has(node.role)) i = node.end - 1;
    else if (node.role === 'row' && !isRemoved(visibility, node)) rows.push(node);
  }
  return rows;
}

/** Cells by column, spans filled (HTML, 4.9.12). */
export function buildGrid(rows: PageNode[], visibility: Visibility): GridRow[] {
  const pending = new Map<number, { cell: PageNode; rowsLeft: number }>();
  return rows.map((node) => {
    const cells: (PageNode | undefined)[] = [];
    const fillPending = (): void => {
      for (
        let pendingCell = pending.get(cells.length);
        pendingCell;
        pendingCell = pending.get(cells.length)
      ) {
        if (--pendingCell.rowsLeft === 0) pending.delete(cells.length);
        cells.push(pendingCell.cell);
      }
    };
    for (const cell of rowCells(node, visibility)) {
      fillPending();
      const rowSpan = spanOf(cell, 'rowspan');
      for (let i = spanOf(cell, 'colspan'); i > 0; i--) {
        if (rowSpan > 1) pending.set(cells.length, { cell, rowsLeft: rowSpan - 1 });
        cells.push(cell);
      }
    }
    fillPending();
    return { node, cells };
  });
}

/** How many rows at the top have only column headers. */
export function countHeaderRows(grid: GridRow[]): number {
  const firstBodyRow = grid.findIndex(
    ({ cells }) =>
      cells.length === 0 || cells.some((cell) => cell !== undefined && cell.role !== 'columnheader'),
  );
  return firstBodyRow < 0 ? grid.length : firstBodyRow;
}

export function columnCount(grid: GridRow[]): number {
  return grid.reduce((width, { cells }) => Math.max(width, cells.length), 0);
}

/** Joins the headers above each other: `Sales > 2024`. One that adds nothing to those above it is left out. */
export function columnNames(
  headerRows: GridRow[],
  width: number,
  textOf: (cell: PageNode) => string,
): string[] {
  return Array.from({ length: width }, (_, column) => {
    const names = headerRows.map(({ cells }) => (cells[column] ? textOf(cells[column]) : ''));
    const distinct = names.filter(
      (name, i) => name !== '' && !names.slice(0, i).some((one) => one.includes(name)),
    );
    return distinct.join(' > ');
  });
}

/** The cells of a row, not those of a table inside them. */
export function rowCells(row: PageNode, visibility: Visibility): PageNode[] {
  const cells: PageNode[] = [];
  for (let i = row.index + 1; i < row.end; i++) {
    const node = visibility.page.nodes[i] as PageNode;
    if (!CELL_ROLES.has(node.role)) continue;
    if (!isRemoved(visibility, node)) cells.push(node);
    i = node.end - 1;
  }
  return cells;
}

function spanOf({ attributes }: PageNode, key: 'colspan' | 'rowspan'): number {
  const value = Number(attributes[key] ?? attributes[`aria-${key}`] ?? 1);
  return Number.isInteger(value) && value > 0 ? Math.min(value, MAX_SPAN) : 1;
}
