import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { modifiedAt } from '../../../scripts/stale.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));

/**
 * Installs the pages that bench and oracles look at, and with `peers` what only the bench needs: what it
 * measures against, and the pages that are searched. Does nothing where they are installed already. Throws
 * where npm fails.
 */
export function installPackages({ peers }) {
  const installed = join(here, 'node_modules/.package-lock.json');
  const isFresh = modifiedAt(installed) >= modifiedAt(join(here, 'package-lock.json'));
  if (isFresh && (!peers || existsSync(join(here, 'node_modules/agent-browser')))) return;
  console.error(`setup: installing ${peers ? 'pages and peers' : 'pages'} (npm ci --prefix bench)`);
  const install = () =>
    spawnSync('npm', ['ci', '--prefix', here, ...(peers ? [] : ['--omit=optional'])], {
      stdio: ['ignore', 2, 2],
      shell: process.platform === 'win32',
    }).status === 0;
  if (!install() && !install()) throw new Error('npm ci --prefix bench failed twice: read its output above');
}
