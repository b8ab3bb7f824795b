import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { findHeadlessShell } from './scripts/headlessShell.mjs';

const pageScript = 'test/globalSetup/pageScript.mjs';
const dist = 'test/globalSetup/dist.mjs';
const oracle = 'test/globalSetup/oracle.ts';
const shell = findHeadlessShell();
/** A headless shell renders alike and takes less of a processor; what needs a whole browser asks for `fullBrowser()`. */
const env = shell ? { SIGHTLINE_BROWSER: shell } : {};

/** Those that take long: most take pictures, or start browsers, processes or servers, by the dozen. */
const slowFiles = [
  'test/browser/{exportPlaywright,extension,hostileDocuments,hostileScripts,hostileSize,numberedLocators}.test.ts',
  'test/browser/{replayChanged,rerenderRepeated,scriptRobust}.test.ts',
  'test/browser/{secretsCanary,secretsEveryTool,secretsOracle,secretsPictures,typedSecrets}.test.ts',
  'test/browser/conformance/refusals.test.ts',
  'test/cli/{agent,hosts,injection,inspect,inspectMore,lifecycle,login,playwright,readme,secrets,vocabulary,withoutSession}.test.ts',
];

/** Minutes each: begun last, one of them alone would keep one core busy at the end. */
const LONGEST =
  /(?:guests\/guests|long\/(?:exported|clients|grid|package|apps)|oracle\/(?:platform|conservation|playwrightLocators|pixels)|unit\/conservation|browser\/(?:fuzz|secretsOracle|secretsEveryTool)|cli\/playwright)\.test\.ts$/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [true, false].flatMap((isLong) =>
      sorted.filter(({ moduleId }) => LONGEST.test(moduleId) === isLong),
    );
  }
}

/**
 * `unit` needs no browser and no build; `browser` drives a real Chromium; `cli` spawns the built command: `npm test` runs these
 * three. `oracle` compares what is shown with independent judges. `long` (`npm run test:long`) runs that and the slow files; again,
 * at full size, the tests that the others run on a sample (`test/support/scale.ts`); and in a whole browser some of what they run
 * in a headless shell.
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
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: 'unit', include: ['test/unit/**/*.test.ts'], globalSetup: pageScript } },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts', 'test/spec/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...slowFiles],
          env,
          globalSetup: pageScript,
        },
      },
      {
        extends: true,
        // The trials of a whole suite on a Selenium Grid; `long` does a seventh of them.
        test: {
          name: 'grid',
          include: ['test/long/grid.test.ts'],
          env: { SIGHTLINE_GRID_TRIALS: '67' },
          globalSetup: dist,
          testTimeout: 3_600_000,
        },
      },
      {
        extends: true,
        test: { name: 'oracle', include: ['test/oracle/**/*.test.ts'], globalSetup: [pageScript, oracle] },
      },
      {
        extends: true,
        test: {
          name: 'cli',
          include: ['test/cli/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...slowFiles],
          globalSetup: dist,
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          include: [
            ...slowFiles,
            'test/browser/captureRows.test.ts',
            'test/browser/conformance/{choices,fields,moving,pointing}.test.ts',
            'test/browser/downloads.test.ts',
            'test/browser/frames.test.ts',
            'test/browser/fuzz.test.ts',
            'test/browser/guests/guests.test.ts',
            'test/browser/launchBrowser.test.ts',
            'test/browser/lookAgainProperty.test.ts',
            'test/browser/navigation.test.ts',
            'test/browser/painting.test.ts',
            'test/browser/suite.test.ts',
            'test/browser/tabs.test.ts',
            'test/browser/visibility.test.ts',
            'test/unit/boxAttempts.test.ts',
            'test/unit/conservation.test.ts',
            'test/unit/forgeryUnicode.test.ts',
            'test/long/**/*.test.ts',
            'test/oracle/**/*.test.ts',
          ],
          env: { SIGHTLINE_SCALE: 'long' },
          globalSetup: [pageScript, oracle, dist],
          testTimeout: 3_600_000,
          // Some install packages before their tests.
          hookTimeout: 3_600_000,
        },
      },
    ],
  },
});
