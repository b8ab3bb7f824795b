import { describe, expect, test } from 'vitest';
import { diffPages } from '../../packages/sightline/src/diff/diffPages.ts';
import { Fingerprinter } from '../../packages/sightline/src/identity/Fingerprinter.ts';
import { rematch } from '../../packages/sightline/src/identity/rematch.ts';
import { renderOutline } from '../../packages/sightline/src/render/renderOutline.ts';
import { isRelativeTime, withoutRelativeTimes } from '../../packages/sightline/src/snapshot/relativeTime.ts';
import { Flag, type Snapshot } from '../../packages/sightline/src/snapshot/Snapshot.ts';
import { computeVisibility } from '../../packages/sightline/src/visibility/computeVisibility.ts';
import { readInnerText } from '../../packages/sightline/src/visibility/readText.ts';
import { byId, type El, el, pageOf, snapshotOf } from '../support/page.ts';
import { outlineOf, sceneFrom, sceneOf } from '../support/show.ts';

// Widgets that applications are made of: what a small library does on thousands of sites.

describe('a time that goes on', () => {
  test.each([
    ['15 seconds ago', ''],
    ['Updated 3 minutes ago by Ann', 'Updated by Ann'],
    ['just now', ''],
    ['vor 3 Minuten', ''],
    ['3 分钟前', ''],
    ['Order 1042', 'Order 1042'],
    ['Chicago', 'Chicago'],
    ['30 min massage', '30 min massage'],
  ])('%s', (words, rest) => {
    expect(withoutRelativeTimes(words)).toBe(rest);
  });

  test('a duration alone is a time too', () => {
    expect(['5 min', 'yesterday', '2h ago', 'Monday'].map(isRelativeTime)).toEqual([true, true, true, false]);
  });

  test.each([
    [
      'a checkbox beside it',
      () => el('input', { role: 'checkbox', name: 'Select' }),
      '3 minutes ago',
      '4 minutes ago',
    ],
    [
      'a link to a place of the application',
      () => el('a', { attributes: { href: '#/runs/7' } }, 'run 7'),
      'just now',
      '1 minute ago',
    ],
  ])('is no identity: %s stays what it was', (_, control, was, is) => {
    const list = (time: string): El =>
      el(
        'ul',
        {},
        ...['a', 'b', 'c'].map((name) =>
          el('li', {}, name === 'b' ? { ...control(), id: 77 } : el('b', {}, name), el('i', {}, time)),
        ),
      );
    const [before, after] = [pageOf([list(was)]), pageOf([list(is)])].map(
      (page) => new Fingerprinter(computeVisibility(page)),
    ) as [Fingerprinter, Fingerprinter];
    const node = before.visibility.page.nodes.find(({ id }) => id === 77);
    expect(node && rematch(before.of(node), after).kind).toBe('same');
  });
});

test('what was behind something shows its new value and words as it comes out', () => {
  const page = (cover: El[], value: string, words: string): El[] => [
    el('input', { id: 50, name: 'Result', box: [0, 0, 300, 60], attributes: { '.value': value } }),
    el('p', { id: 51, box: [0, 60, 300, 20] }, words),
    ...cover,
  ];
  const cover = el('div', { flags: Flag.Paints | Flag.Absolute, layer: 5, box: [0, 0, 300, 100] }, 'Error');
  const states = [page([cover], '', 'nothing'), page([], 'good', 'all done')].map(
    (children) => sceneOf(children).pageState,
  );
  const { uncovered, changed, appeared } = diffPages(...(states as [never, never]));
  expect(uncovered.map(({ id }) => id)).toEqual([50]);
  expect(changed.map(({ changes }) => changes)).toEqual([[{ fact: 'value', was: '', is: 'good' }]]);
  expect(appeared.flatMap(({ items }) => items.map(({ text }) => text))).toEqual(['all done']);
});

