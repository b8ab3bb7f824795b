// `npm run oracle -- [--pages FOLDER] [--sample COUNT] [PART-OF-A-NAME]`: holds what Sightline shows against its oracles, on all
// pages and all elements, and writes the report to packages/lab/benchmarks/out/oracle.md. `--pages`: on the HTML files of a folder.
// `--sample`: most shown elements a page, and as many left out, that are hidden one by one (30).

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const sections = join(root, 'packages/lab/benchmarks/out/oracle');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { pages: { type: 'string' }, sample: { type: 'string' } },
});
if (values.pages !== undefined && !existsSync(values.pages)) {
  console.error(`oracle: there is no folder ${values.pages}`);
  process.exit(1);
}
rmSync(sections, { recursive: true, force: true });
const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'oracle', '--testTimeout', '3600000'],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      SIGHTLINE_ORACLE: 'full',
      ...(values.sample && { SIGHTLINE_ORACLE_SAMPLE: values.sample }),
      ...(values.pages && { SIGHTLINE_ORACLE_PAGES: resolve(values.pages) }),
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
