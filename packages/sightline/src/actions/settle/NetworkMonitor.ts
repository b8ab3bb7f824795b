import type { Page, Request, Response } from 'playwright-core';
import { ActivitySignal } from '../../browser/ActivitySignal.ts';
import { shorten } from '../../snapshot/shorten.ts';
import { redactUrl } from '../../snapshot/urls/redactUrl.ts';

/** A request that did not bring what it was to. */
export interface FailedRequest {
  method: string;
  /** Shortened. */
  url: string;
  /** HTTP status of 400 or more; absent where no answer came. */
  status?: number;
  /** Chromium's word for why no answer came: `net::ERR_CONNECTION_REFUSED`. */
  error?: string;
}

/** What may change a page: not pictures, fonts, media, beacons, event streams, sockets. */
const RELEVANT_RESOURCE_TYPES = new Set(['document', 'script', 'stylesheet', 'fetch', 'xhr']);
/** Milliseconds: a request that stays open longer waits for something to happen, not for an answer. */
const LONG_POLL_MS = 2_000;
/** The same address asked this often in one action is asked for ever. */
const POLLING_THRESHOLD = 4;
/** Failures that are kept. */
const MAX_FAILED = 5;

/** The requests that a page begins from now on. */
export class NetworkMonitor {
  failedRequests: FailedRequest[] = [];
  /** Raised with each request that begins or ends. */
  readonly activity = new ActivitySignal();
  readonly #page: Page;
  readonly #open = new Map<Request, number>();
  readonly #requestCounts = new Map<string, number>();

  constructor(page: Page) {
    this.#page = page;
    page.on('request', this.#onRequest);
    page.on('response', this.#onResponse);
    page.on('requestfinished', this.#onFinished);
    page.on('requestfailed', this.#onFailed);
  }

  /** Requests whose answer is worth waiting for. */
  get pendingCount(): number {
    const oldestStart = performance.now() - LONG_POLL_MS;
    let count = 0;
    for (const [request, startedAt] of this.#open)
      if (
        startedAt > oldestStart &&
        (this.#requestCounts.get(requestKeyOf(request)) ?? 0) < POLLING_THRESHOLD
      )
        count++;
    return count;
  }

  /** Requests that have not ended, whether they are waited for or not. */
  get openCount(): number {
    return this.#open.size;
  }

  dispose(): void {
    this.#page.off('request', this.#onRequest);
    this.#page.off('response', this.#onResponse);
    this.#page.off('requestfinished', this.#onFinished);
    this.#page.off('requestfailed', this.#onFailed);
  }

  readonly #onRequest = (request: Request): void => {
    if (!RELEVANT_RESOURCE_TYPES.has(request.resourceType())) return;
    const key = requestKeyOf(request);
    const requestCount = (this.#requestCounts.get(key) ?? 0) + 1;
    this.#requestCounts.set(key, requestCount);
    this.#open.set(request, performance.now());
    if (requestCount < POLLING_THRESHOLD) this.activity.raise();
  };

  readonly #onResponse = (response: Response): void => {
    if (response.status() >= 400) this.#recordFailure(response.request(), { status: response.status() });
  };

  readonly #onFinished = (request: Request): void => this.#finish(request);

  readonly #onFailed = (request: Request): void => {
    const error = request.failure()?.errorText ?? 'failed';
    // Aborted: by the page itself, or by a navigation.
    if (error !== 'net::ERR_ABORTED') this.#recordFailure(request, { error });
    this.#finish(request);
  };

  #recordFailure(request: Request, failure: { status: number } | { error: string }): void {
    if (this.failedRequests.length >= MAX_FAILED || !RELEVANT_RESOURCE_TYPES.has(request.resourceType()))
      return;
    const url = shorten(redactUrl(request.url()), 150);
    this.failedRequests.push({ method: request.method(), url, ...failure });
  }

  #finish(request: Request): void {
    const isPolling = (this.#requestCounts.get(requestKeyOf(request)) ?? 0) >= POLLING_THRESHOLD;
    if (this.#open.delete(request) && !isPolling) this.activity.raise();
  }
}

/** Without the query, in which what asks again and again counts or tells the time. */
function requestKeyOf(request: Request): string {
  return `${request.method()} ${request.url().replace(/[?#].*$/s, '')}`;
}
