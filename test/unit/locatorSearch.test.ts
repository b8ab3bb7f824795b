import { describe, expect, test } from 'vitest';
import { LocatorResolver } from '../../packages/sightline/src/script/locators/LocatorResolver.ts';
import type {
  LocatorSpec,
  LocatorStep,
  TextPattern,
} from '../../packages/sightline/src/script/locators/LocatorSpec.ts';
import { Session } from '../../packages/sightline/src/session/Session.ts';
import type { SessionContext } from '../../packages/sightline/src/session/SessionContext.ts';
import { Flag } from '../../packages/sightline/src/snapshot/Snapshot.ts';
import { type El, el, snapshotOf } from '../support/page.ts';

const hidden = { flags: Flag.DisplayNone };
const role = (name: string, options: object = {}): LocatorStep => ({ by: 'role', role: name, ...options });
const text = (words: TextPattern, options: object = {}): LocatorStep => ({
  by: 'text',
  text: words,
  ...options,
});
const matching = (regex: string, flags = ''): { regex: string; flags: string } => ({ regex, flags });

async function reader(children: (El | string)[]) {
  const session = Session.load(snapshotOf(children));
  const { context } = session as unknown as { context: SessionContext };
  const page = await context.capture();
  const resolver = new LocatorResolver(context);
  return {
    ids: async (...spec: LocatorSpec): Promise<string[]> =>
      (await resolver.findAll(spec, page)).map(({ attributes, tag }) => attributes.id ?? tag),
    error: (...spec: LocatorSpec): Promise<unknown> =>
      resolver.findOne(spec, page).then(
        ({ attributes }) => attributes.id,
        ({ code, message, hint }) => `${code}: ${message} | ${hint}`,
      ),
  };
}

const id = (name: string, more: Record<string, string> = {}): { attributes: Record<string, string> } => ({
  attributes: { id: name, ...more },
});

const page = [
  el('h1', id('title'), 'Orders'),
  el(
    'ul',
    id('list'),
    el('li', id('ann'), el('b', id('annName'), 'Ann  Lee'), el('button', id('annDelete'), 'Delete')),
    el('li', id('bob'), el('b', id('bobName'), 'Bob'), el('button', id('bobDelete'), 'Delete')),
    el('li', { ...id('gone'), ...hidden }, 'Ann', el('button', { ...id('goneDelete'), ...hidden }, 'Delete')),
  ),
  el('div', id('blocks'), el('div', id('total'), 'Total'), el('div', id('five'), '5')),
  el('p', id('soft'), 'won\u00adderful\u200b thing'),
  el('label', id('emailLabel', { for: 'email' }), 'Email *'),
  el('input', { ...id('email', { placeholder: 'you@example.org' }), name: 'Email *' }),
  el('label', id('around'), 'Phone ', el('input', { ...id('phone'), name: 'Phone' })),
  el('span', id('ref'), 'Nick name'),
  el('input', { ...id('nick', { 'aria-labelledby': 'ref' }), name: 'Nick name' }),
  el('input', { ...id('city', { 'aria-label': 'City' }), name: 'City' }),
  el('input', { ...id('send', { type: 'submit', value: 'Send it' }), role: 'button', name: 'Send it' }),
  el('img', id('photo', { alt: 'A photo', title: 'Ours', 'data-testid': 'p-1' })),
  el('div', { ...id('quiet', { 'aria-hidden': 'true' }) }, el('button', id('quietButton'), 'Quiet')),
];

