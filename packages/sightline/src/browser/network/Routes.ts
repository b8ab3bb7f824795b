import type { BrowserContext, CDPSession, Page, Request, Route } from 'playwright-core';
import { asInternal } from '../asInternal.ts';
import { takeProtocolSession } from '../connect/protocolSessions.ts';
import { withTimeoutError } from '../withTimeout.ts';
import { HarArchive, type MockResponse, matchesParts } from './HarArchive.ts';

export interface RouteRule {
  /** Words of the address, in any case, or all of it with `*` for any characters. */
  url: string;
  /** Undefined: the request is blocked. Those that an archive has no answer to go to their servers. */
  response: MockResponse | HarArchive | undefined;
  /** Requests that it has answered. */
  hits: number;
}

/** Of a connection, as the developer tools of Chromium set them; bytes a second, -1 without a limit. */
const CONDITIONS = {
  online: { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 },
  offline: { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 },
  'slow-3g': { offline: false, latency: 2_000, downloadThroughput: 50_000, uploadThroughput: 50_000 },
  'fast-3g': { offline: false, latency: 562, downloadThroughput: 180_000, uploadThroughput: 84_000 },
  'slow-4g': { offline: false, latency: 150, downloadThroughput: 180_000, uploadThroughput: 84_000 },
} as const;

export type NetworkConditions = keyof typeof CONDITIONS;
export const NETWORK_CONDITIONS = Object.keys(CONDITIONS) as NetworkConditions[];

/**
 * What is data for whoever asks for it. Everything else may be code: documents and scripts run in the page, style sheets read what
 * fields hold by their selectors, and what a worker imports is of no type of its own (`other`).
 */
const DATA_TYPES: ReadonlySet<string> = new Set([
  'fetch',
  'xhr',
  'eventsource',
  'image',
  'media',
  'texttrack',
  'font',
  'manifest',
  'ping',
]);

/** Milliseconds for the tabs to take it: one whose scripts never end does not. */
const ANSWER_MS = 5_000;

export interface RoutesOptions {
  /** All that is requested is mocked; without it only data, and the rest is what its server says. */
  mayMockCode: boolean;
  /** Answers what may be shown of an address: nothing of the secrets of the page that asks for it. */
  redact(url: string, page: Page | undefined): Promise<string>;
}

/** What becomes of requests in a browser context: the last rule that fits one decides. */
export class Routes {
  readonly rules: RouteRule[] = [];
  readonly #context: BrowserContext;
  readonly #mayMockCode: boolean;
  readonly #redact: RoutesOptions['redact'];
  readonly #emulating = new WeakMap<Page, CDPSession>();
  conditions: NetworkConditions = 'online';

  constructor(context: BrowserContext, { mayMockCode, redact }: RoutesOptions) {
    this.#context = context;
    this.#mayMockCode = mayMockCode;
    this.#redact = redact;
  }

  async add(url: string, response: RouteRule['response']): Promise<void> {
    if (this.rules.length === 0) await this.#context.route(isAnyUrl, this.#onRoute);
    this.#drop(url);
    this.rules.push({ url, response, hits: 0 });
  }

  /** Takes back the rule of an address, or all. Returns how many there were. */
  async remove(url?: string): Promise<number> {
    const before = this.rules.length;
    if (url === undefined) this.rules.length = 0;
    else this.#drop(url);
    if (before > 0 && this.rules.length === 0) await this.#context.unroute(isAnyUrl, this.#onRoute);
    return before - this.rules.length;
  }

  /** For every tab of the context, and those that are opened later. Throws `timeout` where one does not answer. */
  async emulate(conditions: NetworkConditions): Promise<void> {
    this.#context.off('page', this.#onPage);
    this.conditions = conditions;
    if (conditions !== 'online') this.#context.on('page', this.#onPage);
    const emulated = Promise.all(this.#context.pages().map((page) => this.#emulateIn(page)));
    await withTimeoutError(emulated, ANSWER_MS, 'What a tab may load was not changed: it does not answer.');
  }

  async #emulateIn(page: Page): Promise<void> {
    const session = this.#emulating.get(page) ?? (await takeProtocolSession(page));
    this.#emulating.set(page, session);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', CONDITIONS[this.conditions]);
  }

