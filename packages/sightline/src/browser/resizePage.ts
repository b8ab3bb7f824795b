import type { Page } from 'playwright-core';
import { SightlineError } from '../model/SightlineError.ts';
import { browserError } from './browserError.ts';

/** CSS pixels: less shows nothing, and more than this no screen. */
const LEAST = 1;
const MOST = 10_000;

/** Gives a page another viewport. Throws `invalid_argument` for a size that is none. */
export async function resizePage(
  page: Page,
  { width, height }: { width: number; height: number },
): Promise<void> {
  for (const side of [width, height])
    if (!Number.isInteger(side) || side < LEAST || side > MOST)
      throw new SightlineError('invalid_argument', `No viewport is ${width} x ${height} pixels.`, {
        hint: `Give whole numbers from ${LEAST} to ${MOST}.`,
      });
  try {
    await page.setViewportSize({ width, height });
  } catch (error) {
    throw browserError(error, page);
  }
}
