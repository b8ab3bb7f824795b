import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { ELEMENT_STATES, hasState } from '../../packages/sightline/src/search/elements/elementStates.ts';
import { QueryIndex } from '../../packages/sightline/src/search/elements/QueryIndex.ts';
import { renderQueryResult } from '../../packages/sightline/src/search/elements/renderQueryResult.ts';
import { roleMatcher } from '../../packages/sightline/src/search/elements/roleMatcher.ts';
import {
  type ElementQuery,
  searchElements,
} from '../../packages/sightline/src/search/elements/searchElements.ts';
import { foldCase } from '../../packages/sightline/src/search/words/foldCase.ts';
import { IconKeywords } from '../../packages/sightline/src/search/words/IconKeywords.ts';
import { SynonymIndex } from '../../packages/sightline/src/search/words/SynonymIndex.ts';
import { splitIdentifier, splitWords, stem } from '../../packages/sightline/src/search/words/Tokenizer.ts';
import { WordVectors } from '../../packages/sightline/src/search/words/WordVectors.ts';
import { SearchResources } from '../../packages/sightline/src/session/queries/SearchResources.ts';
import { Flag } from '../../packages/sightline/src/snapshot/Snapshot.ts';
import { type El, el } from '../support/page.ts';
import { sceneOf } from '../support/show.ts';

const concepts = new SynonymIndex();
const icons = IconKeywords.parse(
  readFileSync(new URL('../../packages/sightline/data/icons.txt', import.meta.url), 'utf8'),
);
const vectors = WordVectors.parse(
  readFileSync(new URL('../../packages/sightline/data/words.bin', import.meta.url)),
);

test('the thesaurus is made when a page is searched, not when a session begins', () => {
  const made = vi.spyOn(SynonymIndex, 'shared');
  const resources = new SearchResources();
  expect(made).not.toHaveBeenCalled();
  resources.indexOf(sceneOf(['text']).pageState);
  expect(made).toHaveBeenCalledOnce();
  made.mockRestore();
});

function ask(children: (El | string)[], question: ElementQuery, limit?: number) {
  const scene = sceneOf(children);
  const index = new QueryIndex(scene.pageState, { synonyms: concepts, icons });
  const found = searchElements(index, question, { limit, vectors });
  return {
    found,
    names: found.matches.map(({ node }) => node.name),
    shown: [...found.matches, ...found.closest].map(({ node }) => node),
    text: renderQueryResult(found, question, index, scene).text,
  };
}

const button = (text: string, attributes: Record<string, string> = {}): El =>
  el('button', { attributes }, text);

test('what lies around other targets is not shown by their words', () => {
  const around = el('div', { flags: Flag.Listener, name: 'Close' }, button('Close'));
  const { text } = ask([around, el('div', { flags: Flag.Listener, name: 'Close all' }, 'Close all')], {
    text: 'close',
  });
  expect(text).toContain('<button>Close');
  expect(text).not.toMatch(/<div>Close(?! all)/);
  expect(text).toContain('<div>Close all');
});

test('where a filter leaves little, all of it is shown, whatever the words', () => {
  const page = [el('input', { attributes: { type: 'email' } }), button('Send'), button('Cancel')];
  expect(ask(page, { text: 'zeppelin', role: 'textbox' }).text).toMatch(
    /Found nothing.*\nClosest:\n \[1\]<input type=email>/s,
  );
  expect(ask(page, { text: 'zeppelin' }).text).not.toContain('Closest');
});

test('what has no word of the question is a guess, beside what has one too', () => {
  const page = [button('Map'), button('Charts'), el('a', {}, 'Order tracking'), button('Trash')];
  expect(ask(page, { text: 'cart' }).text).toMatch(/^Found nothing for "cart", of 4 elements\.\nClosest:\n/);
  const { text, found } = ask([...page, button('Cart')], { text: 'cart' });
  expect(text).toMatch(/^Found 1 element for "cart":\n \[1\]<button>Cart\nClosest:\n \[2\]<button>Charts$/);
  expect(found.total).toBe(1);
  expect(ask([button('Weather'), button('Save')], { text: 'rain' }).text).toMatch(
    /^Found nothing .*\nClosest:\n \[1\]<button>Weather\n/s,
  );
});

test('a role that the one meant has not hides it from nobody', () => {
  const page = [el('a', {}, 'Settings'), button('Save'), button('Settings of the printer queue')];
  expect(ask(page, { text: 'settings', role: 'button' }).text).toMatch(
    /^Found 1 element .*:\n \[1\]<button>Settings of the printer queue\nClosest:\n \[2\]<a>Settings$/,
  );
  expect(ask(page, { text: 'save', role: 'link' }).text).toMatch(
    /^Found nothing for "save", role="link", of 3 elements\..*\nClosest:\n \[1\]<button>Save\n/s,
  );
  expect(ask(page, { text: 'save', role: 'slider' }).text).toMatch(
    /No element has role="slider"\..*<button>Save/s,
  );
});

test.each([
  ['Sve', 'Save'],
  ['svae', 'Save'],
  ['serach', 'Search products'],
  ['searhc', 'Search products'],
  ['ettings', 'Settings'],
  ['settigns', 'Settings'],
  ['setings', 'Settings'],
  ['anotations', 'Annotations'],
  ['added', 'Add items'],
])('the mistyped %s is %s', (text, name) => {
  const page = ['Save', 'Search products', 'Settings', 'Annotations', 'Add items', 'Five', 'Set'].map((one) =>
    button(one),
  );
  expect(ask(page, { text }).names[0]).toBe(name);
});

