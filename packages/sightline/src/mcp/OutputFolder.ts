import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';

const MIME_TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.json': 'application/json',
  '.txt': 'text/plain',
};

/** Bytes of a file that is handed out. */
const MAX_FILE_BYTES = 10 * 1024 * 1024;

export interface OutputFile {
  name: string;
  uri: string;
  mimeType: string;
  size: number;
}

/** The one folder in which a server reads and writes: pictures, snapshots, what was too long to answer, downloads. */
export class OutputFolder {
  /** Absolute, symbolic links resolved. */
  readonly path: string;
  #count = 0;

  /** Makes it, for this user alone; default: a fresh one among the temporary files. */
  constructor(path?: string) {
    if (path !== undefined) mkdirSync(path, { recursive: true, mode: 0o700 });
    this.path = realpathSync(
      path === undefined ? mkdtempSync(join(tmpdir(), 'sightline-mcp-')) : resolve(path),
    );
  }

  /** Keeps a text as a file of its own; answers its name. */
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

  /** What may be handed out: its own kinds of files, none of which is a link to another place. */
  list(): OutputFile[] {
    return readdirSync(this.path)
      .sort()
      .flatMap((name) => this.#describeFile(name) ?? []);
  }

  /** The content of a file that is listed; undefined for any other name. */
  read(name: string): { file: OutputFile; content: Buffer } | undefined {
    const file = readdirSync(this.path).includes(name) ? this.#describeFile(name) : undefined;
    return file && { file, content: readFileSync(join(this.path, name)) };
  }

  /** Removes the folder if nothing is in it. */
  dispose(): void {
    try {
      rmdirSync(this.path);
    } catch {
      // What is in it stays: its paths have been told.
    }
  }

  #describeFile(name: string): OutputFile | undefined {
    const mimeType = MIME_TYPES[extname(name).toLowerCase()];
    const stats = lstatSync(join(this.path, name), { throwIfNoEntry: false });
    if (!mimeType || !stats?.isFile() || stats.size > MAX_FILE_BYTES) return undefined;
    return { name, uri: resourceUri(name), mimeType, size: stats.size };
  }
}

const URI_PREFIX = 'sightline://files/';

export const resourceUri = (name: string): string => URI_PREFIX + encodeURIComponent(name);

/** The name that a URI stands for; undefined for any other URI. */
export function resourceName(uri: string): string | undefined {
  if (!uri.startsWith(URI_PREFIX)) return undefined;
  try {
    return decodeURIComponent(uri.slice(URI_PREFIX.length));
  } catch {
    return undefined;
  }
}
