import { expect, test } from 'vitest';
import { findAnchor } from '../../packages/sightline/src/diff/CauseRanking.ts';
import { diffPages } from '../../packages/sightline/src/diff/diffPages.ts';
import { renderChangeReport } from '../../packages/sightline/src/render/changes/renderChangeReport.ts';
import type { SettleSummary } from '../../packages/sightline/src/render/changes/settleSections.ts';
import { OpenDialogs } from '../../packages/sightline/src/session/actions/OpenDialogs.ts';
import { elementKey, type PageNode } from '../../packages/sightline/src/snapshot/Page.ts';
import { Flag } from '../../packages/sightline/src/snapshot/Snapshot.ts';
import type { PageState } from '../../packages/sightline/src/structure/PageState.ts';
import { byId, type El, el, type PageFacts } from '../support/page.ts';
import { sceneOf } from '../support/show.ts';

// What an action answers: what it caused comes first. Pages that differ, and the element `used` between them.

const QUIET: SettleSummary = { settled: true, transients: [], requests: { failed: [] }, consoleErrors: [] };

interface Facts {
  maxTokens?: number;
  before?: PageFacts;
  after?: PageFacts;
}

/** The lines of the report of an action on the element with the id `used`. */
function answer(before: El[], after: El[], facts: Facts = {}): string[] {
  const was = sceneOf(before, {}, facts.before).pageState;
  const scene = sceneOf(after, {}, facts.after);
  const used: PageNode = byId(was.page, 'used');
  const diff = diffPages(was, scene.pageState);
  const anchor = findAnchor(used, diff, scene.pageState);
  const { text } = renderChangeReport(scene, diff, QUIET, {
    actedOn: elementKey(used),
    ...(anchor && { anchor }),
    ...(facts.maxTokens && { maxTokens: facts.maxTokens }),
  });
  return text.split('\n');
}

const used = (name: string, attributes = {}): El =>
  el('button', { id: 1_000, attributes: { id: 'used', ...attributes } }, name);
const words = (from: number, count: number, text: string): El[] =>
  Array.from({ length: count }, (_, i) =>
    el('p', { id: from + i }, `${text} ${i + 1} of the manual, which is long.`),
  );

test('the rows that a disclosure opened come before unrelated text far above them', () => {
  const page = (manual: El[], rows: El[]): El[] => [
    el(
      'main',
      { id: 1_900 },
      el('h1', { id: 1_901 }, 'Guide'),
      el('div', { id: 1_902 }, ...manual),
      ...words(1_910, 9, 'Old text'),
      used('History'),
      ...rows,
    ),
  ];
  const rows = el(
    'div',
    { id: 3_000 },
    el('p', { id: 3_001 }, '12 May: opened by Ann'),
    el('p', { id: 3_002 }, '14 May: closed by Ben'),
  );
  const lines = answer(page([], []), page(words(2_000, 40, 'Part'), [rows]), { maxTokens: 200 });
  expect(lines.slice(0, 4)).toEqual([
    'new in MAIN:',
    ' 12 May: opened by Ann',
    ' 14 May: closed by Ben',
    'new in MAIN:',
  ]);
  expect(lines.at(-1)).toMatch(/^ \(\d+ more: look\)$/);
  expect(lines.length).toBeLessThan(12);
});

test.each([
  ['aria-controls', { 'aria-controls': 'panel' }],
  ['aria-owns', { 'aria-owns': 'panel' }],
  ['popovertarget', { popovertarget: 'panel' }],
  ['data-bs-target', { 'data-bs-target': '#panel' }],
])('what the element names by %s comes first, wherever it is', (_, attributes) => {
  const page = (text: string, panel: El[]): El[] => [
    el(
      'main',
      { id: 1_900 },
      used('Prices', attributes),
      ...words(1_910, 6, 'Old'),
      el('p', { id: 1_950 }, text),
    ),
    el('div', { id: 1_960, attributes: { id: 'panel' } }, ...panel),
  ];
  expect(answer(page('Before', []), page('After', [el('p', { id: 3_000 }, '12 a month')]))).toEqual([
    'new in the page:',
    ' 12 a month',
    'text in MAIN: "After" (was "Before")',
  ]);
});

test('the panel of a tab, the row of a button, and what has the focus, before the rest of the region', () => {
  const row = (id: number, name: string, ...more: El[]): El =>
    el('tr', { id }, el('td', { id: id + 1 }, name), el('td', { id: id + 2 }, ...more));
  const page = (notice: El[], state: El[]): El[] => [
    el(
      'main',
      { id: 1_900 },
      ...notice,
      ...words(1_910, 6, 'Old'),
      el(
        'table',
        { id: 1_950 },
        row(1_960, 'Ann', used('Pay'), ...words(1_970, 5, 'In row'), ...state),
        row(1_980, 'Ben'),
      ),
    ),
  ];
  const lines = answer(page([], []), page([el('p', { id: 3_000 }, 'Far')], [el('p', { id: 3_010 }, 'Paid')]));
  expect(lines).toEqual(['new in MAIN:', ' Paid', 'new in MAIN:', ' Far']);
});

