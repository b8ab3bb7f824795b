import type { Browser } from 'playwright-core';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { redactUrl, safeDecode } from '../../snapshot/urls/redactUrl.ts';
import { firstLineOf } from '../browserError.ts';
import { loadPlaywright } from '../launch/loadPlaywright.ts';
import { readShortJson } from './readShortJson.ts';

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
    const end = performance.now() + timeoutMs;
    const { address, ...sent } = await findSocket(cdpUrl, headers, timeoutMs);
    const timeout = timeoutMs && Math.max(1, end - performance.now());
    return await chromium.connectOverCDP(address, { ...sent, timeout, noDefaults: true });
  } catch (error) {
    throw toConnectError(cdpUrl, error, timeoutMs);
  }
}

/**
 * Headers are for the origin that they were given for: a redirect is not followed, and where the socket of the browser is said to be
 * at another one, it gets none. Throws what `fetch` throws.
 */
async function findSocket(
  cdpUrl: string,
  headers: Record<string, string> = {},
  timeoutMs: number,
): Promise<{ address: string; headers?: Record<string, string> }> {
  const url = new URL(cdpUrl);
  if (!/^http/.test(url.protocol) || Object.keys(headers).length === 0) return { address: cdpUrl, headers };
  const login = `${safeDecode(url.username)}:${safeDecode(url.password)}`;
  const sent =
    login === ':' ? headers : { authorization: `Basic ${Buffer.from(login).toString('base64')}`, ...headers };
  Object.assign(url, {
    username: '',
    password: '',
    pathname: url.pathname.replace(/\/*$/, '/json/version/'),
  });
  const signal = AbortSignal.timeout(timeoutMs || MAX_TIMER_MS);
  const response = await fetch(url, { redirect: 'manual', headers: sent, signal });
  const answer = response.ok ? await readShortJson(response) : undefined;
  const { webSocketDebuggerUrl: address } = (answer ?? {}) as { webSocketDebuggerUrl?: unknown };
  if (typeof address !== 'string' || !/^wss?:/i.test(address) || !URL.canParse(address))
    throw new Error(`no browser: ${response.status}`);
  const isSameOrigin = new URL(address).origin === url.origin.replace(/^http/, 'ws');
  return { address, ...(isSameOrigin && { headers }) };
}

/** Longer than that, Node's timers end at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

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
  const reason = `${error} ${(error as { cause?: unknown }).cause}`;
  if (/ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT/.test(reason)) {
    return new SightlineError('browser_closed', `No browser listens at ${host}.`, {
      hint: CONNECT_HINT,
      retryable: true,
    });
  }
  // The engine's own words may repeat the whole address, with what it holds of a key.
  const [status] = /\b[345]\d\d\b/.exec(firstLineOf(error)) ?? [];
  const statusText = status ? ` (it answered ${status})` : '';
  return new SightlineError(
    'invalid_argument',
    `What listens at ${host} is no Chromium browser${statusText}.`,
    {
      hint: CONNECT_HINT,
    },
  );
}
