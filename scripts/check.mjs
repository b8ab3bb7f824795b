// Every check but the tests: each step runs and is named, and one that fails fails the whole.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Node scripts, in order. The bundles that others import as constants come first, since types need them. */
const steps = [
  ['page script', 'scripts/bundle-page.mjs'],
  ['box of scripts', 'scripts/bundle-script.mjs'],
  ['format and lint', 'node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '.'],
  ['types', 'node_modules/typescript/bin/tsc', '--noEmit'],
  ['types without DOM', 'node_modules/typescript/bin/tsc', '--noEmit', '-p', 'packages/sightline'],
  [
    'types without Node',
    'node_modules/typescript/bin/tsc',
    '--noEmit',
    '-p',
    'packages/sightline/tsconfig.page.json',
  ],
  ['imports', 'scripts/checkImports.mjs'],
  ['names', 'scripts/checkNames.mjs'],
  ['spec', 'scripts/checkSpec.mjs'],
  ['docs', 'scripts/checkDocs.mjs'],
  ['generated files', 'scripts/generate.mjs', '--check'],
  ['bill of materials', 'scripts/sbom.mjs', '--check'],
];

const failed = [];
for (const [name, script, ...args] of steps) {
  const startedAt = performance.now();
  const { status } = spawnSync(process.execPath, [join(root, script), ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  const verdict = status === 0 ? 'ok' : 'FAILED';
  console.log(`check: ${name}: ${verdict} (${Math.round(performance.now() - startedAt)} ms)`);
  if (status !== 0) failed.push(name);
}
if (failed.length > 0) {
  console.error(`check: failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
