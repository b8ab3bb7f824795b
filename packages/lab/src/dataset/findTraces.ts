import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SightlineError } from '../../../sightline/src/internal.ts';

/** The traces that are named: files, and whatever traces are in folders. @throws SightlineError `invalid_argument` */
export function findTraces(paths: readonly string[], cwd: string): string[] {
  const found = paths.flatMap((path) => tracesIn(resolve(cwd, path), path));
  if (found.length > 0) return [...new Set(found)];
  throw new SightlineError('invalid_argument', 'There is no trace in what was named.', {
    hint: 'Write some with `sightline agent --trace FILE --snapshots` or `sightline bench --snapshots`.',
  });
}

function tracesIn(path: string, givenPath: string): string[] {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) throw new SightlineError('invalid_argument', `There is no file or folder ${givenPath}.`);
  if (!stat.isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl') && !NON_TRACE_FILE.test(name))
    .sort()
    .map((name) => join(path, name));
}

/** What else a folder of `bench` or of a data set holds in lines. */
const NON_TRACE_FILE = /(?:^|[/\\])(?:trials[^/\\]*|examples|chat|functional|rejected)\.jsonl$/;
