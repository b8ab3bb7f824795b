import { writeTable } from '../writeTable.ts';
import { type LoggedCommand, type LoggedTask, type TrialLog, tokensOf } from './readLogs.ts';
import { trialTasks } from './tasks/index.ts';

interface Row {
  calls: number;
  turns: number;
  failed: number;
  read: number;
  largest: number;
  written: number;
  seconds: number;
  wall: number;
}

const HEAD = [
  'task',
  'difficulty',
  'pass',
  'calls',
  'turns',
  'failed commands',
  'tokens read',
  'largest read',
  'tokens written',
  'command s',
  'wall s',
];

/** What a trial cost: a row a task, totals, means, and which tasks were done. */
export function reportTrial({ name, manual, tasks }: TrialLog): string {
  const tried = tasks.filter(({ commands }) => commands.length > 0);
  const rows = tried.map((task) => ({ task, row: measure(task.commands, task.wallMs) }));
  const sums = rows.map(({ row }) => row).reduce(add, measure([], 0));
  const named = (pass: LoggedTask['pass']): string[] =>
    tasks.filter((task) => task.pass === pass).map(({ id }) => id);
  const mean = (value: number): string => (value / (tried.length || 1)).toFixed(1);
  const table = writeTable(HEAD, [
    ...rows.map(({ task, row }) => [task.id, difficultyOf(task.id), task.pass, ...cells(row)]),
    ['TOTAL', '', `${named('PASS').length}/${tasks.length}`, ...cells(sums)],
    ['manual', '', '-', ...cells(measure(manual, 0))],
  ]);
  const manualRead = manual.reduce((sum, { read }) => sum + read, 0);
  return `${name}: done ${named('PASS').length} of ${tasks.length}; failed: ${named('FAIL').join(', ') || 'none'}; not judged: ${named('-').join(', ') || 'none'}
not tried: ${
    trialTasks
      .filter(({ id }) => tasks.every((task) => task.id !== id))
      .map(({ id }) => id)
      .join(', ') || 'none'
  }

${table}

totals: ${sums.turns} turns, ${sums.read} read, ${sums.written} written, ${sums.failed} failed commands, manual ${manualRead}
a task: ${mean(sums.turns)} turns, ${mean(sums.read)} read, ${mean(sums.written)} written, ${mean(sums.failed)} failed commands`;
}

const difficultyOf = (id: string): string => trialTasks.find((task) => task.id === id)?.difficulty ?? '';

const cells = (row: Row): string[] => [
  ...[row.calls, row.turns, row.failed, row.read, row.largest, row.written].map(String),
  row.seconds.toFixed(1),
  String(Math.round(row.wall)),
];

function measure(commands: readonly LoggedCommand[], wallMs: number): Row {
  const sum = (value: (command: LoggedCommand) => number): number =>
    commands.reduce((total, command) => total + value(command), 0);
  return {
    calls: commands.length,
    turns: new Set(commands.map(({ turn }) => turn)).size,
    failed: commands.filter(({ exit }) => exit !== 0).length,
    read: sum(({ read }) => read),
    largest: Math.max(0, ...commands.map(({ read }) => read)),
    written: sum(({ argv, stdin = '' }) => tokensOf([...argv, stdin].join(' ').trim())),
    seconds: sum(({ ms }) => ms) / 1_000,
    wall: wallMs / 1_000,
  };
}

const add = (a: Row, b: Row): Row => ({
  calls: a.calls + b.calls,
  turns: a.turns + b.turns,
  failed: a.failed + b.failed,
  read: a.read + b.read,
  largest: Math.max(a.largest, b.largest),
  written: a.written + b.written,
  seconds: a.seconds + b.seconds,
  wall: a.wall + b.wall,
});
