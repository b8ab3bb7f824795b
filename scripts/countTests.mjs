// Prints `N passed, N failed` from vitest's JSON report: `node scripts/countTests.mjs REPORT EXIT_CODE`.

import { readFileSync } from 'node:fs';

const [report, exitCode] = process.argv.slice(2);
const { passed, failed } = count(readFileSync(report, 'utf8'));
// A run that failed before, between or after its tests (set-up, an unhandled error) has failed all the same.
console.log(`${passed} passed, ${exitCode === '0' ? failed : Math.max(1, failed)} failed`);

function count(json) {
  if (json === '') return { passed: 0, failed: 0 };
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(json);
  // A file that could not be loaded has no tests to count.
  const unloaded = testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  return { passed: numPassedTests, failed: numFailedTests + unloaded.length };
}
