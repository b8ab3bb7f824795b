import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test, vi } from 'vitest';
import {
  FIRST_LOOK_TOKENS,
  renderFirstLook,
} from '../../packages/sightline/src/render/firstLook/renderFirstLook.ts';
import type { PageNode } from '../../packages/sightline/src/snapshot/Page.ts';
import { Flag } from '../../packages/sightline/src/snapshot/Snapshot.ts';
import { type El, el } from '../support/page.ts';
import { sceneOf } from '../support/show.ts';

const links = (count: number, word: string, current = -1): El[] =>
  Array.from({ length: count }, (_, i) =>
    el(
      'li',
      {},
      el('a', { attributes: i === current ? { 'aria-current': 'page' } : {} }, `${word} ${i + 1}`),
    ),
  );

const firstLook = (children: (El | string)[], maxTokens?: number): string =>
  renderFirstLook(sceneOf(children, {}, { scroll: { x: 0, y: 0, width: 1280, height: 6000 } }), { maxTokens })
    .text;

const banner = el(
  'header',
  {},
  el('a', {}, 'Acme'),
  el('input', { role: 'searchbox', name: 'Search' }),
  ...links(4, 'Tool'),
);
const navigation = el(
  'nav',
  { attributes: { 'aria-label': 'Primary' } },
  el('ul', {}, ...links(30, 'Section', 2)),
);
const footer = el('footer', {}, ...links(12, 'Imprint'));
const fields = Array.from({ length: 60 }, (_, i) =>
  el('p', {}, `What field ${i} is for `, el('input', { name: `Field ${i}` })),
);

