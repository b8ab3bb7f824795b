import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';

/**
 * The text of a file that may come from elsewhere. Throws what `fileErrorReason` puts into words: also for what is no file, as
 * a pipe, for which one would wait without end, and for one that is too large. `check` may throw of its owner.
 */
export function readFileText(path: string, maxBytes: number, check?: (stats: Stats) => void): string {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(file);
    check?.(stats);
    if (!stats.isFile()) throw new Error(stats.isDirectory() ? 'it is a folder' : 'it is no file');
    if (stats.size > maxBytes) throw new Error(`it is larger than ${maxBytes / 1_000_000} MB`);
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}