describe('what is found', () => {
  test.each<[string, LocatorSpec, string[]]>([
    ['a role', [role('button')], ['annDelete', 'bobDelete', 'send']],
    ['a role in capitals', [role('HEADING')], ['title']],
    ['a part of a name, in any case', [role('textbox', { name: 'MAIL' })], ['email']],
    ['a whole name', [role('textbox', { name: 'Email', exact: true })], []],
    [
      'a pattern for a name',
      [role('textbox', { name: matching('^(?:city|phone)$', 'i') })],
      ['phone', 'city'],
    ],
    [
      'hidden ones where they are asked for',
      [role('button', { name: 'Delete', includeHidden: true })],
      ['annDelete', 'bobDelete', 'goneDelete'],
    ],
    [
      'what assistive technology does not get',
      [role('button', { name: 'Quiet', includeHidden: true })],
      ['quietButton'],
    ],
    ['the smallest element', [text('ann lee')], ['annName']],
    ['white space as one space', [text('Ann Lee', { exact: true })], ['annName']],
    ['letter case, exact', [text('ann Lee', { exact: true })], []],
    ['across blocks with a space', [text('Total 5')], ['blocks']],
    ['across blocks without', [text('total5')], ['blocks']],
    ['soft hyphens do not count', [text('wonderful thing', { exact: true })], ['soft']],
    ['a pattern', [text(matching('^B.b$'))], ['bobName']],
    ['a plain pattern', [text(matching('^bob$|orders', 'i'))], ['title', 'bobName']],
    ['a button by its value', [text('send')], ['send']],
    ['nothing of a hidden text', [text('Ann', { exact: true })], []],
    ['a label by for', [{ by: 'label', text: 'email' }], ['email']],
    ['a label around', [{ by: 'label', text: 'Phone', exact: true }], ['phone']],
    ['aria-labelledby', [{ by: 'label', text: 'nick' }], ['nick']],
    ['aria-label', [{ by: 'label', text: 'City', exact: true }], ['city']],
    ['a placeholder', [{ by: 'placeholder', text: 'YOU@' }], ['email']],
    ['a title', [{ by: 'title', text: 'ours' }], ['photo']],
    ['an alternative text', [{ by: 'altText', text: 'photo' }], ['photo']],
    ['a test id', [{ by: 'testId', text: 'p-1' }], ['photo']],
    ['no part of a test id', [{ by: 'testId', text: 'p-' }], []],
    ['steps within steps', [role('listitem'), role('button')], ['annDelete', 'bobDelete']],
    ['a text within itself', [role('button'), text('Delete')], ['annDelete', 'bobDelete']],
    ['first', [role('listitem'), { by: 'nth', index: 0 }], ['ann']],
    ['last, of what is seen', [role('listitem'), { by: 'nth', index: -1 }], ['bob']],
    ['beyond the last', [role('listitem'), { by: 'nth', index: 2 }], []],
    ['no other from behind', [role('listitem'), { by: 'nth', index: -2 }], []],
    ['hasText', [role('listitem'), { by: 'filter', hasText: 'ann lee' }, role('button')], ['annDelete']],
    ['hasNotText', [role('listitem'), { by: 'filter', hasNotText: matching('Lee') }], ['bob']],
    ['has', [role('listitem'), { by: 'filter', has: [text('Bob')] }], ['bob']],
    ['hasNot', [role('listitem'), { by: 'filter', hasNot: [text('Bob')] }], ['ann']],
    [
      'only hidden ones',
      [role('listitem', { includeHidden: true }), { by: 'filter', visible: false }],
      ['gone'],
    ],
    ['visible ones', [role('listitem'), { by: 'filter', visible: true }], ['ann', 'bob']],
    ['or', [text('Bob'), { by: 'or', locator: [role('heading')] }], ['title', 'bobName']],
    ['and', [role('button'), { by: 'and', locator: [text('Send it')] }], ['send']],
    ['a number', [{ by: 'ref', ref: 1 }], ['annDelete']],
    ['what has a number', [role('listitem'), { by: 'filter', has: [{ by: 'ref', ref: 1 }] }], ['ann']],
  ])('%s', async (_, spec, expected) => {
    const session = await reader(page);
    await session.ids(role('button'));
    if (JSON.stringify(spec).includes('"ref"')) await session.error(role('button'));
    expect(await session.ids(...spec)).toEqual(expected);
  });
});

test('a row in parts, because columns are pinned, is one row', async () => {
  const part = (column: string, x: number, ...texts: string[]): El =>
    el(
      'div',
      {},
      ...texts.map((one, i) =>
        el(
          'div',
          {
            ...id(`${column}Row${i}`, { 'aria-rowindex': `${i + 2}` }),
            role: 'row',
            name: one,
            box: [x, i * 20, 100, 20],
          },
          el('div', { ...id(`${column}${i}`), role: 'gridcell' }, one),
        ),
      ),
    );
  const session = await reader([
    el('div', { role: 'grid' }, part('name', 0, 'Ann', 'Bob'), part('rank', 100, 'Mate', 'Cook')),
  ]);
  const bob: LocatorSpec = [role('row'), { by: 'filter', hasText: 'Bob' }];
  expect(await session.ids(role('row'))).toEqual(['nameRow0', 'nameRow1']);
  expect(await session.ids(...bob)).toEqual(['nameRow1']);
  expect(await session.ids(...bob, role('gridcell'))).toEqual(['name1', 'rank1']);
  expect(await session.ids(role('row', { name: 'Bob Cook', exact: true }), text('Cook'))).toEqual(['rank1']);
  expect(await session.ids(role('row'), { by: 'filter', has: [text('Mate')] }, text('Ann'))).toEqual([
    'name0',
  ]);
  expect(await session.ids(role('row'), { by: 'filter', hasText: matching('^Bob Cook$') })).toEqual([
    'nameRow1',
  ]);
  expect(await session.ids(text(matching('^Cook$')))).toEqual(['rank1']);
});