test('a word in ideographs is found within those put together', () => {
  const page = [button('데이터베이스관리'), button('보기')];
  expect(ask(page, { text: '관리' }).names).toEqual(['데이터베이스관리']);
});

test('a control without a name is found by its tooltip, and shown with it, where a script keeps its text', () => {
  const page = [
    button('', { 'data-tips': 'Comment', class: 'tool-postil' }),
    button('', { 'data-original-title': 'Archive', class: 'tool-x' }),
    button('', { 'data-tippy-content': 'Crop', class: 'tool-y' }),
    button('Save'),
  ];
  const { shown, text } = ask(page, { text: 'comment' });
  expect(shown[0]?.attributes['data-tips']).toBe('Comment');
  expect(text).toContain('label=Comment');
  expect(ask(page, { text: 'archive' }).shown[0]?.attributes.class).toBe('tool-x');
  expect(ask(page, { text: 'crop' }).shown[0]?.attributes.class).toBe('tool-y');
});

test('what is called in everyday words is a guess, and hides no surer meaning', () => {
  const page = [button('Crop'), button('Glossary'), button('Delete')];
  expect(ask(page, { text: 'cut off the edges' }).text).toMatch(
    /^Found nothing.*\nClosest:\n \[1\]<button>Crop/s,
  );
  expect(ask(page, { text: 'vocabulary' }).shown[0]?.index).toBe(
    ask(page, { text: 'glossary' }).shown[0]?.index,
  );
  expect(ask(page, { text: 'get rid of' }).text).toMatch(/^Found 1 element .*\n \[\d+\]<button>Delete/s);
});

test('a field without a name is found by the title, the name in the code and the icon of the box around it alone', () => {
  const box = (attributes: Record<string, string>, ...inside: El[]): El =>
    el('div', { attributes }, ...inside);
  const field = (placeholder: string): El =>
    el('input', { role: 'textbox', attributes: { placeholder, type: 'text' } });
  const page = [
    box({ class: 'x' }, el('i', { attributes: { class: 'fas fa-search' } }), field('Type here')),
    box({ class: 'coupon-box' }, field('ABC')),
    box({ title: 'Fields and values' }, field('...'), button('Next')),
    box({ class: 'newsletter' }, field('x'), button('Go')),
  ];
  const found = (text: string): string | undefined => ask(page, { text }).shown[0]?.attributes.placeholder;
  expect(found('search')).toBe('Type here');
  expect(found('coupon')).toBe('ABC');
  expect(found('values')).toBe('...');
  expect(found('newsletter')).toBeUndefined();
});

test('a control that opens something is found by what that is called in its code', () => {
  const page = [
    button('', { class: 'nav-toggle' }),
    button('', { 'data-bs-target': '#leftSidebar', class: 'b' }),
    button('', { class: 'nav-link' }),
    button('Save'),
  ];
  expect(ask(page, { text: 'menu' }).shown[0]?.attributes.class).toBe('nav-toggle');
  expect(ask(page, { text: 'side panel' }).shown[0]?.attributes.class).toBe('b');
});

test('a link within the page is a guess for what is said where it leads, up to the next heading', () => {
  const link = (name: string): El => el('a', { attributes: { href: `#${name}` }, name }, name);
  const section = (name: string, ...said: (El | string)[]): El[] => [
    el('h3', { attributes: { id: name } }, name),
    el('p', {}, ...said),
  ];
  const page = [
    ...['flatten', 'simplify', 'smooth'].map(link),
    ...section('flatten', 'Turns curves into straight lines.'),
    ...section('simplify', 'Reduces the ', button('Preview'), ' number of points.'),
    ...section('smooth', 'Rounds the corners.'),
  ];
  const found = (text: string): string | undefined => ask(page, { text }).shown[0]?.name;
  expect(found('straight lines')).toBe('flatten');
  expect(found('fewer points')).toBe('simplify');
  expect(found('corners')).toBe('smooth');
  expect(found('preview')).toBe('Preview');
  expect(ask(page, { text: 'corners' }).names).toEqual([]);
});

test('a link that skips to the content, or is not shown, is no guess for what is said there', () => {
  const link = (href: string, rest = {}): El =>
    el('a', { attributes: { href }, name: 'Skip', ...rest }, 'Skip');
  const page = [
    link('#main'),
    link('#box', { flags: Flag.DisplayNone }),
    el('main', { role: 'main', attributes: { id: 'main' } }, el('p', {}, 'Rounds the corners.')),
    el('div', { attributes: { id: 'box' } }, el('p', {}, 'Turns curves into lines.')),
  ];
  expect(ask(page, { text: 'corners' }).shown).toEqual([]);
  expect(ask(page, { text: 'curves' }).shown).toEqual([]);
});

