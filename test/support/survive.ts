import type { ConsoleMessage } from 'playwright-core';
import { expect } from 'vitest';
import type { LookOptions } from '../../packages/sightline/src/session/Session.ts';
import { SightlineError } from '../../packages/sightline/src/snapshot/SightlineError.ts';
import { type HtmlPages, linesOf } from './HtmlPages.ts';

/** What a session does with a hostile page: its lines, or the code of a typed error. */
export type Outcome = string[] | SightlineError['code'];

export interface Visit extends LookOptions {
  /** Milliseconds that opening it may take; default 10,000. */
  openMs?: number;
  /** The page is looked at only once it has logged `BEGUN` to its console. Default false. */
  logsBegun?: boolean;
}

/** What a page logs once it is at its mischief. */
export const BEGUN = 'begun';

/** Opens and looks; any error must be one of ours, and the same session must show a plain page afterwards. */
export async function survive(
  { session, ...pages }: Pick<HtmlPages, 'session'> & { plain: string },
  url: string,
  { openMs = 10_000, logsBegun = false, ...options }: Visit = {},
): Promise<Outcome> {
  const isBegun = (message: ConsoleMessage): boolean => message.text() === BEGUN;
  const begun = logsBegun && session.page.waitForEvent('console', isBegun);
  const outcome = await typed(async () => {
    await session.navigate(url, { timeoutMs: openMs });
    await begun;
    return linesOf(await session.look(options));
  });
  await session.navigate(pages.plain, { timeoutMs: 60_000 });
  expect(await settled(() => session.look({ full: true }))).toMatch(/\n \[\d+\]<button>Fine$/);
  return outcome;
}

/** What a page began before it was left (a step in its history) may still come to its end in the next one. */
async function settled(look: () => Promise<{ text: string }>): Promise<string> {
  for (let tries = 3; ; tries--) {
    try {
      return (await look()).text;
    } catch (error) {
      if (tries === 1 || !(error instanceof SightlineError) || !error.retryable) throw error;
    }
  }
}

async function typed(work: () => Promise<string[]>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    expect(error).toBeInstanceOf(SightlineError);
    expect((error as SightlineError).code).not.toBe('internal');
    return (error as SightlineError).code;
  }
}
