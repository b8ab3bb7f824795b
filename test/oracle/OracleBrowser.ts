import type { BrowserContext, Page as PlaywrightPage } from 'playwright-core';
import { FrameTarget } from '../../packages/sightline/src/browser/frames/FrameTarget.ts';
import { FrameTargets } from '../../packages/sightline/src/browser/frames/FrameTargets.ts';
import {
  type LaunchedBrowser,
  launchBrowser,
} from '../../packages/sightline/src/browser/launch/launchBrowser.ts';
import { PageConnection } from '../../packages/sightline/src/browser/PageConnection.ts';
import { buildPage } from '../../packages/sightline/src/snapshot/buildPage.ts';
import type { Page, PageNode } from '../../packages/sightline/src/snapshot/Page.ts';
import { computeVisibility } from '../../packages/sightline/src/visibility/computeVisibility.ts';
import { isRemoved, type Visibility } from '../../packages/sightline/src/visibility/Visibility.ts';
import { LiveDocument } from './LiveDocument.ts';
import type { OraclePage } from './oraclePages.ts';
import { Site } from './Site.ts';

/** What Sightline makes of a page. */
export interface CapturedView {
  page: Page;
  visibility: Visibility;
  /** Every element that gets a number in the full outline, in document order. */
  shown: PageNode[];
}

/** A browser that reaches nothing but this machine, and the pages of the oracles in it, one after the other. */
export class OracleBrowser {
  readonly site: Site;
  readonly context: BrowserContext;
  readonly #launched: LaunchedBrowser;
  #page: PlaywrightPage | undefined;
  #connection: PageConnection | undefined;
  #worlds: FrameTargets | undefined;

  private constructor(site: Site, launched: LaunchedBrowser) {
    this.site = site;
    this.#launched = launched;
    this.context = launched.context;
  }

  static async open(): Promise<OracleBrowser> {
    const launched = await launchBrowser({
      args: ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost'],
    });
    return new OracleBrowser(await Site.start(), launched);
  }

  /** The tab of the page that is shown. */
  get page(): PlaywrightPage {
    if (!this.#page) throw new Error('no page is shown');
    return this.#page;
  }

  get connection(): PageConnection {
    if (!this.#connection) throw new Error('no page is shown');
    return this.#connection;
  }

  /** Opens a page in a tab of its own, waits until it has come to rest, and looks at it. */
  async show({ path, prepare }: OraclePage): Promise<CapturedView> {
    await this.#leave();
    this.#page = await this.context.newPage();
    await this.page.emulateMedia({ reducedMotion: 'reduce' });
    await this.page.goto(this.site.url(path), { timeout: 60_000 });
    await prepare?.(this.page);
    await settle(this.page);
    this.#connection = await PageConnection.open(this.page);
    const session = await this.context.newCDPSession(this.page);
    this.#worlds = new FrameTargets(this.page, await FrameTarget.open(session, this.page));
    return this.look();
  }

  /** Captures the page as it is now. */
  async look(): Promise<CapturedView> {
    const page = buildPage(await this.connection.capture());
    const visibility = computeVisibility(page);
    const shown = page.nodes.filter(
      (node) => visibility.interactive[node.index] === 1 && !isRemoved(visibility, node),
    );
    return { page, visibility, shown };
  }

  /** The documents that the last look captured, by key, as the browser's protocol reaches them. */
  async documents(): Promise<Map<string, LiveDocument>> {
    const found = new Map<string, LiveDocument>();
    for (const { target } of (await this.#worlds?.list(2_000)) ?? []) {
      for (const frameId of target.frameIds()) {
        const document = await LiveDocument.open(target, frameId);
        if (document) found.set(document.key, document);
      }
    }
    return found;
  }

  async close(): Promise<void> {
    await this.#leave();
    await this.#launched.close();
    await this.site.close();
  }

  async #leave(): Promise<void> {
    await this.#worlds?.dispose();
    await this.#connection?.dispose();
    await this.#page?.close();
  }
}

/** Still for this long is at rest, milliseconds; after `PATIENCE` it is taken as it is. */
const QUIET = 300;
const PATIENCE = 5_000;

async function settle(page: PlaywrightPage): Promise<void> {
  await page.evaluate(
    async ([quiet, patience]) => {
      const end = performance.now() + patience;
      let still = performance.now();
      const watcher = new MutationObserver(() => {
        still = performance.now();
      });
      watcher.observe(document, { subtree: true, childList: true, attributes: true });
      while (performance.now() < end && performance.now() - still < quiet) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      watcher.disconnect();
    },
    [QUIET, PATIENCE] as const,
  );
}
