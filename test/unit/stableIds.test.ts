import { describe, expect, test } from 'vitest';
import { GivenIds, StableIds } from '../../packages/sightline/src/identity/StableIds.ts';
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

  test('twins under headings of their own are distinguished by them', () => {
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

  test('an HTML id says which it is under any heading, and a count in a heading says nothing', () => {
    const under = (heading: string, ...children: El[]): El =>
      el('main', {}, el('h1', {}, heading), ...children);
    const compose = button('Compose', { id: 'compose' });
    expect(idsOf([under('Inbox', compose)])).toEqual(idsOf([under('Archive', compose)]));
    expect(idsOf([under('Inbox (3)', button('Reply'))])).toEqual(
      idsOf([under('Inbox (1,204)', button('Reply'))]),
    );
    const photos = (...counts: number[]) =>
      idsOf(counts.map((count) => under(`Photo (${count})`, button('Delete'))));
    expect(photos(1, 2, 3)[2]).toBe(photos(1, 3)[1]);
    const twins = (...names: string[]) =>
      idsOf(names.map((name) => under(name, button('Delete', { id: 'delete' }))));
    expect(new Set([...twins('A', 'B'), ...twins('B')]).size).toBe(3);
  });

  test('a living element keeps its id under another heading, and among its twins; one that changes does not', () => {
    const inbox = (heading: string, words: string): Page =>
      pageOf([
        el('main', {}, el('h1', {}, heading), el('button', { id: 7 }, words), el('button', { id: 8 }, words)),
      ]);
    const given = new GivenIds();
    const idsNow = (page: Page): string[] => {
      const ids = new StableIds(page, given);
      return page.nodes.filter(({ tag }) => tag === 'button').map((node) => ids.of(node));
    };
    const first = idsNow(inbox('Inbox', 'Reply'));
    expect(idsNow(inbox('Archive', 'Reply'))).toEqual(first);
    const alone = pageOf([el('main', {}, el('h1', {}, 'Archive'), el('button', { id: 8 }, 'Reply'))]);
    expect(idsNow(alone)).toEqual([first[1]]);
    expect(idsNow(inbox('Archive', 'Answer'))).not.toContain(first[1]);
    const anew = new StableIds(inbox('Spam', 'Reply'), given);
    expect(anew.find(first[0] as string)).toBeUndefined();
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
