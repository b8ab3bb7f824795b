import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  bootstrapInterval,
  holmCorrection,
  mcnemarTest,
  quantile,
  signFlipTest,
  wilsonInterval,
} from '../../packages/lab/src/bench/report/statistics.ts';

test.each([
  // Published values: Newcombe 1998, table I, method 3.
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('the Wilson interval of %i of %i', (passed, trials, low, high) => {
  expect(wilsonInterval(passed, trials).low).toBeCloseTo(low, 4);
  expect(wilsonInterval(passed, trials).high).toBeCloseTo(high, 4);
});

test('the Wilson interval of nothing says nothing, and holds the rate of anything', () => {
  expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 });
  fc.assert(
    fc.property(fc.nat(50), fc.nat(50), (a, b) => {
      const [passed, trials] = [Math.min(a, b), Math.max(a, b, 1)];
      const { low, high } = wilsonInterval(passed, trials);
      return low >= 0 && high <= 1 && low <= passed / trials + 1e-9 && passed / trials <= high + 1e-9;
    }),
  );
});

test.each([
  [0, 5, 0.0625],
  [0, 6, 0.03125],
  [1, 8, 0.0703125],
  [5, 10, 1],
  [0, 0, 1],
])('of %i up among %i that moved, McNemar says %f', (up, moved, chance) => {
  expect(mcnemarTest(up, moved)).toBeCloseTo(chance, 10);
});

test('sign flips count every pattern, and agree with McNemar on passes', () => {
  expect(signFlipTest([1, 2, 3])).toBe(0.25);
  expect(signFlipTest([3, -1, 2, 0])).toBe(0.5);
  expect(signFlipTest([0, 0])).toBe(1);
  expect(signFlipTest([1, 1, 1, 1, 1, 1])).toBe(mcnemarTest(6, 6));
  // Scaled, so that it is not taken for passes: the same patterns.
  expect(signFlipTest([2, 2, 2, 2, 2, 2])).toBeCloseTo(mcnemarTest(6, 6), 10);
});

test('many pairs are sampled by a seed, near the exact chance', () => {
  const pairs = Array.from({ length: 24 }, (_, i) => (i % 3 === 0 ? -2 : 2));
  expect(signFlipTest(pairs)).toBe(signFlipTest(pairs));
  expect(signFlipTest(pairs)).toBeCloseTo(mcnemarTest(8, 24), 1);
});

test('a bootstrap is the same each time, holds the mean, and is a point where all are alike', () => {
  const values = [3, 9, 4, 7, 6, 5, 8];
  const interval = bootstrapInterval(values);
  expect(bootstrapInterval(values)).toEqual(interval);
  expect(interval.low).toBeLessThan(6);
  expect(interval.high).toBeGreaterThan(6);
  expect(bootstrapInterval([2, 2, 2])).toEqual({ low: 2, high: 2 });
});

test('Holm corrects in order of chance, and never below what came before', () => {
  expect(holmCorrection([0.01, 0.04, 0.03])).toEqual([0.03, 0.06, 0.06]);
  expect(holmCorrection([0.9, 0.8])).toEqual([1, 1]);
});

test('a quantile lies between its neighbours', () => {
  expect([quantile([4, 1, 3, 2], 0.5), quantile([5], 0.95)]).toEqual([2.5, 5]);
});
