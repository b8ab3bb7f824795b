import { describe, expect, test } from 'vitest';
import { findNamedElements } from '../../packages/sightline/src/search/targets/findNamedElements.ts';
import { matchName } from '../../packages/sightline/src/search/targets/matchName.ts';
import { parseSelector } from '../../packages/sightline/src/search/targets/parseSelector.ts';
import { parseTargetPhrase } from '../../packages/sightline/src/search/targets/parseTargetPhrase.ts';
import { isFillable } from '../../packages/sightline/src/session/refs/targetTests.ts';
import { Flag } from '../../packages/sightline/src/snapshot/Snapshot.ts';
import { type El, el } from '../support/page.ts';
import { sceneOf } from '../support/show.ts';

const button = (text: string): El => el('button', {}, text);
const field = (name: string): El => el('input', { name });
const link = (text: string, href: string): El => el('a', { attributes: { href } }, text);
const row = (...cells: (El | string)[]): El => el('tr', {}, ...cells.map((cell) => el('td', {}, cell)));

/** `button Save`, a line each, of what the words name. */
function named(words: string, children: (El | string)[], suits?: typeof isFillable): string[] {
  const scene = sceneOf(children);
  return findNamedElements(words, scene, { suits }).map((node) => `${node.role} ${node.name}`);
}

const FORM = [
  field('Email'),
  field('Email address *'),
  link('Email', '/email'),
  button('Save'),
  button('save draft'),
  button('Sign in to GitHub'),
  button('Search'),
];

describe('a name', () => {
  test('is the tooltip that a script keeps in an attribute, where there is no other', () => {
    const icon = (tip: string): El => el('button', { attributes: { 'data-original-title': tip } });
    const scene = sceneOf([icon('Archive'), icon('Comment'), button('Save')]);
    const found = findNamedElements('Comment', scene, {});
    expect(found.map(({ attributes }) => attributes['data-original-title'])).toEqual(['Comment']);
  });

  test('may have the tag before it, and the words behind it, that answers write', () => {
    const day = (text: string): El => el('td', { flags: Flag.Listener }, text);
    const month = (name: string): El =>
      el('div', {}, el('p', {}, name), el('table', {}, el('tr', {}, day('8'), day('9'))));
    const scene = sceneOf([
      month('Feb 2027'),
      month('Mar 2027'),
      el('div', { flags: Flag.Listener }, 'Spica'),
    ]);
    const indexesOf = (words: string): number[] =>
      findNamedElements(words, scene, {}).map(({ index }) => index);
    const nines = indexesOf('9');
    expect(nines).toHaveLength(2);
    expect(indexesOf('td "9" after "Mar 2027"')).toEqual([nines[1]]);
    expect(indexesOf('div "Spica"')).toHaveLength(1);
    expect(indexesOf('Delete "Spica"')).toEqual([]);
  });

  test('is no part of one that goes on with a digit', () => {
    const posts = [link('Post number 30', '/30'), link('Post number 29', '/29')];
    expect(named('Post number 3', posts)).toEqual([]);
    expect(named('number 29', posts)).toEqual(['link Post number 29']);
    expect(named('9', [button('29 days')])).toEqual([]);
    expect(named('Post numb', posts.slice(0, 1))).toEqual(['link Post number 30']);
  });

  test.each([
    ['Save', ['button Save']],
    ['"Save"', ['button Save']],
    ['SAVE', ['button Save']],
    ['draft', ['button save draft']],
    ['draf', ['button save draft']],
    ['button Save', ['button Save']],
    ['Save button', ['button Save']],
    ['button "save draft"', ['button save draft']],
    ['the "Save" button', ['button Save']],
    ['Sign in to GitHub', ['button Sign in to GitHub']],
    ['Sign in', ['button Sign in to GitHub']],
    ['Email', ['textbox Email', 'link Email']],
    ['link Email', ['link Email']],
    ['Email field', ['textbox Email']],
    ['email address', ['textbox Email address *']],
    ['Search', ['button Search']],
    ['Delete', []],
  ])('%s', (words, expected) => {
    expect(named(words, FORM)).toEqual(expected);
  });

  test('of what an action has a use for goes first', () => {
    expect(named('Email', FORM, isFillable)).toEqual(['textbox Email']);
    expect(named('Save', FORM, isFillable)).toEqual(['button Save']);
  });

  test('of two links to one address is one', () => {
    expect(named('Home', [link('Home', '/'), link('Home', '/')])).toEqual(['link Home']);
    expect(named('Home', [link('Home', '/'), link('Home', '/b')])).toHaveLength(2);
  });
});

