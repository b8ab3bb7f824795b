// Writes docs/tools.md from the tool definitions, and docs/api.md from the doc comments of what the package
// exports. With --check it writes nothing, and fails when a file is out of date.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { writeApi } from './api.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The definitions as Node can load them. */
async function loadTools() {
  // Inside node_modules, so that the packages they import are found.
  const outfile = join(root, 'node_modules/.cache/sightline/tools.mjs');
  await build({
    stdin: {
      contents:
        "export { commands } from './cli/commands.ts'; export { renderReference } from './tools/renderReference.ts';",
      resolveDir: join(root, 'packages/sightline/src'),
    },
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  return import(pathToFileURL(outfile));
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

const { commands, renderReference } = await loadTools();
const files = {
  'docs/tools.md': renderReference(commands),
  'docs/api.md': writeApi(join(root, 'packages/sightline/src'), join(root, 'examples')),
};
for (const [name, text] of Object.entries(files)) {
  const path = join(root, name);
  if (!process.argv.includes('--check')) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  } else if (readText(path) !== text) {
    console.error(`generate: ${name} is out of date. Run \`node scripts/generate.mjs\`.`);
    process.exitCode = 1;
  }
}
