import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Session } from '../../src/session/Session.ts';
import { playTask, type SuiteStep, type SuiteTask } from '../support/playTask.ts';

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../suites/${name}`, import.meta.url), 'utf8'));
const { tasks } = read('shipped.json') as { tasks: SuiteTask[] };
const oracle = read('shipped.oracle.json') as Record<string, SuiteStep[]>;

/** Every sixth, which are tasks of all sites; SIGHTLINE_SUITE=all plays all of them, another value those it begins. */
const asked = process.env.SIGHTLINE_SUITE ?? 'sixth';
const sixth = tasks.filter((_, at) => at % 6 === 0);
const played = { all: tasks, sixth }[asked] ?? tasks.filter(({ id }) => id.startsWith(asked));

describe('the shipped suite', () => {
  let session: Session;
  beforeAll(async () => {
    session = await Session.launch();
  });
  afterAll(() => session.close());

  test.each(played)('$id can be done, and is not done by doing nothing', async (task) => {
    const { elements, failedBefore, failed } = await playTask(session, task, oracle[task.id] ?? []);
    expect(failed).toEqual([]);
    expect(failedBefore).not.toEqual([]);
    expect(elements / task.elements).toBeGreaterThan(task.elements === 500 ? 1 : 0.85);
    expect(elements / task.elements).toBeLessThan(1.25);
  });
});
