import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { elementLabel } from '../../packages/sightline/src/render/explainNode.ts';
import { CapturedPage } from '../../packages/sightline/src/session/captured/CapturedPage.ts';
import { PageNode } from '../../packages/sightline/src/snapshot/Page.ts';
import { Flag } from '../../packages/sightline/src/snapshot/Snapshot.ts';
import { type El, el, snapshotOf } from '../support/page.ts';
import { outlineOf, sceneOf } from '../support/show.ts';

const button = (name: string): El => el('button', {}, name);
const div = (...children: (El | string)[]): El => el('div', {}, ...children);
const row = (...cells: (El | string)[]): El => el('tr', {}, ...cells.map((cell) => el('td', {}, cell)));
const header = (...names: string[]): El => el('tr', {}, ...names.map((name) => el('th', {}, name)));
const field = (): El => el('input', { flags: Flag.TabIndex });

/** `button (context)` of each control in the outline that has a context. */
const contextsOf = (...children: (El | string)[]): string[] =>
  outlineOf([el('main', {}, ...children)])
    .join(' ')
    .match(/\((?:in|row|item|article|option) "[^"]*"\)/g) ?? [];

/** The first match of a query, without its number. */
function firstMatch(words: string, ...children: (El | string)[]): string {
  const { text } = new CapturedPage(snapshotOf(children)).query({ text: words });
  return (text.split('\n')[1] ?? '').trim().replace(/^\[\d+\]/, '');
}

describe('an item is labelled by its first words that say which it is', () => {
  test('not by initials, a checkbox or a number of a line', () => {
    const people = ['Ada Lovelace', 'Anna Lind'].map((name, i) =>
      row(el('input', { role: 'checkbox', name: 'Select' }), 'AL', String(i + 1), name, button('Edit')),
    );
    expect(contextsOf(el('table', {}, ...people))).toEqual(['(row "Ada Lovelace")', '(row "Anna Lind")']);
  });

  test('not by how long ago it changed', () => {
    const files = [
      ['17m ago', 'report.ipynb'],
      ['an hour ago', 'sales.csv'],
      ['just now', 'notes.md'],
    ].map(([ago = '', name = '']) => el('li', {}, el('i', {}, ago), div(name), button('Open')));
    expect(contextsOf(el('ul', {}, ...files))).toEqual([
      '(item "report.ipynb")',
      '(item "sales.csv")',
      '(item "notes.md")',
    ]);
  });

  test('by those where it has no others', () => {
    expect(contextsOf(el('table', {}, row(button('Edit'), 'AL'), row(button('Edit'), 'JB')))).toEqual([
      '(row "AL")',
      '(row "JB")',
    ]);
  });

  test('not by words that are the same for all of them', () => {
    const hits = (): El[] => ['Beacon', 'Lighthouse'].map((name) => div(el('a', {}, name)));
    const list = (title: string): El[] => [el('p', {}, title), div(...hits())];
    expect(contextsOf(...list('Title matches'), ...list('All matches'))).toEqual([]);
  });

  test('each of a thousand rows with the same words is compared with the rows beside it only', () => {
    const contains = vi.spyOn(PageNode.prototype, 'contains');
    onTestFinished(() => contains.mockRestore());
    const compared = (rows: number): number => {
      contains.mockClear();
      const items = Array.from({ length: rows }, () => div(el('li', {}, 'Draft', button('Open'))));
      contextsOf(el('div', { role: 'list' }, ...items));
      return contains.mock.calls.length;
    };
    expect(compared(1_000)).toBeLessThan(3 * compared(500));
  });

  test('a day of a month by no other day', () => {
    const week = (...days: string[]): El => row(...days.map((day) => button(day)));
    expect(contextsOf(el('table', {}, week('29', '30', '1'), week('2', '30', '1')))).toEqual([]);
    const month = (name: string): El => div(el('p', {}, name), el('table', {}, week('7', '8', '9')));
    expect(contextsOf(month('Feb 2027'), month('Mar 2027'))).toEqual([]);
    expect(firstMatch('9', month('Feb 2027'), month('Mar 2027'))).toBe('<button>9 (after "Feb 2027")');
  });

  const card = (id: string, title: string): El => div(el('span', {}, id), div(title), button('Move'));

  test('a card by its own title, the only one of a column too', () => {
    const lanes = [
      div(div('To do'), card('7', 'Write'), card('8', 'Call the bank')),
      div(div('Done'), card('9', 'Pay the bill')),
    ];
    expect(contextsOf(...lanes)).toEqual(['(in "Write")', '(in "Call the bank")', '(in "Pay the bill")']);
  });

  test('cards of one title by their column', () => {
    const lanes = [
      div(div('To do'), card('7', 'Write'), card('8', 'Call the bank')),
      div(div('Done'), card('9', 'Call the bank')),
    ];
    expect(contextsOf(...lanes).at(-1)).toBe('(in "Call the bank, Done")');
  });
});

describe('a field without a name in a table', () => {
  const parameters = el(
    'table',
    {},
    header('Name', 'Description'),
    row(div(div('draft *'), div('boolean')), div(div('Only drafts'), el('select', {}))),
    row(div(div('limit'), div('integer')), div(div('How many to return'), field())),
  );

  test('is named by the head of its row', () => {
    expect(firstMatch('draft', parameters)).toContain('(row "draft")');
    expect(firstMatch('limit', parameters)).toContain('(row "limit")');
  });

  const prices = el(
    'table',
    {},
    header('Article', 'Net price', 'Stock'),
    row('Desk lamp', field(), field()),
    row('Office chair', field(), field()),
  );

  test('and of its column, where the row has several', () => {
    expect(firstMatch('stock office chair', prices)).toContain('(cell "Office chair, Stock")');
    expect(firstMatch('net price', prices)).toContain('(cell "Desk lamp, Net price")');
  });

  test('which the outline does not repeat beside the cells', () => {
    expect(contextsOf(prices)).toEqual([]);
  });
});

describe('a switch or a checkbox without a name in a table', () => {
  const mark = (role: string): El => el('span', { role, attributes: { role }, flags: Flag.TabIndex });
  const rules = el(
    'table',
    {},
    header('', 'Rule', 'On', 'Mail'),
    row(mark('checkbox'), 'Backup', mark('switch'), mark('checkbox')),
    row(mark('checkbox'), 'Notify', mark('switch'), mark('checkbox')),
  );

  test('is found by the heads of its row and column', () => {
    expect(firstMatch('backup on', rules)).toContain('<switch> (cell "Backup, On")');
    expect(firstMatch('notify mail', rules)).toContain('<checkbox> (cell "Notify, Mail")');
  });

  test('before the head of its row is called as that row', () => {
    expect(contextsOf(rules)).toEqual(['(row "Backup")', '(row "Notify")']);
  });

  test('is called so by what was done to it', () => {
    const context = sceneOf([rules]);
    const switches = context.pageState.page.nodes.filter(({ role }) => role === 'switch');
    expect(switches.map((one) => elementLabel(one, context).replace(/^\[\d+\]/, ''))).toEqual([
      '<switch> (cell "Backup, On")',
      '<switch> (cell "Notify, On")',
    ]);
  });
});
