import type { Locator, Page as PlaywrightPage } from 'playwright-core';
import type { Hand } from '../act/Hand.ts';
import { Settling } from '../act/Settling.ts';
import type { Attachment } from '../browser/Attachment.ts';
import { type AdoptOptions, adoptPage, type PlaywrightPageLike } from '../browser/adoptPage.ts';
import { adoptPuppeteerPage, type PuppeteerPageLike } from '../browser/adoptPuppeteerPage.ts';
import type { DialogPolicy } from '../browser/answerDialog.ts';
import { type ConnectOptions, connectBrowser } from '../browser/connectBrowser.ts';
import type { ExtensionOptions } from '../browser/connectExtension.ts';
import { gateRequests } from '../browser/gateRequests.ts';
import { type LaunchOptions, launchBrowser } from '../browser/launchBrowser.ts';
import type { NavigateOptions, Navigation, Tab } from '../browser/Navigation.ts';
import type { PageDoor } from '../browser/PageDoor.ts';
import { resizePage } from '../browser/resizePage.ts';
import type { TabEvent } from '../browser/TabEvent.ts';
import { Tabs } from '../browser/Tabs.ts';
import type { Censor } from '../browser/WordCheck.ts';
import type { PageNode } from '../model/Page.ts';
import { SightlineError } from '../model/SightlineError.ts';
import type { Snapshot } from '../model/Snapshot.ts';
import { shorten } from '../model/shorten.ts';
import { UrlRules } from '../model/UrlRules.ts';
import { details } from '../query/details.ts';
import type { TableOptions } from '../query/tellTable.ts';
import type { Remembered } from '../structure/changes.ts';
import { difference, isSame } from '../structure/difference.ts';
import type { Structure } from '../structure/Structure.ts';
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
import { arrivalOf } from './arrival.ts';
import { Camera, type HighlightOptions, type Screenshot, type ScreenshotOptions } from './Camera.ts';
import { Doors } from './Doors.ts';
import { explainTarget, nodeOf, nodeOfStableId } from './explainTarget.ts';
import { type DomQueryOptions, LiveDom } from './LiveDom.ts';
import type { Log } from './Log.ts';
import { locate } from './locate.ts';
import { markIds } from './markIds.ts';
import { type Known, type Numbered, Numbers } from './Numbers.ts';
import { noticesOf } from './noticeOf.ts';
import { type Query, Questions, type TextQuery } from './Questions.ts';
import { type Calls, PHRASINGS, type SessionOptions } from './SessionOptions.ts';
import { Tracked } from './Tracked.ts';
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

/** Where a session's pages come from: a browser, or one saved snapshot. */
type Source = { kind: 'browser'; attachment: Attachment; tabs: Tabs } | { kind: 'file'; snapshot: Snapshot };

/**
 * What a user holds: a browser with its tabs, the numbers given so far, and what the last look saw.
 * Every method may throw `SightlineError`; `browser_closed` ends the session, anything else leaves it usable.
 */
export class Session extends Actions {
  protected readonly actor: Actor;
  readonly #source: Source;
  readonly #rules: UrlRules;
  #calls: Calls;
  readonly #doors = new Doors();
  readonly #numbers = new Numbers(() => this.#doors.documents());
  readonly #reader = new Reader();
  readonly #questions: Questions;
  readonly #camera: Camera;
  readonly #liveDom: LiveDom;
  readonly #tracked = new Tracked();
  /** What the last look saw, and what the last question was asked of. */
  #lastSeen: Snapshot | undefined;
  #lastAsked: Snapshot | undefined;
  /** Both of them, and whether they differ. */
  #compared: { seen: Snapshot; asked: Snapshot; changed: boolean } | undefined;
  /** How many looks there were: what an answer calls the last one. */
  #looks = 0;
  /** What the last look of a view saw, by view and style: another view may not have told all of it. */
  readonly #remembered = new Map<string, Remembered>();

