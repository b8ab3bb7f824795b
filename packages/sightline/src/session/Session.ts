import type { Locator, Page as PlaywrightPage } from 'playwright-core';
import type { Hand } from '../act/Hand.ts';
import { Settling } from '../act/Settling.ts';
import type { Attachment } from '../browser/Attachment.ts';
import { type AdoptOptions, adoptPage, type PlaywrightPageLike } from '../browser/adoptPage.ts';
import { adoptPuppeteerPage, type PuppeteerPageLike } from '../browser/adoptPuppeteerPage.ts';
import type { DialogPolicy } from '../browser/answerDialog.ts';
import { type ConnectOptions, connectBrowser } from '../browser/connectBrowser.ts';
import type { ExtensionOptions } from '../browser/connectExtension.ts';
import { type LaunchOptions, launchBrowser } from '../browser/launchBrowser.ts';
import type { NavigateOptions, Navigation, Tab } from '../browser/Navigation.ts';
import { resizePage } from '../browser/resizePage.ts';
import type { TabEvent } from '../browser/TabEvent.ts';
import type { PageNode } from '../model/Page.ts';
import { SightlineError } from '../model/SightlineError.ts';
import type { Snapshot } from '../model/Snapshot.ts';
import { shorten } from '../model/shorten.ts';
import { UrlRules } from '../model/UrlRules.ts';
import { details } from '../query/details.ts';
import type { TableOptions } from '../query/tellTable.ts';
import type { Phrasing } from '../view/call.ts';
import { clean, quote } from '../view/escape.ts';
import { headingsData, listHeadings } from '../view/headings.ts';
import { usableNodes } from '../view/json.ts';
import type { ElementLocators } from '../view/Locators.ts';
import { Reader, sceneOf, stopwatch } from '../view/reading.ts';
import { type RegionOptions, tellRegion } from '../view/region.ts';
import { optionsFor, render } from '../view/render.ts';
import type { DomAnswer } from '../view/tellDom.ts';
import { estimateTokens } from '../view/tokens.ts';
import type { Scene, ViewOptions } from '../view/View.ts';
import { Actions } from './Actions.ts';
import { Actor, type Stage } from './Actor.ts';
import type { Answer, Inspected, InspectOptions, Look, LookOptions } from './Answer.ts';
import { Camera, type HighlightOptions, type Screenshot, type ScreenshotOptions } from './Camera.ts';
import { explainTarget, nodeOf, nodeOfStableId } from './explainTarget.ts';
import { inspectPage } from './inspectPage.ts';
import { type DomQueryOptions, LiveDom } from './LiveDom.ts';
import type { Log } from './Log.ts';
import { LookMemory } from './LookMemory.ts';
import { locate } from './locate.ts';
import { markIds } from './markIds.ts';
import { type Known, type Numbered, Numbers } from './Numbers.ts';
import { noticesOf } from './noticeOf.ts';
import { Pages } from './Pages.ts';
import { type Query, Questions, type TextQuery } from './Questions.ts';
import { type Calls, PHRASINGS, type SessionOptions } from './SessionOptions.ts';
import { type ToldElement, toldElement } from './toldElement.ts';
import { type WaitOptions, waitFor } from './waitFor.ts';

export type { DomMatch, DomResponse } from '../view/tellDom.ts';
export type { ActionOptions, Target, TargetVerdict } from './Actor.ts';
export type { ActionResult } from './actionResult.ts';
export type { LogEntry } from './Log.ts';
export type {
  AdoptOptions,
  Answer,
  Calls,
  ConnectOptions,
  DialogPolicy,
  DomAnswer,
  DomQueryOptions,
  ExtensionOptions,
  HighlightOptions,
  Inspected,
  InspectOptions,
  LaunchOptions,
  Log,
  Look,
  LookOptions,
  NavigateOptions,
  Navigation,
  Numbered,
  PlaywrightPageLike,
  PuppeteerPageLike,
  Screenshot,
  ScreenshotOptions,
  SessionOptions,
  Tab,
  TabEvent,
  ToldElement,
  ViewOptions,
  WaitOptions,
};

/** Most matches of a selector that are asked for in each document. */
const MATCHES = 50;

/**
 * What a user holds: a browser with its tabs, the numbers given so far, and what the last look saw.
 * Every method may throw `SightlineError`; `browser_closed` ends the session, anything else leaves it usable.
 */
