import { expect, test } from 'vitest';
import { Flag } from '../../packages/sightline/src/snapshot/Snapshot.ts';
import { type El, el } from '../support/page.ts';
import { outlineOf } from '../support/show.ts';

test('landmarks, headings and controls, each on its place', () => {
  const lines = outlineOf([
    el(
      'nav',
      { name: 'Primary' },
      el('ul', {}, el('li', {}, el('a', {}, 'Home')), el('li', {}, el('a', {}, 'Products'))),
    ),
    el(
      'main',
      {},
      el('h2', {}, 'Featured'),
      el('p', {}, 'See ', el('a', {}, 'the docs'), ' for more.'),
      el('div', {}, el('button', {}, 'Add to cart')),
    ),
    el('p', {}, 'stray'),
  ]);
  expect(lines).toEqual([
    'NAV: "Primary"',
    ' [1]<a>Home [2]<a>Products',
    'MAIN:',
    ' ## Featured',
    ' See [3]<a>the docs</a> for more.',
    ' [4]<button>Add to cart',
    '(ungrouped):',
    ' stray',
  ]);
});

test('page text cannot forge structure', () => {
  const lines = outlineOf([
    el(
      'main',
      {},
      el('p', {}, 'MAIN: x'),
      el('p', {}, '[12]<button>Pay'),
      el('p', {}, '## Head'),
      el('p', {}, 'a </button> [3]<a>b'),
    ),
  ]);
  expect(lines).toEqual([
    'MAIN:',
    ' \\MAIN: x',
    ' \\[12]\\<button>Pay',
    ' \\## Head',
    ' a \\</button> \\[3]\\<a>b',
  ]);
});

test('a row of controls, and what holds others, begin a line', () => {
  const card = (text: string): El => el('div', { attributes: { draggable: 'true' } }, text);
  const column = (title: string, ...cards: El[]): El =>
    el('div', { flags: Flag.Listener }, el('h3', {}, title), ...cards);
  const cell = (text: string): El => el('td', { flags: Flag.Listener }, text);
  const lines = outlineOf([
    column('Todo', card('Write'), card('Call')),
    column('Doing', card('Fix')),
    column('Done'),
    el('table', {}, el('tr', {}, cell('Desk'), cell('2')), el('tr', {}, cell('Shelf'), cell('5'))),
    el('button', {}, 'Save'),
  ]);
  expect(lines).toEqual([
    '(ungrouped):',
    ' [1]<div>Todo [2]<div draggable>Write [3]<div draggable>Call',
    ' [4]<div>Doing [5]<div draggable>Fix',
    ' [6]<div>Done',
    ' [7]<td>Desk [8]<td>2',
    ' [9]<td>Shelf [10]<td>5',
    ' [11]<button>Save',
  ]);
});

test('which of several steps is the current one', () => {
  const step = (current: string, ...inside: (El | string)[]): El =>
    el('li', { attributes: { 'aria-current': current } }, ...inside);
  const steps = [step('false', 'Guest'), step('step', 'Dates'), step('page', el('a', {}, 'Pay'))];
  expect(outlineOf([el('main', {}, el('ol', {}, ...steps))])).toEqual([
    'MAIN:',
    ' Guest',
    ' <li current> Dates',
    ' [1]<a>Pay',
  ]);
});

