import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { buildPageJson } from '../../packages/sightline/src/render/buildPageJson.ts';
import { PageStateCache } from '../../packages/sightline/src/render/PageStateCache.ts';
import { renderFlat, renderOutline } from '../../packages/sightline/src/render/renderOutline.ts';
import { renderSummary } from '../../packages/sightline/src/render/renderSummary.ts';
import { Flag } from '../../packages/sightline/src/snapshot/Snapshot.ts';
import { type El, el, snapshotOf } from '../support/page.ts';
import { flatOf, outlineOf, sceneFrom, sceneOf } from '../support/show.ts';

const row = (name: string) =>
  el('tr', {}, el('td', {}, name), el('td', {}, 'Paid'), el('td', {}, el('button', {}, 'More')));

describe('compact style', () => {
  test('a control says its word, states, value and label', () => {
    const lines = flatOf([
      el(
        'p',
        {},
        el('input', {
          role: 'checkbox',
          name: 'Remember me',
          attributes: { type: 'checkbox', '.checked': 'true' },
        }),
      ),
      el(
        'p',
        {},
        el('input', { name: 'Email', attributes: { type: 'email', '.value': 'a b@c.d', required: '' } }),
      ),
      el(
        'p',
        {},
        el('input', {
          role: 'searchbox',
          name: 'Search',
          attributes: { type: 'search', placeholder: 'Search' },
        }),
      ),
      el(
        'p',
        {},
        el('button', { attributes: { 'aria-expanded': 'false', 'aria-label': 'Menu' }, name: 'Menu' }, '≡'),
      ),
      el(
        'p',
        {},
        el(
          'div',
          {
            role: 'tab',
            flags: Flag.TabIndex,
            attributes: { role: 'tab', 'aria-selected': 'true' },
            name: undefined,
          },
          'One',
        ),
      ),
      el('p', {}, el('button', { flags: Flag.Disabled }, 'Send')),
    ]);
    expect(lines).toEqual([
      '[1]<checkbox checked>Remember me [2]<input type=email required value="a b@c.d">Email',
      '[3]<input type=search>Search [4]<button collapsed label=Menu>≡ [5]<tab selected>One',
      '[6]<button disabled>Send',
    ]);
  });

  test('a select shows its value, its first options and how many more', () => {
    const options = ['DE', 'FR', 'IT', 'ES', 'PT', 'NL'].map((value) =>
      el('option', { attributes: { value } }, value),
    );
    const lines = flatOf([el('select', { name: 'Country', attributes: { '.value': 'FR' } }, ...options)]);
    expect(lines).toEqual([
      '[1]<select value=FR options="DE|FR|IT|ES|+2 more" format="country/state codes">Country',
    ]);
  });

  test('a control is closed only where text follows it', () => {
    expect(flatOf([el('p', {}, 'a ', el('a', {}, 'b'), ' c')])).toEqual(['a [1]<a>b</a> c']);
    expect(flatOf([el('p', {}, el('input', { name: '' }), ' kg')])).toEqual(['[1]<input/> kg']);
    expect(flatOf([el('p', {}, el('a', {}, 'b'), ' ', el('a', {}, 'c'))])).toEqual(['[1]<a>b [2]<a>c']);
  });

  test('a row is a line, its cells parted by bars', () => {
    expect(flatOf([el('table', {}, row('Order 1'), row('Order 2'))])).toEqual([
      'Order 1 | Paid | [1]<button>More',
      'Order 2 | Paid | [2]<button>More',
    ]);
  });

  test('controls of one name are distinguished by their item', () => {
    const item = (name: string) => el('li', {}, el('p', {}, name), el('button', {}, 'Buy'));
    expect(outlineOf([el('ul', {}, item('Hub'), item('Cable'))])).toEqual([
      '(ungrouped):',
      ' Hub',
      ' [1]<button>Buy (item "Hub")',
      ' Cable',
      ' [2]<button>Buy (item "Cable")',
    ]);
  });

  test('items that begin with the same words are shown by the next ones, and a lone sign says nothing', () => {
    const message = (from: string, about: string) =>
      el('li', {}, el('i', {}, '☆'), el('b', {}, from), el('p', {}, about), el('button', {}, 'Archive'));
    const list = el('ul', {}, message('Ada', 'Lunch'), message('Ada', 'Contract'), message('Ben', 'Lunch'));
    expect(outlineOf([list]).filter((line) => line.includes('Archive'))).toEqual([
      ' [1]<button>Archive (item "Ada, Lunch")',
      ' [2]<button>Archive (item "Ada, Contract")',
      ' [3]<button>Archive (item "Ben")',
    ]);
    const same = el('ul', {}, message('Ada', 'Lunch'), message('Ada', 'Lunch'));
    expect(outlineOf([same]).at(-1)).toBe(' [2]<button>Archive (item "Ada")');
  });

  test('a heading just above says it already', () => {
    const item = (name: string) => el('li', {}, el('h3', {}, name), el('button', {}, 'Buy'));
    expect(outlineOf([el('ul', {}, item('Hub'), item('Cable'))])).toEqual([
      '(ungrouped):',
      ' ### Hub',
      ' [1]<button>Buy',
      ' ### Cable',
      ' [2]<button>Buy',
    ]);
  });

  test('like items are shown once, with the call that brings the rest', () => {
    const rows = Array.from({ length: 20 }, (_, i) => row(`Order ${i}`));
    const lines = outlineOf([el('main', {}, el('table', {}, ...rows))]);
    expect(lines.length).toBe(5);
    expect(lines.at(-1)).toBe(' (17 more rows like these: get_region MAIN full)');
    expect(outlineOf([el('main', {}, el('table', {}, ...rows))], { full: true }).length).toBe(22);
  });

  test('what lies outside the viewport is marked so', () => {
    const filler = Array.from({ length: 30 }, (_, i) => el('p', {}, `line ${i}`));
    const lines = flatOf(
      [el('a', {}, 'top'), ...filler, el('a', {}, 'bottom')],
      {},
      { viewport: { width: 1280, height: 300 } },
    );
    expect(lines.indexOf('(offscreen below:)')).toBeGreaterThan(10);
    expect(lines.at(-1)).toBe('[2]<a>bottom');
    expect(
      flatOf(
        [el('a', {}, 'top'), ...filler, el('a', {}, 'end')],
        { viewportExpansion: 0 },
        { viewport: { width: 1280, height: 300 } },
      ).at(-1),
    ).not.toContain('end');
  });

  test('a second region of a kind has an ordinal', () => {
    expect(outlineOf([el('nav', {}, el('a', {}, 'a')), el('nav', {}, el('a', {}, 'b'))])).toEqual([
      'NAV:',
      ' [1]<a>a',
      'NAV#2:',
      ' [2]<a>b',
    ]);
  });
});

