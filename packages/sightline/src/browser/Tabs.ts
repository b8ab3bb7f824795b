import type { BrowserContext, Page } from 'playwright-core';
import { publicUrl } from '../model/publicUrl.ts';
import { UrlRules } from '../model/UrlRules.ts';
import type { Guest } from './Attachment.ts';
import type { DialogPolicy } from './answerDialog.ts';
import { tabClosed } from './browserError.ts';
import { Held } from './Held.ts';
import { Lifeline } from './Lifeline.ts';
import type { BeginArrival, NavigateOptions, Navigation, Tab } from './Navigation.ts';
import { navigatePage, reloadPage, stepPage, type TravelOptions, titleOf } from './navigatePage.ts';
import { noticedUrl, withoutQuery } from './noticedUrl.ts';
import { resolveAddress } from './resolveAddress.ts';
import type { TabEvent } from './TabEvent.ts';
import { type OpenTab, TabList } from './TabList.ts';
import { TabWatch } from './TabWatch.ts';
import { type Censor, WordCheck } from './WordCheck.ts';
import { withinTime } from './withinTime.ts';

export interface TabsOptions {
  /** Has titles and dialogs checked for secrets; without it they are told as they are. */
  censor?: Censor;
  /** Set where the browser is somebody else's: no tab is closed then but by `close`. */
  guest?: Guest;
  /** How dialogs are answered. Default `dismiss`. */
  dialogs?: DialogPolicy;
  /** Which addresses are opened. Default: all web addresses. */
  rules?: UrlRules;
  /** Folder for what is downloaded in a browser of our own. Default: a fresh temporary one. */
  downloads?: string;
  /** Waits for what a page shows by itself once it has loaded. */
  arrival?: BeginArrival;
}

/**
 * The tabs of one browser context, one of them active. Tabs that a page opens are noted, not followed. No
 * dialog ever waits: alert, confirm and prompt are answered by a policy, beforeunload is accepted; `takeEvents` tells.
 */
export class Tabs {
  readonly #context: BrowserContext;
  readonly #guest: Guest | undefined;
  readonly #arrival: BeginArrival | undefined;
  readonly #rules: UrlRules;
  readonly #words: WordCheck;
  readonly #list = new TabList();
  readonly #watch: TabWatch;
  readonly #lifeline: Lifeline;

  constructor(
    context: BrowserContext,
    {
      censor = async (_, texts) => texts,
      guest,
      dialogs = 'dismiss',
      downloads,
      rules = new UrlRules(),
      arrival,
    }: TabsOptions = {},
  ) {
    this.#context = context;
    this.#guest = guest;
    this.#arrival = arrival;
    this.#rules = rules;
    this.#words = new WordCheck(censor);
    this.#watch = new TabWatch(context, this.#list, this.#words, { guest, dialogs, downloads });
    this.#lifeline = new Lifeline(context, this.#watch, guest);
    const { pages = 'all' } = guest ?? {};
    for (const page of pages === 'all' ? context.pages() : pages) this.#list.active = this.#watch.add(page);
  }

  /** How the next dialogs are answered. */
  set dialogs(policy: DialogPolicy) {
    this.#watch.dialogs = policy;
  }

  /** Listens to nothing any more. The tabs stay as they are. */
  dispose(): void {
    this.#watch.end();
  }

