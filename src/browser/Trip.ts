import type { Download, Page, Response } from 'playwright-core';

/** One navigation of a page's main frame: where to, how long, and what came of it. */
export class Trip {
  readonly page: Page;
  /** The URL that was asked for. */
  readonly url: string;
  /** What the navigation may take, for messages. */
  readonly seconds: number;
  /** The last answer to a navigation of the main frame: after redirects, the final one. */
  response?: Response;
  download?: Download;
  readonly #deadline: number;

  /** Watches the page until `stop`. */
  constructor(page: Page, url: string, timeoutMs = 30_000) {
    this.page = page;
    this.url = url;
    this.seconds = timeoutMs / 1000;
    this.#deadline = performance.now() + timeoutMs;
    page.on('response', this.#onResponse);
    page.on('download', this.#onDownload);
  }

  stop(): void {
    this.page.off('response', this.#onResponse);
    this.page.off('download', this.#onDownload);
  }

  /** Milliseconds, at least 1: to the engine, 0 means no limit. */
  get remaining(): number {
    return Math.max(1, this.#deadline - performance.now());
  }

  /** HTTP status of the answer; a file has none. */
  get status(): number | undefined {
    return this.response?.url().startsWith('http') ? this.response.status() : undefined;
  }

  /** Lower case, without parameters; empty when unknown. */
  get contentType(): string {
    return this.response?.headers()['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  }

  readonly #onResponse = (response: Response): void => {
    // The PDF viewer's own frame answers too, from inside the browser.
    if (/^(?:https?|file):/.test(response.url()) && this.#isOurs(response)) this.response = response;
  };

  #isOurs(response: Response): boolean {
    try {
      const request = response.request();
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
