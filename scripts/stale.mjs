// Whether dist/ is older than what it is made from. No dependency, since scripts/setup uses it too.

import { readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const scripts = ['build', 'build-extension', 'bundle-inspect', 'bundle-page', 'draw-icon'];
const sources = [
  'packages/sightline/src',
  'packages/lab/src',
  'extension',
  ...scripts.map((name) => `scripts/${name}.mjs`),
  'package-lock.json',
];
const stamp = (root) => join(root, 'packages/sightline/dist/.built');

/** True when anything in `sources` changed after the last build began. */
export function isStale(root) {
  const builtAt = modifiedAt(stamp(root));
  return sources.some((path) => newestIn(join(root, path)) > builtAt);
}

/** Records a build of what the sources were at `startedAt`. */
export function markBuilt(root, startedAt) {
  writeFileSync(stamp(root), '');
  utimesSync(stamp(root), startedAt, startedAt);
}

/** Milliseconds; 0 for what does not exist. */
export function modifiedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

// Generated files are written by the build itself.
function newestIn(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return path.endsWith('.gen.ts') ? 0 : stats.mtimeMs;
  return readdirSync(path).reduce((newest, name) => Math.max(newest, newestIn(join(path, name))), 0);
}
