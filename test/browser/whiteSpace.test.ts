import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HtmlPages } from '../support/HtmlPages.ts';

/** Which words a person sees apart. The oracle of words compares whole pages with Chrome's `innerText`. */
let pages: HtmlPages;
beforeAll(async () => {
  pages = await HtmlPages.start();
});
afterAll(() => pages.close());

const flex = (style: string, ...items: string[]): string =>
  `<div style="display:flex;${style}">${items.map((item) => `<span>${item}</span>`).join('')}</div>`;

describe('white space', () => {
  test.each([
    ['<p>Hello<span> </span>World</p>', 'Hello World'],
    ['<p>Hello<span>&nbsp;</span>World</p>', 'Hello World'],
    ['<p><b>exception</b><i><u> </u></i><code>json.Error</code></p>', 'exception json.Error'],
    ['<p><b>Hello<i></i> </b>World</p>', 'Hello World'],
    ['<p>Hel<span>&#8203;</span>lo</p>', 'Hello'],
    ['<p>Hel<span>&#8205;&#173;</span>lo</p>', 'Hello'],
    ['<p>t<span style="display:inline-block">.txt<i></i> </span>!</p>', 't.txt!'],
    ['<p>Read <ruby>漢字<rp>(</rp><rt>kanji</rt><rp>)</rp></ruby>aloud</p>', 'Read 漢字 kanji aloud'],
    ['<pre><b>def</b> run<i>(x)</i>  -> y</pre>', 'def run(x) -> y'],
    ['<p>Take <math><mfrac><mn>1</mn><mn>2</mn></mfrac></math> cup</p>', 'Take 1/2 cup'],
    ['<p>Take</p><math display=block><mi>x</mi></math><p>now</p>', 'Take / x / now'],
    ['<div>One</div><div>Two</div>', 'One / Two'],
    ['<div>One<p>Two</p>Three</div>', 'One / Two / Three'],
    [flex('', '09:30', ':00'), '09:30:00'],
    [flex('', 't', '.txt'), 't.txt'],
    ['<div style="display:flex">owner<b>:</b></div>', 'owner:'],
    [
      '<div style="display:flex;width:200px;text-align:center"><span style="flex:1">Sun</span><span style="flex:1">Mon</span></div>',
      'Sun / Mon',
    ],
    [flex('gap:8px', 'One', 'Two'), 'One / Two'],
    [flex('flex-direction:column', 'One', 'Two'), 'One / Two'],
    [
      '<div style="display:flex"><span style="padding-right:9px">One</span><span>Two</span></div>',
      'One / Two',
    ],
    ['<div style="display:flex"><div>One</div> <div>Two</div></div>', 'One / Two'],
  ])('%s', async (html, words) => {
    expect(
      (await pages.lines(html))
        .filter((line) => line !== '(ungrouped):')
        .map((line) => line.trim())
        .join(' / '),
    ).toBe(words);
  });
});

test('names and the search for text part words as the page does', async () => {
  const html = '<a href=#>exception<span> </span>json.Error</a><h2>Hello<span>&nbsp;</span>World</h2>';
  const { session } = pages;
  expect((await pages.look(html)).text).toContain('<a>exception json.Error');
  expect((await session.searchText('exception json')).text).toContain('1 match');
  expect((await session.headings()).text).toContain('Hello World');
  expect((await session.query({ text: 'exception json' })).text).toContain('exception json.Error');
});
