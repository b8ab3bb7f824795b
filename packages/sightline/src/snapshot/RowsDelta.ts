import type { Rows } from './Snapshot.ts';

/**
 * What changed between two captures of one document: a second look sends only that. Rows
 * are first written so that a row inserted, or a page pushed down, changes few numbers: depth instead of
 * the distance to the parent; row numbers and positions as steps from the entry before. Then each column
 * has one range that was replaced, or the single numbers, whichever is shorter.
 */
export type RowsDelta = ColumnDelta[];

/**
 * `[start, removed, ...added]`, or, below zero, `[-length, ...]` with a pair of position and value for each
 * number that changed. Empty where nothing did.
 */
type ColumnDelta = number[];

const DENSE_COLUMNS = ['tag', 'id', 'flags', 'role', 'name', 'text'] as const;

/** Numbers in an entry of each sparse column, and how many of the first of them are written as steps. */
const SPARSE_COLUMNS = [
  ['boxes', 4, 2],
  ['attributes', 3, 1],
  ['scrollers', 6, 1],
  ['layers', 2, 1],
  ['covered', 2, 2],
] as const;

/** The rows as columns that compare well; see `RowsDelta`. */
export function toColumns(rows: Rows): number[][] {
  const columns = [toDepths(rows.up), ...DENSE_COLUMNS.map((column) => rows[column])];
  for (const [column, width, steps] of SPARSE_COLUMNS) columns.push(toSteps(rows[column], width, steps));
  return columns;
}

/** The inverse of `toColumns`. The dense columns are new arrays. */
export function fromColumns([depths = [], ...columns]: number[][]): Rows {
  const rows = { up: toDistances(depths) } as Rows;
  for (const [i, column] of DENSE_COLUMNS.entries()) rows[column] = [...(columns[i] as number[])];
  for (const [i, [column, width, steps]] of SPARSE_COLUMNS.entries())
    rows[column] = fromSteps(columns[DENSE_COLUMNS.length + i] as number[], width, steps);
  return rows;
}

export function diffColumns(before: number[][], after: number[][]): RowsDelta {
  return after.map((column, i) => diffColumn(before[i] as number[], column));
}

/** `applyDelta(a, diffColumns(a, b))` equals `b`. Does not change `before`, and shares its unchanged columns. */
export function applyDelta(before: number[][], delta: RowsDelta): number[][] {
  return before.map((column, i) => applyColumnDelta(column, delta[i] as ColumnDelta));
}

function diffColumn(before: number[], after: number[]): ColumnDelta {
  const shorterLength = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorterLength && before[start] === after[start]) start++;
  if (start === before.length && start === after.length) return [];
  let suffixLength = 0;
  let [last, lastAfter] = [before.length - 1, after.length - 1];
  while (suffixLength < shorterLength - start && before[last--] === after[lastAfter--]) suffixLength++;
  const changedLength = after.length - suffixLength - start;
  const singleValues =
    before.length === after.length ? diffSingleValues(before, after, start, changedLength) : undefined;
  return (
    singleValues ?? [
      start,
      before.length - suffixLength - start,
      ...after.slice(start, start + changedLength),
    ]
  );
}

/** Undefined where the whole stretch is shorter. */
function diffSingleValues(
  before: number[],
  after: number[],
  start: number,
  changedLength: number,
): ColumnDelta | undefined {
  const pairs = [-after.length];
  for (let i = start; i < start + changedLength; i++) {
    if (before[i] !== after[i]) pairs.push(i, after[i] as number);
    if (pairs.length > changedLength) return undefined;
  }
  return pairs;
}

function applyColumnDelta(column: number[], delta: ColumnDelta): number[] {
  const [start, removed = 0] = delta;
  if (start === undefined) return column;
  if (start >= 0) return column.slice(0, start).concat(delta.slice(2), column.slice(start + removed));
  const changed = [...column];
  for (let i = 1; i < delta.length; i += 2) changed[delta[i] as number] = delta[i + 1] as number;
  return changed;
}

function toDepths(up: number[]): number[] {
  const depths: number[] = [];
  for (let row = 0; row < up.length; row++) {
    const distance = up[row] as number;
    depths.push(distance === 0 ? 0 : (depths[row - distance] as number) + 1);
  }
  return depths;
}

function toDistances(depths: number[]): number[] {
  const openRows: number[] = [];
  return depths.map((depth, row) => {
    openRows[depth] = row;
    return depth === 0 ? 0 : row - (openRows[depth - 1] as number);
  });
}

function toSteps(values: number[], width: number, steps: number): number[] {
  const stepped = values.slice();
  for (let at = width; at < values.length; at += width)
    for (let i = at; i < at + steps; i++) stepped[i] = (values[i] as number) - (values[i - width] as number);
  return stepped;
}

function fromSteps(values: number[], width: number, steps: number): number[] {
  const summed = values.slice();
  for (let at = width; at < values.length; at += width)
    for (let i = at; i < at + steps; i++) summed[i] = (values[i] as number) + (summed[i - width] as number);
  return summed;
}
