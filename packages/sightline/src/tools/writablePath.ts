import { lstatSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SightlineError } from '../snapshot/SightlineError.ts';
import type { ToolContext } from './defineTool.ts';

/** A plain name: no folder, not hidden, no characters that are special to a shell, no device name of Windows. */
const PLAIN_NAME = /^(?!(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$))[a-z\d][\w.-]{0,99}$/i;

/** What tools write: nothing that a system would run. */
const OWN_KIND = /\.(?:har|json|pdf|png)$/i;

/**
 * The path to write a file to: the path that a person gave, or a plain name in the host's folder of files.
 * Throws `invalid_argument` for a name that leaves that folder, also by a symbolic link, or is of another kind of file.
 */
export function writablePath(path: string, { cwd, files }: Pick<ToolContext, 'cwd' | 'files'>): string {
  if (files === undefined) return resolve(cwd, path);
  const fullPath = join(files, path);
  if (PLAIN_NAME.test(path) && OWN_KIND.test(path) && !isNotPlainFile(fullPath)) return fullPath;
  throw new SightlineError('invalid_argument', 'Files are written under a plain name, into one folder.', {
    hint: 'Give a name such as page.json, without a folder; or .png, .pdf, .har.',
  });
}

function isNotPlainFile(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats !== undefined && !stats.isFile();
}
