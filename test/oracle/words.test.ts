import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildRenderContext, PageStateCache } from '../../packages/sightline/src/render/PageStateCache.ts';
import { renderFlat } from '../../packages/sightline/src/render/renderOutline.ts';
import { renderRegion } from '../../packages/sightline/src/render/renderRegion.ts';
import { buildPage } from '../../packages/sightline/src/snapshot/buildPage.ts';
import { OracleBrowser } from './OracleBrowser.ts';
import { chosenPages, isFull } from './oraclePages.ts';
import { compareWords, namesFromContent, renderedWords, touch, wordsOf } from './words.ts';
import { percent, writeSection } from './writeSection.ts';

/** Words are parted as the browser parts them: in the text, in the list of lines, in names. */
const QUICK = /^(?:names|labels|sb-admin-2\/index)$/;
/** Of the words of a view. */
const MOST = 0.0005;

let browser: OracleBrowser;
beforeAll(async () => {
  browser = await OracleBrowser.open();
});
afterAll(() => browser.close());

test('no word is glued to the next, and none is split', async () => {
  const pages = chosenPages(QUICK, /./);
  const totals = { words: 0, glued: 0, split: 0 };
  const findings: string[] = [];
  for (const [i, page] of pages.entries()) {
    if (isFull) console.error(`oracle: ${i} pages of ${pages.length}: ${JSON.stringify(totals)}`);
    await browser.show(page);
    const theirs = await renderedWords(browser.page);
    for (const [view, words] of Object.entries(await ourWords())) {
      const found = compareWords(words, theirs);
      const glued = await paintedLike(found.glued, { touching: false });
      // Outside of running text a number and a tag part what they stand between.
      const split = view === 'text' ? await paintedLike(found.split, { touching: true }) : [];
      totals.words += found.words;
      totals.glued += glued.length;
      totals.split += split.length;
      findings.push(...glued.map((word) => `- ${page.name}, ${view}: glued: ${word}`));
      findings.push(...split.map((word) => `- ${page.name}, ${view}: split: ${word}`));
    }
  }
  const { words, glued, split } = totals;
  const summary = `${pages.length} pages, ${words} words: glued ${percent(glued, words)}, split ${percent(split, words)}.`;
  writeSection('words', `## Words\n\n${summary}\n\n${findings.join('\n')}`);
  expect((glued + split) / words, findings.join('\n')).toBeLessThanOrEqual(MOST);
});

/** Boxes in a line may touch or stand apart, whatever `innerText` puts between them: the eye decides. */
async function paintedLike(words: readonly string[], { touching }: { touching: boolean }): Promise<string[]> {
  const found: string[] = [];
  for (const word of words) if ((await touch(browser.page, word)) === touching) found.push(word);
  return found;
}

/** The words of each view, without what is ours. */
async function ourWords(): Promise<Record<string, string[]>> {
  const snapshot = await browser.connection.capture();
  const context = buildRenderContext(
    new PageStateCache().get(snapshot, {}),
    { full: true },
    () => 1,
    undefined,
  );
  const text = renderRegion(context, 'PAGE', { content: 'text' }).text;
  const lines = renderFlat(context).text;
  return {
    text: wordsOf(unescape(text.replace(/^\|?[-| ]+\|$/gm, '')).replace(/[*`|]/g, '')),
    flat: wordsOf(unescape(lines.replace(/\*?\[1\](?:\|[A-Z]+\|)?<[^>]*>/g, ' ').replace(/<\/[\w-]+>/g, ''))),
    names: namesFromContent(buildPage(snapshot)).flatMap(wordsOf),
  };
}

const unescape = (text: string): string => text.replace(/\\(?=[^\w\s])/g, '');
