import type { EventEmitter } from 'node:events';
import type { BrowserContext, BrowserType, Dialog, Page, Selectors } from 'playwright-core';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { asInternal } from '../asInternal.ts';
import { type BrowserConnection, type DialogAnswerer, isOwnListener } from './BrowserConnection.ts';

/** A page of any copy and version of Playwright: only what distinguishes one from other objects. */
export interface PlaywrightPageLike {
  context(): object;
  mainFrame(): object;
  url(): string;
}

export interface AdoptOptions {
  /** `selectors` of the Playwright copy that the page belongs to. Default: found from the page. */
  selectors?: Pick<Selectors, 'register'>;
}

/**
 * A page that the user drives with Playwright. Nothing of it is closed, and where the user has a handler for
 * dialogs, it answers them. Throws `unsupported_page` for a page that is not Chromium's, `invalid_argument` for
 * what is no page, and where the `selectors` of its Playwright cannot be found.
 */
export function adoptPage(candidate: PlaywrightPageLike, options: AdoptOptions): BrowserConnection {
  if (typeof candidate?.context !== 'function' || typeof candidate.mainFrame !== 'function')
    throw notPlaywrightPageError();
  const page = candidate as Page;
  const context = page.context();
  const type = browserTypeOf(context);
  if (type && type.name() !== 'chromium') throw notChromiumError(type.name());
  const selectors = (options.selectors ?? type?._playwright?.selectors) as Selectors | undefined;
  if (!selectors) throw missingSelectorsError();
  const dialogAnswerer = (dialog: Dialog): DialogAnswerer =>
    hasUserDialogHandler(context) || hasUserDialogHandler(dialog.page() ?? page) ? 'host' : 'session';
  return {
    context,
    selectors,
    sharedBrowser: { pages: [page], dialogAnswerer },
    close: async (printed = []) => {
      const emulate = (one: Page): Promise<void> =>
        asInternal(one, () => one.emulateMedia({ media: 'print' })).catch(() => undefined);
      await Promise.all(printed.map(emulate));
    },
  };
}

/** Whether the user answers dialogs. Both are emitters of events, though their types declare only one of them. */
function hasUserDialogHandler(emitter: object): boolean {
  return (emitter as EventEmitter).listeners('dialog').some((listener) => !isOwnListener(listener));
}

type InternalBrowserType = BrowserType & { _playwright?: { selectors?: Selectors } };

/** A persistent context had no browser before Playwright 1.5x, but knew its type. Tried from 1.30 on. */
function browserTypeOf(context: BrowserContext): InternalBrowserType | undefined {
  const type = context.browser()?.browserType();
  return type ?? (context as BrowserContext & { _browserType?: InternalBrowserType })._browserType;
}

function notPlaywrightPageError(): SightlineError {
  return new SightlineError('invalid_argument', 'That is no page of Playwright.', {
    hint: "Give what `context.newPage()` answers; for Puppeteer's pages there is `Session.fromPuppeteer`.",
  });
}

export function notChromiumError(name: string): SightlineError {
  return new SightlineError('unsupported_page', `That is a page of ${name}, not of Chromium.`, {
    hint: 'Open it in Chrome, Chromium or Edge.',
  });
}

function missingSelectorsError(): SightlineError {
  return new SightlineError(
    'invalid_argument',
    'The `selectors` of the Playwright that drives that page cannot be found.',
    {
      hint: "Give them: Session.fromPlaywright(page, { selectors }), imported from where the page's browser comes from.",
    },
  );
}
