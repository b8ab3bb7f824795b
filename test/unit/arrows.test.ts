import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const script = resolve(import.meta.dirname, '../../scripts/arrows.mjs');
let src: string;
beforeEach(() => {
  src = mkdtempSync(join(tmpdir(), 'sightline-test-'));
});
afterEach(() => rmSync(src, { recursive: true }));

/** Runs the script over a house of these files. */
function run(files: Record<string, string>) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(src, path)), { recursive: true });
    writeFileSync(join(src, path), text);
  }
  const { status, stderr } = spawnSync(process.execPath, [script, src], { encoding: 'utf8' });
  return { status, lines: stderr.split('\n').filter(Boolean) };
}

it('lets a house stand that keeps its arrows', () => {
  const house = {
    'model/Page.ts': 'export interface Page {}',
    'prune/prune.ts': "import type { Page } from '../model/Page.ts';\nimport { a } from './rule.ts';",
    'prune/rule.ts': 'export const a = 1;',
    'session/a.ts': "import type { Page } from 'playwright-core';",
    'browser/door.ts': "import { readFileSync } from 'node:fs';\nimport { chromium } from 'playwright-core';",
  };
  expect(run(house)).toEqual({ status: 0, lines: [] });
});

it.each([
  ['a room below', 'model/a.ts', "import { b } from '../view/b.ts';", 'model/ may not import view/'],
  [
    'a type of a room below',
    'browser/a.ts',
    "import type { B } from '../session/b.ts';",
    'browser/ may not import session/',
  ],
  [
    'an import over lines',
    'prune/a.ts',
    "import {\n  b,\n  c,\n} from '../view/b.ts';",
    'prune/ may not import view/',
  ],
  ['a re-export', 'view/a.ts', "export * from '../browser/b.ts';", 'view/ may not import browser/'],
  ['a side effect', 'view/a.ts', "import '../browser/b.ts';", 'view/ may not import browser/'],
  [
    'a late import',
    'prune/a.ts',
    "const b = await import('../browser/b.ts');",
    'prune/ may not import browser/',
  ],
  [
    'Node in a pure room',
    'query/a.ts',
    "import { join } from 'node:path';",
    'query/ may not use Node (node:path)',
  ],
  ['Node by its old name', 'page/a.ts', "import { join } from 'path';", 'page/ may not use Node (path)'],
  ['a package of another room', 'view/a.ts', "import { z } from 'zod';", 'view/ may not use the package zod'],
  [
    'a part of a package',
    'cli/a.ts',
    "import { x } from 'playwright-core/lib/x';",
    'cli/ may not use the package playwright-core',
  ],
  [
    'a package of which only types are allowed',
    'session/a.ts',
    "import { chromium } from 'playwright-core';",
    'session/ may not use the package playwright-core',
  ],
  [
    'a package with a scope',
    'tools/a.ts',
    "import { x } from '@ai/sdk/x';",
    'tools/ may not use the package @ai/sdk',
  ],
  [
    'an unknown room',
    'utils/a.ts',
    "import { b } from '../model/b.ts';",
    'the room "utils" is not in the house (scripts/arrows.mjs)',
  ],
])('catches %s', (_, path, text, violation) => {
  expect(run({ [path]: text })).toEqual({ status: 1, lines: [`arrows: ${path}: ${violation}`] });
});

it('catches files that need each other, but not types that do', () => {
  const cycle = {
    'model/a.ts': "import { b } from './b.ts';",
    'model/b.ts': "import { c } from './c.ts';",
    'model/c.ts': "import { a } from './a.ts';",
    'model/d.ts': "import type { E } from './e.ts';",
    'model/e.ts': "import { d } from './d.ts';",
  };
  const line = 'arrows: import cycle: model/a.ts -> model/b.ts -> model/c.ts -> model/a.ts';
  expect(run(cycle)).toEqual({ status: 1, lines: [line] });
});

it('catches a package on the way of the command that must start at once', () => {
  const house = {
    'cli/main.ts': "import { run } from './run.ts';\nawait import('./host.ts');",
    'cli/run.ts': "import type { Command } from 'commander';\nimport { x } from 'commander';",
    'cli/host.ts': "import { Command } from 'commander';",
  };
  const line = 'arrows: cli/main.ts: must load no package, but cli/run.ts imports commander';
  expect(run(house)).toEqual({ status: 1, lines: [line] });
});

it('is not misled by comments', () => {
  const text = "/*\nimport { b } from '../view/b.ts';\n*/\n// import { c } from '../view/c.ts';\nexport {};";
  expect(run({ 'model/a.ts': text })).toEqual({ status: 0, lines: [] });
});
