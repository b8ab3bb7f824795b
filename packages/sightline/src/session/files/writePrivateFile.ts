import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { SightlineError } from '../../snapshot/SightlineError.ts';

interface PrivateFileOptions {
  /** Start of the error message: `The screenshot cannot be saved`. */
  errorPrefix: string;
  /** How the error names the file; default the path. */
  shownPath?: string;
  /** Create its folder where it is missing. Default false. */
  createFolder?: boolean;
}

/** Writes a file that its owner alone may read. Throws `invalid_argument` where it cannot be written. */
export function writePrivateFile(
  path: string,
  contents: string | Uint8Array,
  { errorPrefix, shownPath = path, createFolder = false }: PrivateFileOptions,
): void {
  try {
    if (createFolder) mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    closeToOthers(path);
    writeFileSync(path, contents, { mode: 0o600 });
  } catch (error) {
    const folder = createFolder ? 'a folder that' : 'a folder that exists and';
    throw new SightlineError(
      'invalid_argument',
      `${errorPrefix} as ${shownPath}: ${fileErrorReason(error)}.`,
      {
        hint: `Name a file in ${folder} can be written.`,
        cause: error,
      },
    );
  }
}

/** A file that is there keeps its mode when it is written anew. What is none (a pipe, a terminal), or of another user, stays as it is. */
function closeToOthers(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile() || (stats.mode & 0o077) === 0 || stats.uid !== process.getuid?.()) return;
  try {
    chmodSync(path, 0o600);
  } catch {
    // A file system without modes.
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
  ENAMETOOLONG: 'the name is too long',
  ENOTDIR: 'a part of the path is not a folder',
  EROFS: 'read-only file system',
  ENOSPC: 'no space left',
};

/** The reason of a file system error in words. */
export function fileErrorReason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return REASONS[code ?? ''] ?? message;
}
