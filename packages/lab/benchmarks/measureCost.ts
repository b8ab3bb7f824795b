import { readdirSync, readFileSync } from 'node:fs';
import { median } from './statistics.ts';

/** What a call takes, milliseconds. */
export interface Cost {
  /** By the clock. */
  ms: number;
  /** Of the processor, in Node and in all processes of the browser. NaN but on Linux. */
  node: number;
  browser: number;
}

export async function measureCost<T>(work: () => Promise<T>): Promise<Cost & { result: T }> {
  const costSince = startMeasuringCost();
  const result = await work();
  return { ...costSince(), result };
}

/** Answers the cost from now on. */
export function startMeasuringCost(): () => Cost {
  const browserBefore = browserTime();
  const nodeBefore = process.cpuUsage();
  const startedAt = performance.now();
  return () => {
    const ms = performance.now() - startedAt;
    const { user, system } = process.cpuUsage(nodeBefore);
    return { ms, node: (user + system) / 1000, browser: browserTime() - browserBefore };
  };
}

/** Of each member for itself. */
export const medianCost = (costs: readonly Cost[]): Cost => ({
  ms: median(costs.map(({ ms }) => ms)),
  node: median(costs.map(({ node }) => node)),
  browser: median(costs.map(({ browser }) => browser)),
});

/** Processor time of the processes that this one has started, milliseconds; of their threads that still run. */
function browserTime(): number {
  if (process.platform !== 'linux') return Number.NaN;
  let nanoseconds = 0;
  for (const id of descendants(process.pid))
    for (const thread of list(`/proc/${id}/task`))
      nanoseconds += Number.parseInt(read(`/proc/${id}/task/${thread}/schedstat`), 10) || 0;
  return nanoseconds / 1e6;
}

function descendants(root: number): number[] {
  const found = [root];
  // The loop also visits what it appends.
  for (const id of found)
    for (const thread of list(`/proc/${id}/task`))
      found.push(
        ...read(`/proc/${id}/task/${thread}/children`).trim().split(' ').filter(Boolean).map(Number),
      );
  return found.slice(1);
}

/** Of what has gone meanwhile: nothing. */
function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
