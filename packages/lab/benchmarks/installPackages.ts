import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { benchmarkPath } from './paths.ts';

/**
 * Installs the pages that benchmarks and oracles look at, and with `peers` also what only benchmarks need: the tools
 * they measure against, and the pages that are searched. Does nothing where they are installed. Throws where npm fails.
 */
export function installPackages({ peers }: { peers: boolean }): void {
  const installed = modifiedAt(benchmarkPath('node_modules/.package-lock.json'));
  const isFresh = installed >= modifiedAt(benchmarkPath('package-lock.json'));
  if (isFresh && (!peers || existsSync(benchmarkPath('node_modules/agent-browser')))) return;
  const command = ['ci', '--prefix', benchmarkPath(), ...(peers ? [] : ['--omit=optional'])];
  console.error(`setup: installing ${peers ? 'pages and peers' : 'pages'} (npm ${command.join(' ')})`);
  const install = (): boolean =>
    spawnSync('npm', command, { stdio: ['ignore', 2, 2], shell: process.platform === 'win32' }).status === 0;
  if (!install() && !install()) throw new Error('npm ci failed twice: read its output above');
}

/** Milliseconds; 0 for a file that is not there. */
const modifiedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
