import type { TrialTask } from '../TrialTask.ts';
import { administrationTasks } from './administration.ts';
import { documentTasks } from './documents.ts';
import { drawingTasks } from './drawings.ts';
import { formTasks } from './forms.ts';
import { tableTasks } from './tables.ts';

const all = [...documentTasks, ...formTasks, ...tableTasks, ...drawingTasks, ...administrationTasks];

/** In the order in which they are done. */
export const trialTasks: readonly TrialTask[] = (['easy', 'medium', 'hard'] as const).flatMap((difficulty) =>
  all.filter((task) => task.difficulty === difficulty),
);

/** Applications of tasks, each once. */
export const applicationsOf = (tasks: readonly TrialTask[]): string[] => [
  ...new Set(tasks.map((task) => task.application)),
];

/** Throws where there is none. */
export function findTask(id: string): TrialTask {
  const found = trialTasks.find((task) => task.id === id);
  if (found) return found;
  throw new Error(`no task ${id}: ${trialTasks.map((task) => task.id).join(', ')}`);
}
