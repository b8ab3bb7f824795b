import { setTimeout as pause } from 'node:timers/promises';
import { asText } from '../../snapshot/parseJson.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { shorten } from '../../snapshot/shorten.ts';
import { stripInvisible } from '../../snapshot/stripInvisible.ts';
import { REDACTED_PLACEHOLDER, safeDecode } from '../../snapshot/urls/redactUrl.ts';
import { readShortJson } from '../connect/readShortJson.ts';
import { withTimeout } from '../withTimeout.ts';
import type { SlotKeeper } from './SlotKeeper.ts';

/** A Selenium Grid 4, and what is asked of it. */
export interface GridOptions {
  /** `http://` or `https://` address of its hub or router; it may hold a name and password. */
  url: string;
  /** W3C capabilities that a slot must have. Default `{ browserName: 'chrome' }`, which others are added to. */
  capabilities?: Record<string, unknown>;
  /** Sent with every request to the grid, and to no other origin. */
  headers?: Record<string, string>;
  /** Milliseconds to wait for a free slot, and then for its browser; default 60,000 each. */
  timeoutMs?: number;
}

/** A browser of a grid, until it is given back. */
export interface GridSlot {
  /** `ws://` address at which it is driven over CDP. */
  cdpUrl: string;
  headers: Record<string, string>;
  /** Ends the browser; the grid gives the slot to others. */
  release(): Promise<void>;
}

/** Milliseconds between two requests that show the grid that a session is used: it ends those that are not. */
const KEEP_ALIVE_MS = 20_000;
/** Milliseconds for an answer to any other request than that for a session. */
const REQUEST_TIMEOUT_MS = 15_000;
/** Until a grid is asked again whose node has gone. */
const RETRY_MS = 1_000;
/** Characters of a header, or a word of it, from which a message of the grid is shown without it. */
const MIN_HIDDEN_LENGTH = 8;
/** For the grid to say how many slots are taken, however short its user would wait for one. */
const MIN_STATUS_MS = 2_000;

/**
 * Asks a grid for a browser. Throws `invalid_argument` for what is no grid, or one that refuses the login, `browser_closed`
 * where nobody listens or the browser does not start, `browser_not_found` where no node has such a browser, `timeout` where no
 * slot is free in time. A slot that comes too late is given back.
 */
export async function takeGridSlot(options: GridOptions, keeper: SlotKeeper): Promise<GridSlot> {
  const { timeoutMs = 60_000 } = options;
  const grid = new GridAddress(options);
  const asking = askForSession(grid, options.capabilities ?? {}, timeoutMs).then((answer) => {
    const slot = new TakenSlot(grid, answer, keeper);
    return { slot, cdpUrl: cdpUrlOf(grid, answer) };
  });
  const taken = await withTimeout(asking, timeoutMs, undefined);
  if (!taken) {
    asking.then(({ slot }) => slot.release()).catch(() => undefined);
    throw await noSlotError(grid, timeoutMs);
  }
  const { slot, cdpUrl } = taken;
  if (cdpUrl !== undefined)
    return { cdpUrl, headers: grid.headersFor(cdpUrl), release: () => slot.release() };
  await slot.release();
  throw new SightlineError(
    'unsupported_page',
    `The browser that ${grid.host} gave cannot be driven over CDP.`,
    {
      hint: 'Ask for one of Chromium: capabilities { browserName: "chrome" }.',
    },
  );
}

/** Where the requests to a grid go. Its messages name the host alone: the address may hold a password. */
class GridAddress {
  readonly host: string;
  readonly headers: Record<string, string>;
  readonly #base: string;

  /** @throws SightlineError `invalid_argument` */
  constructor({ url, headers = {} }: GridOptions) {
    const parsed = URL.canParse(url) ? new URL(url) : undefined;
    if (!parsed || !/^https?:$/.test(parsed.protocol))
      throw new SightlineError('invalid_argument', 'That is no address of a Selenium Grid.', {
        hint: 'Give the address of its hub or router, as http://127.0.0.1:4444.',
      });
    const { username, password, host, protocol, pathname } = parsed;
    const login = `${safeDecode(username)}:${safeDecode(password)}`;
    this.host = host;
    this.headers = {
      ...(username !== '' && { authorization: `Basic ${Buffer.from(login).toString('base64')}` }),
      ...headers,
    };
    this.#base = `${protocol}//${host}${pathname.replace(/\/+$/, '')}`;
  }

