import { findBrowser } from '../../packages/sightline/src/browser/launch/findBrowser.ts';

/**
 * Whether the tests run in a headless shell (`vitest.config.ts`), which has no viewer of PDFs, no pages of its own for what does
 * not load, no lock on a profile, and no extensions.
 */
export const isHeadlessShell = /headless.?shell/.test(process.env.SIGHTLINE_BROWSER ?? '');

/** The path of a browser that has all that people's browsers have. */
export function fullBrowser(): string {
  const env = { ...process.env };
  if (isHeadlessShell) delete env.SIGHTLINE_BROWSER;
  return findBrowser({ env, headed: true }).path;
}
