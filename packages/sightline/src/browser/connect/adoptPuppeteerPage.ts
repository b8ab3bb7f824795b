import type { Browser, CDPSession, Dialog, Page } from 'playwright-core';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { tabClosedError, toBrowserError } from '../browserError.ts';
import type { TabUse } from '../tabs/TabList.ts';
import { withTimeout } from '../withTimeout.ts';
import { notChromiumError } from './adoptPage.ts';
import type { BrowserConnection, DialogAnswerer } from './BrowserConnection.ts';
import { connectOverCdp } from './connectOverCdp.ts';
import { withCdpSession } from './withCdpSession.ts';

/** What is needed of a Puppeteer page, of any version. */
export interface PuppeteerPageLike {
  browser(): {
    wsEndpoint(): string;
    version(): Promise<string>;
    pages(): Promise<
      { createCDPSession(): Promise<PuppeteerSession>; emulateMediaType(type: string): Promise<void> }[]
    >;
  };
  createCDPSession(): Promise<PuppeteerSession>;
  isClosed(): boolean;
  listenerCount(event: 'dialog'): number;
  viewport(): PuppeteerViewport | null;
  setViewport(viewport: PuppeteerViewport): Promise<void>;
}

interface PuppeteerViewport {
  width: number;
  height: number;
  isMobile?: boolean;
}

interface PuppeteerSession {
  send(method: 'Target.getTargetInfo'): Promise<{ targetInfo: { targetId: string } }>;
  detach(): Promise<void>;
}

/**
 * The same page, through a second connection to its browser. Where the user has a handler for dialogs, it
 * answers them. Throws `unsupported_page` for Firefox, `invalid_argument` where the browser was started with a
 * pipe, `tab_closed`, and what `openConnection` throws.
 */
export async function adoptPuppeteerPage(page: PuppeteerPageLike): Promise<BrowserConnection> {
  const { targetId, session } = await findTarget(page);
  const browser = await connectOverCdp({ cdpUrl: requireWsEndpoint(page) });
  try {
    const adopted = await findPage(browser, targetId);
    let hasScreenshot = false;
    const dialogAnswerer = (dialog: Dialog, tab: TabUse | undefined): DialogAnswerer => {
      if (!tab) return 'host';
      // Of a popup, Puppeteer has another page, with handlers that are not known here.
      if (dialog.page() !== adopted) return 'host first';
      return page.listenerCount('dialog') > 0 ? 'host' : 'session';
    };
    return {
      context: adopted.context(),
      sharedBrowser: {
        pages: [adopted],
        hidesDownloads: true,
        dialogAnswerer,
        restoreDevice: async (one) => {
          if (one !== adopted) return;
          hasScreenshot = true;
          await setViewportAgain(page);
        },
      },
      close: async () => {
        const printed = await findPrintedTargets(browser);
        await browser.close();
        await session.detach().catch(() => undefined);
        // The end of a session that has taken one ends it once more.
        if (hasScreenshot) await setViewportAgain(page);
        await emulatePrinting(page, printed);
      },
    };
  } catch (error) {
    await browser.close();
    throw error;
  }
}

/** By way of another size: Chromium ignores a size that it was given before. The same device reloads nothing. */
async function setViewportAgain(page: PuppeteerPageLike): Promise<void> {
  const viewport = page.viewport();
  if (!viewport?.isMobile || page.isClosed()) return;
  await page.setViewport({ ...viewport, height: viewport.height + 1 }).catch(() => undefined);
  await page.setViewport(viewport).catch(() => undefined);
}

/** The targets of all pages that are shown as they would be printed: the end of our connection ends that. */
async function findPrintedTargets(browser: Browser): Promise<ReadonlySet<string>> {
  const pages = browser.contexts().flatMap((context) => context.pages());
  const targets = pages.map((page) =>
    withCdpSession(page, async (cdp) => {
      const [{ targetInfo }, isPrinted] = await Promise.all([
        cdp.send('Target.getTargetInfo'),
        isShownAsPrinted(cdp),
      ]);
      return isPrinted ? [targetInfo.targetId] : [];
    }).catch(() => []),
  );
  return new Set((await withTimeout(Promise.all(targets), PRINTING_TIMEOUT_MS, [])).flat());
}

/** Milliseconds for all pages to answer. */
const PRINTING_TIMEOUT_MS = 1_000;

/** In a world of its own: the page may have its own `matchMedia`. */
async function isShownAsPrinted(cdp: CDPSession): Promise<boolean> {
  const { frameTree } = await cdp.send('Page.getFrameTree');
  const frameId = frameTree.frame.id;
  const { executionContextId } = await cdp.send('Page.createIsolatedWorld', {
    frameId,
    worldName: 'sightline',
  });
  const { result } = await cdp.send('Runtime.evaluate', {
    expression: "matchMedia('print').matches",
    contextId: executionContextId,
  });
  return result.value === true;
}

async function emulatePrinting(page: PuppeteerPageLike, targets: ReadonlySet<string>): Promise<void> {
  if (targets.size === 0) return;
  const pages = await page.browser().pages();
  await Promise.all(
    pages.map(async (one) => {
      const session = await one.createCDPSession();
      const { targetInfo } = await session.send('Target.getTargetInfo');
      await session.detach();
      if (targets.has(targetInfo.targetId)) await one.emulateMediaType('print');
    }),
  ).catch(() => undefined);
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

/** The session is kept: its end would end what the page emulates. */
async function findTarget(page: PuppeteerPageLike): Promise<{ targetId: string; session: PuppeteerSession }> {
  if (typeof page?.createCDPSession !== 'function' || typeof page.browser !== 'function')
    throw notPuppeteerPageError();
  if (page.isClosed()) throw tabClosedError('The tab was closed.');
  const version = await page.browser().version();
  if (!/chrom|edge?\//i.test(version)) throw notChromiumError(version.split('/')[0] ?? version);
  try {
    const session = await page.createCDPSession();
    const { targetInfo } = await session.send('Target.getTargetInfo');
    return { targetId: targetInfo.targetId, session };
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
