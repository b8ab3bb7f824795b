import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/**
 * The share of the first look's tokens that the next one costs, by what happened between them.
 * @typedef {{ page: string, first: number, unchanged: number, text: number, panel: number }} SecondLook
 */

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
 * Looks, lets one thing happen, looks again; the page is loaded anew for each.
 * @param {import('../dist/index.js').Session} session @param {import('playwright-core').Page} page its tab
 * @param {import('./pages/catalogue.mjs').BenchPage} benchPage with `places` @param {string} url
 * @returns {Promise<SecondLook>}
 */
export async function measureSecondLook(session, page, { name, prepare, places }, url) {
  const result = { page: name, first: 0 };
  for (const [change, apply] of Object.entries(changes)) {
    await session.navigate(url);
    await prepare?.(page);
    result.first = countTokens((await session.look()).text);
    await apply(page, places);
    result[change] = countTokens((await session.look()).text) / result.first;
  }
  return result;
}
