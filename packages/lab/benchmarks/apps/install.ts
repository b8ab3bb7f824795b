import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Application } from './Application.ts';

/** Where applications are kept between runs: outside the repository. */
export const defaultFolder = (): string =>
  join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'sightline-apps');

/**
 * Installs what an application needs, into a folder of its own, once. Throws where npm or pip fails.
 * @returns that folder
 */
export function installApplication(
  { name, packages = {} }: Pick<Application, 'name' | 'packages'>,
  folder: string,
): string {
  const home = join(folder, name);
  const { npm = [], pip = [] } = packages;
  const installed = join(home, 'installed.txt');
  const wanted = [...npm, ...pip].join('\n');
  mkdirSync(home, { recursive: true });
  if (wanted === '' || (existsSync(installed) && readFileSync(installed, 'utf8') === wanted)) return home;
  console.error(`bench: installing ${name}: ${[...npm, ...pip].join(' ')}`);
  if (npm.length > 0) {
    writeFileSync(join(home, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
    call('npm', ['install', '--prefix', home, '--ignore-scripts', '--no-audit', '--no-fund', ...npm]);
  }
  if (pip.length > 0) {
    call('python3', ['-m', 'venv', join(home, 'venv')]);
    call(join(home, 'venv/bin/pip'), ['install', '--quiet', '--disable-pip-version-check', ...pip]);
  }
  writeFileSync(installed, wanted);
  return home;
}

function call(command: string, args: readonly string[]): void {
  const { status } = spawnSync(command, args, { stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`${command} ${args[0]} failed: read its output above`);
}
