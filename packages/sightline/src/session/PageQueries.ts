import type { Locator } from 'playwright-core';
import type { ActionContext } from '../actions/ActionContext.ts';
import { interactiveNodes } from '../render/buildPageJson.ts';
import type { RenderedDomQuery } from '../render/dom/renderDomQuery.ts';
import { quote, stripInvisible } from '../render/escape.ts';
import { estimateTokens } from '../render/estimateTokens.ts';
import type { ElementLocators } from '../render/Locators.ts';
import { buildRenderContext } from '../render/PageStateCache.ts';
import type { RenderContext, ViewOptions } from '../render/RenderContext.ts';
import type { RegionOptions } from '../render/renderRegion.ts';
import { renderView, withViewStyle } from '../render/renderView.ts';
import type { TableOptions } from '../search/tables/renderTable.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { readOptions } from '../snapshot/readOptions.ts';
import type { Snapshot } from '../snapshot/Snapshot.ts';
import { invalidSelector } from '../snapshot/selectors/invalidSelector.ts';
import { shorten } from '../snapshot/shorten.ts';
import { type AbortOptions, untilAborted } from '../snapshot/untilAborted.ts';
import { ActionRunner } from './actions/ActionRunner.ts';
import { ElementActions } from './actions/ElementActions.ts';
import { type WaitOptions, waitFor } from './actions/waitFor.ts';
import {
  type CapturedPage,
  type CoreQuery,
  QUERY_FIELDS,
  type TextSearchOptions,
} from './captured/CapturedPage.ts';
import { inspectPage } from './inspectPage.ts';
import { buildObservation, captureWithPicture, type Observation } from './observe.ts';
import {
  DOM_FIELDS,
  REGION_ALIASES,
  REGION_FIELDS,
  readLookOptions,
  SCREENSHOT_FIELDS,
  TABLE_FIELDS,
  TEXT_FIELDS,
  WAIT_FIELDS,
} from './optionFields.ts';
import type { PageSource } from './pages/PageSource.ts';
import { Embeddings } from './queries/Embeddings.ts';
import { explainTarget } from './queries/explainTarget.ts';
import { type DomQueryOptions, LiveDomQueries } from './queries/LiveDomQueries.ts';
import { readColumns, readLiveFacts } from './queries/readColumns.ts';
import { type FindTable, findTableTarget, readWholeTable } from './queries/readWholeTable.ts';
import { showPart } from './queries/showPart.ts';
import { takeFirstLook } from './queries/takeFirstLook.ts';
import { locateElements } from './refs/locateElements.ts';
import { describeEntry, type ElementDescriptor, type ElementRef } from './refs/RefRegistry.ts';
import type { Target } from './refs/TargetResolver.ts';
import {
  type HighlightOptions,
  type Screenshot,
  type ScreenshotOptions,
  ScreenshotService,
} from './ScreenshotService.ts';
import { SessionContext } from './SessionContext.ts';
import type { SessionOptions } from './SessionOptions.ts';
import type {
  InspectOptions,
  InspectResult,
  LookOptions,
  LookResult,
  SessionResult,
} from './SessionResult.ts';

/** Most matches of a selector that are requested of each document. */
const MAX_SELECTOR_MATCHES = 50;

let readContext: (session: PageQueries) => SessionContext;

/** What the parts of a session share, for what is built on sessions. */
export const contextOf = (session: PageQueries): SessionContext => readContext(session);

/**
 * Questions about the page: each captures it as it is now, and reads the capture. They say which page that is, and
 * whether it has changed since the last look.
 */
export abstract class PageQueries extends ElementActions {
  protected readonly context: SessionContext;
  protected readonly actionRunner: ActionRunner;
  readonly #embeddings: Embeddings | undefined;
  readonly #screenshots: ScreenshotService;
  readonly #liveDomQueries: LiveDomQueries;

  static {
    readContext = (session) => session.context;
  }

  protected constructor(source: PageSource, options: SessionOptions) {
    super();
    this.context = new SessionContext(source, options);
    this.actionRunner = new ActionRunner(this.context);
    this.#embeddings = options.embed && new Embeddings(options.embed);
    this.#screenshots = new ScreenshotService(this.context);
    this.#liveDomQueries = new LiveDomQueries(this.context);
  }

