import type { CDPSession, Page } from 'playwright-core';
import type { UrlRules } from '../../snapshot/urls/UrlRules.ts';
import type { BrowserConnection } from '../connect/BrowserConnection.ts';
import { takeProtocolSession } from '../connect/protocolSessions.ts';
import { RequestHeaders } from './RequestHeaders.ts';

/**
 * Stops every request that the rules do not admit, and adds headers to the others: documents, after each redirect too, what they load, frames and
 * workers. In a browser of our own all of it. In one that is somebody else's, what the shared tabs ask for: not what a
 * frame of another site loads (through the extension that too), nor a service worker, nor the first request of a tab
 * before it is seen. Sockets are no requests: `resolverRules` holds them, in a browser of our own. Ends with the attachment that is answered.
 */
export async function interceptRequests(
  connection: BrowserConnection,
  rules: UrlRules,
): Promise<BrowserConnection> {
  const { headers = new RequestHeaders(), isIntercepted = false } = connection;
  if (isIntercepted || (!rules.isRestricted && headers.isEmpty)) return connection;
  const interceptor = new RequestInterceptor(connection, rules, headers);
  const close: BrowserConnection['close'] = async (printed) => {
    await interceptor.uninstall();
    await connection.close(printed);
  };
  try {
    await interceptor.install();
  } catch (error) {
    await close();
    throw error;
  }
  return { ...connection, close };
}

class RequestInterceptor {
  readonly #connection: BrowserConnection;
  readonly #rules: UrlRules;
  readonly #headers: RequestHeaders;
  readonly #sessions = new Set<CDPSession>();

  constructor(connection: BrowserConnection, rules: UrlRules, headers: RequestHeaders) {
    this.#connection = connection;
    this.#rules = rules;
    this.#headers = headers;
  }

  async install(): Promise<void> {
    const { context, sharedBrowser } = this.#connection;
    const browser = context.browser();
    if (!sharedBrowser && browser) return this.#intercept(await browser.newBrowserCDPSession());
    context.on('page', this.#onPage);
    const pages = !sharedBrowser || sharedBrowser.pages === 'all' ? context.pages() : sharedBrowser.pages;
    await Promise.all(pages.map((page) => this.#interceptPage(page)));
  }

  async uninstall(): Promise<void> {
    this.#connection.context.off('page', this.#onPage);
    await Promise.allSettled(Array.from(this.#sessions, (session) => session.detach()));
  }

  /** A tab that closes meanwhile has nothing to be held. */
  readonly #onPage = (page: Page): void => {
    this.#isShared(page)
      .then((shared) => (shared ? this.#interceptPage(page) : undefined))
      .catch(() => undefined);
  };

  async #isShared(page: Page): Promise<boolean> {
    const { pages = 'all' } = this.#connection.sharedBrowser ?? {};
    return pages === 'all' || pages.includes((await page.opener()) ?? page);
  }

  async #interceptPage(page: Page): Promise<void> {
    const session = await takeProtocolSession(page);
    page.once('close', () => this.#sessions.delete(session));
    await this.#intercept(session);
  }

  async #intercept(session: CDPSession): Promise<void> {
    this.#sessions.add(session);
    session.on('Fetch.requestPaused', ({ requestId, request }) => {
      const headers = this.#headers.addedTo(request.headers, request.url);
      const decision = this.#rules.allows(request.url)
        ? session.send('Fetch.continueRequest', { requestId, ...(headers && { headers }) })
        : session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
      // The page may have navigated meanwhile.
      decision.catch(() => undefined);
    });
    await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
  }
}
