// `npm run oracle -- [--judge NAME]... [--pages FOLDER]... [--all] [--sample COUNT] [PART-OF-A-NAME]`: holds what Sightline shows
// against its oracles, on all pages and all elements, prints the totals, and writes the report to
// packages/lab/benchmarks/out/oracle.md. `--judge`: only these of accessibility, clicks, conservation, locators, pixels, platform,
// platformPeers, words. `--pages`: on the HTML files of these folders instead; `--all`: on every page of the packages that the benchmarks
// install too, and on the usual pages besides those of `--pages`. `--sample`: most shown elements a page, and as many left out,
// that are hidden one by one (30; `all`). The name may be a regular expression.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const sections = join(root, 'packages/lab/benchmarks/out/oracle');
const ALL_ELEMENTS = 1_000_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean' },
    judge: { type: 'string', multiple: true, default: [] },
    pages: { type: 'string', multiple: true, default: [] },
    sample: { type: 'string' },
  },
});
const judges = readdirSync(join(root, 'test/oracle'))
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => file.slice(0, -'.test.ts'.length));
const noFolder = values.pages.find((folder) => !existsSync(folder));
const noJudge = values.judge.find((name) => !judges.includes(name));
if (noFolder !== undefined) fail(`there is no folder ${noFolder}`);
if (noJudge !== undefined) fail(`there is no judge "${noJudge}": ${judges.join(', ')}`);

rmSync(sections, { recursive: true, force: true });
const files = values.judge.map((name) => `test/oracle/${name}.test.ts`);
const sample = values.sample === 'all' ? String(ALL_ELEMENTS) : values.sample;
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--project', 'oracle', '--testTimeout', '7200000', ...files],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      SIGHTLINE_ORACLE: 'full',
      ...(values.all && { SIGHTLINE_ORACLE_ALL: '1' }),
      ...(sample && { SIGHTLINE_ORACLE_SAMPLE: sample }),
      ...(values.pages.length > 0 && {
        SIGHTLINE_ORACLE_PAGES: values.pages.map((folder) => resolve(folder)).join(delimiter),
      }),
      ...(positionals[0] && { SIGHTLINE_ORACLE_ONLY: positionals[0] }),
    },
  },
);
const parts = existsSync(sections) ? readdirSync(sections).sort() : [];
const report = ['# Oracles\n', ...parts.map((name) => readFileSync(join(sections, name), 'utf8'))].join('\n');
writeFileSync(join(root, 'packages/lab/benchmarks/out/oracle.md'), report);
console.log(report);
console.log(`Written to ${join('packages', 'lab', 'benchmarks', 'out', 'oracle.md')}.`);
process.exitCode = status ?? 1;

function fail(reason) {
  console.error(`oracle: ${reason}`);
  process.exit(1);
}