describe('what is shown where it is not one', () => {
  test.each<[LocatorSpec, string]>([
    [
      [role('button', { name: 'Delete' }), { by: 'nth', index: 2 }],
      `not_found: Nothing matches getByRole('button', { name: 'Delete' }).nth(2): of getByRole('button', { name: 'Delete' }) there are 2:
  [1]<button id="annDelete">"Delete" (item "Ann Lee")
  [2]<button id="bobDelete">"Delete" (item "Bob") | Use get(NUMBER) of one of these; nth() counts from 0.`,
    ],
    [
      [role('button', { name: 'Delete' })],
      `ambiguous: 2 elements match getByRole('button', { name: 'Delete' }):
  [1]<button id="annDelete">"Delete" (item "Ann Lee")
  [2]<button id="bobDelete">"Delete" (item "Bob") | Use get(NUMBER) of one of these, .first(), .nth(), or .filter({ hasText }).`,
    ],
    [
      [role('button', { name: 'Remove' })],
      `not_found: Nothing matches getByRole('button', { name: 'Remove' }). Nearest:
  [1]<button id="annDelete">"Delete" (item "Ann Lee")
  [2]<button id="bobDelete">"Delete" (item "Bob")
  [3]<button id="goneDelete">"Delete" (hidden) | Use get(NUMBER) of one of these, or other words.`,
    ],
    [
      [role('button', { name: matching('^(remove|drop)\\b( (it|this))?', 'i') })],
      `not_found: Nothing matches getByRole('button', { name: /^(remove|drop)\\b( (it|this))?/i }). Nearest:
  [1]<button id="annDelete">"Delete" (item "Ann Lee")
  [2]<button id="bobDelete">"Delete" (item "Bob")
  [3]<button id="goneDelete">"Delete" (hidden) | Use get(NUMBER) of one of these, or other words.`,
    ],
    [
      [role('dialog'), text('Bob')],
      "not_found: Nothing matches getByRole('dialog').getByText('Bob'). getByRole('dialog') matches nothing. | Look at the page for what it has.",
    ],
    [
      [
        role('listitem'),
        { by: 'filter', hasNotText: 'Lee' },
        { by: 'filter', hasText: 'Ann' },
        role('button'),
      ],
      `not_found: 1 element matches getByRole('listitem').filter({ hasNotText: 'Lee' }).filter({ hasText: 'Ann' }).getByRole('button'), and is not visible:
  [1]<button id="goneDelete">"Delete" (display:none on #gone) | Reveal it first; .filter({ visible: false }) finds what is hidden.`,
    ],
    [
      [text(matching('(?=a)'))],
      'invalid_argument: /(?=a)/ is no regular expression that can be used: error parsing regexp: invalid or unsupported Perl syntax: `(?=`. | Use the syntax of RE2 (no back-references, no look-around), or a string.',
    ],
    [
      [{ by: 'css', selector: '.x' }],
      'unsupported_page: This is a saved snapshot: there is no live page. | Open the page by its address.',
    ],
    [
      [text(matching('(a+)+$'))],
      'not_found: Nothing matches getByText(/(a+)+$/). | Look at the page for what it has.',
    ],
    [
      [text(matching('[a'))],
      'invalid_argument: /[a/ is no regular expression that can be used: Invalid regular expression: /[a/: Unterminated character class. | Use the syntax of RE2 (no back-references, no look-around), or a string.',
    ],
    [[role('heading')], 'title'],
  ])('%j', async (spec, expected) => {
    expect(await (await reader(page)).error(...spec)).toBe(expected);
  });
});

test('what finds nothing says of which rows nobody knows', async () => {
  const row = el('tr', { role: 'row' }, el('td', { role: 'gridcell' }, 'Crew 100'));
  const { error } = await reader([
    el('table', { role: 'grid', attributes: { 'aria-rowcount': '240' } }, row),
  ]);
  expect(String(await error(role('gridcell', { name: 'Crew 214' })))).toMatch(
    /Not searched: 239 more rows are not loaded: scroll for them, or read page\.table\(\{ all: true \}\)\.$/,
  );
});
test('the nearest of its role come first', async () => {
  const link = (name: string): El => el('a', { name, attributes: { href: '#' } }, name);
  const { error } = await reader([
    ...['Export', 'Export all', 'Export now', 'Now export', 'Export it'].map(link),
    el('button', { name: 'Exports' }, 'Exports'),
  ]);
  expect(await error(role('button', { name: 'Export now!' }))).toMatch(
    /Nearest:\n {2}\[\d+\]<button>"Exports"\n {2}\[\d+\]<a/,
  );
});
