import { setTimeout } from 'node:timers/promises';
import { SettleObserver, type SettleResult } from '../../actions/settle/SettleObserver.ts';
import { withTimeout } from '../../browser/withTimeout.ts';
import { quote, stripInvisible } from '../../render/escape.ts';
import type { RenderContext } from '../../render/RenderContext.ts';
import { findTextMatches } from '../../search/text/findTextMatches.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { shorten } from '../../snapshot/shorten.ts';
import { type AbortOptions, throwIfAborted, untilAborted } from '../../snapshot/untilAborted.ts';
import type { Target } from '../refs/TargetResolver.ts';
import type { SessionContext } from '../SessionContext.ts';
import type { SessionResult } from '../SessionResult.ts';
import type { ActionRunner } from './ActionRunner.ts';

/** What to wait for: all that is given. */
export interface WaitOptions extends AbortOptions {
  /** Words that are shown, whatever their case. */
  text?: string;
  /** Words that are no longer shown. */
  gone?: string;
  /** An element that is shown and enabled. */
  number?: Target;
  /** Part of the address; `*` stands for anything. */
  url?: string;
  /** Nothing moves, changes or loads any more. */
  idle?: boolean;
  /** Milliseconds; default 10,000. */
  timeoutMs?: number;
}

/** Milliseconds for a page to answer, beyond the time that it is waited for: one whose scripts never end does not. */
const ANSWER_MS = 1_000;
const SILENT = { settled: false, reason: 'the page does not answer' } as const;

/** A capture costs next to nothing where nothing has changed. */
const POLL_INTERVAL_MS = 60;

interface Condition {
  /** Words that can follow "waited for". */
  description: string;
  isMet(context: RenderContext): boolean | Promise<boolean>;
}

/**
 * Resolves when all conditions hold at the same time. Throws `timeout` with the first that does not,
 * `invalid_argument` where there is none, `aborted`, and what a capture throws.
 */
export function waitFor(
  options: WaitOptions,
  session: SessionContext,
  actionRunner: ActionRunner,
): Promise<SessionResult> {
  return untilAborted(() => waitUntilMet(options, session, actionRunner), options.signal);
}

async function waitUntilMet(
  options: WaitOptions,
  session: SessionContext,
  actionRunner: ActionRunner,
): Promise<SessionResult> {
  const { timeoutMs = 10_000, idle = false, signal } = options;
  const conditions = buildConditions(options, actionRunner);
  if (conditions.length === 0 && !idle) throw nothingToWaitFor();
  const started = performance.now();
  const remainingMs = (): number => started + timeoutMs - performance.now();
  for (;;) {
    throwIfAborted(signal);
    const left = Math.max(1, remainingMs());
    const asking = firstUnmet(conditions, session, left);
    const unmet = await withTimeout(asking, left + ANSWER_MS, conditions[0]?.description);
    if (unmet === undefined) break;
    if (remainingMs() <= 0) throw timeoutError(unmet, timeoutMs);
    await setTimeout(POLL_INTERVAL_MS);
  }
  if (idle) {
    const settling = settle(session, Math.max(1, remainingMs()));
    const { settled, reason } = await withTimeout(settling, Math.max(1, remainingMs()) + ANSWER_MS, SILENT);
    if (!settled) throw timeoutError(`a page at rest (${reason})`, timeoutMs);
  }
  const waited = Math.round(performance.now() - started);
  const description = [...conditions.map((one) => one.description), ...(idle ? ['a page at rest'] : [])];
  return { text: `there after ${waited} ms: ${description.join(', ')}`, data: { waitedMs: waited } };
}

function buildConditions({ text, gone, number, url }: WaitOptions, actionRunner: ActionRunner): Condition[] {
  const conditions: Condition[] = [];
  const isTextShown = (context: RenderContext, words: string): boolean =>
    findTextMatches(context.pageState, words, { limit: 1 }).total > 0;
  if (url !== undefined)
    conditions.push({ description: `the address ${quoteShort(url)}`, isMet: matchesUrl(url) });
  if (text !== undefined)
    conditions.push({
      description: `the text ${quoteShort(text)}`,
      isMet: (context) => isTextShown(context, text),
    });
  if (gone !== undefined)
    conditions.push({
      description: `the end of the text ${quoteShort(gone)}`,
      isMet: (context) => !isTextShown(context, gone),
    });
  if (number !== undefined)
    conditions.push({
      description: typeof number === 'number' ? `[${number}]` : quoteShort(number),
      isMet: () => isReady(number, actionRunner),
    });
  return conditions;
}

/** What is named by words need not be there yet. */
async function isReady(target: Target, actionRunner: ActionRunner): Promise<boolean> {
  try {
    return (await actionRunner.visibility(target)).data.ready === true;
  } catch (error) {
    const isMissing = error instanceof SightlineError && error.code === 'not_found';
    if (typeof target === 'string' && isMissing) return false;
    throw error;
  }
}

const quoteShort = (text: string): string => quote(shorten(stripInvisible(text), 100));

function matchesUrl(pattern: string): Condition['isMet'] {
  const parts = pattern.split('*').map((part) => part.toLowerCase());
  return ({ pageState }) => {
    const url = pageState.visibility.page.url.toLowerCase();
    let position = 0;
    for (const part of parts) {
      const found = url.indexOf(part, position);
      if (found < 0) return false;
      position = found + part.length;
    }
    return true;
  };
}

async function settle(
  session: SessionContext,
  timeoutMs: number,
): Promise<Pick<SettleResult, 'settled' | 'reason'>> {
  await session.source.capture(timeoutMs);
  const settleObserver = await SettleObserver.start(session.page, await session.connection());
  return settleObserver.settle({ timeoutMs });
}

/** Description of the first condition that does not hold. On a page that is navigating none does. */
async function firstUnmet(
  conditions: Condition[],
  session: SessionContext,
  timeoutMs: number,
): Promise<string | undefined> {
  if (conditions.length === 0) return undefined;
  let context: RenderContext;
  try {
    context = (await session.capture(timeoutMs)).renderContext();
  } catch (error) {
    const isNavigating =
      error instanceof SightlineError && (error.code === 'navigated' || error.code === 'timeout');
    if (isNavigating) return conditions[0]?.description;
    throw error;
  }
  for (const { description, isMet } of conditions) if (!(await isMet(context))) return description;
  return undefined;
}

function nothingToWaitFor(): SightlineError {
  return new SightlineError('invalid_argument', 'There is nothing to wait for.', {
    hint: 'Give a text, a text that is to disappear, a number, an address, or idle.',
  });
}

function timeoutError(description: string, timeoutMs: number): SightlineError {
  return new SightlineError('timeout', `Waited ${timeoutMs} ms for ${description}.`, {
    hint: 'Look at the page to see its state, or allow more time.',
    retryable: true,
  });
}
