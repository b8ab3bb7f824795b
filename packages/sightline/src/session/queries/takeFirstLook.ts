import { setTimeout } from 'node:timers/promises';
import type { Page } from '../../snapshot/Page.ts';
import { untilAborted } from '../../snapshot/untilAborted.ts';
import { hasEmptyMain, showsOnlyLoading } from '../../structure/loadingSign.ts';
import type { SessionContext } from '../SessionContext.ts';
import type { LookOptions, SessionResult } from '../SessionResult.ts';

/** Milliseconds that a page which shows nothing is waited for, as its scripts may still be loading. */
const EMPTY_PAGE_MS = 3_000;
/** The same of one that has boxes in which nothing shows: an application that is about to draw. */
const EMPTY_BOXES_MS = 6_000;
/** The same of one whose main part alone shows nothing. */
const EMPTY_MAIN_MS = 4_000;
/** Milliseconds between two looks at it. */
const EMPTY_PAGE_INTERVAL_MS = 250;

/** The same of one that shows little but that it is loading. */
const LOADING_MS = 5_000;

/**
 * A first look at the page, as soon as it shows anything but that it is loading, and its main
 * part something; `data.isLoading` where it still says that,
 * `data.isMainEmpty` where that still shows nothing. Throws what a capture throws, and the reason of `signal`.
 */
export async function takeFirstLook(
  context: SessionContext,
  { maxTokens, timeoutMs, signal }: Pick<LookOptions, 'maxTokens' | 'timeoutMs' | 'signal'>,
): Promise<SessionResult> {
  const start = performance.now();
  for (;;) {
    const page = await untilAborted(() => context.capture(timeoutMs), signal);
    const look = page.firstLook({ maxTokens });
    const isLoading = !look.data.isEmpty && showsOnlyLoading(page.pageState.visibility);
    const isMainEmpty = !look.data.isEmpty && hasEmptyMain(page.pageState);
    const limit = isLoading ? LOADING_MS : isMainEmpty ? EMPTY_MAIN_MS : limitOfEmpty(page.pageState.page);
    const isDrawn = !look.data.isEmpty && !isLoading && !isMainEmpty;
    if (isDrawn || context.source.saved || performance.now() - start >= limit)
      return isDrawn || look.data.isEmpty
        ? look
        : { ...look, data: { ...look.data, isLoading, isMainEmpty } };
    await untilAborted(() => setTimeout(EMPTY_PAGE_INTERVAL_MS), signal);
  }
}

const limitOfEmpty = ({ nodes }: Page): number =>
  nodes.some(({ isElement, parent }) => isElement && parent?.tag === 'body') ? EMPTY_BOXES_MS : EMPTY_PAGE_MS;
