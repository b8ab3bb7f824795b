import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { SightlineError } from '../snapshot/SightlineError.ts';

/** What this server writes itself. */
const OWN_TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.json': 'application/json',
  '.txt': 'text/plain',
};
/** Of downloads also those that are often wanted; any other is `application/octet-stream`. */
const DOWNLOAD_TYPES: Readonly<Record<string, string>> = {
  ...OWN_TYPES,
  '.csv': 'text/csv',
  '.gif': 'image/gif',
  '.html': 'text/html',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.md': 'text/markdown',
  '.pdf': 'application/pdf',
  '.svg': 'image/svg+xml',
  '.tsv': 'text/tab-separated-values',
  '.xml': 'application/xml',
  '.zip': 'application/zip',
};

/** Limit for resources, bytes. */
const MAX_FILE_BYTES = 10 * 1024 * 1024;

export interface OutputFile {
  name: string;
  uri: string;
  mimeType: string;
  size: number;
}

/** The folder in it for what pages offered. */
export const DOWNLOADS = 'downloads';

/** The only folder that a server reads and writes: screenshots, snapshots, long answers, downloads. */
export class OutputFolder {
  /** Absolute path with symbolic links resolved. */
  readonly path: string;
  readonly #owner: string | undefined;
  readonly #isTemporary: boolean;
  #count = 0;

  /** Creates the folder for this user only. Default: a new temporary folder. `owner` is part of its files' URIs. */
  constructor(path?: string, owner?: string) {
    this.#owner = owner;
    this.#isTemporary = path === undefined;
    if (path !== undefined) mkdirSync(path, { recursive: true, mode: 0o700 });
    this.path = realpathSync(
      path === undefined ? mkdtempSync(join(tmpdir(), 'sightline-mcp-')) : resolve(path),
    );
  }

  /** The path of a folder in it, which need not be there. Throws `invalid_argument` where that leads elsewhere. */
  subfolder(name: string): string {
    const path = join(this.path, name);
    if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? true) return path;
    throw new SightlineError(
      'invalid_argument',
      `${name} in the output folder is no folder, but a link or a file.`,
      {
        hint: 'Remove it, or give another folder with --output.',
      },
    );
  }

  /** Writes a text to a new file; returns its name. */
  write(text: string): string {
    for (;;) {
      const name = `answer-${++this.#count}.txt`;
      try {
        writeFileSync(join(this.path, name), text, { flag: 'wx', mode: 0o600 });
        return name;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
    }
  }

  /** The files offered as resources: of the types that this server writes, and all downloads; no symbolic links. */
  list(): OutputFile[] {
    const own = readdirSync(this.path).sort();
    const downloads = this.#downloadNames().map((name) => `${DOWNLOADS}/${name}`);
    return [...own, ...downloads].flatMap((name) => this.#describeFile(name) ?? []);
  }

  /** Reads a listed file; undefined for any other name. */
  read(name: string): { file: OutputFile; content: Buffer } | undefined {
    const file = this.list().find((one) => one.name === name);
    return file && { file, content: readFileSync(join(this.path, name)) };
  }

  #downloadNames(): string[] {
    const folder = join(this.path, DOWNLOADS);
    const isFolder = lstatSync(folder, { throwIfNoEntry: false })?.isDirectory();
    return isFolder ? readdirSync(folder).sort() : [];
  }

  /** Removes the folder if it is a temporary one or nothing is in it; false where it stays. */
  dispose(): boolean {
    try {
      if (this.#isTemporary) rmSync(this.path, { recursive: true, force: true });
      else rmdirSync(this.path);
      return true;
    } catch {
      // A folder that the user named stays with its files.
      return false;
    }
  }

  #describeFile(name: string): OutputFile | undefined {
    const extension = extname(name).toLowerCase();
    const isDownload = name.startsWith(`${DOWNLOADS}/`);
    const mimeType = isDownload
      ? (DOWNLOAD_TYPES[extension] ?? 'application/octet-stream')
      : OWN_TYPES[extension];
    const stats = lstatSync(join(this.path, name), { throwIfNoEntry: false });
    if (!mimeType || !stats?.isFile() || stats.size > MAX_FILE_BYTES) return undefined;
    return { name, uri: resourceUri(name, this.#owner), mimeType, size: stats.size };
  }
}

const URI_PREFIX = 'sightline://files/';

/** `owner`: the client whose file it is, where a server has several. */
export const resourceUri = (name: string, owner?: string): string =>
  URI_PREFIX + [...(owner === undefined ? [] : [owner]), name].map(encodeURIComponent).join('/');

/** The file name of a resource URI, and its owner; undefined for any other URI. */
export function parseResourceUri(uri: string): { name: string; owner: string } | undefined {
  if (!uri.startsWith(URI_PREFIX)) return undefined;
  try {
    const [name = '', owner = ''] = uri.slice(URI_PREFIX.length).split('/').map(decodeURIComponent).reverse();
    return { name, owner };
  } catch {
    return undefined;
  }
}