test('a tag is closed where text follows, a note on its item between or not; prose in brackets is none', () => {
  const entry = (word: string) => el('li', {}, el('a', {}, 'TypeError'), ` is said (in short) of ${word}`);
  const list = [el('ul', {}, entry('One'), entry('Two'))];
  expect(outlineOf(list)).toEqual([
    '(ungrouped):',
    ' [1]<a>TypeError</a> (item "is said (in short) of One") is said (in short) of One',
    ' [2]<a>TypeError</a> (item "is said (in short) of Two") is said (in short) of Two',
  ]);
});

describe('markup style', () => {
  test('a control of which nothing else is known is shown by its class', () => {
    const like = el('span', { flags: Flag.Listener, attributes: { class: 'like' } });
    const named = el('span', {
      flags: Flag.Listener,
      name: 'Reply',
      attributes: { class: 'reply', title: 'Reply' },
    });
    const lines = flatOf([like, named], { style: 'markup' });
    expect(lines).toEqual(['[1]<span class="like" />', '[2]<span title="Reply" />']);
  });

  const fields = [
    el('input', { name: 'Search products', attributes: { placeholder: 'Search products' } }),
    el('input', { name: 'Code', attributes: { 'aria-label': 'Code', name: 'c' } }),
    el('label', {}, 'Mail ', el('input', { name: 'Mail', attributes: { type: 'email' } })),
    el('input', { name: 'Total', attributes: { 'aria-labelledby': 'total' } }),
    el('a', { name: 'Home' }, el('img', { attributes: { alt: 'Home' } })),
  ];

  test('the name of a field is shown once: by an attribute, or by its label where that is written', () => {
    const attributes = [
      'placeholder="Search products"',
      'name="c" aria-label="Code"',
      'type="email"',
      'aria-label="Total"',
    ];
    const named = attributes.with(2, 'type="email" aria-label="Mail"');
    const tags = (all: string[], end: string) => all.map((one, i) => `[${i + 1}]<input ${one}${end}`);
    const flat = (lines: string[]) => lines.filter((line) => line.startsWith('[')).slice(0, 4);
    expect(flat(flatOf(fields, { style: 'markup' }))).toEqual(tags(attributes, ' />'));
    expect(flat(flatOf(fields, { style: 'markup', interactiveOnly: true }))).toEqual(tags(named, ' />'));
    const outline = outlineOf(fields, { style: 'markup' }).join(' ');
    for (const tag of tags(attributes, '/>')) expect(outline).toContain(tag);
    expect(outline).toContain('Mail [3]');
    const interactive = outlineOf(fields, { style: 'markup', interactiveOnly: true }).join(' ');
    for (const tag of tags(named, '/>')) expect(interactive).toContain(tag);
    for (const lines of [flatOf(fields, { style: 'markup' }), outlineOf(fields, { style: 'markup' })])
      expect(lines.join('\n').match(/Home/g)).toHaveLength(1);
  });

  test('flat: elements closed in themselves, content a tab deeper', () => {
    const lines = flatOf(
      [
        el('button', { attributes: { type: 'submit', 'aria-label': 'Search' }, name: 'Search' }),
        el(
          'div',
          {
            role: 'combobox',
            flags: Flag.TabIndex,
            attributes: { role: 'combobox', 'aria-expanded': 'false' },
          },
          'Size',
          el('a', {}, 'x'),
        ),
        el('div', {}, el('#shadow-open', {}, el('button', {}, 'In'))),
      ],
      { style: 'markup' },
    );
    expect(lines).toEqual([
      '[1]<button type="submit" aria-label="Search" />',
      '[2]<div role="combobox" aria-expanded="false" />',
      '\tSize',
      '\t[3]<a />',
      '\t\tx',
      '▼ Shadow Content (Open)',
      '\t[4]<button />',
      '\t\tIn',
      '▲ Shadow Content End',
    ]);
  });

  test('outline: between its first and last line, regions, headings, closed tags', () => {
    const lines = outlineOf(
      [el('nav', { name: 'Primary' }, el('a', {}, 'Home')), el('main', {}, el('h2', {}, 'New'))],
      { style: 'markup' },
    );
    expect(lines).toEqual([
      '=== PAGE OUTLINE ===',
      'NAV: "Primary"',
      '  [1]<a>Home</a>',
      'MAIN:',
      '  ## New',
      '=== END OUTLINE ===',
    ]);
  });
});

