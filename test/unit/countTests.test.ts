import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const script = resolve(import.meta.dirname, '../../scripts/countTests.mjs');

/** Counts runs, each given by its report and its exit code. */
function count(...runs: [report: string, exitCode: number][]): string {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-test-'));
  const args = runs.flatMap(([report, exitCode], i) => {
    const path = join(folder, `${i}.json`);
    writeFileSync(path, report);
    return [path, String(exitCode)];
  });
  const { stdout } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return stdout;
}

const report = (passed: number, failed: number, files: object[] = []) =>
  JSON.stringify({ numPassedTests: passed, numFailedTests: failed, testResults: files });
const file = { name: resolve('test/a.test.ts'), status: 'failed' };
const unloadable = { ...file, message: 'No such module\nat a', assertionResults: [] };
const failing = {
  ...file,
  assertionResults: [
    { status: 'failed', fullName: 'adds up', failureMessages: ['expected 1 to be 2\nat b'] },
  ],
};
const failed = 'FAILED test/a.test.ts > adds up: expected 1 to be 2\n';
const unloaded = 'FAILED test/a.test.ts: No such module\n';

it.each([
  ['a run that passed', report(12, 0), 0, '12 passed, 0 failed\n'],
  ['a failed test', report(11, 1, [failing]), 1, `${failed}11 passed, 1 failed\n`],
  [
    'a file that could not be loaded',
    report(5, 1, [failing, unloadable]),
    1,
    `${unloaded}${failed}5 passed, 2 failed\n`,
  ],
  ['an error outside any test', report(12, 0), 1, '12 passed, 1 failed\n'],
  ['a run that never began', '', 1, '0 passed, 1 failed\n'],
])('counts %s', (_, text, exitCode, line) => {
  expect(count([text, exitCode])).toBe(line);
});

it('sums several runs', () => {
  expect(count([report(12, 0), 0], [report(3, 1, [failing]), 1], ['', 1])).toBe(
    `${failed}15 passed, 2 failed\n`,
  );
});
