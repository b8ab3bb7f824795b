import type { Download, Page, Request, Response } from 'playwright-core';

/** What a page may do to a navigation away from it, milliseconds: no server is waited for meanwhile. */
const MAX_BLOCKED_MS = 4_000;

/** As RFC 6838 has them, section 4.2. */
const MEDIA_TYPE = /^[a-z\d][\w!#$&^.+-]{0,126}\/[a-z\d][\w!#$&^.+-]{0,126}$/;

/** One navigation of a page's main frame: where to, how long, and what came of it. */
export class NavigationAttempt {
  readonly page: Page;
  /** The URL that was asked for. */
  readonly url: string;
  /** What the navigation may take, for messages. */
  readonly timeoutSeconds: number;
  /** The last answer to a navigation of the main frame: after redirects, the final one. */
  response?: Response;
  download?: Download;
  readonly #deadline: number;
  /** An empty page has nothing to keep its tab with: only a busy machine takes long then. */
  readonly #canBlock: boolean;
  /** Since when nobody but the page that is left keeps us waiting; undefined while the server does. */
  #blockedSince: number | undefined = performance.now();

  /** Watches the page until `stop`. */
  constructor(page: Page, url: string, timeoutMs = 30_000) {
    this.page = page;
    this.url = url;
    this.timeoutSeconds = timeoutMs / 1000;
    this.#deadline = performance.now() + timeoutMs;
    this.#canBlock = page.url() !== 'about:blank';
    page.on('request', this.#onRequest);
    page.on('response', this.#onResponse);
    page.on('download', this.#onDownload);
  }

  dispose(): void {
    this.page.off('request', this.#onRequest);
    this.page.off('response', this.#onResponse);
    this.page.off('download', this.#onDownload);
  }

  /** Milliseconds, at least 1: to the engine, 0 means no limit. */
  get remaining(): number {
    return Math.max(1, this.#deadline - performance.now());
  }

  /** True once the page that is left has kept the tab for too long: our request is not sent, or its answer not taken. */
  get isBlockedByPage(): boolean {
    if (!this.#canBlock || this.#blockedSince === undefined) return false;
    return performance.now() - this.#blockedSince > MAX_BLOCKED_MS;
  }

  /** The download that the navigation turned into, once it is known. */
  async whenDownload(milliseconds: number): Promise<Download | undefined> {
    const waiting = this.page.waitForEvent('download', { timeout: milliseconds }).catch(() => undefined);
    return this.download ?? (await waiting);
  }

  /** HTTP status of the answer; a file has none. */
  get status(): number | undefined {
    return this.response?.url().startsWith('http') ? this.response.status() : undefined;
  }

  /** Lower case, without parameters; empty when unknown, or what is no media type. */
  get contentType(): string {
    const [type = ''] = this.response?.headers()['content-type']?.split(';') ?? [];
    return MEDIA_TYPE.exec(type.trim().toLowerCase())?.[0] ?? '';
  }

  readonly #onRequest = (request: Request): void => {
    if (this.#isMainFrameNavigation(request)) this.#blockedSince = undefined;
  };

  readonly #onResponse = (response: Response): void => {
    // The PDF viewer's own frame answers too, from inside the browser.
    if (!/^(?:https?|file):/.test(response.url()) || !this.#isMainFrameNavigation(response.request())) return;
    this.response = response;
    this.#blockedSince = performance.now();
  };

  #isMainFrameNavigation(request: Request): boolean {
    try {
      return request.isNavigationRequest() && request.frame() === this.page.mainFrame();
    } catch {
      // The engine throws when it does not know the frame yet: then it is not the main frame.
      return false;
    }
  }

  readonly #onDownload = (download: Download): void => {
    this.download = download;
  };
}
