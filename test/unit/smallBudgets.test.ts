import { expect, test } from 'vitest';
import { renderRegion } from '../../packages/sightline/src/render/renderRegion.ts';
import { renderView } from '../../packages/sightline/src/render/renderView.ts';
import { parseInput } from '../../packages/sightline/src/tools/parseInput.ts';
import { el } from '../support/page.ts';
import { sceneOf } from '../support/show.ts';
import { toolNamed } from '../support/tools.ts';

const items = Array.from({ length: 30 }, (_, i) => el('p', {}, `Text ${i} `, el('button', {}, `B${i}`)));
const children = [
  el('main', {}, el('h2', {}, 'Head'), ...items.slice(0, 20), el('nav', {}, ...items.slice(20))),
];

test.each(['outline', 'flat', 'summary', 'minimal', 'html', 'json'] as const)(
  'a budget that is too small for the view %s counts as 50, and the rest is shown',
  (view) => {
    const [least, ...smaller] = [50, 40, 1].map((maxTokens) => {
      const options = { view, maxTokens };
      return renderView(view, sceneOf(children, options), options);
    });
    for (const one of smaller) expect(one).toEqual(least);
  },
);

test('a region in one token says what it leaves out, and where to read on', () => {
  expect(renderRegion(sceneOf(children, { maxTokens: 1 }), 'MAIN').text).toBe(
    'MAIN (30 elements):\n ## Head\n (30 more elements: get_region MAIN content=full from=2)',
  );
});

test('the number of an element may be given as answers write it', () => {
  for (const index of [3, '3', '[3]', ' [3] '])
    expect(parseInput(toolNamed('click'), { index })).toMatchObject({ index: 3 });
  expect(parseInput(toolNamed('fill'), { index: '[3]', text: '[4]' })).toMatchObject({
    index: 3,
    text: '[4]',
  });
});
