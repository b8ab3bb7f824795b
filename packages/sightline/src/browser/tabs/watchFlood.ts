import type { Browser, ConsoleMessage, Page } from 'playwright-core';
import { withTimeout } from '../withTimeout.ts';

/** Events of a page, each thousand characters of a message counted as one more, after which the browser is asked whether it keeps up. */
const MANY_EVENTS = 1_000;
/** Milliseconds for a browser that does. */
const ANSWER_TIMEOUT_MS = 3_000;

/**
 * Calls `onFlood` once where a page causes events (messages of its console, errors, requests, frames, changes of its address) faster than the browser
 * passes them on: whatever is asked of the browser waits behind all of them, for any page. Takes back its listeners when called.
 */
export function watchFlood(page: Page, browser: Browser, onFlood: () => void): () => void {
  let count = 0;
  let isAsking = false;

  const add = (events: number): void => {
    count += events;
    if (count >= MANY_EVENTS && !isAsking) void ask();
  };
  const ask = async (): Promise<void> => {
    isAsking = true;
    count = 0;
    const isAnswered = await withTimeout(answers(browser), ANSWER_TIMEOUT_MS, false);
    // Where others keep the browser busy, this page has caused little meanwhile.
    const isFlood = !isAnswered && count >= MANY_EVENTS;
    isAsking = false;
    count = 0;
    if (!isFlood) return;
    unsubscribe();
    onFlood();
  };

  const onMessage = (message: ConsoleMessage): void => add(1 + message.text().length / 1_000);
  const onEvent = (): void => add(1);
  const unsubscribe = (): void => {
    page.off('console', onMessage);
    for (const event of OTHER_EVENTS) page.off(event as 'request', onEvent);
  };
  page.on('console', onMessage);
  for (const event of OTHER_EVENTS) page.on(event as 'request', onEvent);
  return unsubscribe;
}

const OTHER_EVENTS = ['pageerror', 'request', 'frameattached', 'framenavigated'] as const;

/** Resolves once the browser has answered, behind what it was to say before. One that is gone keeps nobody waiting. */
async function answers(browser: Browser): Promise<boolean> {
  try {
    const session = await browser.newBrowserCDPSession();
    session.detach().catch(() => undefined);
  } catch {}
  return true;
}
