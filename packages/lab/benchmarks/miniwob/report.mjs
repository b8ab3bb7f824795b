import { writeTable } from '../writeTable.mjs';

/** @param {import('./run.mjs').MiniwobResults} results @returns {string[]} paragraphs of Markdown */
export function miniwobFigures({ at, machine, seeds, tasks, left }) {
  const episodes = tasks.flatMap((task) => task.episodes);
  const solved = tasks.filter((task) => share(task.episodes) === 1).length;
  const told = episodes.filter((episode) => episode.told).length;
  const failures = tasks.flatMap(failuresOf);
  return [
    `Measured on ${at.slice(0, 10)}. ${machine}.`,
    `${tasks.length} tasks, ${seeds} seeds each: ${solved} are always solved; ${percent(share(episodes))} of all episodes are. In ${told} of ${episodes.length} episodes the instruction was read in the view. Medians of steps and tokens.`,
    writeTable(['task', 'solved', 'mean reward', 'steps', 'tokens'], tasks.map(rowOf)),
    ...(failures.length > 0 ? ['What failed:', failures.join('\n')] : []),
    ...(left.length > 0
      ? [
          'Not played:',
          writeTable(
            ['task', 'why'],
            left.map((row) => [...row]),
          ),
        ]
      : []),
  ];
}

function rowOf({ task, episodes }) {
  const middle = (key) => String(Math.round(median(episodes.map((episode) => episode[key]))));
  const mean = episodes.reduce((sum, { reward }) => sum + reward, 0) / episodes.length;
  return [task, percent(share(episodes)), mean.toFixed(2), middle('steps'), middle('tokens')];
}

/** Those with the whole reward. */
function share(episodes) {
  return episodes.filter(({ reward }) => reward === 1).length / episodes.length;
}

const percent = (part) => `${(part * 100).toFixed(0)} %`;

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function failuresOf({ task, episodes }) {
  return episodes
    .filter(({ failure }) => failure !== '')
    .map(
      ({ seed, reward, failure }) =>
        `- ${task}, seed ${seed} (reward ${reward}): ${failure.replace(/\s+/g, ' ')}`,
    );
}
