import type { BrowserContext, Dialog, Frame, Page, Request } from '@playwright/test';
import { markOwnListener } from '../browser/connect/BrowserConnection.ts';
import { withTimeout } from '../browser/withTimeout.ts';
import type { ObservedEvents } from '../failure/Failure.ts';
import { truncate } from '../snapshot/shorten.ts';
import { redactUrl } from '../snapshot/urls/redactUrl.ts';
import { requestsOfPresent } from './requestsOfPresent.ts';

/** Milliseconds that a page is given to say what it has requested. */
const ANSWER_MS = 1_000;
/** Entries that are kept of each kind, and characters of one. */
const MAX_ENTRIES = 20;
const MAX_LENGTH = 2_000;

interface SeenDialog {
  page: Page | null;
  type: string;
  /** Undefined once a document of its page has gone, whose secrets it may repeat. */
  message: string | undefined;
  isOpen: boolean;
}

/**
 * What happened in the contexts of a test. Only what Playwright reports by itself is listened to: nothing is requested of a
 * browser before `observed`, and where the test has no handler for dialogs, none is added.
 */
export class TestWatch {
  readonly #contexts = new Set<BrowserContext>();
  readonly #dialogs: SeenDialog[] = [];

  /** Open pages, that which was opened last first. */
  pages(others: Iterable<BrowserContext> = []): Page[] {
    const contexts = new Set([...this.#contexts, ...others]);
    return [...contexts]
      .flatMap((context) => context.pages())
      .filter((page) => !page.isClosed())
      .reverse();
  }

  add(context: BrowserContext): void {
    if (this.#contexts.has(context)) return;
    this.#contexts.add(context);
    for (const page of context.pages()) this.#addPage(page);
    context.on('page', (page) => this.#addPage(page));
    context.on('dialogclosed', (dialog) => this.#noteClosed(dialog));
    this.#listenWithHost(context);
  }

  /** The open dialog of a page, which then answers nothing. */
  openDialog(page: Page): { type: string; message: string | undefined } | undefined {
    return this.#dialogs.findLast((dialog) => dialog.isOpen && (dialog.page ?? page) === page);
  }

  /** Asks the page what it has requested; nothing of a version of Playwright that keeps no list. */
  async observed(page: Page): Promise<ObservedEvents> {
    const requests = await limited(page.requests?.(), []);
    const errors = await limited(page.pageErrors?.(), []);
    return {
      ...sortRequests(requestsOfPresent(requests)),
      pageErrors: errors.map(({ message }) => truncate(message, MAX_LENGTH)),
      closedDialogs: this.#dialogs
        .filter(({ isOpen }) => !isOpen)
        .map(({ type, message }) =>
          message === undefined ? `${type}, whose words went with its page` : `${type} "${message}"`,
        ),
    };
  }

  #addPage(page: Page): void {
    this.#listenWithHost(page);
    const urls = new WeakMap<Frame, string>();
    for (const frame of page.frames()) urls.set(frame, frame.url());
    page.on('framenavigated', (frame: Frame) => {
      const url = frame.url();
      if (mayHaveGone(urls.get(frame), url)) this.#forgetWords(page);
      urls.set(frame, url);
    });
    page.on('framedetached', () => this.#forgetWords(page));
  }

  /** A document has gone, or may have: what only it knows to be a secret cannot be masked any more. */
  #forgetWords(page: Page): void {
    for (const dialog of this.#dialogs)
      if (!dialog.isOpen && (dialog.page ?? page) === page) dialog.message = undefined;
  }

  /** While the test has a handler for dialogs, also one that notes them; without one Playwright dismisses them itself. */
  #listenWithHost(host: Page | BrowserContext): void {
    const emitter = host as unknown as HostEmitter;
    const note = markOwnListener((dialog: Dialog) => this.#noteOpened(dialog));
    const others = (): unknown[] => emitter.listeners('dialog').filter((listener) => listener !== note);
    emitter.on('newListener', (event: unknown, listener: unknown) => {
      if (event === 'dialog' && listener !== note && !emitter.listeners('dialog').includes(note))
        emitter.on('dialog', note);
    });
    emitter.on('removeListener', (event: unknown, listener: unknown) => {
      if (event === 'dialog' && listener !== note && others().length === 0) emitter.off('dialog', note);
    });
    if (others().length > 0) emitter.on('dialog', note);
  }

  #noteOpened(dialog: Dialog): void {
    const seen = seenOf(dialog);
    if (!this.#dialogs.some((one) => one.isOpen && isSame(one, seen))) this.#keep(seen);
  }

  #noteClosed(dialog: Dialog): void {
    const seen = seenOf(dialog);
    const open = this.#dialogs.findLast((one) => one.isOpen && isSame(one, seen));
    if (open) open.isOpen = false;
    else this.#keep({ ...seen, isOpen: false });
  }

  /** The last ones. */
  #keep(dialog: SeenDialog): void {
    if (this.#dialogs.push(dialog) > MAX_ENTRIES) this.#dialogs.shift();
  }
}

/** Both pages and contexts are emitters of events, though their types declare only some of these. */
interface HostEmitter {
  on(event: string, listener: (...args: never[]) => void): void;
  off(event: string, listener: (...args: never[]) => void): void;
  listeners(event: string): unknown[];
}

const seenOf = (dialog: Dialog): SeenDialog => ({
  page: dialog.page(),
  type: dialog.type(),
  message: truncate(dialog.message(), MAX_LENGTH),
  isOpen: true,
});

/** Whether the document of a frame may be another one; `before`: undefined for one that has just come. */
const mayHaveGone = (before: string | undefined, url: string): boolean =>
  before !== undefined &&
  before !== '' &&
  before !== 'about:blank' &&
  (before === url || before.replace(/#.*/s, '') !== url.replace(/#.*/s, ''));

const isSame = (a: SeenDialog, b: SeenDialog): boolean => a.type === b.type && a.message === b.message;

const limited = <T>(asked: Promise<T> | undefined, otherwise: T): Promise<T> =>
  withTimeout(asked?.catch(() => otherwise) ?? Promise.resolve(otherwise), ANSWER_MS, otherwise);

/** Those of the scripts and of the page itself: pictures and style sheets say little of a failure. */
const REPORTED_TYPES: ReadonlySet<string> = new Set(['document', 'script', 'xhr', 'fetch', 'websocket']);
const WAITED_TYPES: ReadonlySet<string> = new Set(['document', 'xhr', 'fetch']);

function sortRequests(
  requests: readonly Request[],
): Pick<ObservedEvents, 'failedRequests' | 'pendingRequests'> {
  const reported = requests.filter((request) => REPORTED_TYPES.has(request.resourceType()));
  const failed = reported.flatMap((request): string[] => {
    const failure = request.failure()?.errorText;
    const status = request.existingResponse?.()?.status() ?? 0;
    if (failure === undefined && status < 400) return [];
    return [`${requestText(request)}: ${failure ?? status}`];
  });
  const pending = reported.filter(
    (request) =>
      WAITED_TYPES.has(request.resourceType()) && !request.failure() && request.existingResponse?.() === null,
  );
  return { failedRequests: failed, pendingRequests: pending.map(requestText) };
}

const requestText = (request: Request): string =>
  `${request.method()} ${redactUrl(truncate(request.url(), MAX_LENGTH))}`;
