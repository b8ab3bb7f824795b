import { STATUS_CODES } from 'node:http';
import type { Page, Response } from 'playwright-core';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { throwIfAborted, untilAborted } from '../../snapshot/untilAborted.ts';
import { redactUrl } from '../../snapshot/urls/redactUrl.ts';
import { asInternal } from '../asInternal.ts';
import { firstLineOf, toBrowserError } from '../browserError.ts';
import { retryUntilAttached } from '../connect/retryUntilAttached.ts';
import { withCdpSession } from '../connect/withCdpSession.ts';
import { withoutHash } from '../network/PageLog.ts';
import { withTimeout } from '../withTimeout.ts';
import type { NavigateOptions, Navigation, NavigationSettler, StartNavigationSettler } from './Navigation.ts';
import { NavigationAttempt } from './NavigationAttempt.ts';
import {
  notAPageError,
  PageBlockedNavigation,
  stopLoading,
  toNavigationError,
  waitForErrorPage,
} from './navigationFailure.ts';

/** Milliseconds. */
const DEFAULT_SETTLE_MS = 3_000;

export interface NavigatePageOptions extends NavigateOptions {
  /** Without it, a page that has loaded is there. */
  startSettler?: StartNavigationSettler;
}

/** Starts a navigation and resolves when its document has committed. */
type StartNavigation = (limits: {
  timeout: number;
  signal: AbortSignal | undefined;
}) => Promise<Response | null>;

/**
 * Opens `url`. A document that has committed is never lost: if it does not finish loading within
 * `timeoutMs`, a note says so. Throws `navigation_failed`, `unsupported_page` (a PDF, a download: the
 * tab stays where it was), `timeout` (nothing came), `tab_closed`, `browser_closed`.
 */
export function navigatePage(page: Page, url: string, options: NavigatePageOptions): Promise<Navigation> {
  return runNavigation(page, url, (limits) => page.goto(url, { waitUntil: 'commit', ...limits }), options);
}

/** Loads the page again; on the browser's own error page, the page that was asked for. Throws like `navigatePage`. */
export async function reloadPage(page: Page, options: NavigatePageOptions): Promise<Navigation> {
  throwIfAborted(options.signal);
  const url = (await historyEntryUrl(page, 0)) ?? page.url();
  return runNavigation(page, url, (limits) => page.reload({ waitUntil: 'commit', ...limits }), options);
}

/** One step in the tab's history. Throws like `navigatePage`, and `navigation_failed` at its end. */
export async function goInHistory(
  page: Page,
  direction: 'back' | 'forward',
  options: NavigatePageOptions,
): Promise<Navigation> {
  throwIfAborted(options.signal);
  const url = await historyEntryUrl(page, direction === 'back' ? -1 : 1);
  if (url === undefined) throw endOfHistoryError(direction);
  const step = direction === 'back' ? page.goBack.bind(page) : page.goForward.bind(page);
  return runNavigation(page, url, (limits) => step({ waitUntil: 'commit', ...limits }), options);
}

/** The URL `offset` entries away, or undefined. The blank page that a tab begins with is no place to go. */
async function historyEntryUrl(page: Page, offset: -1 | 0 | 1): Promise<string | undefined> {
  const { entries, currentIndex } = await withCdpSession(page, (cdp) =>
    cdp.send('Page.getNavigationHistory'),
  );
  const index = currentIndex + offset;
  const url = entries[index]?.url;
  return offset !== 0 && index === 0 && url === 'about:blank' ? undefined : url;
}

function endOfHistoryError(direction: 'back' | 'forward'): SightlineError {
  return new SightlineError('navigation_failed', `There is no page to go ${direction} to.`, {
    hint: 'Open a page by its address.',
  });
}

async function runNavigation(
  page: Page,
  url: string,
  start: StartNavigation,
  options: NavigatePageOptions,
): Promise<Navigation> {
  const { signal } = options;
  throwIfAborted(signal);
  const settler = options.startSettler?.(page);
  const attempt = new NavigationAttempt(page, url, options.timeoutMs);
  let stopping: Promise<void> | undefined;
  const stopOnAbort = (): void => {
    stopping = stopLoading(page);
  };
  signal?.addEventListener('abort', stopOnAbort);
  try {
    return await untilAborted(() => followNavigation(attempt, start, options, settler), signal);
  } catch (error) {
    await stopping;
    throw toBrowserError(error, page);
  } finally {
    attempt.dispose();
    settler?.dispose();
    signal?.removeEventListener('abort', stopOnAbort);
  }
}

async function followNavigation(
  attempt: NavigationAttempt,
  start: StartNavigation,
  options: NavigatePageOptions,
  settler: NavigationSettler | undefined,
): Promise<Navigation> {
  const emptyNote = await commitDocument(attempt, start, options.signal);
  throwIfAborted(options.signal);
  await rejectPdf(attempt);
  const loaded = await waitForLoad(attempt, options.waitUntil);
  const unsettledNote = loaded
    ? await settlePage(settler, options)
    : `still loading after ${attempt.timeoutSeconds} s`;
  const notes = [emptyNote, ...describeResponse(attempt), unsettledNote].filter((note) => note !== undefined);
  const title = await readTitle(attempt.page, loaded ? 2_000 : 500);
  return { url: displayUrl(attempt), title, status: attempt.status, notes };
}

