import { expect, test } from 'vitest';
import { runBenchCommand } from '../../packages/lab/src/bench/measure.ts';
import {
  compareVariants,
  readVariantTrials,
  renderComparison,
  type VariantTrials,
} from '../../packages/lab/src/bench/report/compareVariants.ts';
import { summarise } from '../../packages/lab/src/bench/report/metrics.ts';
import type { Trial } from '../../packages/lab/src/bench/Trial.ts';
import { tierVariants, variantsOf } from '../../packages/lab/src/bench/Variant.ts';
import { labCommands as commands } from '../../packages/sightline/src/cli/labCommands.ts';
import { fakeContext } from '../support/tools.ts';
import { trialOf } from '../support/trials.ts';

const tasks = Array.from({ length: 12 }, (_, i) => `task-${i}`);
const sideOf = (name: string, of: (i: number) => Partial<Trial>): VariantTrials => ({
  name,
  suiteHash: 'same',
  trials: tasks.map((task, i) => trialOf({ task, ...of(i) })),
});
const metric = (comparison: ReturnType<typeof compareVariants>, name: string) =>
  comparison.differences.find((one) => one.metric === name);

test('a difference that every task shows is real, with its interval', () => {
  const a = sideOf('a', (i) => ({ tokens: { input: 1000 + i, output: 0 } }));
  const b = sideOf('b', (i) => ({ tokens: { input: 600 + 2 * i, output: 0 } }));
  const tokens = metric(compareVariants(a, b), 'tokens');
  expect(tokens).toMatchObject({ difference: -394.5, real: true });
  expect(tokens?.interval.low).toBeGreaterThan(-400);
  expect(tokens?.interval.high).toBeLessThan(-389);
  expect(tokens?.share).toBeCloseTo(-0.392, 3);
});

test('one task more is no proof; eight more of twelve are', () => {
  const all = sideOf('a', () => ({}));
  const but = (n: number): VariantTrials => sideOf('b', (i) => ({ passed: i >= n }));
  expect(metric(compareVariants(all, but(1)), 'passed')).toMatchObject({
    real: false,
    a: 100,
    difference: -100 / 12,
  });
  expect(metric(compareVariants(all, but(8)), 'passed')?.real).toBe(true);
  expect(renderComparison(compareVariants(all, but(1)))).toMatch(
    /^pass rate: 100 % -> 91.7 % \(-8.33; .*\): may be chance \(p = 1.000\)$/m,
  );
});

test('equal runs do not differ', () => {
  const text = renderComparison(
    compareVariants(
      sideOf('a', () => ({})),
      sideOf('b', () => ({})),
    ),
  );
  expect(text.match(/no difference/g)).toHaveLength(6);
});

test('only tasks that both did are held against each other, and only of the same suite', () => {
  const a = sideOf('a', () => ({}));
  const b = { ...a, name: 'b', trials: a.trials.slice(3) };
  expect(compareVariants(a, b).tasks).toBe(9);
  expect(() => compareVariants(a, { ...b, trials: [] })).toThrow('have no task in common');
  expect(() => compareVariants(a, { ...b, suiteHash: 'other' })).toThrow('are of different suites');
});

test('trials of one task count as one', () => {
  const trials = [
    trialOf({ steps: 2 }),
    trialOf({ trial: 2, steps: 4, passed: false }),
    trialOf({ task: 'b', steps: 9 }),
  ];
  const summary = summarise('oracle_off', 'oracle', trials);
  expect(summary).toMatchObject({ tasks: 2, trials: 3, passed: 2, errors: 0, cost: undefined });
  expect(summary.estimates.steps.mean).toBe(6);
  expect(summary.actions).toEqual({ click: 1, done: 1 });
});

test('cost is reported where there is a price', () => {
  const prices = { date: '2026-11-01', currency: 'USD', models: { 'some/model': { input: 2, output: 10 } } };
  expect(summarise('oracle_off', 'some/model', [trialOf()], prices).cost).toBeCloseTo(0.0025, 6);
  expect(summarise('oracle_off', 'other', [trialOf()], prices).cost).toBeUndefined();
});

test('variants are each model in each mode, and tiers the pairs of the combined protocol', () => {
  const grid = variantsOf({ models: ['a/b:7b', 'oracle'], queryModes: ['off', 'query'], outline: true });
  expect(grid.map(({ id }) => id)).toEqual([
    'a-b-7b_off_outline',
    'a-b-7b_query_outline',
    'oracle_off_outline',
    'oracle_query_outline',
  ]);
  expect(tierVariants(1, ['m']).map(({ id }) => id)).toEqual(['m_hybrid', 'm_off']);
  expect(tierVariants(2, ['s', 'l']).map(({ id }) => id)).toEqual(['s_hybrid', 'l_off']);
  expect(tierVariants(3, ['s', 'l']).map(({ id }) => id)).toEqual(['s_hybrid_outline', 'l_off']);
  expect(() => tierVariants(2, ['s'])).toThrow('Tier 2 compares');
});

test.each([
  [['compare'], '"bench compare" takes two runs, not 0.'],
  [['compare', 'a', 'b', 'c'], '"bench compare" takes two runs, not 3.'],
  [['nosuch'], 'There is no "bench nosuch".'],
])('a comparison of other than two runs, and what is none: %j', async (action, message) => {
  const [bench] = commands;
  await expect(bench?.handler(fakeContext(), { action })).rejects.toMatchObject({ message });
});

test.each([
  ['nope', 'No provider is known for the model "nope".'],
  ['openai/any', 'There is no key for openai.'],
])('no trial is begun with a model that cannot be had: %s', async (model, message) => {
  const [bench] = commands;
  const given = bench?.input.parse({ model: `oracle,${model}` });
  // Not by the command, which loads the built package.
  await expect(runBenchCommand(fakeContext(), given as never)).rejects.toMatchObject({
    code: 'invalid_argument',
    message,
  });
});

test('a folder that is none is called by its own name', () => {
  expect(() => readVariantTrials('/nowhere/at/all')).toThrow(/^\/nowhere\/at\/all holds no run/);
});