describe('a first look', () => {
  test('is all of a page that fits, as an outline without a head', () => {
    const page = [
      el('nav', {}, ...links(4, 'Page')),
      el('main', {}, el('h1', {}, 'Hi'), el('button', {}, 'Go')),
    ];
    expect(firstLook(page).split('\n')).toEqual([
      'NAV:',
      ' [1]<a>Page 1 [2]<a>Page 2 [3]<a>Page 3 [4]<a>Page 4',
      'MAIN:',
      ' # Hi',
      ' [5]<button>Go',
    ]);
  });

  test('spends its tokens on what the page is about, and names the headings after a cut', () => {
    const prose = el('p', {}, 'A pod is a group of containers. '.repeat(20));
    const picture = el('img', { name: 'A diagram', attributes: { alt: 'A diagram' } });
    const main = el(
      'main',
      {},
      el('h1', {}, 'Pods'),
      prose,
      picture,
      el('h2', {}, 'Create'),
      ...fields,
      el('h2', {}, 'Delete'),
      el('button', {}, 'Remove'),
    );
    const text = firstLook([banner, navigation, main, footer], 240);
    expect(text.split('\n')).toEqual([
      'BANNER (5 links, 1 field, field [1] "Search")',
      'NAV: "Primary" (30 links, current [2] "Section 3")',
      'MAIN:',
      ' # Pods',
      ' A pod is a group of containers. A pod is a group of containers. A pod is a group of containers. A pod is a group of containers. A pod is a group of containers.…',
      ' ## Create',
      ' What field 0 is for [3]<input>Field 0',
      ' What field 1 is for [4]<input>Field 1',
      ' What field 2 is for [5]<input>Field 2',
      ' ## Delete',
      ' (58 more elements: get_region MAIN full)',
      'CONTENTINFO (12 links)',
    ]);
    expect(countTokens(text)).toBeLessThanOrEqual(240);
  });

  test('shows a list of links beside the content as one line, with its number', () => {
    const list = el(
      'div',
      { box: [0, 100, 300, 2000] },
      el('h2', {}, 'Objects'),
      el('ul', {}, ...links(80, 'Object', 2)),
    );
    const content = el('div', { box: [320, 100, 900, 2000] }, el('h1', {}, 'Pods'), ...fields);
    const text = firstLook([el('div', { box: [0, 100, 1280, 2000] }, list, content)]);
    expect(text).toContain(
      '\n side list "Objects" [1] (80 links: "Object 1", "Object 2", "Object 3"…, current [2] "Object 3")\n # Pods\n',
    );
  });

  test('shows a palette of boxes beside the workspace as one line', () => {
    const tool = (i: number): El =>
      el('div', { name: `Tool ${i}`, flags: Flag.Listener, attributes: { '.cursor': 'move' } }, `Tool ${i}`);
    const palette = el('div', { box: [0, 0, 180, 700] }, ...Array.from({ length: 40 }, (_, i) => tool(i)));
    const workspace = el('div', { box: [180, 0, 900, 700] }, el('button', {}, 'Flow 1'), ...fields);
    const look = (list: El): string => firstLook([el('div', { box: [0, 0, 1280, 700] }, list, workspace)]);
    const searched = el('input', { role: 'searchbox', name: 'Filter', attributes: { '.value': 'Tool' } });
    const found = el(
      'div',
      { box: [0, 0, 180, 700] },
      searched,
      ...Array.from({ length: 13 }, (_, i) => tool(i)),
    );
    expect(look(found)).toContain('Tool 12');
    expect(look(palette).split('\n')[1]).toBe(' side list [1] (40 elements: "Tool 0", "Tool 1", "Tool 2"…)');
  });

  test('shows small regions, and counts what others hold, once with the call', () => {
    const section = (name: string, count: number): El =>
      el(
        'section',
        { role: 'region', name },
        ...Array.from({ length: count }, (_, i) => el('p', {}, el('input', { name: `${name} ${i}` }))),
      );
    const main = el(
      'main',
      {},
      ...['Address', 'Payment', 'Delivery'].map((name) => section(name, 60)),
      section('Notes', 1),
    );
    expect(firstLook([main], 140).split('\n')).toEqual([
      'MAIN:',
      ' REGION: "Address"',
      '  [1]<input>Address 0  …',
      '  (59 more elements: get_region REGION:Address full)',
      ' REGION: "Payment" (60 elements)',
      ' REGION: "Delivery" (60 elements)',
      ' REGION: "Notes"',
      '  [2]<input>Notes 0',
    ]);
  });

  test('keeps a list of records beside a reading pane: it is what the page is about', () => {
    const messages = Array.from({ length: 30 }, (_, i) =>
      el(
        'li',
        {},
        el(
          'a',
          {},
          el('b', {}, `Ada Lovelace ${i}`),
          el('span', {}, 'About the engine'),
          el('span', {}, 'It weaves algebraical patterns'),
        ),
      ),
    );
    const list = el('ul', { box: [0, 100, 300, 2000] }, ...messages);
    const pane = el('div', { box: [320, 100, 900, 2000] }, el('h1', {}, 'Message'), ...fields);
    expect(firstLook([el('div', { box: [0, 100, 1280, 2000] }, list, pane)])).not.toContain('side list');
  });

  test('shows the controls of a form before what explains them, and the button that submits it wherever it is cut', () => {
    const form = (count: number): El =>
      el(
        'form',
        {},
        ...Array.from({ length: count }, (_, i) => [
          el('p', {}, el('input', { name: `Field ${i}` })),
          el('p', {}, `Help text of field ${i}`),
        ]).flat(),
        el('p', {}, el('input', { role: 'button', name: 'Save', attributes: { type: 'submit' } })),
      );
    const look = (count: number): string =>
      firstLook([el('main', {}, el('h1', {}, 'Change'), form(count))], 240);
    const short = look(14);
    expect(short).toContain('Field 13');
    expect(short).toContain('Save');
    expect(short).toContain('Help text of field 0');
    expect(short).not.toContain('Help text of field 13');
    expect(look(90)).toContain('Save');
  });

  const handle = (cursor = 'col-resize'): El =>
    el('div', { flags: Flag.Listener, attributes: { '.cursor': cursor } });

  test('counts the handles to resize at the end of their region, and writes one that is alone', () => {
    const corners = ['nw', 'ne', 'sw', 'se'].map((side) => handle(`${side}-resize`));
    const dialog = el('main', {}, el('h1', {}, 'Filter'), el('input', { name: 'Value' }), ...corners);
    expect(firstLook([dialog, el('footer', {}, handle())]).split('\n')).toEqual([
      'MAIN:',
      ' # Filter',
      ' [1]<input>Value',
      ' (4 more elements, handles to resize: get_region MAIN full)',
      'CONTENTINFO:',
      ' [2]<div cursor=col-resize>',
    ]);
  });

  test('leaves the words beside handles to resize, which may begin a line', () => {
    const head = (name: string): El => el('div', { role: 'columnheader' }, name, handle());
    const columns = el('div', { role: 'row' }, head('Name'), head('Team'));
    const inline = el('span', { flags: Flag.Listener, attributes: { '.cursor': 'ew-resize' } });
    const lines = firstLook([el('main', {}, columns, el('p', {}, 'Total', inline, '(of all)'))]).split('\n');
    expect(lines.slice(1, 3)).toEqual([' Name | Team', ' Total (of all)']);
  });

  test('shows what else there is before a toolbar of icons', () => {
    const tools = Array.from({ length: 24 }, (_, i) =>
      el('button', { name: `Apply style ${i} to the selection`, attributes: { title: 'Style' } }),
    );
    const editor = [el('div', {}, ...tools), el('input', { name: 'Title' }), el('button', {}, 'Publish')];
    const text = firstLook([el('main', {}, el('h1', {}, 'Edit'), ...editor)], 120);
    expect(text).toMatch(/<input>Title \[\d+\]<button>Publish/);
    expect(text).toMatch(/\(\d+ more elements: /);
    expect(firstLook([el('main', {}, el('h1', {}, 'Edit'), ...editor)])).toContain('style 23');
  });

  test('shows what the parts of a page hold before the toolbar of one, whatever else stands in that', () => {
    const tool = (i: number): El =>
      el(
        'p',
        {},
        el('button', { name: `Apply style ${i} to the selection`, attributes: { title: 'Style' } }),
      );
    const tools = Array.from({ length: 8 }, (_, i) => tool(i));
    const toolbar = el('div', { role: 'toolbar' }, ...tools, el('button', {}, 'Kernel'));
    const cells = el('section', { role: 'region', name: 'Cells' }, el('p', {}, 'rate = 0.035 '.repeat(4)));
    const text = firstLook([el('main', {}, el('div', {}, toolbar), cells)], 110);
    expect(text).toContain('Kernel');
    expect(text).toContain('rate = 0.035');
    expect(text).not.toContain('style 7');
  });

  test('shows what else there is before arrows that open what the button before them opens', () => {
    const operation = (i: number): El =>
      el(
        ['div', 'article', 'form'][i % 3] as string,
        {},
        el(
          'button',
          { name: `GET /boats/${i} One boat`, flags: Flag.Block, attributes: { 'aria-expanded': 'false' } },
          `GET /boats/${i} One boat`,
        ),
        el('button', {
          flags: Flag.Block,
          name: `get \u{200b}/boats/${i}`,
          attributes: { 'aria-expanded': 'false', 'aria-label': `get /boats/${i}` },
        }),
      );
    const text = firstLook([el('main', {}, ...Array.from({ length: 12 }, (_, i) => operation(i)))], 280);
    expect(text).toContain('<button collapsed>GET /boats/11 One boat');
    expect(text).not.toContain('get /boats/11');
    expect(text).toMatch(/\(1[0-2] more elements: get_region MAIN full\)/);
  });

  test('shows pictures that are links in their place: they are no toolbar', () => {
    const photos = Array.from({ length: 8 }, (_, i) =>
      el('a', { name: `Photo ${i}`, box: [0, i * 200, 300, 200], attributes: { href: `/photos/${i}` } }),
    );
    const print = Array.from({ length: 12 }, (_, i) =>
      el('p', {}, `Sentence ${i} of what few people read of a page`),
    );
    const text = firstLook(
      [el('main', {}, el('h1', {}, 'Harbour'), el('div', {}, ...photos), ...print)],
      160,
    );
    expect(text).toContain('Photo 7');
    expect(text).toMatch(/\(\d+ more lines: /);
  });

  test('of thousands of icons looks through their box once', () => {
    const tools = Array.from({ length: 6_000 }, (_, i) => el('button', { name: `Tool ${i}` }));
    const scene = sceneOf([el('main', {}, el('h1', {}, 'Edit'), el('div', {}, ...tools))]);
    const { nodes } = scene.pageState.page;
    const slice = vi.spyOn(nodes as PageNode[], 'slice');
    renderFirstLook(scene, { maxTokens: 300 });
    expect(slice.mock.calls.length).toBeLessThan(1_000);
  });

  test('shows the rows of a table before the controls that filter its columns', () => {
    const row = (...cells: (El | string)[]): El => el('tr', {}, ...cells.map((cell) => el('td', {}, cell)));
    const columns = Array.from({ length: 8 }, (_, i) => `Column ${i}`);
    const filters = columns.map((name) => el('input', { name: `${name} Filter Input` }));
    const heads = el('tr', {}, ...columns.map((name) => el('th', { role: 'columnheader' }, name)));
    const rows = Array.from({ length: 7 }, (_, i) => row(...columns.map((_, at) => `r${i}c${at}`)));
    const table = el('table', {}, heads, row(...filters), ...rows);
    const text = firstLook([table], 160);
    expect(text).toContain('r0c7');
    expect(text).not.toContain('Filter Input');
    expect(firstLook([table])).toContain('Column 7 Filter Input');
  });

  test('shows the first rows of a long table behind many filters', () => {
    const row = (i: number): El =>
      el(
        'tr',
        {},
        el('td', {}, el('a', { attributes: { title: 'Open the ticket' } }, `#${i}`)),
        el('td', {}, `Crane ${i} is stuck in the frost`),
      );
    const heads = el(
      'tr',
      {},
      el('th', { role: 'columnheader' }, 'Ticket'),
      el('th', { role: 'columnheader' }, 'Summary'),
    );
    const table = el('table', {}, heads, ...Array.from({ length: 30 }, (_, i) => row(i)));
    const lines = firstLook(
      [el('main', {}, el('h1', {}, 'Tickets'), el('form', {}, ...fields), table)],
      200,
    ).split('\n');
    expect(lines.slice(-4)).toEqual([
      ' Ticket | Summary',
      expect.stringMatching(/^ \[\d+\]<a>#0 \| Crane 0 is stuck in the frost$/),
      expect.stringMatching(/^ \[\d+\]<a>#1 \| Crane 1 is stuck in the frost$/),
      expect.stringMatching(/^ \(\d+ more elements: /),
    ]);
  });

  test.each([
    ['stands above the table', {}, {}],
    ['controls it', { 'aria-controls': 'people' }, { id: 'people' }],
  ])('keeps the field that searches a table: it %s', (how, control, attributes) => {
    const row = (i: number): El =>
      el('tr', {}, el('td', {}, `Person ${i} of the northern office`), el('td', {}, 'Oslo'));
    const table = el('table', { attributes }, ...Array.from({ length: 40 }, (_, i) => row(i)));
    const search = el(
      'p',
      {},
      el('input', { role: 'searchbox', name: 'Search people', attributes: control }),
    );
    const prose = Array.from({ length: 30 }, (_, i) => el('p', {}, `${i} people work in the office of ${i}`));
    const others = Array.from({ length: 9 }, (_, i) =>
      el('p', {}, el('button', {}, `Another thing to do with the people here ${i}`)),
    );
    const page = [
      ...others,
      search,
      ...(how === 'controls it' ? [el('h2', {}, 'People')] : []),
      el('main', {}, table, ...prose),
    ];
    const text = firstLook([banner, ...page], 200);
    expect(text).toMatch(/\[\d+\]<input>Search people/);
    expect(countTokens(text)).toBeLessThanOrEqual(200);
  });

  const day = (number: number): El =>
    el('td', { name: String(number), flags: Flag.Listener }, String(number));

  test('tells days of other months from those of this one, and cuts no calendar for the rows of the next', () => {
    const numbers = [30, 31, ...Array.from({ length: 30 }, (_, i) => i + 1), 1, 2, 3];
    const month = (): El =>
      el(
        'table',
        {},
        ...Array.from({ length: 5 }, (_, i) => el('tr', {}, ...numbers.slice(7 * i, 7 * i + 7).map(day))),
      );
    const lines = firstLook([month()]).split('\n');
    expect(lines[1]).toContain('[1]<td month=previous>30 [2]<td month=previous>31 [3]<td>1 ');
    expect(lines[2]).toMatch(/^ \[\d+\]<td>6 … \[\d+\]<td>26 \(19 more elements/);
    expect(lines[3]).toMatch(/<td>30 \[\d+\]<td month=next>1 \[\d+\]<td month=next>2 /);
    expect(firstLook([month(), month()], 110).split('>30 ')).toHaveLength(2);
    const table = el('table', {}, ...[1, 2, 3, 5].map((number) => el('tr', {}, day(number))));
    expect(firstLook([table])).not.toContain('month');
  });

  test('costs no more than its budget', () => {
    const page = [banner, navigation, el('main', {}, ...fields, ...fields), footer];
    expect(countTokens(firstLook(page))).toBeLessThanOrEqual(FIRST_LOOK_TOKENS);
    expect(countTokens(firstLook(page, 80))).toBeLessThanOrEqual(80);
  });
});
