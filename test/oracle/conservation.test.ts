import { afterAll, beforeAll, expect, test } from 'vitest';
import { Conservation, viewRequests } from '../support/conservation.ts';
import { Random } from '../support/Random.ts';
import { OracleBrowser } from './OracleBrowser.ts';
import { chosenPages } from './oraclePages.ts';
import { writeSection } from './writeSection.ts';

/** What a view of a page does not write, it counts, in its place, and names the call that brings it. */
const QUICK = /^(?:parts|widgets|kits\/grids)$/;

let browser: OracleBrowser;
beforeAll(async () => {
  browser = await OracleBrowser.open();
});
afterAll(() => browser.close());

test('nothing is lost in any view of the pages', async () => {
  const wrong: string[] = [];
  let views = 0;
  const pages = chosenPages(QUICK, /./);
  for (const [i, page] of pages.entries()) {
    await browser.show(page);
    const conservation = new Conservation(await browser.connection.capture());
    for (const request of viewRequests(conservation, new Random(i))) {
      views++;
      wrong.push(...conservation.check(request).map((what) => `${page.name}: ${what}`));
    }
  }
  const summary = `${pages.length} pages, ${views} views: ${wrong.length} in which an element is lost.`;
  writeSection(
    'conservation',
    `## Conservation\n\n${summary}\n\n${wrong.map((one) => `- ${one}`).join('\n')}`,
  );
  expect(wrong).toEqual([]);
});
