import type { Trial } from '../../packages/lab/src/bench/Trial.ts';

/** A trial that passed, but for what a test says of it. */
export function trialOf(given: Partial<Trial> = {}): Trial {
  return {
    variant: 'oracle_off',
    task: 'a',
    trial: 1,
    at: '2026-11-22T08:00:00.000Z',
    difficulty: 'easy',
    passed: true,
    checks: [],
    reason: 'done',
    answer: '',
    steps: 2,
    modelCalls: 2,
    tokens: { input: 1000, output: 50 },
    sent: { page: 600, fixed: 300, rest: 100 },
    actions: { click: 1, done: 1 },
    ms: 1500,
    latencies: [10, 20],
    trace: 'traces/a.jsonl',
    ...given,
  };
}
