import { dirname, resolve } from 'node:path';
import {
  parseSnapshot,
  readRunFile,
  Session,
  SightlineError,
  type Snapshot,
} from '../../../../sightline/src/internal.ts';
import { ExampleRejection } from '../ExampleRejection.ts';
import type { TrainingExample } from '../TrainingExample.ts';

/** Snapshots that are held: the steps of a run come one after the other. */
const MAX_CACHED = 8;

/** The pages of examples, read from beside their traces. */
export class SnapshotReader {
  readonly #cache = new Map<string, Snapshot>();

  /** @throws Rejection `no_snapshot`, `bad_snapshot` */
  read(trace: string, file: string): Snapshot {
    if (file === '')
      throw new ExampleRejection('execution', 'no_snapshot', 'The trace was written without --snapshots.');
    const path = resolve(dirname(trace), file);
    const cached = this.#cache.get(path);
    if (cached) return cached;
    const snapshot = parseSnapshotText(readSnapshotText(trace, file));
    this.#cache.set(path, snapshot);
    const [oldest] = this.#cache.keys();
    if (this.#cache.size > MAX_CACHED && oldest !== undefined) this.#cache.delete(oldest);
    return snapshot;
  }
}

/** A session over the page of an example, with the numbers that its elements had. */
export async function openExampleSession(
  snapshot: Snapshot,
  { numbers, calls }: TrainingExample,
): Promise<Session> {
  const session = Session.load(snapshot);
  const refs = Object.entries(numbers).flatMap(([document, pairs]) =>
    pairs.map(([number, id]) => ({ number, document, id })),
  );
  // What a query of the same step found had no number before.
  const meant = calls.flatMap(({ element, to }) => [element, to]).filter((one) => one !== undefined);
  await session.restoreRefs([...refs, ...meant]);
  return session;
}

/** Limit for one, bytes. */
const MAX_BYTES = 100_000_000;

/** The text of a page that lies beside its trace. @throws Rejection `no_snapshot` */
export function readSnapshotText(trace: string, file: string): string {
  const text = readRunFile(dirname(trace), file, MAX_BYTES);
  if (text) return String(text);
  throw new ExampleRejection('execution', 'no_snapshot', 'The snapshot of the page cannot be read.');
}

function parseSnapshotText(text: string): Snapshot {
  try {
    return parseSnapshot(text);
  } catch (thrown) {
    if (!(thrown instanceof SightlineError)) throw thrown;
    throw new ExampleRejection('execution', 'bad_snapshot', thrown.message);
  }
}
