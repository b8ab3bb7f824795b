import { describe, expect, test } from 'vitest';
import { Fingerprinter } from '../../packages/sightline/src/identity/Fingerprinter.ts';
import { findMadeAnew } from '../../packages/sightline/src/identity/findMadeAnew.ts';
import { type RematchResult, rematch } from '../../packages/sightline/src/identity/rematch.ts';
import type { Page, PageNode } from '../../packages/sightline/src/snapshot/Page.ts';
import { computeVisibility } from '../../packages/sightline/src/visibility/computeVisibility.ts';
import { byId, type El, el, pageOf } from '../support/page.ts';
import { Random } from '../support/Random.ts';
import { RandomList, type Rendering, randomLooks } from '../support/RandomList.ts';

const RENDERINGS: Rendering[] = ['keyed', 'by place', 'anew', 'mixed'];

/** What becomes of each control of a random list, as the app itself knows. */
function tally(
  seeds: number,
  find: (node: PageNode, before: Fingerprinter, after: Fingerprinter) => PageNode | undefined,
): { wrong: string[]; there: number; found: number } {
  const wrong: string[] = [];
  let there = 0;
  let found = 0;
  for (let seed = 0; seed < seeds; seed++) {
    const random = new Random(seed);
    const list = new RandomList(random, randomLooks(random), 1 + random.below(9));
    const then = list.page();
    const before = new Fingerprinter(computeVisibility(then.page));
    const done = list.change(random.oneOf(RENDERINGS));
    const now = list.page();
    const after = new Fingerprinter(computeVisibility(now.page));
    const left = new Set(now.truth.values());
    for (const [node, meaning] of then.truth) {
      const answer = find(node, before, after);
      if (left.has(meaning)) there++;
      if (answer === undefined) continue;
      if (now.truth.get(answer) === meaning) found++;
      else wrong.push(`seed ${seed} (${done.join(', ')}): ${meaning} -> ${now.truth.get(answer)}`);
    }
  }
  return { wrong, there, found };
}

function answered(verdict: RematchResult): PageNode | undefined {
  return verdict.kind === 'same' || verdict.kind === 'rebound' ? verdict.node : undefined;
}

test('never answers what stands for another item, and finds 97 % of what is still there', () => {
  const { wrong, there, found } = tally(400, (node, before, after) =>
    answered(rematch(before.of(node), after)),
  );
  expect(wrong).toEqual([]);
  expect(there).toBeGreaterThan(2_000);
  expect(found / there).toBeGreaterThan(0.97);
});

test('what is made anew in a wrapper or among words is never that of another item', () => {
  expect(tally(400, findMadeAnew).wrong).toEqual([]);
});

/** The element with the id `it` of one page, sought in another; `made` says which elements are others than they were. */
function seek(before: El[], after: El[], made: 'same nodes' | 'new nodes' = 'same nodes'): string {
  const then = pageOf(before);
  const now = pageOf(made === 'same nodes' ? after : [...Array(200).fill(el('i')), ...after]);
  const verdict = rematch(
    new Fingerprinter(computeVisibility(then)).of(byId(then, 'it')),
    new Fingerprinter(computeVisibility(now)),
  );
  return describeResult(verdict, now);
}

function describeResult(verdict: RematchResult, page: Page): string {
  const number = (node: PageNode): number =>
    page.nodes.filter(({ role }) => role === node.role).indexOf(node) + 1;
  if (verdict.kind === 'gone') return 'gone';
  if (verdict.kind === 'ambiguous') return `ambiguous ${verdict.candidates.map(number).join(' ')}`;
  const by = verdict.kind === 'rebound' ? ` by ${verdict.method}` : '';
  return `${verdict.kind} ${number(verdict.node)}${by}`;
}

const button = (name: string, isIt = false): El =>
  el('button', isIt ? { attributes: { id: 'it' } } : {}, name);
const row = (texts: string[], isIt = false, name = 'Delete'): El =>
  el('tr', {}, ...texts.map((text) => el('td', {}, text)), el('td', {}, button(name, isIt)));
const table = (...rows: El[]): El[] => [el('table', {}, ...rows)];

