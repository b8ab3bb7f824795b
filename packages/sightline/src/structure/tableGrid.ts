import { groupBy } from '../snapshot/groupBy.ts';
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

/**
 * Cells by column: rows of one `aria-rowindex` (pinned columns, which have a body of their own) are one, and cells stand by their
 * `aria-colindex` where all have one; else in order, spans filled (HTML, 4.9.12).
 */
export function buildGrid(rows: PageNode[], visibility: Visibility): GridRow[] {
  const lines = joinParts(rows).map((parts) => ({
    node: parts[0] as PageNode,
    cells: parts.flatMap((row) => rowCells(row, visibility)),
  }));
  return placeByColumn(lines) ?? fillSpans(lines);
}

/** Rows of one number are parts of one, where no body has two of them, and bodies do not count anew one below the other. */
function joinParts(rows: PageNode[]): PageNode[][] {
  const groups = [...groupBy(rows, (row) => row.attributes['aria-rowindex'] ?? row).values()];
  const several = groups.filter((parts) => parts.length > 1);
  const haveOwnBodies = several.every(
    (parts) => new Set(parts.map(({ parent }) => parent)).size === parts.length,
  );
  const areParts = haveOwnBodies && 2 * several.filter(areInLine).length >= several.length;
  return areParts ? groups : rows.map((row) => [row]);
}

/** Whether a line from left to right runs through all of them, where their boxes are known. */
function areInLine(parts: readonly PageNode[]): boolean {
  const boxes = parts.flatMap(({ box }) => box ?? []);
  const top = Math.max(...boxes.map(({ y }) => y));
  return boxes.every(({ y, height }) => y + height > top || height === 0);
}

/** Of each row that a grid writes in several bodies or tables, because columns are pinned: all its parts, from left to right. */
export function findSplitRows(visibility: Visibility): Map<PageNode, readonly PageNode[]> {
  const rows = visibility.page.nodes.filter(
    (node) =>
      node.role === 'row' && node.attributes['aria-rowindex'] !== undefined && !isRemoved(visibility, node),
  );
  const grids = groupBy(rows, (row) => row.closest(({ role }) => TABLE_ROLES.has(role)));
  const split = [...grids].flatMap(([grid, own]) => (grid ? joinParts(own) : []));
  const all = [...split, ...joinTables(visibility)].filter((parts) => parts.length > 1);
  const startOf = (row: PageNode): number => rowCells(row, visibility)[0]?.box?.x ?? 0;
  return new Map(
    all.flatMap((parts) => {
      const placed = [...parts].sort((a, b) => startOf(a) - startOf(b));
      return parts.map((row) => [row, placed] as const);
    }),
  );
}

/**
 * Rows of tables beside each other whose `id`s end in the same number, at the same height: parts of one. Tables that have but one
 * such row in common are two.
 */
function joinTables(visibility: Visibility): PageNode[][] {
  const rows = visibility.page.nodes.filter(
    (row) =>
      row.role === 'row' &&
      row.box &&
      ROW_NUMBER.test(row.attributes.id ?? '') &&
      !isRemoved(visibility, row),
  );
  const lines = groupBy(rows, ({ box, attributes: { id = '' } }) =>
    [ROW_NUMBER.exec(id)?.[0], Math.round(box?.y ?? 0), Math.round(box?.height ?? 0)].join(),
  );
  const areBeside = (parts: readonly PageNode[]): boolean => {
    const boxes = parts.flatMap(({ box }) => box ?? []).sort((a, b) => a.x - b.x);
    return boxes.every(({ x, width }, i) => x + width <= (boxes[i + 1]?.x ?? Number.POSITIVE_INFINITY) + 1);
  };
  const shared = [...lines.values()].filter((parts) => parts.length > 1 && areBeside(parts));
  const byTables = groupBy(shared, (parts) => parts.map((row) => row.closest(isTable)?.index).join());
  return [...byTables].flatMap(([tables, lines]) =>
    new Set(tables.split(',')).size > 1 && lines.length > 1 ? lines : [],
  );
}

const ROW_NUMBER = /\d+$/;

const isTable = ({ role }: PageNode): boolean => TABLE_ROLES.has(role);

interface Line {
  node: PageNode;
  cells: PageNode[];
}

const columnOf = ({ attributes }: PageNode): number => Number(attributes['aria-colindex'] ?? Number.NaN);

/** Only the columns that a cell begins in: others are not loaded. */
function placeByColumn(lines: readonly Line[]): GridRow[] | undefined {
  const cells = lines.flatMap((line) => line.cells);
  const isPlaced = (cell: PageNode): boolean => columnOf(cell) > 0 && spanOf(cell, 'rowspan') === 1;
  if (cells.length === 0 || !cells.every(isPlaced)) return undefined;
  const columns = [...new Set(cells.map(columnOf))].sort((a, b) => a - b);
  return lines.map(({ node, cells }) => ({
    node,
    cells: columns.map((column) =>
      cells.find((cell) => columnOf(cell) <= column && column < columnOf(cell) + spanOf(cell, 'colspan')),
    ),
  }));
}

function fillSpans(lines: readonly Line[]): GridRow[] {
  const pending = new Map<number, { cell: PageNode; rowsLeft: number }>();
  return lines.map((line) => {
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
    for (const cell of line.cells) {
      fillPending();
      const rowSpan = spanOf(cell, 'rowspan');
      for (let i = spanOf(cell, 'colspan'); i > 0; i--) {
        if (rowSpan > 1) pending.set(cells.length, { cell, rowsLeft: rowSpan - 1 });
        cells.push(cell);
      }
    }
    fillPending();
    return { node: line.node, cells };
  });
}

/** How many rows at the top have only column headers, or stand in the head of a table that has a body. */
export function countHeaderRows(grid: GridRow[]): number {
  const isInHead = ({ node }: GridRow): boolean => node.parent?.tag === 'thead';
  const hasBody = !grid.every(isInHead);
  const firstBodyRow = grid.findIndex(
    (row) =>
      row.cells.length === 0 ||
      (!(hasBody && isInHead(row)) &&
        row.cells.some((cell) => cell !== undefined && cell.role !== 'columnheader')),
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
