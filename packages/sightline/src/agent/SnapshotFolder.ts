import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SightlineError } from '../model/SightlineError.ts';
import type { Snapshot } from '../model/Snapshot.ts';
import type { Secrets } from './Secrets.ts';

/** Bytes of the snapshots of one run. */
const MOST_BYTES = 200_000_000;

/**
 * The pages of a run, beside its trace in `snapshots/`, each state once: named by a hash of what it holds. Traces of one
 * folder share them; beside a page the picture of it that a model was shown. No secret is in them. Past 200 MB no more
 * are kept.
 */
export class SnapshotFolder {
  readonly #folder: string;
  readonly #secrets: Secrets;
  readonly #names = new WeakMap<Snapshot, string>();
  readonly #written = new Set<string>();
  /** Pictures, each by the page that it shows. */
  readonly #pictures = new Map<string, string>();
  #bytes = 0;

  /** @throws SightlineError `invalid_argument` where it cannot be written */
  constructor(trace: string, secrets: Secrets) {
    this.#folder = join(dirname(trace), 'snapshots');
    this.#secrets = secrets;
    try {
      mkdirSync(this.#folder, { recursive: true });
    } catch (error) {
      throw new SightlineError('invalid_argument', `Snapshots cannot be written to ${this.#folder}.`, {
        cause: error,
      });
    }
  }

  /** Where it is, from the folder of the trace; undefined where there is no room left. */
  keep(snapshot: Snapshot): string | undefined {
    const known = this.#names.get(snapshot);
    if (known) return known;
    // The time of a capture is no part of what the page was.
    const text = JSON.stringify(this.#secrets.maskAll({ ...snapshot, capturedAt: '', timing: {} }));
    const name = `snapshots/${createHash('sha256').update(text).digest('hex').slice(0, 20)}.json`;
    const path = this.#pathOf(name);
    if (!existsSync(path)) {
      if (this.#bytes + text.length > MOST_BYTES) return undefined;
      this.#bytes += text.length;
      writeFileSync(path, text, { mode: 0o600 });
    }
    this.#names.set(snapshot, name);
    this.#written.add(name);
    return name;
  }

  /** A PNG of a page that was kept under the name `page`, secrets painted over; undefined where there is no room left. */
  keepPicture(image: Buffer, page: string): string | undefined {
    const name = `snapshots/${createHash('sha256').update(image).digest('hex').slice(0, 20)}.png`;
    if (!existsSync(this.#pathOf(name))) {
      if (this.#bytes + image.length > MOST_BYTES) return undefined;
      this.#bytes += image.length;
      writeFileSync(this.#pathOf(name), image, { mode: 0o600 });
    }
    this.#pictures.set(name, page);
    return name;
  }

  /** A secret came to light that pages before may hold: a picture of one that does is taken away. */
  censor(): void {
    for (const name of this.#written) {
      const text = readFileSync(this.#pathOf(name), 'utf8');
      const masked = JSON.stringify(this.#secrets.maskAll(JSON.parse(text)));
      if (masked === text) continue;
      writeFileSync(this.#pathOf(name), masked, { mode: 0o600 });
      for (const [picture, page] of this.#pictures)
        if (page === name) rmSync(this.#pathOf(picture), { force: true });
    }
  }

  readonly #pathOf = (name: string): string => join(this.#folder, '..', name);
}
