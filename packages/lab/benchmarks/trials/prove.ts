import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { startBrowser } from '../apps/startBrowser.ts';
import { judge, type ServedApplication, siteOf, type Verdict } from './judge.ts';
import { type ServedApplications, serveApplications } from './serveApplications.ts';
import type { Play, TrialTask } from './TrialTask.ts';
import { applicationsOf } from './tasks/index.ts';

export interface Proof {
  task: string;
  /** What is not as it has to be; empty where the task is proved. */
  faults: string[];
}

const PLAYS = ['before', 'miss', 'solve'] as const;

/**
 * Proves tasks: each check fails before and for a near miss, and passes after the solution. Near misses have instances of
 * the applications of their own.
 */
export async function proveTasks(tasks: readonly TrialTask[], packages: string): Promise<Proof[]> {
  const proofs = new Map(tasks.map(({ id }) => [id, [] as string[]]));
  for (const plays of [['miss'], ['before', 'solve']] as const) {
    await withApplications(tasks, packages, async ({ served }) => {
      for (const play of plays)
        for (const task of tasks) {
          const place = served.get(task.application);
          const fault = place ? await findFault(task, place, play) : 'the application is not there';
          if (fault) proofs.get(task.id)?.push(`${play}: ${fault}`);
          console.error(`bench: ${task.id}: ${play}: ${fault || 'as it has to be'}`);
        }
    });
  }
  return [...proofs].map(([task, faults]) => ({ task, faults }));
}

async function withApplications(
  tasks: readonly TrialTask[],
  packages: string,
  use: (applications: ServedApplications) => Promise<void>,
): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'trials-prove-'));
  const applications = await serveApplications(applicationsOf(tasks), { packages, data });
  try {
    await use(applications);
  } finally {
    await applications.close();
    rmSync(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

async function findFault(
  task: TrialTask,
  served: ServedApplication,
  play: (typeof PLAYS)[number],
): Promise<string> {
  const wanted = play === 'solve' ? 'PASS' : 'FAIL';
  try {
    const { check, error } = await playOnce(task, served, play === 'before' ? undefined : task[play]);
    return check === wanted ? '' : `${check}${error && `: ${error}`}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Plays in a browser of its own, and judges. */
async function playOnce(
  task: TrialTask,
  served: ServedApplication,
  play: Play | undefined,
): Promise<Verdict> {
  const { endpoint, close } = await startBrowser('1280,960');
  try {
    const browser = await chromium.connectOverCDP(endpoint);
    const page = browser.contexts()[0]?.pages()[0];
    if (!page) throw new Error('the browser has no tab');
    page.setDefaultTimeout(30_000);
    await page.goto(served.origin + task.path);
    const answer = (await play?.(page, siteOf(served))) ?? '';
    const verdict = await judge(task, served, endpoint, answer);
    if (process.env.TRIALS_PICTURES)
      await page.screenshot({ path: join(process.env.TRIALS_PICTURES, `${task.id}.png`) });
    await browser.close();
    return verdict;
  } finally {
    await close();
  }
}