export class Session extends Actions {
  protected readonly actor: Actor;
  readonly #pages: Pages;
  #calls: Calls;
  readonly #numbers = new Numbers(() => this.#pages.documents());
  readonly #reader = new Reader();
  readonly #looks = new LookMemory(this.#reader);
  readonly #questions: Questions;
  readonly #camera: Camera;
  readonly #liveDom: LiveDom;

  private constructor(pages: Pages, { calls = 'tools', embed, log }: SessionOptions) {
    super();
    this.#pages = pages;
    this.#calls = calls;
    this.#questions = new Questions(embed);
    this.actor = new Actor(this.#stage());
    this.#camera = new Camera({
      door: (timeoutMs) => pages.door(pages.tabs.page, timeoutMs),
      read: (snapshot) => this.#read(snapshot, {}),
      settled: () => pages.tabs.settled(),
    });
    this.#liveDom = new LiveDom({
      tab: (number) => pages.tabs.tab(number),
      door: (page, timeoutMs) => pages.door(page, timeoutMs),
      read: (snapshot) => this.#read(snapshot, {}),
      isTracked: (page, url) => pages.isTracked(page, url),
      log,
    });
  }

  /** Starts a browser of its own. Throws `browser_not_found`, `browser_closed`. */
  static async launch(options: LaunchOptions & SessionOptions = {}): Promise<Session> {
    const { resolverRules } = new UrlRules(options);
    const resolver = resolverRules ? [`--host-resolver-rules=${resolverRules}`] : [];
    return Session.#over(
      await launchBrowser({ ...options, args: [...(options.args ?? []), ...resolver] }),
      options,
    );
  }

  /**
   * Attaches to a browser that runs, on this machine or elsewhere, and to the tabs that it has. `close` ends the
   * connection: the browser and all its tabs stay. Throws `invalid_argument`, `browser_closed`, `timeout`.
   */
  static async connect(options: ConnectOptions & SessionOptions): Promise<Session> {
    return Session.#over(await connectBrowser(options), options);
  }

  /**
   * A session over the tabs that a person shares in the browser they use, through Sightline's extension for it. Waits
   * until the first one is shared; `close` gives them back. Throws `extension_not_connected`, `tab_closed`.
   */
  static async fromExtension(options: ExtensionOptions & SessionOptions = {}): Promise<Session> {
    const { connectExtension } = await import('../browser/connectExtension.ts');
    return Session.#over(await connectExtension(options), options);
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
    return Session.#over(adoptPage(page, options), options);
  }

  /**
   * The same for a page that you drive with Puppeteer, through a second connection to its browser.
   * Throws `unsupported_page` for Firefox, `invalid_argument`, `tab_closed`, `browser_closed`.
   */
  static async fromPuppeteer(page: PuppeteerPageLike, options: SessionOptions = {}): Promise<Session> {
    return Session.#over(await adoptPuppeteerPage(page), options);
  }

  static async #over(bare: Attachment, options: SessionOptions & { downloads?: string }): Promise<Session> {
    return new Session(await Pages.over(bare, options), options);
  }

  /** A session over one saved snapshot: every view works, nothing live does. */
  static load(snapshot: Snapshot, options: SessionOptions = {}): Session {
    return new Session(Pages.of(snapshot), options);
  }

  /** The Playwright page of the active tab. Throws `tab_closed`, `browser_closed`. */
  get page(): PlaywrightPage {
    return this.#pages.tabs.page;
  }

  navigate(address: string, options: NavigateOptions = {}): Promise<Navigation> {
    return this.#pages.followed(this.#pages.tabs.navigate(address, options));
  }

  back(options?: NavigateOptions): Promise<Navigation> {
    return this.#pages.followed(this.#pages.tabs.back(options));
  }

  forward(options?: NavigateOptions): Promise<Navigation> {
    return this.#pages.followed(this.#pages.tabs.forward(options));
  }

  reload(options?: NavigateOptions): Promise<Navigation> {
    return this.#pages.followed(this.#pages.tabs.reload(options));
  }

  tabs(): Promise<Tab[]> {
    return this.#pages.tabs.list();
  }

  /** Opens an empty tab and makes it the active one. */
  async openTab(): Promise<void> {
    await this.#pages.followed(this.#pages.tabs.open());
  }

  /** Closes a tab, default the active one; the one that opened it, or the last, becomes active. Throws `not_found`. */
  async closeTab(number?: number): Promise<void> {
    await this.#pages.tabs.close(number);
  }

  switchTab(number: number): Promise<Tab> {
    return this.#pages.followed(this.#pages.tabs.switchTo(number));
  }

  /**
   * Waits until a text is shown or gone, an element can be used, an address is reached, or the page is at rest.
   * Throws `timeout`, `invalid_argument`; for a number what an action throws that cannot find its element.
   */
  waitFor(options: WaitOptions): Promise<Answer> {
    return waitFor(options, {
      scene: (timeoutMs) => this.#scene({}, timeoutMs),
      isReady: async (number) => (await this.actor.visibility(number)).data.ready === true,
      settle: async (timeoutMs) => {
        await this.#pages.capture(timeoutMs);
        const { page } = this.#pages.tabs;
        return (await Settling.begin(page, await this.#pages.door(page))).done({ timeoutMs });
      },
    });
  }

  /** How dialogs are answered from now on: see `SessionOptions`. */
  answerDialogs(policy: DialogPolicy): void {
    this.#pages.tabs.dialogs = policy;
  }

  /** The size of the active tab's viewport from now on, CSS pixels. */
  async resize(width: number, height: number): Promise<void> {
    await resizePage(this.#pages.tabs.page, { width, height });
  }

  /** What pages did on their own since the last call: dialogs answered, tabs opened, downloads, crashes. */
  takeEvents(): TabEvent[] {
    return this.#pages.takeEvents();
  }

  /** The same as lines, for people and models; what happened again and again is one line with a count. */
  takeNotices(): string[] {
    return noticesOf(this.takeEvents(), this.#phrasing);
  }

  /** Captures the page once and shows it. */
  async look(options: LookOptions = {}): Promise<Look> {
    const clock = stopwatch();
    const snapshot = await this.#pages.capture(options.timeoutMs);
    clock.lap('capture');
    const { view = 'outline' } = options;
    const asked = optionsFor(options);
    const reading = this.#reader.read(snapshot, asked);
    const numberOf = this.#numbers.teller(reading.structure);
    const scene = sceneOf(reading, asked, numberOf, this.#looks.before(options), this.#phrasing);
    clock.lap('read');
    if (options.locators) scene.located = await this.#locate(usableNodes(scene), scene);
    clock.lap('locate');
    const { text, data, complete } = render(view, scene, options);
    clock.lap('view');
    const { capture = 0, read = 0, locate: locating = 0, view: viewing = 0 } = clock.laps;
    const located: Record<string, number> = options.locators ? { locate: locating } : {};
    const stages = { ...this.#stagesOf(snapshot), capture, ...reading.timing, ...located, view: viewing };
    const look = this.#looks.keep(snapshot, options, reading.remembered, complete);
    return {
      text,
      data: { ...data, look },
      timing: { ...stages, total: capture + read + locating + viewing },
      snapshot,
    };
  }

  /** Nothing was done in a page that did not change (the door answered the snapshot it had), or in no page at all. */
  #stagesOf(snapshot: Snapshot): Record<string, number> {
    if (this.#pages.saved) return {};
    if (!this.#looks.holds(snapshot)) return snapshot.timing;
    return Object.fromEntries(Object.keys(snapshot.timing).map((stage) => [stage, 0]));
  }

  /** The headings of the page as it is now. */
  async headings(options: Pick<ViewOptions, 'maxTokens'> = {}): Promise<Answer> {
    return this.#answer(
      (scene) => ({ text: listHeadings(scene), data: { headings: headingsData(scene.structure.headings) } }),
      options,
    );
  }

  /** One region of the page as it is now. Throws `not_found` with the names there are. */
  async region(name: string, options: ViewOptions & RegionOptions = {}): Promise<Answer> {
    // In the markup style the label of a field is text beside it: here it is told with its value.
    const asked: ViewOptions = options.content === 'text' ? { ...options, style: 'compact' } : options;
    return this.#answer((scene) => {
      const { text, complete } = tellRegion(scene, name, options);
      return { text, data: { region: name, text, complete } };
    }, asked);
  }

  /**
   * The elements that a question means, best first, hidden ones with the way to them (seed 000, query_elements).
   * Throws `not_found` for a region or heading that is not there, `not_shown`, `stale` and `detached` for `near`.
   */
  async query(query: Query): Promise<Answer> {
    const near = query.near === undefined ? undefined : this.#known(query.near);
    return this.#answer((scene) => this.#questions.query(scene, query, near && this.#nodeOf(near, scene)));
  }

  /**
   * All that is known of one element (seed 000, get_element_details), by number or stable id; `locators`: also the
   * selectors that find it on the live page. Throws `not_shown`, `stale`, `detached`, `not_found`.
   */
  async details(target: number | string, { locators = false } = {}): Promise<Answer> {
    const known = typeof target === 'number' ? this.#known(target) : undefined;
    return this.#answer(async (scene) => {
      const node = known ? this.#nodeOf(known, scene) : nodeOfStableId(String(target), scene);
      if (locators) scene.located = await this.#locate([node], scene);
      return details(node, scene);
    });
  }

  /** Where words stand in the visible text, or what fits a regular expression. Throws `invalid_argument`. */
  async searchText(words: string, options: TextQuery = {}): Promise<Answer> {
    return this.#answer((scene) => this.#questions.text(scene, words, options));
  }

  /**
   * A table, grid or repeated list as rows: by the number of it or of anything in it, or by its name; the only one
   * of the page by default. Throws `not_found` with the tables there are, `not_shown`, `stale`, `detached`.
   */
  async table(table?: number | string, options: TableOptions = {}): Promise<Answer> {
    const known = typeof table === 'number' ? this.#known(table) : undefined;
    const name = typeof table === 'string' ? table : undefined;
    return this.#answer((scene) =>
      this.#questions.table(scene, name, options, known && this.#nodeOf(known, scene)),
    );
  }

  /**
   * Why something is shown or not: what each rule says of a number, of what a CSS selector matches, or of what holds
   * certain words (`css=` and `text=` say which is meant).
   * Throws `not_shown`, `stale`, `detached`, `invalid_selector`, `not_found`.
   */
  async explain(target: string): Promise<Answer> {
    return this.#answer((scene) =>
      explainTarget(target, scene, {
        number: (number) => this.#nodeOf(this.#known(number), scene),
        selector: async (selector) => (await this.#pages.door()).find(selector, MATCHES),
      }),
    );
  }

  /**
   * The elements that match a CSS selector on the live DOM (seed 004), in every frame. `text` for models, `data` with
   * the response field by field. Throws `invalid_selector`, `timeout` (retryable), `tab_closed`, `not_found` for a tab
   * that never was, `too_large`, `unsupported_page`, `browser_closed`.
   */
  queryDom(selector: string, options: DomQueryOptions = {}): Promise<DomAnswer> {
    return this.#pages.meant(this.#liveDom.query(selector, options));
  }

  /**
   * A Playwright locator for a number, in whatever frame or shadow root the element lives.
   * Throws `not_shown` for a number that was never given.
   */
  async locator(number: number): Promise<Locator> {
    const known = this.#known(number);
    const door = await this.#pages.door();
    return door.locator(known.document, known.id);
  }

  /**
   * A PNG of the page as it is now, in which every secret is painted over: fields, text that repeats their values,
   * and frames that cannot be read. With `numbers`, what can be used is marked, and can be acted on by them.
   * Throws `invalid_argument` where it cannot be written to `path`, or for a colour that is none.
   */
  screenshot(options: ScreenshotOptions = {}): Promise<Screenshot> {
    return this.#camera.take(options);
  }

  /**
   * The page as data, with the picture that belongs to it (secrets painted over; none of a saved snapshot), and the
   * numbers given so far. It is no look: without `numberAll` none is given, and the next look tells what it would have told.
   * `since` is answered itself where nothing changed since.
   */
  inspect(options: InspectOptions = {}): Promise<Inspected> {
    return inspectPage(options, {
      pages: this.#pages,
      numbers: this.#numbers,
      camera: this.#camera,
      scene: (timeoutMs) => this.#scene({}, timeoutMs),
    });
  }

  /** The same of one element, scrolled into view. Throws what an action throws that cannot reach its element. */
  screenshotElement(
    number: number,
    options: { path?: string; timeoutMs?: number } = {},
  ): Promise<Screenshot> {
    const { path, timeoutMs = 10_000 } = options;
    const take = async (hand: Hand, node: PageNode): Promise<Screenshot> => {
      hand.refuseUnseen(node);
      const door = await this.#pages.door();
      return hand.attempt(node, () =>
        this.#camera.takeOf(door, hand.locator(node), { path, timeoutMs: hand.left }),
      );
    };
    return this.actor.read(number, take, { timeoutMs });
  }

  /** Shows the numbers over the live page, for a person who watches; the next look or action takes them off. */
  highlight(options?: HighlightOptions): Promise<number[]> {
    return this.#camera.highlight(options);
  }

  clearHighlights(): Promise<void> {
    return this.#camera.clearHighlights();
  }

  /** How answers write the calls they recommend from now on, see `SessionOptions`; answers how they did until now. */
  phraseCalls(calls: Calls): Calls {
    const before = this.#calls;
    this.#calls = calls;
    return before;
  }

  /** What was last told of the element of a number; the page is not asked. Undefined for one that was never shown. */
  told(number: number): ToldElement | undefined {
    const known = this.#numbers.find(number);
    return known && toldElement(known);
  }

  get #phrasing(): Phrasing {
    return PHRASINGS[this.#calls];
  }

  /** Every number that was given, and what has it. */
  numbered(): Numbered[] {
    return this.#numbers.given().map(([document, id, number]) => ({ document, id, number }));
  }

  /** Gives elements the numbers that they had in another session, before this one tells any. */
  async restoreNumbers(numbered: readonly Numbered[]): Promise<void> {
    this.#numbers.restore(numbered, (await this.#scene({})).structure);
  }

  /** The texts without what they repeat of the secrets that the page of the active tab holds now. */
  async withoutSecrets(texts: string[]): Promise<string[]> {
    return (await this.#pages.door()).withoutSecrets(texts);
  }

  /** Ends the session, and its browser if that is its own; a page of somebody else is left as it is. */
  async close(): Promise<void> {
    await this.#pages.close();
  }

  #known(number: number): Known {
    const known = this.#numbers.find(number);
    if (known) return known;
    if (this.#numbers.wasGiven(number)) throw longGone(number);
    throw new SightlineError('not_shown', `No element [${number}] was ever shown.`, {
      hint: 'Use a number from the last look or query.',
    });
  }

  #nodeOf(known: Known, scene: Scene): PageNode {
    return nodeOf(known, scene, this.#numbers);
  }

  /** What actions work with. */
  #stage(): Stage {
    const session = this;
    return {
      numbers: this.#numbers,
      get page() {
        return session.#pages.tabs.page;
      },
      door: () => this.#pages.door(),
      scene: (timeoutMs) => this.#scene({}, timeoutMs),
      known: (number) => this.#known(number),
      checkAlive: () => this.#pages.tabs.checkAlive(),
      takeEvents: async () => {
        await this.#pages.tabs.settled();
        return this.takeEvents();
      },
    };
  }

  /** Answers a question on the page as it is now; says which page that is, and whether it changed since the last look. */
  async #answer(ask: (scene: Scene) => Answer | Promise<Answer>, options: ViewOptions = {}): Promise<Answer> {
    const scene = await this.#scene(options);
    const { url, title } = scene.structure.pruning.page;
    const look = this.#looks.last;
    const changed = this.#looks.hasChanged();
    const name = quote(shorten(title, 80));
    const note = changed ? `(${name} has changed since look ${look}, the last one)\n` : '';
    scene.maxTokens -= estimateTokens(note);
    const { text, data } = await ask(scene);
    return { text: note + text, data: { url: clean(url), title: clean(title), look, changed, ...data } };
  }

  async #locate(nodes: PageNode[], scene: Scene): Promise<Map<PageNode, ElementLocators>> {
    return locate(nodes, scene, await this.#pages.door());
  }

  /**
   * Writes the stable ids of the elements that can be used into the live page, as `data-element-id` attributes (seed
   * 003), in every frame and shadow root; answers how many carry theirs. No look tells of them as a change.
   */
  async injectIds(): Promise<number> {
    const scene = await this.#scene({});
    return markIds(scene, await this.#pages.door());
  }

  /** Takes them out again; answers how many there were. */
  async removeIds(): Promise<number> {
    await this.#pages.capture();
    return (await this.#pages.door()).unmark();
  }

  /** The page as it is now, compared with nothing. */
  async #scene(options: ViewOptions, timeoutMs?: number): Promise<Scene> {
    const snapshot = await this.#pages.capture(timeoutMs);
    this.#looks.ask(snapshot);
    return this.#read(snapshot, options);
  }

  #read(snapshot: Snapshot, options: ViewOptions): Scene {
    const reading = this.#reader.read(snapshot, options);
    return sceneOf(reading, options, this.#numbers.teller(reading.structure), undefined, this.#phrasing);
  }
}

const longGone = (number: number): SightlineError =>
  new SightlineError('stale', `[${number}] is of a page that was left long ago.`, {
    hint: 'Look at the page again: its numbers are new.',
  });