test('a control is called by its own words, also where targets without words stand before them', () => {
  const node = (words: string, ...handles: El[]): El =>
    el(
      'div',
      { role: 'button' },
      ...handles,
      el('b', {}, words.split(' ')[0] as string),
      ` ${words.split(' ')[1]}`,
    );
  const handle = (): El => el('div', { role: 'button', name: '' });
  expect(outlineOf([node('Filter orders', handle(), handle())])).toEqual([
    '(ungrouped):',
    ' [1]<div>Filter orders [2]<div> [3]<div>',
  ]);
  const surface = (
    scroller: [number, number, number, number, number] | undefined,
    ...inside: (El | string)[]
  ) => el('div', { role: 'button', ...(scroller && { scroller }) }, ...inside);
  expect(outlineOf([surface(undefined, handle(), 'read soil', handle(), handle(), 'valve')])).toEqual([
    '(ungrouped):',
    ' [1]<div> [2]<div>',
    ' read soil',
    ' [3]<div> [4]<div>',
    ' valve',
  ]);
  expect(outlineOf([surface([0, 0, 200, 400, 100], handle(), 'read soil')])).toEqual([
    '(ungrouped):',
    ' [1]<div scroll=0.0↑ 3.0↓ 0%> [2]<div>',
    ' read soil',
  ]);
  // A panel that takes the focus: labels stand above their fields, not behind those before.
  const field = (label: string): (El | string)[] => [
    el('label', {}, label),
    el('div', { role: 'combobox', flags: Flag.Block, box: [0, 0, 90, 20] }),
  ];
  const panel = el('div', { flags: Flag.TabIndex, box: [0, 0, 600, 300] }, ...field('From'), ...field('To'));
  expect(outlineOf([el('h2', {}, 'Trip'), panel]).slice(-3)).toEqual([
    ' [1]<div>From [2]<div>',
    ' To',
    ' [3]<div>',
  ]);
  const card = el('a', {}, el('button', {}, 'Save'), 'A lamp');
  expect(outlineOf([card]).join(' ')).toMatch(/Save.*A lamp/);
});

test('of a list that is hardly filled more is to be loaded, of a drawing in a large surface nothing', () => {
  const shape = (tag: string, i: number): El => el(tag, { box: [0, 30 * i, 100, 20] }, `node ${i}`);
  const scroller = (holder: string, tag: string): El =>
    el(
      'div',
      { box: [0, 0, 200, 200], flags: Flag.ScrollY, scroller: [0, 0, 200, 9_000, 200] },
      el(holder, { box: [0, 0, 200, 9_000] }, ...[0, 1, 2, 3, 4, 5].map((i) => shape(tag, i))),
    );
  const isUnloaded = (holder: string, tag: string): boolean =>
    outlineOf([scroller(holder, tag)]).some((line) => line.includes('not loaded'));
  expect([isUnloaded('div', 'div'), isUnloaded('svg', 'g')]).toEqual([true, false]);
});

test('of an id that a library counts up, the words behind the count say what a control is', () => {
  const option = (id: string): El => el('div', { role: 'option', attributes: { id } });
  const lines = outlineOf([option('react-aria2278771550-_r_6_-option-packages'), option('radix-:r1d:')]);
  expect(lines.join(' ')).toMatch(/\[1\]<div id=…option-packages> \[2\]<div id=radix-:r1d:>/);
});

test('a row whose pinned cells have an element of their own is one row, with the cells of both', () => {
  const row = (index: number, columns: number[]): El =>
    el(
      'div',
      { role: 'row', attributes: { 'aria-rowindex': String(index) } },
      ...columns.map((column) =>
        el('div', { role: 'gridcell', attributes: { 'aria-colindex': String(column) } }, `cell ${column}`),
      ),
    );
  const grid = (rows: number, columns: number): El =>
    el(
      'div',
      { role: 'grid', attributes: { 'aria-rowcount': String(rows), 'aria-colcount': String(columns) } },
      el('div', {}, row(1, [1]), row(2, [1])),
      el('div', {}, row(1, [2, 3]), row(2, [2, 3])),
    );
  const unloaded = (rows: number, columns: number): string | undefined =>
    outlineOf([grid(rows, columns)]).find((line) => line.includes('not loaded'));
  expect(unloaded(2, 3)).toBeUndefined();
  expect(unloaded(2, 4)).toContain('1 more column');
  expect(unloaded(4, 3)).toContain('2 more rows');
});

test('an item of a tree says how deep it is, by the items around it where the page does not', () => {
  const item = (name: string, ...inside: El[]): El =>
    el('li', { role: 'treeitem', name, attributes: { role: 'treeitem' } }, name, ...inside);
  const group = (...items: El[]): El => el('ul', { role: 'group' }, ...items);
  const tree = el('ul', { role: 'tree' }, item('src', group(item('lib', group(item('a.js'))))), item('docs'));
  expect(
    outlineOf([tree])
      .join(' ')
      .match(/<treeitem[^>]*>/g),
  ).toEqual(['<treeitem>', '<treeitem level=2>', '<treeitem level=3>', '<treeitem>']);
});
