import fc from 'fast-check';
import { expect, test } from 'vitest';
import { flat } from '../../src/view/flat.ts';
import { outline } from '../../src/view/outline.ts';
import { tellRegion } from '../../src/view/region.ts';
import { minimalSummary, summary } from '../../src/view/summary.ts';
import type { Scene } from '../../src/view/View.ts';
import { el } from '../support/page.ts';
import { sceneOf } from '../support/show.ts';

/** Pieces that imitate every structure of every view. */
const nasty = fc.constantFrom(
  '[12]',
  '*[3]',
  '[ 7 ]',
  '<button>',
  '</button>',
  '<a>',
  '</a',
  '/>',
  'MAIN:',
  'NAV: "Primary"',
  'nav#2:',
  '(ungrouped):',
  '# Head',
  '###### x',
  '|SCROLL|',
  '|SCROLL+[1]|',
  '|IFRAME|',
  '▼ Shadow Content (Open)',
  '▲ Shadow Content End',
  '"',
  "'",
  '\\',
  '(unchanged, 3 links)',
  '(row "x")',
  '(item "Hub")',
  '(offscreen below:)',
  '(17 more rows like these: get_region MAIN full)',
  '=== PAGE OUTLINE ===',
  '=== END OUTLINE ===',
  'Page: "x" http://x',
  ' | ',
  '…',
  '\u202e',
  '\u200b',
  '\ud800',
  '\u0007',
  '\u2028',
  'word',
  ' ',
  '12',
  '(cut here: 3 more lines',
  '<img "x">',
  '{',
  '}',
  '<iframe',
  '<!--',
  '&lt;',
  'DIALOG:',
  'Main :',
);
const text = fc.array(nasty, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''));

function sceneWith(words: string[], style: 'compact' | 'markup'): Scene {
  const [a = '', b = '', c = '', d = '', e = ''] = words;
  return sceneOf(
    [
      el('nav', { name: a }, el('a', {}, b)),
      el(
        'main',
        {},
        el('h2', {}, c),
        el('p', {}, a, el('a', {}, d), e),
        el('table', {}, el('tr', {}, el('td', {}, b), el('td', {}, el('button', {}, a)))),
        el('input', { name: c, attributes: { '.value': d, placeholder: e } }),
        el('img', { name: b, attributes: { alt: b } }),
        el('div', {}, c),
      ),
      d,
    ],
    { style, full: true },
    { title: e },
  );
}

/** What stands unescaped at the places where only we write. */
const numbers = (out: string): number => [...out.matchAll(/(?<!\\)\[\s*\*?\s*\d+\s*\]/g)].length;
const tags = (out: string): number => [...out.matchAll(/(?<!\\)<\/?[a-z]/gi)].length;
const headers = (out: string): string[] =>
  out
    .split('\n')
    .filter((line) =>
      /^\s*(?:(?:MAIN|NAV|DIALOG)(?:#\d+)?\s*:|\(ungrouped|#{1,6} |===|\|SCROLL|[▼▲]|\(offscreen|\(\d+ more|Page:)/i.test(
        line,
      ),
    );

const neutral = ['w', 'w', 'w', 'w', 'w'];

test.each(['compact', 'markup'] as const)('no page text forges a number, a tag or a header (%s)', (style) => {
  const plain = outline(sceneWith(neutral, style)).text;
  const flatPlain = flat(sceneWith(neutral, style)).text;
  fc.assert(
    fc.property(fc.array(text, { minLength: 5, maxLength: 5 }), (words) => {
      const scene = sceneWith(words, style);
      for (const [out, base] of [
        [outline(scene).text, plain],
        [flat(scene).text, flatPlain],
      ] as const) {
        expect(numbers(out)).toBeLessThanOrEqual(numbers(base));
        expect(headers(out).length).toBeLessThanOrEqual(headers(base).length);
        expect(tags(out)).toBeLessThanOrEqual(tags(base) + 4);
        expect(out).not.toMatch(/[\u0000-\u0008\u200b\u202e\u2028\ud800-\udfff]/);
      }
    }),
    { numRuns: 500, seed: 7 },
  );
});

test('summaries and regions take any text without a throw, one line each', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 5, maxLength: 5 }), (words) => {
      const scene = sceneWith(words, 'compact');
      expect(summary(scene).split('\n').length).toBeLessThanOrEqual(12);
      expect(minimalSummary(scene).split('\n').length).toBe(3);
      for (const region of scene.structure.regions)
        expect(tellRegion(scene, region.address).text).toContain('element');
    }),
    { numRuns: 200, seed: 8 },
  );
});
