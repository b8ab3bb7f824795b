import { describe, expect, test } from 'vitest';
import { byDocument } from '../../packages/sightline/src/script/locators/within.ts';
import { extractTable, findTables } from '../../packages/sightline/src/search/tables/extractTable.ts';
import { renderTable } from '../../packages/sightline/src/search/tables/renderTable.ts';
import type { PageNode } from '../../packages/sightline/src/snapshot/Page.ts';
import { Flag } from '../../packages/sightline/src/snapshot/Snapshot.ts';
import { byId, type El, el, type Facts, pageOf } from '../support/page.ts';
import { flatOf, outlineOf, sceneOf } from '../support/show.ts';

type Place = [x: number, y: number, width: number, height: number];

const at = (x: number, y: number, text: string, facts: Facts = {}): El =>
  el('div', { box: [x, y, 100, 20], ...facts }, text);
const absolute = { flags: Flag.Absolute };
const out = (x: number, y: number, text: string): El => at(x, y, text, absolute);

/** A row of a grid that places its rows one by one. */
function row(index: number, box: Place, cells: El[]): El {
  return el('div', { role: 'row', box, ...absolute, attributes: { 'aria-rowindex': `${index}` } }, ...cells);
}

const cell = (column: number, text: El | string, role = 'gridcell'): El =>
  el('span', { role, box: [column * 60, 0, 60, 20], attributes: { 'aria-colindex': `${column}` } }, text);

/** A body of runs whose rows were sorted after they were made: shown first, second, third. */
const body = (x: number, cellsOf: (name: string) => El[]): El =>
  el(
    'div',
    { box: [x, 20, 200, 60] },
    row(4, [x, 60, 200, 20], cellsOf('third')),
    row(2, [x, 20, 200, 20], cellsOf('first')),
    row(3, [x, 40, 200, 20], cellsOf('second')),
  );
const header = (x: number, cells: El[]): El => el('div', {}, row(1, [x, 0, 200, 20], cells));

const AUC: Record<string, string> = { first: '0.9', second: '0.8', third: '0.7' };

/** Pinned columns stand in a header and a body of their own. */
const grid = (attributes: Record<string, string> = {}): El =>
  el(
    'div',
    { role: 'treegrid', name: 'Runs', attributes },
    header(0, [cell(2, 'Run', 'columnheader'), cell(1, 'Pin', 'columnheader')]),
    header(200, [cell(3, 'AUC', 'columnheader')]),
    body(0, (name) => [cell(2, name), cell(1, el('button', {}, `Pin ${name}`))]),
    body(200, (name) => [cell(3, AUC[name] as string)]),
  );

function tableOf(children: El[]): string[] {
  const scene = sceneOf(children);
  const node = findTables(scene.pageState)[0] as PageNode;
  return renderTable(extractTable(node, scene.pageState), scene).text.split('\n');
}

