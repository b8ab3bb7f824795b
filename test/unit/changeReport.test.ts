import fc from 'fast-check';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { diffPages } from '../../packages/sightline/src/diff/diffPages.ts';
import { renderChangeReport } from '../../packages/sightline/src/render/changes/renderChangeReport.ts';
import type { SettleSummary } from '../../packages/sightline/src/render/changes/settleSections.ts';
import { Flag } from '../../packages/sightline/src/snapshot/Snapshot.ts';
import { outcomeForgeries } from '../support/changeReportGrammar.ts';
import { type Watched, watch } from '../support/grammar.ts';
import { IMITATIONS } from '../support/imitations.ts';
import { type El, el } from '../support/page.ts';
import { sceneOf } from '../support/show.ts';

const QUIET: SettleSummary = { settled: true, transients: [], requests: { failed: [] }, consoleErrors: [] };

/** `used`: the identity of the element that was used, where what it caused comes first. */
function report(before: El[], after: El[], settled = QUIET, maxTokens?: number, used?: number) {
  const was = sceneOf(before).pageState;
  const watched = watch(sceneOf(after));
  const anchor = used === undefined ? undefined : watched.scene.pageState.page.byIdentity('doc', used);
  const outcome = renderChangeReport(watched.scene, diffPages(was, watched.scene.pageState), settled, {
    maxTokens,
    ...(anchor && { anchor }),
  });
  return { ...outcome, watched };
}

const button = (id: number, name: string, attributes = {}): El => el('button', { id, attributes }, name);
const buttons = (count: number): El[] =>
  Array.from({ length: count }, (_, i) => button(1_000 + i, `Button ${i}`));

test('what is left out is counted, and only what is reported gets a number', () => {
  const { text, watched } = report([], [el('main', { id: 1_999 }, ...buttons(200))], QUIET, 120);
  expect(text).toMatch(/^new in MAIN:\n( (\[\d+\]<button>Button \d+ ?)+\n)+ \(\d+ more: look\)$/);
  // The data numbers the first thirty besides.
  expect(watched.shown.size).toBeLessThan(60);
});

test('handles to resize are not listed beside what else is new', () => {
  const handle = (id: number): El =>
    el('div', { id, flags: Flag.Listener, attributes: { '.cursor': 'ns-resize' } });
  const handles = [handle(2_001), handle(2_002)];
  const popup = (...children: El[]): El[] => [el('div', { id: 2_000 }, ...children)];
  expect(report([], popup(button(2_003, 'Apply'), ...handles)).text).toBe(
    'new in the page:\n [1]<button>Apply',
  );
  expect(report([], popup(...handles)).text).toContain('2 more elements, handles to resize');
});

test('nothing is left out where all fits, whichever part takes the most', () => {
  const words = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
  const list = words.map((word, i) =>
    el('p', { id: 2_000 + i, flags: Flag.Block }, `Line ${word} of the answer`),
  );
  const page = [el('main', { id: 1_999 }, ...list), el('nav', { id: 2_100 }, button(2_101, 'Clear'))];
  const whole = report([], page, QUIET, 1_000).text;
  const shortest = Array.from({ length: 200 }, (_, tokens) => tokens).find(
    (tokens) => report([], page, QUIET, tokens).text === whole,
  );
  expect(whole).not.toMatch(/more/);
  expect(shortest).toBeLessThanOrEqual(encode(whole).length + 45);
});

test('rows of a grid are reported whole, also where pinned columns have rows of their own', () => {
  const row = (id: number, index: number, x: number, text: string): El =>
    el(
      'div',
      { id, role: 'row', box: [x, index * 20, 100, 20], attributes: { 'aria-rowindex': `${index}` } },
      el('div', { id: id + 1, role: 'gridcell', flags: Flag.Block, box: [x, index * 20, 100, 20] }, text),
    );
  const grid = (from: number, names: string[]): El =>
    el(
      'div',
      { id: 1_000, role: 'grid' },
      el('div', { id: 1_001 }, ...names.map((name, i) => row(from + 10 * i, i, 0, name))),
      el(
        'div',
        { id: 1_002 },
        ...names.map((name, i) => row(from + 500 + 10 * i, i, 100, `${name} is a cook`)),
      ),
    );
  expect(
    report([grid(2_000, ['Ann', 'Bo'])], [grid(3_000, ['Cy', 'Di', 'Eva'])])
      .text.split('\n')
      .slice(0, 4),
  ).toEqual(['new in the page:', ' Cy | Cy is a cook', ' Di | Di is a cook', ' Eva | Eva is a cook']);
});

