import { setTimeout } from 'node:timers/promises';
import type { SettleResult } from '../../actions/settle/SettleObserver.ts';
import { quote, stripInvisible } from '../../render/escape.ts';
import type { RenderContext } from '../../render/RenderContext.ts';
import { findTextMatches } from '../../search/text/findTextMatches.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { shorten } from '../../snapshot/shorten.ts';
import type { SessionResult } from '../SessionResult.ts';

/** What is waited for: all that is given. */
export interface WaitOptions {
  /** Words that are shown, whatever their case. */
  text?: string;
  /** Words that are shown no more. */
  gone?: string;
  /** Number of an element that is shown and enabled. */
  number?: number;
  /** What the address holds; `*` stands for anything. */
  url?: string;
  /** Nothing moves, changes or loads any more. */
  idle?: boolean;
  /** Milliseconds; default 10,000. */
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** How a wait sees the page. */
export interface WaitContext {
  captureContext(timeoutMs: number): Promise<RenderContext>;
  /** Whether the element of a number can be used now. */
  isReady(number: number): Promise<boolean>;
  settle(timeoutMs: number): Promise<SettleResult>;
}

/** Milliseconds between two looks: one costs next to nothing where nothing has changed. */
const POLL_INTERVAL_MS = 60;

interface Condition {
  /** Words that can follow "waited for". */
  description: string;
  isMet(context: RenderContext): boolean | Promise<boolean>;
}

/**
 * Answers once all that is asked for holds at the same time. Throws `timeout` with the first that does not,
 * `invalid_argument` where nothing is asked for, and what looking at the page throws.
 */
export async function waitFor(options: WaitOptions, page: WaitContext): Promise<SessionResult> {
  const { timeoutMs = 10_000, idle = false, signal } = options;
  const conditions = buildConditions(options, page);
  if (conditions.length === 0 && !idle) throw nothingToWaitFor();
  const started = performance.now();
  const remainingMs = (): number => started + timeoutMs - performance.now();
  for (;;) {
    signal?.throwIfAborted();
    const unmet = await firstUnmet(conditions, page, Math.max(1, remainingMs()));
    if (unmet === undefined) break;
    if (remainingMs() <= 0) throw timeoutError(unmet, timeoutMs);
    await setTimeout(POLL_INTERVAL_MS, undefined, { signal });
  }
  if (idle) {
    const { settled, reason } = await page.settle(Math.max(1, remainingMs()));
    if (!settled) throw timeoutError(`a page at rest (${reason})`, timeoutMs);
  }
  const waited = Math.round(performance.now() - started);
  const description = [...conditions.map((one) => one.description), ...(idle ? ['a page at rest'] : [])];
  return { text: `there after ${waited} ms: ${description.join(', ')}`, data: { waitedMs: waited } };
}

function buildConditions({ text, gone, number, url }: WaitOptions, page: WaitContext): Condition[] {
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
    conditions.push({ description: `[${number}]`, isMet: () => page.isReady(number) });
  return conditions;
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

/** A page that is on its way to another has nothing yet. */
async function firstUnmet(
  conditions: Condition[],
  page: WaitContext,
  timeoutMs: number,
): Promise<string | undefined> {
  if (conditions.length === 0) return undefined;
  let context: RenderContext;
  try {
    context = await page.captureContext(timeoutMs);
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
  return new SightlineError('invalid_argument', 'Nothing was said to wait for.', {
    hint: 'Give a text, a text that goes, a number, an address, or idle.',
  });
}

function timeoutError(description: string, timeoutMs: number): SightlineError {
  return new SightlineError('timeout', `Waited ${timeoutMs} ms in vain for ${description}.`, {
    hint: 'Look at the page to see where it stands, or allow more time.',
    retryable: true,
  });
}
