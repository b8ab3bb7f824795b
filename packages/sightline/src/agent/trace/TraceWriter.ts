import { randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { writePrivateFile } from '../../session/files/writePrivateFile.ts';
import type { RunSecrets } from '../RunSecrets.ts';

/** Version of the trace format. */
export const TRACE_VERSION = 1;

/** One line of a trace. */
export type TraceRecord = { kind: 'run' | 'step' | 'plan' | 'end' } & Record<string, unknown>;

/**
 * Writes a run as JSON lines, each as soon as it is known, so that the file is valid at any time. Secrets are
 * redacted; when a new one becomes known, earlier lines are rewritten.
 */
export class TraceWriter {
  readonly #path: string | undefined;
  readonly #secrets: RunSecrets;

  /** @throws SightlineError `invalid_argument` where it cannot be written */
  constructor(path: string | undefined, secrets: RunSecrets) {
    this.#path = path;
    this.#secrets = secrets;
    if (path === undefined) return;
    writePrivateFile(path, '', { errorPrefix: 'The trace cannot be written', createFolder: true });
  }

  write(record: TraceRecord): void {
    if (this.#path !== undefined)
      appendFileSync(this.#path, `${JSON.stringify(this.#secrets.redactAll(record))}\n`, { mode: 0o600 });
  }

  /** Rewrites the lines after a new secret became known. */
  redactWritten(): void {
    if (this.#path === undefined) return;
    const lines = readFileSync(this.#path, 'utf8').split('\n').filter(Boolean);
    const redacted = lines.map((line) => `${JSON.stringify(this.#secrets.redactAll(JSON.parse(line)))}\n`);
    // A name that nobody can have prepared, as a link to another file.
    const temporaryPath = `${this.#path}.${randomUUID()}`;
    writeFileSync(temporaryPath, redacted.join(''), { mode: 0o600, flag: 'wx' });
    renameSync(temporaryPath, this.#path);
  }
}
