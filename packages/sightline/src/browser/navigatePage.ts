import type { Page, Response } from 'playwright-core';
import { publicUrl } from '../model/publicUrl.ts';
import { SightlineError } from '../model/SightlineError.ts';
import { askPage } from './askPage.ts';
import { browserError, messageOf } from './browserError.ts';
import { Held } from './Held.ts';
import type { Arrival, BeginArrival, NavigateOptions, Navigation } from './Navigation.ts';
import { errorPage, navigationFailure, notAPage, stopLoading } from './navigationFailure.ts';
import { Trip } from './Trip.ts';
import { whenAttached } from './whenAttached.ts';
import { withinTime } from './withinTime.ts';

/** Milliseconds. */
const SETTLE = 3_000;

export interface TravelOptions extends NavigateOptions {
  /** Without it, a page that has loaded is there. */
  arrival?: BeginArrival;
}

/** Starts a navigation and resolves when its document has committed. */
type Start = (timeout: number) => Promise<Response | null>;

/**
 * Opens `url`. A document that has committed is never lost: if it does not finish loading within
 * `timeoutMs`, a note says so. Throws `navigation_failed`, `unsupported_page` (a PDF, a download: the
 * tab stays where it was), `timeout` (nothing came), `tab_closed`, `browser_closed`.
 */
export function navigatePage(page: Page, url: string, options: TravelOptions = {}): Promise<Navigation> {
  return travel(page, url, (timeout) => page.goto(url, { waitUntil: 'commit', timeout }), options);
}

/** Loads the page again; on the browser's own error page, the page that was asked for. Throws like `navigatePage`. */
export async function reloadPage(page: Page, options: TravelOptions = {}): Promise<Navigation> {
  const url = (await historyUrl(page, 0)) ?? page.url();
  return travel(page, url, (timeout) => page.reload({ waitUntil: 'commit', timeout }), options);
}

/** One step in the tab's history. Throws like `navigatePage`, and `navigation_failed` at its end. */
export async function stepPage(
  page: Page,
  way: 'back' | 'forward',
  options: TravelOptions = {},
): Promise<Navigation> {
  const url = await historyUrl(page, way === 'back' ? -1 : 1);
  if (url === undefined) throw endOfHistory(way);
  const step = way === 'back' ? page.goBack.bind(page) : page.goForward.bind(page);
  return travel(page, url, (timeout) => step({ waitUntil: 'commit', timeout }), options);
}

/** The URL `offset` entries away, or undefined. The blank page that a tab begins with is no place to go. */
async function historyUrl(page: Page, offset: -1 | 0 | 1): Promise<string | undefined> {
  const { entries, currentIndex } = await askPage(page, (cdp) => cdp.send('Page.getNavigationHistory'));
  const at = currentIndex + offset;
  const url = entries[at]?.url;
  return offset !== 0 && at === 0 && url === 'about:blank' ? undefined : url;
}

function endOfHistory(way: 'back' | 'forward'): SightlineError {
  return new SightlineError('navigation_failed', `There is no page to go ${way} to.`, {
    hint: 'Open a page by its address.',
  });
}

async function travel(page: Page, url: string, start: Start, options: TravelOptions): Promise<Navigation> {
  const { signal } = options;
  const arrival = options.arrival?.(page);
  const trip = new Trip(page, url, options.timeoutMs);
  const stop = (): void => void stopLoading(page);
  signal?.addEventListener('abort', stop);
  try {
    const emptyNote = await commit(trip, start, signal);
    await refuseUnreadable(trip);
    const loaded = await waitForLoad(trip, options.waitUntil);
    const lateNote = loaded ? await rest(arrival, options) : `still loading after ${trip.seconds} s`;
    const notes = [emptyNote, ...describe(trip), lateNote].filter((note) => note !== undefined);
    const title = await titleOf(page, loaded ? 2_000 : 500);
    return { url: shownUrl(trip), title, status: trip.status, notes };
  } catch (error) {
    throw browserError(error, page);
  } finally {
    trip.stop();
    arrival?.dispose();
    signal?.removeEventListener('abort', stop);
  }
}

