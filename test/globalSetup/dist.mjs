import { fileURLToPath } from 'node:url';
import { buildDist } from '../../scripts/build.mjs';
import { isStale } from '../../scripts/stale.mjs';

/** Builds dist/, which the tests of the command line run, where it is not built from what is there now. */
export async function setup() {
  if (isStale(fileURLToPath(new URL('../..', import.meta.url)))) await buildDist();
}