  /** Captures the page once and shows it. Throws `timeout`, `navigated`, `tab_closed`, `unsupported_page`. */
  async look(given: LookOptions = {}): Promise<LookResult> {
    const { signal, ...options } = readLookOptions(given);
    const { source, history, refs, formatCall } = this.context;
    const timer = this.context.startLook();
    // One that is aborted is not remembered as what its reader knows.
    const { snapshot, picture } = await untilAborted(
      () => captureWithPicture(options, source, this.#screenshots),
      signal,
    );
    timer.lap('capture');
    const viewOptions = withViewStyle(options);
    const cached = this.context.pageOf(snapshot).viewState(viewOptions);
    const refOf = refs.createRefAssigner(cached.pageState);
    const context = buildRenderContext(cached, viewOptions, refOf, history.previous(options), formatCall);
    timer.lap('read');
    if (options.locators)
      context.elementLocators = await untilAborted(
        () => this.#locateElements(interactiveNodes(context), context),
        signal,
      );
    timer.lap('locate');
    const { text, data, complete, keys } = renderView(options.view ?? 'outline', context, options);
    timer.lap('view');
    const { capture = 0, read = 0, locate = 0, view = 0 } = timer.laps;
    const stages = {
      ...this.#captureTimings(snapshot),
      capture,
      ...cached.timing,
      ...(options.locators && { locate }),
      view,
    };
    return {
      text,
      data: {
        ...data,
        look: history.record(snapshot, options, { ...cached.baseline(), lines: keys }, complete),
      },
      timing: { ...stages, total: capture + read + locate + view },
      snapshot,
      ...(picture && { picture }),
    };
  }

  /**
   * One state of the page as text, elements, html and picture, of one capture. `view` and `full` (default true) are about
   * the text. Throws what `look` throws.
   */
  async observe(options: LookOptions = {}): Promise<Observation> {
    const look = await this.look({ picture: true, full: true, ...options });
    return buildObservation(look, this.context.pageOf(look.snapshot), options.htmlMode);
  }

  /**
   * What the page shows, for who has just come to it: what it is about, in `maxTokens` o200k tokens (default 450). It is
   * no look: the next one is not compared with it. A page that shows nothing yet is given three seconds, one with boxes six.
   */
  firstLook(options: Pick<LookOptions, 'maxTokens' | 'timeoutMs' | 'signal'> = {}): Promise<SessionResult> {
    return takeFirstLook(this.context, options);
  }

  /** No time was spent in a page that did not change since the last look, or in a saved one. */
  #captureTimings(snapshot: Snapshot): Record<string, number> {
    if (this.context.source.saved) return {};
    if (!this.context.history.isLastLook(snapshot)) return snapshot.timing;
    return Object.fromEntries(Object.keys(snapshot.timing).map((stage) => [stage, 0]));
  }

  /** The headings of the page. */
  headings(options: Pick<ViewOptions, 'maxTokens'> & AbortOptions = {}): Promise<SessionResult> {
    return this.#answer((page, viewOptions) => page.headings(viewOptions), options);
  }