test('what the words of an element mean together is compared too', () => {
  const scene = sceneOf(['Print page', 'Night theme', 'Country'].map((name) => button(name)));
  const index = new QueryIndex(scene.pageState, { synonyms: concepts });
  const similarities = vectors.meanSimilarities(index, [
    ['dark', 1],
    ['style', 1],
  ]);
  expect(similarities?.indexOf(Math.max(...similarities))).toBe(1);
  expect(vectors.meanSimilarities(index, [['zxqv', 1]])).toBeUndefined();
});

test.each([
  ['magnifying glass', 'Zoom'],
  ['oval', 'Ellipse Tool'],
  ['outdent', 'Decrease Indent'],
  ['not yet read', 'Unread'],
  ['untertitel', 'Captions'],
  ['connected apps', 'Integrations'],
  ['search engines', 'SEO'],
  ['icon in the browser tab', 'Favicon'],
  ['the page does not exist', '404'],
  ['distance', 'Measure'],
  ['simulate', 'dry-run'],
  ['비밀번호 변경', 'Change password'],
  ['ayarlar', 'Settings'],
  ['zapisz', 'Save'],
])('the thesaurus knows what %s is called: %s', (text, name) => {
  expect(
    ask(
      ['Print', name, 'Country', 'Weather'].map((one) => button(one)),
      { text },
    ).names,
  ).toEqual([name]);
});

test.each([
  ['leaflet', 'Folder'],
  ['occupation', 'Job'],
  ['round', 'Circle'],
  ['timetable', 'Schedule'],
])(
  'a word of one meaning with one of the page is like it, wherever both are written: %s, %s',
  (text, name) => {
    const page = ['Print page', name, 'Country', 'Weather'].map((one) => button(one));
    expect(ask(page, { text }).shown[0]?.name).toBe(name);
  },
);

test('a word of its own is not mistyped: what is spelt like it is a guess', () => {
  const page = [button('Cards'), button('Format'), button('Border')];
  expect(ask(page, { text: 'cart' }).names).toEqual([]);
  expect(ask(page, { text: 'order' }).names).toEqual([]);
});

test('what is far behind is shown when it is asked for, by the call that is named', () => {
  const rows = Array.from({ length: 19 }, (_, i) => button(`Delete order ${101 + i}`));
  const { text, names, found } = ask(rows, { text: 'delete order 103' });
  expect(names[0]).toBe('Delete order 103');
  expect(names).toHaveLength(5);
  expect(text).toContain(`(14 more: query_elements "delete order 103" max_results=19)`);
  expect(found.total).toBe(19);
  expect(ask(rows, { text: 'delete order 103' }, 19).names).toHaveLength(19);
  expect(ask(rows, { text: 'delete order 103', role: 'button' }).text).toContain(
    '(14 more: the same, as query_elements max_results=19)',
  );
});

test('what an item hides is shown with the words of that item, and that hovering may show it', () => {
  const row = (who: string, what: string): El =>
    el(
      'tr',
      {},
      el('td', {}, who),
      el('td', {}, what),
      el('td', { flags: Flag.DisplayNone }, button('Archive')),
    );
  const { text } = ask([el('table', {}, row('Ada', 'Lunch'), row('Ada', 'Invoice'))], { text: 'archive' });
  expect(text).toMatch(
    /Archive \(row "Ada, Lunch"\) - display:none on td; \[\d+\]<tr>.* may show it when hovered/,
  );
  expect(text).toContain('(row "Ada, Invoice")');
});

test('a number is that number: no other is like it', () => {
  const links = [1003, 1004, 1013].map((number) => button(`${number}`));
  expect(ask(links, { text: 'order 1003' }).names).toEqual(['1003']);
});

test('what stands anywhere in an item distinguishes its button', () => {
  const card = (line: string, price: string): El =>
    el(
      'div',
      {},
      el('div', {}, el('b', {}, 'Flight'), el('span', {}, line)),
      el('div', {}, el('span', {}, price), button('Select')),
    );
  const page = el('main', {}, card('Air Nord', '89'), card('Skyline', '93'), card('Coastal', '97'));
  expect(ask([page], { text: 'select skyline' }, 1).text).toContain('(in "Flight Skyline")');
});

test('namesakes with nothing around each are shown by the words before them', () => {
  const flat = ['Pears ', button('Edit'), button('Drop'), el('br'), 'Figs ', button('Edit'), button('Drop')];
  expect(ask(flat, { text: 'drop figs' }, 1).text).toContain('<button>Drop (after "Figs")');
  const lines = ['Pears', 'Figs'].map((fruit) => el('p', {}, fruit, button('Edit')));
  expect(ask(lines, { text: 'edit figs' }, 1).text).toContain('<button>Edit (in "Figs")');
});

test('a control without a name is found and shown by what stands beside it alone', () => {
  const toggle = (on: string): El =>
    el('div', { attributes: { class: `toggle ${on}` }, flags: Flag.Listener, box: [0, 0, 40, 20] });
  const row = (title: string, control: El): El => el('div', {}, el('div', {}, title), control);
  const page = el('main', {}, row('Mails about activity', toggle('on')), row('SMS alerts', toggle('')));
  expect(ask([page], { text: 'turn on sms alerts' }, 1).text).toContain(
    '<div class=toggle> (MAIN) (in "SMS alerts")',
  );
  const choice = el('div', { flags: Flag.Listener }, 'English');
  expect(ask([row('Language', choice)], { text: 'change language' }).text).toContain(
    '<div>English (in "Language")',
  );
  const tabs = ['General', 'Billing'].map((name) => el('li', { flags: Flag.Listener }, name));
  expect(ask([el('ul', {}, ...tabs)], { text: 'billing tab' }, 1).text).toContain('<li>Billing');
});

