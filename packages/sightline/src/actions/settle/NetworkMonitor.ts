import type { Page, Request, Response } from 'playwright-core';
import { ActivitySignal } from '../../browser/ActivitySignal.ts';
import { shorten } from '../../snapshot/shorten.ts';
import { redactUrl } from '../../snapshot/urls/redactUrl.ts';

/** A request that failed, or was answered with an error status. */
export interface FailedRequest {
  method: string;
  /** Without secrets, shortened. */
  url: string;
  /** HTTP status of 400 or more; absent without a response. */
  status?: number;
  /** Chromium's error without a response: `net::ERR_CONNECTION_REFUSED`. */
  error?: string;
}

/** Resources that may change a page: not images, fonts, media, beacons, event streams, sockets. */
const RELEVANT_RESOURCE_TYPES = new Set(['document', 'script', 'stylesheet', 'fetch', 'xhr']);
/** A request that stays open longer than this is a long poll. */
const LONG_POLL_MS = 2_000;
/** The same for one that an action began: the results of a search may take nearly as long as a page has to settle. */
const ACTION_REQUEST_MS = 2_800;
/** Milliseconds after the start of an action in which the requests that begin are its own. */
const ACTION_START_MS = 1_000;
/** An address that is requested this often during one action is polled. */
const POLLING_THRESHOLD = 4;
const MAX_FAILED = 5;

/** Follows the requests that a page makes from now on. */
export class NetworkMonitor {
  failedRequests: FailedRequest[] = [];
  /** Raised when a request begins or ends. */
  readonly activity = new ActivitySignal();
  readonly #page: Page;
  readonly #actionAt: number | undefined;
  readonly #open = new Map<Request, number>();
  readonly #requestCounts = new Map<string, number>();

  /** `actionAt`: when an action begins that is followed, by `performance.now()`. */
  constructor(page: Page, { actionAt }: { actionAt?: number } = {}) {
    this.#page = page;
    this.#actionAt = actionAt;
    page.on('request', this.#onRequest);
    page.on('response', this.#onResponse);
    page.on('requestfinished', this.#onFinished);
    page.on('requestfailed', this.#onFailed);
  }

  /** Open requests that are worth waiting for: no long polls, no polling. */
  get pendingCount(): number {
    const now = performance.now();
    let count = 0;
    for (const [request, startedAt] of this.#open)
      if (
        now - startedAt < this.#longestMs(startedAt) &&
        (this.#requestCounts.get(requestKeyOf(request)) ?? 0) < POLLING_THRESHOLD
      )
        count++;
    return count;
  }

  #longestMs(startedAt: number): number {
    const isOfAction = this.#actionAt !== undefined && startedAt - this.#actionAt < ACTION_START_MS;
    return isOfAction ? ACTION_REQUEST_MS : LONG_POLL_MS;
  }

  /** All open requests. */
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
    // Aborted means by the page itself, or by a navigation.
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

/** Without the query: polling often puts a counter or the time into it. */
function requestKeyOf(request: Request): string {
  return `${request.method()} ${request.url().replace(/[?#].*$/s, '')}`;
}
