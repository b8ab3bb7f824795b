import type { Locator, Page as PlaywrightPage } from 'playwright-core';
import type { ActionContext } from '../actions/ActionContext.ts';
import { SettleObserver } from '../actions/settle/SettleObserver.ts';
import { type AdoptOptions, adoptPage, type PlaywrightPageLike } from '../browser/connect/adoptPage.ts';
import { adoptPuppeteerPage, type PuppeteerPageLike } from '../browser/connect/adoptPuppeteerPage.ts';
import type { BrowserConnection } from '../browser/connect/BrowserConnection.ts';
import { type ConnectOptions, connectBrowser } from '../browser/connect/connectBrowser.ts';
import type { ExtensionOptions } from '../browser/connect/connectExtension.ts';
import { type LaunchOptions, launchBrowser } from '../browser/launch/launchBrowser.ts';
import type { NavigateOptions, Navigation, Tab } from '../browser/navigation/Navigation.ts';
import type { DialogPolicy } from '../browser/tabs/answerDialog.ts';
import { resizePage } from '../browser/tabs/resizePage.ts';
import type { TabEvent } from '../browser/tabs/TabEvent.ts';
import { interactiveNodes } from '../render/buildPageJson.ts';
import type { CallFormatter } from '../render/CallFormatter.ts';
import type { RenderedDomQuery } from '../render/dom/renderDomQuery.ts';
import { quote, stripInvisible } from '../render/escape.ts';
import { estimateTokens } from '../render/estimateTokens.ts';
import type { ElementLocators } from '../render/Locators.ts';
import { buildRenderContext, PageStateCache, startStopwatch } from '../render/PageStateCache.ts';
import type { RenderContext, ViewOptions } from '../render/RenderContext.ts';
import { headingsData, renderHeadings } from '../render/renderHeadings.ts';
import { type RegionOptions, renderRegion } from '../render/renderRegion.ts';
import { renderView, withViewStyle } from '../render/renderView.ts';
import { elementDetails } from '../search/elements/elementDetails.ts';
import type { TableOptions } from '../search/tables/renderTable.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';
import type { Snapshot } from '../snapshot/Snapshot.ts';
import { shorten } from '../snapshot/shorten.ts';
import { UrlRules } from '../snapshot/UrlRules.ts';
import { ActionRunner, type SessionContext } from './actions/ActionRunner.ts';
import { ElementActions } from './actions/ElementActions.ts';
import { type WaitOptions, waitFor } from './actions/waitFor.ts';
import { inspectPage } from './inspectPage.ts';
import type { Log } from './Log.ts';
import { LookHistory } from './LookHistory.ts';
import { PageSource } from './pages/PageSource.ts';
import { explainTarget, resolveEntry, resolveStableId } from './queries/explainTarget.ts';
import { type DomQueryOptions, LiveDomQueries } from './queries/LiveDomQueries.ts';
import { type ElementQueryOptions, SearchService, type TextSearchOptions } from './queries/SearchService.ts';
import { describeElement, type ElementDescriptor } from './refs/describeElement.ts';
import { injectStableIds } from './refs/injectStableIds.ts';
import { locateElements } from './refs/locateElements.ts';
import { type ElementRef, type RefEntry, RefRegistry } from './refs/RefRegistry.ts';
import { renderNotices } from './renderNotices.ts';
import {
  type HighlightOptions,
  type Screenshot,
  type ScreenshotOptions,
  ScreenshotService,
} from './ScreenshotService.ts';
import { CALL_FORMATTERS, type CallStyle, type SessionOptions } from './SessionOptions.ts';
import type {
  InspectOptions,
  InspectResult,
  LookOptions,
  LookResult,
  SessionResult,
} from './SessionResult.ts';

