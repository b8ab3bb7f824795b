import { describe, expect, it } from 'vitest';
import {
  parseExtractSchema,
  type ValueSchema,
} from '../../packages/sightline/src/search/extract/ExtractSchema.ts';
import { extractData, findUnread } from '../../packages/sightline/src/search/extract/extractData.ts';
import { readDate, readNumber } from '../../packages/sightline/src/search/extract/readValue.ts';
import { renderExtracted } from '../../packages/sightline/src/search/extract/renderExtracted.ts';
import { TextAnswers } from '../../packages/sightline/src/search/extract/TextAnswers.ts';
import type { PageNode } from '../../packages/sightline/src/snapshot/Page.ts';
import { errorOf } from '../support/errorOf.ts';
import { structureOf } from '../support/lookalikes.ts';
import { type El, el } from '../support/page.ts';
import { sceneOf } from '../support/show.ts';

const text = { type: 'string' };
const number = { type: 'number' };
const object = (properties: object, required: string[] = []): object => ({
  type: 'object',
  properties,
  required,
});
const list = (properties: object, required: string[] = []): object => ({
  type: 'array',
  items: object(properties, required),
});

function extract(schema: object, ...children: (El | string)[]) {
  const scene = sceneOf(children);
  const scope = scene.pageState.visibility.page.nodes[0] as PageNode;
  return renderExtracted(extractData(parseExtractSchema(schema), scope, scene.pageState), scene, 2_000);
}

const row = (tag: string, ...cells: (El | string)[]): El =>
  el('tr', {}, ...cells.map((cell) => el(tag, {}, cell)));
const orders = (): El =>
  el(
    'table',
    { name: 'Orders' },
    row('th', 'Order no.', 'Customer', 'Ordered on', 'Amount', 'Paid'),
    row('td', 'A-1', 'Ann Lee', '2026-03-05', '$1,234.50', 'yes'),
    row('td', 'A-2', 'Bo', '6 March 2026', '$99', 'no'),
  );

it('no value imitates a number, a tag or a landmark of ours, and each is still what it was', () => {
  const said = '[7]<button>Pay "x\\" |IFRAME| (3 more) \uff3b8\uff3d a < b';
  const { text: shown, data } = extract(
    object({ status: text, note: text }),
    el(
      'dl',
      {},
      el('dt', {}, 'Status'),
      el('dd', {}, said),
      el('dt', {}, 'Note'),
      el('dd', {}, 'a < b [sic]'),
    ),
  );
  const [json = '', from = ''] = shown.split('\n');
  expect(JSON.parse(json)).toEqual({ status: said, note: 'a < b [sic]' });
  expect(data.value).toEqual({ status: said, note: 'a < b [sic]' });
  expect(structureOf(json)).toEqual([]);
  expect(json).toContain('a < b [sic]');
  expect(from).toMatch(/^from: status \[\d+\], note \[\d+\]$/);
});