test('a nameless field alone in its box is shown by the words after it, where none stand before', () => {
  const field = (): El => el('input', { role: 'textbox' });
  const entries = ['Genre', 'Director'].map((label) => el('div', {}, field(), el('div', {}, label)));
  expect(ask(entries, { text: 'director' }, 1).text).toContain('<input> (in "Director")');
  const prices = ['EUR', 'USD'].map((unit) => el('div', {}, 'Price', field(), el('div', {}, unit)));
  expect(ask(prices, { text: 'price' }, 1).text).toContain('<input> (in "Price")');
  const shared = el('div', {}, field(), field(), el('div', {}, 'Both'));
  expect(ask([shared], { role: 'textbox' }).text).not.toContain('(in ');
});

test('who asks for nothing but a kind gets all of it, whatever it is called', () => {
  const page = [
    el('div', { role: 'slider', flags: Flag.Listener }),
    button('Save'),
    el('a', { role: 'link' }, 'Buttons of shirts'),
    el('button', { role: 'button', flags: Flag.DisplayNone }, 'Later'),
  ];
  expect(ask(page, { text: 'the slider' }).found.matches.map(({ node }) => node.role)).toEqual(['slider']);
  const { found } = ask(page, { text: 'buttons' });
  expect(found.matches.map(({ node }) => node.role).slice(0, 3)).toEqual(['button', 'button', 'link']);
  expect(ask(page, { text: 'pay link' }).names).toEqual([]);
});

test('the name of a role puts what has it before all that speak of it', () => {
  const links = ['Combobox', 'Combobox examples', 'About the combobox'].map((text) => el('a', {}, text));
  const field = el('input', { role: 'combobox', name: 'Country' });
  expect(ask([...links, field], { text: 'combobox' }).names[0]).toBe('Country');
  const date = el('input', { name: 'Due', attributes: { type: 'date' } });
  expect(ask([el('a', {}, 'Date field'), date], { text: 'date field' }).names[0]).toBe('Due');
});

test('one thing is one entry: not the frame of a control, not each option of a hidden list', () => {
  const combobox = el('input', { role: 'combobox', name: 'Country' });
  const frame = el('div', { flags: Flag.Listener, attributes: { class: 'country-select' } }, combobox);
  expect(ask([frame], { text: 'country' }).found.matches.map(({ node }) => node.tag)).toEqual(['input']);
  const handle = el('i', { flags: Flag.Pointer | Flag.Listener, box: [80, 0, 10, 20] });
  const event = el('div', { flags: Flag.Listener, box: [0, 0, 90, 20] }, '10:00 Dentist', handle);
  expect(ask([event], { text: 'dentist' }).found.matches[0]?.node.tag).toBe('div');
  const options = ['North', 'South', 'East'].map((name) =>
    el('li', { role: 'option', flags: Flag.TabIndex }, `${name} island`),
  );
  const list = el('ul', { role: 'listbox', flags: Flag.DisplayNone }, ...options);
  const { text } = ask([el('p', {}, 'Islands'), list], { text: 'island' });
  expect(text).toMatch(
    /^Found 1 element for "island":\nHidden now:\n \[1\]<\w+>\w+ island and 2 more of its list - /,
  );
});

test('a sign that is written for an icon stands for its words, a checkbox over a column for choosing all', () => {
  const page = [button('\u00d7'), button('\u203a'), button('X'), button('\u2699\ufe0f'), button('x axis')];
  expect(ask(page, { text: 'close' }).names.slice(0, 2)).toEqual(['\u00d7', 'X']);
  expect(ask(page, { text: 'next page' }).names).toEqual(['\u203a']);
  expect(ask(page, { text: 'settings' }).names).toEqual(['\u2699\ufe0f']);
  const box = (): El => el('input', { role: 'checkbox', attributes: { type: 'checkbox' } });
  const table = el('table', {}, el('tr', {}, el('th', {}, box())), el('tr', {}, el('td', {}, box())));
  expect(ask([table], { text: 'select all' }).found.matches.map(({ node }) => node.parent?.tag)).toEqual([
    'th',
  ]);
});

test('words further off, with other controls between, label nothing', () => {
  const field = el('input', { attributes: { '.value': 'Oslo' } });
  const page = ['From', field, button('Swap'), el('div', { role: 'slider', flags: Flag.Listener })];
  expect(ask(page, { text: 'origin' }).found.matches.map(({ node }) => node.tag)).toEqual(['input']);
  expect(ask(page, { text: 'from' }).found.matches.map(({ node }) => node.tag)).toEqual(['input']);
});

test('in few words, one that fills sentences may be a name', () => {
  const page = ['Bob said so', button('Like'), el('label', {}, 'From', el('input', { name: 'From' }))];
  expect(ask(page, { text: 'like bob' }).shown.map(({ name }) => name)).toEqual(['Like']);
  expect(ask(page, { text: 'from city' }).shown.map(({ name }) => name)).toEqual(['From']);
});

