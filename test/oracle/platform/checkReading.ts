import type { Page } from 'playwright-core';

/**
 * What the browser itself says against a declaration; undefined for nothing. Each word is painted after the one before it, on
 * a line below or beside it; each snippet is what the accessibility tree says, list numbers and generated words included.
 */
export async function checkReading(
  page: Page,
  words: readonly string[],
  snippets: readonly string[],
): Promise<string | undefined> {
  const wrong = await page.evaluate(findDisorder, words);
  if (wrong) return `the boxes say otherwise of ${wrong}`;
  if (snippets.length === 0) return undefined;
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const leaves = nodes.filter(({ role, ignored }) => !ignored && LEAVES.has(String(role?.value)));
  const text = leaves.map(({ name }) => String(name?.value ?? '')).join('');
  const missing = snippets.find((snippet) => !withoutBlanks(text).includes(withoutBlanks(snippet)));
  return missing && `the accessibility tree says ${text}, not ${missing}`;
}

const LEAVES = new Set(['StaticText', 'ListMarker']);
const withoutBlanks = (text: string): string => text.replace(/\s/g, '');

/** In the page: the first word that is not painted behind the one before it. */
function findDisorder(words: readonly string[]): string | undefined {
  const boxOf = (word: string): DOMRect | undefined => {
    const texts = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (text.nodeValue?.trim() !== word) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      return range.getBoundingClientRect();
    }
    return undefined;
  };
  const sign = getComputedStyle(document.documentElement).direction === 'rtl' ? -1 : 1;
  return words.find((word, i) => {
    const [box, before] = [boxOf(word), boxOf(words[i - 1] ?? word)];
    if (!box || !before) return true;
    return i > 0 && box.top < before.bottom - 2 && sign * (box.left - before.left) <= 0;
  });
}
