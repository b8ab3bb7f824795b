import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSiteSuite } from '../../packages/lab/src/bench/suites/readSiteSuite.ts';
import { Session } from '../../packages/sightline/src/session/Session.ts';
import { playTask } from '../support/playTask.ts';
import { isLong } from '../support/scale.ts';

const { tasks } = readSiteSuite(
  fileURLToPath(new URL('../../packages/lab/suites/shipped.json', import.meta.url)),
);

/**
 * Every sixth, which covers all sites; all of them at full size. `SIGHTLINE_SUITE`: `all`, `sixth`, or the beginning of
 * the ids of those to play.
 */
const asked = process.env.SIGHTLINE_SUITE ?? (isLong ? 'all' : 'sixth');
const sixth = tasks.filter((_, at) => at % 6 === 0);
const played = { all: tasks, sixth }[asked] ?? tasks.filter(({ id }) => id.startsWith(asked));

describe('the shipped suite', () => {
  let session: Session;
  beforeAll(async () => {
    session = await Session.launch();
  });
  afterAll(() => session.close());

  test.each(played)('$id can be done, and is not done by doing nothing', async (task) => {
    const { elements, failedBefore, failed } = await playTask(session, task);
    const expected = task.elements as number;
    expect(failed).toEqual([]);
    expect(failedBefore).not.toEqual([]);
    expect(elements / expected).toBeGreaterThan(expected === 500 ? 1 : 0.85);
    expect(elements / expected).toBeLessThan(1.25);
  });
});
