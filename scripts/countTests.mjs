// Prints each test that failed, and last `N passed, N failed`, summed over vitest's JSON reports:
// `node scripts/countTests.mjs REPORT EXIT_CODE...`.

import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

const args = process.argv.slice(2);
const total = { passed: 0, failed: 0 };
for (let i = 0; i < args.length; i += 2) {
  const { passed, failed } = count(readFileSync(args[i], 'utf8'));
  total.passed += passed;
  // A run that failed before, between or after its tests (set-up, an unhandled error) has failed all the same.
  total.failed += args[i + 1] === '0' ? failed : Math.max(1, failed);
}
console.log(`${total.passed} passed, ${total.failed} failed`);

function count(json) {
  if (json === '') return { passed: 0, failed: 0 };
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(json);
  // A file that could not be loaded has no tests to count.
  const unloaded = testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  for (const { name, message } of unloaded)
    console.log(`FAILED ${relative('', name)}: ${firstLine(message)}`);
  for (const { name, assertionResults } of testResults)
    for (const { status, fullName, failureMessages } of assertionResults)
      if (status === 'failed')
        console.log(`FAILED ${relative('', name)} > ${fullName}: ${firstLine(failureMessages[0] ?? '')}`);
  return { passed: numPassedTests, failed: numFailedTests + unloaded.length };
}

function firstLine(text) {
  return text.split('\n', 1)[0].slice(0, 300);
}
