// `npm run bench -- miniwob --path DIR [--tasks a,b] [--seeds N] [--write]`: scripted solvers play the tasks of
// MiniWoB++ through Sightline's views and actions. Prints a report, and writes it to out/miniwob.md and
// out/miniwob.json; `--write` also replaces the figures in docs/benchmarks.md.

import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { describeMachine } from '../describeMachine.mjs';
import { writeFigures } from '../writeFigures.mjs';
import { Arena, listTasks } from './Arena.mjs';
import { outOfScope } from './outOfScope.mjs';
import { playEpisode } from './playEpisode.mjs';
import { miniwobFigures } from './report.mjs';
import { solvers } from './solvers/index.mjs';

const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: {
    path: { type: 'string' },
    tasks: { type: 'string' },
    seeds: { type: 'string', default: '5' },
    write: { type: 'boolean' },
  },
});
if (!options.path)
  fail('say where MiniWoB++ is: --path DIR (a checkout of Farama-Foundation/miniwob-plusplus)');
if (options.write && options.tasks)
  fail('--write replaces the figures of a whole run: it goes with no tasks');
const names = listTasks(options.path);
const results = await play(chooseTasks());
const figures = miniwobFigures(results);
console.log(figures.join('\n\n'));
save();

/**
 * @typedef {object} MiniwobResults
 * @property {string} at ISO 8601 @property {string} machine @property {number} seeds
 * @property {{ task: string, episodes: import('./playEpisode.mjs').Episode[] }[]} tasks
 * @property {[task: string, reason: string][]} left those of the benchmark that are not played
 */

/** @returns {Promise<MiniwobResults>} */
async function play(tasks) {
  const arena = await Arena.open(options.path);
  const played = [];
  try {
    for (const task of tasks) played.push({ task, episodes: await playTask(arena, task) });
    const machine = describeMachine(arena.session.page);
    const left = names
      .filter((name) => !(name in solvers))
      .map((name) => [name, outOfScope[name] ?? 'no solver yet']);
    return { at: new Date().toISOString(), machine, seeds: Number(options.seeds), tasks: played, left };
  } finally {
    await arena.close();
  }
}

async function playTask(arena, task) {
  const episodes = [];
  for (let seed = 1; seed <= Number(options.seeds); seed++)
    episodes.push(await playEpisode(arena, task, seed, solvers[task]));
  const won = episodes.filter(({ reward }) => reward === 1).length;
  console.error(`bench: ${task}: ${won} of ${episodes.length}`);
  return episodes;
}

function chooseTasks() {
  const chosen = options.tasks?.split(',') ?? names.filter((name) => name in solvers);
  const strange = chosen.filter((name) => !(name in solvers) || !names.includes(name));
  if (strange.length > 0) fail(`no solver or no page for ${strange.join(', ')}`);
  return chosen;
}

function save() {
  const out = fileURLToPath(new URL('../out/', import.meta.url));
  mkdirSync(out, { recursive: true });
  writeFileSync(`${out}miniwob.json`, `${JSON.stringify(results, null, 1)}\n`);
  writeFileSync(`${out}miniwob.md`, `${figures.join('\n\n')}\n`);
  if (options.write) writeFigures('npm run bench -- miniwob --path DIR --write', figures);
}

function fail(message) {
  console.error(`bench: ${message}`);
  process.exit(1);
}
