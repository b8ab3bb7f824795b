import type { CDPSession, Page } from 'playwright-core';
import { giveBackProtocolSession, takeProtocolSession } from './protocolSessions.ts';
import { retryUntilAttached } from './retryUntilAttached.ts';

/** Runs `operation` with a protocol session to the page, and again while the tab has no page to ask. */
export async function withCdpSession<T>(page: Page, operation: (cdp: CDPSession) => Promise<T>): Promise<T> {
  const cdp = await takeProtocolSession(page);
  try {
    return await retryUntilAttached(() => operation(cdp));
  } finally {
    giveBackProtocolSession(cdp, page);
  }
}
