import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseSnapshot, Session, SightlineError, type Snapshot } from '../../../sightline/src/internal.ts';
import type { Example } from './Example.ts';
import { Rejection } from './Rejection.ts';

/** Snapshots that are held: the steps of a run come one after the other. */
const HELD = 8;

/** The pages of examples, read from beside their traces. */
export class Pages {
  readonly #held = new Map<string, Snapshot>();

  /** @throws Rejection `no_snapshot`, `bad_snapshot` */
  read(trace: string, file: string): Snapshot {
    if (file === '')
      throw new Rejection('execution', 'no_snapshot', 'The trace was written without --snapshots.');
    const path = resolve(dirname(trace), file);
    const known = this.#held.get(path);
    if (known) return known;
    const snapshot = parse(read(path));
    this.#held.set(path, snapshot);
    const [oldest] = this.#held.keys();
    if (this.#held.size > HELD && oldest !== undefined) this.#held.delete(oldest);
    return snapshot;
  }
}

/** A session over the page of an example, with the numbers that its elements had. */
export async function sessionOf(snapshot: Snapshot, { numbers, calls }: Example): Promise<Session> {
  const session = Session.load(snapshot);
  const given = Object.entries(numbers).flatMap(([document, pairs]) =>
    pairs.map(([number, id]) => ({ number, document, id })),
  );
  // What a query of the same step found had no number before.
  const meant = calls.flatMap(({ element, to }) => [element, to]).filter((one) => one !== undefined);
  await session.restoreNumbers([...given, ...meant]);
  return session;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new Rejection('execution', 'no_snapshot', 'The snapshot of the page cannot be read.');
  }
}

function parse(text: string): Snapshot {
  try {
    return parseSnapshot(text);
  } catch (thrown) {
    if (!(thrown instanceof SightlineError)) throw thrown;
    throw new Rejection('execution', 'bad_snapshot', thrown.message);
  }
}