describe('in', () => {
  const table = el(
    'table',
    {},
    row('Anna', button('More')),
    row('Ann', button('More')),
    row('Ann Lee', button('Edit')),
  );
  const at = (words: string, children: (El | string)[]): number[] =>
    findNamedElements(words, sceneOf(children)).map((node) => node.index);

  test('a row is by the text of a cell, a whole one first', () => {
    const all = at('More', [table]);
    expect(all).toHaveLength(2);
    expect(at('button "More" in row "Ann"', [table])).toEqual([all[1]]);
    expect(at('More in row Anna', [table])).toEqual([all[0]]);
    expect(at('"More" in "Ann"', [table])).toEqual([all[1]]);
    expect(at('Edit in row "Lee"', [table])).toHaveLength(1);
    expect(at('More in row "Bob"', [table])).toEqual([]);
  });

  test('of items in each other it is the innermost, whatever is asked for in it', () => {
    const item = (name: string, ...inner: El[]): El =>
      el('li', { role: 'treeitem' }, el('span', { role: 'checkbox' }), name, ...inner);
    const tree = [el('ul', { role: 'tree' }, item('Docs', el('ul', { role: 'group' }, item('Report'))))];
    expect(at('checkbox in item "Report"', tree)).toHaveLength(1);
    expect(at('checkbox in item "Report"', tree)).not.toEqual(
      at('checkbox in item "Docs"', tree).slice(0, 1),
    );
  });

  test('a section is by its heading', () => {
    const page = [el('h2', {}, 'Billing'), button('Edit'), el('h2', {}, 'Shipping'), button('Edit')];
    const all = at('Edit', page);
    expect(at('Edit in section "Shipping"', page)).toEqual([all[1]]);
    expect(at('Edit in section Billing', page)).toEqual([all[0]]);
  });

  test('a dialog or region is by its name or kind', () => {
    const page = [
      button('Close'),
      el('div', { role: 'dialog', name: 'Settings' }, button('Close')),
      el('nav', { name: 'Main' }, link('Docs', '/docs')),
      el('footer', {}, link('Docs', '/footer')),
    ];
    expect(at('Close in dialog', page)).toHaveLength(1);
    expect(at('Close in dialog "Settings"', page)).toHaveLength(1);
    expect(at('Docs in region "NAV:Main"', page)).toHaveLength(1);
  });
});

test('words are read as a kind, a name and a place', () => {
  expect(parseTargetPhrase('button "More" in row "Ann"')).toEqual([
    { name: 'button "More" in row "Ann"', isWhole: true },
    { kind: 'button', name: 'More', container: { kind: 'row', name: 'Ann' } },
  ]);
  expect(parseTargetPhrase('<a>19')[1]).toEqual({ kind: 'link', name: '19' });
  expect(parseTargetPhrase('<td>19')[1]).toEqual({ name: '19' });
  expect(parseTargetPhrase('Email field')).toEqual([
    { name: 'Email field', isWhole: true },
    { kind: 'email', name: 'field' },
    { kind: 'field', name: 'Email' },
    { name: 'Email field' },
  ]);
});

test.each([
  ['Save', undefined],
  ['Status: Open', undefined],
  ['button "More" in row "Ann"', undefined],
  ['#save', { engine: 'css', selector: '#save', isExplicit: true }],
  ['form > button.primary', { engine: 'css', selector: 'form > button.primary', isExplicit: false }],
  ['css=nav a', { engine: 'css', selector: 'nav a', isExplicit: true }],
  [
    'role=button[name="Save"]',
    { engine: 'playwright', selector: 'role=button[name="Save"]', isExplicit: true },
  ],
  [
    'tr:has-text("Ann") button',
    { engine: 'playwright', selector: 'tr:has-text("Ann") button', isExplicit: true },
  ],
  ['//button[1]', { engine: 'playwright', selector: 'xpath=//button[1]', isExplicit: true }],
  [
    "getByRole('button', { name: 'Save', exact: true })",
    { engine: 'playwright', selector: 'internal:role=button[name="Save"s]', isExplicit: true },
  ],
  [
    "page.getByLabel('Email')",
    { engine: 'playwright', selector: 'internal:label="Email"i', isExplicit: true },
  ],
])('%s as a selector', (text, expected) => {
  expect(parseSelector(text)).toEqual(expected);
});

test('a name takes time by its length alone, whatever it repeats', () => {
  // Tried from each of its places, what ends no name takes minutes.
  const name = `a${' :'.repeat(200_000)} b`;
  expect([
    matchName([name], 'c'),
    matchName([name], 'B'),
    matchName([`Email ${': '.repeat(9)}`], 'email'),
  ]).toEqual([undefined, 'words', 'letters']);
});

describe('a name as answers write it', () => {
  const group = (label: string, ...children: El[]): El =>
    el('div', { role: 'group', name: label, attributes: { 'aria-label': label } }, ...children);
  const PAGE = [
    group('metal', button('add'), button('More actions')),
    group('wood', button('add'), button('More actions')),
    el('h2', {}, 'Notebook'),
    button('Python 3 (ipykernel)'),
    el('h2', {}, 'Console'),
    button('Python 3 (ipykernel)'),
    el('li', { flags: Flag.Listener }, 'Open With'),
    button('Sign up'),
  ];
  const indexes = (words: string): number[] =>
    findNamedElements(words, sceneOf(PAGE), {}).map(({ index }) => index);

  test.each([
    ['add (in "metal")', 0, 'add'],
    ['<button>"add" (group "wood")', 1, 'add'],
    ['More actions in wood (group)', 1, 'More actions'],
    ['button Python 3 (ipykernel) under Notebook', 0, 'Python 3 (ipykernel)'],
    ['Python 3 (ipykernel) under "Console"', 1, 'Python 3 (ipykernel)'],
  ])('says where it is: %s', (words, at, name) => {
    expect(indexes(words)).toEqual([indexes(name)[at]]);
  });

  test('may say another kind where only one is called so', () => {
    expect(indexes('menuitem Open With')).toEqual(indexes('Open With'));
    expect(indexes('link add')).toEqual([]);
    expect(indexes('Sign in metal')).toEqual([]);
    expect(indexes('link Sign')).toEqual([]);
    for (const kind of ['tab', 'treeitem', 'row', 'cell', 'card', 'item'])
      expect([kind, indexes(`${kind} "Sign up"`)]).toEqual([kind, indexes('Sign up')]);
    for (const kind of ['row', 'tab']) expect(indexes(`${kind} add`)).toEqual([]);
    expect(indexes('table "Sign up"')).toEqual([]);
  });
});
