import type { Rows } from './Snapshot.ts';

/**
 * What changed between two captures of one document, so that a second look sends that instead of all. Rows
 * are first written so that a row inserted, or a page pushed down, changes few numbers: depth instead of
 * the distance to the parent; row numbers and positions as steps from the entry before. Then each column
 * tells one stretch that was replaced, or the single numbers, whichever is shorter.
 */
export type RowsDifference = ColumnDifference[];

/**
 * `[start, removed, ...added]`, or, below zero, `[-length, ...]` with a pair of position and value for each
 * number that changed. Empty where nothing did.
 */
type ColumnDifference = number[];

const DENSE = ['tag', 'id', 'flags', 'role', 'name', 'text'] as const;

/** Numbers an entry of each sparse column has, and how many of them, at its beginning, are told as steps. */
const SPARSE = [
  ['boxes', 4, 2],
  ['attributes', 3, 1],
  ['scrollers', 6, 1],
  ['layers', 2, 1],
  ['covered', 2, 2],
] as const;

/** The rows as columns that compare well; see `RowsDifference`. */
export function toColumns(rows: Rows): number[][] {
  const columns = [depthsOf(rows.up), ...DENSE.map((column) => rows[column])];
  for (const [column, width, steps] of SPARSE) columns.push(toSteps(rows[column], width, steps));
  return columns;
}

/** The inverse of `toColumns`. The dense columns are new arrays. */
export function fromColumns([depths = [], ...columns]: number[][]): Rows {
  const rows = { up: distancesOf(depths) } as Rows;
  for (const [i, column] of DENSE.entries()) rows[column] = [...(columns[i] as number[])];
  for (const [i, [column, width, steps]] of SPARSE.entries())
    rows[column] = fromSteps(columns[DENSE.length + i] as number[], width, steps);
  return rows;
}

export function differenceOf(before: number[][], after: number[][]): RowsDifference {
  return after.map((column, i) => compare(before[i] as number[], column));
}

/** `apply(a, differenceOf(a, b))` is `b`. `before` is left as it is; columns that did not change are shared. */
export function apply(before: number[][], difference: RowsDifference): number[][] {
  return before.map((column, i) => applyTo(column, difference[i] as ColumnDifference));
}

function compare(before: number[], after: number[]): ColumnDifference {
  const least = Math.min(before.length, after.length);
  let start = 0;
  while (start < least && before[start] === after[start]) start++;
  if (start === before.length && start === after.length) return [];
  let tail = 0;
  while (tail < least - start && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const stretch = after.length - tail - start;
  const single = before.length === after.length ? singles(before, after, start, stretch) : undefined;
  return single ?? [start, before.length - tail - start, ...after.slice(start, start + stretch)];
}

/** Undefined where the whole stretch is shorter. */
function singles(
  before: number[],
  after: number[],
  start: number,
  stretch: number,
): ColumnDifference | undefined {
  const found = [-after.length];
  for (let i = start; i < start + stretch; i++) {
    if (before[i] !== after[i]) found.push(i, after[i] as number);
    if (found.length > stretch) return undefined;
  }
  return found;
}

function applyTo(column: number[], difference: ColumnDifference): number[] {
  const [start, removed = 0] = difference;
  if (start === undefined) return column;
  if (start >= 0) return column.slice(0, start).concat(difference.slice(2), column.slice(start + removed));
  const changed = [...column];
  for (let i = 1; i < difference.length; i += 2)
    changed[difference[i] as number] = difference[i + 1] as number;
  return changed;
}

function depthsOf(up: number[]): number[] {
  const depths: number[] = [];
  for (const [row, distance] of up.entries())
    depths.push(distance === 0 ? 0 : (depths[row - distance] as number) + 1);
  return depths;
}

function distancesOf(depths: number[]): number[] {
  const open: number[] = [];
  return depths.map((depth, row) => {
    open[depth] = row;
    return depth === 0 ? 0 : row - (open[depth - 1] as number);
  });
}

function toSteps(values: number[], width: number, steps: number): number[] {
  return values.map((value, i) =>
    i % width < steps && i >= width ? value - (values[i - width] as number) : value,
  );
}

function fromSteps(values: number[], width: number, steps: number): number[] {
  const summed: number[] = [];
  for (const [i, value] of values.entries())
    summed.push(i % width < steps && i >= width ? value + (summed[i - width] as number) : value);
  return summed;
}
