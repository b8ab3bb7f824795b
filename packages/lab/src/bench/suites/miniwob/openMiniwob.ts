import { readFileSync } from 'node:fs';
import type { CheckResult } from '../../checks.ts';
import type { Suite, Task } from '../../Suite.ts';
import { sha256Of } from '../readJson.ts';
import { type MiniwobOutcome, MiniwobPages } from './MiniwobPages.ts';
import { ORACLE_TASKS, ORACLE_VERSION, stepsForGoal } from './oracleRecipes.ts';

const MAX_STEPS = 15;

/**
 * The tasks of MiniWoB++ in a checkout. The goal is the benchmark's own instruction, seeded by the number of the trial;
 * a task is done when the reward is 1. Tasks that the oracle knows come first. @throws SightlineError `invalid_argument`
 */
export async function openMiniwob(path: string): Promise<Suite> {
  const pages = await MiniwobPages.open(path);
  const ordered = [
    ...pages.tasks.filter((task) => ORACLE_TASKS.has(task)),
    ...pages.tasks.filter((task) => !ORACLE_TASKS.has(task)),
  ];
  return {
    name: 'miniwob',
    hash: sha256Of(...pages.tasks.map((task) => readFileSync(pages.pathOf(task), 'utf8'))),
    oracleHash: sha256Of([...ORACLE_TASKS].join(), String(ORACLE_VERSION)),
    tasks: ordered.map((name) => toTask(name, pages)),
    close: () => pages.close(),
  };
}

const toTask = (name: string, pages: MiniwobPages): Task => ({
  id: name,
  difficulty: 'unknown',
  maxSteps: MAX_STEPS,
  async startEpisode(session, trial) {
    const goal = await pages.start(session, name, trial);
    return {
      goal,
      oracle: ORACLE_TASKS.has(name) ? stepsForGoal(goal) : undefined,
      check: async () => [toCheckResult(await pages.outcome(session))],
      close: async () => undefined,
    };
  },
});

function toCheckResult({ done, reward, reason }: MiniwobOutcome): CheckResult {
  const ok = done && reward === 1;
  const found = done ? `${reward} ${reason}`.trim() : 'the episode was not ended';
  return { check: 'reward is 1', ok, ...(!ok && { found }) };
}
