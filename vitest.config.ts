import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const pageScript = 'test/globalSetup/pageScript.mjs';
const dist = 'test/globalSetup/dist.mjs';
const oracle = 'test/globalSetup/oracle.ts';

/**
 * `unit` needs no browser and no build; `browser` drives a real Chromium; `cli` spawns the built command; `oracle`
 * compares what is shown with independent judges. `npm test` runs these four. `long` (`npm run test:long`) runs again,
 * at full size, the tests that the others run on a sample: see `test/support/scale.ts`.
 */
export default defineConfig({
  test: {
    // Most files wait for a browser most of the time: two a core keep both cores busy.
    maxWorkers: Math.min(8, 2 * availableParallelism()),
    // A worker runs file after file: to start one and load everything anew takes a second of a processor each time.
    // Nothing here keeps state in modules, and what a test stubs it restores.
    isolate: false,
    // The limits are for what hangs: on a busy machine everything may take ten times as long.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 240_000,
    hookTimeout: 240_000,
    projects: [
      { extends: true, test: { name: 'unit', include: ['test/unit/**/*.test.ts'], globalSetup: pageScript } },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts', 'test/spec/**/*.test.ts'],
          globalSetup: pageScript,
        },
      },
      {
        extends: true,
        test: { name: 'oracle', include: ['test/oracle/**/*.test.ts'], globalSetup: [pageScript, oracle] },
      },
      {
        extends: true,
        test: { name: 'cli', include: ['test/cli/**/*.test.ts'], globalSetup: dist },
      },
      {
        extends: true,
        test: {
          name: 'long',
          include: [
            'test/browser/fuzz.test.ts',
            'test/browser/guests/guests.test.ts',
            'test/browser/hostileSize.test.ts',
            'test/browser/lookAgainProperty.test.ts',
            'test/browser/suite.test.ts',
            'test/unit/conservation.test.ts',
            'test/unit/forgeryUnicode.test.ts',
            'test/long/**/*.test.ts',
            'test/oracle/**/*.test.ts',
          ],
          env: { SIGHTLINE_SCALE: 'long' },
          globalSetup: [pageScript, oracle, dist],
          testTimeout: 3_600_000,
        },
      },
    ],
  },
});
