import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type LaunchedBrowser,
  launchBrowser,
} from '../../packages/sightline/src/browser/launch/launchBrowser.ts';
import { newerStyles } from '../oracle/platform/featureCases.ts';
import { FuzzPage } from '../support/FuzzPage.ts';
import { isLong } from '../support/scale.ts';

/**
 * Random documents, each rendered in every view: nothing throws or hangs, page text forges nothing, every
 * number leads to its element, budgets are kept, captures repeat. `SIGHTLINE_DOCUMENTS` sets how many there
 * are, `SIGHTLINE_SEED` the first: a failure names its seed.
 */
const COUNT = Number(process.env.SIGHTLINE_DOCUMENTS ?? (isLong ? 2_000 : 60));
const FIRST = Number(process.env.SIGHTLINE_SEED ?? 1);

let browser: LaunchedBrowser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

test(`${COUNT} random documents from seed ${FIRST}`, async () => {
  const { wrong, views } = await check(COUNT);
  console.log(`${views} views of ${COUNT} random documents in which no element may be lost`);
  expect(wrong).toEqual([]);
  if (isLong && !process.env.SIGHTLINE_DOCUMENTS) expect(views).toBeGreaterThanOrEqual(20_000);
});

if (isLong)
  test(`and ${COUNT / 4} in the styles of newer features`, async () => {
    expect((await check(COUNT / 4, newerStyles)).wrong).toEqual([]);
  });

async function check(
  count: number,
  styles: readonly string[] = [],
): Promise<{ wrong: string[]; views: number }> {
  const lanes = await Promise.all([FuzzPage.open(browser), FuzzPage.open(browser)]);
  const wrong: string[] = [];
  let next = FIRST;
  const run = async (lane: FuzzPage): Promise<void> => {
    while (next < FIRST + count && wrong.length < 10) {
      const seed = next++;
      const found = await lane.check(seed, styles).catch((error: Error) => [String(error.stack)]);
      wrong.push(...found.map((what) => `SIGHTLINE_SEED=${seed} SIGHTLINE_DOCUMENTS=1: ${what}`));
    }
  };
  await Promise.all(lanes.map(run));
  return { wrong, views: lanes.reduce((sum, lane) => sum + lane.views, 0) };
}
