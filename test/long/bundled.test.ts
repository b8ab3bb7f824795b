import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Format } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';

// A program that was bundled with the library, far from its package: only the browser engine is installed there.

const root = fileURLToPath(new URL('../..', import.meta.url));
const library = join(root, 'packages/sightline');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sl-bundle-'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(root, 'node_modules/playwright-core'), join(folder, 'node_modules/playwright-core'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const program = `import { readFileSync } from 'node:fs';
  import { Session } from ${JSON.stringify(join(library, 'src/index.ts'))};
  async function main() {
    const describeError = (error) => [error.code, error.hint];
    const open = async (options) => {
      const session = await Session.launch(options);
      await session.openTab();
      await session.page.setContent('<button onclick="this.textContent = 1">Purchase</button>');
      return session;
    };
    const bare = await open({});
    const look = (await bare.look()).text;
    const query = await bare.query({ text: 'buy' }).catch(describeError);
    const click = (await bare.click('Purchase')).text;
    const run = await bare.run('print(1)').then(({ failure }) => failure && describeError(failure), describeError);
    await bare.close();
    const data = ${JSON.stringify(join(library, 'data'))};
    const searchData = { vectors: readFileSync(data + '/words.bin'), icons: readFileSync(data + '/icons.txt', 'utf8') };
    const found = [];
    for (const one of [searchData, false]) {
      const session = await open({ searchData: one });
      found.push((await session.query({ text: 'buy' })).text);
      await session.close();
    }
    console.log(JSON.stringify({ look, query, click, run, found }));
  }
  main();`;

test.each<Format>(['esm', 'cjs'])('in the %s format', async (format) => {
  const outfile = join(folder, format === 'esm' ? 'bundle.mjs' : 'bundle.cjs');
  await build({
    stdin: { contents: program, resolveDir: root },
    bundle: true,
    platform: 'node',
    format,
    external: ['playwright-core'],
    outfile,
    logLevel: 'error',
    logOverride: { 'empty-import-meta': 'silent' },
  });
  const { stdout, stderr } = spawnSync(process.execPath, [outfile], { cwd: folder, encoding: 'utf8' });
  expect(stderr).toBe('');
  const { look, query, click, run, found } = JSON.parse(stdout);
  expect(look).toContain('[1]<button>Purchase');
  expect(click).toContain('clicked [1]<button>');
  expect(query).toEqual(['invalid_argument', expect.stringContaining('`searchData`')]);
  expect(run).toEqual(['invalid_argument', expect.stringContaining('npm install @jitl/quickjs')]);
  expect(found[0]).toContain('[1]<button>Purchase');
  expect(found[1]).toContain('Purchase');
});
