// Makes dist/ of both packages from their src/: `node scripts/build.mjs`. With `--types`, as they are published: from
// an empty folder, with the .d.ts files.
// The page script and the box of scripts are bundled first, since browser/ and script/ import them as constants.

import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildExtension } from './build-extension.mjs';
import { bundleInspect } from './bundle-inspect.mjs';
import { bundlePage } from './bundle-page.mjs';
import { bundleScript } from './bundle-script.mjs';
import { assertListed } from './sbom.mjs';
import { markBuilt } from './stale.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const product = join(root, 'packages/sightline');
const lab = join(root, 'packages/lab');

/** For scripts/setup. */
const standAlone = ['browser/launch/findBrowser'];
/** In one file and CommonJS, so that it starts at once. */
const command = ['cli/main'];
/** In parts: what they share once, and what is imported when it is needed (the browser engine) not before. */
const inParts = ['cli/host', 'index', 'agent/index', 'playwright/index', 'internal'];

/** Whole, with the packages it needs: for browsers, Deno and Bun as for Node. */
const everywhere = ['core'];

/** The lab uses the product as it is installed, not a copy of its own. */
const productStaysOutside = {
  name: 'product stays outside',
  setup({ onResolve }) {
    onResolve({ filter: /\/sightline\/src\/internal\.ts$/ }, () => ({
      path: 'sightline/internal',
      external: true,
    }));
  },
};

/** cli/main loads cli/host only when it must: a bundle of its own, not part of main's. */
const hostStaysOutside = {
  name: 'host stays outside',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/host\.ts$/ }, () => ({ path: './host.js', external: true }));
  },
};

/** @type {import('esbuild').BuildOptions} */
const asCommonJs = {
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  define: { 'import.meta.filename': '__filename', 'import.meta.dirname': '__dirname' },
};

/** @type {import('esbuild').BuildOptions} */
const asEverywhere = {
  platform: 'neutral',
  external: [],
  mainFields: ['module', 'main'],
  target: 'es2022',
  minify: true,
};

/**
 * Without comments and blanks, in lines short enough for a stack to say where it was.
 * @type {import('esbuild').BuildOptions}
 */
const asShortLines = { minifyWhitespace: true, lineLimit: 160 };

/** Bundles the sources of both packages. Each file appears whole, so that a command that starts meanwhile can run. */
export async function buildDist() {
  const startedAt = new Date();
  const page = await bundlePage();
  const boxes = await bundleScript();
  const bundles = [
    await bundle(standAlone),
    await bundle(command, asCommonJs),
    await bundle(inParts, { splitting: true, ...asShortLines }),
    await bundle(everywhere, asEverywhere),
    await bundle(['index'], { splitting: true, plugins: [productStaysOutside] }, lab),
    await bundleInspect(),
  ];
  for (const { path, contents } of bundles.flatMap(({ outputFiles }) => outputFiles))
    writeWhole(path, contents);
  writeWhole(join(product, 'dist/THIRD-PARTY.txt'), licencesIn([...bundles, ...boxes, page]));
  await buildExtension();
  markBuilt(root, startedAt);
}

/** What the package's package.json says to install stays outside; other packages become part of the bundle. */
function bundle(names, options = {}, folder = product) {
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return build({
    absWorkingDir: folder,
    entryPoints: names.map((name) => `src/${name}.ts`),
    outdir: 'dist',
    outbase: 'src',
    bundle: true,
    external: Object.keys(dependencies).flatMap((name) => [name, `${name}/*`]),
    platform: 'node',
    format: 'esm',
    chunkNames: 'chunks/[name]-[hash]',
    target: 'node20.19',
    sourcemap: true,
    plugins: [hostStaysOutside],
    write: false,
    metafile: true,
    ...options,
  });
}

/** The licences of the packages that became part of a bundle. */
function licencesIn(bundles) {
  const inputs = bundles.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  const packages = inputs.map((input) => /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1]);
  const names = [...new Set(packages.filter(Boolean))].sort();
  assertListed(names);
  const texts = names.map((name) => {
    const folder = join(root, 'node_modules', name);
    const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice)(\.|$)/i.test(file));
    if (files.length === 0)
      throw new Error(`build: ${name} became part of a bundle, and has no text of its licence.`);
    return [name, ...files.map((file) => readFileSync(join(folder, file), 'utf8').trim())].join('\n\n');
  });
  return `${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

function writeWhole(path, contents) {
  mkdirSync(dirname(path), { recursive: true });
  const partial = `${path}.${process.pid}`;
  writeFileSync(partial, contents);
  renameSync(partial, path);
}

function emitTypes() {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  return spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' })
    .status;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const release = process.argv.includes('--types');
  if (release)
    for (const folder of [product, lab]) rmSync(join(folder, 'dist'), { recursive: true, force: true });
  await buildDist();
  if (release)
    for (const name of ['README.md', 'LICENSE']) copyFileSync(join(root, name), join(product, name));
  if (release) process.exitCode = emitTypes() ?? 1;
}
