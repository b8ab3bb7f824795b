import { readFileSync, writeFileSync } from 'node:fs';
import { commandTable, secondTimes, targetTable, timeTable, tokenTable } from './report.mjs';

const path = new URL('../docs/benchmarks.md', import.meta.url);
const marks = ['<!-- figures: written by npm run bench -- --write -->', '<!-- end of figures -->'];

/** Replaces the figures between the marks of docs/benchmarks.md. @param {import('./run.mjs').Results} results */
export function writeSummary(results) {
  const [before, rest] = readFileSync(path, 'utf8').split(marks[0]);
  const after = rest?.split(marks[1])[1];
  if (after === undefined) throw new Error(`docs/benchmarks.md has lost its marks: ${marks.join(' ')}`);
  const figures = [
    `Measured on ${results.at.slice(0, 10)}. ${results.machine}`,
    targetTable(results),
    '### Time, milliseconds',
    timeTable(results.pages),
    ...(results.secondLooks.length > 0
      ? ['### Second look, milliseconds', secondTimes(results.secondLooks)]
      : []),
    '### Tokens (o200k)',
    tokenTable(results.pages),
    ...(results.commands ? ['### Commands, milliseconds', commandTable(results.commands)] : []),
  ].join('\n\n');
  writeFileSync(path, `${before}${marks[0]}\n\n${figures}\n\n${marks[1]}${after}`);
}