test('no budget cuts what the element itself says now', () => {
  const page = (value: string, more: El[]): El[] => [
    el(
      'main',
      { id: 1_900 },
      ...more,
      el('input', { id: 1_000, name: 'Name', attributes: { id: 'used', '.value': value } }),
    ),
  ];
  const [first] = answer(page('', []), page('Ann of the long name', words(2_000, 50, 'New')), {
    maxTokens: 5,
  });
  expect(first).toBe('changed in MAIN: [1]<input "Name"> value "Ann of the long name"');
});

test('a menu that opened: its first five, and how many more', () => {
  const page = (...more: El[]): El[] => [
    el(
      'main',
      { id: 1_900 },
      el('input', { id: 1_000, role: 'combobox', name: 'City', attributes: { id: 'used' } }),
    ),
    ...more,
  ];
  const options = Array.from({ length: 39 }, (_, i) =>
    el('div', { id: 2_010 + i, role: 'option' }, `City ${i + 1}`),
  );
  expect(answer(page(), page(el('div', { id: 2_000, role: 'listbox' }, ...options)))).toEqual([
    'new in the page:',
    ' [1]<div> [2]<div>City 1 [3]<div>City 2 [4]<div>City 3 [5]<div>City 4 [6]<div>City 5',
    ' (34 more: look)',
  ]);
});

test('links that keep the query of the page are no change, other addresses are', () => {
  const page = (query: string, next: string): El[] => [
    el(
      'main',
      { id: 1_900 },
      used('Yearly'),
      el('a', { id: 2_000, name: 'Journal', attributes: { href: `/journal/${query}` } }, 'Journal'),
      el('a', { id: 2_001, name: 'Next', attributes: { href: next } }, 'Next'),
    ),
  ];
  const at = (query: string): PageFacts => ({ url: `https://books.test/income/${query}` });
  const facts = { before: at('?time=2025'), after: at('?time=2025&interval=year') };
  const pages = [page('?time=2025', '?page=2'), page('?interval=year&time=2025', '?page=3')] as const;
  expect(answer(...pages, facts).slice(1)).toEqual([
    'changed in MAIN: [1]<a "Next"> href "?page=3" (was "?page=2")',
  ]);
});

test('options that a select chose are reported by its value alone', () => {
  const page = (chosen: string): El[] => [
    el(
      'main',
      { id: 1_900 },
      el(
        'select',
        { id: 1_000, role: 'combobox', name: 'Customer', attributes: { id: 'used', '.value': chosen } },
        ...['Ann', 'Bob'].map((name, i) =>
          el('option', { id: 2_000 + i, name, attributes: { '.selected': String(name === chosen) } }, name),
        ),
      ),
    ),
  ];
  expect(answer(page('Ann'), page('Bob'))).toEqual([
    'changed in MAIN: [1]<select "Customer"> value "Bob" (was "Ann")',
  ]);
});

test('what came into view by scrolling is counted, last; a bar that became sticky is not reported', () => {
  const scroll = (y: number): PageFacts => ({ scroll: { x: 0, y, width: 1280, height: 4_000 } });
  const bar = (flags: number, id: number): El => el('header', { id, flags }, el('a', { id: id + 1 }, 'Home'));
  const page = (bars: El[], state: string, cards: El[]): El[] => [
    ...bars,
    el('main', { id: 1_900 }, used(state), ...words(1_910, 4, 'Old'), el('div', { id: 1_950 }, ...cards)),
  ];
  const far = (id: number): El => el('p', { id, box: [0, 1_500, 400, 20] }, `Card ${id}`);
  const lines = answer(
    page([bar(0, 1_100)], 'Add', []),
    page([bar(0, 1_100), bar(Flag.Fixed, 3_100)], 'Added', [far(3_000), far(3_001)]),
    { before: scroll(0), after: scroll(600) },
  );
  expect(lines).toEqual([
    'changed in MAIN: [1]<button "Added"> was called "Add"',
    'scrolled: to y 600 (was 0)',
    'new by scrolling: 2 elements',
  ]);
});

test('what only became usable is not new', () => {
  const page = (flags: number): El[] => [
    el('main', { id: 1_900 }, used('Go'), el('div', { id: 1_950, flags }, 'Card')),
  ];
  expect(answer(page(0), page(Flag.Pointer | Flag.Listener))).toEqual(['nothing changed that can be seen']);
});