  /** Of a path at the grid, as `/session`. */
  at(path: string): string {
    return this.#base + path;
  }

  /** What is sent to a `ws://` address: to another origin than the grid's, nothing of its login. */
  headersFor(url: string): Record<string, string> {
    return new URL(url).origin === new URL(this.#base).origin.replace(/^http/, 'ws') ? this.headers : {};
  }

  /** Follows no redirect: the headers would go along, to whatever origin it names. */
  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { ...this.headers, ...init.headers };
    return fetch(this.at(path), { ...init, redirect: 'manual', headers });
  }
}

/** What a grid answers: of a session, or of an error. It may be anything. */
interface GridAnswer {
  sessionId?: unknown;
  capabilities?: Record<string, unknown>;
  error?: unknown;
  message?: unknown;
}

interface NewSession {
  id: string;
  capabilities: Record<string, unknown>;
}

/** A grid goes on sending requests to a node that has gone, until it misses it: then another node may have a slot. */
async function askForSession(
  grid: GridAddress,
  capabilities: Record<string, unknown>,
  timeoutMs: number,
): Promise<NewSession> {
  const end = performance.now() + timeoutMs;
  const alwaysMatch = { browserName: 'chrome', ...capabilities };
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ capabilities: { alwaysMatch, firstMatch: [{}] } }),
  };
  for (;;) {
    const response = await grid.fetch('/session', request).catch((cause) => {
      throw unreachableError(grid, cause);
    });
    const value = await readAnswer(response);
    const id = asText(value?.sessionId);
    if (id !== '' && id.isWellFormed()) return { id, capabilities: value?.capabilities ?? {} };
    const isNodeGone =
      value?.error === 'session not created' && /connection error/i.test(asText(value.message));
    if (!isNodeGone || performance.now() + RETRY_MS > end) throw refusalError(grid, response.status, value);
    await pause(RETRY_MS);
  }
}

async function readAnswer(response: Response): Promise<GridAnswer | undefined> {
  const body: unknown = await readShortJson(response).catch(() => undefined);
  return body && typeof body === 'object' ? (body as { value?: GridAnswer }).value : undefined;
}

/** A slot of a grid, kept from the grid's own timeout until it is given back. */
class TakenSlot {
  readonly #grid: GridAddress;
  readonly #path: string;
  readonly #keeper: SlotKeeper;
  readonly #timer: NodeJS.Timeout;
  #releasing: Promise<void> | undefined;

  constructor(grid: GridAddress, { id }: NewSession, keeper: SlotKeeper) {
    this.#grid = grid;
    this.#path = `/session/${encodeURIComponent(id)}`;
    this.#keeper = keeper;
    keeper.hold(grid.at(this.#path), grid.headers);
    this.#timer = setInterval(() => void this.#keepAlive(), KEEP_ALIVE_MS).unref();
  }

  /** Also where it is called twice. One that the grid does not take back stays held, until this process ends. */
  release(): Promise<void> {
    clearInterval(this.#timer);
    this.#releasing ??= this.#delete();
    return this.#releasing;
  }

  async #delete(): Promise<void> {
    for (let attempt = 0; attempt < 2; attempt++) {
      if (await this.#request('DELETE', this.#path)) return this.#keeper.letGo(this.#grid.at(this.#path));
      await pause(500);
    }
  }

  /** Nothing in the page, its dialogs or its windows is touched by that. */
  #keepAlive(): Promise<boolean> {
    return this.#request('GET', `${this.#path}/timeouts`);
  }

  /** Whether it was answered; a session that is gone already is one that is given back. */
  async #request(method: string, path: string): Promise<boolean> {
    try {
      const response = await this.#grid.fetch(path, {
        method,
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      });
      await response.body?.cancel();
      return !isRedirect(response.status) && (response.status < 500 || response.status === 501);
    } catch {
      return false;
    }
  }
}

/**
 * The address that the grid names, but at the host that it was asked at: a node behind it often names one that only the grid
 * itself can reach. Of other makers' grids as it is.
 */
