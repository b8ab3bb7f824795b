import { existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import type { Download } from 'playwright-core';

/** Files that one session saves: a page may offer them without end. */
const MOST = 100;
/** Characters of a file's name. */
const LONGEST = 100;

/** Saves what pages download, each under a name of its own, in one folder. */
export class Downloads {
  #folder: string | undefined;
  #count = 0;
  readonly #taken = new Set<string>();

  /** Default: a fresh temporary folder, made when it is needed. */
  constructor(folder?: string) {
    this.#folder = folder === undefined ? undefined : resolve(folder);
  }

  /** Whether one more is taken. */
  admits(): boolean {
    return ++this.#count <= MOST;
  }

  /** Where it lies once all of it has come. Rejects where it does not come, or cannot be written. */
  async save(download: Download, name: string): Promise<string> {
    const path = this.#pathFor(fileName(name));
    await download.saveAs(path);
    return path;
  }

  /** Nothing that is there already is written over. */
  #pathFor(name: string): string {
    const folder = this.#open();
    const extension = extname(name);
    const stem = name.slice(0, name.length - extension.length);
    let path = join(folder, name);
    for (let n = 2; existsSync(path) || this.#taken.has(path); n++)
      path = join(folder, `${stem} (${n})${extension}`);
    this.#taken.add(path);
    return path;
  }

  #open(): string {
    if (this.#folder === undefined) this.#folder = mkdtempSync(join(tmpdir(), 'sightline-downloads-'));
    else mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    return this.#folder;
  }
}

/** What no name of a file may hold, or what hides how it ends: control and direction marks, separators, wildcards. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|]+/gu;
/** Devices of Windows. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** A page's name for a file as one that is safe to write: no path, no hidden file, not too long. */
export function fileName(wanted: string): string {
  const plain = wanted.replace(UNSAFE, '_').replace(/^[\s.]+|[\s.]+$/g, '');
  const named = plain === '' || DEVICE.test(plain) ? `download${plain && `_${plain}`}` : plain;
  const extension = extname(named).slice(0, 20);
  const stem = named.slice(0, named.length - extname(named).length);
  return [...stem].slice(0, LONGEST - extension.length).join('') + extension;
}
