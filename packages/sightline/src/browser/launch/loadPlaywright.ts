import { createRequire } from 'node:module';

/**
 * Playwright, loaded by whoever needs it first. Required: `import()` would first search its megabytes of CommonJS for
 * the names of what they export, which takes longer than to run them.
 */
export function loadPlaywright(): typeof import('playwright-core') {
  // A bundle in the CommonJS format has no `import.meta`.
  return createRequire(import.meta.url ?? `${process.cwd()}/bundle.js`)('playwright-core');
}