describe('budget', () => {
  const page = [
    el('nav', {}, ...Array.from({ length: 30 }, (_, i) => el('a', {}, `Link number ${i}`))),
    el('main', {}, ...Array.from({ length: 30 }, (_, i) => el('p', {}, `Paragraph ${i} of the text`))),
  ];

  test('what does not fit gives way by region, the content last, and says which call brings it', () => {
    const lines = outlineOf(page, { maxTokens: 350 });
    expect(lines[0]).toBe('NAV (30 elements: get_region NAV full)');
    expect(lines.at(-1)).toBe(' Paragraph 29 of the text');
    const short = outlineOf(page, { maxTokens: 150 });
    expect(short.slice(0, 3)).toEqual([
      'NAV (30 elements: get_region NAV full)',
      'MAIN:',
      ' Paragraph 0 of the text',
    ]);
    expect(short.at(-1)).toMatch(/^ \(\d+ more lines: get_region MAIN full\)$/);
  });

  test('json keeps the budget and counts what it leaves out', () => {
    for (const maxTokens of [200, 1000, 4000]) {
      const data = buildPageJson(sceneFrom(snapshotOf(page), { maxTokens }).scene);
      expect(encode(JSON.stringify(data, null, 1)).length).toBeLessThanOrEqual(maxTokens);
    }
    expect(buildPageJson(sceneFrom(snapshotOf(page), { maxTokens: 1000 }).scene).omitted).toMatchObject({
      regions: 0,
      text: 30,
    });
    expect(buildPageJson(sceneFrom(snapshotOf(page)).scene).omitted).toBeUndefined();
  });

  test('a text longer than the budget is cut, not dropped', () => {
    const long = 'word '.repeat(5000);
    const lines = outlineOf([el('main', {}, el('p', {}, long))], { maxTokens: 200 });
    expect(lines[1]).toMatch(/^ word word .*…$/);
  });

  test.each([50, 80, 120, 200, 400, 1000, 3000])(
    'the budget of %d tokens holds, and is used',
    (maxTokens) => {
      const many = [
        el('nav', { name: 'Primary' }, ...Array.from({ length: 60 }, (_, i) => el('a', {}, `Section ${i}`))),
        el(
          'main',
          {},
          ...Array.from({ length: 200 }, (_, i) =>
            el('p', {}, `Row ${i} with `, el('a', {}, `a link ${i}`), ' and words'),
          ),
        ),
        el('footer', {}, ...Array.from({ length: 20 }, (_, i) => el('a', {}, `Foot ${i}`))),
      ];
      for (const view of [renderOutline, renderFlat]) {
        const { text, complete } = view(sceneFrom(snapshotOf(many), { maxTokens }).scene);
        const tokens = encode(text).length;
        expect(complete).toBe(false);
        expect(tokens).toBeLessThanOrEqual(maxTokens);
        expect(tokens).toBeGreaterThan(maxTokens >= 200 ? maxTokens * 0.55 : 0);
      }
    },
  );
});

