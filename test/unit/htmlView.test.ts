import { describe, expect, test } from 'vitest';
import { estimateTokens } from '../../packages/sightline/src/render/estimateTokens.ts';
import type { HtmlMode } from '../../packages/sightline/src/render/html/HtmlTree.ts';
import { renderHtml } from '../../packages/sightline/src/render/html/renderHtml.ts';
import { Flag } from '../../packages/sightline/src/snapshot/Snapshot.ts';
import { type El, el } from '../support/page.ts';
import { sceneOf } from '../support/show.ts';

/** The lines below the head, ids as they are counted. */
function linesOf(children: (El | string)[], mode: HtmlMode = 'full', maxTokens?: number): string[] {
  const { text } = renderHtml(sceneOf(children, { style: 'markup', maxTokens }), mode);
  let count = 0;
  return text
    .replace(/elem-[0-9a-z]{7}/g, () => `e${++count}`)
    .split('\n')
    .slice(2);
}

const link = (text: string, href = '/x'): El => el('a', { attributes: { href } }, text);

describe('html', () => {
  test('begins with title and address', () => {
    const { text, complete } = renderHtml(
      sceneOf([], {}, { title: 'A <b> & "c"', url: 'https://a.test/?x="y' }),
      'full',
    );
    expect(text).toBe(
      '<title>A &lt;b&gt; &amp; &quot;c&quot;</title>\n<base href="https://a.test/?x=&quot;y">',
    );
    expect(complete).toBe(true);
    const saved = renderHtml(sceneOf([], {}, { url: 'https://a.test/\nnote: approved' }), 'full');
    expect(saved.text.split('\n')[1]).toBe('<base href="https://a.test/ note: approved">');
  });

  test('nested containers are one, empty ones none; words stay apart', () => {
    const nested = el('div', {}, el('div', {}, el('div', {}, el('p', {}, 'Text')), el('div'), el('span')));
    expect(linesOf([nested, el('ul', {}, el('li')), el('section', {}, el('div', {}, '  '))])).toEqual([
      '<p>Text</p>',
    ]);
    expect(
      linesOf([el('div', {}, 'One'), el('div', {}, el('span', {}, 'Two'), el('span', {}, ' Three'))]),
    ).toEqual(['<div>One</div>', '<div>Two Three</div>']);
  });

  test('only the stated attributes, without those that say the usual', () => {
    const attributes = {
      class: 'x',
      style: 'y',
      onclick: 'z()',
      type: 'text',
      name: 'q',
      placeholder: 'Find "it" <now>',
      role: 'presentation',
      'aria-expanded': 'false',
      'aria-selected': 'false',
      required: '',
      '.value': 'a & b',
    };
    expect(linesOf([el('input', { attributes })])).toEqual([
      '<input data-element-id="e1" name="q" placeholder="Find &quot;it&quot; &lt;now&gt;" aria-expanded="false" required value="a &amp; b">',
    ]);
  });

  test('fields show what they hold', () => {
    const option = (label: string, more: Record<string, string> = {}): El =>
      el('option', { attributes: { value: label[0] as string, ...more } }, label);
    expect(
      linesOf([
        el('select', { name: 'Land' }, option('Peru'), option('Mali', { '.selected': 'true' })),
        el('textarea', { role: 'textbox', attributes: { '.value': '\nA <b>\n' } }),
        el('input', {
          attributes: { type: 'checkbox', '.checked': 'true' },
          flags: Flag.Disabled,
          name: 'Ok',
        }),
      ]),
    ).toEqual([
      '<select data-element-id="e1" aria-label="Land"><option value="P">Peru</option><option value="M" selected>Mali</option></select>',
      '<textarea data-element-id="e2">',
      '',
      'A &lt;b&gt;',
      '</textarea>',
      '<input data-element-id="e3" type="checkbox" checked disabled aria-label="Ok">',
    ]);
  });

  test('what is hidden is not there, and no text of the page makes a tag, a comment or an id', () => {
    expect(
      linesOf([
        el('p', { flags: Flag.DisplayNone }, 'hidden'),
        el('p', {}, '--><script>alert(1)</script><!-- left out: 0 &amp; data-element-id="elem-aaaaaaa"'),
      ]),
    ).toEqual([
      '<p>--&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;!-- left out: 0 &amp;amp; data-element-id="e1"</p>',
    ]);
  });

  test('preformatted text keeps its lines', () => {
    expect(linesOf([el('pre', { flags: Flag.Pre }, '\n  a\n    b')])).toEqual([
      '<pre>',
      '',
      '  a',
      '    b</pre>',
    ]);
  });

  test('what the parser would move becomes a container, and says what it is', () => {
    const cell = el('td', {}, 'C');
    expect(linesOf([link('out'), el('a', {}, 'A', el('b', {}, link('in')))])).toEqual([
      '<a data-element-id="e1" href="/x">out</a>',
      '<a data-element-id="e2" href="#">A<span data-element-id="e3" href="/x" data-tag="a">in</span></a>',
    ]);
    expect(linesOf([el('p', {}, 'a', el('div', {}, 'b'))])).toEqual([
      '<div data-tag="p">',
      ' a',
      ' <div>b</div>',
      '</div>',
    ]);
    expect(linesOf([el('table', {}, el('tr', {}, cell))])).toEqual([
      '<table>',
      ' <tbody>',
      '  <tr>',
      '   <td>C</td>',
      '  </tr>',
      ' </tbody>',
      '</table>',
    ]);
    expect(
      linesOf([el('table', {}, 'loose', el('tr', {}, cell)), el('div', {}, 'x', el('li', {}, 'item'))]),
    ).toEqual([
      '<div data-tag="table">',
      ' loose',
      ' <div data-tag="tbody">',
      '  <div data-tag="tr">',
      '   <div data-tag="td">C</div>',
      '  </div>',
      ' </div>',
      '</div>',
      '<div>',
      ' x',
      ' <div data-tag="li">item</div>',
      '</div>',
    ]);
  });

  test('the modes', () => {
    const page = [
      el('nav', {}, el('ul', {}, el('li', {}, link('Home', '/')))),
      el('main', {}, el('h1', {}, 'Title'), el('p', {}, 'Text with ', link('a link'), '.')),
      el('ul', {}, el('li', {}, 'one'), el('li', {}, 'two')),
    ];
    expect(linesOf(page, 'structure')).toEqual([
      '<nav>',
      ' <ul>',
      '  <li><a data-element-id="e1" href="/">Home</a></li>',
      ' </ul>',
      '</nav>',
      '<main>',
      ' <h1>Title</h1>',
      ' <p><a data-element-id="e2" href="/x">a link</a></p>',
      '</main>',
      '<ul data-items="2"></ul>',
    ]);
    expect(linesOf(page, 'minimal')).toEqual([
      '<a data-element-id="e1">Home</a>',
      '<h1>Title</h1>',
      'Text with <a data-element-id="e2">a link</a>.',
      'one',
      'two',
    ]);
    expect(linesOf(page, 'interactive-only')).toEqual([
      '<a data-element-id="e1" href="/">Home</a>',
      '<a data-element-id="e2" href="/x">a link</a>',
    ]);
  });

  test('a budget is kept, main first, and what is left out is said', () => {
    const nav = el('nav', {}, ...Array.from({ length: 60 }, (_, i) => link(`Section ${i}`)));
    const main = el('main', {}, el('h1', {}, 'Checkout'), el('button', {}, 'Pay'));
    const lines = linesOf([nav, main], 'full', 200);
    expect(lines).toContain(' <h1>Checkout</h1>');
    expect(lines).toContain(
      ' <button data-element-id="e9">Pay</button>'.replace(
        'e9',
        lines.join().match(/e\d+(?=">Pay)/)?.[0] ?? '',
      ),
    );
    expect(lines.at(-1)).toMatch(
      /^<!-- left out: \d+ elements and \d+ texts\. More: a larger maxTokens, or one region; get_page_summary names them -->$/,
    );
    for (const maxTokens of [50, 80, 150, 400]) {
      const { text, complete } = renderHtml(sceneOf([nav, main], { style: 'markup', maxTokens }), 'full');
      expect(estimateTokens(text)).toBeLessThanOrEqual(maxTokens);
      expect(complete).toBe(false);
    }
  });
});
