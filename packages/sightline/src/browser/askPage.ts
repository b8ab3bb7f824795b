import type { CDPSession, Page } from 'playwright-core';
import { whenAttached } from './whenAttached.ts';
import { withinTime } from './withinTime.ts';

/**
 * Runs `ask` with a protocol session to the page that is closed afterwards, and again while the tab has no
 * page to ask.
 */
export async function askPage<T>(page: Page, ask: (cdp: CDPSession) => Promise<T>): Promise<T> {
  const cdp = await page.context().newCDPSession(page);
  try {
    return await whenAttached(() => ask(cdp));
  } finally {
    // A tab whose page a dialog blocks while another one is to take its place does not answer.
    await withinTime(cdp.detach(), 1_000, undefined).catch(() => undefined);
  }
}
