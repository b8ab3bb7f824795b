// Bundles packages/lab/benchmarks into packages/lab/dist/benchmarks and runs it: `node scripts/bundleBenchmarks.mjs ARGS`
// is `npm run bench -- ARGS`. Node 20 cannot run TypeScript.

import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const lab = join(root, 'packages/lab');
const out = join(lab, 'dist/benchmarks');

/** The product is what was built: its entries become those of packages/sightline/dist. */
const builtProduct = {
  name: 'built product',
  setup({ onResolve }) {
    onResolve({ filter: /\/sightline\/src\/(?:index|internal|core|agent\/index)\.ts$/ }, ({ path }) => ({
      path: urlOfBuilt(path.split('/sightline/src/')[1]),
      external: true,
    }));
  },
};

const urlOfBuilt = (source) =>
  pathToFileURL(join(root, 'packages/sightline/dist', source.replace(/\.ts$/, '.js'))).href;

async function bundleBenchmarks() {
  rmSync(out, { recursive: true, force: true });
  await build({
    absWorkingDir: lab,
    entryPoints: ['benchmarks/run.ts'],
    outdir: out,
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    // Where questions, packages and reports are: benchmarks/paths.ts.
    define: { 'import.meta.dirname': JSON.stringify(join(lab, 'benchmarks')) },
    sourcemap: true,
    plugins: [builtProduct],
    logLevel: 'error',
  });
}

await bundleBenchmarks();
const { status } = spawnSync(
  process.execPath,
  ['--enable-source-maps', join(out, 'run.js'), ...process.argv.slice(2)],
  { stdio: 'inherit' },
);
process.exitCode = status ?? 1;