test('of a table that is made anew, the rows that differ', () => {
  const row = (from: number, i: number, state: string): El =>
    el(
      'tr',
      { id: from + 10 * i },
      el('td', { id: from + 10 * i + 1 }, `Order ${i}`),
      el('td', { id: from + 10 * i + 2 }, state),
      el('td', { id: from + 10 * i + 3 }, el('button', { id: from + 10 * i + 4 }, 'Edit')),
    );
  const page = (from: number, states: string[]): El[] => [
    el(
      'main',
      { id: 1_900 },
      used('Send'),
      el(
        'div',
        { id: 1_901 },
        el('table', { id: from + 990 }, ...states.map((state, i) => row(from, i + 1, state))),
      ),
    ),
  ];
  const states = Array.from({ length: 35 }, () => 'Draft');
  const sent = states.map((state, i) => (i === 4 || i === 20 ? 'Sent' : state));
  expect(answer(page(10_000, states), page(20_000, sent))).toEqual([
    '2 of 35 rows differ in MAIN:',
    ' Order 5 | Sent | [1]<button>Edit',
    ' Order 21 | Sent | [2]<button>Edit',
    'gone from MAIN: "Draft", "Draft"',
  ]);
  expect(answer(page(10_000, states), page(20_000, states))).toEqual(['nothing changed that can be seen']);
  expect(answer(page(10_000, states), page(20_000, [...states, 'New']))).toEqual([
    'new in MAIN:',
    ' Order 36 | New | [1]<button>Edit',
  ]);
});

test('a dialog that closed is compared with the page before it opened', () => {
  const dialog = el(
    'div',
    { id: 1_500, role: 'dialog', name: 'New task' },
    el('button', { id: 1_501 }, 'Save'),
  );
  const page = (tasks: string[], ...more: El[]): El[] => [
    el('main', { id: 1_900 }, used('Add'), ...tasks.map((task, i) => el('p', { id: 1_910 + i }, task))),
    ...more,
  ];
  const [start, opened, typed, closed] = [
    page(['One']),
    page(['One'], dialog),
    page(['One'], dialog, el('p', { id: 1_800 }, 'Hint')),
    page(['One', 'Two']),
  ].map((one) => sceneOf(one).pageState) as [PageState, PageState, PageState, PageState];
  const dialogs = new OpenDialogs();
  const step = (before: PageState, after: PageState, node: PageNode) =>
    dialogs.update(diffPages(before, after), { before, after }, node);
  const add = byId(start.page, 'used');
  const save = opened.page.byIdentity('doc', 1501) as PageNode;
  expect(step(start, opened, add)).toBeUndefined();
  expect(step(opened, typed, save)).toBeUndefined();
  expect(step(typed, closed, save)).toMatchObject({ before: start, opener: add });
});

test('more than fits: the beginning, long texts shortened, then what can be used', () => {
  const page = (...more: El[]): El[] => [
    el('main', { id: 1_900 }, used('Details'), el('div', { id: 2_000 }, ...more)),
  ];
  const long = `A description ${'that goes on and on '.repeat(20)}`;
  const manual = [el('p', { id: 2_001 }, long), ...words(2_010, 30, 'Page')];
  const tryIt = el('p', { id: 2_100 }, el('button', { id: 2_101 }, 'Try it'));
  const lines = answer(page(), page(...manual, tryIt, ...words(2_200, 5, 'Late')), { maxTokens: 120 });
  expect(lines[1]?.length).toBeLessThan(95);
  expect(lines[1]).toMatch(/^ A description that goes on .*…$/);
  expect(lines.slice(-3).map((line) => line.replace(/\d+(?= lines)/, 'N'))).toEqual([
    ' (N lines)',
    ' [1]<button>Try it',
    ' (5 more: look)',
  ]);
});

test('fields that can be used now are named, up to ten', () => {
  const page = (flags: number): El[] => [
    el(
      'main',
      { id: 1_900 },
      used('Edit'),
      ...Array.from({ length: 12 }, (_, i) => el('input', { id: 2_000 + i, name: `Field ${i + 1}`, flags })),
    ),
  ];
  const [enabled] = answer(page(Flag.Disabled), page(0));
  expect(enabled).toMatch(
    /^changed in MAIN: \[1\]<input "Field 1">, \[2\]<input "Field 2">, .*"Field 10"> and 2 more not disabled$/,
  );
  const [disabled] = answer(page(0), page(Flag.Disabled));
  expect(disabled).toBe('changed in MAIN: [1]<input "Field 1"> and 11 more disabled');
});
