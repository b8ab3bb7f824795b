import { expect, test } from 'vitest';
import { priceOf } from '../../packages/lab/benchmarks/trials/price.ts';
import type { LoggedCommand, TrialLog } from '../../packages/lab/benchmarks/trials/readLogs.ts';
import { reportTrial } from '../../packages/lab/benchmarks/trials/report.ts';
import { applicationsOf, trialTasks } from '../../packages/lab/benchmarks/trials/tasks/index.ts';

const command = (turn: number, line: string, read: number, exit = 0): LoggedCommand => ({
  ...{ t: '', argv: ['bash', '-c', line], turn, ms: 500, exit, out: '', read },
});

const LOG: TrialLog = {
  name: 'tool',
  manual: [command(1, 'tool help', 100)],
  tasks: [
    {
      id: 'todo',
      commands: [command(2, 'a', 40), command(2, 'b', 60, 1), command(3, 'c', 10)],
      pass: 'PASS',
      wallMs: 9_000,
    },
    { id: 'gyros', commands: [], pass: 'FAIL', wallMs: 0 },
  ],
};

test('a price is what is read again, what is new and what is written, by turn', () => {
  // `-c a` and `-c b` are 4 tokens, `-c c` is 2.
  const first = 0.1 * 10_100 + 5 * 4 + 1.25 * 100;
  const second = 0.1 * 10_204 + 5 * 2 + 1.25 * 10;
  const expected = Math.round(1.25 * 100 + first + second + 0.1 * 10_216);
  expect(priceOf(LOG)).toEqual({ tasks: 1, turns: 2, manual: 100, perTask: expected });
});

test('a report says what was done, what failed and what it cost', () => {
  const report = reportTrial(LOG);
  expect(report).toContain('tool: done 1 of 2; failed: gyros; not judged: none');
  expect(report).toContain('totals: 2 turns, 110 read, 12 written, 1 failed commands, manual 100');
  expect(report).toContain('| TOTAL');
});

test('tasks have names of their own, three difficulties and many applications', () => {
  expect(new Set(trialTasks.map(({ id }) => id)).size).toBe(24);
  const count = (wanted: string): number =>
    trialTasks.filter(({ difficulty }) => difficulty === wanted).length;
  expect(['easy', 'medium', 'hard'].map(count)).toEqual([8, 10, 6]);
  expect(applicationsOf(trialTasks)).toHaveLength(16);
});