test('of what is gone no look is said to show the rest', () => {
  expect(report([el('main', { id: 1_999 }, ...buttons(9))], []).text).toMatch(
    /^gone from MAIN: .*, \(5 more\)$/m,
  );
});

test('an icon or frame without words that is gone is no line; where nothing else changed, that is reported', () => {
  const icon = el('span', { id: 1_001, flags: Flag.Listener });
  const old = el('p', { id: 1_000 }, 'Old');
  expect(report([icon, old], []).text).toBe('gone from the page: "Old"');
  expect(report([icon, old], [old]).text).toBe('gone: 1 element without words');
});

test('what settled badly is reported', () => {
  const settled: SettleSummary = {
    settled: false,
    reason: 'requests are still open',
    transients: [
      { text: 'Saving…', role: 'status' },
      { text: '', role: 'progressbar' },
      { text: 'Here', role: '' },
    ],
    requests: { failed: [{ method: 'GET', url: 'https://example.test/a b', status: 500 }] },
    consoleErrors: ['TypeError: x'],
  };
  expect(report([], [el('p', { id: 1_000 }, 'Here')], settled).text.split('\n')).toEqual([
    'new in the page:',
    ' Here',
    'came and went: "Saving…" (status); (progressbar)',
    'requests failed: GET https://example.test/a%20b 500',
    'console errors: "TypeError: x"',
    'not settled: requests are still open',
  ]);
});

test('the method of a request that failed imitates no structure', () => {
  const failed = [{ method: '|SCROLL|', url: 'https://example.test/', status: 500 }];
  expect(report([], [], { ...QUIET, requests: { failed } }).text).toContain(
    'requests failed: "\\|SCROLL\\|" https://example.test/ 500',
  );
});

test.each([
  ['ano', 'ther page: x'],
  ['new', ' in MAIN: x'],
  ['came', ' and', ' went: x'],
  ['the page', ' is dark now'],
  ['gone:', ' 3 elements without words'],
])('words in several elements begin no line of a report: %s', (...words) => {
  const { text } = report([], [el('p', { id: 1_000 }, ...words.map((one) => el('b', {}, one)))]);
  expect(text.split('\n')[1]).toBe(` \\${words.join('')}`);
});

test('words of what was there before did not come and go', () => {
  const settled = { ...QUIET, transients: [{ text: 'Old', role: '' }] };
  expect(report([el('p', { id: 1_000 }, 'Old')], [], settled).text).toBe('gone from the page: "Old"');
});

test('what closed did not come and go, nor did the entries of a list beside the list', () => {
  const form = ['Edit the node', 'Name', 'Value'].map((words, i) => el('p', { id: 1_000 + i }, words));
  const transients = ['Edit the node Name 7 Value', 'All fields bag colour', 'bag', 'colour', 'Saved'].map(
    (said) => ({ text: said, role: '' }),
  );
  expect(report(form, [], { ...QUIET, transients }).text.split('\n')).toEqual([
    'gone from the page: "Edit the node", "Name", "Value"',
    'came and went: "All fields bag colour"; "Saved"',
  ]);
});

test('of a form that does not fit, a long row of icons is counted, and all fields are shown', () => {
  const tools = ['bold', 'italic', 'underline', 'superscript', 'subscript', 'heading', 'list', 'quote'].map(
    (name, i) => button(1_100 + i, '', { 'aria-label': `Apply ${name} formatting to the selected text` }),
  );
  const fields = ['Tag', 'Kind', 'Name', 'Value'].map((name, i) =>
    el('p', { id: 1_200 + i }, el('input', { id: 1_300 + i, name })),
  );
  const { text: said } = report(
    [],
    [el('div', { id: 1_000 }, el('div', { id: 1_050 }, ...tools), ...fields)],
    QUIET,
    100,
  );
  expect(said).toMatch(/^ \(8 elements\)$/m);
  for (const name of ['Tag', 'Kind', 'Name', 'Value']) expect(said).toContain(name);
});

