import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readFileText } from '../session/files/readFileText.ts';
import { fileErrorReason, writePrivateFile } from '../session/files/writePrivateFile.ts';
import { parseSnapshot } from '../snapshot/parseSnapshot.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';
import type { Snapshot } from '../snapshot/Snapshot.ts';
import type { ToolContext } from './defineTool.ts';
import { writablePath } from './writablePath.ts';

/** Whether a target means a saved snapshot: a `.json` file that exists, or a path that cannot be a URL. */
export function isSnapshotFile(target: string, cwd: string): boolean {
  if (!/\.json$/i.test(target) || /^[a-z][a-z\d+.-]+:/i.test(target)) return false;
  return existsSync(resolve(cwd, target)) || !startsLikeHost.test(target);
}

/** `example.com/data.json`, but not `./saved/page.json` or `C:\page.json`. */
const startsLikeHost = /^[a-z\d-]+(\.[a-z\d-]+)+(:\d+)?\//i;

/** A page of a million elements has less. */
const MAX_SNAPSHOT_BYTES = 400_000_000;

/** Throws `invalid_snapshot` for a file that cannot be read, or that is no snapshot. */
export function readSnapshot(path: string, cwd: string): Snapshot {
  return parseSnapshot(readSnapshotText(path, cwd));
}

function readSnapshotText(path: string, cwd: string): string {
  try {
    return readFileText(resolve(cwd, path), MAX_SNAPSHOT_BYTES);
  } catch (error) {
    throw new SightlineError(
      'invalid_snapshot',
      `The snapshot ${path} cannot be read: ${fileErrorReason(error)}.`,
      {
        hint: 'Save one with `sightline look URL --save page.json`.',
        cause: error,
      },
    );
  }
}

/** Writes a snapshot, and returns one line that says so. Throws `invalid_argument`. */
export function saveSnapshot(path: string, context: ToolContext, snapshot: Snapshot): string {
  const text = JSON.stringify(snapshot);
  const fullPath = writablePath(path, context);
  writePrivateFile(fullPath, text, { errorPrefix: 'The snapshot cannot be saved', shownPath: path });
  return `saved ${context.files === undefined ? path : fullPath} (${Math.ceil(text.length / 1024)} KB)`;
}