test('controls without a name are shown by the item they stand in, and found by its words', () => {
  const icon = (kind: string, at: number): El =>
    el('span', { attributes: { class: kind, id: `${kind}-${at}` }, flags: Flag.Listener });
  const posts = ['countess', 'hopper'].map((name, at) =>
    el('div', {}, el('div', {}, el('b', {}, 'Grace'), ` @${name}`), icon('reply', at), icon('like', at)),
  );
  const { text } = ask([el('main', {}, ...posts)], { text: 'reply hopper' }, 1);
  expect(text).toContain('<span id=reply-1> (MAIN) (in "Grace @hopper")');
});

test('who looks for a basket finds what adds to the cart, behind the basket itself', () => {
  const page = [button('Save'), button('Add to cart'), button('Order now'), button('View basket')];
  expect(ask(page, { text: 'basket' }).names).toEqual(['View basket', 'Add to cart']);
  expect(ask(page.slice(0, 3), { text: 'basket' }).names).toEqual(['Add to cart']);
  expect(ask(page, { text: 'new' }).names).not.toContain('Add to cart');
});

test('a picture before the heading of its card stands under that heading, which is shown once', () => {
  const card = (name: string): El =>
    el(
      'div',
      {},
      el('a', { attributes: { href: '#' } }, `Picture of ${name}`),
      el('h3', {}, name),
      button('Choose'),
    );
  const page = el(
    'main',
    {},
    el('a', {}, 'Back'),
    el('h2', {}, 'Shop'),
    el('div', {}, card('Desk'), card('Lamp')),
  );
  const { text } = ask([page], {});
  expect(text).toContain('[2]<a>Picture of Desk (MAIN > "Desk")');
  expect(text).toContain('[4]<a>Picture of Lamp (MAIN > "Lamp")');
  expect(text).toContain('[5]<button>Choose (MAIN > "Lamp")');
  expect(text).toContain('[1]<a>Back (MAIN)');
  expect(text).not.toContain('"Lamp") (');
});

test('a button that others have too names no item', () => {
  const bar = el('div', {}, button('Archive'), button('Delete'));
  const item = (name: string): El => el('li', {}, name, button('Archive'), button('Delete'));
  const { text } = ask([el('main', {}, bar, el('ul', {}, item('Keys'), item('Lunch')))], { text: 'delete' });
  expect(text.split('\n').slice(1)).toEqual([
    ' [1]<button>Delete (MAIN)',
    ' [2]<button>Delete (MAIN) (item "Keys")',
    ' [3]<button>Delete (MAIN) (item "Lunch")',
  ]);
});

describe('words', () => {
  test('are folded, split by script, stemmed where English', () => {
    expect(splitWords("Ménü: don't STOP")).toEqual(['menu', 'dont', 'stop']);
    expect(splitWords('ﬁle ｆｕｌｌ')).toEqual(['file', 'full']);
    expect(splitWords('购物车').join('')).toBe('购物车');
    expect(splitWords('إعدادات الحساب')).toEqual(['اعدادات', 'الحساب']);
    expect(splitIdentifier('btnAddToCart fa-trash-o XMLFile2')).toEqual([
      'btn',
      'add',
      'to',
      'cart',
      'fa',
      'trash',
      'o',
      'xml',
      'file',
      '2',
    ]);
    expect(stem('purchasing')).toBe(stem('purchase'));
    expect(stem('löschen')).toBe('löschen');
    expect(foldCase('パス')).toBe('パス');
  });
});

