import type { Page } from 'playwright-core';
import { Settling } from '../act/Settling.ts';
import { Traffic } from '../act/Traffic.ts';
import type { Arrival } from '../browser/Navigation.ts';
import type { PageDoor } from '../browser/PageDoor.ts';
import { withinTime } from '../browser/withinTime.ts';

/** Milliseconds that a page which hangs is given beyond its time. */
const LATE = 500;

/**
 * Follows a page that is to be sent elsewhere: what it fetches and shows by itself after it has loaded is waited for,
 * as what an action sets going is. A page that cannot be asked is at rest: whoever looks at it is told why.
 */
export function arrivalOf(page: Page, openDoor: (page: Page) => Promise<PageDoor>): Arrival {
  const traffic = new Traffic(page);
  const settle = async (timeoutMs: number): Promise<string | undefined> => {
    const settling = await Settling.begin(page, await openDoor(page), traffic);
    return (await settling.done({ timeoutMs })).reason;
  };
  return {
    rest: (milliseconds) =>
      withinTime(settle(milliseconds), milliseconds + LATE, undefined).catch(() => undefined),
    dispose: () => traffic.dispose(),
  };
}