function cdpUrlOf(grid: GridAddress, { id, capabilities }: NewSession): string | undefined {
  const named = capabilities['se:cdp'];
  if (typeof named !== 'string' || !URL.canParse(named)) return undefined;
  const path = `/session/${id}/se/cdp`;
  return new URL(named).pathname.endsWith(path) ? grid.at(path).replace(/^http/, 'ws') : named;
}

function unreachableError({ host }: GridAddress, cause: unknown): SightlineError {
  const { code } = (cause as { cause?: { code?: string } }).cause ?? {};
  const isDown = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT/.test(String(code));
  const message = isDown ? `No grid listens at ${host}.` : `The grid at ${host} broke the connection off.`;
  return new SightlineError('browser_closed', message, {
    hint: 'Start it (java -jar selenium-server.jar hub), or give the address of one that runs.',
    retryable: true,
  });
}

const isRedirect = (status: number): boolean => status >= 300 && status < 400;

function refusalError(
  { host, headers }: GridAddress,
  status: number,
  value: GridAnswer | undefined,
): SightlineError {
  if (isRedirect(status))
    return new SightlineError(
      'invalid_argument',
      `The grid at ${host} redirects to another address (${status}), which is not followed.`,
      { hint: 'Give the address of the grid itself: its login goes nowhere else.' },
    );
  if (status === 401 || status === 403)
    return new SightlineError('invalid_argument', `The grid at ${host} refuses the login (${status}).`, {
      hint: 'Put name and password into its address, or give the header that it asks for.',
    });
  if (typeof value?.error !== 'string')
    return new SightlineError(
      'invalid_argument',
      `What answers at ${host} is no Selenium Grid (${status}).`,
      {
        hint: 'Give the address of the hub or router of a Selenium Grid 4.',
      },
    );
  // Without what a grid repeats of the login that it was given.
  const given = Object.values(headers).flatMap((one) => [one, ...one.split(' ')]);
  const message = given
    .filter((one) => one.length >= MIN_HIDDEN_LENGTH)
    .reduce((text, one) => text.replaceAll(one, REDACTED_PLACEHOLDER), stripInvisible(asText(value.message)));
  if (/timed out|timeout/i.test(message)) return fullError(host, 'its own time for a request is over');
  const reason = shorten(message.split('\n', 1)[0] ?? '', 200);
  if (/no nodes support|capabilit/i.test(message))
    return new SightlineError('browser_not_found', `The grid at ${host} has no such browser: ${reason}`, {
      hint: 'Ask for capabilities that one of its nodes has.',
    });
  return new SightlineError('browser_closed', `The grid at ${host} started no browser: ${reason}`, {
    hint: 'Try again, and look at the log of its nodes.',
    retryable: true,
  });
}

interface GridStatus {
  /** A grid may be anything: each part may be missing. */
  nodes?: ({ slots?: ({ session?: unknown } | null)[] } | null)[];
}

/** Says whether the grid is full or does not answer at all. */
async function noSlotError(grid: GridAddress, timeoutMs: number): Promise<SightlineError> {
  const signal = AbortSignal.timeout(Math.min(REQUEST_TIMEOUT_MS, Math.max(MIN_STATUS_MS, timeoutMs)));
  const status = await grid
    .fetch('/status', { signal })
    .then(async (response) => ((await readShortJson(response)) as { value?: GridStatus }).value)
    .catch(() => undefined);
  const nodes = Array.isArray(status?.nodes) ? status.nodes : undefined;
  const slots = nodes?.flatMap((node) => node?.slots ?? []);
  if (!slots) {
    return new SightlineError('timeout', `The grid at ${grid.host} did not answer within ${timeoutMs} ms.`, {
      hint: 'Look whether it runs, and try again.',
      retryable: true,
    });
  }
  const taken = slots.filter((slot) => slot?.session).length;
  return fullError(grid.host, `${taken} of ${slots.length} are taken after ${timeoutMs} ms`);
}

const fullError = (host: string, detail: string): SightlineError =>
  new SightlineError('timeout', `The grid at ${host} had no slot for this session: ${detail}.`, {
    hint: 'Wait until others are given back, allow more time, or add nodes.',
    retryable: true,
  });
