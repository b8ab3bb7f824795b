import type { Page } from 'playwright-core';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { toBrowserError } from '../browserError.ts';

/** CSS pixels: less shows nothing, and more than this no screen. */
const MIN_SIZE = 1;
const MAX_SIZE = 10_000;

/** Gives a page another viewport. Throws `invalid_argument` for a size that is none. */
export async function resizePage(
  page: Page,
  { width, height }: { width: number; height: number },
): Promise<void> {
  for (const length of [width, height])
    if (!Number.isInteger(length) || length < MIN_SIZE || length > MAX_SIZE)
      throw new SightlineError('invalid_argument', `No viewport is ${width} x ${height} pixels.`, {
        hint: `Give whole numbers from ${MIN_SIZE} to ${MAX_SIZE}.`,
      });
  try {
    await page.setViewportSize({ width, height });
  } catch (error) {
    throw toBrowserError(error, page);
  }
}
