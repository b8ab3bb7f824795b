import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderOutline } from '../../packages/sightline/src/render/renderOutline.ts';
import { type El, el, snapshotOf } from '../support/page.ts';
import { sceneFrom } from '../support/show.ts';

const tool = (name: string): El => el('p', {}, el('button', {}, name));
const tools = Array.from({ length: 30 }, (_, i) => tool(`Tool ${i + 1}`));
const editor = (...content: (El | string)[]): (El | string)[] => [
  ...tools,
  el('h2', {}, 'Flow'),
  el('p', {}, 'Nodes that are wired run one after another, and what one gives the next one takes.'),
  el('p', {}, 'A node without a wire does nothing at all until somebody draws one from it to another.'),
  ...content,
];

/** The lines of looks of one reader at these pages, one after another, without that of the page. */
function looksAt(pages: (El | string)[][], options: Parameters<typeof sceneFrom>[1] = {}): string[][] {
  let previous: Parameters<typeof sceneFrom>[2];
  let numbers: Parameters<typeof sceneFrom>[3];
  return pages.map((page) => {
    const look = sceneFrom(snapshotOf(page), options, previous, numbers);
    const { text, keys } = renderOutline(look.scene);
    previous = { ...look.remembered, lines: keys };
    numbers = look.numbers;
    return text.split('\n').slice(1);
  });
}

const second = (before: (El | string)[], after: (El | string)[]): string[] =>
  looksAt([before, after])[1] as string[];

describe('what a reader was shown in the last look', () => {
  test('is a count, with the heading of what is new', () => {
    expect(second(editor(tool('read')), editor(tool('read'), tool('settle')))).toEqual([
      '(ungrouped):',
      ' (unchanged, 30 elements)',
      ' ## Flow',
      ' (unchanged, 1 element)',
      ' *[32]<button>settle',
    ]);
  });

  test('is shown where it has another state, or other words, with what is around it in a count', () => {
    const field = (value: string): El => el('input', { name: 'Name', attributes: { '.value': value } });
    const after = tools.map((one, i) => (i === 14 ? tool('Stop') : one));
    expect(second([...tools, field('a')], [...after, field('b')])).toEqual([
      '(ungrouped):',
      ' (unchanged, 14 elements)',
      ' [15]<button>Stop',
      ' (unchanged, 15 elements)',
      ' [31]<input value=b>Name',
    ]);
  });

  test('is shown in another order', () => {
    const words = ['first', 'second', 'third', 'fourth'].map((word) =>
      el('p', {}, `The ${word} of some lines.`),
    );
    expect(second([...words, 'a'], [...words.reverse(), 'b'])).toEqual([
      '(ungrouped):',
      ' The fourth of some lines.',
      ' The third of some lines.',
      ' The second of some lines.',
      ' The first of some lines.',
      ' b',
    ]);
  });

  test('is known through looks that did not show it, and not once it was another', () => {
    const [, , third] = looksAt([editor('a'), editor('b'), editor('c')]);
    expect(third).toEqual([
      '(ungrouped):',
      ' (unchanged, 30 elements)',
      ' ## Flow',
      ' (unchanged, 2 lines)',
      ' c',
    ]);
    const changed = [...tools.slice(0, 29), tool('Stop')];
    const [, , back] = looksAt([
      [...tools, 'a'],
      [...changed, 'b'],
      [...tools, 'c'],
    ]);
    expect(back).toEqual(['(ungrouped):', ' (unchanged, 29 elements)', ' [30]<button>Tool 30', ' c']);
  });

  test('is shown where all is asked for, and after a look that was cut', () => {
    const notes = (options: Parameters<typeof looksAt>[1]): string[] =>
      looksAt([editor('a'), editor('b')], options).flatMap((lines) =>
        lines.filter((line) => line.includes('unchanged')),
      );
    expect(notes({})).toHaveLength(2);
    expect(notes({ full: true })).toEqual([]);
    expect(notes({ maxTokens: 100 })).toEqual([]);
  });
});

test('put in the place of its counts, lines of the last look make the whole page', () => {
  const text = fc.constantFrom(
    'Oslo',
    'Bergen',
    'A longer line about the harbours of the country and their berths.',
  );
  const block = fc.tuple(fc.constantFrom('p', 'h2'), text).map(([tag, words]) => el(tag, {}, words));
  const blocks = fc.array(block, { maxLength: 30 });
  fc.assert(
    fc.property(blocks, blocks, blocks, (before, common, after) => {
      const first = sceneFrom(snapshotOf([...before, ...common, 'first']));
      const { text: shown, keys } = renderOutline(first.scene);
      const previous = { ...first.remembered, sectionHashes: new Map(), lines: keys };
      const { scene } = sceneFrom(snapshotOf([...common, ...after, 'second']), {}, previous, first.numbers);
      const whole = renderOutline({ ...scene, knownLines: [] }).text.split('\n');
      let at = 0;
      for (const line of renderOutline(scene).text.split('\n')) {
        const count = Number(/^ \(unchanged, (\d+) lines\)$/.exec(line)?.[1] ?? 0);
        if (count > 0) expect(`\n${shown}\n`).toContain(`\n${whole.slice(at, at + count).join('\n')}\n`);
        else expect(line).toBe(whole[at]);
        at += count || 1;
      }
      expect(at).toBe(whole.length);
    }),
  );
});