export type { DomMatch, DomResponse } from '../render/dom/renderDomResponse.ts';
export type { ActionResult } from './actions/ActionResult.ts';
export type { ActionOptions, Target, TargetMatch } from './actions/ActionRunner.ts';
export type { LogEntry } from './Log.ts';
export type {
  AdoptOptions,
  CallStyle,
  ConnectOptions,
  DialogPolicy,
  DomQueryOptions,
  ElementDescriptor,
  ElementRef,
  ExtensionOptions,
  HighlightOptions,
  InspectOptions,
  InspectResult,
  LaunchOptions,
  Log,
  LookOptions,
  LookResult,
  NavigateOptions,
  Navigation,
  PlaywrightPageLike,
  PuppeteerPageLike,
  RenderedDomQuery,
  Screenshot,
  ScreenshotOptions,
  SessionOptions,
  SessionResult,
  Tab,
  TabEvent,
  ViewOptions,
  WaitOptions,
};

/** Most matches of a selector that are asked for in each document. */
const MAX_SELECTOR_MATCHES = 50;

/**
 * What a user holds: a browser with its tabs, the numbers given so far, and what the last look saw.
 * Every method may throw `SightlineError`; `browser_closed` ends the session, anything else leaves it usable.
 */
export class Session extends ElementActions {
  protected readonly actionRunner: ActionRunner;
  readonly #source: PageSource;
  #callStyle: CallStyle;
  readonly #refs = new RefRegistry(() => this.#source.documentKeys());
  readonly #pageStates = new PageStateCache();
  readonly #lookHistory = new LookHistory(this.#pageStates);
  readonly #search: SearchService;
  readonly #screenshots: ScreenshotService;
  readonly #liveDomQueries: LiveDomQueries;