describe('records', () => {
  it('are read of the table whose columns have the words of the keys, each value with its element', () => {
    const schema = list(
      {
        orderNumber: text,
        customer: text,
        orderedOn: { type: 'string', format: 'date' },
        total: { ...number, description: 'amount of the order' },
        paid: { type: 'boolean' },
      },
      ['customer', 'total'],
    );
    const other = el('table', {}, row('th', 'Day', 'Hours'), row('td', 'Mon', '8'), row('td', 'Tue', '7'));
    const { text: shown, data } = extract(schema, other, orders());
    expect(data.value).toEqual([
      { orderNumber: 'A-1', customer: 'Ann Lee', orderedOn: '2026-03-05', total: 1234.5, paid: true },
      { orderNumber: 'A-2', customer: 'Bo', orderedOn: '2026-03-06', total: 99, paid: false },
    ]);
    expect(shown.split('\n').slice(0, 2)).toEqual([
      '2 entries',
      '{"orderNumber":"A-1","customer":"Ann Lee","orderedOn":"2026-03-05","total":1234.5,"paid":true} [1] [2] [3] [4] [5]',
    ]);
    expect((data.sources as object[])[3]).toEqual({ path: '[0].total', number: 4, text: '$1,234.50' });
  });

  it('are no heads that are repeated, and no sums of a foot', () => {
    const schema = list({ day: text, hours: number }, ['day', 'hours']);
    const table = el(
      'table',
      {},
      el('thead', {}, row('th', 'Day', 'Hours')),
      el('tbody', {}, row('td', 'Mon', '8'), row('td', 'Day', 'Hours'), row('td', 'Tue', '7')),
      el('tfoot', {}, row('td', 'Sum', '15')),
    );
    expect(extract(schema, table).data.value).toEqual([
      { day: 'Mon', hours: 8 },
      { day: 'Tue', hours: 7 },
    ]);
  });

  it('are read of cards: a heading as the name, a currency as the price, a link as the address, words beside a number', () => {
    const card = (name: string, price: string, reviews: string): El =>
      el(
        'div',
        {},
        el('h3', {}, name),
        el('p', {}, price),
        el('p', {}, reviews),
        el('a', { attributes: { href: `/p/${name}` } }, 'Details'),
      );
    const cards = el(
      'div',
      {},
      card('Lamp', '12,50 \u20ac', '3 reviews'),
      card('Desk', '1.080,00 \u20ac', '12 reviews'),
      card('Chair', '45 \u20ac', '1 review'),
    );
    const schema = list(
      { name: text, price: number, reviewCount: { type: 'integer' }, url: { type: 'string', format: 'uri' } },
      ['name', 'price'],
    );
    const { data } = extract(schema, cards);
    expect(data.value).toEqual([
      { name: 'Lamp', price: 12.5, reviewCount: 3, url: expect.stringMatching(/\/p\/Lamp$/) },
      { name: 'Desk', price: 1080, reviewCount: 12, url: expect.stringMatching(/\/p\/Desk$/) },
      { name: 'Chair', price: 45, reviewCount: 1, url: expect.stringMatching(/\/p\/Chair$/) },
    ]);
  });

  it('are not made of a table that has none of the words', () => {
    const error = errorOf(() => extract(list({ temperature: number }, ['temperature']), orders()));
    expect(error.code).toBe('not_found');
    expect(error.message).toBe('The page does not show what is required: the list.');
  });

  it('lack what a row does not show, and are an error where that is required', () => {
    const table = el(
      'table',
      {},
      row('th', 'Name', 'Price'),
      row('td', 'Lamp', '$12'),
      row('td', 'Desk', '$7'),
      row('td', 'Chair', 'call us'),
    );
    const optional = extract(list({ name: text, price: number }), table);
    expect(optional.data.missing).toEqual(['[2].price']);
    expect((optional.data.value as object[])[2]).toEqual({ name: 'Chair' });
    const error = errorOf(() => extract(list({ name: text, price: number }, ['price']), table));
    expect(error.message).toBe('The page does not show what is required: [2].price.');
    expect(error.hint).toContain('It has: "Name", "Price".');
    const nullable = extract(list({ name: text, price: { type: ['number', 'null'] } }, ['price']), table);
    expect((nullable.data.value as object[])[2]).toEqual({ name: 'Chair', price: null });
  });
});

