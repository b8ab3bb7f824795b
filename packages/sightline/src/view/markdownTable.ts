import type { PageNode } from '../model/Page.ts';
import { isRemoved } from '../prune/Pruning.ts';
import {
  cellsIn,
  columnNames,
  countHeads,
  type GridRow,
  layOut,
  rowsOf,
  TABLE_ROLES,
  widthOf,
} from '../structure/grid.ts';
import type { Scene } from './View.ts';

/** A cell with more characters than this is something to read, and its table a layout. */
const LONGEST_CELL = 600;

/**
 * True for a table that can be told as rows of short cells: none that lays out a page, with a single column, with
 * headings, code or tables in its cells, or with words that stand in no cell.
 */
export function isDataTable(table: PageNode, { structure }: Scene): boolean {
  const { pruning, counts } = structure;
  const { nodes } = pruning.page;
  for (let i = table.index + 1; i < table.end; i++) {
    const node = nodes[i] as PageNode;
    const isBlock = TABLE_ROLES.has(node.role) || node.role === 'heading' || node.tag === 'pre';
    if (isBlock && !isRemoved(pruning, node)) return false;
  }
  const rows = rowsOf(table, pruning);
  let widest = 0;
  for (const row of rows) {
    const cells = cellsIn(row, pruning);
    const lengths = cells.map((cell) => counts.textLength(cell));
    if (lengths.some((length) => length > LONGEST_CELL)) return false;
    if (lengths.reduce((sum, length) => sum + length, 0) !== counts.textLength(row)) return false;
    widest = Math.max(widest, cells.length);
  }
  return widest > 1;
}

/** Tells the inside of a cell as one line. */
export type CellText = (cell: PageNode) => string;

/**
 * The head and the rows of a table; a head without words where it has none. A cell over several columns is told in
 * the first of them, one over several rows in each. Of more rows than `most` only the first `kept` are told.
 */
export function tableRows(
  table: PageNode,
  { structure }: Scene,
  cellText: CellText,
  { most, kept }: { most: number; kept: number },
): { rows: string[][]; more: number } {
  const grid = layOut(rowsOf(table, structure.pruning), structure.pruning);
  const heads = countHeads(grid);
  const width = widthOf(grid);
  const body = grid.slice(heads);
  const told = body.length > most ? body.slice(0, kept) : body;
  const known = new Map<PageNode, string>();
  const textOf = (cell: PageNode): string => {
    const text = known.get(cell) ?? cellText(cell);
    known.set(cell, text);
    return text;
  };
  const head = columnNames(grid.slice(0, heads), width, textOf);
  return { rows: [head, ...told.map((row) => texts(row, width, textOf))], more: body.length - told.length };
}

function texts({ cells }: GridRow, width: number, textOf: CellText): string[] {
  return Array.from({ length: width }, (_, i) => {
    const cell = cells[i];
    return cell === undefined || cell === cells[i - 1] ? '' : textOf(cell);
  });
}
