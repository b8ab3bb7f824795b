import { setTimeout } from 'node:timers/promises';
import type { CapturedPage } from '../session/captured/CapturedPage.ts';
import { contextOf } from '../session/PageQueries.ts';
import type { Session } from '../session/Session.ts';
import type { SessionContext } from '../session/SessionContext.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';

/** What a matcher asks a page. */
export interface PageCheck {
  /** What it asks for, as a locator of Playwright's. */
  readonly locator: string;
  /** Whether it is so now. */
  test(page: CapturedPage, context: SessionContext): Promise<boolean>;
  /** What there is, where it was found and was not to be. */
  describe(page: CapturedPage, context: SessionContext): Promise<string>;
  /** Why it is not so, and what is nearest. */
  explain(page: CapturedPage, context: SessionContext): Promise<string>;
}

export interface PollResult {
  pass: boolean;
  /** What the page has, or why it does not have it; '' where all is as wanted. */
  text: string;
}

/** Milliseconds that a page is given to be read, also where less is left: one that was not read says nothing of what is asked. */
const LEAST_CAPTURE_MS = 5_000;
const MOST_CAPTURE_MS = 10_000;

/** Milliseconds between the first attempts, as Playwright's `expect` has them; the last one is repeated. */
const INTERVALS = [100, 250, 500, 1_000];

/**
 * Checks the page until the result is as wanted, or the time is over. Throws what a capture throws, where the page cannot
 * be read until then.
 */
export async function pollPage(
  session: Session,
  check: PageCheck,
  { wanted, timeout }: { wanted: boolean; timeout: number },
): Promise<PollResult> {
  const context = contextOf(session);
  const end = timeout === 0 ? Number.POSITIVE_INFINITY : performance.now() + timeout;
  for (let attempt = 0; ; attempt++) {
    const left = end - performance.now();
    try {
      const page = await context.capture(Math.min(MOST_CAPTURE_MS, Math.max(LEAST_CAPTURE_MS, left)));
      const pass = await check.test(page, context);
      if (pass === wanted) return { pass, text: '' };
      if (left <= 0)
        return { pass, text: await (pass ? check.describe(page, context) : check.explain(page, context)) };
    } catch (error) {
      if (left <= 0 || !(error instanceof SightlineError && error.retryable)) throw error;
    }
    const interval = INTERVALS[Math.min(attempt, INTERVALS.length - 1)] as number;
    await setTimeout(Math.min(interval, Math.max(0, end - performance.now())));
  }
}
