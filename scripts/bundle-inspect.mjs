// Bundles packages/sightline/src/inspect/client/, what runs in the file that `sightline inspect` writes, with the data that stands beside it.
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import tokens from 'gpt-tokenizer/bpeRanks/o200k_base';
import { packTokens } from './packTokens.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Makes the files of dist/inspect/: the client, and the tokenizer's tables, compressed. */
export async function bundleInspect() {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: {
      client: 'packages/sightline/src/inspect/client/main.tsx',
      'client-style': 'packages/sightline/src/inspect/client/style.css',
    },
    outdir: 'packages/sightline/dist/inspect',
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    target: 'es2022',
    // Written into a document of unknown encoding, and hashed.
    charset: 'ascii',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
  });
  const files = outputFiles.map(({ path, contents }) => ({
    path: path.replace('client-style', 'client'),
    contents,
  }));
  const tables = gzipSync(packTokens(tokens), { level: 9 });
  return {
    outputFiles: [...files, { path: `${root}packages/sightline/dist/inspect/o200k.gz`, contents: tables }],
    metafile,
  };
}
