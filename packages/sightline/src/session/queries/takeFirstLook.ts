import { setTimeout } from 'node:timers/promises';
import { untilAborted } from '../../snapshot/untilAborted.ts';
import type { SessionContext } from '../SessionContext.ts';
import type { LookOptions, SessionResult } from '../SessionResult.ts';

/** Milliseconds that a page which shows nothing is waited for, as its scripts may still be loading; and between two looks at it. */
const EMPTY_PAGE_MS = 3_000;
const EMPTY_PAGE_INTERVAL_MS = 250;

/** A first look at the page, as soon as it shows anything. Throws what a capture throws, and the reason of `signal`. */
export async function takeFirstLook(
  context: SessionContext,
  { maxTokens, timeoutMs, signal }: Pick<LookOptions, 'maxTokens' | 'timeoutMs' | 'signal'>,
): Promise<SessionResult> {
  const deadline = performance.now() + (context.source.saved ? 0 : EMPTY_PAGE_MS);
  for (;;) {
    const page = await untilAborted(() => context.capture(timeoutMs), signal);
    const look = page.firstLook({ maxTokens });
    if (!look.data.isEmpty || performance.now() >= deadline) return look;
    await untilAborted(() => setTimeout(EMPTY_PAGE_INTERVAL_MS), signal);
  }
}