  private constructor(source: PageSource, { calls = 'tools', embed, log }: SessionOptions) {
    super();
    this.#source = source;
    this.#callStyle = calls;
    this.#search = new SearchService(embed);
    this.actionRunner = new ActionRunner(this.#createSessionContext());
    this.#screenshots = new ScreenshotService({
      connection: (timeoutMs) => source.connection(source.tabs.page, timeoutMs),
      createContext: (snapshot) => this.#createContext(snapshot, {}),
      settled: () => source.tabs.eventsChecked(),
    });
    this.#liveDomQueries = new LiveDomQueries({
      tab: (number) => source.tabs.tab(number),
      connection: (page, timeoutMs) => source.connection(page, timeoutMs),
      createContext: (snapshot) => this.#createContext(snapshot, {}),
      isTracked: (page, url) => source.isTracked(page, url),
      log,
    });
  }

  /** Starts a browser of its own. Throws `browser_not_found`, `browser_closed`. */
  static async launch(options: LaunchOptions & SessionOptions = {}): Promise<Session> {
    const { resolverRules } = new UrlRules(options);
    const resolver = resolverRules ? [`--host-resolver-rules=${resolverRules}`] : [];
    return Session.#attach(
      await launchBrowser({ ...options, args: [...(options.args ?? []), ...resolver] }),
      options,
    );
  }

  /**
   * Attaches to a browser that runs, on this machine or elsewhere, and to the tabs that it has. `close` ends the
   * connection: the browser and all its tabs stay. Throws `invalid_argument`, `browser_closed`, `timeout`.
   */
  static async connect(options: ConnectOptions & SessionOptions): Promise<Session> {
    return Session.#attach(await connectBrowser(options), options);
  }

  /**
   * A session over the tabs that a person shares in the browser they use, through Sightline's extension for it. Waits
   * until the first one is shared; `close` gives them back. Throws `extension_not_connected`, `tab_closed`.
   */
  static async fromExtension(options: ExtensionOptions & SessionOptions = {}): Promise<Session> {
    const { connectExtension } = await import('../browser/connect/connectExtension.ts');
    return Session.#attach(await connectExtension(options), options);
  }

  /**
   * A session over a page that you drive with Playwright, and over the tabs that it opens. The page stays yours:
   * your handlers of dialogs answer them, and `close` leaves it open, with nothing of the session in it.
   * Throws `unsupported_page` for Firefox and WebKit, `invalid_argument`.
   */
  static async fromPlaywright(
    page: PlaywrightPageLike,
    options: AdoptOptions & SessionOptions = {},
  ): Promise<Session> {
    return Session.#attach(adoptPage(page, options), options);
  }

  /**
   * The same for a page that you drive with Puppeteer, through a second connection to its browser.
   * Throws `unsupported_page` for Firefox, `invalid_argument`, `tab_closed`, `browser_closed`.
   */
  static async fromPuppeteer(page: PuppeteerPageLike, options: SessionOptions = {}): Promise<Session> {
    return Session.#attach(await adoptPuppeteerPage(page), options);
  }

  static async #attach(
    browserConnection: BrowserConnection,
    options: SessionOptions & { downloads?: string },
  ): Promise<Session> {
    return new Session(await PageSource.fromBrowser(browserConnection, options), options);
  }

  /** A session over one saved snapshot: every view works, nothing live does. */
  static load(snapshot: Snapshot, options: SessionOptions = {}): Session {
    return new Session(PageSource.fromSnapshot(snapshot), options);
  }

  /** The Playwright page of the active tab. Throws `tab_closed`, `browser_closed`. */
  get page(): PlaywrightPage {
    return this.#source.tabs.page;
  }

  navigate(address: string, options: NavigateOptions = {}): Promise<Navigation> {
    return this.#source.trackNavigation(this.#source.tabs.navigate(address, options));
  }

  back(options?: NavigateOptions): Promise<Navigation> {
    return this.#source.trackNavigation(this.#source.tabs.back(options));
  }

  forward(options?: NavigateOptions): Promise<Navigation> {
    return this.#source.trackNavigation(this.#source.tabs.forward(options));
  }

  reload(options?: NavigateOptions): Promise<Navigation> {
    return this.#source.trackNavigation(this.#source.tabs.reload(options));
  }

  tabs(): Promise<Tab[]> {
    return this.#source.tabs.list();
  }

  /** Opens an empty tab and makes it the active one. */
  async openTab(): Promise<void> {
    await this.#source.trackNavigation(this.#source.tabs.open());
  }

  /** Closes a tab, default the active one; the one that opened it, or the last, becomes active. Throws `not_found`. */
  async closeTab(number?: number): Promise<void> {
    await this.#source.tabs.close(number);
  }

  switchTab(number: number): Promise<Tab> {
    return this.#source.trackNavigation(this.#source.tabs.switchTo(number));
  }

  /**
   * Waits until a text is shown or gone, an element can be used, an address is reached, or the page is at rest.
   * Throws `timeout`, `invalid_argument`; for a number what an action throws that cannot find its element.
   */
  waitFor(options: WaitOptions): Promise<SessionResult> {
    return waitFor(options, {
      captureContext: (timeoutMs) => this.#captureContext({}, timeoutMs),
      isReady: async (number) => (await this.actionRunner.visibility(number)).data.ready === true,
      settle: async (timeoutMs) => {
        await this.#source.capture(timeoutMs);
        const { page } = this.#source.tabs;
        return (await SettleObserver.start(page, await this.#source.connection(page))).settle({ timeoutMs });
      },
    });
  }

  /** How dialogs are answered from now on: see `SessionOptions`. */
  answerDialogs(policy: DialogPolicy): void {
    this.#source.tabs.dialogs = policy;
  }

  /** The size of the active tab's viewport from now on, CSS pixels. */
  async resize(width: number, height: number): Promise<void> {
    await resizePage(this.#source.tabs.page, { width, height });
  }

  /** What pages did on their own since the last call: dialogs answered, tabs opened, downloads, crashes. */
  takeEvents(): TabEvent[] {
    return this.#source.takeEvents();
  }

  /** The same as lines, for people and models; what happened again and again is one line with a count. */
  takeNotices(): string[] {
    return renderNotices(this.takeEvents(), this.#formatCall);
  }

  /** Captures the page once and shows it. */
  async look(options: LookOptions = {}): Promise<LookResult> {
    const timer = startStopwatch();
    const snapshot = await this.#source.capture(options.timeoutMs);
    timer.lap('capture');
    const { view = 'outline' } = options;
    const viewOptions = withViewStyle(options);
    const cached = this.#pageStates.get(snapshot, viewOptions);
    const refOf = this.#refs.createRefAssigner(cached.pageState);
    const context = buildRenderContext(
      cached,
      viewOptions,
      refOf,
      this.#lookHistory.previous(options),
      this.#formatCall,
    );
    timer.lap('read');
    if (options.locators)
      context.elementLocators = await this.#locateElements(interactiveNodes(context), context);
    timer.lap('locate');
    const { text, data, complete } = renderView(view, context, options);
    timer.lap('view');
    const { capture = 0, read = 0, locate: locating = 0, view: viewing = 0 } = timer.laps;
    const located: Record<string, number> = options.locators ? { locate: locating } : {};
    const timings = {
      ...this.#captureTimings(snapshot),
      capture,
      ...cached.timing,
      ...located,
      view: viewing,
    };
    const lookNumber = this.#lookHistory.record(snapshot, options, cached.baseline, complete);
    return {
      text,
      data: { ...data, look: lookNumber },
      timing: { ...timings, total: capture + read + locating + viewing },
      snapshot,
    };
  }

  /** Nothing was done in a page that did not change (the door answered the snapshot it had), or in no page at all. */
  #captureTimings(snapshot: Snapshot): Record<string, number> {
    if (this.#source.saved) return {};
    if (!this.#lookHistory.isLastLook(snapshot)) return snapshot.timing;
    return Object.fromEntries(Object.keys(snapshot.timing).map((stage) => [stage, 0]));
  }

  /** The headings of the page as it is now. */
  async headings(options: Pick<ViewOptions, 'maxTokens'> = {}): Promise<SessionResult> {
    return this.#answer(
      (context) => ({
        text: renderHeadings(context),
        data: { headings: headingsData(context.pageState.headings) },
      }),
      options,
    );
  }

  /** One region of the page as it is now. Throws `not_found` with the names there are. */
  async region(name: string, options: ViewOptions & RegionOptions = {}): Promise<SessionResult> {
    // In the markup style the label of a field is text beside it: here it is told with its value.
    const viewOptions: ViewOptions = options.content === 'text' ? { ...options, style: 'compact' } : options;
    return this.#answer((context) => {
      const { text, complete } = renderRegion(context, name, options);
      return { text, data: { region: name, text, complete } };
    }, viewOptions);
  }

  /**
   * The elements that a question means, best first, hidden ones with the way to them (seed 000, query_elements).
   * Throws `not_found` for a region or heading that is not there, `not_shown`, `stale` and `detached` for `near`.
   */
  async query(query: ElementQueryOptions): Promise<SessionResult> {
    const nearEntry = query.near === undefined ? undefined : this.#entryOf(query.near);
    return this.#answer((context) =>
      this.#search.query(context, query, nearEntry && this.#nodeOf(nearEntry, context)),
    );
  }

  /**
   * All that is known of one element (seed 000, get_element_details), by number or stable id; `locators`: also the
   * selectors that find it on the live page. Throws `not_shown`, `stale`, `detached`, `not_found`.
   */
  async details(target: number | string, { locators = false } = {}): Promise<SessionResult> {
    const entry = typeof target === 'number' ? this.#entryOf(target) : undefined;
    return this.#answer(async (context) => {
      const node = entry ? this.#nodeOf(entry, context) : resolveStableId(String(target), context);
      if (locators) context.elementLocators = await this.#locateElements([node], context);
      return elementDetails(node, context);
    });
  }

  /** Where words stand in the visible text, or what fits a regular expression. Throws `invalid_argument`. */
  async searchText(words: string, options: TextSearchOptions = {}): Promise<SessionResult> {
    return this.#answer((context) => this.#search.searchText(context, words, options));
  }

  /**
   * A table, grid or repeated list as rows: by the number of it or of anything in it, or by its name; the only one
   * of the page by default. Throws `not_found` with the tables there are, `not_shown`, `stale`, `detached`.
   */
  async table(table?: number | string, options: TableOptions = {}): Promise<SessionResult> {
    const entry = typeof table === 'number' ? this.#entryOf(table) : undefined;
    const name = typeof table === 'string' ? table : undefined;
    return this.#answer((context) =>
      this.#search.readTable(context, name, options, entry && this.#nodeOf(entry, context)),
    );
  }

  /**
   * Why something is shown or not: what each rule says of a number, of what a CSS selector matches, or of what holds
   * certain words (`css=` and `text=` say which is meant).
   * Throws `not_shown`, `stale`, `detached`, `invalid_selector`, `not_found`.
   */
  async explain(target: string): Promise<SessionResult> {
    return this.#answer((context) =>
      explainTarget(target, context, {
        number: (number) => this.#nodeOf(this.#entryOf(number), context),
        selector: async (selector) =>
          (await this.#source.connection()).matchSelector(selector, MAX_SELECTOR_MATCHES),
      }),
    );
  }

  /**
   * The elements that match a CSS selector on the live DOM (seed 004), in every frame. `text` for models, `data` with
   * the response field by field. Throws `invalid_selector`, `timeout` (retryable), `tab_closed`, `not_found` for a tab
   * that never was, `too_large`, `unsupported_page`, `browser_closed`.
   */
  queryDom(selector: string, options: DomQueryOptions = {}): Promise<RenderedDomQuery> {
    return this.#source.withCloseReason(this.#liveDomQueries.query(selector, options));
  }

  /**
   * A Playwright locator for a number, in whatever frame or shadow root the element lives.
   * Throws `not_shown` for a number that was never given.
   */
  async locator(number: number): Promise<Locator> {
    const entry = this.#entryOf(number);
    const connection = await this.#source.connection();
    return connection.locator(entry.document, entry.id);
  }

  /**
   * A PNG of the page as it is now, in which every secret is painted over: fields, text that repeats their values,
   * and frames that cannot be read. With `numbers`, what can be used is marked, and can be acted on by them.
   * Throws `invalid_argument` where it cannot be written to `path`, or for a colour that is none.
   */
  screenshot(options: ScreenshotOptions = {}): Promise<Screenshot> {
    return this.#screenshots.take(options);
  }

  /**
   * The page as data, with the picture that belongs to it (secrets painted over; none of a saved snapshot), and the
   * numbers given so far. It is no look: without `numberAll` none is given, and the next look tells what it would have told.
   * `since` is answered itself where nothing changed since.
   */
  inspect(options: InspectOptions = {}): Promise<InspectResult> {
    return inspectPage(options, {
      source: this.#source,
      refs: this.#refs,
      screenshots: this.#screenshots,
      captureContext: (timeoutMs) => this.#captureContext({}, timeoutMs),
    });
  }

  /** The same of one element, scrolled into view. Throws what an action throws that cannot reach its element. */
  screenshotElement(
    number: number,
    options: { path?: string; timeoutMs?: number } = {},
  ): Promise<Screenshot> {
    const { path, timeoutMs = 10_000 } = options;
    const takeScreenshot = async (actionContext: ActionContext, node: PageNode): Promise<Screenshot> => {
      actionContext.assertVisible(node);
      const connection = await this.#source.connection();
      return actionContext.runPlaywright(node, () =>
        this.#screenshots.takeElement(connection, actionContext.locator(node), {
          path,
          timeoutMs: actionContext.timeLeftMs,
        }),
      );
    };
    return this.actionRunner.read(number, takeScreenshot, { timeoutMs });
  }

  /** Shows the numbers over the live page, for a person who watches; the next look or action takes them off. */
  highlight(options?: HighlightOptions): Promise<number[]> {
    return this.#screenshots.highlight(options);
  }

  clearHighlights(): Promise<void> {
    return this.#screenshots.clearHighlights();
  }

  /** How answers write the calls they recommend from now on, see `SessionOptions`; answers how they did until now. */
  setCallStyle(calls: CallStyle): CallStyle {
    const previousStyle = this.#callStyle;
    this.#callStyle = calls;
    return previousStyle;
  }

  /** What was last told of the element of a number; the page is not asked. Undefined for one that was never shown. */
  lastShown(number: number): ElementDescriptor | undefined {
    const entry = this.#refs.entryForRef(number);
    return entry && describeElement(entry);
  }

  get #formatCall(): CallFormatter {
    return CALL_FORMATTERS[this.#callStyle];
  }

  /** Every number that was given, and what has it. */
  elementRefs(): ElementRef[] {
    return this.#refs.entries().map(([document, id, number]) => ({ document, id, number }));
  }

  /** Gives elements the numbers that they had in another session, before this one tells any. */
  async restoreRefs(refs: readonly ElementRef[]): Promise<void> {
    this.#refs.restoreRefs(refs, (await this.#captureContext({})).pageState);
  }

  /** The texts without what they repeat of the secrets that the page of the active tab holds now. */
  async redactSecrets(texts: string[]): Promise<string[]> {
    return (await this.#source.connection()).redactSecrets(texts);
  }

  /** Ends the session, and its browser if that is its own; a page of somebody else is left as it is. */
  async close(): Promise<void> {
    await this.#source.close();
  }

  #entryOf(ref: number): RefEntry {
    const entry = this.#refs.entryForRef(ref);
    if (entry) return entry;
    if (this.#refs.wasAssigned(ref)) throw forgottenRef(ref);
    throw new SightlineError('not_shown', `No element [${ref}] was ever shown.`, {
      hint: 'Use a number from the last look or query.',
    });
  }

  #nodeOf(entry: RefEntry, context: RenderContext): PageNode {
    return resolveEntry(entry, context, this.#refs);
  }

  /** What actions work with. */
  #createSessionContext(): SessionContext {
    const session = this;
    return {
      refs: this.#refs,
      get page() {
        return session.#source.tabs.page;
      },
      connection: () => this.#source.connection(),
      captureContext: (timeoutMs) => this.#captureContext({}, timeoutMs),
      entryOf: (number) => this.#entryOf(number),
      checkAlive: () => this.#source.tabs.assertConnected(),
      takeEvents: async () => {
        await this.#source.tabs.eventsChecked();
        return this.takeEvents();
      },
    };
  }

  /** Answers a question on the page as it is now; says which page that is, and whether it changed since the last look. */
  async #answer(
    answerFor: (context: RenderContext) => SessionResult | Promise<SessionResult>,
    options: ViewOptions = {},
  ): Promise<SessionResult> {
    const context = await this.#captureContext(options);
    const { url, title } = context.pageState.visibility.page;
    const look = this.#lookHistory.lastNumber;
    const changed = this.#lookHistory.hasChanged();
    const name = quote(shorten(title, 80));
    const changeNote = changed ? `(${name} has changed since look ${look}, the last one)\n` : '';
    context.maxTokens -= estimateTokens(changeNote);
    const { text, data } = await answerFor(context);
    return {
      text: changeNote + text,
      data: { url: stripInvisible(url), title: stripInvisible(title), look, changed, ...data },
    };
  }

  async #locateElements(nodes: PageNode[], context: RenderContext): Promise<Map<PageNode, ElementLocators>> {
    return locateElements(nodes, context, await this.#source.connection());
  }

  /**
   * Writes the stable ids of the elements that can be used into the live page, as `data-element-id` attributes (seed
   * 003), in every frame and shadow root; answers how many carry theirs. No look tells of them as a change.
   */
  async injectIds(): Promise<number> {
    const context = await this.#captureContext({});
    return injectStableIds(context, await this.#source.connection());
  }

  /** Takes them out again; answers how many there were. */
  async removeIds(): Promise<number> {
    await this.#source.capture();
    return (await this.#source.connection()).removeIdAttributes();
  }

  /** The page as it is now, compared with nothing. */
  async #captureContext(options: ViewOptions, timeoutMs?: number): Promise<RenderContext> {
    const snapshot = await this.#source.capture(timeoutMs);
    this.#lookHistory.noteQuery(snapshot);
    return this.#createContext(snapshot, options);
  }

  #createContext(snapshot: Snapshot, options: ViewOptions): RenderContext {
    const cached = this.#pageStates.get(snapshot, options);
    return buildRenderContext(
      cached,
      options,
      this.#refs.createRefAssigner(cached.pageState),
      undefined,
      this.#formatCall,
    );
  }
}

const forgottenRef = (ref: number): SightlineError =>
  new SightlineError('stale', `[${ref}] is of a page that was left long ago.`, {
    hint: 'Look at the page again: its numbers are new.',
  });
