// Chromium's headless shell: the same engine without a browser around it, with which the tests take a quarter less of a
// processor. No dependency, since scripts/setup uses it too.

import { existsSync } from 'node:fs';

/** Debian's package. */
export const SHELL = 'chromium-headless-shell';

/** Not the one in /usr/bin: that is a shell script which stays between the browser and what starts it. */
const PATH = `/usr/lib/chromium/${SHELL}`;

/** Its path; undefined where there is none, or where `SIGHTLINE_BROWSER` names the browser to use. */
export function findHeadlessShell({ SIGHTLINE_BROWSER } = process.env) {
  return !SIGHTLINE_BROWSER && existsSync(PATH) ? PATH : undefined;
}
