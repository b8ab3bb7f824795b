import type { BrowserContext, Page as PlaywrightPage } from 'playwright-core';
import { NetworkMonitor } from '../../actions/settle/NetworkMonitor.ts';
import { SettleObserver } from '../../actions/settle/SettleObserver.ts';
import type { BrowserConnection } from '../../browser/connect/BrowserConnection.ts';
import { interceptRequests } from '../../browser/navigation/interceptRequests.ts';
import { LocalPages } from '../../browser/navigation/LocalPages.ts';
import type { NavigationSettler } from '../../browser/navigation/Navigation.ts';
import type { PageConnection } from '../../browser/PageConnection.ts';
import { frameGoneError, pageTimeoutError } from '../../browser/pageErrors.ts';
import type { TypedSecrets } from '../../browser/TypedSecrets.ts';
import type { TabEvent } from '../../browser/tabs/TabEvent.ts';
import { Tabs } from '../../browser/tabs/Tabs.ts';
import { untilCrash } from '../../browser/untilCrash.ts';
import { withTimeout } from '../../browser/withTimeout.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import type { Snapshot } from '../../snapshot/Snapshot.ts';
import { UrlRules } from '../../snapshot/urls/UrlRules.ts';
import type { SessionOptions } from '../SessionOptions.ts';
import { dialogOpenError } from './dialogOpenError.ts';
import { PageConnections } from './PageConnections.ts';
import { WrittenBeginnings } from './WrittenBeginnings.ts';

interface LiveSource {
  browserConnection: BrowserConnection;
  tabs: Tabs;
  rules: UrlRules;
}

/** Where a session's pages come from: the tabs of a browser, with a connection to each, or one saved snapshot. */
export class PageSource {
  /** Undefined for live pages. */
  readonly saved: Snapshot | undefined;
  readonly #liveSource: LiveSource | undefined;
  readonly #connections: PageConnections;
  readonly #beginnings: WrittenBeginnings;
  /** The origin in each tab that the session opened, or was last captured there. */
  readonly #trackedOrigins = new WeakMap<PlaywrightPage, string>();

  private constructor(connections: PageConnections, liveSource: LiveSource | undefined, saved?: Snapshot) {
    this.#connections = connections;
    this.#beginnings = new WrittenBeginnings(connections.typedSecrets);
    this.#liveSource = liveSource;
    this.saved = saved;
    if (liveSource) this.#trackActiveTab(liveSource.tabs);
  }

  static fromSnapshot(snapshot: Snapshot): PageSource {
    return new PageSource(new PageConnections(), undefined, snapshot);
  }

  /** Of a browser or of a page, which load only what the rules allow. */
  static async fromBrowser(
    unrestricted: BrowserConnection,
    options: SessionOptions & { downloads?: string },
  ): Promise<PageSource> {
    const { hidesLocalFiles = false } = unrestricted.sharedBrowser ?? {};
    const rules = new UrlRules(options, { hasLocalFiles: !hidesLocalFiles });
    const browserConnection = await interceptRequests(unrestricted, rules);
    const connections = new PageConnections();
    const connection = (page: PlaywrightPage) =>
      connections.connect(page, { selectors: browserConnection.selectors });
    const { dialogs, downloads } = options;
    const tabs = new Tabs(browserConnection.context, {
      redactTexts: async (page, texts) => {
        rules.check(page.url());
        return (await connection(page)).redactSecrets(texts);
      },
      withoutBeginnings: (text, at) => connections.typedSecrets.redactBeginnings(text, at),
      redactKnown: (text) => connections.typedSecrets.redactKnown(text),
      rules,
      localPages: new LocalPages(browserConnection),
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
      hint: 'Open the page by its address.',
    });
  }

  /** The context of the live pages. Throws `unsupported_page` for a saved snapshot. */
  get browserContext(): BrowserContext {
    return this.#liveSource?.browserConnection.context ?? this.tabs.page.context();
  }

  /** Whether the browser and its pages are somebody else's. */
  get isShared(): boolean {
    return this.#liveSource?.browserConnection.sharedBrowser !== undefined;
  }

  /** To be called after a screenshot: see `SharedBrowser`. */
  async restoreDevice(): Promise<void> {
    const page = this.#liveSource?.tabs.activePage;
    const { restoreDevice } = this.#liveSource?.browserConnection.sharedBrowser ?? {};
    if (page) await restoreDevice?.(page).catch(() => undefined);
  }

  /** What was given to fields for secrets in this session. */
  get typedSecrets(): TypedSecrets {
    return this.#connections.typedSecrets;
  }

  /** Whether a page was captured, and held no secret then. */
  holdsNoSecret(page: PlaywrightPage): boolean {
    return this.#connections.holdsNoSecret(page);
  }

  /**
   * However its tab came there: a page that the rules do not let load is neither shown nor acted on.
   * @throws SightlineError `blocked_url`
   */
  checkRules(page: PlaywrightPage): void {
    this.#liveSource?.rules.check(page.url());
  }