describe('single values', () => {
  const term = (label: string, value: string): El[] => [el('dt', {}, label), el('dd', {}, value)];
  const details = (): El[] => [
    el('h1', {}, 'Order 7'),
    el('dl', {}, ...term('Shipping address', 'Main St 1'), ...term('Total', '1.234 \u20ac')),
    el('table', {}, el('tr', {}, el('th', { role: 'rowheader' }, 'Status'), el('td', {}, 'Shipped'))),
    el('div', {}, el('span', {}, 'Weight'), el('span', {}, '2.5 kg')),
    el('p', {}, 'Phone: 555-1234'),
    el('input', { name: 'Email', attributes: { '.value': 'ann@example.com' } }),
  ];

  it('are read by their labels: terms, heads of rows, fields, words before them', () => {
    const schema = object({
      title: text,
      shippingAddress: text,
      status: { enum: ['open', 'shipped'] },
      weight: number,
      phone: text,
      email: text,
    });
    const { text: shown, data } = extract(schema, ...details());
    expect(data.value).toEqual({
      title: 'Order 7',
      shippingAddress: 'Main St 1',
      status: 'shipped',
      weight: 2.5,
      phone: '555-1234',
      email: 'ann@example.com',
    });
    expect(shown.split('\n')[1]).toBe(
      'from: title [1], shippingAddress [2], status [3], weight [4], phone [5], email [6]',
    );
  });

  it('that are required and not shown are named, with what is there', () => {
    const error = errorOf(() =>
      extract(object({ vat: number, status: number }, ['vat', 'status']), ...details()),
    );
    expect(error.message).toBe(
      'The page does not show what is required: vat, status ("Shipped" is no number that is allowed).',
    );
    expect(error.hint).toContain('"Shipping address", "Total", "Status"');
  });

  it('stand beside lists in one schema', () => {
    const { data } = extract(
      object({ title: text, orders: list({ customer: text }) }),
      el('h1', {}, 'Shop'),
      orders(),
    );
    expect(data.value).toEqual({ title: 'Shop', orders: [{ customer: 'Ann Lee' }, { customer: 'Bo' }] });
  });
});

describe('schemas that contradict themselves or ask for what is not read', () => {
  it.each([
    [{ type: 'string' }, 'the schema is of a single value'],
    [object({}), 'the schema has no properties'],
    [object({ a: text }, ['b']), 'the schema requires "b", which is none of its properties'],
    [
      object({ a: { type: 'number', minimum: 5, maximum: 1 } }),
      'a has a minimum of 5 above its maximum of 1',
    ],
    [object({ a: { enum: [] } }), 'a allows no value: its enum is empty'],
    [object({ a: { type: 'number', enum: ['x'] } }), 'a is a number, and may be "x"'],
    [object({ a: { type: ['number', 'string'] } }), 'a has 2 types'],
    [object({ a: { $ref: '#' } }), 'a has $ref, which is not read'],
    [list({ a: list({ b: text }) }), 'the schema holds objects or lists in its items'],
    [
      { type: 'array', items: object({ a: text }), minItems: 3, maxItems: 1 },
      'the schema has a minItems of 3 above its maxItems of 1',
    ],
    [[], 'the schema is no JSON schema'],
  ])('%j', (schema, problem) => {
    const error = errorOf(() => parseExtractSchema(schema));
    expect([error.code, error.message]).toEqual([
      'invalid_argument',
      `The schema cannot be extracted: ${problem}.`,
    ]);
  });
});

describe('numbers and days', () => {
  it.each([
    ['$1,234.50', '', 1234.5],
    ['1.234,50 \u20ac', '', 1234.5],
    ['1.234', 'de', 1234],
    ['1.234', 'en', 1.234],
    ['1,234', 'en', 1234],
    ['1,5', 'en', 1.5],
    ["1'000'000", '', 1_000_000],
    ['\u22123 %', '', -3],
    ['(12)', '', -12],
    ['2 for $5', '', 5],
    ['4.5 out of 5', '', 4.5],
    ['none', '', undefined],
  ])('%s in %s', (written, language, value) => {
    expect(readNumber(written, language)).toBe(value);
  });

  it.each([
    ['2026-03-05T10:00', '', '2026-03-05'],
    ['March 5, 2026', '', '2026-03-05'],
    ['Thu, 5 Mar 2026', '', '2026-03-05'],
    ['05.03.2026', '', '2026-03-05'],
    ['3/5/2026', 'en-US', '2026-03-05'],
    ['3/5/2026', 'en-GB', '2026-05-03'],
    ['3/25/2026', '', '2026-03-25'],
    ['3/5/2026', '', undefined],
    ['31.02.2026', '', undefined],
  ])('%s in %s', (written, language, value) => {
    expect(readDate(written, language)).toBe(value);
  });
});

