import type { CDPSession } from 'playwright-core';
import type { BrowserConnection } from '../connect/BrowserConnection.ts';

/** What a page may load beside it without any reader being shown its text. */
const PARTS_OF_PAGES: ReadonlySet<string> = new Set(['Stylesheet', 'Image', 'Media', 'Font', 'Script']);

/**
 * The local files that a person named to be opened, in a browser of our own. No page there shows another local file as a
 * document, in a frame or in its place: it could not read it, but whoever is shown the page could be told to.
 */
export class LocalPages {
  readonly #connection: BrowserConnection;
  readonly #named = new Set<string>();
  #session: Promise<CDPSession | undefined> | undefined;

  constructor(connection: BrowserConnection) {
    this.#connection = connection;
  }

  /** To be called before a local file is opened: without one, no page can lead to any. */
  async add(url: string): Promise<void> {
    this.#named.add(withoutQuery(url));
    this.#session ??= this.#intercept();
    await this.#session;
  }

  async #intercept(): Promise<CDPSession | undefined> {
    const { context, sharedBrowser } = this.#connection;
    const browser = context.browser();
    if (sharedBrowser || !browser) return undefined;
    const session = await browser.newBrowserCDPSession();
    session.on('Fetch.requestPaused', ({ requestId, request, resourceType }) => {
      const isAllowed = PARTS_OF_PAGES.has(resourceType) || this.#named.has(withoutQuery(request.url));
      const decision = isAllowed
        ? session.send('Fetch.continueRequest', { requestId })
        : session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
      // The page may have navigated meanwhile.
      decision.catch(() => undefined);
    });
    await session.send('Fetch.enable', { patterns: [{ urlPattern: 'file://*' }] });
    return session;
  }
}

const withoutQuery = (url: string): string => url.replace(/[?#].*$/s, '');
