import { expect, test } from 'vitest';
import { findNumber, wordsOf } from '../../packages/lab/benchmarks/apps/findNumber.ts';
import { splitStep } from '../../packages/lab/benchmarks/apps/splitStep.ts';

const LOOK = `MAIN:
 [1]<a>Orders [2]<input type=search placeholder="Order or item">Search [3]<button>Save all
 7 | Ann | [4]<button>Save (row "7 Ann")
 8 | Bob | [5]<button>Save (row "8 Bob")
Hidden now:
 [6]<a>Basket - display:none on li
Closest:
 [7]<a>Carts`;

test.each([
  ['a "Orders"', 1],
  ['"Save"', 4],
  ['"Save" #2', 5],
  ['button "Save" in "8 Bob"', 5],
  ['"Save a"', 3],
  ['input "Order or item"', 2],
  ['input', 2],
  ['a "Save"', undefined],
  ['a "Basket"', undefined],
  ['a "Cart"', 7],
])('{%s} is the number %s', (wanted, number) => {
  expect(findNumber(LOOK, wanted)).toBe(number);
});

test('what is searched for are the words; what is no element is refused', () => {
  expect(wordsOf('button "Save" in "8 Bob" #2')).toBe('Save 8 Bob');
  expect(() => findNumber(LOOK, 'button Save')).toThrow('is no element');
});

test('a step is split as by a shell; what stands in braces stays together', () => {
  const step = String.raw`fill {textarea "Your note"} "two\nlines, \"quoted\"" '{"n": 1}' --quiet`;
  expect(splitStep(step).map(({ text, isElement }) => (isElement ? [text] : text))).toEqual([
    'fill',
    ['textarea "Your note"'],
    'two\nlines, "quoted"',
    '{"n": 1}',
    '--quiet',
  ]);
});
