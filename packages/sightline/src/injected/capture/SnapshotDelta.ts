import { diffColumns, toColumns } from '../../snapshot/RowsDelta.ts';
import type { Rows } from '../../snapshot/Snapshot.ts';
import { escapeNonAscii, toWellFormedStrings } from './escapeNonAscii.ts';
import type { SnapshotBuilder } from './SnapshotBuilder.ts';
import { StringTable } from './StringTable.ts';

/** Above this share of its numbers a difference is not worth its while: all is told again. */
const MAX_DELTA_RATIO = 0.5;
/** A table of strings that has grown by so much, of which the page may show nothing any more, is begun anew. */
const MAX_STRING_GROWTH = 1.5;

/** Remembers what the last capture told, so that the next can tell what is different. */
export class SnapshotDelta {
  /** Number of the last capture; 0 before the first. */
  #sequence = 0;
  #strings = new StringTable();
  #rows: Rows | undefined;
  /** The rows as columns, once they were compared. */
  #columns: number[][] | undefined;
  /** Strings that the reader has; as many as there were when all of them were last told at once. */
  #sentStrings = 0;
  #initialStrings = 0;

  /** The strings to record with: those that the reader has, where it holds the last capture. */
  stringsFor(baseCapture: number): StringTable {
    if (this.#isCurrent(baseCapture) && this.#strings.all.length <= MAX_STRING_GROWTH * this.#initialStrings)
      return this.#strings;
    return new StringTable();
  }

  /** The table of strings is no longer what was recorded with it: the next capture is told whole, with a new one. */
  reset(): void {
    this.#rows = undefined;
  }

  /** Members of a JSON object: `at`, `strings`, and `rows` or, where that is shorter, `difference`. */
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

  /** Undefined where the difference is not worth its while. */
  #compare(previousRows: Rows, nextColumns: number[][]): number[][] | undefined {
    const difference = diffColumns(this.#columns ?? toColumns(previousRows), nextColumns);
    return sizeOf(difference) <= MAX_DELTA_RATIO * sizeOf(nextColumns) ? difference : undefined;
  }
}

function sizeOf(columns: number[][]): number {
  return columns.reduce((sum, { length }) => sum + length, 0);
}
