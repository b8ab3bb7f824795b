import { chmodSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import type { Download } from 'playwright-core';

/** Files that one session saves: a page may offer them without end. */
const MAX_DOWNLOADS = 100;
/** Characters of a file's name. */
const MAX_NAME_LENGTH = 100;

/** Saves what pages download, each under a name of its own, in one folder. */
export class Downloads {
  #folder: string | undefined;
  readonly #isTemporary: boolean;
  #count = 0;
  readonly #usedPaths = new Set<string>();

  /** Default: a fresh temporary folder, made when it is needed, and removed by `dispose`. Into a folder that is a link nothing is saved. */
  constructor(folder?: string) {
    this.#folder = folder === undefined ? undefined : resolve(folder);
    this.#isTemporary = folder === undefined;
  }

  /** Whether one more is taken. */
  admitNext(): boolean {
    return ++this.#count <= MAX_DOWNLOADS;
  }

  /** Where it lies once all of it has come. Rejects where it does not come, or cannot be written. */
  async save(download: Download, name: string): Promise<string> {
    const path = this.#pathFor(safeFileName(name));
    await download.saveAs(path);
    chmodSync(path, 0o600);
    return path;
  }

  /** To be called when nothing more comes. What lies in a folder that was named stays. */
  dispose(): void {
    if (this.#isTemporary && this.#folder !== undefined)
      rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Nothing that is there already is written over, nor what a link leads to. */
  #pathFor(name: string): string {
    const folder = this.#ensureFolder();
    const extension = extname(name);
    const stem = name.slice(0, name.length - extension.length);
    let path = join(folder, name);
    for (let n = 2; isTaken(path) || this.#usedPaths.has(path); n++)
      path = join(folder, `${stem} (${n})${extension}`);
    this.#usedPaths.add(path);
    return path;
  }

  #ensureFolder(): string {
    if (this.#folder === undefined) this.#folder = mkdtempSync(join(tmpdir(), 'sightline-downloads-'));
    else mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    if (!lstatSync(this.#folder).isDirectory()) throw new Error('The folder for downloads is a link.');
    return this.#folder;
  }
}

/** Also by a link that leads nowhere. */
const isTaken = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/**
 * What no name of a file may hold, or what hides how it ends, what a shell runs also between quotes, or what reads as a number of
 * ours where the name is reported: control and direction marks, separators, wildcards, quotes of both kinds, brackets, `$`, `%` and
 * backticks.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}/\\:*?"'<>[\]|$%`]/u;
/** Devices of Windows. */
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** A page's name for a file as one that is safe to write: no path, no hidden file, no option of a command, not too long. */
export function safeFileName(suggestedName: string): string {
  // Also in another form, as full width.
  const isSafe = (character: string): boolean => !UNSAFE.test(character.normalize('NFKC'));
  const characters = Array.from(suggestedName, (one) => (isSafe(one) ? one : '\0')).join('');
  const stripped = characters.replace(/\0+/g, '_').replace(/^[\s.-]+|[\s.]+$/g, '');
  const safeName =
    stripped === '' || WINDOWS_DEVICE.test(stripped) ? `download${stripped && `_${stripped}`}` : stripped;
  const extension = extname(safeName).slice(0, 20);
  const stem = safeName.slice(0, safeName.length - extname(safeName).length);
  return [...stem].slice(0, MAX_NAME_LENGTH - extension.length).join('') + extension;
}