describe('ranking', () => {
  const page = [
    button('Sign in'),
    button('Shopping cart'),
    button('Delete account'),
    button('Save draft'),
    button(''),
  ];

  test('the words of a row say which of its buttons is meant, whatever else stands in their cell', () => {
    const row = (name: string): El =>
      el(
        'tr',
        { role: 'row' },
        el('td', { role: 'cell' }, name),
        el('td', { role: 'cell' }, button('Edit'), button('Suspend')),
      );
    const people = ['Agnes Stanek', 'Tariq Ibsen', 'Mara Lindholm', 'Noor Jarvela'];
    const { text } = ask([el('table', { role: 'table' }, ...people.map(row))], {
      text: 'suspend mara lindholm',
    });
    expect(text.split('\n')[1]).toContain('<button>Suspend (row "Mara Lindholm")');
  });

  test.each([
    ['log in', 'Sign in'],
    ['LOGIN', 'Sign in'],
    ['basket', 'Shopping cart'],
    ['remove my account', 'Delete account'],
    ['saving drafts', 'Save draft'],
    ['shoping cart', 'Shopping cart'],
    ['anmelden', 'Sign in'],
    ['删除账户', 'Delete account'],
    ['carrito', 'Shopping cart'],
    ['garbage', 'Delete account'],
  ])('%s means %s', (text, name) => {
    expect(ask(page, { text }).names[0]).toBe(name);
  });

  test('exact before phrase before word', () => {
    const names = ['Save all and close', 'Save', 'Save all', 'All'];
    expect(
      ask(
        names.map((name) => button(name)),
        { text: 'save all' },
      ).names.slice(0, 2),
    ).toEqual(['Save all', 'Save all and close']);
  });

  test('what is read counts more than what is coded', () => {
    expect(ask([button('Go', { id: 'cart' }), button('Cart')], { text: 'cart' }).names).toEqual([
      'Cart',
      'Go',
    ]);
  });

  test.each([
    ['night mode', 'lucide lucide-moon'],
    ['attach a file', 'bi bi-paperclip'],
    ['get help and support', 'ti ti-lifebuoy'],
    ['notifications', 'fa-regular fa-bell'],
  ])('%s: an icon without words is found by what it stands for', (text, shown) => {
    const icon = (name: string): El => el('button', { name: '' }, el('i', { attributes: { class: name } }));
    const page = [
      icon('fa fa-anchor'),
      button('Other'),
      icon(shown),
      icon('ti ti-abacus'),
      button('Mode of travel'),
    ];
    expect(ask(page, { text }).shown[0]?.children[0]?.attributes.class).toBe(shown);
  });

  test('an icon beside words stands for nothing else', () => {
    const bell = el('i', { attributes: { class: 'bi-abacus' } });
    expect(ask([el('button', {}, bell, 'Price'), button('Clip')], { text: 'arithmetic' }).names).toEqual([]);
  });

  test('an icon is found by its class, its file, its title', () => {
    const icon = (child: El): El => el('button', { name: '' }, child);
    for (const child of [
      el('i', { attributes: { class: 'fa fa-trash' } }),
      el('img', { name: '', attributes: { src: '/img/trash-24.png' } }),
      el('svg', { role: 'img', name: 'Trash' }),
    ]) {
      const { found } = ask([button('Other'), icon(child)], { text: 'delete' });
      expect(found.matches[0]?.node.name).not.toBe('Other');
    }
  });

  test('the row distinguishes twins', () => {
    const row = (order: string): El => el('tr', {}, el('td', {}, order), el('td', {}, button('Cancel')));
    const { found, text } = ask([el('table', {}, row('Order 17'), row('Order 18'), row('Order 19'))], {
      text: 'cancel order 18',
    });
    expect(found.matches[0]?.node.index).toBe(
      found.matches.map(({ node }) => node.index).sort((a, b) => a - b)[1],
    );
    expect(text).toContain('(row "Order 18")');
  });

  test('keyword weights find what the text alone would not', () => {
    const found = ask(page, { keywordWeights: { 'check out': 10, cart: 40, pay: 20 } });
    expect(found.names[0]).toBe('Shopping cart');
  });

  test('is the same every time', () => {
    const names = ['Next', 'Next page', 'Previous', 'Nextcloud', 'Next'];
    const runs = Array.from(
      { length: 3 },
      () =>
        ask(
          names.map((name) => button(name)),
          { text: 'next' },
        ).text,
    );
    expect(new Set(runs).size).toBe(1);
  });

  test('what labels a control in a closed part labels it there', () => {
    const property = (name: string, at: number): El =>
      el(
        'div',
        { flags: Flag.Listener },
        el('div', {}, name),
        el('span', {}, el('input', { attributes: { title: `field ${at}`, placeholder: 'auto' } })),
      );
    const panel = el('aside', { flags: Flag.DisplayNone }, ...['Width', 'Height', 'Margin'].map(property));
    const { shown } = ask([panel], { text: 'margin' });
    const inputs = shown.filter(({ tag }) => tag === 'input');
    expect(inputs[0]?.attributes.title).toBe('field 2');
  });

  test('hidden matches come apart, with the way to them', () => {
    const menu = el('ul', { flags: Flag.DisplayNone, attributes: { id: 'm' } }, el('a', {}, 'Analytics'));
    const { text } = ask([button('Reports', { 'aria-controls': 'm', 'aria-expanded': 'false' }), menu], {
      text: 'analytics',
    });
    expect(text).toMatch(
      /Hidden now:\n \[\d\]<a>Analytics - display:none on #m; \[\d\]<button collapsed>Reports controls it$/,
    );
  });
});

