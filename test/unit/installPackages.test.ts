import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { installPackages } from '../../packages/lab/benchmarks/installPackages.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sl-install-'));
  for (const name of ['package.json', 'package-lock.json', '.npmrc']) writeFileSync(join(folder, name), '');
  mkdirSync(join(folder, 'bin'));
  vi.stubEnv('PATH', `${join(folder, 'bin')}${delimiter}${process.env.PATH}`);
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** A command `npm` of these lines; `$3` is the folder that it installs into. */
function stubNpm(...lines: string[]): void {
  const path = join(folder, 'bin/npm');
  writeFileSync(path, ['#!/bin/sh', ...lines].join('\n'));
  chmodSync(path, 0o755);
}

const packages = (): string[] => readdirSync(join(folder, 'node_modules')).sort();

test('pages that are installed stay in place until all the new ones are there, and are left where npm fails', () => {
  mkdirSync(join(folder, 'node_modules/old'), { recursive: true });
  stubNpm('mkdir -p "$3/node_modules/half"', 'exit 1');
  expect(() => installPackages({ peers: false, folder })).toThrow('npm ci failed twice');
  expect(packages()).toEqual(['old']);
  stubNpm(
    `test -d ${folder}/node_modules/old && test -f "$3/package-lock.json" && test -f "$3/.npmrc" || exit 1`,
    'mkdir -p "$3/node_modules/new"',
    'touch "$3/node_modules/.package-lock.json"',
  );
  installPackages({ peers: false, folder });
  expect(packages()).toEqual(['.package-lock.json', 'new']);
  expect(readdirSync(join(folder, 'out'))).toEqual([]);
});

test('what is installed is not installed again, but for the peers where they are asked for', () => {
  stubNpm(
    `echo "$4" >> ${folder}/calls`,
    'mkdir -p "$3/node_modules"',
    'touch "$3/node_modules/.package-lock.json"',
    'test -n "$4" || mkdir "$3/node_modules/agent-browser"',
  );
  for (const peers of [false, false, true, true, false]) installPackages({ peers, folder });
  expect(packages()).toEqual(['.package-lock.json', 'agent-browser']);
  expect(readFileSync(join(folder, 'calls'), 'utf8')).toBe('--omit=optional\n\n');
});
