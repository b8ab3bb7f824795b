import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffPages, isEmptyDiff } from '../../packages/sightline/src/diff/diffPages.ts';
import { elementKey, type PageNode } from '../../packages/sightline/src/snapshot/Page.ts';
import type { PageState } from '../../packages/sightline/src/structure/PageState.ts';
import { isRemoved } from '../../packages/sightline/src/visibility/Visibility.ts';
import { type El, el, type Facts, type PageFacts } from '../support/page.ts';
import { sceneOf } from '../support/show.ts';

const structureOf = (children: (El | string)[], facts?: PageFacts): PageState =>
  sceneOf(children, {}, facts).pageState;

/** One element of a page that changes: an identity, what it is, and what is in it. */
interface Plan {
  id: number;
  kind: 'button' | 'input' | 'p' | 'div' | 'li';
  text: string;
  value: string;
  inside: Plan[];
}

const { tree: plans } = fc.letrec<{ tree: Plan[] }>((tie) => ({
  tree: fc.array(
    fc.record({
      id: fc.integer({ min: 1_000, max: 1_040 }),
      kind: fc.constantFrom('button', 'input', 'p', 'div', 'li'),
      text: fc.constantFrom('', 'One', 'Two', 'Three'),
      value: fc.constantFrom('', 'a', 'b'),
      inside: fc.oneof({ maxDepth: 3 }, fc.constant<Plan[]>([]), tie('tree') as fc.Arbitrary<Plan[]>),
    }) as fc.Arbitrary<Plan>,
    { maxLength: 5 },
  ),
}));

/** No identity twice, and nothing within controls. */
function build(tree: Plan[], used = new Set<number>()): El[] {
  return tree.flatMap(({ id, kind, text, value, inside }) => {
    if (used.has(id)) return [];
    used.add(id);
    if (kind === 'input')
      return [el('input', { id, name: text, attributes: value ? { '.value': value } : {} })];
    const children = kind === 'button' ? [] : build(inside, used);
    return [el(kind, { id }, text, ...children)];
  });
}

function usableIn({ visibility }: PageState): Map<string, PageNode> {
  const nodes = visibility.page.nodes.filter(
    (node) => visibility.interactive[node.index] === 1 && !isRemoved(visibility, node),
  );
  return new Map(nodes.map((node) => [elementKey(node), node]));
}

test('a page does not differ from itself, however it is captured', () => {
  fc.assert(
    fc.property(plans, (tree) => {
      const once = structureOf(build(tree));
      const again = structureOf(build(tree));
      const found = diffPages(once, again);
      expect(isEmptyDiff(found)).toBe(true);
      expect(found.replaced).toEqual([]);
    }),
    { numRuns: 200, seed: 3 },
  );
});

test('whatever came, went or changed is reported', () => {
  fc.assert(
    fc.property(plans, plans, (tree, next) => {
      const [before, after] = [structureOf(build(tree)), structureOf(build(next))];
      const found = diffPages(before, after);
      const [was, is] = [usableIn(before), usableIn(after)];
      const come = new Set([
        ...found.appeared.flatMap(({ items }) => items.map(({ node }) => node)),
        ...found.replaced.map((pair) => pair.after),
      ]);
      const gone = new Set([
        ...found.gone.map(({ node }) => node),
        ...found.replaced.map((pair) => pair.before),
      ]);
      for (const [key, node] of is) expect(come.has(node)).toBe(!was.has(key));
      for (const [key, node] of was) expect(gone.has(node)).toBe(!is.has(key));
      for (const { from, to } of found.appeared)
        for (const node of is.values())
          if (node.index >= from && node.index < to) expect(come.has(node)).toBe(true);
      const changed = new Map(found.changed.map((change) => [change.node, change.changes]));
      for (const [key, node] of is) {
        const earlier = was.get(key);
        if (!earlier || earlier.tag !== node.tag) continue;
        const differs =
          earlier.name !== node.name || earlier.attributes['.value'] !== node.attributes['.value'];
        expect(changed.has(node)).toBe(differs);
      }
    }),
    { numRuns: 500, seed: 4 },
  );
});

test('what is rendered anew is the same; a state that changed with that is reported', () => {
  const list = (from: number, checked: string): El[] => [
    el(
      'main',
      { id: 1_900 },
      ...['a', 'b', 'a'].map((name, i) => el('button', { id: from + i }, name)),
      el('input', { id: from + 9, role: 'checkbox', name: 'Tell me', attributes: { '.checked': checked } }),
    ),
  ];
  expect(isEmptyDiff(diffPages(structureOf(list(1_000, 'true')), structureOf(list(2_000, 'true'))))).toBe(
    true,
  );
  const { changed, replaced, ...rest } = diffPages(
    structureOf(list(1_000, 'false')),
    structureOf(list(2_000, 'true')),
  );
  expect(replaced.map(({ before, after }) => after.id - before.id)).toEqual([1_000, 1_000, 1_000, 1_000]);
  expect(changed.map(({ changes }) => changes)).toEqual([[{ fact: 'checked', was: '', is: 'true' }]]);
  expect([rest.appeared, rest.gone]).toEqual([[], []]);
});