/** Resolves to a note when what was committed is the browser's own page for an empty 4xx/5xx answer. */
async function commitDocument(
  attempt: NavigationAttempt,
  start: StartNavigation,
  signal?: AbortSignal,
): Promise<string | undefined> {
  try {
    await startDespiteInterruptions(attempt, start, signal);
    return undefined;
  } catch (error) {
    throwIfAborted(signal);
    const message = firstLineOf(error);
    if (error instanceof PageBlockedNavigation) throw error;
    if (!/ERR_HTTP_RESPONSE_CODE_FAILURE/.test(message)) throw await toNavigationError(attempt, error);
    await waitForErrorPage(attempt.page);
    return 'the answer was empty: the browser shows a page of its own';
  }
}

/** How often a page may begin a navigation of its own at the moment it is to be left. */
const MAX_INTERRUPTIONS = 5;

/** The user's wish comes before what the page does meanwhile. Throws `Held` where the page does not give way. */
async function startDespiteInterruptions(
  attempt: NavigationAttempt,
  start: StartNavigation,
  signal?: AbortSignal,
): Promise<void> {
  for (let tryCount = 1; ; tryCount++) {
    throwIfAborted(signal);
    try {
      const startOnce = () => start({ timeout: attempt.remaining, signal });
      return await retryUntilAttached(() => unlessBlockedByPage(attempt, startOnce()));
    } catch (error) {
      throwIfAborted(signal);
      if (!isInterrupted(attempt, error)) throw error;
      if (tryCount === MAX_INTERRUPTIONS) throw new PageBlockedNavigation(error);
      await stopLoading(attempt.page);
    }
  }
}

/** A download and an empty answer end a navigation too: then it is the server that did. */
function isInterrupted({ download, response }: NavigationAttempt, error: unknown): boolean {
  const message = firstLineOf(error);
  if (/interrupted by another navigation/.test(message)) return true;
  return /net::ERR_ABORTED/.test(message) && !download && !response;
}

async function unlessBlockedByPage(attempt: NavigationAttempt, navigating: Promise<unknown>): Promise<void> {
  const committed = navigating.then(() => true);
  while (!(await withTimeout(committed, 250, false)))
    if (attempt.isBlockedByPage) throw new PageBlockedNavigation();
}

/** A PDF is shown by a viewer that no script can read, so the tab goes back to where it was. */
async function rejectPdf(attempt: NavigationAttempt): Promise<void> {
  if (attempt.contentType !== 'application/pdf') return;
  const pdfError = notAPageError(attempt, 'a PDF');
  const goBack = () => attempt.page.goBack({ waitUntil: 'domcontentloaded', timeout: 10_000 });
  await retryUntilAttached(goBack).catch(() => null);
  throw pdfError;
}

async function waitForLoad(
  { page, remaining }: NavigationAttempt,
  waitUntil: NavigateOptions['waitUntil'] = 'load',
): Promise<boolean> {
  if (waitUntil === 'commit') return true;
  try {
    await page.waitForLoadState(waitUntil, { timeout: remaining });
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') return false;
    throw error;
  }
}

/** A note where the page does not come to rest. */
async function settlePage(
  settler: NavigationSettler | undefined,
  { waitUntil = 'load', settleMs = DEFAULT_SETTLE_MS }: NavigatePageOptions,
): Promise<string | undefined> {
  if (!settler || settleMs === 0 || waitUntil === 'commit' || waitUntil === 'domcontentloaded')
    return undefined;
  const reason = await settler.settle(settleMs);
  return reason && `not at rest after ${settleMs / 1000} s: ${reason}`;
}

function describeResponse(attempt: NavigationAttempt): string[] {
  const { status = 0 } = attempt;
  const notes: string[] = [];
  // In our words: those of the server are no part of what we say.
  if (status >= 400) notes.push(`HTTP ${status} ${STATUS_CODES[status] ?? ''}`.trim());
  if (status === 407) notes.push('the proxy did not take the name and password of its address, or has none');
  const requestedUrl = redactUrl(attempt.url);
  if (withoutHash(displayUrl(attempt)) !== withoutHash(requestedUrl))
    notes.push(`redirected from ${requestedUrl}`);
  return notes;
}

/** The browser's own error pages have an address that says nothing; the one asked for does. */
function displayUrl({ page, url }: NavigationAttempt): string {
  return redactUrl(page.url().startsWith('chrome-error:') ? url : page.url());
}

/** Empty when there is none, or when the page is too busy to answer. */
export function readTitle(page: Page, timeoutMs = 2_000): Promise<string> {
  const title = asInternal(page, () => page.title());
  return withTimeout(title, timeoutMs, '').catch(() => '');
}
