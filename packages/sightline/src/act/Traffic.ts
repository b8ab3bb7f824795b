import type { Page, Request, Response } from 'playwright-core';
import { publicUrl } from '../model/publicUrl.ts';
import { shorten } from '../model/shorten.ts';
import { Signal } from './Signal.ts';

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
const TELLING = new Set(['document', 'script', 'stylesheet', 'fetch', 'xhr']);
/** Milliseconds: a request that stays open longer waits for something to happen, not for an answer. */
const LONGEST = 2_000;
/** The same address asked this often in one action is asked for ever. */
const POLLED = 4;
/** Failures that are kept. */
const MOST_FAILED = 5;

/** The requests that a page begins from now on. */
export class Traffic {
  failed: FailedRequest[] = [];
  /** Raised with each request that begins or ends. */
  readonly signal = new Signal();
  readonly #page: Page;
  readonly #open = new Map<Request, number>();
  readonly #asked = new Map<string, number>();

  constructor(page: Page) {
    this.#page = page;
    page.on('request', this.#onRequest);
    page.on('response', this.#onResponse);
    page.on('requestfinished', this.#onFinished);
    page.on('requestfailed', this.#onFailed);
  }

  /** Requests whose answer is worth waiting for. */
  get pending(): number {
    const oldest = performance.now() - LONGEST;
    let count = 0;
    for (const [request, begun] of this.#open)
      if (begun > oldest && (this.#asked.get(addressOf(request)) ?? 0) < POLLED) count++;
    return count;
  }

  /** Requests that have not ended, whether they are waited for or not. */
  get open(): number {
    return this.#open.size;
  }

  dispose(): void {
    this.#page.off('request', this.#onRequest);
    this.#page.off('response', this.#onResponse);
    this.#page.off('requestfinished', this.#onFinished);
    this.#page.off('requestfailed', this.#onFailed);
  }

  readonly #onRequest = (request: Request): void => {
    if (!TELLING.has(request.resourceType())) return;
    const address = addressOf(request);
    const times = (this.#asked.get(address) ?? 0) + 1;
    this.#asked.set(address, times);
    this.#open.set(request, performance.now());
    if (times < POLLED) this.signal.raise();
  };

  readonly #onResponse = (response: Response): void => {
    if (response.status() >= 400) this.#fail(response.request(), { status: response.status() });
  };

  readonly #onFinished = (request: Request): void => this.#end(request);

  readonly #onFailed = (request: Request): void => {
    const error = request.failure()?.errorText ?? 'failed';
    // Aborted: by the page itself, or by a navigation.
    if (error !== 'net::ERR_ABORTED') this.#fail(request, { error });
    this.#end(request);
  };

  #fail(request: Request, how: { status: number } | { error: string }): void {
    if (this.failed.length >= MOST_FAILED || !TELLING.has(request.resourceType())) return;
    const url = shorten(publicUrl(request.url()), 150);
    this.failed.push({ method: request.method(), url, ...how });
  }

  #end(request: Request): void {
    const wasPolled = (this.#asked.get(addressOf(request)) ?? 0) >= POLLED;
    if (this.#open.delete(request) && !wasPolled) this.signal.raise();
  }
}

/** Without the query, in which what asks again and again counts or tells the time. */
function addressOf(request: Request): string {
  return `${request.method()} ${request.url().replace(/[?#].*$/s, '')}`;
}
