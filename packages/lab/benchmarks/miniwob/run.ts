// `npm run bench -- miniwob --path DIR [--tasks a,b] [--seeds N] [--write]`: scripted solvers play the tasks of
// MiniWoB++ through Sightline's views and actions. Prints a report, and writes it to benchmarks/out/miniwob.md and
// miniwob.json; `--write` also replaces the figures in docs/benchmarks.md.

import { parseArgs } from 'node:util';
import { Session } from '../../../sightline/src/index.ts';
import { MiniwobPages } from '../../src/bench/suites/miniwob/MiniwobPages.ts';
import { describeMachine } from '../describeMachine.ts';
import { writeFigures, writeOut } from '../writeFigures.ts';
import { goalIn, Player } from './Player.ts';
import { type Episode, type MiniwobResults, miniwobFigures } from './report.ts';
import { solvers } from './solvers/index.ts';

/** Tasks that no solver of this kind can play, and why. */
const OUT_OF_SCOPE: Readonly<Record<string, string>> = {
  'bisect-angle': 'geometry: the angle is drawn, and a line is to be drawn',
  'chase-circle': 'follows a moving circle with the mouse',
  'circle-center': 'geometry: a point of a drawing without an element',
  'count-sides': 'the shape is painted on a canvas',
  'drag-cube': 'turns a cube in space, by how its sides look',
  'drag-shapes': 'the box to drop into is drawn: no target, no text',
  'drag-shapes-2': 'the boxes to drop into are drawn: no targets, no text',
  'draw-circle': 'drawing',
  'draw-line': 'drawing',
  'find-midpoint': 'geometry: a point of a drawing without an element',
  'hot-cold': 'a hidden place is sought with the mouse, pixel by pixel',
  'hover-shape': 'follows which of several shapes is coloured, with the mouse',
  'moving-items': 'clicks moving circles: a game of reaction',
  'number-checkboxes': 'copies a picture of a digit',
  'right-angle': 'geometry: a point of a drawing without an element',
  'simon-says': 'remembers which buttons flash, for a quarter of a second each',
  'use-colorwheel-2': 'the colour asked for is a patch in the instruction, without text',
  'visual-addition': 'counts drawn blocks, without text',
};

export async function run(args: string[]): Promise<void> {
  const { values: options } = parseArgs({
    args,
    options: {
      path: { type: 'string' },
      tasks: { type: 'string' },
      seeds: { type: 'string', default: '5' },
      write: { type: 'boolean' },
    },
  });
  if (!options.path)
    throw new Error('say where MiniWoB++ is: --path DIR (a checkout of Farama-Foundation/miniwob-plusplus)');
  if (options.write && options.tasks)
    throw new Error('--write replaces the figures of a whole run: it goes with no tasks');
  const results = await play(options.path, options.tasks?.split(','), Number(options.seeds));
  const figures = miniwobFigures(results);
  console.log(figures.join('\n\n'));
  writeOut('miniwob', results, figures);
  if (options.write) writeFigures('npm run bench -- miniwob --path DIR --write', figures);
}

async function play(path: string, chosen: string[] | undefined, seeds: number): Promise<MiniwobResults> {
  const pages = await MiniwobPages.open(path);
  const session = await Session.launch();
  try {
    const tasks: MiniwobResults['tasks'] = [];
    for (const task of chooseTasks(pages.tasks, chosen))
      tasks.push({ task, episodes: await playTask({ pages, session }, task, seeds) });
    const machine = describeMachine(session.page);
    const left = pages.tasks
      .filter((name) => !(name in solvers))
      .map((name): [string, string] => [name, OUT_OF_SCOPE[name] ?? 'no solver']);
    return { at: new Date().toISOString(), machine, seeds, tasks, left };
  } finally {
    await session.close();
    await pages.close();
  }
}

function chooseTasks(names: readonly string[], chosen: string[] | undefined): string[] {
  const tasks = chosen ?? names.filter((name) => name in solvers);
  const unknown = tasks.filter((name) => !(name in solvers) || !names.includes(name));
  if (unknown.length > 0) throw new Error(`no solver or no page for ${unknown.join(', ')}`);
  return tasks;
}

interface Arena {
  pages: MiniwobPages;
  session: Session;
}

async function playTask(arena: Arena, task: string, seeds: number): Promise<Episode[]> {
  const episodes: Episode[] = [];
  for (let seed = 1; seed <= seeds; seed++) episodes.push(await playEpisode(arena, task, seed));
  const won = episodes.filter(({ reward }) => reward === 1).length;
  console.error(`bench: ${task}: ${won} of ${episodes.length}`);
  return episodes;
}

async function playEpisode(arena: Arena, task: string, seed: number): Promise<Episode> {
  const { pages, session } = arena;
  const instruction = await pages.start(session, task, seed);
  const player = new Player(session);
  const startedAt = performance.now();
  let error = '';
  let goal: string | undefined;
  try {
    goal = goalIn(await player.look(), instruction);
    player.goal = goal ?? instruction;
    await solvers[task]?.(player);
  } catch (thrown) {
    const { message, hint } = thrown as Error & { hint?: string };
    error = [message, hint].filter(Boolean).join(' ');
  }
  const ms = performance.now() - startedAt;
  const { done, reward, reason } = await pages.outcome(session);
  const failure = reward === 1 ? '' : error || (done ? reason || 'wrong' : 'the episode was not ended');
  const { steps, tokens } = player;
  return { seed, reward: done ? reward : 0, steps, tokens, ms, inView: goal !== undefined, failure };
}
