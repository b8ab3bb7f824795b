import type { FrameLocator, Page } from 'playwright-core';
import type { Locators } from '../../packages/sightline/src/render/Locators.ts';
import type { Session } from '../../packages/sightline/src/session/Session.ts';

/** An element of the json view with locators. */
export interface Located {
  index: number;
  elementId: string;
  tag: string;
  accessibleName: string;
  locators: Locators;
  frameLocators?: string[];
  parentIframe: string | null;
}

/** Looks with locators, and answers the elements. */
export async function lookLocated(session: Session): Promise<Located[]> {
  // Locators of thousands of elements take seconds, on a busy machine minutes.
  const { data } = await session.look({ view: 'json', locators: true, timeoutMs: 120_000 });
  return data.elements as unknown as Located[];
}

/**
 * Runs every locator of these elements as a user's Playwright would, from the page through the frames, and answers
 * those that do not find the element of the number, and it alone.
 */
export async function findFalse(session: Session, elements: readonly Located[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const { index, locators, frameLocators = [], parentIframe } of elements) {
    // Playwright's locators do not enter a document that an `object` holds, not even to the element of a number.
    if (parentIframe !== null && frameLocators.length === 0) continue;
    const handle = await (await session.locator(index)).elementHandle({ timeout: 5_000 });
    let scope: Page | FrameLocator = session.page;
    for (const frame of frameLocators) scope = scope.frameLocator(frame);
    const checks = Object.entries(locators).map(async ([kind, selector]) => {
      const locator = (scope as Page).locator(selector as string);
      const count = await locator.count().catch(String);
      const isIt = count === 1 && (await locator.evaluate((found, it) => found === it, handle));
      if (!isIt) wrong.push(`[${index}] ${kind}: ${selector} (${count})`);
    });
    await Promise.all(checks);
    await handle?.dispose();
  }
  return wrong;
}
