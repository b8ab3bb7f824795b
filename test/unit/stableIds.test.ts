import { describe, expect, test } from 'vitest';
import { StableIds } from '../../packages/sightline/src/identity/StableIds.ts';
import type { Page } from '../../packages/sightline/src/snapshot/Page.ts';
import { byId, type El, el, pageOf } from '../support/page.ts';

const button = (text: string, attributes: Record<string, string> = {}): El =>
  el('button', { attributes }, text);
const row = (...words: string[]): El =>
  el('tr', {}, ...words.map((word) => el('td', {}, word)), el('td', {}, button('Remove')));

/** The ids of the elements of a tag, in document order. */
function idsOf(children: (El | string)[], tag = 'button'): string[] {
  const page = pageOf(children);
  const ids = new StableIds(page);
  return page.nodes.filter((node) => node.tag === tag).map((node) => ids.of(node));
}

/** Every way from an id back to its element holds. */
function allFound(page: Page): boolean {
  const ids = new StableIds(page);
  return page.nodes.every((node) =>
    node.isElement
      ? /^elem-[0-9a-z]{7}$/.test(ids.of(node)) && ids.find(ids.of(node)) === node
      : ids.of(node) === '',
  );
}

describe('stable ids', () => {
  test('are unique, twins included, and lead back to their elements', () => {
    const twins = Array.from({ length: 500 }, () => button('Buy'));
    expect(new Set(idsOf(twins)).size).toBe(500);
    expect(allFound(pageOf([...twins, el('p', {}, 'text'), el('div', {}, el('div', {}, 'x'))]))).toBe(true);
    expect(new StableIds(pageOf([])).find('elem-0000000')).toBeUndefined();
  });

  test('are the same for the same page', () => {
    const make = () => [el('nav', {}, el('a', {}, 'Home')), el('table', {}, row('A'), row('B'))];
    expect(idsOf(make())).toEqual(idsOf(make()));
  });

  test('say nothing of what stands beside, of wrappers, or of classes', () => {
    const [id] = idsOf([el('main', {}, button('Save'))]);
    const [, later] = idsOf([
      el('div', {}, button('Accept cookies')),
      el('main', { attributes: { class: 'x' } }, el('div', {}, el('p', {}, 'New'), button('Save'))),
    ]);
    expect(later).toBe(id);
  });

  test('no item takes the place of one that was deleted', () => {
    const before = idsOf([el('table', {}, row('Order', '1'), row('Order', '2'), row('Order', '3'))]);
    const after = idsOf([el('table', {}, row('Order', '1'), row('Order', '3'))]);
    expect(after).toEqual([before[0], before[2]]);
  });

  test('twins under headings of their own are told apart by them', () => {
    const card = (name: string): El =>
      el('div', {}, el('div', {}, el('h3', {}, name)), el('p', {}, button('Add')));
    expect(idsOf([card('Billing'), card('Shipping')])[1]).toBe(idsOf([card('Shipping')])[0]);
  });

  test('stay while the words of an element with an id of its own, or what it holds, change', () => {
    for (const [name, value] of [
      ['id', 'cart'],
      ['data-testid', 'cart-1'],
    ] as const) {
      const attributes = { [name]: value };
      expect(idsOf([button('Cart (3)', attributes)])).toEqual(idsOf([button('Cart (4)', attributes)]));
    }
    const field = (value: string): El => el('input', { attributes: { name: 'q', '.value': value } });
    expect(idsOf([field('a')], 'input')).toEqual(idsOf([field('b')], 'input'));
    const cell = (value: string): El => el('table', {}, el('tr', {}, el('td', {}, field(value))));
    expect(idsOf([cell('a')], 'td')).toEqual(idsOf([cell('b')], 'td'));
    expect(idsOf([button('Cart (3)')])).not.toEqual(idsOf([button('Cart (4)')]));
  });

  test('a counted id of a framework says nothing', () => {
    const make = (id: string): El => el('div', { attributes: { id } }, button('Open', { id: `${id}b` }));
    expect(idsOf([make(':r1:')])).toEqual(idsOf([make(':r7:')]));
    expect(idsOf([make('order-1')])).not.toEqual(idsOf([make('order-2')]));
  });

  test('a field of one place is not that of another', () => {
    const page = pageOf([
      el('form', { attributes: { name: 'a', id: 'a' } }, el('input', { attributes: { name: 'q' } })),
      el('form', { attributes: { name: 'b', id: 'b' } }, el('input', { attributes: { name: 'q' } })),
    ]);
    const ids = new StableIds(page);
    const [a, b] = [byId(page, 'a'), byId(page, 'b')].map((form) => ids.of(form.children[0] as never));
    expect(a).not.toBe(b);
    const alone = pageOf([
      el('form', { attributes: { name: 'b', id: 'b' } }, el('input', { attributes: { name: 'q' } })),
    ]);
    expect(new StableIds(alone).of(byId(alone, 'b').children[0] as never)).toBe(b);
  });
});
