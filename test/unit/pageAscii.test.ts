import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  escapeNonAscii,
  toWellFormedStrings,
} from '../../packages/sightline/src/injected/capture/escapeNonAscii.ts';
import { StringTable } from '../../packages/sightline/src/injected/capture/StringTable.ts';

test('escaped JSON is ASCII and says the same', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (strings) => {
      const json = escapeNonAscii(JSON.stringify(strings));
      expect(json).toMatch(/^[\x20-\x7f]*$/);
      expect(JSON.parse(json)).toEqual(strings);
    }),
  );
});

test('lone surrogates become U+FFFD, and only they', () => {
  expect(toWellFormedStrings(['a\ud800', '🎉', 'z'])).toEqual(['a\ufffd', '🎉', 'z']);
});

test('a string is kept once, under the same index, and 0 is the empty string', () => {
  const strings = new StringTable();
  const indices = ['', 'a', 'b', 'a', ''].map((text) => strings.add(text));
  expect(indices).toEqual([0, 1, 2, 1, 0]);
  expect(strings.all).toEqual(['', 'a', 'b']);
});
