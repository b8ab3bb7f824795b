import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Session, SightlineError } from '../../../../../sightline/src/internal.ts';
import type { CheckResult } from '../../checks.ts';
import type { Episode, Suite, Task } from '../../Suite.ts';
import { sha256Of } from '../readJson.ts';
import { ORACLE_TASKS, stepsForGoal } from './oracleRecipes.ts';
import { serveFolder } from './serveFolder.ts';

/** Long enough for no episode to end on its own, in milliseconds. */
const EPISODE_MS = 1_000_000;
const MAX_STEPS = 15;

/**
 * The tasks of MiniWoB++ in a checkout. The goal is the benchmark's own instruction, drawn by the number of the trial;
 * done is what it rewards with 1. Those that the oracle knows come first. @throws SightlineError `invalid_argument`
 */
export async function openMiniwob(path: string): Promise<Suite> {
  const folder = findPagesFolder(path);
  const names = readdirSync(join(folder, 'miniwob')).filter((name) => name.endsWith('.html'));
  const tasks = names.map((name) => name.replace(/\.html$/, '')).sort();
  const ordered = [
    ...tasks.filter((task) => ORACLE_TASKS.has(task)),
    ...tasks.filter((task) => !ORACLE_TASKS.has(task)),
  ];
  const server = await serveFolder(folder);
  const texts = names.map((name) => readFileSync(join(folder, 'miniwob', name), 'utf8'));
  return {
    name: 'miniwob',
    hash: sha256Of(...texts),
    oracleHash: sha256Of([...ORACLE_TASKS].join(), stepsForGoal.toString()),
    tasks: ordered.map((name) => toTask(name, server.origin)),
    close: server.close,
  };
}

function findPagesFolder(path: string): string {
  const folders = [path, join(path, 'html'), join(path, 'miniwob/html')].map((folder) => resolve(folder));
  const found = folders.find(
    (folder) => existsSync(join(folder, 'miniwob')) && existsSync(join(folder, 'core')),
  );
  if (found) return found;
  throw new SightlineError('invalid_argument', `There are no pages of MiniWoB++ in ${path}.`, {
    hint: 'Name a checkout of Farama-Foundation/miniwob-plusplus.',
  });
}

function toTask(name: string, origin: string): Task {
  return {
    id: name,
    difficulty: 'unknown',
    maxSteps: MAX_STEPS,
    async startEpisode(session, trial) {
      await session.navigate(`${origin}/miniwob/${name}.html`);
      const goal = await session.page.evaluate(beginInPage, { seed: String(trial), ms: EPISODE_MS });
      return toEpisode(session, name, goal);
    },
  };
}

const toEpisode = (session: Session, name: string, goal: string): Episode => ({
  goal,
  oracle: ORACLE_TASKS.has(name) ? stepsForGoal(goal) : undefined,
  check: async () => [toCheckResult(await session.page.evaluate(readReward))],
  close: async () => undefined,
});

function toCheckResult({
  done,
  reward,
  reason,
}: {
  done: boolean;
  reward: number;
  reason: string;
}): CheckResult {
  const ok = done && reward === 1;
  const found = done ? `${reward} ${reason}`.trim() : 'the episode was not ended';
  return { check: 'reward is 1', ok, ...(!ok && { found }) };
}

/** What the benchmark's pages define. */
interface MiniwobGlobals {
  core: {
    EPISODE_MAX_TIME: number;
    startEpisodeReal(): void;
    getUtterance(): string | { utterance: string };
  };
  WOB_DONE_GLOBAL: boolean;
  WOB_RAW_REWARD_GLOBAL: number;
  WOB_REWARD_REASON?: string;
}

function beginInPage({ seed, ms }: { seed: string; ms: number }): string {
  const globals = globalThis as unknown as MiniwobGlobals;
  (Math as unknown as { seedrandom(seed: string): void }).seedrandom(seed);
  globals.core.EPISODE_MAX_TIME = ms;
  globals.core.startEpisodeReal();
  const utterance = globals.core.getUtterance();
  return typeof utterance === 'string' ? utterance : utterance.utterance;
}

function readReward(): { done: boolean; reward: number; reason: string } {
  const globals = globalThis as unknown as MiniwobGlobals;
  return {
    done: globals.WOB_DONE_GLOBAL,
    reward: globals.WOB_RAW_REWARD_GLOBAL,
    reason: String(globals.WOB_REWARD_REASON ?? ''),
  };
}
