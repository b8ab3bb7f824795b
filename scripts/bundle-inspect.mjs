// Bundles src/inspect/client/, what runs in the file that `sightline inspect` writes, with the data that stands beside it.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import ranks from 'gpt-tokenizer/bpeRanks/o200k_base';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Answers the files of dist/inspect/: the client, and what it decodes when it is needed, compressed. */
export async function bundleInspect() {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: { client: 'src/inspect/client/main.tsx', 'client-style': 'src/inspect/client/style.css' },
    outdir: 'dist/inspect',
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    // Written into a document of unknown encoding, and hashed.
    charset: 'ascii',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
  });
  const packed = (name, bytes) => ({
    path: `${root}dist/inspect/${name}.gz`,
    contents: gzipSync(bytes, { level: 9 }),
  });
  return [
    ...outputFiles.map(({ path, contents }) => ({ path: path.replace('client-style', 'client'), contents })),
    packed('words', readFileSync(`${root}data/words.bin`)),
    packed('icons', readFileSync(`${root}data/icons.txt`)),
    packed('o200k', JSON.stringify(ranks)),
  ];
}
