import { median } from '../statistics.ts';
import { writeTable } from '../writeTable.ts';

export interface Episode {
  seed: number;
  /** Raw, -1 to 1; 0 where the episode was not ended. */
  reward: number;
  /** Actions. */
  steps: number;
  /** o200k, of all that was read. */
  tokens: number;
  ms: number;
  /** The instruction was read in the view. */
  inView: boolean;
  /** Why it was not won; empty where it was. */
  failure: string;
}

export interface MiniwobResults {
  /** ISO 8601. */
  at: string;
  machine: string;
  seeds: number;
  tasks: { task: string; episodes: Episode[] }[];
  /** Those of the benchmark that are not played. */
  left: [task: string, reason: string][];
}

/** Paragraphs of Markdown. */
export function miniwobFigures({ at, machine, seeds, tasks, left }: MiniwobResults): string[] {
  const episodes = tasks.flatMap((task) => task.episodes);
  const solved = tasks.filter((task) => share(task.episodes) === 1).length;
  const inView = episodes.filter((episode) => episode.inView).length;
  const failures = tasks.flatMap(failuresOf);
  return [
    `Measured on ${at.slice(0, 10)}. ${machine}.`,
    `${tasks.length} tasks, ${seeds} seeds each: ${solved} are always solved; ${percent(share(episodes))} of all episodes are. In ${inView} of ${episodes.length} episodes the instruction was read in the view. Medians of steps and tokens.`,
    writeTable(['task', 'solved', 'mean reward', 'steps', 'tokens'], tasks.map(rowOf)),
    ...(failures.length > 0 ? ['What failed:', failures.join('\n')] : []),
    ...(left.length > 0 ? ['Not played:', writeTable(['task', 'why'], left)] : []),
  ];
}

function rowOf({ task, episodes }: MiniwobResults['tasks'][number]): string[] {
  const middle = (key: 'steps' | 'tokens'): string =>
    String(Math.round(median(episodes.map((episode) => episode[key]))));
  const mean = episodes.reduce((sum, { reward }) => sum + reward, 0) / episodes.length;
  return [task, percent(share(episodes)), mean.toFixed(2), middle('steps'), middle('tokens')];
}

/** Those with the whole reward. */
function share(episodes: readonly Episode[]): number {
  return episodes.filter(({ reward }) => reward === 1).length / episodes.length;
}

const percent = (part: number): string => `${(part * 100).toFixed(0)} %`;

function failuresOf({ task, episodes }: MiniwobResults['tasks'][number]): string[] {
  return episodes
    .filter(({ failure }) => failure !== '')
    .map(
      ({ seed, reward, failure }) =>
        `- ${task}, seed ${seed} (reward ${reward}): ${failure.replace(/\s+/g, ' ')}`,
    );
}