describe('an element that lives', () => {
  test('is another where its row moved up', () => {
    const before = table(row(['Ann']), row(['Ben'], true), row(['Cat']));
    expect(seek(before, table(row(['Ann']), row(['Cat']), row(['Dan'])))).toBe('replaced 2');
    expect(seek(before, table(row(['Ben']), row(['Ann']), row(['Cat'])))).toBe('rebound 1 by role and name');
  });

  test('is what it was where a counter or a state of its row changed', () => {
    const names = ['Ann', 'Ben', 'Cat', 'Dan', 'Eve'];
    const before = names.map((name, i) => row([i % 2 ? 'Open' : 'Shut', name, `${i} likes`], i === 1));
    const after = names.map((name, i) => row([i % 3 ? 'Open' : 'Shut', name, `${i + 3} likes`]));
    expect(seek(table(...before), table(...after))).toBe('same 2');
  });

  test('is what it was where a state changed beside the number of an order, in a list of such', () => {
    const orders = (states: string, numbers = [2041, 2042, 2043, 2044, 2045]): El[] =>
      table(
        ...numbers.map((number, i) => row([`SO-${number}`, states[i] === 'o' ? 'Open' : 'Sent'], i === 1)),
      );
    expect(seek(orders('oosso'), orders('ossso'))).toBe('same 2');
    expect(seek(orders('oosso'), orders('ossso', [2042, 2046, 2043, 2044, 2045]))).toBe(
      'rebound 1 by role and name',
    );
    const steps = (states: string): El[] =>
      table(
        ...[...states].map((state, i) => row([`Step ${i + 1}`, state === 'o' ? 'Open' : 'Sent'], i === 1)),
      );
    expect(seek(steps('oosso'), steps('ossso'))).toBe('replaced 2');
  });

  test('is what it was where boxes without words around it came or went', () => {
    const layer = (isIt: boolean, ...words: string[]): El =>
      el('div', {}, ...table(row(words, isIt, 'Sort')));
    const grid = (count: number): El[] => [
      el('div', {}, layer(true, 'Name'), ...Array.from({ length: count }, () => layer(false, ''))),
    ];
    expect(seek(grid(2), grid(3))).toBe('same 1');
  });

  test('is another where all that is left of its row is a state', () => {
    const before = table(row(['Open', 'Ann']), row(['Shut', 'Ben'], true), row(['New', 'Cat']));
    expect(seek(before, table(row(['Open', 'Ann']), row(['Shut', 'Eve']), row(['New', 'Cat'])))).toBe(
      'replaced 2',
    );
  });

  test('is another where its row says the same as one that went', () => {
    const before = table(row(['Ann'], true), row(['Ann']), row(['Ben']));
    expect(seek(before, table(row(['Ann']), row(['Ben'])))).toMatch(/^(replaced|ambiguous)/);
  });

  test('is another when its name is, unless only a counter in it counts', () => {
    expect(seek([button('Show', true)], [button('Hide')])).toBe('replaced 1');
    expect(seek([button('Cart 2', true)], [button('Cart 3')])).toBe('same 1');
    expect(seek([button('Page 2', true), button('Page 3')], [button('Page 3'), button('Page 4')])).toBe(
      'replaced 1',
    );
  });

  test('keeps apart two buttons that exchanged their texts', () => {
    const before = [el('p', {}, button('Approve', true), button('Reject'))];
    expect(seek(before, [el('p', {}, button('Reject'), button('Approve'))])).toBe(
      'rebound 2 by role and name',
    );
  });

  test('is another where the words around a single one are', () => {
    const slide = (name: string, isIt = false): El[] => [
      el('div', {}, el('b', {}, name), el('p', {}, 'Made by hand'), button('Buy', isIt)),
    ];
    expect(seek(slide('Shoes', true), slide('Shoes'))).toBe('same 1');
    expect(seek(slide('Shoes', true), slide('Hats'))).toBe('replaced 1');
  });

  test('stays the same in a form whose messages come and go', () => {
    const field = (name: string, error: string): El =>
      el('p', {}, el('b', {}, name), el('input', { name }), el('i', {}, error));
    const form = (...errors: string[]): El[] => [
      el('form', {}, ...errors.map((error, i) => field(`Field ${'abc'[i]}`, error)), button('Send', true)),
    ];
    expect(seek(form('Required', 'Required', 'Required'), form('', 'Too short', ''))).toBe('same 1');
  });

  test('stays the same in a form in which a long list has been closed', () => {
    const form = (chosen: string, ...options: string[]): El[] => [
      el(
        'form',
        {},
        button('Send', true),
        el('b', {}, 'Street'),
        el('p', {}, chosen),
        ...options.map((option) => el('p', {}, option)),
      ),
    ];
    expect(seek(form('Choose', 'Finland', 'Sweden', 'Norway'), form('Norway'))).toBe('same 1');
    expect(seek(form('Choose', 'Finland'), form('Hat', 'Shoe', 'Sock', 'Glove'))).toBe('replaced 1');
  });
});

describe('an element that is gone', () => {
  test('is found by what its row says', () => {
    const before = table(row(['Ann']), row(['Ben'], true), row(['Cat']));
    expect(seek(before, table(row(['Cat']), row(['Ann']), row(['Ben'])), 'new nodes')).toBe(
      'rebound 3 by role and name',
    );
    expect(seek(before, table(row(['Cat']), row(['Ann'])), 'new nodes')).toBe('gone');
  });

  test('is found by its name in a row that lays out a part of the page, whatever else came into that', () => {
    const event = (name: string, isIt = false): El =>
      el('table', {}, el('tr', {}, el('td', {}, button(name, isIt))));
    const month = (...events: El[]): El[] => table(el('tr', {}, el('td', {}, 'May', ...events)));
    const before = month(event('Lunch', true), event('Call'));
    expect(seek(before, month(el('p', {}, 'New'), event('Lunch'), event('Call')), 'new nodes')).toBe(
      'rebound 1 by role and name',
    );
    expect(seek(table(row(['Ann'], true)), table(row(['Ben'])), 'new nodes')).toBe('gone');
  });

  test('is found by its place only where all was made as it was', () => {
    const before = table(row(['Ann']), row(['Ann'], true), row(['Ben']));
    expect(seek(before, table(row(['Ann']), row(['Ann']), row(['Ben'])), 'new nodes')).toBe(
      'rebound 2 by CSS path',
    );
    expect(seek(before, table(row(['Ann']), row(['Ben']), row(['Ann'])), 'new nodes')).toBe('ambiguous 1 3');
    expect(seek(before, table(row(['Ann']), row(['Ben'])), 'new nodes')).toBe('gone');
  });

  test('is found by what its row holds in a field', () => {
    const item = (value: string, isIt = false): El =>
      el('li', {}, el('input', { attributes: { '.value': value } }), button('Remove', isIt));
    const before = [el('ul', {}, item('Milk'), item('Eggs', true), item('Tea'))];
    expect(seek(before, [el('ul', {}, item('Eggs'), item('Tea'))], 'new nodes')).toBe(
      'rebound 1 by role and name',
    );
    expect(seek(before, [el('ul', {}, item('Milk'), item('Tea'))], 'same nodes')).toBe('replaced 2');
  });
});
