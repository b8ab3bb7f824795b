import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { benchmarkPath } from './paths.ts';

/**
 * Installs the pages that benchmarks and oracles look at, and with `peers` also what only benchmarks need: the tools
 * they measure against, and the pages that are searched. Does nothing where they are installed. Whoever reads them
 * meanwhile, or installs them too, is not disturbed: they are put in their place at once. Throws where npm fails.
 */
export function installPackages({ peers, folder = benchmarkPath() }: InstallOptions): void {
  const modules = join(folder, 'node_modules');
  const installed = modifiedAt(join(modules, '.package-lock.json'));
  const isFresh = installed >= modifiedAt(join(folder, 'package-lock.json'));
  if (isFresh && (!peers || existsSync(join(modules, 'agent-browser')))) return;
  mkdirSync(join(folder, 'out'), { recursive: true });
  const place = mkdtempSync(join(folder, 'out', 'install-'));
  try {
    for (const file of MANIFESTS) copyFileSync(join(folder, file), join(place, file));
    const command = ['ci', '--prefix', place, ...(peers ? [] : ['--omit=optional'])];
    console.error(`setup: installing ${peers ? 'pages and peers' : 'pages'} (npm ${command.join(' ')})`);
    if (!npm(command) && !npm(command)) throw new Error('npm ci failed twice: read its output above');
    if (existsSync(modules)) renameSync(modules, join(place, 'old'));
    renameSync(join(place, 'node_modules'), modules);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

interface InstallOptions {
  peers: boolean;
  /** With the manifests; its `node_modules` is what is installed. Default: the benchmarks' own. */
  folder?: string;
}

const MANIFESTS = ['package.json', 'package-lock.json', '.npmrc'];

const npm = (command: readonly string[]): boolean =>
  spawnSync('npm', command, { stdio: ['ignore', 2, 2], shell: process.platform === 'win32' }).status === 0;

/** Milliseconds; 0 for a file that is not there. */
const modifiedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