describe('what lies over and under', () => {
  const hit = { flags: Flag.Hit };
  const dialog = (facts = {}): El =>
    el(
      'div',
      { role: 'dialog', name: 'Tour', flags: Flag.Fixed, box: [80, 80, 200, 100], ...facts },
      el('button', hit, 'Got it'),
    );
  const linesOf = (...children: El[]): string[] => outlineOf(children);
  const through = Flag.NoPointerEvents;

  test('a modal by the mouse, which the body lets through', () => {
    const page = el('main', { box: [0, 0, 600, 400] }, el('button', { flags: through }, 'Filters'), 'Words');
    const lines = [page, dialog()];
    const bodyLets = (flags: number): string[] => {
      const scene = sceneOf(lines);
      const body = scene.pageState.page.nodes.find(({ tag }) => tag === 'body');
      if (!body) throw new Error('no body');
      Object.assign(body, { flags: body.flags | flags });
      const visibility = computeVisibility(scene.pageState.page);
      return visibility.page.nodes.filter((one) => visibility.interactive[one.index]).map(({ name }) => name);
    };
    expect(bodyLets(0)).toEqual(['Filters', 'Got it']);
    expect(bodyLets(through)).toEqual(['Got it']);
  });

  test('a modal that is placed over the whole viewport', () => {
    const page = [el('main', {}, el('button', {}, 'Behind'))];
    const placed = (box: [number, number, number, number]): string[] =>
      linesOf(...page, dialog({ flags: Flag.Absolute, box, attributes: { 'aria-modal': 'true' } }));
    expect(placed([0, 0, 1280, 720]).join()).not.toContain('Behind');
    expect(placed([80, 80, 200, 100]).join()).toContain('Behind');
  });

  test('the header and footer of a dialog are parts of it', () => {
    const own = el(
      'div',
      { role: 'dialog', name: 'Rename' },
      el('header', {}, el('button', {}, 'Close')),
      el('footer', {}, el('button', {}, 'Save')),
    );
    expect(linesOf(own)).toEqual(['DIALOG: "Rename"', ' [1]<button>Close [2]<button>Save']);
  });

  test('of two labels, one of them hidden, the other shows the checkbox', () => {
    const label = (facts = {}): El =>
      el('label', { box: [0, 0, 40, 32], attributes: { for: 'menu' }, ...facts }, 'Tools');
    const box = el('input', {
      role: 'checkbox',
      name: 'Tools',
      flags: Flag.Transparent,
      box: [0, 0, 40, 32],
      attributes: { id: 'menu', type: 'checkbox' },
    });
    const hidden = label({ flags: Flag.DisplayNone });
    expect(linesOf(box, label(), hidden).join()).toContain('[1]<');
  });

  test('the hidden input of an editor, in the box that shows its lines', () => {
    const editor = (children: El[]): El[] => [el('div', { box: [0, 0, 400, 200] }, ...children)];
    const input = el('textarea', {
      role: 'textbox',
      name: 'Editor',
      flags: Flag.Transparent,
      box: [0, 0, 1, 1],
    });
    expect(linesOf(...editor([el('div', { box: [0, 0, 400, 20] }, 'a = 1'), input])).join()).toContain(
      '<textarea>Editor',
    );
    expect(linesOf(...editor([input])).join()).not.toContain('Editor');
    const form = [el('input', { name: 'Name', box: [0, 0, 100, 20] }), input];
    expect(linesOf(...editor(form)).join()).not.toContain('Editor');
  });
});

