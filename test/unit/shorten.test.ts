import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shorten, startOf, truncate } from '../../packages/sightline/src/snapshot/shorten.ts';

test('what is cut never ends with half of a character', () => {
  expect(truncate('ab🎉', 3)).toBe('ab…');
  expect(truncate('ab🎉c', 4)).toBe('ab…');
  expect(truncate('ab🎉', 4)).toBe('ab🎉');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, limit) => {
      for (const cut of [startOf(text, limit), truncate(text, limit + 1), shorten(text, limit + 1)])
        expect(cut.isWellFormed() && cut.length <= limit + 1).toBe(true);
    }),
  );
});
