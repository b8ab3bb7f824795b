import { afterAll, beforeAll, expect, test } from 'vitest';
import { HtmlPages } from '../support/HtmlPages.ts';

/** What a page draws in styles of its own: numbers, marked words, selects. */
let pages: HtmlPages;
beforeAll(async () => {
  pages = await HtmlPages.start();
});
afterAll(() => pages.close());

async function shown(html: string): Promise<string> {
  const lines = await pages.lines(html, { full: true });
  return lines.map((line) => line.trim()).join(' ');
}

const numbered = (rule: string, start = 1): string =>
  `<style>@media all{@counter-style own{${rule}}}ol{list-style-type:own}</style><ol start=${start}><li>a<li>b</ol>`;

test.each([
  ['by turns', 'system:cyclic;symbols:"†" "‡";suffix:" "', 2, '‡ a † b'],
  ['by place, with leading signs', 'system:numeric;symbols:"0" "1";pad:4 "0"', 5, '0101. a 0110. b'],
  ['of letters', 'system:alphabetic;symbols:x y', 2, 'y. a xx. b'],
  ['of signs that are repeated', 'symbols:"*" "+";suffix:")"', 2, '+) a **) b'],
  ['of sums', 'system:additive;additive-symbols:10 "X",5 "V",1 "I";prefix:"("', 16, '(XVI. a (XVII. b'],
  ['fixed, then of another style', 'system:fixed 2;symbols:A;fallback:lower-roman', 2, 'A. a iii. b'],
  ['below zero', 'system:extends decimal;range:-5 -1;negative:"(" ")";fallback:own', -1, '(1). a 0. b'],
])('numbers of a style of the page: %s', async (_, rule, start, expected) => {
  expect(await shown(numbered(rule, start))).toContain(expected);
});

test('words that a script marks are seen in its colour, not where that is the colour of their ground', async () => {
  const marked = (style: string): string =>
    `<style>::highlight(m){${style}}</style><p style="color:#fff">one <b>two</b></p><script>const r=new Range();r.selectNodeContents(document.querySelector('b'));CSS.highlights.set('m',new Highlight(r))</script>`;
  expect(await shown(marked('background:#ff0;color:#000'))).toContain('two');
  expect(await shown(marked('color:#000'))).not.toContain('one');
  expect(await shown(marked('color:#fff;background:#fff'))).toContain('(nothing visible)');
});

test('items that touch in a line that runs down are one word, not those that stand below each other', async () => {
  const price = (style: string): string =>
    `<div style="${style}">Price <b style="display:inline-flex;flex-direction:var(--d)"><span>$</span><span>99</span></b></div>`;
  expect(await shown(price('writing-mode:vertical-rl;--d:row'))).toContain('Price $99');
  expect(await shown(price('--d:column'))).toContain('Price $ 99');
});

test('words over the border of a box without room for them are seen on it', async () => {
  const bordered = (style: string): string =>
    `<p style="background:#000;color:#fff;background-clip:border-area;border:30px solid #000;${style}">over</p>`;
  expect(await shown(bordered('height:0;line-height:0'))).toContain('over');
  expect(await shown(bordered(''))).not.toContain('over');
});

test('a select that the page draws is reported with the words of its own button, as other words of it', async () => {
  const select = (style: string): string =>
    `<style>select{appearance:${style}}</style><select><button>Size <selectedcontent></selectedcontent></button><option>S<option selected>M</select>`;
  expect(await shown(select('base-select'))).toContain('<select value=M shows="Size M" options="S|M">');
  expect(await shown(select('auto'))).not.toContain('Size');
});

test('signs that are drawn by a style sheet are words, glyphs of icon fonts are none', async () => {
  const made = (content: string): Promise<string> =>
    shown(`<style>p::before{content:"${content}"}</style><p>now</p>`);
  expect(await made('\\1f525')).toContain('\u{1f525}');
  expect(await made('\\f101')).not.toContain('\uf101');
  expect(await made('\\f0101')).not.toContain('\u{f0101}');
});
