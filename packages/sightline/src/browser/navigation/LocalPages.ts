import type { Browser, CDPSession } from 'playwright-core';
import type { BrowserConnection } from '../connect/BrowserConnection.ts';

/** What a page may load beside it without any reader being shown its text. */
const PARTS_OF_PAGES: ReadonlySet<string> = new Set(['Stylesheet', 'Image', 'Media', 'Font', 'Script']);

const NAMED_FILES = Symbol('sightline.namedFiles');

/** What was named in a browser, by any of the sessions that share it. */
interface NamedFiles {
  urls: Set<string>;
  session?: Promise<CDPSession>;
}

type FileBrowser = Browser & { [NAMED_FILES]?: NamedFiles };

/**
 * The local files that a person named to be opened, in a browser of our own. No page there shows another local file as a
 * document, in a frame or in its place: it could not read it, but who sees the page could be asked to.
 */
export class LocalPages {
  readonly #connection: BrowserConnection;

  constructor(connection: BrowserConnection) {
    this.#connection = connection;
  }

  /** To be called before a local file is opened: without one, no page can lead to any. */
  async add(url: string): Promise<void> {
    const { context, sharedBrowser } = this.#connection;
    const browser: FileBrowser | null = context.browser();
    if (sharedBrowser || !browser) return;
    browser[NAMED_FILES] ??= { urls: new Set() };
    const named = browser[NAMED_FILES];
    named.urls.add(withoutQuery(url));
    named.session ??= intercept(browser, named.urls);
    await named.session;
  }
}

async function intercept(browser: Browser, named: ReadonlySet<string>): Promise<CDPSession> {
  const session = await browser.newBrowserCDPSession();
  session.on('Fetch.requestPaused', ({ requestId, request, resourceType }) => {
    const isAllowed = PARTS_OF_PAGES.has(resourceType) || named.has(withoutQuery(request.url));
    const decision = isAllowed
      ? session.send('Fetch.continueRequest', { requestId })
      : session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
    // The page may have navigated meanwhile.
    decision.catch(() => undefined);
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: 'file://*' }] });
  return session;
}

const withoutQuery = (url: string): string => url.replace(/[?#].*$/s, '');