/** Resolves to a note when what was committed is the browser's own page for an empty 4xx/5xx answer. */
async function commit(trip: Trip, start: Start, signal?: AbortSignal): Promise<string | undefined> {
  try {
    await insist(trip, start, signal);
    return undefined;
  } catch (error) {
    signal?.throwIfAborted();
    const message = messageOf(error);
    if (error instanceof Held) throw error;
    if (!/ERR_HTTP_RESPONSE_CODE_FAILURE/.test(message)) throw await navigationFailure(trip, error);
    await errorPage(trip.page);
    return 'the answer was empty: the browser shows a page of its own';
  }
}

/** How often a page may begin a navigation of its own at the moment it is to be left. */
const INTERRUPTIONS = 5;

/** The user's wish comes before what the page does meanwhile. Throws `Held` where the page does not give way. */
async function insist(trip: Trip, start: Start, signal?: AbortSignal): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await whenAttached(() => unlessHeld(trip, start(trip.remaining)));
    } catch (error) {
      signal?.throwIfAborted();
      if (!isInterrupted(trip, error)) throw error;
      if (attempt === INTERRUPTIONS) throw new Held(error);
      await stopLoading(trip.page);
    }
  }
}

/** A download and an empty answer end a navigation too: then it is the server that did. */
function isInterrupted({ download, response }: Trip, error: unknown): boolean {
  const message = messageOf(error);
  if (/interrupted by another navigation/.test(message)) return true;
  return /net::ERR_ABORTED/.test(message) && !download && !response;
}

async function unlessHeld(trip: Trip, starting: Promise<unknown>): Promise<void> {
  const started = starting.then(() => true);
  while (!(await withinTime(started, 250, false))) if (trip.isHeld) throw new Held();
}

/** A PDF is shown by a viewer that no script can read, so the tab goes back to where it was. */
async function refuseUnreadable(trip: Trip): Promise<void> {
  if (trip.contentType !== 'application/pdf') return;
  const refusal = notAPage(trip, 'a PDF');
  const goBack = () => trip.page.goBack({ waitUntil: 'domcontentloaded', timeout: 10_000 });
  await whenAttached(goBack).catch(() => null);
  throw refusal;
}

async function waitForLoad(
  { page, remaining }: Trip,
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
async function rest(
  arrival: Arrival | undefined,
  { waitUntil = 'load', settleMs = SETTLE, signal }: TravelOptions,
): Promise<string | undefined> {
  if (!arrival || settleMs === 0 || waitUntil === 'commit' || waitUntil === 'domcontentloaded')
    return undefined;
  const reason = await arrival.rest(settleMs);
  signal?.throwIfAborted();
  return reason && `not at rest after ${settleMs / 1000} s: ${reason}`;
}

function describe(trip: Trip): string[] {
  const { status = 0, response } = trip;
  const notes: string[] = [];
  if (status >= 400) notes.push(`HTTP ${status} ${response?.statusText() ?? ''}`.trim());
  const asked = publicUrl(trip.url);
  if (withoutHash(shownUrl(trip)) !== withoutHash(asked)) notes.push(`redirected from ${asked}`);
  return notes;
}

/** The browser's own error pages have an address that says nothing; the one asked for does. */
function shownUrl({ page, url }: Trip): string {
  return publicUrl(page.url().startsWith('chrome-error:') ? url : page.url());
}

const withoutHash = (url: string): string => url.replace(/#.*$/s, '');

/** Empty when there is none, or when the page is too busy to answer. */
export function titleOf(page: Page, patienceMs = 2_000): Promise<string> {
  return withinTime(page.title(), patienceMs, '').catch(() => '');
}
