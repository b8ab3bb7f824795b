import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { timed } from './measureTime.mjs';
import { median } from './statistics.mjs';

/**
 * The share of the first look's tokens that the next one costs, by what happened between them; and the medians of
 * their milliseconds, `full` being that of a look at the whole page again.
 * @typedef {{ page: string, first: number, unchanged: number, text: number, panel: number,
 *   ms: { full: number, unchanged: number, text: number, panel: number } }} SecondLook
 */

const REPETITIONS = 5;

/** What may happen between two looks. `places` says where. */
const changes = {
  unchanged: async () => undefined,
  text: (page, { text }) =>
    page.evaluate((selector) => {
      document.querySelector(selector).textContent = '1,234.56';
    }, text),
  panel: async (page, { panel }) => {
    await page.evaluate((selector) => document.querySelector(selector).click(), panel);
    await page.waitForTimeout(600);
  },
};

/**
 * Looks, lets one thing happen, looks again; the page is loaded anew for each, several times.
 * @param {import('../../sightline/dist/index.js').Session} session @param {import('playwright-core').Page} page its tab
 * @param {import('./pages/catalogue.mjs').BenchPage} benchPage with `places` @param {string} url
 * @returns {Promise<SecondLook>}
 */
export async function measureSecondLook(session, page, { name, prepare, places }, url) {
  const result = { page: name, first: 0 };
  const times = { full: [], unchanged: [], text: [], panel: [] };
  for (let turn = 0; turn < REPETITIONS; turn++) {
    for (const [change, apply] of Object.entries(changes)) {
      await session.navigate(url);
      await prepare?.(page);
      result.first = countTokens((await session.look()).text);
      await page.evaluate((value) => document.documentElement.setAttribute('data-stir', value), String(turn));
      times.full.push((await timed(() => session.look({ full: true }))).ms);
      await session.look();
      await apply(page, places);
      const { ms, result: second } = await timed(() => session.look());
      times[change].push(ms);
      result[change] = countTokens(second.text) / result.first;
    }
  }
  const ms = Object.fromEntries(Object.entries(times).map(([change, values]) => [change, median(values)]));
  return { ...result, ms };
}
