import { apply, fromColumns, type RowsDifference, toColumns } from './rowsDifference.ts';
import type { DocumentSnapshot, Rows } from './Snapshot.ts';

/** What the page script writes: a document, or what is different from the one that was read before. */
export interface Written extends Omit<DocumentSnapshot, 'rows'> {
  /** Number of this capture within its document. */
  at: number;
  /** With `difference`: those only that are new. */
  rows?: Rows;
  difference?: RowsDifference;
}

/** A document that was read, and what the next difference builds on. */
export interface HeldDocument {
  readonly at: number;
  readonly document: DocumentSnapshot;
  /** All but strings and rows, as JSON. */
  readonly head: string;
  /** Those of the page script, with what the page showed before. */
  readonly strings: string[];
  readonly columns: () => number[][];
}

/**
 * Reads what the page script wrote when it was told that `held` is held; the same document object where nothing
 * is different. The document may be marked: what is held besides it stays as it is.
 */
export function readDocument(written: Written, held?: HeldDocument): HeldDocument {
  const { at, rows, difference, strings, ...rest } = written;
  const head = JSON.stringify(rest);
  if (rows) {
    const flags = [...rows.flags];
    const columns = once(() => toColumns({ ...rows, flags }));
    return { at, document: { ...rest, strings, rows }, head, strings, columns };
  }
  if (!held || !difference) throw new Error('The page script told a difference from nothing.');
  if (head === held.head && difference.every(({ length }) => length === 0)) return { ...held, at };
  const after = apply(held.columns(), difference);
  const all = [...held.strings, ...strings];
  const document = { ...rest, ...used(all, fromColumns(after)) };
  return { at, document, head, strings: all, columns: () => after };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const WORDS = ['tag', 'role', 'name', 'text'] as const;

/** Leaves out the strings that no row refers to any more. `rows` is changed. */
function used(strings: string[], rows: Rows): Pick<DocumentSnapshot, 'strings' | 'rows'> {
  const places = new Int32Array(strings.length).fill(-1);
  const kept: string[] = [];
  const placeOf = (index: number): number => {
    if (index < 0) return index;
    if (places[index] === -1) places[index] = kept.push(strings[index] as string) - 1;
    return places[index] as number;
  };
  placeOf(0);
  for (const column of WORDS) rows[column] = rows[column].map(placeOf);
  const { attributes } = rows;
  for (let i = 0; i < attributes.length; i++)
    if (i % 3 !== 0) attributes[i] = placeOf(attributes[i] as number);
  return { strings: kept, rows };
}
