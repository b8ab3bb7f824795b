import { defineConfig } from 'vitest/config';

/** `unit` needs no browser and no build; `browser` drives a real Chromium; `cli` spawns the built command; `oracle` holds what is shown against judges of their own. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    // A worker runs file after file: to start one and load everything anew takes a second of a processor each time.
    // Nothing here keeps state in modules, and what a test stubs it takes back.
    isolate: false,
    // A slow machine is no failure.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          testTimeout: 60_000,
          globalSetup: 'test/globalSetup/pageScript.mjs',
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts', 'test/spec/**/*.test.ts'],
          globalSetup: 'test/globalSetup/pageScript.mjs',
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'oracle',
          include: ['test/oracle/**/*.test.ts'],
          globalSetup: ['test/globalSetup/pageScript.mjs', 'test/globalSetup/oracle.mjs'],
          testTimeout: process.env.SIGHTLINE_ORACLE === 'full' ? 3_600_000 : 240_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'cli',
          include: ['test/cli/**/*.test.ts'],
          globalSetup: 'test/globalSetup/dist.mjs',
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
