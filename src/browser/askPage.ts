import type { CDPSession, Page } from 'playwright-core';
import { whenAttached } from './whenAttached.ts';

/**
 * Runs `ask` with a protocol session to the page that is closed afterwards, and again while the tab has no
 * page to ask.
 */
export async function askPage<T>(page: Page, ask: (cdp: CDPSession) => Promise<T>): Promise<T> {
  const cdp = await page.context().newCDPSession(page);
  try {
    return await whenAttached(() => ask(cdp));
  } finally {
    await cdp.detach().catch(() => undefined);
  }
}
