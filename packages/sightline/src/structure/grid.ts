import type { PageNode } from '../model/Page.ts';
import { isRemoved, type Pruning } from '../prune/Pruning.ts';

export const TABLE_ROLES: ReadonlySet<string> = new Set(['table', 'grid', 'treegrid']);
export const CELL_ROLES: ReadonlySet<string> = new Set(['cell', 'gridcell', 'columnheader', 'rowheader']);

/** Widest span that a page can ask for. */
const MAX_SPAN = 100;

/** A row of a table, and what stands in each of its columns: a cell over several stands in each. */
export interface GridRow {
  node: PageNode;
  cells: (PageNode | undefined)[];
}

/** The shown rows that are the table's own, not those of a table inside it. */
export function rowsOf(table: PageNode, pruning: Pruning): PageNode[] {
  const rows: PageNode[] = [];
  for (let i = table.index + 1; i < table.end; i++) {
    const node = pruning.page.nodes[i] as PageNode;
    if (TABLE_ROLES.has(node.role)) i = node.end - 1;
    else if (node.role === 'row' && !isRemoved(pruning, node)) rows.push(node);
  }
  return rows;
}

/** Cells by column, spans filled (HTML, 4.9.12). */
export function layOut(rows: PageNode[], pruning: Pruning): GridRow[] {
  const pending = new Map<number, { cell: PageNode; left: number }>();
  return rows.map((node) => {
    const cells: (PageNode | undefined)[] = [];
    const fill = (): void => {
      for (let held = pending.get(cells.length); held; held = pending.get(cells.length)) {
        if (--held.left === 0) pending.delete(cells.length);
        cells.push(held.cell);
      }
    };
    for (const cell of cellsIn(node, pruning)) {
      fill();
      const down = span(cell, 'rowspan');
      for (let i = span(cell, 'colspan'); i > 0; i--) {
        if (down > 1) pending.set(cells.length, { cell, left: down - 1 });
        cells.push(cell);
      }
    }
    fill();
    return { node, cells };
  });
}

/** How many rows at the top hold nothing but column heads. */
export function countHeads(grid: GridRow[]): number {
  const body = grid.findIndex(
    ({ cells }) =>
      cells.length === 0 || cells.some((cell) => cell !== undefined && cell.role !== 'columnheader'),
  );
  return body < 0 ? grid.length : body;
}

export function widthOf(grid: GridRow[]): number {
  return grid.reduce((width, { cells }) => Math.max(width, cells.length), 0);
}

/** Heads above each other are one name: `Sales > 2024`. One that says no more than those above it is left out. */
export function columnNames(heads: GridRow[], width: number, textOf: (cell: PageNode) => string): string[] {
  return Array.from({ length: width }, (_, column) => {
    const names = heads.map(({ cells }) => (cells[column] ? textOf(cells[column]) : ''));
    const told = names.filter(
      (name, i) => name !== '' && !names.slice(0, i).some((one) => one.includes(name)),
    );
    return told.join(' > ');
  });
}

/** The cells of a row, not those of a table inside them. */
export function cellsIn(row: PageNode, pruning: Pruning): PageNode[] {
  const cells: PageNode[] = [];
  for (let i = row.index + 1; i < row.end; i++) {
    const node = pruning.page.nodes[i] as PageNode;
    if (!CELL_ROLES.has(node.role)) continue;
    if (!isRemoved(pruning, node)) cells.push(node);
    i = node.end - 1;
  }
  return cells;
}

function span({ attributes }: PageNode, key: 'colspan' | 'rowspan'): number {
  const value = Number(attributes[key] ?? attributes[`aria-${key}`] ?? 1);
  return Number.isInteger(value) && value > 0 ? Math.min(value, MAX_SPAN) : 1;
}
