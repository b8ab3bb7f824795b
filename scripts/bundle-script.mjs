// Bundles what runs in the box of scripts: the worker thread with QuickJS (packages/sightline/src/script/box/worker) and
// the interface that scripts use (packages/sightline/src/script/api), to two string constants.
import { renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const engine = '@jitl/quickjs-wasmfile-release-sync/emscripten-module';

/** Answers the bundles, for the licences of what is in them. */
export async function bundleScript() {
  const common = {
    bundle: true,
    write: false,
    minify: true,
    charset: 'ascii',
    metafile: true,
    absWorkingDir: at('.'),
  };
  const worker = await build({
    ...common,
    entryPoints: [at('packages/sightline/src/script/box/worker/main.ts')],
    platform: 'node',
    format: 'cjs',
    target: 'node20.19',
    // As CommonJS: the other form asks where its own file is, and a thread made of text has none.
    alias: { [engine]: createRequire(at('packages/sightline/package.json')).resolve(engine) },
  });
  const api = await build({
    ...common,
    entryPoints: [at('packages/sightline/src/script/api/main.ts')],
    platform: 'neutral',
    format: 'iife',
    globalName: 'api',
    // The value of the whole is the one function that it exports.
    banner: { js: '(() => {' },
    footer: { js: 'return api.installApi; })()' },
    target: 'es2022',
  });
  const [workerSource, apiSource] = [worker, api].map(({ outputFiles }) =>
    JSON.stringify(outputFiles[0].text),
  );
  const partial = at(`packages/sightline/src/script/box/boxSources.${process.pid}.gen.ts`);
  writeFileSync(
    partial,
    `// Made by scripts/bundle-script.mjs. Not committed.\nexport const workerSource: string = ${workerSource};\nexport const apiSource: string = ${apiSource};\n`,
  );
  renameSync(partial, at('packages/sightline/src/script/box/boxSources.gen.ts'));
  return [worker, api];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleScript();
