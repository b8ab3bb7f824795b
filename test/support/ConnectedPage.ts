import type { BrowserContext, Page } from 'playwright-core';
import type { LaunchedBrowser } from '../../packages/sightline/src/browser/launch/launchBrowser.ts';
import { PageConnection } from '../../packages/sightline/src/browser/PageConnection.ts';
import type { Snapshot } from '../../packages/sightline/src/snapshot/Snapshot.ts';
import { decode, type Row } from './decode.ts';
import { shareBrowser } from './sharedBrowser.ts';

/** One page in the browser that the worker shares, and the connection to it. */
export class ConnectedPage {
  readonly page: Page;
  readonly connection: PageConnection;
  readonly context: BrowserContext;
  readonly #launched: LaunchedBrowser;

  private constructor(launched: LaunchedBrowser, page: Page, connection: PageConnection) {
    this.#launched = launched;
    this.context = launched.context;
    this.page = page;
    this.connection = connection;
  }

  static async open(): Promise<ConnectedPage> {
    const launched = await shareBrowser();
    const page = await launched.context.newPage();
    return new ConnectedPage(launched, page, await PageConnection.open(page));
  }

  /** Shows the HTML in a fresh document and captures it. */
  async snapshot(html: string): Promise<Snapshot> {
    await this.page.goto('about:blank');
    await this.page.setContent(`<!doctype html>${html}`);
    return this.connection.capture();
  }

  async rows(html: string): Promise<Row[]> {
    return decode(await this.snapshot(html));
  }

  async close(): Promise<void> {
    await this.connection.dispose();
    await this.#launched.close();
  }
}
