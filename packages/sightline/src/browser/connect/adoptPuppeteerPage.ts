import type { Browser, Page } from 'playwright-core';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { tabClosedError, toBrowserError } from '../browserError.ts';
import { notChromiumError } from './adoptPage.ts';
import type { BrowserConnection } from './BrowserConnection.ts';
import { connectOverCdp } from './connectBrowser.ts';
import { withCdpSession } from './withCdpSession.ts';

/** What is needed of a Puppeteer page, of any version. */
export interface PuppeteerPageLike {
  browser(): { wsEndpoint(): string; version(): Promise<string> };
  createCDPSession(): Promise<{
    send(method: 'Target.getTargetInfo'): Promise<{ targetInfo: { targetId: string } }>;
    detach(): Promise<void>;
  }>;
  isClosed(): boolean;
  listenerCount(event: 'dialog'): number;
}

/**
 * The same page, through a second connection to its browser. Where the user has a handler for dialogs, it
 * answers them. Throws `unsupported_page` for Firefox, `invalid_argument` where the browser was started with a
 * pipe, `tab_closed`, and what `openConnection` throws.
 */
export async function adoptPuppeteerPage(page: PuppeteerPageLike): Promise<BrowserConnection> {
  const targetId = await findTargetId(page);
  const browser = await connectOverCdp({ cdpUrl: requireWsEndpoint(page) });
  try {
    const adopted = await findPage(browser, targetId);
    const mayAnswerDialog = (_: unknown, isSharedPage: boolean) =>
      isSharedPage && page.listenerCount('dialog') === 0;
    return {
      context: adopted.context(),
      sharedBrowser: { pages: [adopted], mayAnswerDialog },
      close: () => browser.close(),
    };
  } catch (error) {
    await browser.close();
    throw error;
  }
}

function requireWsEndpoint(page: PuppeteerPageLike): string {
  const endpoint = page.browser().wsEndpoint();
  if (endpoint !== '') return endpoint;
  throw new SightlineError(
    'invalid_argument',
    'The browser of that page can be reached through its pipe only.',
    {
      hint: 'Launch it with `pipe: false`.',
    },
  );
}

async function findTargetId(page: PuppeteerPageLike): Promise<string> {
  if (typeof page?.createCDPSession !== 'function' || typeof page.browser !== 'function')
    throw notPuppeteerPageError();
  if (page.isClosed()) throw tabClosedError('The tab was closed.');
  const version = await page.browser().version();
  if (!/chrom|edge?\//i.test(version)) throw notChromiumError(version.split('/')[0] ?? version);
  try {
    const session = await page.createCDPSession();
    const { targetInfo } = await session.send('Target.getTargetInfo');
    await session.detach();
    return targetInfo.targetId;
  } catch (error) {
    throw toBrowserError(error);
  }
}

async function findPage(browser: Browser, targetId: string): Promise<Page> {
  for (const page of browser.contexts().flatMap((context) => context.pages())) {
    const { targetInfo } = await withCdpSession(page, (cdp) => cdp.send('Target.getTargetInfo'));
    if (targetInfo.targetId === targetId) return page;
  }
  throw tabClosedError('That tab is not among those of its browser.');
}

function notPuppeteerPageError(): SightlineError {
  return new SightlineError('invalid_argument', 'That is no page of Puppeteer.', {
    hint: "Give what `browser.newPage()` answers; for Playwright's pages there is `Session.fromPlaywright`.",
  });
}
