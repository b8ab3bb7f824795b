import type { Browser } from 'playwright-core';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { redactUrl } from '../../snapshot/urls/redactUrl.ts';
import { firstLineOf } from '../browserError.ts';
import { findDebuggingAddresses } from '../launch/findDebuggingAddresses.ts';
import { loadPlaywright } from '../launch/loadPlaywright.ts';
import { type HeaderOptions, RequestHeaders } from '../navigation/RequestHeaders.ts';
import type { TabUse } from '../tabs/TabList.ts';
import type { BrowserConnection, DialogAnswerer } from './BrowserConnection.ts';

/** `extraHTTPHeaders` and `headersByOrigin` are sent by every tab of the browser, as long as the session lasts. */
export interface ConnectOptions extends HeaderOptions {
  /**
   * The `http://` address of a browser's debugging port, or the `ws://` address of its endpoint; both also with TLS. `auto`: of
   * the browser that this user runs, where it allows debugging (`chrome://inspect/#remote-debugging`).
   */
  cdpUrl: string;
  /** Sent with the request to connect: what a remote grid asks for. */
  headers?: Record<string, string>;
  /** Milliseconds; default 30,000. */
  timeoutMs?: number;
}

/**
 * Attaches to a Chromium browser that runs, with the tabs that it has. `close` ends the connection only.
 * Throws `invalid_argument` for what is no such address, `browser_closed` where nobody listens, `timeout`.
 */
export async function connectBrowser(options: ConnectOptions): Promise<BrowserConnection> {
  const headers = new RequestHeaders(options);
  const { cdpUrl } = options;
  const browser = cdpUrl === 'auto' ? await connectToRunning(options) : await connectOverCdp(options);
  const context = browser.contexts()[0] ?? (await browser.newContext());
  return {
    context,
    headers,
    sharedBrowser: { pages: 'all', hidesDownloads: true, dialogAnswerer: (_, tab) => answererOf(tab) },
    close: () => browser.close(),
  };
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

/** The connection alone. Nothing of the browser is set otherwise than it was: not its downloads, its focus, its media. */
export async function connectOverCdp({
  cdpUrl,
  headers,
  timeoutMs = 30_000,
}: ConnectOptions): Promise<Browser> {
  assertCdpUrl(cdpUrl);
  const { chromium } = loadPlaywright();
  try {
    return await chromium.connectOverCDP(cdpUrl, { headers, timeout: timeoutMs, noDefaults: true });
  } catch (error) {
    throw toConnectError(cdpUrl, error, timeoutMs);
  }
}

function assertCdpUrl(cdpUrl: string): void {
  if (/^(?:https?|wss?):\/\//i.test(cdpUrl) && URL.canParse(cdpUrl)) return;
  throw new SightlineError('invalid_argument', 'That is no address of a browser to connect to.', {
    hint: CONNECT_HINT,
  });
}

const CONNECT_HINT =
  'Start Chrome with --remote-debugging-port=9222 and give http://127.0.0.1:9222, or give the ws:// endpoint of a grid.';

function toConnectError(cdpUrl: string, error: unknown, timeoutMs: number): SightlineError {
  const host = new URL(redactUrl(cdpUrl)).host;
  if (error instanceof Error && error.name === 'TimeoutError') {
    return new SightlineError('timeout', `No browser answered at ${host} within ${timeoutMs} ms.`, {
      hint: 'Try again, or allow more time.',
      retryable: true,
    });
  }
  if (/ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT/.test(String(error))) {
    return new SightlineError('browser_closed', `No browser listens at ${host}.`, {
      hint: CONNECT_HINT,
      retryable: true,
    });
  }
  // The engine's own words may repeat the whole address, with what it holds of a key.
  const [status] = /\b[45]\d\d\b/.exec(firstLineOf(error)) ?? [];
  const statusText = status ? ` (it answered ${status})` : '';
  return new SightlineError(
    'invalid_argument',
    `What listens at ${host} is no Chromium browser${statusText}.`,
    {
      hint: CONNECT_HINT,
    },
  );
}
