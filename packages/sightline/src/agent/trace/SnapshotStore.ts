import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import type { Snapshot } from '../../snapshot/Snapshot.ts';
import type { RunSecrets } from '../RunSecrets.ts';

/** Limit for the snapshots of one run, bytes. */
const MAX_BYTES = 200_000_000;

/**
 * Saves the pages of a run in `snapshots/` beside its trace, named by a hash of their content, with the screenshots
 * that the model was shown. Traces of one folder share them. Secrets are redacted. After 200 MB nothing more is
 * saved.
 */
export class SnapshotStore {
  readonly #folder: string;
  readonly #secrets: RunSecrets;
  readonly #names = new WeakMap<Snapshot, string>();
  readonly #written = new Set<string>();
  /** Snapshot file by screenshot file. */
  readonly #screenshots = new Map<string, string>();
  #bytes = 0;

  /** @throws SightlineError `invalid_argument` where it cannot be written */
  constructor(trace: string, secrets: RunSecrets) {
    this.#folder = join(dirname(trace), 'snapshots');
    this.#secrets = secrets;
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    } catch (error) {
      throw new SightlineError('invalid_argument', `Snapshots cannot be written to ${this.#folder}.`, {
        cause: error,
      });
    }
  }

  /** Returns the path relative to the trace; undefined when the limit is reached. */
  save(snapshot: Snapshot): string | undefined {
    const savedName = this.#names.get(snapshot);
    if (savedName) return savedName;
    // The time of capture is not part of the page's state.
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

  /** Saves a masked PNG of the page saved as `snapshotFile`; undefined when the limit is reached. */
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

  /** Redacts saved pages after a new secret became known; deletes screenshots of pages that contained it. */
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