const MORE = [
  'new in MAIN:',
  'gone from NAV: "x"',
  'focus:',
  'not settled: x',
  'url: y',
  'opened DIALOG: "z"',
  'nothing changed',
  ' 2 of 3 rows differ in MAIN:',
  'new by scrolling: 2 elements',
];
const text = fc
  .array(fc.constantFrom(...IMITATIONS, ...MORE), { minLength: 1, maxLength: 5 })
  .map((pieces) => pieces.join(''));
const words = fc.array(text, { minLength: 6, maxLength: 6 });

function page([a = '', b = '', c = '', d = '', e = '', f = '']: string[], from: number): El[] {
  return [
    el('nav', { id: 1_001, name: a }, el('a', { id: 1_002 }, b), el('p', { id: 1_003 }, c)),
    el(
      'main',
      { id: 1_004 },
      el('input', { id: 1_005, name: d, attributes: { '.value': e, class: f } }),
      button(1_006, 'Go', { class: a, 'aria-current': b }),
      el('p', { id: from }, e, el('button', { id: from + 1 }, f), a),
      el('p', { id: from + 2 }, d),
      el(
        'div',
        { id: from + 3, role: 'dialog', name: b },
        el('p', { id: from + 4 }, c),
        el('a', { id: from + 5 }, d),
      ),
    ),
  ];
}

test('no page text forges a line, a number or a tag of an outcome', () => {
  fc.assert(
    fc.property(words, words, words, (was, is, passing) => {
      const settled: SettleSummary = {
        ...QUIET,
        transients: passing.map((said) => ({ text: said, role: 'status' })),
        consoleErrors: passing,
      };
      for (const [maxTokens, used] of [[150], [4_000], [4_000, 1_006]] as const) {
        const rendered: { text: string; watched: Watched } = report(
          page(was, 2_000),
          page(is, 3_000),
          settled,
          maxTokens,
          used,
        );
        expect(outcomeForgeries(rendered.text, rendered.watched)).toEqual([]);
        expect(encode(rendered.text).length).toBeLessThanOrEqual(maxTokens);
      }
    }),
    { numRuns: 150, seed: 5 },
  );
});

test('a list whose rows came in another order, with others among them, is reported in whole and in order', () => {
  const list = (from: number, names: string[]): El[] => [
    el(
      'div',
      { id: 1_900 },
      ...names.map((name, i) =>
        el('div', { id: from + 10 * i }, el('button', { id: from + 10 * i + 1 }, name), 'Red'),
      ),
    ),
  ];
  const lines = (names: string[]) =>
    report(list(1_000, ['Chair 4', 'Desk 5']), list(2_000, names))
      .text.split('\n')
      .slice(0, 4);
  expect(lines(['Chair 4', 'Lamp 1', 'Desk 5'])).toEqual([
    'new in the page:',
    ' [1]<button>Chair 4</button>Red',
    ' [2]<button>Lamp 1</button>Red',
    ' [3]<button>Desk 5</button>Red',
  ]);
  expect(lines(['Chair 4', 'Desk 5'])).toEqual(['nothing changed that can be seen']);
});

test('a click that only took the focus away changed nothing', () => {
  const page = (flags: number): El[] => [el('input', { id: 1_000, name: 'Mail', flags })];
  const before = sceneOf(page(Flag.Focused)).pageState;
  const after = sceneOf(page(0));
  expect(renderChangeReport(after, diffPages(before, after.pageState), QUIET).text).toBe('focus: on nothing');
  const { text } = renderChangeReport(after, diffPages(before, after.pageState), QUIET, { actedOn: 'x/1' });
  expect(text).toBe('nothing changed that can be seen');
});

