// `npm run bench -- failures [--control] [--only NAME] [--show] [--write]`: whether the attachment of a failed test names why
// it failed, beside Playwright's error-context.md. Tests pass on pages as packages ship them, and fail on the same pages
// broken in a declared way. `--control` runs them on the pages as they are: all must pass.
// Prints a report, and writes it to benchmarks/out/failures.md and .json; `--write` also replaces the figures in
// docs/benchmarks.md.

import { parseArgs } from 'node:util';
import { servePages } from '../pages/servePages.ts';
import { recallFolders } from '../recall/pages.ts';
import { writeFigures, writeOut } from '../writeFigures.ts';
import { type NamedCase, namedCases } from './cases.ts';
import { type JudgedCase, judgeCase } from './judge.ts';
import { failuresReport } from './report.ts';
import { runTests, type TestRecord } from './runTests.ts';

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      control: { type: 'boolean' },
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
    const records = await runTests(cases, server.origin, values.control !== true);
    if (values.control) printControl(records);
    else report(cases, records, values);
  } finally {
    await server.close();
  }
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