describe('hit tests', () => {
  const box = (name: string, facts = {}): El =>
    el(
      'button',
      { name, flags: Flag.Paints, box: [0, 0, 100, 20], attributes: { id: name }, ...facts },
      name,
    );
  const covered = (children: El[], pairs: readonly [string, string][]): string[] => {
    const page = pageOf(children);
    for (const [below, above] of pairs) Object.assign(byId(page, below), { coveredBy: byId(page, above) });
    const visibility = computeVisibility(page);
    return page.nodes.filter((one) => visibility.interactive[one.index]).map(({ name }) => name);
  };

  test('two elements never hide each other', () => {
    expect(covered([box('a'), box('b')], [['a', 'b']])).toEqual(['b']);
    const both: [string, string][] = [
      ['a', 'b'],
      ['b', 'a'],
    ];
    expect(covered([box('a'), box('b')], both)).toEqual(['a', 'b']);
  });

  test('a dialog that covers with its backdrop all that could be used is a modal', () => {
    const page = [
      el(
        'main',
        {},
        'Words',
        box('a'),
        box('b', { box: [0, 30, 100, 20] }),
        el('a', { name: 'far', box: [0, 900, 50, 20] }, 'far'),
      ),
      el(
        'div',
        { flags: Flag.Fixed, box: [0, 0, 1280, 720], attributes: { id: 'backdrop' } },
        el(
          'div',
          { role: 'dialog', name: 'Tour', box: [80, 80, 200, 100] },
          el('button', { flags: Flag.Hit }, 'ok'),
        ),
      ),
    ];
    const scroll = { x: 0, y: 0, width: 1280, height: 1000 };
    const shown = (pairs: readonly [string, string][]): string[] => {
      const snapshotPage = pageOf(page, { scroll });
      for (const [below, above] of pairs)
        Object.assign(byId(snapshotPage, below), { coveredBy: byId(snapshotPage, above) });
      const visibility = computeVisibility(snapshotPage);
      return snapshotPage.nodes.filter((one) => visibility.interactive[one.index]).map(({ name }) => name);
    };
    const all: [string, string][] = [
      ['a', 'backdrop'],
      ['b', 'backdrop'],
    ];
    expect(shown(all)).toEqual(['ok']);
    expect(shown(all.slice(1))).toEqual(['a', 'far', 'ok']);
  });
});

describe('one control, one number', () => {
  const radio = el('input', {
    role: 'radio',
    name: 'Thin',
    flags: Flag.Transparent | Flag.Absolute,
    box: [4, 4, 13, 13],
    attributes: { type: 'radio' },
  });

  test('a label with a pointer, and what it draws in place of its control', () => {
    const label = el(
      'label',
      { name: 'Thin', flags: Flag.Pointer | Flag.Hit, box: [0, 0, 32, 32], attributes: { title: 'Thin' } },
      radio,
      el('div', { flags: Flag.Pointer, box: [0, 0, 32, 32] }, el('svg', { box: [8, 8, 16, 16] })),
    );
    const root = el('div', { flags: Flag.TabIndex, box: [0, 0, 1280, 700] }, el('h3', {}, 'Width'), label);
    expect(outlineOf([root]).slice(-1)).toEqual([' [2]<radio>Thin']);
  });

  test('a control that takes the focus, and the box that is painted of it and listens', () => {
    const check = (face: El): El =>
      el(
        'div',
        { name: 'Pick', flags: Flag.TabIndex, box: [0, 0, 24, 18], attributes: { 'aria-label': 'Pick' } },
        face,
      );
    const face = (width: number, ...words: string[]): El =>
      el('div', { flags: Flag.Listener, box: [2, 0, width, 18] }, ...words);
    const numbersIn = (one: El): number =>
      outlineOf([el('p', {}, 'Rows'), one])
        .join()
        .match(/\[\d+\]/g)?.length ?? 0;
    expect(numbersIn(check(face(18)))).toBe(1);
    expect(numbersIn(check(face(8)))).toBe(2);
    expect(numbersIn(check(face(18, 'More')))).toBe(2);
    const canvas = el('canvas', { flags: Flag.Listener, box: [0, 0, 24, 18] });
    expect(outlineOf([check(canvas)]).join()).toMatch(/\[2\]<canvas .*unreadable/);
    const card = el('div', { flags: Flag.Listener, box: [2, 0, 18, 18], attributes: { draggable: 'true' } });
    expect(numbersIn(check(card))).toBe(2);
  });

  test('a button without words is called as the box around it', () => {
    const tip = (...others: El[]): El =>
      el('span', { attributes: { 'aria-label': 'Compare runs' } }, el('button', {}, el('svg')), ...others);
    expect(outlineOf([tip()]).slice(1)).toEqual([' [1]<button label="Compare runs">']);
    expect(outlineOf([tip(el('button', {}, 'Next'))]).join()).not.toContain('label=');
  });

  test('a field without a name in the place of a hidden one is called as that', () => {
    const drawn = (...others: El[]): El =>
      el(
        'div',
        {},
        'Tags',
        el('input', { role: 'textbox', name: 'Tags', flags: Flag.DisplayNone }),
        el('ul', {}, el('li', {}, el('input', { role: 'textbox' }))),
        ...others,
      );
    expect(outlineOf([drawn()]).join()).toContain('<input label=Tags>');
    expect(outlineOf([drawn(el('input', { role: 'textbox', name: 'Other' }))]).join()).not.toContain(
      'label=',
    );
  });

  test('the rows of a list in which the keyboard is on one', () => {
    const row = (name: string, facts = {}): El =>
      el('li', {}, el('span', facts, name), el('span', { box: [200, 0, 50, 20] }, '7m ago'));
    const list = el(
      'div',
      { flags: Flag.Listener },
      el(
        'ul',
        {},
        row('data', { role: 'button', flags: Flag.TabIndex, attributes: { tabindex: '0' } }),
        row('README.md'),
        row('todo.txt'),
      ),
    );
    const numbered = outlineOf([list]).filter((line) => /\[\d+\]/.test(line));
    expect(numbered.join().match(/\[\d+\]<\w+>(?:data|README.md|todo.txt)/g)).toHaveLength(3);
  });
});

