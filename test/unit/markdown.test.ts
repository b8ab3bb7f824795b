import fc from 'fast-check';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { renderRegion } from '../../packages/sightline/src/render/renderRegion.ts';
import { Flag } from '../../packages/sightline/src/snapshot/Snapshot.ts';
import { IMITATIONS } from '../support/imitations.ts';
import { markdownForgeries } from '../support/markdownGrammar.ts';
import { type El, el } from '../support/page.ts';
import { sceneOf } from '../support/show.ts';

/** What is below the head. */
function read(children: (El | string)[], options = {}, name = 'PAGE'): string {
  const { text } = renderRegion(sceneOf(children, options), name, { content: 'text', ...options });
  return text.split('\n').slice(2).join('\n');
}

const pre = (...children: (El | string)[]) => el('pre', { flags: Flag.Pre }, ...children);
const row = (tag: 'td' | 'th', ...cells: (El | string)[]) =>
  el('tr', {}, ...cells.map((cell) => el(tag, {}, cell)));
const span = (tag: string, attributes: Record<string, string>, text: string) => el(tag, { attributes }, text);

describe('the text of a region is Markdown', () => {
  it('headings, paragraphs, breaks and rules', () => {
    expect(
      read([
        el('h1', {}, 'Guide'),
        el('p', {}, 'One', el('br'), 'two'),
        el('hr'),
        el('h2', {}, 'Next'),
        'End',
      ]),
    ).toBe('# Guide\n\nOne\ntwo\n\n---\n\n## Next\n\nEnd');
  });

  it('lists within lists, numbered from where they start', () => {
    const inner = el('ul', {}, el('li', {}, 'a'), el('li', {}, el('p', {}, 'b'), el('p', {}, 'c')));
    const outer = el(
      'ol',
      { attributes: { start: '9' } },
      el('li', {}, 'Nine', inner),
      el('li', {}, 'Ten'),
      span('li', { value: '20' }, 'Twenty'),
    );
    expect(read([el('p', {}, 'Do:'), outer, el('p', {}, 'Done.')])).toBe(
      'Do:\n\n9. Nine\n   - a\n   - b\n\n     c\n10. Ten\n20. Twenty\n\nDone.',
    );
  });

  it('tables with their heads, spans and bars', () => {
    const table = el(
      'table',
      {},
      row('th', 'Plan', 'Price'),
      row('td', 'a|b', el('del', {}, '$9')),
      el('tr', {}, span('td', { colspan: '2' }, 'Nothing more')),
    );
    expect(read([table])).toBe('| Plan | Price |\n| --- | --- |\n| a\\|b | ~~$9~~ |\n| Nothing more | |');
    expect(read([el('table', {}, row('td', '1', '2'))])).toBe('| | |\n| --- | --- |\n| 1 | 2 |');
  });

  it('a table that lays out a page is no table', () => {
    expect(read([el('table', {}, row('td', el('h2', {}, 'News'), 'Links'))])).toBe('## News\n\nLinks');
  });

  it('code as it is, between fences that it cannot close', () => {
    const code = 'if (a[1]) {\n  <b>```\n}';
    expect(read([pre(el('code', { flags: Flag.Pre }, code))])).toBe(`\`\`\`\`\n${code}\n\`\`\`\``);
    expect(read([el('p', {}, 'Use ', el('code', {}, 'a[1] `b`'), '.')])).toBe('Use `` a[1] `b` ``.');
  });

  it('quotations and definitions', () => {
    expect(
      read([
        el('blockquote', {}, el('p', {}, 'To be'), el('p', {}, 'or not')),
        el('dl', {}, el('dt', {}, 'Term'), el('dd', {}, 'Meaning'), el('dd', {}, 'Other')),
      ]),
    ).toBe('> To be\n>\n> or not\n\nTerm\n: Meaning\n: Other');
  });

  it('fields with their values, never what is secret, and links and pictures by their words', () => {
    expect(
      read([
        el('div', {}, el('input', { name: 'Email:', attributes: { '.value': 'a@b.example' } })),
        el(
          'div',
          {},
          el('input', { name: 'Password', attributes: { type: 'password', '.value': '[filled]' } }),
        ),
        el('div', {}, el('input', { name: 'Phone' })),
        el(
          'div',
          {},
          el('input', { role: 'checkbox', name: 'Remember', attributes: { '.checked': 'true' } }),
        ),
        el('p', {}, 'See ', el('a', {}, 'the guide'), ', ', el('img', { name: 'Logo [1]' })),
      ]),
    ).toBe(
      'Email: a@b.example\nPassword: [filled]\nPhone: ___\n[x] Remember\n\nSee the guide, ![Logo \\(1)]',
    );
  });

  it('escapes what page text would be taken for', () => {
    expect(
      read([
        '# a',
        el('p', {}, '- b'),
        el('p', {}, '1. c'),
        el('p', {}, '[12] ![x] `d`'),
        el('p', {}, 'MAIN:'),
      ]),
    ).toBe('\\# a\n\n\\- b\n\n1\\. c\n\n\\[12] !\\[x] \\`d\\`\n\n\\MAIN:');
  });

  it('regions within are shown, those of no region apart, sections alone', () => {
    const page = [
      el('nav', { name: 'Top' }, el('a', {}, 'Home')),
      el('main', {}, el('h2', {}, 'A'), el('p', {}, 'x'), el('h2', {}, 'B'), el('p', {}, 'y')),
      el('p', {}, 'loose'),
    ];
    expect(read(page)).toBe('NAV: "Top"\n\nHome\n\nMAIN:\n\n## A\n\nx\n\n## B\n\ny\n\nloose');
    expect(read(page, {}, 'ungrouped')).toBe('loose');
    expect(read(page, { heading: 'B' }, 'MAIN')).toBe('## B\n\ny');
  });
});

