import type { Page as PlaywrightPage } from 'playwright-core';
import type { BrowserConnection } from '../../browser/connect/BrowserConnection.ts';
import { blockRequests } from '../../browser/navigation/blockRequests.ts';
import type { PageConnection } from '../../browser/PageConnection.ts';
import type { TabEvent } from '../../browser/tabs/TabEvent.ts';
import { Tabs } from '../../browser/tabs/Tabs.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import type { Snapshot } from '../../snapshot/Snapshot.ts';
import { UrlRules } from '../../snapshot/UrlRules.ts';
import type { SessionOptions } from '../SessionOptions.ts';
import { createNavigationSettler } from './createNavigationSettler.ts';
import { PageConnections } from './PageConnections.ts';
import { TrackedOrigins } from './TrackedOrigins.ts';

interface LiveSource {
  browserConnection: BrowserConnection;
  tabs: Tabs;
  rules: UrlRules;
}

/** Where a session's pages come from: the tabs of a browser, with the way into each, or one saved snapshot. */
export class PageSource {
  /** The saved one, which never changes. */
  readonly saved: Snapshot | undefined;
  readonly #liveSource: LiveSource | undefined;
  readonly #connections: PageConnections;
  readonly #trackedOrigins = new TrackedOrigins();

  private constructor(connections: PageConnections, liveSource: LiveSource | undefined, saved?: Snapshot) {
    this.#connections = connections;
    this.#liveSource = liveSource;
    this.saved = saved;
    if (liveSource) this.#trackActiveTab(liveSource.tabs);
  }

  static fromSnapshot(snapshot: Snapshot): PageSource {
    return new PageSource(new PageConnections(), undefined, snapshot);
  }

  /** Those of a browser or of a page, which load only what the rules admit. */
  static async fromBrowser(
    ungated: BrowserConnection,
    options: SessionOptions & { downloads?: string },
  ): Promise<PageSource> {
    const rules = new UrlRules(options);
    const browserConnection = await blockRequests(ungated, rules);
    const connections = new PageConnections();
    const connection = (page: PlaywrightPage) =>
      connections.connect(page, { selectors: browserConnection.selectors });
    const { dialogs, downloads } = options;
    const tabs = new Tabs(browserConnection.context, {
      redactTexts: async (page, texts) => (await connection(page)).redactSecrets(texts),
      rules,
      startSettler: (page) => createNavigationSettler(page, connection),
      ...(browserConnection.sharedBrowser && { sharedBrowser: browserConnection.sharedBrowser }),
      ...(dialogs && { dialogs }),
      ...(downloads && { downloads }),
    });
    return new PageSource(connections, { browserConnection, tabs, rules });
  }

  /** Throws `unsupported_page` for a saved snapshot. */
  get tabs(): Tabs {
    if (this.#liveSource) return this.#liveSource.tabs;
    throw new SightlineError('unsupported_page', 'This is a saved snapshot: there is no live page.', {
      hint: 'Open the page with `sightline open URL`.',
    });
  }

  /** The way into a page, default that of the active tab. */
  async connection(page = this.tabs.page, timeoutMs?: number): Promise<PageConnection> {
    return this.#connections.connect(page, {
      timeoutMs,
      selectors: this.#liveSource?.browserConnection.selectors,
    });
  }

  /** Keys of the documents that the tabs held when each was captured last. */
  documentKeys(): string[] {
    return this.#connections.documentKeys();
  }

  /** The active tab as it is now. */
  async capture(timeoutMs = 10_000): Promise<Snapshot> {
    if (this.saved) return this.saved;
    const end = performance.now() + timeoutMs;
    const { page } = this.tabs;
    const connection = await this.connection(page, timeoutMs);
    const capture = connection.capture({ timeoutMs: Math.max(1, end - performance.now()) });
    const snapshot = await this.withCloseReason(capture);
    this.#trackedOrigins.track(page, snapshot.url);
    // However the tab came there: what the rules keep from loading is not told either.
    this.#liveSource?.rules.check(snapshot.url);
    await this.tabs.eventsChecked();
    return snapshot;
  }

  /** Where a tab has gone meanwhile, what is known of that is thrown instead. */
  async withCloseReason<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof SightlineError && error.code === 'tab_closed') await this.tabs.assertConnected();
      throw error;
    }
  }

  /** After that, what the active tab shows is what its user is about. */
  async trackNavigation<T>(navigation: Promise<T>): Promise<T> {
    const result = await navigation;
    this.#trackActiveTab(this.tabs);
    return result;
  }

  /** Whether that tab is still where the session was sent to, or saw it. */
  isTracked(page: PlaywrightPage, url: string): boolean {
    return this.#trackedOrigins.isAtOrigin(page, url);
  }

  takeEvents(): TabEvent[] {
    return this.#liveSource?.tabs.takeEvents() ?? [];
  }

  /** Ends the browser if it is the session's own; a page of somebody else is left as it is. */
  async close(): Promise<void> {
    if (!this.#liveSource) return;
    const { tabs, browserConnection } = this.#liveSource;
    if (browserConnection.sharedBrowser) {
      tabs.dispose();
      await this.#connections.dispose();
    }
    await browserConnection.close();
  }

  /** What the active tab shows is what its user is about: they handed it over, or sent the session there. */
  #trackActiveTab(tabs: Tabs): void {
    const page = tabs.activePage;
    if (page) this.#trackedOrigins.track(page, page.url());
  }
}