describe('what a large control holds is shown', () => {
  const root = (...children: (El | string)[]): El =>
    el('div', { flags: Flag.TabIndex, box: [0, 0, 1280, 700] }, ...children);

  test('headings, a canvas, and words behind a region', () => {
    const shapes = el(
      'section',
      { role: 'region', name: 'Shapes' },
      el('button', {}, 'Box'),
      el('div', {}, 'Pick a tool'),
    );
    expect(
      outlineOf([root(shapes, el('h3', {}, 'Stroke'), el('canvas', { box: [0, 90, 300, 200] }))]),
    ).toEqual([
      'REGION: "Shapes"',
      ' [1]<button>Box',
      ' Pick a tool',
      '(ungrouped):',
      ' [2]<div>',
      ' ### Stroke',
      ' <canvas 300x200 unreadable>',
    ]);
  });

  test('the rows of a table that is listened to as a whole', () => {
    const row = (...cells: string[]): El => el('tr', {}, ...cells.map((text) => el('td', {}, text)));
    const listening = el(
      'div',
      { flags: Flag.Listener, box: [0, 0, 200, 60] },
      el('table', {}, row('1', '2'), row('8', '9')),
    );
    expect(outlineOf([listening]).slice(1)).toEqual([' [1]<div>', ' 1 | 2', ' 8 | 9']);
  });

  test('lines of code, each on its own', () => {
    const line = (text: string): El => el('div', { flags: Flag.Pre }, text);
    const code = el(
      'div',
      { flags: Flag.Listener, box: [0, 0, 300, 60] },
      line('a:'),
      line('  b'),
      line('c'),
    );
    expect(outlineOf([code]).slice(1)).toEqual([' [1]<div>', ' a:', '   b', ' c']);
  });

  test('what describes a canvas, as its content, without numbers', () => {
    const cells = (...texts: string[]): El =>
      el(
        'tr',
        {},
        ...texts.map((text) => el('td', { role: 'gridcell', attributes: { tabindex: '-1' } }, text)),
      );
    const canvas = el(
      'canvas',
      { flags: Flag.TabIndex, box: [0, 0, 400, 200] },
      el('table', { role: 'grid' }, cells('id', 'name'), cells('1', 'Lamp')),
    );
    expect(outlineOf([canvas]).slice(1)).toEqual([' [1]<canvas>', ' id | name', ' 1 | Lamp']);
  });
});