describe('the order in which siblings are seen', () => {
  test('rows and cells of a grid, with pinned columns in the same line', () => {
    expect(flatOf([grid()])).toEqual([
      'Pin | Run | AUC',
      '[1]<button>Pin first | first | 0.9',
      '[2]<button>Pin second | second | 0.8',
      '[3]<button>Pin third | third | 0.7',
    ]);
  });

  test('rows and cells that take the focus, with pinned columns in the same line', () => {
    const flags = Flag.Absolute | Flag.TabIndex;
    const focusable = (role: string, y: number, text: El | string): El =>
      el(
        'div',
        { role, flags, box: [0, y, 60, 20], attributes: { tabindex: '0', 'aria-rowindex': `${y}` } },
        text,
      );
    const part = (texts: string[]): El =>
      el('div', {}, ...texts.map((text, i) => focusable('row', 20 * i + 20, focusable('gridcell', 0, text))));
    const pinned = el('div', { role: 'grid' }, part(['first', 'second']), part(['0.9', '0.8']));
    expect(flatOf([pinned])).toEqual([
      '[1]<div> [2]<div>first | [3]<div> [4]<div>0.9',
      '[5]<div> [6]<div>second | [7]<div> [8]<div>0.8',
    ]);
  });

  test('a table has the heads over their own cells, and says which rows it has', () => {
    const rows = [
      '| Pin | Run | AUC |',
      '| --- | --- | --- |',
      '| [1]<button>Pin first | first | 0.9 |',
      '| [2]<button>Pin second | second | 0.8 |',
      '| [3]<button>Pin third | third | 0.7 |',
    ];
    expect(tableOf([grid()])).toEqual(['Table "Runs", rows 1-3 of 3:', ...rows]);
    expect(tableOf([grid({ 'aria-rowcount': '201' })]).at(-1)).toBe(
      '(these are rows 1 to 3 of 200: scroll for the others, or read_table 4 all)',
    );
  });

  test('a cell that is not loaded leaves its column empty', () => {
    const sparse = el(
      'div',
      { role: 'grid' },
      header(0, [cell(1, 'Run', 'columnheader'), cell(5, 'AUC', 'columnheader')]),
      el('div', {}, row(2, [0, 20, 200, 20], [cell(5, '0.9')])),
    );
    expect(tableOf([sparse]).slice(1)).toEqual(['| Run | AUC |', '| --- | --- |', '|  | 0.9 |']);
  });

  test('lines of code by their place, whatever their order in the document', () => {
    const line = (y: number, text: string): El => at(0, y, text, absolute);
    const empty = el('div', { box: [0, 20, 0, 20], attributes: { id: 'empty' }, ...absolute });
    const code = el('div', {}, line(60, 'c'), empty, line(0, 'a'), line(40, 'b'));
    expect(flatOf([code])).toEqual(['a', 'b', 'c']);
    const [a, gap] = [pageOf([code]), pageOf([code])].map((page, i) =>
      i === 0 ? page.nodes.findIndex(({ text }) => text === 'a') : byId(page, 'empty').index,
    ) as [number, number];
    expect(gap - a).toBe(1);
  });

  test('lines of several, but not what runs from right to left as a whole', () => {
    const wrapped = el('div', {}, out(100, 0, 'b'), out(0, 20, 'c'), out(0, 0, 'a'), out(100, 20, 'd'));
    expect(flatOf([wrapped])).toEqual(['a', 'b', 'c', 'd']);
    expect(flatOf([el('div', {}, out(200, 0, 'a'), out(100, 0, 'b'), out(0, 0, 'c'))])).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  test.each([
    ['boxes that overlap', [out(0, 10, 'a'), out(0, 0, 'b')]],
    ['a column that flows upwards', [at(0, 20, 'a'), at(0, 0, 'b')]],
    ['other tags', [at(0, 20, 'a'), el('h2', { box: [0, 0, 100, 20] }, 'b')]],
    ['one that is out of the flow', [at(0, 20, 'a'), at(0, 0, 'b', absolute)]],
    ['one that sticks', [at(0, 20, 'a'), at(0, 0, 'b', { flags: Flag.Sticky })]],
    ['words between them', [at(0, 20, 'a'), 'words', at(0, 0, 'b')]],
  ])('%s: as in the document', (_, children) => {
    const lines = flatOf([el('div', {}, ...children)]).join();
    expect(lines.indexOf('a')).toBeLessThan(lines.indexOf('b'));
  });

  test.each([
    ['from left to right', 'ltr', [at(200, 0, 'b'), at(0, 0, 'a'), at(0, 20, 'c')]],
    ['from right to left', 'rtl', [at(0, 0, 'b'), at(200, 0, 'a'), at(0, 20, 'c')]],
    ['upwards', 'ltr', [at(0, 40, 'c'), at(0, 20, 'b'), at(0, 0, 'a')]],
    ['in columns from the right', 'ltr vertical-rl', [at(200, 40, 'b'), at(200, 0, 'a'), at(0, 0, 'c')]],
    ['in columns from the left', 'ltr vertical-lr', [at(0, 40, 'b'), at(0, 0, 'a'), at(200, 0, 'c')]],
    ['in columns that run upwards', 'ltr sideways-lr', [at(0, 0, 'b'), at(0, 40, 'a'), at(200, 0, 'c')]],
    ['of several tags', 'ltr', [at(0, 20, 'b'), el('h2', { box: [0, 0, 100, 20] }, 'a'), at(0, 40, 'c')]],
  ])('items that a flex or grid container places %s', (_, direction, children) => {
    const items = el('div', { attributes: { '.order': direction } }, ...children);
    expect(flatOf([items]).join().replace(/^#+ /, '')).toBe('a,b,c');
  });

  test('landmarks stay where the page has them, wherever they are placed', () => {
    const main = el('main', { role: 'main', box: [0, 0, 100, 20] }, 'a');
    const page = el('div', { attributes: { '.order': 'ltr' } }, at(0, 20, 'b'), main);
    expect(flatOf([page])).toEqual(['b', 'a']);
  });

  test('where boxes overlap, by the numbers that the page gives', () => {
    const option = (position: number, text: string): El =>
      at(0, 0, text, { role: 'option', attributes: { 'aria-posinset': `${position}` } });
    const list = el('div', { role: 'listbox' }, option(3, 'c'), option(1, 'a'), option(2, 'b'));
    expect(flatOf([list])).toEqual(['[1]<div> [2]<div>a [3]<div>b [4]<div>c']);
  });

  test('parts of a grid that lie over each other: heads come first, in lines and tables', () => {
    const line = (index: number, y: number, cells: El[]): El =>
      el('div', { role: 'row', box: [0, y, 200, 20], attributes: { 'aria-rowindex': `${index}` } }, ...cells);
    const covered = { box: [0, 0, 200, 20] as Place, flags: Flag.VisibilityHidden };
    const part = (box: Place, rows: El[]): El => el('div', { box }, el('div', { box }, ...rows));
    const runs = Array.from({ length: 14 }, (_, at) => at + 1).map((i) =>
      line(i + 1, i * 20, [cell(2, `run ${i}`), cell(3, '')]),
    );
    const names = Array.from({ length: 12 }, (_, at) => at + 1).map((i) =>
      line(i + 1, i * 20, [cell(1, `${i}`, 'rowheader')]),
    );
    const layered = el(
      'div',
      { role: 'treegrid' },
      part(
        [0, 0, 200, 300],
        [el('div', { role: 'row', ...covered, attributes: { 'aria-rowindex': '1' } }), ...runs],
      ),
      part([0, 0, 200, 20], [line(1, 0, [cell(2, 'Name', 'columnheader'), cell(3, 'Note', 'columnheader')])]),
      part([0, 0, 60, 260], names),
    );
    expect(flatOf([layered]).slice(0, 2)).toEqual(['Name | Note', '1 | run 1 |']);
    expect(outlineOf([el('main', {}, layered)]).filter((text) => text.includes('like these'))).toEqual([
      ' (11 more rows like these: get_region MAIN full)',
    ]);
    expect(tableOf([layered]).slice(1, 4)).toEqual([
      '| column 1 | Name | Note |',
      '| --- | --- | --- |',
      '| 1 | run 1 |  |',
    ]);
  });

  test('bodies that count their rows anew, one below the other, stay as they are', () => {
    const body = (y: number, texts: string[]): El =>
      el(
        'div',
        { role: 'rowgroup', box: [0, y, 200, 20 * texts.length] },
        ...texts.map((text, i) =>
          el(
            'div',
            { role: 'row', box: [0, y + i * 20, 200, 20], attributes: { 'aria-rowindex': `${i + 1}` } },
            cell(1, text),
            cell(2, 'x'),
          ),
        ),
      );
    const groups = el('div', { role: 'grid' }, body(0, ['a', 'b', 'c']), body(60, ['d', 'e']));
    expect(flatOf([groups])).toEqual(['a', 'b', 'c', 'd', 'e'].map((text) => `${text} | x`));
  });

  test('locators count in the order of the document', () => {
    const page = pageOf([
      el(
        'div',
        {},
        at(0, 20, 'b', { ...absolute, attributes: { id: 'b' } }),
        at(0, 0, 'a', { ...absolute, attributes: { id: 'a' } }),
      ),
    ]);
    const [a, b] = [byId(page, 'a'), byId(page, 'b')];
    expect(a.index).toBeLessThan(b.index);
    expect(byDocument([a, b])).toEqual([b, a]);
  });
});