  /** A tab that closes meanwhile needs none. */
  readonly #onPage = (page: Page): void => {
    this.#emulateIn(page).catch(() => undefined);
  };

  #drop(url: string): void {
    const at = this.rules.findIndex((rule) => rule.url === url);
    if (at >= 0) this.rules.splice(at, 1);
  }

  readonly #onRoute = async (route: Route, request: Request): Promise<void> => {
    const decision = await this.#decide(request);
    const follow = (): Promise<void> => {
      if (decision === 'left') return route.fallback();
      return decision === 'blocked' ? route.abort('blockedbyclient') : route.fulfill(decision);
    };
    const page = this.#context.pages()[0];
    // The page may have navigated meanwhile.
    await (page ? asInternal(page, follow) : follow()).catch(() => undefined);
  };

  /**
   * The last rule that fits decides; an archive fits what it has an answer to. Both fit what may be shown of an address: whether
   * they do would else say what is in the rest.
   */
  async #decide(request: Request): Promise<MockResponse | 'blocked' | 'left'> {
    const url = request.url();
    const fitting = this.rules.filter((rule) => matchesUrl(rule.url, url));
    if (fitting.length === 0) return 'left';
    const page = pageOf(request);
    const shown = await this.#redact(url, page);
    // A service worker may hand on what a page runs, as something that it fetches.
    const isData = page !== undefined && DATA_TYPES.has(request.resourceType());
    const isLeft = !this.#mayMockCode && !isData;
    for (const rule of fitting.reverse()) {
      if (!matchesUrl(rule.url, shown)) continue;
      if (rule.response && isLeft) return 'left';
      const response = responseTo(request.method(), shown, rule);
      if (response === undefined) continue;
      rule.hits++;
      return this.#mayMockCode || response === 'blocked' ? response : withoutEffects(response);
    }
    return 'left';
  }
}

function responseTo(
  method: string,
  shownUrl: string,
  { response }: RouteRule,
): MockResponse | 'blocked' | undefined {
  if (!response) return 'blocked';
  return response instanceof HarArchive ? response.answer(method, shownUrl) : response;
}

/** What a browser does or keeps for the site of an answer, whoever asked for it. */
const EFFECT_HEADERS: ReadonlySet<string> = new Set(
  (
    'set-cookie set-cookie2 clear-site-data strict-transport-security reporting-endpoints report-to nel set-login alt-svc ' +
    'accept-ch critical-ch refresh service-worker-allowed secure-session-registration sec-session-registration ' +
    'attribution-reporting-register-source attribution-reporting-register-trigger observe-browsing-topics use-as-dictionary ' +
    'activate-storage-access shared-storage-write supports-loading-mode'
  ).split(' '),
);

/** The answer as data, and nothing else: an archive may have come with a page. */
function withoutEffects(response: MockResponse): MockResponse {
  const kept = Object.entries(response.headers ?? {}).filter(
    ([name]) => !EFFECT_HEADERS.has(name.toLowerCase()),
  );
  return { ...response, headers: Object.fromEntries(kept) };
}

const isAnyUrl = (): boolean => true;

/** None of a worker, or of a page that is only about to open. */
function pageOf(request: Request): Page | undefined {
  try {
    return request.frame().page();
  } catch {
    return undefined;
  }
}

/** Whether an address holds the words, or is the pattern with `*` for any characters. */
export function matchesUrl(pattern: string, url: string): boolean {
  const parts = pattern.toLowerCase().split(/\*+/);
  const address = url.toLowerCase();
  if (parts.length === 1) return address.includes(pattern.toLowerCase());
  return matchesParts(parts, address);
}
