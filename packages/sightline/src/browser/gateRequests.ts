import type { CDPSession, Page } from 'playwright-core';
import type { UrlRules } from '../model/UrlRules.ts';
import type { Attachment } from './Attachment.ts';

/**
 * Stops every request that the rules do not admit: documents, after each redirect too, what they load, frames and
 * workers. In a browser of our own all of it. In one that is somebody else's, what the shared tabs ask for: not what a
 * frame of another site loads (through the extension that too), nor a service worker, nor the first request of a tab
 * before it is seen. Sockets are no requests: `resolverRules` holds them, in a browser of our own. Ends with the attachment that is answered.
 */
export async function gateRequests(attachment: Attachment, rules: UrlRules): Promise<Attachment> {
  if (!rules.restricts) return attachment;
  const gates = new Gates(attachment, rules);
  const close = async (): Promise<void> => {
    await gates.open();
    await attachment.close();
  };
  try {
    await gates.shut();
  } catch (error) {
    await close();
    throw error;
  }
  return { ...attachment, close };
}

class Gates {
  readonly #attachment: Attachment;
  readonly #rules: UrlRules;
  readonly #sessions = new Set<CDPSession>();

  constructor(attachment: Attachment, rules: UrlRules) {
    this.#attachment = attachment;
    this.#rules = rules;
  }

  async shut(): Promise<void> {
    const { context, guest } = this.#attachment;
    const browser = context.browser();
    if (!guest && browser) return this.#gate(await browser.newBrowserCDPSession());
    context.on('page', this.#onPage);
    const pages = !guest || guest.pages === 'all' ? context.pages() : guest.pages;
    await Promise.all(pages.map((page) => this.#gatePage(page)));
  }

  async open(): Promise<void> {
    this.#attachment.context.off('page', this.#onPage);
    await Promise.allSettled(Array.from(this.#sessions, (session) => session.detach()));
  }

  /** A tab that closes meanwhile has nothing to be held. */
  readonly #onPage = (page: Page): void => {
    this.#isShared(page)
      .then((shared) => (shared ? this.#gatePage(page) : undefined))
      .catch(() => undefined);
  };

  async #isShared(page: Page): Promise<boolean> {
    const { pages = 'all' } = this.#attachment.guest ?? {};
    return pages === 'all' || pages.includes((await page.opener()) ?? page);
  }

  async #gatePage(page: Page): Promise<void> {
    const session = await this.#attachment.context.newCDPSession(page);
    page.once('close', () => this.#sessions.delete(session));
    await this.#gate(session);
  }

  async #gate(session: CDPSession): Promise<void> {
    this.#sessions.add(session);
    session.on('Fetch.requestPaused', ({ requestId, request }) => {
      const answer = this.#rules.admits(request.url)
        ? session.send('Fetch.continueRequest', { requestId })
        : session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
      // The page may have gone on meanwhile.
      answer.catch(() => undefined);
    });
    await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
  }
}