test('the boxes of a table that are all drawn anew: the one that is checked now is that of its cell', () => {
  const rows = (from: number, ...names: string[]): El[] => [
    el(
      'table',
      { id: 1_900 },
      ...names.map((name, i) =>
        el(
          'tr',
          { id: 1_910 + i },
          el('td', { id: 1_930 + i }, el('input', { id: from + i, role: 'checkbox', name })),
        ),
      ),
    ),
  ];
  const { changed, replaced, appeared, gone } = diffPages(
    structureOf(rows(1_000, 'On', 'Off', 'On', 'Off')),
    structureOf(rows(2_000, 'On', 'On', 'On', 'Off')),
  );
  expect(changed.map(({ node, changes }) => [node.id, changes])).toEqual([
    [2_001, [{ fact: 'name', was: 'Off', is: 'On' }]],
  ]);
  expect(replaced.map(({ before, after }) => after.id - before.id)).toEqual([1_000, 1_000, 1_000, 1_000]);
  expect([appeared, gone]).toEqual([[], []]);
});

test.each<[Record<string, string>, Record<string, string>, string]>([
  [{ '.value': 'a' }, { '.value': 'b' }, 'value a b'],
  [{ '.checked': 'false' }, { '.checked': 'mixed' }, 'checked  mixed'],
  [{ 'aria-selected': 'true' }, {}, 'selected true '],
  [{ 'aria-pressed': 'false' }, { 'aria-pressed': 'true' }, 'pressed  true'],
  [{ 'aria-expanded': 'false' }, { 'aria-expanded': 'true' }, 'expanded false true'],
  [{}, { '.validation': 'Fill this in.' }, 'invalid  Fill this in.'],
  [{}, { 'aria-current': 'page' }, 'current  page'],
  [{ class: 'star' }, { class: 'star on' }, 'class star star on'],
  [{ 'aria-pressed': 'true', class: 'on' }, { class: '' }, 'pressed true '],
])('a state of %o that becomes %o', (was, is, change) => {
  const page = (attributes: Facts['attributes']) =>
    structureOf([el('button', { id: 1_000, attributes }, 'Go')]);
  const { changed } = diffPages(page(was), page(is));
  const words = changed.flatMap(({ changes }) => changes.map((one) => `${one.fact} ${one.was} ${one.is}`));
  expect(words).toEqual([change]);
});

test('another document is not compared', () => {
  const found = diffPages(
    structureOf(['a'], { key: 'one' }),
    structureOf(['b'], { key: 'two', title: 'Two' }),
  );
  expect(found).toMatchObject({ otherPage: true, title: { was: 'Test', is: 'Two' }, appeared: [], gone: [] });
});

test('words that moved to another block are reported as moved, not as other words', () => {
  const page = (a: string, b: string) => structureOf([el('p', { id: 1_000 }, a), el('p', { id: 1_001 }, b)]);
  const { moved, reordered, texts, appeared, gone } = diffPages(page('one', 'two'), page('two', 'one'));
  expect([moved.length, reordered.size, texts, appeared, gone]).toEqual([1, 0, [], [], []]);
});

describe('what moved', () => {
  /** What moved, and behind what it stands now. */
  const moves = (before: El[], after: El[]): [string, string | undefined][] => {
    const { moved, appeared, gone } = diffPages(structureOf(before), structureOf(after));
    expect([appeared, gone]).toEqual([[], []]);
    return moved.map(({ items, previousItem }) => [
      items.map(({ text }) => text).join(' '),
      previousItem?.text,
    ]);
  };
  const row = (id: number, text: string): El =>
    el('li', { id }, el('button', { id: id + 100 }, '='), el('span', { id: id + 200 }, text));
  const list = (...texts: string[]): El[] => [
    el('ul', { id: 1_000 }, ...texts.map((text) => row(1_000 + text.charCodeAt(0), text))),
  ];

  test('a row that was dragged, with what is in it, and nothing else', () => {
    expect(moves(list('A', 'B', 'C', 'D'), list('B', 'C', 'A', 'D'))).toEqual([['= A', 'C']]);
    expect(moves(list('A', 'B', 'C', 'D'), list('D', 'A', 'B', 'C'))).toEqual([['= D', undefined]]);
  });

  test('a card that was made anew in another column', () => {
    const board = (todo: [number, string][], done: [number, string][]): El[] =>
      [todo, done].map((cards, i) =>
        el(
          'div',
          { id: 2_000 + i },
          el('h3', { id: 2_010 + i }, `Column ${i}`),
          ...cards.map(([id, text]) => el('button', { id }, text)),
        ),
      );
    expect(
      moves(
        board(
          [
            [2_100, 'Fix'],
            [2_101, 'Call'],
          ],
          [],
        ),
        board([[2_101, 'Call']], [[2_200, 'Fix']]),
      ),
    ).toEqual([['Fix', 'Column 1']]);
  });

  test('a list that was sorted is in another order; each move would say less', () => {
    const { moved, reordered } = diffPages(
      structureOf(list(...'ABCDEFGHIJKL')),
      structureOf(list(...'LAKBJCIDHEGF')),
    );
    expect([moved.length, reordered.size]).toEqual([0, 1]);
  });

  test('of what alone nothing is reported, as twins, none is said to have moved', () => {
    const twins = (texts: string[], id: number): El[] =>
      texts.flatMap((text, i) => [
        el('p', { id: id + 2 * i }, text),
        el('button', { id: id + 2 * i + 1 }, 'Open'),
      ]);
    const { moved } = diffPages(structureOf(twins(['A', 'B'], 3_000)), structureOf(twins(['B'], 3_100)));
    expect(moved).toEqual([]);
  });
});
