// Makes dist/extension/, to be loaded unpacked, and dist/sightline-extension.zip, for the store.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { zipSync } from 'fflate';
import { drawIcon } from './draw-icon.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = (name) => join(root, 'extension', name);
const sizes = [16, 32, 48, 128];

/** Writes the extension, and its zip beside it. */
export async function buildExtension(outdir = join(root, 'packages/sightline/dist')) {
  const files = { ...(await bundle()), ...copies(), ...icons() };
  const folder = join(outdir, 'extension');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
  writeFileSync(join(outdir, 'sightline-extension.zip'), zip(files));
}

async function bundle() {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['extension/background.ts', 'extension/popup.ts'],
    outdir: 'out',
    bundle: true,
    format: 'esm',
    target: 'chrome125',
    write: false,
  });
  return Object.fromEntries(outputFiles.map(({ path, contents }) => [path.split(/[\\/]/).at(-1), contents]));
}

/** The version is that of the package. */
function copies() {
  const { version } = JSON.parse(readFileSync(join(root, 'packages/sightline/package.json'), 'utf8'));
  const manifest = JSON.parse(readFileSync(source('manifest.json'), 'utf8'));
  const written = Buffer.from(`${JSON.stringify({ ...manifest, version }, null, 2)}\n`);
  const [html, css] = ['popup.html', 'popup.css'].map((name) => readFileSync(source(name)));
  return { 'manifest.json': written, 'popup.html': html, 'popup.css': css };
}

function icons() {
  return Object.fromEntries(sizes.map((size) => [`icon${size}.png`, drawIcon(size)]));
}

/** The same bytes for the same source. The store takes no `key`: it gives one. */
function zip(files) {
  const { key, ...manifest } = JSON.parse(Buffer.from(files['manifest.json']).toString());
  const all = { ...files, 'manifest.json': Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) };
  const entries = Object.entries(all).map(([name, bytes]) => [name, new Uint8Array(bytes)]);
  return zipSync(Object.fromEntries(entries), { mtime: new Date(2026, 0, 1), level: 9 });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildExtension();
