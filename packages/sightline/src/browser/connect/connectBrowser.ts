import type { Browser } from 'playwright-core';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { connectGrid } from '../grid/connectGrid.ts';
import type { GridOptions } from '../grid/takeGridSlot.ts';
import { findDebuggingAddresses } from '../launch/findDebuggingAddresses.ts';
import { type HeaderOptions, RequestHeaders } from '../navigation/RequestHeaders.ts';
import type { TabUse } from '../tabs/TabList.ts';
import type { BrowserConnection, DialogAnswerer } from './BrowserConnection.ts';
import { connectOverCdp } from './connectOverCdp.ts';
import { connectPlaywrightServer } from './connectPlaywrightServer.ts';

/** `extraHTTPHeaders` and `headersByOrigin` are sent by every tab of the browser, as long as the session lasts. */
export interface ConnectOptions extends HeaderOptions {
  /**
   * The `http://` address of a browser's debugging port, or the `ws://` address of its endpoint; both also with TLS. `auto`: of
   * the browser that this user runs, where it allows debugging (`chrome://inspect/#remote-debugging`). The `ws://` address of a
   * Playwright server of the same version gives a context of its own there, which `close` ends.
   */
  cdpUrl?: string;
  /**
   * In place of it: a Selenium Grid 4, which gives a browser for this session. `close` gives it back, as does the end of the
   * process. Its address, or with more about it.
   */
  grid?: string | GridOptions;
  /** Sent with the request to connect: what a remote browser asks for. */
  headers?: Record<string, string>;
  /** Milliseconds; default 30,000, for a slot of a grid 60,000. */
  timeoutMs?: number;
}

/**
 * Attaches to a Chromium browser that runs, with the tabs that it has; of a Playwright server in a new context. `close` ends the
 * connection only.
 * Throws `invalid_argument` for what is no such address, `browser_closed` where nobody listens, `timeout`.
 */
export async function connectBrowser(options: ConnectOptions): Promise<BrowserConnection> {
  const headers = new RequestHeaders(options);
  const { cdpUrl = '', grid } = options;
  if (grid !== undefined) return connectGrid(readGrid(options), options);
  if (cdpUrl === 'auto') return adoptTabs(await connectToRunning(options), headers);
  try {
    return await adoptTabs(await connectOverCdp({ ...options, cdpUrl }), headers);
  } catch (error) {
    const isOther = error instanceof SightlineError && error.code === 'invalid_argument';
    const connection = isOther ? await connectPlaywrightServer({ ...options, cdpUrl }) : undefined;
    if (!connection) throw error;
    return { ...connection, headers };
  }
}

/** The tabs that a browser has. */
async function adoptTabs(browser: Browser, headers: RequestHeaders): Promise<BrowserConnection> {
  const context = browser.contexts()[0] ?? (await browser.newContext());
  return {
    context,
    headers,
    sharedBrowser: { pages: 'all', hidesDownloads: true, dialogAnswerer: (_, tab) => answererOf(tab) },
    close: () => browser.close(),
  };
}

/** @throws SightlineError `invalid_argument` */
function readGrid({ cdpUrl, grid = '', headers, timeoutMs }: ConnectOptions): GridOptions {
  if (cdpUrl !== undefined)
    throw new SightlineError('invalid_argument', 'A session is in one browser: cdpUrl and grid are two.', {
      hint: 'Give one of them.',
    });
  const given = { ...(headers && { headers }), ...(timeoutMs !== undefined && { timeoutMs }) };
  return typeof grid === 'string' ? { ...given, url: grid } : { ...given, ...grid };
}

/** Of those that say where they listen, the first that does. */
async function connectToRunning(options: ConnectOptions): Promise<Browser> {
  for (const cdpUrl of findDebuggingAddresses()) {
    try {
      return await connectOverCdp({ ...options, cdpUrl });
    } catch (error) {
      // A browser that was killed leaves its file behind; another program may have its port now.
      if (!(error instanceof SightlineError) || error.code === 'timeout') throw error;
    }
  }
  throw new SightlineError('browser_closed', 'No browser of yours that runs allows debugging.', {
    hint: 'In Chrome 144 or newer, open chrome://inspect/#remote-debugging and allow it; or start it with --remote-debugging-port=9222 and a --user-data-dir of its own.',
    retryable: true,
  });
}

/** Another client may drive the tabs that the session has not opened, and answer their dialogs. */
function answererOf(tab: TabUse | undefined): DialogAnswerer {
  if (tab?.isOwn) return 'session';
  return tab?.isUsed ? 'host first' : 'host';
}