test('of the classes of an icon the one that says which it is', () => {
  const icon = (classes: string): El => el('button', {}, el('i', { attributes: { class: classes } }));
  expect(outlineOf([icon('app-icon app-ic-close')]).join()).toContain('icon=app-ic-close');
  expect(outlineOf([icon('app-icon')]).join()).toContain('icon=app-icon');
});

test('an empty cell of a row with words is shown without its class, and without colour where it is white', () => {
  const empty = (color: string): El =>
    el('td', { role: 'gridcell', flags: Flag.Listener, attributes: { class: 'slot', '.color': color } });
  const row = (color: string, ...words: string[]): El =>
    el('tr', { role: 'row' }, ...words.map((word) => el('td', { role: 'gridcell' }, word)), empty(color));
  const grid = (...rows: El[]): string[] => outlineOf([el('table', { role: 'grid' }, ...rows)]);
  expect(grid(row('#ffffff', 'Mon'), row('#ff0000', 'Tue'))).toEqual([
    '(ungrouped):',
    ' Mon [1]<td>',
    ' Tue [2]<td color=#ff0000>',
  ]);
  expect(grid(row('#ffffff')).join()).toContain('color=#ffffff');
});

describe('is not folded', () => {
  const NAMES = ['Save', 'Insert', 'Cut', 'Copy', 'Paste', 'Run', 'Stop', 'Restart', 'Undo'];
  const foldOf = (items: El[]): string | undefined =>
    outlineOf([el('main', {}, ...items)]).find((line) => line.includes('like these'));

  test('tools, each with a name of its own', () => {
    const tool = (name: string, mark: string): El =>
      el('div', {}, el('button', { name }, 'x'), el('i', {}, mark), el('b', {}, '·'));
    expect(foldOf(NAMES.map((name, i) => tool(name, `${i}`)))).toBeUndefined();
  });

  test('an item in which something has opened', () => {
    const item = (name: string, id: number, ...more: El[]): El =>
      el(
        'div',
        { id },
        el('b', {}, name),
        el('i', {}, 'new'),
        el('button', { id: id + 100 }, 'Delete'),
        ...more,
      );
    const page = (...more: El[]): Snapshot =>
      snapshotOf(NAMES.map((name, i) => item(name, 1_000 + i, ...(i === 6 ? more : []))));
    const first = sceneFrom(page());
    const again = (...more: El[]): string =>
      renderOutline(sceneFrom(page(...more), {}, first.remembered, first.numbers).scene).text;
    const menu = el(
      'div',
      { id: 2_000, role: 'menu' },
      el('button', { id: 2_001, role: 'menuitem' }, 'Rename'),
    );
    expect(again(menu)).toContain('Rename');
  });

  test('named parts of a form, but rows of one button are', () => {
    const part = (name: string): El =>
      el(
        'section',
        { role: 'region', name },
        el('h2', {}, name),
        el('button', {}, `Toggle ${name}`),
        el('button', {}, 'Add'),
      );
    const record = (name: string): El =>
      el('div', {}, el('b', {}, name), el('i', {}, 'new'), el('button', {}, 'Delete'));
    expect(foldOf(NAMES.map(part))).toBeUndefined();
    expect(foldOf(NAMES.map(record))).toContain('6 more items like these');
  });
});

test('text is read with its lines, empty ones too', () => {
  const line = (text: string, y: number): El =>
    el('div', { box: [0, y, 100, 20] }, ...(text ? [el('span', { flags: Flag.Pre }, text)] : []));
  const page = pageOf([el('div', { attributes: { id: 'x' } }, line('a:', 0), line('', 20), line('  b', 40))]);
  expect(readInnerText(byId(page, 'x'), computeVisibility(page))).toBe('a:\n\n  b');
});
