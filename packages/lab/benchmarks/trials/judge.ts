import { chromium } from 'playwright-core';
import type { Site } from '../apps/Application.ts';
import type { TrialTask } from './TrialTask.ts';

export type ServedApplication = Pick<Site, 'origin' | 'data' | 'packages'>;

/** What a task came to. */
export interface Verdict {
  check: 'PASS' | 'FAIL';
  /** Why the check could not be made; empty where it could. */
  error: string;
}

/** Judges a task in the browser at an endpoint and in its application. */
export async function judge(
  task: TrialTask,
  served: ServedApplication,
  endpoint: string,
  answer: string,
): Promise<Verdict> {
  try {
    const reached = await withSite(served, endpoint, answer, (site) => task.check(site));
    return { check: reached === true ? 'PASS' : 'FAIL', error: '' };
  } catch (error) {
    return { check: 'FAIL', error: error instanceof Error ? error.message : String(error) };
  }
}

/** Uses an application as its judge sees it: through a connection of its own, which ends with it. */
async function withSite<Value>(
  served: ServedApplication,
  endpoint: string,
  answer: string,
  use: (site: Site) => Value | Promise<Value>,
): Promise<Value> {
  const browser = await chromium.connectOverCDP(endpoint);
  try {
    const evaluate = async (expression: string): Promise<unknown> => {
      const tabs = browser.contexts().flatMap((context) => context.pages());
      const used = tabs.filter((page) => page.url().startsWith(`${served.origin}/`));
      if (used.length === 0) throw new Error('no tab shows the application');
      const values = await Promise.allSettled(used.map((page) => page.evaluate(expression)));
      return bestOf(values);
    };
    return await use({ ...siteOf(served), answer, evaluate });
  } finally {
    await browser.close();
  }
}

/** Where several tabs show an application, it is enough that one has what was wanted. */
function bestOf(values: readonly PromiseSettledResult<unknown>[]): unknown {
  const [first, ...others] = values.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  return [first, ...others].find((value) => value === true) ?? first;
}

/** Without a tab. */
export function siteOf(served: ServedApplication): Site {
  const read = async (path: string, init?: RequestInit): Promise<string> =>
    (await fetch(new URL(path, served.origin), init)).text();
  return {
    ...served,
    answer: '',
    read,
    json: async (path, init) => JSON.parse(await read(path, init)),
    evaluate: () => Promise.reject(new Error('no tab is open')),
  };
}
