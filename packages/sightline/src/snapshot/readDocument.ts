import { lazy } from './lazy.ts';
import { applyDelta, fromColumns, type RowsDelta, toColumns } from './RowsDelta.ts';
import type { DocumentSnapshot, Rows } from './Snapshot.ts';

/** What the page script sends: a document, or its difference from the previous one. */
export interface DocumentUpdate extends Omit<DocumentSnapshot, 'rows'> {
  /** Number of this capture within its document. */
  captureNumber: number;
  /** With `delta`: only the new ones. */
  rows?: Rows;
  delta?: RowsDelta;
}

/** A document, and what the next delta applies to. */
export interface DocumentState {
  readonly captureNumber: number;
  readonly document: DocumentSnapshot;
  /** All but strings and rows, as JSON. */
  readonly headJson: string;
  /** Those of the page script, with those of earlier captures. */
  readonly strings: string[];
  readonly columns: () => number[][];
}

/**
 * Applies an update to the previous state. The document is the same object where nothing changed. Callers may modify the
 * document: the other fields of the state are independent of it.
 */
export function readDocument(update: DocumentUpdate, previous?: DocumentState): DocumentState {
  const { captureNumber, rows, delta, strings, ...rest } = update;
  const headJson = JSON.stringify(rest);
  if (rows) {
    const flags = [...rows.flags];
    const columns = lazy(() => toColumns({ ...rows, flags }));
    return { captureNumber, document: { ...rest, strings, rows }, headJson, strings, columns };
  }
  if (!previous || !delta) throw new Error('The page script sent a delta without a previous document.');
  if (headJson === previous.headJson && delta.every(({ length }) => length === 0))
    return { ...previous, captureNumber };
  const after = applyDelta(previous.columns(), delta);
  const allStrings = strings.length > 0 ? [...previous.strings, ...strings] : previous.strings;
  const document = { ...rest, ...compactStrings(allStrings, fromColumns(after)) };
  return { captureNumber, document, headJson, strings: allStrings, columns: () => after };
}

const STRING_COLUMNS = ['tag', 'role', 'name', 'text'] as const;

/** Leaves out the strings that no row refers to any more. `rows` is changed. */
function compactStrings(strings: string[], rows: Rows): Pick<DocumentSnapshot, 'strings' | 'rows'> {
  const newIndexes = new Int32Array(strings.length).fill(-1);
  const keptStrings: string[] = [];
  const remap = (index: number): number => {
    if (index < 0) return index;
    if (newIndexes[index] === -1) newIndexes[index] = keptStrings.push(strings[index] as string) - 1;
    return newIndexes[index] as number;
  };
  remap(0);
  for (const column of STRING_COLUMNS) {
    const indexes = rows[column];
    for (let row = 0; row < indexes.length; row++) indexes[row] = remap(indexes[row] as number);
  }
  const { attributes } = rows;
  for (let i = 0; i < attributes.length; i += 3) {
    attributes[i + 1] = remap(attributes[i + 1] as number);
    attributes[i + 2] = remap(attributes[i + 2] as number);
  }
  return { strings: keptStrings, rows };
}
