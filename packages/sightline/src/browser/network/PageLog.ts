import type { Frame, Page, Request, Response } from 'playwright-core';
import { startOf, truncate } from '../../snapshot/shorten.ts';
import { frameOf } from './frameOf.ts';

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
/** Characters of a stack that are read: a page may write it itself. */
const MAX_READ_STACK = 50_000;

/** Documents of frames that have gone, of which the addresses are known. */
const MAX_GONE = 100;
/** Milliseconds in which an error of a document that has gone may still come: workers report on a way of their own. */
const LATE_MS = 1_000;

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
  /** When the last of those went of which the addresses are not known any more. */
  #forgottenAt = 0;

  constructor(page: Page) {
    this.#page = page;
    for (const frame of page.frames()) this.#documents.set(frame, { number: 0, url: frame.url() });
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
    // As the browser says, which may be long before its event came.
    const { startTime } = request.timing();
    if (startTime > 0) logged.startedAt = Math.min(logged.startedAt, Math.floor(startTime));
    logged.error = request.failure()?.errorText;
  };

  readonly #onError = ({ name, message, stack = '' }: Error): void => {
    const frames = startOf(stack, MAX_READ_STACK)
      .split('\n')
      .filter((line) => /^\s+at /.test(line));
    const isLate = this.#gone.some(({ at }) => Date.now() - at <= LATE_MS);
    if (isLate && !scriptUrlsIn(frames).every((url) => this.#isRequested(url))) return;
    const text = copyOf(truncate(`${name}: ${message}`, MAX_TEXT));
    this.errors.push({ at: Date.now(), text, stack: copyOf(truncate(frames.join('\n'), MAX_STACK)) });
    if (this.errors.length > MAX_ENTRIES) this.errors.shift();
  };

  /**
   * Whether a message of that time, written by the script at an address, may be of a document of a frame that has gone. Scripts may name
   * themselves (`sourceURL`, `data:` and `blob:`): only what a document has requested that is still there is known to be of none.
   */
  isOfGone(at: number, url: string): boolean {
    const written = withoutHash(url);
    const gone = this.#gone.filter((one) => at <= one.at);
    if (gone.length === 0) return false;
    const isKnown = at > this.#forgottenAt && !gone.some(({ urls }) => urls.has(written));
    return !isKnown || !this.#isRequested(written);
  }

  /** By a document that is there. */
  #isRequested(url: string): boolean {
    const address = withoutHash(url);
    return this.requests.some(({ request }) => withoutHash(request.url()) === address);
  }

  readonly #onNavigated = (frame: Frame): void => {
    const { number = 0, url } = this.#documents.get(frame) ?? {};
    const last = this.requests.findLast(
      (one) =>
        one.number > number &&
        one.error === undefined &&
        one.frame === frame &&
        one.request.isNavigationRequest(),
    );
    const isNew = last !== undefined || isOtherDocument(url ?? '', frame.url());
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

  /** What came of the document in a frame, up to the first request of the next one. Without an address: the empty one that a frame begins with. */
  #forget(frame: Frame, url: string | undefined, next?: LoggedRequest): void {
    const isMain = frame === this.#page.mainFrame();
    const isOld = (one: LoggedRequest): boolean =>
      (next === undefined || one.number < next.number) && (isMain || one.frame === frame);
    const urls = new Set(
      [url ?? '', ...this.requests.filter(isOld).map(({ request }) => request.url())].map(withoutHash),
    );
    const kept = this.requests.filter((one) => !isOld(one));
    this.requests.splice(0, this.requests.length, ...kept);
    if (isMain) this.#restart();
    else if (url !== undefined) this.#noteGone(urls);
  }

  #restart(): void {
    this.dropped = 0;
    this.errors.length = 0;
    this.#gone = [];
    this.#forgottenAt = 0;
  }

  #noteGone(urls: ReadonlySet<string>): void {
    this.#gone.push({ at: Date.now(), urls });
    if (this.#gone.length > MAX_GONE) this.#forgottenAt = this.#gone.shift()?.at ?? 0;
    const kept = this.errors.filter(
      ({ at, stack }) => !scriptUrlsIn(stack.split('\n')).some((url) => this.isOfGone(at, url)),
    );
    this.errors.splice(0, this.errors.length, ...kept);
  }
}

export const withoutHash = (url: string): string => url.replace(/#.*/s, '');

/** Where no request led to it: pages of the browser's own (`about:blank`, `about:srcdoc`), and changes of the address alone. */
const isOtherDocument = (before: string, url: string): boolean =>
  !/^https?:/.test(url) && (url.startsWith('about:') || withoutHash(before) !== withoutHash(url));

/** A part of a longer text keeps all of that in memory. */
const copyOf = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le');

/** The addresses of the scripts in the lines of a stack; an empty one where there is none. */
function scriptUrlsIn(lines: readonly string[]): string[] {
  const urls = lines.flatMap((line) => parseStackLine(line)?.url ?? []);
  return urls.length > 0 ? urls : [''];
}

/** Digits of a line or a column, twice, with what stands around them. */
const MAX_POSITION = 30;

/**
 * Where a line of a stack says that it is: the address of a script, and the line and column in it. In time by the length of the line
 * alone: a page chooses it.
 */
export function parseStackLine(line: string): { url: string; position: string } | undefined {
  const [whole = '', position = ''] = /(:\d+:\d+)\)?$/.exec(line.slice(-MAX_POSITION)) ?? [];
  const end = line.length - whole.length;
  let start = end;
  while (position !== '' && start > 0 && !/[\s()]/.test(line[start - 1] as string)) start--;
  return start < end ? { url: line.slice(start, end), position } : undefined;
}
