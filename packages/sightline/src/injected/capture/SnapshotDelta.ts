import { diffColumns, toColumns } from '../../snapshot/RowsDelta.ts';
import type { Rows } from '../../snapshot/Snapshot.ts';
import { escapeNonAscii, toWellFormedStrings } from './escapeNonAscii.ts';
import type { SnapshotBuilder } from './SnapshotBuilder.ts';
import { StringTable } from './StringTable.ts';

/** A delta of more than this share of all numbers is not worth its cost: the rows are sent instead. */
const MAX_DELTA_RATIO = 0.5;
/** A string table that has grown by this factor is replaced: much of it may be unused. */
const MAX_STRING_GROWTH = 1.5;

/** Remembers the last capture, so that the next one can be sent as a difference. */
export class SnapshotDelta {
  /** Number of the last capture; 0 before the first. */
  #sequence = 0;
  #strings = new StringTable();
  #rows: Rows | undefined;
  /** The rows as columns, once they were compared. */
  #columns: number[][] | undefined;
  /** How many strings the reader has, and how many it had when all were last sent at once. */
  #sentStrings = 0;
  #initialStrings = 0;

  /** The string table to capture with: the reader's, where it has the last capture. */
  stringsFor(baseCapture: number): StringTable {
    if (this.#isCurrent(baseCapture) && this.#strings.all.length <= MAX_STRING_GROWTH * this.#initialStrings)
      return this.#strings;
    return new StringTable();
  }

  /** The string table was changed: the next capture is sent whole, with a new table. */
  reset(): void {
    this.#rows = undefined;
  }

  /** Members of a JSON object: `captureNumber`, `strings`, and `rows` or, where that is shorter, `delta`. */
  serialize({ rows, strings }: SnapshotBuilder, baseCapture: number): string {
    const previousRows = strings === this.#strings && this.#isCurrent(baseCapture) ? this.#rows : undefined;
    const columns = previousRows && toColumns(rows);
    const difference = previousRows && columns && this.#compare(previousRows, columns);
    const newStrings = difference ? strings.all.slice(this.#sentStrings) : strings.all;
    if (!difference) this.#initialStrings = strings.all.length;
    this.#sequence++;
    this.#strings = strings;
    this.#rows = rows;
    this.#columns = columns;
    this.#sentStrings = strings.all.length;
    const rowsJson = difference ? `"delta":${JSON.stringify(difference)}` : `"rows":${JSON.stringify(rows)}`;
    return `"captureNumber":${this.#sequence},"strings":${escapeNonAscii(JSON.stringify(toWellFormedStrings(newStrings)))},${rowsJson}`;
  }

  #isCurrent(baseCapture: number): boolean {
    return this.#rows !== undefined && baseCapture === this.#sequence;
  }

  /** Undefined where the delta is too large. */
  #compare(previousRows: Rows, nextColumns: number[][]): number[][] | undefined {
    const difference = diffColumns(this.#columns ?? toColumns(previousRows), nextColumns);
    return sizeOf(difference) <= MAX_DELTA_RATIO * sizeOf(nextColumns) ? difference : undefined;
  }
}

function sizeOf(columns: number[][]): number {
  return columns.reduce((sum, { length }) => sum + length, 0);
}