  private constructor(source: Source, { calls = 'tools', embed, log, ...rules }: SessionOptions) {
    super();
    this.#rules = new UrlRules(rules);
    this.#questions = new Questions(embed);
    this.actor = new Actor(this.#stage());
    this.#camera = new Camera({
      door: (timeoutMs) => this.#door(this.#tabs.page, timeoutMs),
      read: (snapshot) => this.#read(snapshot, {}),
      settled: () => this.#tabs.settled(),
    });
    this.#liveDom = new LiveDom({
      tab: (number) => this.#tabs.tab(number),
      door: (page, timeoutMs) => this.#door(page, timeoutMs),
      read: (snapshot) => this.#read(snapshot, {}),
      isTracked: (page, url) => this.#tracked.isAt(page, url),
      log,
    });
    this.#source = source;
    this.#calls = calls;
    if (source.kind === 'browser') this.#follow(source.tabs);
  }

  /** What the active tab shows is what its user is about: they handed it over, or sent the session there. */
  #follow(tabs: Tabs): void {
    const page = tabs.activePage;
    if (page) this.#tracked.follow(page, page.url());
  }

  async #followed<T>(travel: Promise<T>): Promise<T> {
    const result = await travel;
    this.#follow(this.#tabs);
    return result;
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
    const rules = new UrlRules(options);
    const attachment = await gateRequests(bare, rules);
    const censor: Censor = async (page, texts) => (await session.#door(page)).withoutSecrets(texts);
    const { dialogs, downloads } = options;
    const tabs = new Tabs(attachment.context, {
      censor,
      rules,
      arrival: (page) => arrivalOf(page, (one) => session.#door(one)),
      ...(attachment.guest && { guest: attachment.guest }),
      ...(dialogs && { dialogs }),
      ...(downloads && { downloads }),
    });
    const session: Session = new Session({ kind: 'browser', attachment, tabs }, options);
    return session;
  }

  /** A session over one saved snapshot: every view works, nothing live does. */
  static load(snapshot: Snapshot, options: SessionOptions = {}): Session {
    return new Session({ kind: 'file', snapshot }, options);
  }

  /** The Playwright page of the active tab. Throws `tab_closed`, `browser_closed`. */
  get page(): PlaywrightPage {
    return this.#tabs.page;
  }

  navigate(address: string, options: NavigateOptions = {}): Promise<Navigation> {
    return this.#followed(this.#tabs.navigate(address, options));
  }

  back(options?: NavigateOptions): Promise<Navigation> {
    return this.#followed(this.#tabs.back(options));
  }

  forward(options?: NavigateOptions): Promise<Navigation> {
    return this.#followed(this.#tabs.forward(options));
  }

  reload(options?: NavigateOptions): Promise<Navigation> {
    return this.#followed(this.#tabs.reload(options));
  }

  tabs(): Promise<Tab[]> {
    return this.#tabs.list();
  }

  /** Opens an empty tab and makes it the active one. */
  async openTab(): Promise<void> {
    await this.#followed(this.#tabs.open());
  }

  /** Closes a tab, default the active one; the one that opened it, or the last, becomes active. Throws `not_found`. */
  async closeTab(number?: number): Promise<void> {
    await this.#tabs.close(number);
  }

  switchTab(number: number): Promise<Tab> {
    return this.#followed(this.#tabs.switchTo(number));
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
        await this.#capture(timeoutMs);
        const { page } = this.#tabs;
        return (await Settling.begin(page, await this.#door(page))).done({ timeoutMs });
      },
    });
  }

  /** How dialogs are answered from now on: see `SessionOptions`. */
  answerDialogs(policy: DialogPolicy): void {
    this.#tabs.dialogs = policy;
  }

  /** The size of the active tab's viewport from now on, CSS pixels. */
  async resize(width: number, height: number): Promise<void> {
    await resizePage(this.#tabs.page, { width, height });
  }

  /** What pages did on their own since the last call: dialogs answered, tabs opened, downloads, crashes. */
  takeEvents(): TabEvent[] {
    return this.#source.kind === 'browser' ? this.#source.tabs.takeEvents() : [];
  }

  /** The same as lines, for people and models; what happened again and again is one line with a count. */
  takeNotices(): string[] {
    return noticesOf(this.takeEvents(), this.#phrasing);
  }

  /** Captures the page once and shows it. */
  async look(options: LookOptions = {}): Promise<Look> {
    const clock = stopwatch();
    const snapshot = await this.#capture(options.timeoutMs);
    clock.lap('capture');
    const { view = 'outline' } = options;
    const memory = `${view}/${options.style ?? 'compact'}/${options.interactiveOnly ?? false}/${options.viewportExpansion ?? -1}`;
    const asked = optionsFor(options);
    const reading = this.#reader.read(snapshot, asked);
    const numberOf = this.#numbers.teller(reading.structure);
    const scene = sceneOf(reading, asked, numberOf, this.#remembered.get(memory), this.#phrasing);
    clock.lap('read');
    if (options.locators) scene.located = await this.#locate(usableNodes(scene), scene);
    clock.lap('locate');
    const { text, data, complete } = render(view, scene, options);
    clock.lap('view');
    this.#remembered.set(memory, complete ? reading.remembered : { ...reading.remembered, parts: new Map() });
    const { capture = 0, read = 0, locate: locating = 0, view: viewing = 0 } = clock.laps;
    const located: Record<string, number> = options.locators ? { locate: locating } : {};
    const stages = { ...this.#stagesOf(snapshot), capture, ...reading.timing, ...located, view: viewing };
    const look = ++this.#looks;
    return {
      text,
      data: { ...data, look },
      timing: { ...stages, total: capture + read + locating + viewing },
      snapshot,
    };
  }

  /** Nothing was done in a page that did not change (the door answered the snapshot it had), or in no page at all. */
  #stagesOf(snapshot: Snapshot): Record<string, number> {
    if (this.#source.kind === 'file') return {};
    const isHeld = snapshot === this.#lastSeen;
    this.#lastSeen = snapshot;
    if (!isHeld) return snapshot.timing;
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
    return this.#answer((scene) => this.#questions.query(scene, query, near));
  }

  /**
   * All that is known of one element (seed 000, get_element_details), by number or stable id; `locators`: also the
   * selectors that find it on the live page. Throws `not_shown`, `stale`, `detached`, `not_found`.
   */
  async details(target: number | string, { locators = false } = {}): Promise<Answer> {
    const known = typeof target === 'number' ? this.#known(target) : undefined;
    return this.#answer(async (scene) => {
      const node = known ? nodeOf(known, scene) : nodeOfStableId(String(target), scene);
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
    return this.#answer((scene) => this.#questions.table(scene, name, options, known));
  }

  /**
   * Why something is shown or not: what each rule says of a number, of what a CSS selector matches, or of what holds
   * certain words (`css=` and `text=` say which is meant).
   * Throws `not_shown`, `stale`, `detached`, `invalid_selector`, `not_found`.
   */
  async explain(target: string): Promise<Answer> {
    return this.#answer((scene) =>
      explainTarget(target, scene, {
        number: (number) => this.#known(number),
        selector: async (selector) => (await this.#door(this.#tabs.page)).find(selector, MATCHES),
      }),
    );
  }

  /**
   * The elements that match a CSS selector on the live DOM (seed 004), in every frame. `text` for models, `data` with
   * the response field by field. Throws `invalid_selector`, `timeout` (retryable), `tab_closed`, `not_found` for a tab
   * that never was, `too_large`, `unsupported_page`, `browser_closed`.
   */
  queryDom(selector: string, options: DomQueryOptions = {}): Promise<DomAnswer> {
    return this.#meant(this.#liveDom.query(selector, options));
  }

  /**
   * A Playwright locator for a number, in whatever frame or shadow root the element lives.
   * Throws `not_shown` for a number that was never given.
   */
  async locator(number: number): Promise<Locator> {
    const known = this.#known(number);
    const door = await this.#door(this.#tabs.page);
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
  async inspect({ since, numberAll, ...options }: InspectOptions = {}): Promise<Inspected> {
    if (numberAll) this.#numberAll(await this.#scene({}, options.timeoutMs));
    const numbers = this.#numbers.given();
    const isSame = since?.numbers.length === numbers.length;
    if (isSame && (await this.#capture(options.timeoutMs)) === since.snapshot) return since;
    if (this.#source.kind === 'file') return { snapshot: this.#source.snapshot, numbers };
    const { snapshot, ...picture } = await this.#camera.capture(options);
    return { snapshot, numbers, picture };
  }

  /** What has one keeps what was told of it: nobody who acts by numbers read this. */
  #numberAll(scene: Scene): void {
    for (const node of usableNodes(scene)) if (!this.#numbers.of(node)) scene.numberOf(node);
  }

  /** The same of one element, scrolled into view. Throws what an action throws that cannot reach its element. */
  screenshotElement(
    number: number,
    options: { path?: string; timeoutMs?: number } = {},
  ): Promise<Screenshot> {
    const { path, timeoutMs = 10_000 } = options;
    const take = async (hand: Hand, node: PageNode): Promise<Screenshot> => {
      hand.refuseUnseen(node);
      const door = await this.#door(this.#tabs.page);
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
    return (await this.#door(this.#tabs.page)).withoutSecrets(texts);
  }

  /** Ends the session, and its browser if that is its own; a page of somebody else is left as it is. */
  async close(): Promise<void> {
    if (this.#source.kind === 'file') return;
    const { tabs, attachment } = this.#source;
    if (attachment.guest) {
      tabs.dispose();
      await this.#doors.dispose();
    }
    await attachment.close();
  }

  #known(number: number): Known {
    const known = this.#numbers.find(number);
    if (known) return known;
    if (this.#numbers.wasGiven(number)) throw longGone(number);
    throw new SightlineError('not_shown', `No element [${number}] was ever shown.`, {
      hint: 'Use a number from the last look or query.',
    });
  }

  /** What actions work with. */
  #stage(): Stage {
    const session = this;
    return {
      numbers: this.#numbers,
      get page() {
        return session.#tabs.page;
      },
      door: () => this.#door(this.#tabs.page),
      scene: (timeoutMs) => this.#scene({}, timeoutMs),
      known: (number) => this.#known(number),
      checkAlive: () => this.#tabs.checkAlive(),
      takeEvents: async () => {
        await this.#tabs.settled();
        return this.takeEvents();
      },
    };
  }

  get #tabs(): Tabs {
    if (this.#source.kind === 'browser') return this.#source.tabs;
    throw new SightlineError('unsupported_page', 'This is a saved snapshot: there is no live page.', {
      hint: 'Open the page with `sightline open URL`.',
    });
  }

  /** Where a tab has gone meanwhile, what is known of that is thrown instead. */
  async #meant<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof SightlineError && error.code === 'tab_closed') await this.#tabs.checkAlive();
      throw error;
    }
  }

  async #capture(timeoutMs = 10_000): Promise<Snapshot> {
    if (this.#source.kind === 'file') return this.#source.snapshot;
    const end = performance.now() + timeoutMs;
    const { page } = this.#tabs;
    const door = await this.#door(page, timeoutMs);
    const capture = door.capture({ timeoutMs: Math.max(1, end - performance.now()) });
    const snapshot = await this.#meant(capture);
    this.#tracked.follow(page, snapshot.url);
    // However the tab came there: what the rules keep from loading is not told either.
    this.#rules.check(snapshot.url);
    await this.#tabs.settled();
    return snapshot;
  }

  #door(page: PlaywrightPage, timeoutMs?: number): Promise<PageDoor> {
    const selectors = this.#source.kind === 'browser' ? this.#source.attachment.selectors : undefined;
    return this.#doors.of(page, { timeoutMs, selectors });
  }

  /** Answers a question on the page as it is now; says which page that is, and whether it changed since the last look. */
  async #answer(ask: (scene: Scene) => Answer | Promise<Answer>, options: ViewOptions = {}): Promise<Answer> {
    const scene = await this.#scene(options);
    const { url, title } = scene.structure.pruning.page;
    const look = this.#looks || null;
    const changed = this.#hasChanged();
    const name = quote(shorten(title, 80));
    const note = changed ? `(${name} has changed since look ${look}, the last one)\n` : '';
    scene.maxTokens -= estimateTokens(note);
    const { text, data } = await ask(scene);
    return { text: note + text, data: { url: clean(url), title: clean(title), look, changed, ...data } };
  }

  /** Whether the page says something else than at the last look: that the focus moved is none of it. */
  #hasChanged(): boolean {
    const [seen, asked] = [this.#lastSeen, this.#lastAsked];
    if (seen === undefined || asked === undefined || seen === asked) return false;
    if (this.#compared?.seen !== seen || this.#compared.asked !== asked) {
      const [before, after] = [seen, asked].map((one) => this.#reader.read(one, {}).structure);
      const changed = !isSame({ ...difference(before as Structure, after as Structure), focus: undefined });
      this.#compared = { seen, asked, changed };
    }
    return this.#compared.changed;
  }

  async #locate(nodes: PageNode[], scene: Scene): Promise<Map<PageNode, ElementLocators>> {
    return locate(nodes, scene, await this.#door(this.#tabs.page));
  }

  /**
   * Writes the stable ids of the elements that can be used into the live page, as `data-element-id` attributes (seed
   * 003), in every frame and shadow root; answers how many carry theirs. No look tells of them as a change.
   */
  async injectIds(): Promise<number> {
    const scene = await this.#scene({});
    return markIds(scene, await this.#door(this.#tabs.page));
  }

  /** Takes them out again; answers how many there were. */
  async removeIds(): Promise<number> {
    await this.#capture();
    return (await this.#door(this.#tabs.page)).unmark();
  }

  /** The page as it is now, compared with nothing. */
  async #scene(options: ViewOptions, timeoutMs?: number): Promise<Scene> {
    this.#lastAsked = await this.#capture(timeoutMs);
    return this.#read(this.#lastAsked, options);
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
