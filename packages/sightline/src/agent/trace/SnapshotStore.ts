import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import type { Snapshot } from '../../snapshot/Snapshot.ts';
import type { RunSecrets } from '../RunSecrets.ts';

/** Bytes of the snapshots of one run. */
const MAX_BYTES = 200_000_000;

/**
 * The pages of a run, beside its trace in `snapshots/`, each state once: named by a hash of what it holds. Traces of one
 * folder share them; beside a page the picture of it that a model was shown. No secret is in them. Past 200 MB no more
 * are kept.
 */
export class SnapshotStore {
  readonly #folder: string;
  readonly #secrets: RunSecrets;
  readonly #names = new WeakMap<Snapshot, string>();
  readonly #written = new Set<string>();
  /** Pictures, each by the page that it shows. */
  readonly #screenshots = new Map<string, string>();
  #bytes = 0;

  /** @throws SightlineError `invalid_argument` where it cannot be written */
  constructor(trace: string, secrets: RunSecrets) {
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
  save(snapshot: Snapshot): string | undefined {
    const savedName = this.#names.get(snapshot);
    if (savedName) return savedName;
    // The time of a capture is no part of what the page was.
    const text = JSON.stringify(this.#secrets.redactAll({ ...snapshot, capturedAt: '', timing: {} }));
    const name = `snapshots/${createHash('sha256').update(text).digest('hex').slice(0, 20)}.json`;
    const path = this.#pathOf(name);
    if (!existsSync(path)) {
      if (this.#bytes + text.length > MAX_BYTES) return undefined;
      this.#bytes += text.length;
      writeFileSync(path, text, { mode: 0o600 });
    }
    this.#names.set(snapshot, name);
    this.#written.add(name);
    return name;
  }

  /** A PNG of a page that was kept under the name `page`, secrets painted over; undefined where there is no room left. */
  saveScreenshot(image: Buffer, snapshotFile: string): string | undefined {
    const name = `snapshots/${createHash('sha256').update(image).digest('hex').slice(0, 20)}.png`;
    if (!existsSync(this.#pathOf(name))) {
      if (this.#bytes + image.length > MAX_BYTES) return undefined;
      this.#bytes += image.length;
      writeFileSync(this.#pathOf(name), image, { mode: 0o600 });
    }
    this.#screenshots.set(name, snapshotFile);
    return name;
  }

  /** A secret came to light that pages before may hold: a picture of one that does is taken away. */
  redactSaved(): void {
    for (const name of this.#written) {
      const text = readFileSync(this.#pathOf(name), 'utf8');
      const redacted = JSON.stringify(this.#secrets.redactAll(JSON.parse(text)));
      if (redacted === text) continue;
      writeFileSync(this.#pathOf(name), redacted, { mode: 0o600 });
      for (const [screenshot, snapshotFile] of this.#screenshots)
        if (snapshotFile === name) rmSync(this.#pathOf(screenshot), { force: true });
    }
  }

  readonly #pathOf = (name: string): string => join(this.#folder, '..', name);
}
