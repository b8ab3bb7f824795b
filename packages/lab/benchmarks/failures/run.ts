// `npm run bench -- failures [--control] [--only NAME] [--show] [--write]`: whether the attachment of a failed test names why
// it failed, beside Playwright's error-context.md. Tests pass on pages as packages ship them, and fail on the same pages
// broken in a declared way. `--control` runs them on the pages as they are: all must pass.
// `--cost` runs them on the pages as they are with Sightline's fixture and without, in turns: what it costs tests that pass.
// Prints a report, and writes it to benchmarks/out/failures.md and .json; `--write` also replaces the figures in
// docs/benchmarks.md.

import { parseArgs } from 'node:util';
import { servePages } from '../pages/servePages.ts';
import { benchmarkPath } from '../paths.ts';
import { recallFolders } from '../recall/pages.ts';
import { median } from '../statistics.ts';
import { writeFigures, writeOut } from '../writeFigures.ts';
import { type NamedCase, namedCases } from './cases.ts';
import { type JudgedCase, judgeCase } from './judge.ts';
import { failuresReport } from './report.ts';
import { runPlaywright, runTests, type TestRecord, writeTests } from './runTests.ts';

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      control: { type: 'boolean' },
      cost: { type: 'boolean' },
      only: { type: 'string', multiple: true },
      show: { type: 'boolean' },
      write: { type: 'boolean' },
    },
  });
  const { only } = values;
  const cases = namedCases().filter(
    ({ name }) => only === undefined || only.some((one) => name.startsWith(one)),
  );
  const server = await servePages({}, recallFolders());
  try {
    if (values.cost) return await printCost(cases, server.origin);
    const records = await runTests(cases, server.origin, values.control !== true);
    if (values.control) printControl(records);
    else report(cases, records, values);
  } finally {
    await server.close();
  }
}

/** Rounds of both kinds. */
const COST_ROUNDS = 5;

/** Processor time of all that Playwright runs, which a busy machine changes less than the clock. */
async function printCost(cases: readonly NamedCase[], origin: string): Promise<void> {
  const folder = benchmarkPath('out/failures');
  const times: Record<'with' | 'without', number[]> = { with: [], without: [] };
  for (let round = 0; round < COST_ROUNDS; round++)
    for (const kind of round % 2 === 0 ? (['with', 'without'] as const) : (['without', 'with'] as const)) {
      writeTests(folder, cases, { origin, broken: false, plain: kind === 'without' });
      times[kind].push(await runPlaywright(folder));
    }
  const [withFixture, without] = [median(times.with), median(times.without)];
  console.log(
    `${cases.length} tests that pass, ${COST_ROUNDS} rounds in turns, medians of processor time: ${Math.round(without)} ms without the fixture, ` +
      `${Math.round(withFixture)} ms with it (${((withFixture / without - 1) * 100).toFixed(1)} %).`,
  );
}

function printControl(records: readonly TestRecord[]): void {
  const failed = records.filter(({ passed }) => !passed);
  console.log(`${records.length - failed.length} of ${records.length} tests pass on the pages as they are.`);
  for (const { name, error } of failed) console.log(`${name}: ${error}`);
}

function report(
  cases: readonly NamedCase[],
  records: readonly TestRecord[],
  { show, write }: { show?: boolean; write?: boolean },
): void {
  const judged: JudgedCase[] = [];
  for (const one of cases) {
    const record = records.find(({ name }) => name === one.name);
    if (!record || record.passed) throw new Error(`${one.name} was to fail on the broken page`);
    judged.push(judgeCase(one, record));
    if (show) console.log(`##### ${one.name}\n${record.sightline}\n`);
  }
  const text = failuresReport(judged);
  console.log(text.join('\n\n'));
  writeOut('failures', judged, text);
  if (write) writeFigures('npm run bench -- failures --write', text);
}
