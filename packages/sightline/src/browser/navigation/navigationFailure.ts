import type { Page } from 'playwright-core';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { firstLineOf, toBrowserError } from '../browserError.ts';
import { withCdpSession } from '../connect/withCdpSession.ts';
import type { NavigationAttempt } from './NavigationAttempt.ts';
import { toNetworkError } from './networkError.ts';

/** The page that is open does not let go of its tab: its script never ends, or it keeps navigating or opening dialogs. */
export class PageBlockedNavigation extends SightlineError {
  constructor(cause?: unknown) {
    super('navigation_failed', 'The page that is open did not let the tab go.', {
      hint: 'Open an address: the tab is replaced by a new one.',
      retryable: true,
      cause,
    });
  }
}

/** What a navigation that committed no document ran into; the page is left ready for the next one. */
export async function toNavigationError(attempt: NavigationAttempt, error: unknown): Promise<SightlineError> {
  const { page, url, response } = attempt;
  const message = firstLineOf(error);
  if (error instanceof Error && error.name === 'TimeoutError') {
    await stopLoading(page);
    return noResponseError(attempt);
  }
  const download = /Download is starting/.test(message)
    ? await attempt.whenDownload(DOWNLOAD_EVENT_TIMEOUT_MS)
    : attempt.download;
  if (download) {
    // Whole, or not at all: what repeats a secret is replaced later.
    const name = download.suggestedFilename();
    const what = PLAIN_NAME.test(name) ? `a download (${name})` : 'a download';
    return notAPageError(attempt, what, DOWNLOAD_HINT);
  }
  const code = /net::(ERR_\w+)/.exec(message)?.[1];
  if (code === 'ERR_ABORTED' && response) return noContentError(attempt);
  if (!code) return toBrowserError(error, page);
  await waitForErrorPage(page);
  return toNetworkError(code, url);
}

/** Gives up a navigation: one that is pending would hold up whatever is asked of the page next. */
export async function stopLoading(page: Page): Promise<void> {
  await withCdpSession(page, (cdp) => cdp.send('Page.stopLoading')).catch(() => undefined);
}

/** The browser's error page arrives after the error, and would interrupt the next navigation. */
export async function waitForErrorPage(page: Page): Promise<void> {
  await page.waitForURL(/^chrome-error:/, { waitUntil: 'load', timeout: 5_000 }).catch(() => undefined);
}

function noResponseError({ url, timeoutSeconds }: NavigationAttempt): SightlineError {
  const { host, href } = new URL(url);
  return new SightlineError('timeout', `${host || href} sent no page within ${timeoutSeconds} s.`, {
    hint: 'Try again, or allow more time.',
    retryable: true,
  });
}

function noContentError({ url, status }: NavigationAttempt): SightlineError {
  const message = `${new URL(url).host} answered without a page (HTTP ${status}).`;
  return new SightlineError('navigation_failed', message, { hint: 'Nothing was opened.' });
}

/** One that imitates nothing of ours. */
const PLAIN_NAME = /^[\p{L}\p{M}\p{N} _.,()+-]{1,100}$/u;
/** Milliseconds that the news of a download may come after the end of the navigation to it. */
const DOWNLOAD_EVENT_TIMEOUT_MS = 2_000;
const DOWNLOAD_HINT = 'Nothing was opened. This or the next answer says what came of the file.';
const NOT_OPENED_HINT = 'Nothing was opened: fetch the file with another tool.';

/** `what`: in words, with its article. */
export function notAPageError(
  { contentType }: NavigationAttempt,
  contentDescription: string,
  hint = NOT_OPENED_HINT,
): SightlineError {
  const type = contentType ? ` of type ${contentType}` : '';
  return new SightlineError('unsupported_page', `That address is ${contentDescription}${type}, not a page.`, {
    hint,
  });
}
