import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const script = resolve(import.meta.dirname, '../../scripts/checkImports.mjs');
let src: string;
beforeEach(() => {
  src = mkdtempSync(join(tmpdir(), 'sightline-test-'));
});
afterEach(() => rmSync(src, { recursive: true }));

/** Runs the script over these files. */
function run(files: Record<string, string>) {
  writeFiles(files);
  return runScript(src, join(src, 'no-lab'));
}

function writeFiles(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(src, path)), { recursive: true });
    writeFileSync(join(src, path), text);
  }
}

function runScript(...folders: string[]) {
  const { status, stderr } = spawnSync(process.execPath, [script, ...folders], { encoding: 'utf8' });
  return { status, lines: stderr.split('\n').filter(Boolean) };
}

it('accepts what keeps the rules', () => {
  const files = {
    'snapshot/Page.ts': 'export interface Page {}',
    'visibility/prune.ts': "import type { Page } from '../snapshot/Page.ts';\nimport { a } from './rule.ts';",
    'visibility/rule.ts': 'export const a = 1;',
    'session/a.ts': "import type { Page } from 'playwright-core';",
    'browser/door.ts': "import { readFileSync } from 'node:fs';\nimport { chromium } from 'playwright-core';",
  };
  expect(run(files)).toEqual({ status: 0, lines: [] });
});

it.each([
  [
    'a folder below',
    'snapshot/a.ts',
    "import { b } from '../render/b.ts';",
    'snapshot/ may not import render/',
  ],
  [
    'a type of a folder below',
    'browser/a.ts',
    "import type { B } from '../session/b.ts';",
    'browser/ may not import session/',
  ],
  [
    'an import over lines',
    'visibility/a.ts',
    "import {\n  b,\n  c,\n} from '../render/b.ts';",
    'visibility/ may not import render/',
  ],
  ['a re-export', 'render/a.ts', "export * from '../browser/b.ts';", 'render/ may not import browser/'],
  ['a side effect', 'render/a.ts', "import '../browser/b.ts';", 'render/ may not import browser/'],
  [
    'a late import',
    'visibility/a.ts',
    "const b = await import('../browser/b.ts');",
    'visibility/ may not import browser/',
  ],
  [
    'Node in a pure folder',
    'search/a.ts',
    "import { join } from 'node:path';",
    'search/ may not use Node (node:path)',
  ],
  [
    'Node by its old name',
    'injected/a.ts',
    "import { join } from 'path';",
    'injected/ may not use Node (path)',
  ],
  [
    'a package of another folder',
    'render/a.ts',
    "import { z } from 'zod';",
    'render/ may not use the package zod',
  ],
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
    'an unknown folder',
    'utils/a.ts',
    "import { b } from '../snapshot/b.ts';",
    'there is no rule for the folder "utils" (scripts/checkImports.mjs)',
  ],
])('catches %s', (_, path, text, violation) => {
  expect(run({ [path]: text })).toEqual({ status: 1, lines: [`imports: ${path}: ${violation}`] });
});

it('catches files that import each other, and types that do', () => {
  const cycle = {
    'snapshot/a.ts': "import { b } from './b.ts';",
    'snapshot/b.ts': "import { c } from './c.ts';",
    'snapshot/c.ts': "import { a } from './a.ts';",
    'snapshot/d.ts': "import type { E } from './e.ts';",
    'snapshot/e.ts': "import { d } from './d.ts';",
  };
  const lines = [
    'imports: import cycle: snapshot/a.ts -> snapshot/b.ts -> snapshot/c.ts -> snapshot/a.ts',
    'imports: import cycle: snapshot/d.ts -> snapshot/e.ts -> snapshot/d.ts',
  ];
  expect(run(cycle)).toEqual({ status: 1, lines });
});

it('catches a package on the way of the command that must start at once', () => {
  const files = {
    'cli/main.ts': "import { run } from './run.ts';\nawait import('./host.ts');",
    'cli/run.ts': "import type { Command } from 'commander';\nimport { x } from 'commander';",
    'cli/host.ts': "import { Command } from 'commander';",
  };
  const line = 'imports: cli/main.ts: must load no package, but cli/run.ts imports commander';
  expect(run(files)).toEqual({ status: 1, lines: [line] });
});

it('is not misled by comments', () => {
  const text =
    "/*\nimport { b } from '../render/b.ts';\n*/\n// import { c } from '../render/c.ts';\nexport {};";
  expect(run({ 'snapshot/a.ts': text })).toEqual({ status: 0, lines: [] });
});

describe('of the laboratory', () => {
  /** Runs the script over these files of packages/lab. */
  function runLab(files: Record<string, string>) {
    writeFiles(files);
    const product = join(src, 'no-product');
    mkdirSync(product);
    return runScript(product, src);
  }

  it('accepts the entries of the product', () => {
    const files = {
      'src/bench/a.ts': "import { Session } from '../../../sightline/src/internal.ts';",
      'benchmarks/a.ts':
        "import type { Page } from '../../sightline/src/index.ts';\nimport { x } from '../src/bench/a.ts';",
      'benchmarks/node_modules/p/a.ts': "import { Page } from '../../../../sightline/src/snapshot/Page.ts';",
    };
    expect(runLab(files)).toEqual({ status: 0, lines: [] });
  });

  it.each([
    ['a file of the product', '../../sightline/src/snapshot/Page.ts', 'snapshot/Page.ts'],
    ['a built file of the product', '../../sightline/dist/index.js', 'index.js'],
  ])('catches %s', (_, to, file) => {
    const line = `imports: lab/benchmarks/a.ts: may import internal.ts, index.ts, core.ts, agent/index.ts of the product, not ${file}`;
    expect(runLab({ 'benchmarks/a.ts': `const x = await import('${to}');` })).toEqual({
      status: 1,
      lines: [line],
    });
  });

  it('catches files that need each other', () => {
    const files = {
      'benchmarks/a.ts': "import { b } from '../src/b.ts';",
      'src/b.ts': "import { a } from '../benchmarks/a.ts';",
    };
    const line = 'imports: import cycle: src/b.ts -> benchmarks/a.ts -> src/b.ts';
    expect(runLab(files)).toEqual({ status: 1, lines: [line] });
  });
});
