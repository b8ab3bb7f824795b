import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const { isStale, markBuilt } = await import(
  pathToFileURL(resolve(import.meta.dirname, '../../scripts/stale.mjs')).href
);
const earlier = 1_000;
const built = 2_000;
const later = 3_000;
let root: string;

/** Writes a file last changed at that second. */
function write(path: string, second: number) {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), '');
  utimesSync(join(root, path), second, second);
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sightline-test-'));
  const names = ['build', 'build-extension', 'bundle-inspect', 'bundle-page', 'draw-icon'];
  const scripts = names.map((name) => `scripts/${name}.mjs`);
  const sources = [
    'packages/sightline/src/model/Page.ts',
    'packages/lab/src/index.ts',
    'extension/popup.ts',
    'package-lock.json',
  ];
  for (const path of [...sources, ...scripts]) write(path, earlier);
  mkdirSync(join(root, 'packages/sightline/dist'));
  markBuilt(root, new Date(built * 1_000));
});
afterEach(() => rmSync(root, { recursive: true }));

it('nothing is stale after a build', () => {
  expect(isStale(root)).toBe(false);
});

it('everything is stale without a build', () => {
  rmSync(join(root, 'packages/sightline/dist'), { recursive: true });
  expect(isStale(root)).toBe(true);
});

it.each([
  'packages/sightline/src/model/Page.ts',
  'packages/sightline/src/model/New.ts',
  'extension/popup.ts',
  'package-lock.json',
  'scripts/build.mjs',
])('a change of %s counts', (path) => {
  write(path, later);
  expect(isStale(root)).toBe(true);
});

it('a generated file does not', () => {
  write('packages/sightline/src/injected/script.gen.ts', later);
  expect(isStale(root)).toBe(false);
});
