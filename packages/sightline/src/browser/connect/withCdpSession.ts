import type { CDPSession, Page } from 'playwright-core';
import { withTimeout } from '../withTimeout.ts';
import { retryUntilAttached } from './retryUntilAttached.ts';

/**
 * Runs `ask` with a protocol session to the page that is closed afterwards, and again while the tab has no
 * page to ask.
 */
export async function withCdpSession<T>(page: Page, operation: (cdp: CDPSession) => Promise<T>): Promise<T> {
  const cdp = await page.context().newCDPSession(page);
  try {
    return await retryUntilAttached(() => operation(cdp));
  } finally {
    // A tab whose page a dialog blocks while another one is to take its place does not answer.
    await withTimeout(cdp.detach(), 1_000, undefined).catch(() => undefined);
  }
}