describe('filters', () => {
  test.each([
    ['dropdown', ['Size']],
    ['Buttons', ['Go']],
    ['text field', ['Name']],
    ['field', ['Size', 'Name']],
    ['a', ['Home']],
  ])('role %s', (role, expected) => {
    const page = [
      button('Go'),
      el('a', {}, 'Home'),
      el('select', { name: 'Size' }),
      el('input', { name: 'Name', attributes: { type: 'text' } }),
    ];
    expect(ask(page, { role }).names).toEqual(expected);
  });

  test('attributes: equal, present, with a star, and for links the end', () => {
    const page = [
      el('a', { attributes: { href: '/shop/login', id: 'x1' } }, 'A'),
      el('a', { attributes: { href: '/x' } }, 'B'),
    ];
    expect(ask(page, { attributes: { href: '/LOGIN' } }).names).toEqual(['A']);
    expect(ask(page, { attributes: { href: '*shop*' } }).names).toEqual(['A']);
    expect(ask(page, { attributes: { id: '' } }).names).toEqual(['A']);
    expect(ask(page, { attributes: { href: '/x' } }).names).toEqual(['B']);
  });

  test('states', () => {
    const page = [
      el('input', { role: 'checkbox', name: 'On', attributes: { type: 'checkbox', '.checked': 'true' } }),
      el('input', { role: 'checkbox', name: 'Off', attributes: { type: 'checkbox', '.checked': 'false' } }),
      el('input', { name: 'Full', attributes: { '.value': 'x' } }),
      el('input', { name: 'Empty', attributes: { required: '' } }),
    ];
    expect(ask(page, { state: 'checked' }).names).toEqual(['On']);
    expect(ask(page, { state: 'filled', role: 'textbox' }).names).toEqual(['Full']);
    expect(ask(page, { state: 'empty', role: 'textbox' }).names).toEqual(['Empty']);
    expect(ask(page, { state: 'required' }).names).toEqual(['Empty']);
  });

  test('equal a brute-force scan', () => {
    const roles = ['button', 'link', 'dropdown', 'field', 'checkbox'];
    const tree = fc.array(
      fc.record({
        tag: fc.constantFrom('a', 'button', 'input', 'select'),
        text: fc.constantFrom('One', 'Two'),
        attributes: fc.dictionary(
          fc.constantFrom('id', 'required', 'disabled', '.value', 'aria-expanded'),
          fc.constantFrom('', 'a', 'true', 'false'),
          { maxKeys: 3 },
        ),
      }),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(
        tree,
        fc.option(fc.constantFrom(...roles)),
        fc.option(fc.constantFrom(...ELEMENT_STATES)),
        fc.option(fc.constantFrom('id', 'required')),
        (items, role, state, key) => {
          const children = items.map(({ tag, text, attributes }) =>
            el(tag, { attributes, name: text }, ...(tag === 'a' || tag === 'button' ? [text] : [])),
          );
          const question: ElementQuery = {
            ...(role && { role }),
            ...(state && { state }),
            ...(key && { attributes: { [key]: '' } }),
          };
          const { found } = ask(children, question, 1_000);
          const { nodes } = found.matches[0]?.node
            ? { nodes: found.matches.map(({ node }) => node) }
            : { nodes: [] };
          const scene = sceneOf(children);
          const { page, interactive } = scene.pageState.visibility;
          const expected = page.nodes.filter(
            (node) =>
              (interactive[node.index] === 1 || (node.isElement && (role || key))) &&
              (!role || roleMatcher(role)(node)) &&
              (!state || hasState(node, state)) &&
              (!key || node.attributes[key] !== undefined),
          );
          // What nobody can use comes after what can be used.
          const usableFirst = [1, 0].flatMap((usable) =>
            expected.filter(({ index }) => interactive[index] === usable),
          );
          expect(nodes.map(({ index }) => index)).toEqual(usableFirst.map(({ index }) => index));
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('what is read', () => {
  const page = [
    el('nav', { name: 'Primary' }, el('a', { attributes: { href: '/' }, name: 'Home' }, 'Home')),
    el('nav', { name: 'Breadcrumb' }, el('a', { attributes: { href: '/' }, name: 'Home' }, 'Home')),
    el(
      'main',
      {},
      el('h1', { name: 'Orders' }, 'Orders'),
      el('img', { name: 'Logo picture', attributes: { alt: 'Logo picture' } }),
      el('h2', { name: 'Shipping costs' }, 'Shipping costs'),
      el('div', { attributes: { class: 'btn primary', id: 'box' } }, 'A box'),
      button('Ship', { class: 'btn primary' }),
    ),
  ];
  const kinds = (question: ElementQuery): string[] =>
    ask(page, question).found.matches.map(({ node }) => `${node.tag} ${node.name}`.trim());

  test.each([
    ['heading', ['h1 Orders', 'h2 Shipping costs']],
    ['h2', ['h2 Shipping costs']],
    ['img', ['img Logo picture']],
    ['main', ['main']],
    ['navigation', ['nav Primary', 'nav Breadcrumb']],
    ['landmarks', ['nav Primary', 'nav Breadcrumb', 'main']],
  ])('role %s', (role, found) => {
    expect(kinds({ role })).toEqual(found);
  });

  test('is shown by its text where it has no name', () => {
    const card = el('li', {}, 'USB-C Hub', button('Add to Cart'));
    expect(ask([el('main', {}, el('ul', {}, card))], { role: 'listitem' }).text).toMatch(
      /\n \[\d+\]<li>USB-C Hub Add to Cart \(MAIN\)/,
    );
  });

  test('is found by words of it, within a role', () => {
    expect(kinds({ role: 'heading', text: 'costs of shipping' })).toEqual(['h2 Shipping costs']);
    expect(kinds({ role: 'img', text: 'logo' })).toEqual(['img Logo picture']);
    expect(ask(page, { role: 'heading', text: 'zeppelin' }).text).toMatch(
      /^Found nothing.*\nClosest:\n \[\d+\]<h1>Orders \(MAIN > "Orders"\)/s,
    );
  });

  test('is found by attributes, after what can be used; of a class each name with stars', () => {
    for (const value of ['primary', 'btn*', '*mary', '*', 'btn primary'])
      expect(kinds({ attributes: { class: value } })).toEqual(['button Ship', 'div']);
    expect(ask(page, { attributes: { class: 'prim' } }).text).toMatch(/^class is not known/);
  });

  test('an attribute that the capture does not hold is shown as not known, not as on no element', () => {
    const { text } = ask(page, { attributes: { 'data-id': '5' } });
    expect(text).toMatch(/^data-id is not known: saved pages hold other attributes\.\n/);
    expect(text).not.toContain('No element');
    const searched = ask(page, { role: 'h1', attributes: { rel: 'x' } });
    expect(searched.text).toMatch(/^rel is not known: .*\. Searched without it\.\nFound 1 element/);
    expect(searched.found.missing).toMatchObject([{ kind: 'attribute', asked: 'rel' }]);
  });

  test('or as the live page says it', () => {
    const scene = sceneOf(page);
    const index = new QueryIndex(scene.pageState, { synonyms: concepts });
    const { nodes } = scene.pageState.visibility.page;
    const box = nodes.find(({ attributes }) => attributes.id === 'box');
    const columns = new Map([['data-id', new Map(box ? [[box, 'B-57']] : [])]]);
    const find = (value: string) =>
      searchElements(index, { attributes: { 'data-id': value } }, { columns }).matches.map(
        ({ node }) => node,
      );
    for (const value of ['b-57', 'B-*', '']) expect(find(value)).toEqual([box]);
    expect(find('B-58')).toEqual([]);
  });
});

describe('a region', () => {
  const link = (name: string): El => el('a', { attributes: { href: '/' }, name }, name);
  const page = [
    el('nav', { name: 'Primary' }, link('Home')),
    el('nav', { name: 'related' }, link('Next')),
    el('nav', { name: 'related' }, link('Previous')),
    el('nav', {}, link('Imprint')),
    el('main', {}, link('Home of all')),
  ];
  const within = (withinLandmark: string): string[] => ask(page, { role: 'link', withinLandmark }).names;

  test.each([
    ['NAV', ['Home', 'Next', 'Previous', 'Imprint']],
    ['navigation', ['Home', 'Next', 'Previous', 'Imprint']],
    ['NAV:Primary', ['Home']],
    ['NAV: "Primary"', ['Home']],
    ['NAV: "Primary" (1 link)', ['Home']],
    ['NAV:related', ['Next']],
    ['NAV:related#2', ['Previous']],
    ['NAV#2: "related"', ['Previous']],
    ['NAV#2', ['Previous']],
    ['NAV#4', ['Imprint']],
    ['related', ['Next', 'Previous']],
    ['main', ['Home of all']],
  ])('%s', (address, names) => {
    expect(within(address)).toEqual(names);
  });

  test('of a kind of which there are several is shown with their number', () => {
    expect(ask(page, { text: 'home', withinLandmark: 'NAV' }).text).toMatch(
      /^Found 1 element for "home", within NAV \(4 regions\):/,
    );
  });
});

describe('bad questions', () => {
  const page = [el('nav', { name: 'Primary' }, button('Home'))];

  test('an empty one answers everything, in order', () => {
    expect(ask(page, {}).names).toEqual(['Home']);
    expect(ask(page, { text: '  ', keywordWeights: {} }).names).toEqual(['Home']);
  });

  test('an unknown region or heading offers those there are', () => {
    expect(ask(page, { withinLandmark: 'MAIN' }).text).toMatch(
      /^There is no region "MAIN" \(there are NAV:Primary\)\./,
    );
    expect(ask(page, { nearHeading: 'Prices' }).text).toMatch(/^There is no heading "Prices"\./);
  });

  test('a mistyped role is shown with the nearest', () => {
    expect(ask([button('Send')], { role: 'buton' }).text).toContain('Did you mean role="button"?');
    expect(ask([button('Send')], { role: 'sliders' }).text).not.toContain('Did you mean');
  });

  test('contradictory filters say which leave what', () => {
    expect(ask(page, { role: 'link', withinLandmark: 'NAV' }).text).toContain('No element has role="link".');
  });

  test('weights that are no numbers, and ten thousand keywords', () => {
    const weights = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`word ${i}`, i]));
    expect(ask(page, { keywordWeights: { home: Number.NaN, x: -1 } }).names).toEqual(['Home']);
    expect(() => ask(page, { keywordWeights: weights })).not.toThrow();
    expect(() => ask(page, { text: 'word '.repeat(100_000) })).not.toThrow();
  });
});

describe('the index', () => {
  test('grows with the page, not with its square', () => {
    const count = (size: number): number => {
      const scene = sceneOf(Array.from({ length: size }, (_, i) => button(`Item ${i % 50} of list`)));
      const index = new QueryIndex(scene.pageState, { synonyms: concepts });
      return [...index.words()].reduce((sum, { postings }) => sum + postings.candidates.length, 0);
    };
    expect(count(400) / count(100)).toBeLessThan(4.5);
  });
});

test('of a container that listens for its rows, the row or cell with the words', () => {
  const row = (...cells: string[]): El => el('tr', {}, ...cells.map((text) => el('td', {}, text)));
  const sheet = el('div', { flags: Flag.Listener }, el('table', {}, row('Desk', '240'), row('Chair', '75')));
  expect(ask([sheet], { text: 'chair' }).text).toContain('<td>Chair');
  expect(ask([sheet], { text: 'chair 75' }).text).toMatch(/<tr>.*Chair.*75/);
  expect(ask([sheet], { text: 'chair 240' }).text).toContain('<div>');
  const month = el(
    'table',
    {},
    ...[0, 7, 14].map((first) => row(...[1, 2, 3, 4, 5, 6, 7].map((day) => `${first + day}`))),
  );
  expect(ask([el('div', { flags: Flag.Listener }, month)], { text: '19' }).text).toMatch(
    /Found 1 .*\n \[\d+\]<td>19/,
  );
});
