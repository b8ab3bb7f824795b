// Bundles packages/sightline/src/injected/main.ts, the code that runs inside web pages, to one string constant.
import { renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** What esbuild made, with its `metafile`. */
export async function bundlePage() {
  const bundle = await build({
    entryPoints: [at('packages/sightline/src/injected/main.ts')],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'chrome120',
    charset: 'ascii',
    metafile: true,
  });
  const source = JSON.stringify(bundle.outputFiles[0].text);
  // Appears whole: another run may be reading it.
  const partial = at(`packages/sightline/src/injected/script.${process.pid}.gen.ts`);
  writeFileSync(
    partial,
    `// Made by scripts/bundle-page.mjs from main.ts. Not committed.\nexport const pageScript: string = ${source};\n`,
  );
  renameSync(partial, at('packages/sightline/src/injected/script.gen.ts'));
  return bundle;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundlePage();
