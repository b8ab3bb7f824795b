// Writes docs/tools.md from the definitions in src/tools/. With --check it writes nothing, and fails when
// the file is not what the definitions say.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'docs/tools.md');

/** The definitions as Node can load them; what their handlers load when they run stays outside. */
async function loadTools() {
  // Inside node_modules, so that the packages they import are found.
  const outfile = join(root, 'node_modules/.cache/sightline/tools.mjs');
  await build({
    stdin: {
      contents:
        "export { commands } from './cli/commands.ts'; export { renderReference } from './tools/renderReference.ts';",
      resolveDir: join(root, 'src'),
    },
    outfile,
    bundle: true,
    packages: 'external',
    external: [
      '../session/*',
      '../browser/*',
      './runAgent.ts',
      './replay.ts',
      './models/openModel.ts',
      './serveMcp.ts',
      './measure.ts',
      './gather.ts',
      './writeInspection.ts',
      './LiveInspector.ts',
      './readAssets.ts',
      './makeDataset.ts',
    ],
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  return import(pathToFileURL(outfile));
}

function readTarget() {
  try {
    return readFileSync(target, 'utf8');
  } catch {
    return undefined;
  }
}

const { commands, renderReference } = await loadTools();
const text = renderReference(commands);
if (!process.argv.includes('--check')) {
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
} else if (readTarget() !== text) {
  console.error('generate: docs/tools.md is not what src/tools/ says. Run `node scripts/generate.mjs`.');
  process.exitCode = 1;
}
