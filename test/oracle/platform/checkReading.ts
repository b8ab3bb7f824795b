import type { Frame, Page } from 'playwright-core';

/**
 * What the browser itself says against a declaration; undefined for nothing. Each word is painted after the one before it, on
 * a line below or beside it; each snippet is what the accessibility tree says, list numbers and generated words included; each of
 * `elements` is one of that tree: `switch "Wifi" checked=true`.
 */
export async function checkReading(
  page: Page,
  words: readonly string[],
  snippets: readonly string[],
  elements: readonly string[],
): Promise<string | undefined> {
  const wrong = await page.evaluate(findDisorder, words);
  if (wrong) return `the boxes say otherwise of ${wrong}`;
  if (snippets.length === 0 && elements.length === 0) return undefined;
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const shown = nodes.filter(({ ignored }) => !ignored);
  const text = shown
    .filter(({ role }) => LEAVES.has(String(role?.value)))
    .map(({ name }) => String(name?.value ?? ''))
    .join('');
  const missing = snippets.find((snippet) => !withoutBlanks(text).includes(withoutBlanks(snippet)));
  if (missing) return `the accessibility tree says ${text}, not ${missing}`;
  const held = shown.map(({ role, name, properties = [] }) =>
    [
      `${role?.value} "${name?.value ?? ''}"`,
      ...properties.map((one) => `${one.name}=${one.value.value}`),
    ].join(' '),
  );
  const absent = elements.find((element) => !held.some((one) => isSame(one, element)));
  return absent && `the accessibility tree has ${held.join('; ')}, not ${absent}`;
}

/**
 * The words in the order in which they are painted: in other surroundings than its own a page may be laid out otherwise than is
 * declared. As declared where a word is not painted.
 */
export async function paintedOrder(frame: Frame, words: readonly string[]): Promise<readonly string[]> {
  let order: readonly string[] = [];
  for (const word of words) {
    let at = order.length;
    while (at > 0 && (await frame.evaluate(findDisorder, [order[at - 1] as string, word]))) at--;
    order = [...order.slice(0, at), word, ...order.slice(at)];
  }
  return (await frame.evaluate(findDisorder, order)) === undefined ? order : words;
}

const LEAVES = new Set(['StaticText', 'ListMarker']);
const withoutBlanks = (text: string): string => text.replace(/\s/g, '');

/** Role and name, and all properties that are declared. */
function isSame(held: string, declared: string): boolean {
  const [, start = '', properties = ''] = /^(\S+ "[^"]*") ?(.*)$/.exec(declared) ?? [];
  const declaredOnes = properties.split(' ').filter(Boolean);
  return held.startsWith(start) && declaredOnes.every((one) => held.split(' ').includes(one));
}

/** In the page: the first word that is not painted behind the one before it. */
function findDisorder(words: readonly string[]): string | undefined {
  const mode = getComputedStyle(document.documentElement).writingMode;
  // Lines one below the other, from left to right.
  const turned = ({ left, top, right, bottom }: DOMRect): Pick<DOMRect, 'left' | 'top' | 'bottom'> => {
    if (mode === 'horizontal-tb') return { left, top, bottom };
    return mode.endsWith('-rl')
      ? { left: top, top: -right, bottom: -left }
      : { left: top, top: left, bottom: right };
  };
  const boxOf = (word: string): ReturnType<typeof turned> | undefined => {
    const texts = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (text.nodeValue?.trim() !== word) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      return turned(range.getBoundingClientRect());
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