describe('a text that is cut', () => {
  const rows = Array.from({ length: 40 }, (_, i) => row('td', `row ${i}`, 'something to read here'));
  const page = [
    el('main', {}, el('h1', {}, 'T'), el('table', {}, row('th', 'A', 'B'), ...rows), pre('l\n'.repeat(60))),
  ];

  it('goes on where its note says, until all of it was shown once', () => {
    const whole = renderRegion(sceneOf(page), 'MAIN', { content: 'text' }).text.split('\n').slice(2);
    const all: string[] = [];
    let from: number | undefined = 1;
    for (let turn = 0; from !== undefined && turn < 20; turn++) {
      const { text } = renderRegion(sceneOf(page, { maxTokens: 200 }), 'MAIN', { content: 'text', from });
      expect(encode(text).length).toBeLessThanOrEqual(200);
      const lines = text.split('\n').slice(2);
      const rest: RegExpExecArray | null =
        /^\((\d+) more lines?: get_region MAIN content=text from=(\d+)\)$/.exec(lines.at(-1) ?? '');
      if (rest) expect(Number(rest[1]) + Number(rest[2]) - 1).toBe(whole.length);
      all.push(...(rest ? lines.slice(0, -2) : lines));
      from = rest ? Number(rest[2]) : undefined;
    }
    expect(from).toBeUndefined();
    const count = (words: RegExp): number => all.filter((line) => words.test(line)).length;
    expect(all.filter((line) => /row \d/.test(line))).toEqual(whole.filter((line) => /row \d/.test(line)));
    expect(count(/^l$/)).toBe(60);
    // Each part of the table begins with its head; each part of the code stands between fences.
    expect(count(/^\| A \| B \|$/)).toBeGreaterThan(1);
    expect(count(/^```$/) % 2).toBe(0);
  });

  it('folds what is very long, unless all of it is asked for', () => {
    const long = [el('ul', {}, ...Array.from({ length: 100 }, (_, i) => el('li', {}, `Item ${i}`)))];
    expect(read(long)).toContain(
      '- Item 59\n\n(40 more items like these: get_region PAGE content=text full)',
    );
    expect(read(long, { full: true })).toContain('- Item 99');
  });
});

it('no page text forges a structure of the text, and all of it is shown', () => {
  const said = fc.array(
    fc.constantFrom(...IMITATIONS, '`', '```', '![', '- x', '1. y', '> z', '[x]', '~', '| a |', '---'),
    {
      minLength: 1,
      maxLength: 6,
    },
  );
  const page = ([a = '', b = '', c = '', d = '']: string[]): El[] => [
    el('nav', { name: a }, el('ul', {}, el('li', {}, b), el('li', {}, el('a', {}, c)))),
    el('main', {}, el('h2', {}, d), el('p', {}, a, el('code', {}, b), c, el('del', {}, d), a), pre(a, b, c)),
    el('table', {}, row('th', a, b), row('td', c, el('code', {}, d))),
    el('div', {}, el('input', { name: a, attributes: { '.value': b } }), el('img', { name: c }), d),
    el('blockquote', {}, a, el('dl', {}, el('dt', {}, b), el('dd', {}, c))),
  ];
  const letters = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');
  fc.assert(
    fc.property(
      fc.array(
        said.map((pieces) => pieces.join('')),
        { minLength: 4, maxLength: 4 },
      ),
      (words) => {
        for (const options of [{}, { maxTokens: 150 }]) {
          const scene = sceneOf(page(words), options);
          const { text } = renderRegion(scene, 'PAGE', { content: 'text' });
          expect(markdownForgeries(text, scene)).toEqual([]);
          if (!('maxTokens' in options)) expect(letters(text)).toContain(letters(words[3] ?? ''));
        }
      },
    ),
    { numRuns: 150, seed: 11 },
  );
});
