import type { Browser } from 'playwright-core';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { redactUrl } from '../../snapshot/urls/redactUrl.ts';
import { firstLineOf } from '../browserError.ts';
import { loadPlaywright } from '../launch/loadPlaywright.ts';

/** Where a browser listens, what is sent with the request, and for how long it is tried. */
export interface CdpOptions {
  cdpUrl: string;
  headers?: Record<string, string> | undefined;
  /** Milliseconds; default 30,000. */
  timeoutMs?: number | undefined;
}

/** The connection alone. Nothing of the browser is set otherwise than it was: not its downloads, its focus, its media. */
export async function connectOverCdp({ cdpUrl, headers, timeoutMs = 30_000 }: CdpOptions): Promise<Browser> {
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