  /** The connection to a page, default that of the active tab. Throws `blocked_url`. */
  async connection(page = this.tabs.page, timeoutMs?: number): Promise<PageConnection> {
    this.checkRules(page);
    return this.#connections.connect(page, {
      timeoutMs,
      selectors: this.#liveSource?.browserConnection.selectors,
    });
  }

  /** Keys of the documents in the tabs when each was captured last. */
  documentKeys(): string[] {
    return this.#connections.documentKeys();
  }

  /** Captures the active tab. Throws `blocked_url`, and what `PageConnection.capture` throws. */
  async capture(timeoutMs = 10_000): Promise<Snapshot> {
    if (this.saved) return this.saved;
    const { page } = this.tabs;
    this.tabs.markUsed(page);
    const snapshot = await this.explainFailure(this.#capturePage(page, timeoutMs));
    this.#trackedOrigins.set(page, originOf(snapshot.url));
    // It may have come there since it was connected to.
    this.#liveSource?.rules.check(snapshot.url);
    await this.tabs.eventsChecked();
    return this.#beginnings.replaceIn(snapshot);
  }

  async #capturePage(page: PlaywrightPage, timeoutMs: number): Promise<Snapshot> {
    const end = performance.now() + timeoutMs;
    const dialog = await this.tabs.leftDialog(page);
    if (dialog && performance.now() - dialog.since > HOST_PATIENCE_MS) throw pageTimeoutError(0);
    const connection = await this.connection(page, timeoutMs);
    const snapshot = await connection.capture({ timeoutMs: Math.max(1, end - performance.now()) });
    connection.rememberSecrets().catch(() => undefined);
    return snapshot;
  }

  /**
   * Where a tab was closed meanwhile, throws the reason for that instead; where its page crashes, `tab_closed` at once; where only a
   * frame went away, `navigated`; where it does not answer, and has a dialog open that is left to others, says so.
   */
  async explainFailure<T>(work: Promise<T>): Promise<T> {
    const activePage = this.#liveSource?.tabs.activePage;
    try {
      return await (activePage ? untilCrash(activePage, () => work) : work);
    } catch (error) {
      const { code } = error instanceof SightlineError ? error : {};
      if (code === 'tab_closed' || code === 'browser_closed') await this.tabs.assertConnected();
      const page = this.#liveSource?.tabs.activePage;
      // The engine has the same words for a closed browser and for a frame of another process that is gone.
      if (code === 'browser_closed' && page && !page.isClosed()) throw frameGoneError(error);
      const dialog = code === 'timeout' && page && (await this.tabs.leftDialog(page));
      throw dialog ? dialogOpenError(dialog, this.#connections.holdsNoSecret(page), error) : error;
    }
  }

  /** After the navigation, the active tab is at an origin that its user chose. */
  async trackNavigation<T>(navigation: Promise<T>): Promise<T> {
    const result = await this.explainFailure(navigation);
    this.#trackActiveTab(this.tabs);
    return this.typedSecrets.redactAll(result);
  }

  /** Whether that tab is still at the origin that the session opened or captured last. */
  isTracked(page: PlaywrightPage, url: string): boolean {
    return this.#trackedOrigins.get(page) === originOf(url);
  }

  takeEvents(): TabEvent[] {
    return this.typedSecrets.redactAll(this.#liveSource?.tabs.takeEvents() ?? []);
  }

  /** Ends the browser if the session started it; a page of somebody else stays as it is. */
  async close(): Promise<void> {
    if (!this.#liveSource) return;
    const { tabs, browserConnection } = this.#liveSource;
    if (!browserConnection.sharedBrowser) {
      await browserConnection.close();
      return tabs.removeDownloads();
    }
    tabs.dispose();
    await browserConnection.close(await this.#connections.dispose());
    tabs.removeDownloads();
  }

  #trackActiveTab(tabs: Tabs): void {
    const page = tabs.activePage;
    if (page) this.#trackedOrigins.set(page, originOf(page.url()));
  }
}

/** `null`, as browsers write it, for what has none: `about:blank`, files. */
function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : 'null';
}

/** Milliseconds that a dialog may be open before nobody waits for its page any more. */
const HOST_PATIENCE_MS = 2_000;
/** Milliseconds that a page is given beyond its time: after a second without an answer it counts as silent, after all of them as at rest. */
const GRACE_MS = 2_500;

/**
 * Observes a page from before a navigation: what the new document requests and changes after it has loaded is waited for,
 * as after an action. A page that does not answer counts as settled: the next capture reports why.
 */
function createNavigationSettler(
  page: PlaywrightPage,
  openConnection: (page: PlaywrightPage) => Promise<PageConnection>,
): NavigationSettler {
  const networkMonitor = new NetworkMonitor(page);
  const settle = async (timeoutMs: number): Promise<string | undefined> => {
    const settleObserver = await SettleObserver.start(page, await openConnection(page), networkMonitor);
    return (await settleObserver.settle({ timeoutMs })).reason;
  };
  return {
    settle: (milliseconds) =>
      withTimeout(settle(milliseconds), milliseconds + GRACE_MS, undefined).catch(() => undefined),
    dispose: () => networkMonitor.dispose(),
  };
}