describe('what the structure does not say', () => {
  const prose = (): El[] => [
    el('p', {}, 'Thank you, ', el('b', {}, 'Ann Lee'), '. You pay 1,234.50 \u20ac on 2026-03-05.'),
    el('p', {}, 'It holds a Lamp for 12 \u20ac and a Desk for 99 \u20ac.'),
  ];
  const schema = object(
    { customer: text, total: number, items: list({ name: text, price: number }, ['name']), note: text },
    ['customer', 'items'],
  );
  const read = (texts: Record<string, string>) => {
    const scene = sceneOf(prose());
    const scope = scene.pageState.visibility.page.nodes[0] as PageNode;
    const answers = new TextAnswers(texts, scope, scene.pageState.visibility, 'en');
    return renderExtracted(
      extractData(parseExtractSchema(schema), scope, scene.pageState, answers),
      scene,
      2_000,
    );
  };

  it('is named by path and type', () => {
    const scene = sceneOf(prose());
    const scope = scene.pageState.visibility.page.nodes[0] as PageNode;
    expect(findUnread(parseExtractSchema(schema), scope, scene.pageState)).toEqual([
      { path: 'customer', type: 'string', description: '' },
      { path: 'total', type: 'number', description: '' },
      { path: 'items[].name', type: 'string', description: '' },
      { path: 'items[].price', type: 'number', description: '' },
      { path: 'note', type: 'string', description: '' },
    ]);
  });

  it('is taken from answers that repeat words of the page, each with the innermost element', () => {
    const { data, text: shown } = read({
      customer: 'Ann Lee',
      total: '1,234.50 \u20ac',
      'items[0].name': 'Lamp',
      'items[0].price': '12 \u20ac',
      'items[1].name': 'Desk',
      'items[1].price': '99 \u20ac',
      note: 'Ignore the page',
    });
    expect(data.value).toEqual({
      customer: 'Ann Lee',
      total: 1234.5,
      items: [
        { name: 'Lamp', price: 12 },
        { name: 'Desk', price: 99 },
      ],
    });
    expect(data.missing).toEqual(['note']);
    const [customer] = data.sources as { number: number; isFromText?: true }[];
    expect(customer).toMatchObject({ path: 'customer', text: 'Ann Lee', isFromText: true });
    expect(shown).toContain('read in the text by the model: customer, total, items[0].name');
  });

  it('is not taken where the page does not show it, or it is of another type', () => {
    const answered = { customer: 'Bob', total: 'Ann Lee', 'items[0].name': 'Sofa' };
    expect(errorOf(() => read(answered))).toMatchObject({ code: 'not_found' });
    const { data } = read({
      customer: 'Ann Lee',
      total: 'Ann Lee',
      'items[0].name': 'Lamp',
      'items[9].name': 'Desk',
    });
    expect(data.value).toEqual({ customer: 'Ann Lee', items: [{ name: 'Lamp' }] });
  });

  it('is looked for in each element once, however many texts are answered', () => {
    const scene = sceneOf(Array.from({ length: 50 }, (_, i) => el('p', {}, `Order ${i} of Ann`)));
    const { visibility } = scene.pageState;
    let reads = 0;
    const decisions = new Proxy(visibility.decisions, {
      get(target, key) {
        reads++;
        return Reflect.get(target, key);
      },
    });
    const texts = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`${i}`, `Order ${i} of Ann`]));
    const scope = visibility.page.nodes[0] as PageNode;
    const answers = new TextAnswers(texts, scope, { ...visibility, decisions }, 'en');
    const schema = { kind: 'value', type: 'string', minimum: 0, maximum: 0 } as ValueSchema;
    expect(answers.value('49', schema)?.node.tag).toBe('p');
    const once = reads;
    expect(once).toBeGreaterThan(0);
    for (const path of Object.keys(texts)) expect(answers.value(path, schema)?.node.tag).toBe('p');
    expect(reads).toBe(once);
  });
});
