import { expect, test } from 'vitest';
import { Conservation, viewRequests } from '../support/conservation.ts';
import { type El, el, snapshotOf } from '../support/page.ts';
import { Random } from '../support/Random.ts';
import { outlineOf } from '../support/show.ts';

const links = (count: number, word: string, current = -1): El[] =>
  Array.from({ length: count }, (_, i) =>
    el(
      'li',
      {},
      el('a', { attributes: i === current ? { 'aria-current': 'page' } : {} }, `${word} ${i + 1}`),
    ),
  );
const fields = Array.from({ length: 60 }, (_, i) =>
  el('p', {}, `What field ${i} is for `, el('input', { name: `Field ${i}` })),
);

test('a look at a large page shows a list of links beside the content as one line, with the call', () => {
  const list = el('div', { box: [0, 100, 300, 2000] }, el('ul', {}, ...links(80, 'Object', 2)));
  const content = (count: number): El =>
    el('div', { box: [320, 100, 900, 2000] }, el('h1', {}, 'Pods'), ...fields.slice(0, count));
  const page = (count: number): El[] => [el('div', { box: [0, 100, 1280, 2000] }, list, content(count))];
  const facts = { scroll: { x: 0, y: 0, width: 1280, height: 6000 } };
  const look = (count: number, options = {}): string => outlineOf(page(count), options, facts).join('\n');
  expect(look(60)).toContain(
    '\n side list [1]: "Object 1", "Object 2", "Object 3"…, current [2] "Object 3" (79 more elements: get_region ungrouped full)\n',
  );
  expect(look(60, { full: true }).match(/Object \d+/g)).toHaveLength(80);
  expect(look(60, { interactiveOnly: true })).not.toContain('side list');
  const few = [
    el(
      'div',
      { box: [0, 100, 1280, 2000] },
      el('div', { box: [0, 100, 300, 2000] }, ...links(12, 'Object')),
      content(2),
    ),
  ];
  expect(outlineOf(few, {}, facts).join('\n')).toContain('Object 12');
  const conservation = new Conservation(snapshotOf(page(60), facts));
  expect(viewRequests(conservation, new Random(1)).flatMap((request) => conservation.check(request))).toEqual(
    [],
  );
});
