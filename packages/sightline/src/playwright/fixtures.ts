import type {
  Browser,
  Fixtures,
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
} from '@playwright/test';
import { FailureReporter, type FailureReportOptions } from './FailureReporter.ts';
import { type Sight, sightOf } from './Sight.ts';

/** What `base.extend(sightline)` adds to a test. */
export interface SightlineFixtures {
  /** A session over the page of the test, which begins with the first call. */
  sight: Sight;
  /** What is attached to the report of a test that fails. An option: `use: { sightlineReport: { inspect: false } }`. */
  sightlineReport: FailureReportOptions;
  /** Attaches it. */
  sightlineReporter: FailureReporter;
}

/** What it adds to a worker. */
export interface SightlineWorkerFixtures {
  /** The browsers that tests of the worker have used. */
  sightlineBrowsers: Set<Browser>;
}

/**
 * Fixtures for `@playwright/test`: `const test = base.extend(sightline)`. In a test that passes they read nothing of the page
 * and send it nothing, unless the test itself calls `sight`.
 */
export const sightline: Fixtures<
  SightlineFixtures,
  SightlineWorkerFixtures,
  PlaywrightTestArgs & PlaywrightTestOptions,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
> = {
  sightlineReport: [{}, { option: true }],
  sightlineBrowsers: [
    async ({ playwright: _ }, use) => {
      await use(new Set());
    },
    { scope: 'worker', box: true },
  ],
  browser: [
    async ({ browser, sightlineBrowsers }, use) => {
      sightlineBrowsers.add(browser);
      await use(browser);
      sightlineBrowsers.delete(browser);
    },
    { scope: 'worker', timeout: 0, box: true },
  ],
  sightlineReporter: [
    async ({ sightlineReport, sightlineBrowsers, testIdAttribute }, use, testInfo) => {
      const reporter = new FailureReporter(testInfo, sightlineBrowsers, {
        ...sightlineReport,
        testIdAttribute,
      });
      await use(reporter);
      await reporter.finish();
    },
    { auto: true, box: true },
  ],
  context: [
    async ({ context, sightlineReporter }, use) => {
      sightlineReporter.watch(context);
      await use(context);
      // While the pages are still open.
      await sightlineReporter.finish();
    },
    { scope: 'test', box: true },
  ],
  sight: async ({ page }, use) => {
    await use(sightOf(page));
  },
};
