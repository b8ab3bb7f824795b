import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Session, SightlineError } from '../../../../../sightline/src/internal.ts';
import type { Verdict } from '../../checks.ts';
import type { Episode, Suite, Task } from '../../Suite.ts';
import { hashOf } from '../readJson.ts';
import { KNOWN, recipe } from './recipes.ts';
import { serveFolder } from './serveFolder.ts';

/** Long enough for no episode to end on its own, in milliseconds. */
const EPISODE = 1_000_000;
const MAX_STEPS = 15;

/**
 * The tasks of MiniWoB++ in a checkout. The goal is the benchmark's own instruction, drawn by the number of the trial;
 * done is what it rewards with 1. Those that the oracle knows come first. @throws SightlineError `invalid_argument`
 */
export async function openMiniwob(path: string): Promise<Suite> {
  const folder = pagesIn(path);
  const names = readdirSync(join(folder, 'miniwob')).filter((name) => name.endsWith('.html'));
  const tasks = names.map((name) => name.replace(/\.html$/, '')).sort();
  const ordered = [...tasks.filter((task) => KNOWN.has(task)), ...tasks.filter((task) => !KNOWN.has(task))];
  const server = await serveFolder(folder);
  const texts = names.map((name) => readFileSync(join(folder, 'miniwob', name), 'utf8'));
  return {
    name: 'miniwob',
    hash: hashOf(...texts),
    oracleHash: hashOf([...KNOWN].join(), recipe.toString()),
    tasks: ordered.map((name) => taskOf(name, server.origin)),
    close: server.close,
  };
}

function pagesIn(path: string): string {
  const folders = [path, join(path, 'html'), join(path, 'miniwob/html')].map((folder) => resolve(folder));
  const found = folders.find(
    (folder) => existsSync(join(folder, 'miniwob')) && existsSync(join(folder, 'core')),
  );
  if (found) return found;
  throw new SightlineError('invalid_argument', `There are no pages of MiniWoB++ in ${path}.`, {
    hint: 'Name a checkout of Farama-Foundation/miniwob-plusplus.',
  });
}

function taskOf(name: string, origin: string): Task {
  return {
    id: name,
    difficulty: 'unknown',
    maxSteps: MAX_STEPS,
    async begin(session, trial) {
      await session.navigate(`${origin}/miniwob/${name}.html`);
      const goal = await session.page.evaluate(begin, { seed: String(trial), ms: EPISODE });
      return episodeOf(session, name, goal);
    },
  };
}

const episodeOf = (session: Session, name: string, goal: string): Episode => ({
  goal,
  oracle: KNOWN.has(name) ? recipe(goal) : undefined,
  judge: async () => [rewarded(await session.page.evaluate(outcome))],
  close: async () => undefined,
});

function rewarded({ done, reward, reason }: { done: boolean; reward: number; reason: string }): Verdict {
  const ok = done && reward === 1;
  const found = done ? `${reward} ${reason}`.trim() : 'the episode was not ended';
  return { check: 'reward is 1', ok, ...(!ok && { found }) };
}

/** What the benchmark's pages define. */
interface Arena {
  core: {
    EPISODE_MAX_TIME: number;
    startEpisodeReal(): void;
    getUtterance(): string | { utterance: string };
  };
  WOB_DONE_GLOBAL: boolean;
  WOB_RAW_REWARD_GLOBAL: number;
  WOB_REWARD_REASON?: string;
}

function begin({ seed, ms }: { seed: string; ms: number }): string {
  const arena = globalThis as unknown as Arena;
  (Math as unknown as { seedrandom(seed: string): void }).seedrandom(seed);
  arena.core.EPISODE_MAX_TIME = ms;
  arena.core.startEpisodeReal();
  const told = arena.core.getUtterance();
  return typeof told === 'string' ? told : told.utterance;
}

function outcome(): { done: boolean; reward: number; reason: string } {
  const arena = globalThis as unknown as Arena;
  return {
    done: arena.WOB_DONE_GLOBAL,
    reward: arena.WOB_RAW_REWARD_GLOBAL,
    reason: String(arena.WOB_REWARD_REASON ?? ''),
  };
}
