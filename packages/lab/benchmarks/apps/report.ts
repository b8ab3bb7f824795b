import { writePage, writeTotals } from '../peers/writePeers.ts';
import { writeTable } from '../writeTable.ts';
import type { PlayedApplication } from './playApplication.ts';
import type { Outcome, PlayedTask } from './playTask.ts';

const FAILURES: readonly Outcome[] = ['wrong', 'refused though right', 'refused', 'not found'];

/** Paragraphs of Markdown. */
export function applicationsReport(played: readonly PlayedApplication[]): string[] {
  const tasks = played.flatMap((one) => one.tasks);
  const looks = played.flatMap((one) => one.looks);
  const failed = tasks.filter(({ outcome }) => outcome !== 'done');
  const missing = played.filter(({ failure }) => failure !== '');
  return [
    `${countOf(tasks, 'done')} of ${tasks.length} tasks done in ${played.length - missing.length} applications; ${FAILURES.map((outcome) => `${countOf(tasks, outcome)} ${outcome}`).join(', ')}.`,
    writeTable(
      ['application', 'what it is', 'tasks', 'done', 'commands', 'tokens a task'],
      played.map(rowOf),
    ),
    ...(failed.length > 0 ? [failed.map(lineOf).join('\n')] : []),
    ...missing.map(({ name, failure }) => `${name} was not played: ${failure}.`),
    ...(looks.length > 0 ? ['First looks, all together:', writeTotals(looks), ...looksByPage(looks)] : []),
  ];
}

function looksByPage(looks: PlayedApplication['looks']): string[] {
  const pages = [...new Set(looks.map(({ page }) => page))];
  return pages.flatMap((page) => [`**${page}**`, writePage(looks.filter((look) => look.page === page))]);
}

const countOf = (tasks: readonly PlayedTask[], outcome: Outcome): number =>
  tasks.filter((task) => task.outcome === outcome).length;

function rowOf({ name, kind, tasks }: PlayedApplication): string[] {
  const sum = (figure: 'commands' | 'tokens'): number => tasks.reduce((all, task) => all + task[figure], 0);
  return [
    name,
    kind,
    String(tasks.length),
    String(countOf(tasks, 'done')),
    String(sum('commands')),
    tasks.length === 0 ? '-' : Math.round(sum('tokens') / tasks.length).toLocaleString('en'),
  ];
}

const lineOf = ({ application, task, outcome, why }: PlayedTask): string =>
  `- ${application}, ${task}: ${outcome}: ${why.replace(/\s+/g, ' ').slice(0, 300)}`;
