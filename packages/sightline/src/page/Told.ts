import { differenceOf, toColumns } from '../model/rowsDifference.ts';
import type { Rows } from '../model/Snapshot.ts';
import { toAscii, wellFormed } from './ascii.ts';
import type { Recording } from './Recording.ts';
import { Strings } from './Strings.ts';

/** Above this share of its numbers a difference is not worth its while: all is told again. */
const WORTH = 0.5;
/** A table of strings that has grown by so much, of which the page may show nothing any more, is begun anew. */
const GROWTH = 1.5;

/** Remembers what the last capture told, so that the next can tell what is different. */
export class Told {
  /** Number of the last capture; 0 before the first. */
  #at = 0;
  #strings = new Strings();
  #rows: Rows | undefined;
  /** The rows as columns, once they were compared. */
  #columns: number[][] | undefined;
  /** Strings that the reader has; as many as there were when all of them were last told at once. */
  #sent = 0;
  #begun = 0;

  /** The strings to record with: those that the reader has, where it holds the last capture. */
  stringsFor(from: number): Strings {
    if (this.#holds(from) && this.#strings.all.length <= GROWTH * this.#begun) return this.#strings;
    return new Strings();
  }

  /** The table of strings is no longer what was recorded with it: the next capture is told whole, with a new one. */
  forget(): void {
    this.#rows = undefined;
  }

  /** Members of a JSON object: `at`, `strings`, and `rows` or, where that is shorter, `difference`. */
  tell({ rows, strings }: Recording, from: number): string {
    const before = strings === this.#strings && this.#holds(from) ? this.#rows : undefined;
    const columns = before && toColumns(rows);
    const difference = before && columns && this.#compare(before, columns);
    const table = difference ? strings.all.slice(this.#sent) : strings.all;
    if (!difference) this.#begun = strings.all.length;
    this.#at++;
    this.#strings = strings;
    this.#rows = rows;
    this.#columns = columns;
    this.#sent = strings.all.length;
    const told = difference ? `"difference":${JSON.stringify(difference)}` : `"rows":${JSON.stringify(rows)}`;
    return `"at":${this.#at},"strings":${toAscii(JSON.stringify(wellFormed(table)))},${told}`;
  }

  #holds(from: number): boolean {
    return this.#rows !== undefined && from === this.#at;
  }

  /** Undefined where the difference is not worth its while. */
  #compare(before: Rows, after: number[][]): number[][] | undefined {
    const difference = differenceOf(this.#columns ?? toColumns(before), after);
    return sizeOf(difference) <= WORTH * sizeOf(after) ? difference : undefined;
  }
}

function sizeOf(columns: number[][]): number {
  return columns.reduce((sum, { length }) => sum + length, 0);
}
