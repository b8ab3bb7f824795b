import type { Frame, Page, Request, Response } from 'playwright-core';
import { truncate } from '../../snapshot/shorten.ts';

/** A request of a tab. */
export interface LoggedRequest {
  /** Stays its own for as long as the tab is open. */
  number: number;
  request: Request;
  /** Milliseconds since 1970. */
  startedAt: number;
  /** Undefined while it is open. */
  endedAt: number | undefined;
  response: Response | undefined;
  /** Chromium's, of one that failed: `net::ERR_CONNECTION_REFUSED`. */
  error: string | undefined;
}

/** An error that nothing in the page caught. */
export interface LoggedError {
  at: number;
  text: string;
  /** The lines of its stack below the message, as V8 writes them. */
  stack: string;
}

/** Most requests, and most errors, that are kept of a tab: the last ones. */
const MAX_ENTRIES = 500;
const MAX_TEXT = 2_000;

/** What the document in a tab has requested and failed at, in order. What came of documents before it is not kept. */
export class PageLog {
  readonly requests: LoggedRequest[] = [];
  readonly errors: LoggedError[] = [];
  /** Requests of this document that are not kept any more. */
  dropped = 0;
  readonly #page: Page;
  readonly #byRequest = new WeakMap<Request, LoggedRequest>();
  #count = 0;
  /** Number of the request that led to the document. */
  #documentRequest = 0;

  constructor(page: Page) {
    this.#page = page;
    page.on('request', this.#onRequest);
    page.on('response', this.#onResponse);
    page.on('requestfinished', this.#onEnd);
    page.on('requestfailed', this.#onEnd);
    page.on('pageerror', this.#onError);
    page.on('framenavigated', this.#onNavigated);
  }

  dispose(): void {
    this.#page.off('request', this.#onRequest);
    this.#page.off('response', this.#onResponse);
    this.#page.off('requestfinished', this.#onEnd);
    this.#page.off('requestfailed', this.#onEnd);
    this.#page.off('pageerror', this.#onError);
    this.#page.off('framenavigated', this.#onNavigated);
  }

  readonly #onRequest = (request: Request): void => {
    const logged: LoggedRequest = {
      number: ++this.#count,
      request,
      startedAt: Date.now(),
      endedAt: undefined,
      response: undefined,
      error: undefined,
    };
    this.#byRequest.set(request, logged);
    this.requests.push(logged);
    if (this.requests.length <= MAX_ENTRIES) return;
    this.requests.shift();
    this.dropped++;
  };

  readonly #onResponse = (response: Response): void => {
    const logged = this.#byRequest.get(response.request());
    if (logged) logged.response = response;
  };

  readonly #onEnd = (request: Request): void => {
    const logged = this.#byRequest.get(request);
    if (!logged) return;
    logged.endedAt = Date.now();
    logged.error = request.failure()?.errorText;
  };

  readonly #onError = ({ name, message, stack = '' }: Error): void => {
    const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
    const text = truncate(`${name}: ${message}`, MAX_TEXT);
    this.errors.push({ at: Date.now(), text, stack: truncate(frames.join('\n'), MAX_TEXT) });
    if (this.errors.length > MAX_ENTRIES) this.errors.shift();
  };

  /** Where another document took the place of the last one, what is of that one is forgotten: its secrets are not known any more. */
  readonly #onNavigated = (frame: Frame): void => {
    if (frame !== this.#page.mainFrame()) return;
    const of = (one: LoggedRequest): boolean =>
      one.number > this.#documentRequest && one.error === undefined && this.#isForDocument(one.request);
    const last = this.requests.findLast(of);
    if (!last) return;
    this.#documentRequest = last.number;
    let first = last;
    for (let before = last.request.redirectedFrom(); before; before = before.redirectedFrom())
      first = this.#byRequest.get(before) ?? first;
    this.requests.splice(0, this.requests.indexOf(first));
    this.errors.length = 0;
    this.dropped = 0;
  };

  #isForDocument(request: Request): boolean {
    if (!request.isNavigationRequest()) return false;
    try {
      return request.frame() === this.#page.mainFrame();
    } catch {
      return true;
    }
  }
}