  /** The active tab's page. Throws `tab_closed` when there is none or it crashed, and `browser_closed`. */
  get page(): Page {
    this.#lifeline.check();
    if (!this.#list.active) throw tabClosed('No tab is open.');
    if (this.#list.active.crashed)
      throw tabClosed(`The tab of ${noticedUrl(this.#list.active.page.url())} crashed.`);
    return this.#list.active.page;
  }

  /** The page of the active tab, if there is one. */
  get activePage(): Page | undefined {
    return this.#list.active?.page;
  }

  /** The active tab, or the one of that number. Throws `tab_closed` for one that is not open any more, `not_found`. */
  tab(number?: number): { page: Page; number: number; isActive: boolean } {
    if (number === undefined || number === this.#list.active?.number)
      return { page: this.page, number: this.#list.active?.number ?? 0, isActive: true };
    if (this.#list.wasClosed(number)) throw tabClosed(`Tab ${number} was closed.`);
    const { page, crashed } = this.#get(number);
    if (crashed) throw tabClosed(`The tab of ${noticedUrl(page.url())} crashed.`);
    return { page, number, isActive: false };
  }

  /** Every open tab, in the order of opening. */
  async list(): Promise<Tab[]> {
    this.#lifeline.check();
    return Promise.all(this.#list.all.map((entry) => this.#describe(entry)));
  }

  /** Makes a tab the active one. Throws `not_found`. */
  async switchTo(number: number): Promise<Tab> {
    const entry = this.#get(number);
    this.#list.active = entry;
    if (!entry.crashed) await withinTime(entry.page.bringToFront(), 2_000, undefined).catch(() => undefined);
    return this.#describe(entry);
  }

  /** Opens an empty tab and makes it the active one. */
  async open(): Promise<Page> {
    this.#lifeline.check();
    const page = await this.#newPage();
    this.#list.active = this.#list.of(page);
    return page;
  }

  /**
   * Closes a tab, default the active one; the one that opened it, or else the last, becomes the active one.
   * Throws `not_found`, and `tab_closed` when none is open.
   */
  async close(number?: number): Promise<void> {
    const entry = number === undefined ? this.#list.active : this.#get(number);
    this.#lifeline.check();
    if (!entry) throw tabClosed('No tab is open.');
    this.#list.remove(entry);
    await withinTime(entry.page.close(), 5_000, undefined);
  }

  /**
   * Opens an address, as a person types it, in the active tab, or in a new one when there is none. A tab that
   * crashed or hangs is replaced. Throws `blocked_url`, `invalid_argument`, and what `navigatePage` throws.
   */
  async navigate(address: string, options: NavigateOptions = {}): Promise<Navigation> {
    const schemes = [...(options.schemes ?? []), ...this.#rules.schemes];
    const url = resolveAddress(address, { ...options, schemes });
    this.#rules.check(url);
    return this.#open(url, options, await this.#ready());
  }

  /** Throws `navigation_failed` when there is no page to go back to. */
  back(options?: NavigateOptions): Promise<Navigation> {
    return this.#travel(stepPage(this.page, 'back', this.#options(options)));
  }

  /** Throws `navigation_failed` when there is no page to go forward to. */
  forward(options?: NavigateOptions): Promise<Navigation> {
    return this.#travel(stepPage(this.page, 'forward', this.#options(options)));
  }

  /** Loads the active tab again; one that crashed or hangs is opened anew at its address. */
  async reload(options: NavigateOptions = {}): Promise<Navigation> {
    this.#lifeline.check();
    const url = this.#list.active?.page.url();
    const replaced = this.#list.active && (await this.#ready());
    if (!replaced || !url) return this.#travel(reloadPage(this.page, this.#options(options)));
    return this.#open(url, options, replaced);
  }

  #options(options: NavigateOptions = {}): TravelOptions {
    return this.#arrival ? { ...options, arrival: this.#arrival } : options;
  }

  /** Where the page that is open does not let go of its tab, another takes its place. */
  async #open(url: string, options: NavigateOptions, note?: string): Promise<Navigation> {
    const { page } = this;
    try {
      const navigation = await this.#travel(navigatePage(page, url, this.#options(options)));
      return note ? { ...navigation, notes: [...navigation.notes, note] } : navigation;
    } catch (error) {
      const entry = this.#list.of(page);
      if (!(error instanceof Held) || !entry || note) throw error;
      return this.#open(url, options, await this.#replace(entry, 'was not let go by its page'));
    }
  }

  /** Settles when the words of the dialogs so far are checked. */
  settled(): Promise<void> {
    return this.#watch.events.settled();
  }

  /** What pages did since the last call: dialogs, tabs opened and closed, downloads, crashes. */
  takeEvents(): TabEvent[] {
    return this.#watch.events.take();
  }

  /**
   * Throws `browser_closed` where a tab went because all of the browser ended: it closes its tabs first; and what is
   * known of a tab of somebody else that has gone.
   */
  checkAlive(): Promise<void> {
    return this.#lifeline.checkAfterTab();
  }

  #get(number: number): OpenTab {
    this.#lifeline.check();
    return this.#list.get(number);
  }

  async #describe(entry: OpenTab): Promise<Tab> {
    const { number, page, crashed } = entry;
    const active = entry === this.#list.active;
    if (crashed) return { number, url: noticedUrl(page.url()), title: '(crashed)', active };
    const title = await titleOf(page);
    const told = await this.#tell(page, { url: publicUrl(page.url()), title });
    return { number, ...told, active };
  }

  async #newPage(): Promise<Page> {
    const page = await this.#lifeline.guard(this.#context.newPage(), () => this.activePage);
    if (!this.#list.of(page)) this.#watch.add(page);
    return page;
  }

  /** Sees to it that the active tab can be driven; a note when it had to be replaced. */
  async #ready(): Promise<string | undefined> {
    this.#lifeline.check();
    if (!this.#list.active) await this.open();
    const entry = this.#list.active;
    if (!entry) throw tabClosed('The tab was closed.');
    if (!entry.crashed && (await answers(entry.page))) return undefined;
    return this.#replace(entry, entry.crashed ? 'had crashed' : 'did not respond');
  }

  /** Gives the tab another page, and answers a note that says so; its number and place stay. */
  async #replace(entry: OpenTab, reason: string): Promise<string> {
    const old = entry.page;
    const page = await this.#newPage();
    const fresh = this.#list.of(page);
    if (fresh && fresh !== entry) this.#list.remove(fresh);
    entry.page = page;
    entry.crashed = false;
    this.#list.active = entry;
    if (!this.#guest) await withinTime(old.close(), 5_000, undefined).catch(() => undefined);
    return `the tab ${reason}, and was replaced by a new one`;
  }

  async #travel(work: Promise<Navigation>): Promise<Navigation> {
    const navigation = await this.#lifeline
      .guard(work, () => this.activePage)
      .finally(() => withinTime(this.settled(), LATE, undefined));
    const { page } = this;
    const notes = Promise.all(navigation.notes.map((note) => this.#words.tell(page, note)));
    return { ...navigation, ...(await this.#tell(page, navigation)), notes: await notes };
  }

  /** Without the secrets that the page may have put into its title or address. */
  async #tell(
    page: Page,
    { url, title }: { url: string; title: string },
  ): Promise<{ url: string; title: string }> {
    const [toldUrl, toldTitle] = await Promise.all([
      this.#words.tell(page, url, withoutQuery(url)),
      this.#words.tell(page, title),
    ]);
    return { url: toldUrl, title: toldTitle };
  }
}

/** Whether a script of ours still runs there: not in a page whose own script never ends. */
function answers(page: Page): Promise<boolean> {
  const answer = page.evaluate(() => true).catch(() => true);
  return withinTime(answer, 3_000, false);
}

/** Milliseconds that the telling of what happened on the way may take. */
const LATE = 1_000;
