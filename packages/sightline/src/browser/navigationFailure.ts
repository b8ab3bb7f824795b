import type { Page } from 'playwright-core';
import { SightlineError } from '../model/SightlineError.ts';
import { askPage } from './askPage.ts';
import { browserError, messageOf } from './browserError.ts';
import { netError } from './netError.ts';
import type { Trip } from './Trip.ts';

/** What a navigation that committed no document ran into; the page is left ready for the next one. */
export async function navigationFailure(trip: Trip, error: unknown): Promise<SightlineError> {
  const { page, url, response } = trip;
  const message = messageOf(error);
  if (error instanceof Error && error.name === 'TimeoutError') {
    await stopLoading(page);
    return noAnswer(trip);
  }
  const download = /Download is starting/.test(message) ? await trip.whenDownload(LATE) : trip.download;
  if (download) return notAPage(trip, `a download (${download.suggestedFilename().slice(0, 100)})`, FILED);
  const code = /net::(ERR_\w+)/.exec(message)?.[1];
  if (code === 'ERR_ABORTED' && response) return noContent(trip);
  if (!code) return browserError(error, page);
  await errorPage(page);
  return netError(code, url);
}

/** Gives up a navigation: one that is pending would hold up whatever is asked of the page next. */
export async function stopLoading(page: Page): Promise<void> {
  await askPage(page, (cdp) => cdp.send('Page.stopLoading')).catch(() => undefined);
}

/** The browser's error page arrives after the error, and would interrupt the next navigation. */
export async function errorPage(page: Page): Promise<void> {
  await page.waitForURL(/^chrome-error:/, { waitUntil: 'load', timeout: 5_000 }).catch(() => undefined);
}

function noAnswer({ url, seconds }: Trip): SightlineError {
  const { host, href } = new URL(url);
  return new SightlineError('timeout', `${host || href} sent no page within ${seconds} s.`, {
    hint: 'Try again, or allow more time.',
    retryable: true,
  });
}

function noContent({ url, status }: Trip): SightlineError {
  const message = `${new URL(url).host} answered without a page (HTTP ${status}).`;
  return new SightlineError('navigation_failed', message, { hint: 'Nothing was opened.' });
}

/** Milliseconds that the news of a download may come after the end of the navigation to it. */
const LATE = 2_000;
const FILED = 'Nothing was opened. What came of the file is told with this or the next answer.';
const ELSEWHERE = 'Nothing was opened: fetch the file with another tool.';

/** `what`: in words, with its article. */
export function notAPage({ contentType }: Trip, what: string, hint = ELSEWHERE): SightlineError {
  const type = contentType ? ` of type ${contentType}` : '';
  return new SightlineError('unsupported_page', `That address is ${what}${type}, not a page.`, { hint });
}
