import type { Frame, Page, Request, Response } from 'playwright-core';
import { truncate } from '../../snapshot/shorten.ts';

/** A request of a tab. */
export interface LoggedRequest {
  /** Stays its own for as long as the tab is open. */
  number: number;
  request: Request;
  /** Undefined for one of a service worker. */
  frame: Frame | undefined;
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
  /** More than is shown: what is cut before it is redacted may end with a part of a secret. */
  text: string;
  /** The lines of its stack below the message, as V8 writes them. */
  stack: string;
}

/** Most requests, and most errors, that are kept of a tab: the last ones. */
const MAX_ENTRIES = 500;
const MAX_TEXT = 8_000;
const MAX_STACK = 2_000;

/** Documents of frames that have gone, of which the addresses are known. */
const MAX_GONE = 100;

/**
 * What the documents in a tab have requested and failed at, in order. What came of one that has gone is not kept, in frames too: its
 * secrets are not known any more.
 */
export class PageLog {
  readonly requests: LoggedRequest[] = [];
  readonly errors: LoggedError[] = [];
  /** Requests of this document that are not kept any more. */
  dropped = 0;
  readonly #page: Page;
  readonly #byRequest = new WeakMap<Request, LoggedRequest>();
  #count = 0;
  /** Number of the request that led to the document in a frame, and its address. */
  readonly #documents = new WeakMap<Frame, { number: number; url: string }>();
  #gone: { at: number; urls: ReadonlySet<string> }[] = [];

  constructor(page: Page) {
    this.#page = page;
    page.on('request', this.#onRequest);
    page.on('response', this.#onResponse);
    page.on('requestfinished', this.#onEnd);
    page.on('requestfailed', this.#onEnd);
    page.on('pageerror', this.#onError);
    page.on('framenavigated', this.#onNavigated);
    page.on('framedetached', this.#onDetached);
  }

  dispose(): void {
    this.#page.off('request', this.#onRequest);
    this.#page.off('response', this.#onResponse);
    this.#page.off('requestfinished', this.#onEnd);
    this.#page.off('requestfailed', this.#onEnd);
    this.#page.off('pageerror', this.#onError);
    this.#page.off('framenavigated', this.#onNavigated);
    this.#page.off('framedetached', this.#onDetached);
  }

  readonly #onRequest = (request: Request): void => {
    const logged: LoggedRequest = {
      number: ++this.#count,
      request,
      frame: frameOf(request),
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
    this.errors.push({ at: Date.now(), text, stack: truncate(frames.join('\n'), MAX_STACK) });
    if (this.errors.length > MAX_ENTRIES) this.errors.shift();
  };

  /** Whether a message of that time, written by the script at an address, may be of a document of a frame that has gone. */
  isOfGone(at: number, url: string): boolean {
    return this.#gone.some((gone) => at <= gone.at && (url === '' || gone.urls.has(withoutHash(url))));
  }

  readonly #onNavigated = (frame: Frame): void => {
    const { number = 0, url = '' } = this.#documents.get(frame) ?? {};
    const last = this.requests.findLast(
      (one) =>
        one.number > number &&
        one.error === undefined &&
        one.frame === frame &&
        one.request.isNavigationRequest(),
    );
    const isNew = last !== undefined || isOtherDocument(url, frame.url());
    this.#documents.set(frame, { number: last?.number ?? number, url: frame.url() });
    if (isNew) this.#forget(frame, url, last && this.#firstOf(last));
  };

  readonly #onDetached = (frame: Frame): void => this.#forget(frame, this.#documents.get(frame)?.url ?? '');

  /** The request that was redirected to that one. */
  #firstOf(last: LoggedRequest): LoggedRequest {
    let first = last;
    for (let before = last.request.redirectedFrom(); before; before = before.redirectedFrom())
      first = this.#byRequest.get(before) ?? first;
    return first;
  }

  /** What came of the document in a frame, up to the first request of the next one. */
  #forget(frame: Frame, url: string, next?: LoggedRequest): void {
    const isMain = frame === this.#page.mainFrame();
    const isOld = (one: LoggedRequest): boolean =>
      (next === undefined || one.number < next.number) && (isMain || one.frame === frame);
    const urls = new Set(
      [url, ...this.requests.filter(isOld).map(({ request }) => request.url())].map(withoutHash),
    );
    const kept = this.requests.filter((one) => !isOld(one));
    this.requests.splice(0, this.requests.length, ...kept);
    if (isMain) this.dropped = 0;
    this.#gone = isMain ? [] : [...this.#gone.slice(1 - MAX_GONE), { at: Date.now(), urls }];
    const errors = isMain ? [] : this.errors.filter(({ stack }) => stack !== '' && !holdsAny(stack, urls));
    this.errors.splice(0, this.errors.length, ...errors);
  }
}

function frameOf(request: Request): Frame | undefined {
  try {
    return request.frame();
  } catch {
    return undefined;
  }
}

const withoutHash = (url: string): string => url.replace(/#.*/s, '');

/** Where no request led to it: pages of the browser's own (`about:blank`, `about:srcdoc`), and changes of the address alone. */
const isOtherDocument = (before: string, url: string): boolean =>
  !/^https?:/.test(url) && (url.startsWith('about:') || withoutHash(before) !== withoutHash(url));

const holdsAny = (stack: string, urls: ReadonlySet<string>): boolean =>
  [...urls].some((url) => url !== '' && stack.includes(url));