  /** One region of the page, or another part: by name, number or selector. Throws `not_found` with the names of the regions. */
  async region(name: string, given: ViewOptions & RegionOptions & AbortOptions = {}): Promise<SessionResult> {
    const { signal, ...options } = readOptions('region', given, REGION_FIELDS, REGION_ALIASES);
    const answer = (page: CapturedPage, viewOptions: ViewOptions): Promise<SessionResult> =>
      showPart(name, page, { ...options, ...viewOptions }, async (target) => this.#find(target, page));
    return this.#answer(answer, { signal, ...options });
  }

  /**
   * The elements that a question means, best first, hidden ones with the way to reveal them. A role or an attribute may be
   * that of anything on the page: headings, images, rows. Throws `invalid_argument` for a field that there is not;
   * `not_shown`, `stale`, `detached`, `ambiguous` for `near`.
   */
  async query(
    given: Omit<CoreQuery, 'near'> & AbortOptions & { near?: Target | PageNode },
  ): Promise<SessionResult> {
    const { near, signal, ...rest } = readOptions('query', given, { ...QUERY_FIELDS, signal: true });
    const answer = async (page: CapturedPage): Promise<SessionResult> => {
      await this.context.loadSearch();
      const query: CoreQuery = { ...rest, ...(near !== undefined && { near: await this.#find(near, page) }) };
      const similarities = await this.#embeddings?.similarities(page.queryIndex(), query);
      const columns = await readColumns(query, page, this.context);
      return page.query(query, { similarities, columns });
    };
    return this.#answer(answer, { signal });
  }

  /**
   * All that is known of one element. `locators`: with selectors that find it on the live page.
   * Throws `not_shown`, `stale`, `detached`, `ambiguous`, `not_found`.
   */
  async details(target: Target, given: AbortOptions & { locators?: boolean } = {}): Promise<SessionResult> {
    const { locators = false, signal } = readOptions('details', given, { locators: true, signal: true });
    const answer = async (page: CapturedPage): Promise<SessionResult> => {
      const node = await this.#find(target, page);
      const located = locators ? await this.#locateElements([node], page.renderContext()) : undefined;
      return page.details(node, located, await readLiveFacts(node, this.context));
    };
    return this.#answer(answer, { signal });
  }

  /** Where words stand in the visible text, or what a regular expression matches. Throws `invalid_argument`. */
  async searchText(words: string, given: TextSearchOptions & AbortOptions = {}): Promise<SessionResult> {
    const { signal, ...options } = readOptions('searchText', given, TEXT_FIELDS);
    return this.#answer((page) => page.searchText(words, options), { signal });
  }

  /**
   * A table, grid or repeated list as rows: by the number of it or of anything in it, or by its name; by default the
   * one that the page is about. `all` scrolls through one that loads its rows as it is scrolled, for at most two minutes.
   * Throws `not_found` with the tables of the page, `not_shown`, `stale`, `detached`, `ambiguous`.
   */
  async table(table?: number | string, given: TableOptions & AbortOptions = {}): Promise<SessionResult> {
    const { signal, ...options } = readOptions('table', given, TABLE_FIELDS);
    const find: FindTable = (page) => findTableTarget(table, page, this.context.finder);
    const readWhole = () => readWholeTable(find, this.context, { ...options, signal });
    const whole = options.all && (await untilAborted(readWhole, signal));
    const answer = async (page: CapturedPage): Promise<SessionResult> =>
      page.renderTable(whole || page.dataTable(await find(page)), options);
    return this.#answer(answer, { signal });
  }

  /**
   * Why an element is shown or not: that of a number, those that match a CSS selector, or those with
   * certain words (`css=` and `text=` say which is meant).
   * Throws `not_shown`, `stale`, `detached`, `ambiguous`, `invalid_selector`, `not_found`.
   */
  explain(target: string, { signal }: AbortOptions = {}): Promise<SessionResult> {
    const answer = (page: CapturedPage): Promise<SessionResult> =>
      explainTarget(target, page, {
        matchLive: async (selector) =>
          (await this.context.connection()).matchSelector(selector, MAX_SELECTOR_MATCHES),
        candidates: (words) => this.context.finder.candidates(words, page.renderContext(), { toRead: true }),
      });
    return this.#answer(answer, { signal });
  }

  /**
   * The elements that match a CSS selector on the live DOM, in every frame. Throws `invalid_selector`, `timeout`
   * (retryable), `tab_closed`, `not_found` for a tab that never existed, `too_large`, `unsupported_page`,
   * `browser_closed`.
   */
  async queryDom(selector: string, given: DomQueryOptions = {}): Promise<RenderedDomQuery> {
    if (typeof selector !== 'string') throw invalidSelector(selector, 'it is no text');
    const { signal, ...options } = readOptions('queryDom', given, DOM_FIELDS);
    const query = () => this.context.source.explainFailure(this.#liveDomQueries.query(selector, options));
    return untilAborted(query, signal);
  }

  /**
   * Waits until a text is shown or gone, an element is ready, an address is reached, or the page has settled. Throws
   * `timeout`, `invalid_argument`; for a number what an action throws that cannot find its element.
   */
  async waitFor(given: WaitOptions): Promise<SessionResult> {
    const options = readOptions('waitFor', given, WAIT_FIELDS);
    return this.context.source.explainFailure(waitFor(options, this.context, this.actionRunner));
  }

  /**
   * A Playwright locator for a number, in whatever frame or shadow root the element is. Throws `not_shown`, `stale` for
   * a number of a page that was left long ago.
   */
  async locator(number: number): Promise<Locator> {
    const entry = this.context.targets.entryOf(number);
    return (await this.context.connection()).lastingLocator(entry.document, entry.id);
  }

  /**
   * A PNG of the page as it is now, in which every secret is masked: fields, text that repeats their values, and frames
   * that cannot be read. With `numbers`, interactive elements are marked, and can be acted on by these numbers.
   * Throws `invalid_argument` where it cannot be written to `path`, or for an unknown colour.
   */
  async screenshot(options: ScreenshotOptions = {}): Promise<Screenshot> {
    return this.#screenshots.take(readOptions('screenshot', options, SCREENSHOT_FIELDS));
  }

  /** The same of one element, scrolled into view. Throws what an action throws that cannot reach its element. */
  screenshotElement(
    number: number,
    options: AbortOptions & { path?: string; timeoutMs?: number } = {},
  ): Promise<Screenshot> {
    const { path, timeoutMs = 10_000, signal } = options;
    const takeScreenshot = async (actionContext: ActionContext, node: PageNode): Promise<Screenshot> => {
      actionContext.assertVisible(node);
      const connection = await this.context.connection();
      return actionContext.runPlaywright(node, () =>
        this.#screenshots.takeElement(connection, actionContext.locator(node), {
          path,
          timeoutMs: actionContext.timeLeftMs,
        }),
      );
    };
    return this.actionRunner.read(number, takeScreenshot, { timeoutMs, signal });
  }

  /** Shows the numbers over the live page, for a person who watches, until the next look or action. Returns them. */
  highlight(options?: HighlightOptions): Promise<number[]> {
    return this.#screenshots.highlight(options);
  }

  /** Removes the numbers that `highlight` shows. */
  clearHighlights(): Promise<void> {
    return this.#screenshots.clearHighlights();
  }

  /**
   * The page as data, the numbers given so far, and a screenshot with secrets masked (none of a saved snapshot). This is
   * not a look: without `numberAll` no number is given, and the next look marks as new what it would have marked. Returns
   * `since` itself where nothing has changed since.
   */
  inspect({ signal, ...options }: InspectOptions = {}): Promise<InspectResult> {
    return untilAborted(() => inspectPage(options, this.context, this.#screenshots), signal);
  }

  /** The element of a number as it was last shown, without a capture. Undefined for one that was never shown. */
  lastShown(number: number): ElementDescriptor | undefined {
    const entry = this.context.refs.entryForRef(number);
    return entry && describeEntry(entry);
  }

  /** Every number that was given, with its element. */
  elementRefs(): ElementRef[] {
    return this.context.refs.entries().map(([document, id, number]) => ({ document, id, number }));
  }

  /** Gives elements the numbers that they had in another session. To be called before the first look. */
  async restoreRefs(refs: readonly ElementRef[]): Promise<void> {
    this.context.refs.restoreRefs(refs, (await this.context.capture()).pageState);
  }

  /**
   * Writes the stable ids of interactive elements into the live page, as `data-element-id` attributes, in every frame and
   * shadow root. Returns how many carry theirs: an attribute of that name that the page itself has stays as it is. No look
   * shows them as a change.
   */
  async injectIds(): Promise<number> {
    const { visibility, stableIds } = (await this.context.capture()).pageState;
    const idsByDocument = new Map<string, Record<number, string>>();
    for (const node of visibility.page.nodes) {
      if (visibility.interactive[node.index] !== 1) continue;
      const documentIds = idsByDocument.get(node.document.key) ?? {};
      idsByDocument.set(node.document.key, documentIds);
      documentIds[node.id] = stableIds.of(node);
    }
    return (await this.context.connection()).writeIdAttributes(idsByDocument);
  }

  /** Removes these attributes. Returns how many there were. */
  async removeIds(): Promise<number> {
    await this.context.source.capture();
    return (await this.context.connection()).removeIdAttributes();
  }

  #answer(
    answerFor: (page: CapturedPage, options: ViewOptions) => SessionResult | Promise<SessionResult>,
    { signal, ...options }: ViewOptions & AbortOptions = {},
  ): Promise<SessionResult> {
    return untilAborted(() => this.#answerNow(answerFor, options), signal);
  }

  async #answerNow(
    answerFor: (page: CapturedPage, options: ViewOptions) => SessionResult | Promise<SessionResult>,
    options: ViewOptions,
  ): Promise<SessionResult> {
    const { history } = this.context;
    const page = await this.context.capture();
    const { url, title } = page.viewState(options).pageState.visibility.page;
    const look = history.lastNumber;
    const changed = history.hasChanged();
    const name = quote(shorten(title, 80));
    const changeNote =
      changed && !history.isOtherPage() ? `(${name} has changed since look ${look}, the last one)\n` : '';
    const { maxTokens = Number.POSITIVE_INFINITY } = options;
    const bounded = { ...options, maxTokens: maxTokens - estimateTokens(changeNote) };
    const { text, data } = await answerFor(page, bounded);
    return {
      text: changeNote + text,
      data: { url: stripInvisible(url), title: stripInvisible(title), look, changed, ...data },
    };
  }

  #find(target: Target | PageNode, page: CapturedPage): Promise<PageNode> | PageNode {
    return typeof target === 'object' ? target : this.context.finder.find(target, page.renderContext());
  }

  async #locateElements(nodes: PageNode[], context: RenderContext): Promise<Map<PageNode, ElementLocators>> {
    return locateElements(nodes, context, await this.context.connection());
  }
}
