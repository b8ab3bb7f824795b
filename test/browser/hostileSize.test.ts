import { afterAll, beforeAll, expect, test } from 'vitest';
import { HtmlPages } from '../support/HtmlPages.ts';
import { isLong } from '../support/scale.ts';
import { type Outcome, survive, type Visit } from '../support/survive.ts';

/**
 * Pages of absurd size. The browser lays them out; what is captured and rendered of them is bounded, and comes in time.
 * The three largest are ten times smaller in `npm test`.
 */
const SIZE = isLong ? 1 : 0.1;
let pages: HtmlPages;
let plain: string;
beforeAll(async () => {
  pages = await HtmlPages.start();
  plain = pages.url('<button>Fine</button>');
});
afterAll(() => pages.close());

const patient: Visit = { openMs: 60_000, timeoutMs: 60_000, maxTokens: 500 };

function visit(html: string, code: string, options: Visit = patient): Promise<Outcome> {
  const url = pages.url(`<button>Here</button>${html}<script>${code}</script>`);
  return survive({ session: pages.session, plain }, url, options);
}

const shown = (words: string) => expect.arrayContaining([expect.stringContaining(words)]);

/** Chromium's own layout ends at some thousand nested boxes; elements without a box it nests without end. */
const nest = (make: string): string =>
  `let e = document.querySelector('section'); for (let i = 0; i < 10000; i++) { const d = document.createElement('div'); ${make}; e = d; } e.innerHTML = '<button>Deep</button>'`;

test.each([
  ['without boxes', 'button>Here', "d.style.display = 'contents'; e.append(d)"],
  [
    'with roles',
    'NAV#2:',
    "d.style.display = 'contents'; d.role = ['button', 'heading', 'navigation', 'row', 'list'][i % 5]; e.append('x', d)",
  ],
])('10,000 nested elements %s', async (_, words, make) => {
  expect(await visit('<section></section>', nest(make))).toEqual(shown(words));
});

test('10,000 nested elements that are hidden', async () => {
  const outcome = await visit('<section hidden></section>', nest('e.append(d)'));
  expect(outcome).toEqual(['(ungrouped):', expect.stringMatching(/^ \[\d+\]<button>Here$/)]);
});

test('500 nested boxes, and 1,000 nested shadow roots', async () => {
  const boxes = `let e = document.body; for (let i = 0; i < 500; i++) { const d = document.createElement('div'); e.append(d); e = d; } e.innerHTML = '<button>Deep</button>'`;
  expect(await visit('', boxes)).toEqual(shown('<button>Deep'));
  const roots = `let e = document.body; for (let i = 0; i < 1000; i++) { const d = document.createElement('div');
    d.style.display = 'contents'; e.append(d); e = d.attachShadow({ mode: 'open' }); } e.innerHTML = '<button>Deep</button>'`;
  expect(await visit('', roots)).toEqual(shown('<button>Deep'));
});

test('10,000 shadow roots side by side', async () => {
  const code = `for (let i = 0; i < 10000; i++) { const d = document.createElement('span'); d.attachShadow({ mode: 'open' }).innerHTML = 's<slot></slot>'; document.body.append(d); }`;
  expect(await visit('', code, { openMs: 60_000, timeoutMs: 60_000 })).toEqual(shown('ssssssss'));
});

test('a drawing of 12,000 words and nothing else', async () => {
  const code = `const ns = 'http://www.w3.org/2000/svg'; for (let i = 0; i < 12000; i++) { const t = document.createElementNS(ns, 'text');
    t.setAttribute('y', 20 + i % 400); t.textContent = 'word'; d.append(t); }`;
  expect(await visit('<svg id=d></svg>', code)).toEqual(shown('word'));
});

test(`a text of ${50 * SIZE} MB, a title of ${50 * SIZE} MB, attributes of ${50 * SIZE} MB`, async () => {
  const { session } = pages;
  const code = `p.append('word '.repeat(${1e7 * SIZE})); document.title = 't '.repeat(${25e6 * SIZE}); const long = 'v w '.repeat(${12e6 * SIZE});
    for (const name of ['title', 'aria-label', 'class', 'id', 'data-x', 'name']) document.querySelector('button').setAttribute(name, long)`;
  expect(await visit('<p id=p style="display:none"></p>', code)).toEqual(shown('<button'));
  await session.navigate(
    pages.url(`<button>Here</button><p id=p></p><script>p.append('word '.repeat(2e5))</script>`),
  );
  const { snapshot } = await session.look({ timeoutMs: 60_000 });
  expect(JSON.stringify(snapshot).length).toBeLessThan(50_000);
});

test(`a select of ${1e5 * SIZE} options, an element of 20,000 attributes, an address of a megabyte`, async () => {
  const code = `s.innerHTML = '<option>Words</option>'.repeat(${1e5 * SIZE}); location.hash = 'x'.repeat(1e6)`;
  const attributes = Array.from({ length: 20_000 }, (_, i) => `aria-x${i}=v`).join(' ');
  expect(await visit(`<select id=s></select><p ${attributes}>Many</p>`, code)).toEqual(
    shown(`Words|+${1e5 * SIZE - 4} more`),
  );
});

test('a button of 20,000 attributes, and one of names of 50 MB, are clicked in their time', async () => {
  const { session } = pages;
  const attributes = Array.from({ length: 20_000 }, (_, i) => `data-x${i}=v`).join(' ');
  await session.navigate(
    pages.url(`<button ${attributes}>Many</button><button id=b>Long</button><p id=o></p><script>
      for (const name of ['aria-label', 'title']) b.setAttribute(name, 'x'.repeat(5e7));
      for (const one of document.querySelectorAll('button')) one.onclick = () => o.append(one.textContent, ' ')</script>`),
  );
  const { text } = await session.look();
  const numbers = [...text.matchAll(/\[(\d+)\]<button/g)].map(([, number]) => Number(number));
  expect(numbers).toHaveLength(2);
  // Playwright describes an element before it does anything with it: that takes it longer than this.
  for (const number of numbers) await session.click(number, { timeoutMs: 4_000 });
  expect(await session.page.evaluate('o.textContent')).toBe('Many Long ');
});

test(`${1e6 * SIZE} nodes`, async () => {
  const code = `const t = document.createElement('template'); t.innerHTML = '<i>x</i>'.repeat(1000);
    for (let i = 0; i < ${500 * SIZE}; i++) o.append(t.content.cloneNode(true))`;
  const visit1 = { openMs: 120_000, timeoutMs: 110_000, maxTokens: 200 };
  expect(await visit('<div id=o style="display:none"></div>', code, visit1)).toEqual(shown('<button>Here'));
});
