import type { Browser } from 'playwright-core';
import { publicUrl } from '../model/publicUrl.ts';
import { SightlineError } from '../model/SightlineError.ts';
import type { Attachment } from './Attachment.ts';
import { messageOf } from './browserError.ts';
import { loadEngine } from './loadEngine.ts';

export interface ConnectOptions {
  /** The `http://` address of a browser's debugging port, or the `ws://` address of its endpoint; both also with TLS. */
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
export async function connectBrowser(options: ConnectOptions): Promise<Attachment> {
  const browser = await openConnection(options);
  const context = browser.contexts()[0] ?? (await browser.newContext());
  return { context, guest: { pages: 'all', answers: () => true }, close: () => browser.close() };
}

/** The connection alone. Nothing of the browser is set otherwise than it was: not its downloads, its focus, its media. */
export async function openConnection({
  cdpUrl,
  headers,
  timeoutMs = 30_000,
}: ConnectOptions): Promise<Browser> {
  refuseOtherAddresses(cdpUrl);
  const { chromium } = loadEngine();
  try {
    return await chromium.connectOverCDP(cdpUrl, { headers, timeout: timeoutMs, noDefaults: true });
  } catch (error) {
    throw connectError(cdpUrl, error, timeoutMs);
  }
}

function refuseOtherAddresses(cdpUrl: string): void {
  if (/^(?:https?|wss?):\/\//i.test(cdpUrl) && URL.canParse(cdpUrl)) return;
  throw new SightlineError('invalid_argument', 'That is no address of a browser to connect to.', {
    hint: HOW,
  });
}

const HOW =
  'Start Chrome with --remote-debugging-port=9222 and give http://127.0.0.1:9222, or give the ws:// endpoint of a grid.';

function connectError(cdpUrl: string, error: unknown, timeoutMs: number): SightlineError {
  const place = new URL(publicUrl(cdpUrl)).host;
  if (error instanceof Error && error.name === 'TimeoutError') {
    return new SightlineError('timeout', `No browser answered at ${place} within ${timeoutMs} ms.`, {
      hint: 'Try again, or allow more time.',
      retryable: true,
    });
  }
  if (/ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT/.test(String(error))) {
    return new SightlineError('browser_closed', `No browser listens at ${place}.`, {
      hint: HOW,
      retryable: true,
    });
  }
  // The engine's own words may repeat the whole address, with what it holds of a key.
  const [status] = /\b[45]\d\d\b/.exec(messageOf(error)) ?? [];
  const answer = status ? ` (it answered ${status})` : '';
  return new SightlineError('invalid_argument', `What listens at ${place} is no Chromium browser${answer}.`, {
    hint: HOW,
  });
}
