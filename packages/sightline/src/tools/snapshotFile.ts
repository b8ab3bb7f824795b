import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseSnapshot } from '../snapshot/parseSnapshot.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';
import type { Snapshot } from '../snapshot/Snapshot.ts';
import type { ToolContext } from './defineTool.ts';
import { writablePath } from './writablePath.ts';

/** Whether what the user wrote means a saved snapshot: a `.json` file, or what can be nothing else. */
export function isSnapshotFile(target: string, cwd: string): boolean {
  if (!/\.json$/i.test(target) || /^[a-z][a-z\d+.-]+:/i.test(target)) return false;
  return existsSync(resolve(cwd, target)) || !startsLikeHost.test(target);
}

/** `example.com/data.json`, but not `./saved/page.json` or `C:\page.json`. */
const startsLikeHost = /^[a-z\d-]+(\.[a-z\d-]+)+(:\d+)?\//i;

/** @throws SightlineError `invalid_snapshot` when it cannot be read, or is none */
export function readSnapshot(path: string, cwd: string): Snapshot {
  return parseSnapshot(readSnapshotText(path, cwd));
}

function readSnapshotText(path: string, cwd: string): string {
  try {
    return readFileSync(resolve(cwd, path), 'utf8');
  } catch (error) {
    throw new SightlineError(
      'invalid_snapshot',
      `The snapshot ${path} cannot be read: ${errorReason(error)}.`,
      {
        hint: 'Save one with `sightline look URL --save page.json`.',
        cause: error,
      },
    );
  }
}

/** Writes a snapshot and says so in one line. @throws SightlineError `invalid_argument` */
export function saveSnapshot(path: string, context: ToolContext, snapshot: Snapshot): string {
  const text = JSON.stringify(snapshot);
  const fullPath = writablePath(path, context);
  try {
    writeFileSync(fullPath, text);
  } catch (error) {
    throw new SightlineError(
      'invalid_argument',
      `The snapshot cannot be saved as ${path}: ${errorReason(error)}.`,
      {
        hint: 'Name a file in a folder that exists and can be written.',
        cause: error,
      },
    );
  }
  return `saved ${context.files === undefined ? path : fullPath} (${Math.ceil(text.length / 1024)} KB)`;
}

function errorReason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const reasons: Record<string, string> = {
    ENOENT: 'no such file or folder',
    EACCES: 'permission denied',
    EISDIR: 'it is a folder',
    ENOTDIR: 'a part of the path is not a folder',
    EROFS: 'read-only file system',
    ENOSPC: 'no space left',
  };
  return reasons[code ?? ''] ?? message;
}
