import { commandTable, secondTimes, targetTable, timeTable, tokenTable } from './report.mjs';
import { writeFigures } from './writeFigures.mjs';

/** Replaces the figures of looks in docs/benchmarks.md. @param {import('./run.mjs').Results} results */
export function writeSummary(results) {
  writeFigures('npm run bench -- --write', [
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
  ]);
}
