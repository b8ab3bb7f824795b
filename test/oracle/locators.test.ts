import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Session } from '../../packages/sightline/src/session/Session.ts';
import { findFalse, type Located, lookLocated } from '../support/provenLocators.ts';
import { chosenPages, isFull } from './oraclePages.ts';
import { Site } from './Site.ts';

/** Elements of a page whose locators are run, evenly over it; a full run runs all. */
const SAMPLE = isFull ? Number.POSITIVE_INFINITY : 15;
/** Pages of the `oracle` project. */
const QUICK = /^(?:controls|frames|names|shadow|application)$/;
const LONG = /^(?:controls|drawing|frames|names|shadow|widgets|kits\/shoelace|jquery-ui\/index|application)$/;

let session: Session;
let site: Site;
beforeAll(async () => {
  site = await Site.start();
  session = await Session.launch({
    args: ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost'],
  });
});
afterAll(async () => {
  await session.close();
  await site.close();
});

function sample(elements: readonly Located[]): Located[] {
  const step = Math.max(1, elements.length / SAMPLE);
  return elements.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
}

describe('every locator that is offered finds its element and no other', () => {
  const pages = chosenPages(QUICK, LONG);
  test.each(pages.map(({ name, path, prepare }) => [name, path, prepare] as const))(
    '%s',
    async (_, path, prepare) => {
      await session.navigate(site.url(path));
      await prepare?.(session.page);
      const elements = await lookLocated(session);
      expect(await findFalse(session, sample(elements))).toEqual([]);
      const ids = elements.map(({ elementId }) => elementId);
      expect(new Set(ids).size).toBe(ids.length);
    },
  );
});