test('of another page its alert is reported, where the look leaves it out', () => {
  const page = (rows: number): El[] => [
    el('main', { id: 1_999 }, ...buttons(rows)),
    el('p', {}, 'What stands on every page of the shop, and nobody reads it a second time. '.repeat(2)),
    el('div', { id: 2_001, role: 'alert' }, el('b', {}, 'Order 7'), ' was sent. ', el('a', {}, 'View')),
  ];
  const was = sceneOf([button(1, 'Send')]).pageState;
  const render = (rows: number): string => {
    const scene = sceneOf(page(rows));
    const diff = { ...diffPages(was, scene.pageState), otherPage: true };
    return renderChangeReport(scene, diff, QUIET, { maxTokens: 200 }).text;
  };
  expect(render(3)).not.toContain('alert: ');
  expect(render(3)).toContain('Order 7');
  expect(render(300).split('\n')[2]).toBe('alert: "Order 7 was sent. View"');
  expect(encode(render(300)).length).toBeLessThanOrEqual(200);
});

test('of another page, banner and navigation that were there before are a line each', () => {
  const links = (word: string): El[] =>
    Array.from({ length: 5 }, (_, i) => el('li', {}, el('a', {}, `${word} ${i}`)));
  const page = (name: string): El[] => [
    el('header', {}, ...links('Tool')),
    el('nav', {}, ...links(name)),
    el('main', {}, el('h1', {}, name)),
  ];
  const was = sceneOf(page('Orders'), {}, { key: 'one' }).pageState;
  const scene = sceneOf(page('Reports'), {}, { key: 'two' });
  const { text } = renderChangeReport(scene, diffPages(was, scene.pageState), QUIET);
  expect(text.split('\n').slice(2)).toEqual([
    'BANNER (5 links, as before)',
    'NAV:',
    ' [1]<a>Reports 0 [2]<a>Reports 1 [3]<a>Reports 2 [4]<a>Reports 3 [5]<a>Reports 4',
    'MAIN:',
    ' # Reports',
  ]);
});

test('of another page, a menu that no role names is a line where it was there before', () => {
  const page = (name: string): El[] => [
    el(
      'div',
      {},
      el('ul', {}, ...Array.from({ length: 6 }, (_, i) => el('li', {}, el('a', {}, `Part ${i}`)))),
    ),
    el('h1', {}, name),
    el('div', {}, ...Array.from({ length: 6 }, (_, i) => el('a', {}, `${name} ${i}`))),
  ];
  const was = sceneOf(page('Orders'), {}, { key: 'one' }).pageState;
  const scene = sceneOf(page('Reports'), {}, { key: 'two' });
  const { text } = renderChangeReport(scene, diffPages(was, scene.pageState), QUIET);
  expect(text.split('\n').slice(2)).toEqual([
    '(ungrouped):',
    ' as before (6 links: "Part 0", "Part 1", "Part 2"…)',
    ' # Reports',
    expect.stringMatching(/^ \[1\]<a>Reports 0 .*Reports 5$/),
  ]);
});

test('several regions that were there before are one line at the end', () => {
  const page = (name: string): El[] => [
    el('header', {}, ...Array.from({ length: 5 }, (_, i) => el('a', {}, `Tool ${i}`))),
    el('nav', { name: 'Primary' }, ...Array.from({ length: 5 }, (_, i) => el('a', {}, `Part ${i}`))),
    el('main', {}, el('h1', {}, name)),
  ];
  const was = sceneOf(page('Orders'), {}, { key: 'one' }).pageState;
  const scene = sceneOf(page('Reports'), {}, { key: 'two' });
  const { text } = renderChangeReport(scene, diffPages(was, scene.pageState), QUIET);
  expect(text.split('\n').slice(2)).toEqual(['MAIN:', ' # Reports', '(as before: BANNER, NAV: "Primary")']);
});

test('what is new without words and numbers is no line', () => {
  const icon = el('span', { id: 1_001 });
  const main = (...children: El[]): El =>
    el('main', { id: 1_000 }, el('p', { id: 1_002 }, 'Same'), ...children);
  expect(report([main()], [main(icon)]).text).not.toContain('new in');
});