test('a page that did not change is read once', () => {
  const [cache, snapshot] = [new PageStateCache(), snapshotOf([el('button', {}, 'Go')])];
  const first = cache.get(snapshot, {});
  const again = cache.get(snapshot, {});
  expect(again.pageState).toBe(first.pageState);
  expect(again.timing).toEqual({ build: 0, prune: 0, structure: 0 });
  expect(cache.get(snapshot, { style: 'markup' }).pageState.page).toBe(first.pageState.page);
});

describe('a second look', () => {
  const section = (name: string, price: string) => [
    el('h2', {}, name),
    ...Array.from({ length: 8 }, (_, i) => el('p', {}, `${name} ${i} costs ${price}`)),
    el('button', {}, `Buy ${name}`),
  ];
  const shop = (price: string) => [
    el('nav', { name: 'Primary' }, el('a', {}, 'Home')),
    el('main', {}, ...section('Hubs', '$5'), ...section('Cables', price)),
    'stray',
  ];

  function again(first: El[], second: (El | string)[]): string[] {
    const { remembered, numbers, scene } = sceneFrom(snapshotOf(first));
    renderOutline(scene);
    return renderOutline(sceneFrom(snapshotOf(second), {}, remembered, numbers).scene)
      .text.split('\n')
      .slice(1);
  }

  test('regions, sections and the rest that are what they were cost a line each', () => {
    const lines = again(shop('$3') as El[], shop('$4'));
    expect(lines.slice(0, 4)).toEqual([
      'NAV: "Primary" (unchanged, 1 link)',
      'MAIN:',
      ' ## Hubs (unchanged, 1 element)',
      ' ## Cables',
    ]);
    expect(lines).toContain(' Cables 3 costs $4');
    expect(lines.at(-1)).toBe('(ungrouped) (unchanged, 0 elements)');
  });

  test('what lies in no region is counted, in a section that is unchanged too', () => {
    const page = [el('nav', {}, el('a', {}, 'Home')), ...section('Hubs', '$5'), el('button', {}, 'More')];
    expect(again(page, page)).toEqual(['NAV (unchanged, 1 link)', '(ungrouped) (unchanged, 2 elements)']);
  });

  test('two texts that change places are a change', () => {
    const list = (a: string, b: string) => [el('main', {}, el('p', {}, a), el('p', {}, b))];
    expect(again(list('$3', '$4'), list('$4', '$3'))).toEqual(['MAIN:', ' $4', ' $3']);
    expect(again(list('$3', '$4'), list('$3', '$4'))).toEqual(['MAIN (unchanged, text)']);
  });
});

test('the summary shows the headings of like items once, as every view does', () => {
  const card = (i: number): El =>
    el('li', {}, el('h3', {}, `Lamp ${i}`), el('a', {}, `About ${i}`), el('button', {}, 'Buy'));
  const page = [
    el('h2', {}, 'Lamps'),
    el('ul', {}, ...Array.from({ length: 12 }, (_, i) => card(i))),
    el('h2', {}, 'Help'),
  ];
  const headings = (options = {}): string[] =>
    renderSummary(sceneOf(page, options))
      .split('\n')
      .filter((line) => /#|more/.test(line));
  expect(headings().map((line) => line.trim().replace(/ \(ungrouped.*| \(MAIN.*/, ''))).toEqual([
    '## Lamps',
    '### Lamp 0',
    '### Lamp 1',
    '### Lamp 2',
    '## Help',
    '(9 more: list_headings)',
  ]);
  expect(headings({ full: true })).toHaveLength(14);
});
