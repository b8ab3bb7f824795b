import type { BrowserContext, Page } from 'playwright-core';
import { throwIfAborted } from '../../snapshot/untilAborted.ts';
import { redactUrl } from '../../snapshot/urls/redactUrl.ts';
import { UrlRules } from '../../snapshot/urls/UrlRules.ts';
import { asInternal } from '../asInternal.ts';
import { tabClosedError } from '../browserError.ts';
import type { SharedBrowser } from '../connect/BrowserConnection.ts';
import { ConnectionGuard } from '../connect/ConnectionGuard.ts';
import type { LocalPages } from '../navigation/LocalPages.ts';
import type { NavigateOptions, Navigation, StartNavigationSettler, Tab } from '../navigation/Navigation.ts';
import {
  goInHistory,
  type NavigatePageOptions,
  navigatePage,
  readTitle,
  reloadPage,
} from '../navigation/navigatePage.ts';
import { PageBlockedNavigation } from '../navigation/navigationFailure.ts';
import { resolveAddress } from '../navigation/resolveAddress.ts';
import type { PageLog } from '../network/PageLog.ts';
import { pageTimeoutError } from '../pageErrors.ts';
import { withTimeout } from '../withTimeout.ts';
import type { DialogHandler, DialogPolicy } from './answerDialog.ts';
import type { LeftDialog } from './LeftDialogs.ts';
import { noticeUrl, siteOf, withoutQuery } from './noticeUrl.ts';
import { type PageRedactor, RedactionQueue } from './RedactionQueue.ts';
import type { TabEvent } from './TabEvent.ts';
import { type OpenTab, TabList } from './TabList.ts';
import { TabMonitor } from './TabMonitor.ts';

export interface TabsOptions {
  /** Has titles and dialogs checked for secrets; without it they are not changed. */
  redactTexts?: PageRedactor;
  /** A text that a page wrote at a time (ms since 1970) without beginnings of what was typed then; without it they are not changed. */
  withoutBeginnings?: (text: string, at: number) => string;
  /** A text without the secrets that are known here, of a page that does not answer; without it they are not changed. */
  redactKnown?: (text: string) => string;
  /** Set where the browser is somebody else's: no tab is closed then but by `close`. */
  sharedBrowser?: SharedBrowser;
  /** How dialogs are answered. Default `dismiss`. */
  dialogs?: DialogPolicy;
  /** Which addresses are opened. Default: all web addresses. */
  rules?: UrlRules;
  /** Folder for what is downloaded in a browser of our own. Default: a fresh temporary one. */
  downloads?: string;
  /** Called with each local file that is opened, where not all of them may be. */
  localPages?: LocalPages;
  /** Waits until a page has settled after it was loaded. */
  startSettler?: StartNavigationSettler;
}

/**
 * The tabs of one browser context, one of them active. Tabs that a page opens are noted, not followed. No
 * dialog ever waits: alert, confirm and prompt are answered by a policy, beforeunload is accepted. `takeEvents` reports them.
 */
export class Tabs {
  readonly #context: BrowserContext;
  readonly #sharedBrowser: SharedBrowser | undefined;
  readonly #startSettler: StartNavigationSettler | undefined;
  readonly #rules: UrlRules;
  readonly #localPages: LocalPages | undefined;
  readonly #redactions: RedactionQueue;
  readonly #redactKnown: (text: string) => string;
  readonly #list = new TabList();
  readonly #monitor: TabMonitor;
  readonly #connectionGuard: ConnectionGuard;

  constructor(
    context: BrowserContext,
    {
      redactTexts = async (_, texts) => texts,
      withoutBeginnings,
      redactKnown = (text) => text,
      sharedBrowser,
      dialogs,
      downloads,
      rules = new UrlRules(),
      localPages,
      startSettler,
    }: TabsOptions = {},
  ) {
    this.#context = context;
    this.#sharedBrowser = sharedBrowser;
    this.#startSettler = startSettler;
    this.#rules = rules;
    this.#localPages = localPages;
    this.#redactKnown = redactKnown;
    this.#redactions = new RedactionQueue(redactTexts, withoutBeginnings);
    this.#monitor = new TabMonitor(context, this.#list, this.#redactions, {
      sharedBrowser,
      dialogs,
      downloads,
    });
    this.#connectionGuard = new ConnectionGuard(context, this.#monitor, sharedBrowser);
    const { pages = 'all' } = sharedBrowser ?? {};
    for (const page of pages === 'all' ? context.pages() : pages) this.#list.active = this.#monitor.add(page);
  }

  /** How the next dialogs are answered. */
  set dialogs(policy: DialogPolicy) {
    this.#monitor.dialogs = policy;
  }

  /** Asked how the next dialogs are answered, until another is set; undefined: by the policy. */
  set dialogHandler(handler: DialogHandler | undefined) {
    this.#monitor.dialogHandler = handler;
  }

  /** The dialog of a page that is open, and left to whoever else drives it. */
  leftDialog(page: Page): Promise<LeftDialog | undefined> {
    return this.#monitor.leftDialogs.openOn(page);
  }

  /** What the page of a tab has requested, and failed at; undefined for one that is no tab of the session. */
  logOf(page: Page): PageLog | undefined {
    return this.#monitor.logOf(page);
  }

  /** The session has something to do with the tab of a page from now on. */
  markUsed(page: Page): void {
    const tab = this.#list.byPage(page);
    if (tab) tab.isUsed = true;
  }

  /** Listens to nothing any more. The tabs stay as they are. */
  dispose(): void {
    this.#monitor.dispose();
  }

  /** Removes what pages downloaded into a temporary folder: the session has ended. */
  removeDownloads(): void {
    this.#monitor.removeDownloads();
  }

  /** The active tab's page. Throws `tab_closed` when there is none or it crashed, and `browser_closed`. */
  get page(): Page {
    this.#connectionGuard.assertConnected();
    if (!this.#list.active) throw tabClosedError('No tab is open.');
    if (this.#list.active.crashed)
      throw tabClosedError(`The tab of ${noticeUrl(this.#list.active.page.url())} crashed.`);
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
    if (this.#list.wasClosed(number)) throw tabClosedError(`Tab ${number} was closed.`);
    const { page, crashed } = this.#tabByNumber(number);
    if (crashed) throw tabClosedError(`The tab of ${noticeUrl(page.url())} crashed.`);
    return { page, number, isActive: false };
  }

  /** Every open tab, in the order of opening. */
  async list(): Promise<Tab[]> {
    this.#connectionGuard.assertConnected();
    return Promise.all(this.#list.all.map((entry) => this.#describe(entry)));
  }

  /** Makes a tab the active one. Throws `not_found`. */
  async switchTo(number: number): Promise<Tab> {
    const entry = this.#tabByNumber(number);
    this.#list.active = entry;
    if (!entry.crashed) await withTimeout(entry.page.bringToFront(), 2_000, undefined).catch(() => undefined);
    return this.#describe(entry);
  }

  /** Opens an empty tab and makes it the active one. */
  async open(): Promise<Page> {
    this.#connectionGuard.assertConnected();
    const page = await this.#newPage();
    this.#list.active = this.#list.byPage(page);
    return page;
  }

  /**
   * Closes a tab, default the active one; the one that opened it, or else the last, becomes the active one.
   * Throws `not_found`, and `tab_closed` when none is open.
   */
  async close(number?: number): Promise<void> {
    const entry = number === undefined ? this.#list.active : this.#tabByNumber(number);
    this.#connectionGuard.assertConnected();
    if (!entry) throw tabClosedError('No tab is open.');
    this.#list.remove(entry);
    await withTimeout(entry.page.close(), 5_000, undefined);
  }

  /**
   * Opens an address, as a person types it, in the active tab, or in a new one when there is none. A tab that
   * crashed or hangs is replaced. Throws `blocked_url`, `invalid_argument`, and what `navigatePage` throws.
   */
  async navigate(address: string, options: NavigateOptions = {}): Promise<Navigation> {
    const schemes = [...(options.schemes ?? []), ...this.#rules.schemes];
    const url = resolveAddress(address, { ...options, schemes });
    this.#rules.check(url);
    throwIfAborted(options.signal);
    if (url.startsWith('file:') && !schemes.includes('file')) await this.#localPages?.add(url);
    return this.#openUrl(url, options, await this.#ensureResponsiveTab());
  }

  /** Throws `navigation_failed` when there is no page to go back to. */
  back(options?: NavigateOptions): Promise<Navigation> {
    return this.#finishNavigation(goInHistory(this.page, 'back', this.#withSettler(options)));
  }

  /** Throws `navigation_failed` when there is no page to go forward to. */
  forward(options?: NavigateOptions): Promise<Navigation> {
    return this.#finishNavigation(goInHistory(this.page, 'forward', this.#withSettler(options)));
  }

  /** Loads the active tab again; one that crashed or hangs is opened anew at its address. */
  async reload(options: NavigateOptions = {}): Promise<Navigation> {
    this.#connectionGuard.assertConnected();
    throwIfAborted(options.signal);
    const url = this.#list.active?.page.url();
    const replaced = this.#list.active && (await this.#ensureResponsiveTab());
    if (!replaced || !url) return this.#finishNavigation(reloadPage(this.page, this.#withSettler(options)));
    return this.#openUrl(url, options, replaced);
  }

  #withSettler(options: NavigateOptions = {}): NavigatePageOptions {
    return this.#startSettler ? { ...options, startSettler: this.#startSettler } : options;
  }

  /** Where the page that is open does not let go of its tab, another takes its place. */
  async #openUrl(url: string, options: NavigateOptions, note?: string): Promise<Navigation> {
    const { page } = this;
    try {
      const navigation = await this.#finishNavigation(navigatePage(page, url, this.#withSettler(options)));
      return note ? { ...navigation, notes: [...navigation.notes, note] } : navigation;
    } catch (error) {
      const entry = this.#list.byPage(page);
      if (!(error instanceof PageBlockedNavigation) || !entry || note) throw error;
      return this.#openUrl(url, options, await this.#replacePage(entry, 'was not let go by its page'));
    }
  }

  /** Settles when the words of the dialogs so far are checked. */
  eventsChecked(): Promise<void> {
    return this.#monitor.events.whenChecked();
  }

  /** What pages did since the last call: dialogs, tabs opened and closed, downloads, crashes. */
  takeEvents(): TabEvent[] {
    return this.#monitor.events.takeChecked();
  }

  /**
   * Throws `browser_closed` where a tab went because all of the browser ended: it closes its tabs first; and what is
   * known of a shared tab that is gone.
   */
  assertConnected(): Promise<void> {
    return this.#connectionGuard.assertConnectedAfterTabClosed();
  }

  #tabByNumber(number: number): OpenTab {
    this.#connectionGuard.assertConnected();
    return this.#list.byNumber(number);
  }

  async #describe(entry: OpenTab): Promise<Tab> {
    const { number, page, crashed } = entry;
    const active = entry === this.#list.active;
    if (crashed) return { number, url: noticeUrl(page.url()), title: '(crashed)', active };
    if (!this.#rules.allows(page.url()))
      return { number, url: siteOf(page.url()), title: '(blocked)', active };
    const title = await readTitle(page);
    const redacted = await this.#redactPage(page, { url: redactUrl(page.url()), title });
    return { number, ...redacted, active };
  }

  async #newPage(): Promise<Page> {
    const page = await this.#connectionGuard.translateErrors(this.#context.newPage(), () => this.activePage);
    const tab = this.#list.byPage(page) ?? this.#monitor.add(page);
    tab.isOwn = true;
    return page;
  }

  /** Sees to it that the active tab can be driven; a note when it had to be replaced. */
  async #ensureResponsiveTab(): Promise<string | undefined> {
    this.#connectionGuard.assertConnected();
    if (!this.#list.active) await this.open();
    const entry = this.#list.active;
    if (!entry) throw tabClosedError('The tab was closed.');
    if (!entry.crashed && (await isResponsive(entry.page))) return undefined;
    // With its dialog answered it goes on.
    if (!entry.crashed && (await this.leftDialog(entry.page))) throw pageTimeoutError(RESPONSE_TIMEOUT_MS);
    return this.#replacePage(entry, entry.crashed ? 'had crashed' : 'did not respond');
  }

  /** Gives the tab another page, and answers a note that says so; its number and place stay. */
  async #replacePage(entry: OpenTab, reason: string): Promise<string> {
    const oldPage = entry.page;
    const page = await this.#newPage();
    const newTab = this.#list.byPage(page);
    if (newTab && newTab !== entry) this.#list.remove(newTab);
    entry.page = page;
    entry.crashed = false;
    this.#list.active = entry;
    if (!this.#sharedBrowser) await withTimeout(oldPage.close(), 5_000, undefined).catch(() => undefined);
    return `the tab ${reason}, and was replaced by a new one`;
  }

  async #finishNavigation(navigating: Promise<Navigation>): Promise<Navigation> {
    const navigation = await this.#connectionGuard
      .translateErrors(navigating, () => this.activePage)
      .finally(() => withTimeout(this.eventsChecked(), EVENT_CHECK_TIMEOUT_MS, undefined));
    const { page } = this;
    // Out of the history nothing may be loaded at all.
    this.#rules.check(page.url());
    const notes = Promise.all(navigation.notes.map((note) => this.#redactions.redact(page, note)));
    return { ...navigation, ...(await this.#redactPage(page, navigation)), notes: await notes };
  }

  /** Without the secrets that the page may have put into its title or address. */
  async #redactPage(
    page: Page,
    { url, title }: { url: string; title: string },
  ): Promise<{ url: string; title: string }> {
    const [redactedUrl, redactedTitle] = await Promise.all([
      this.#redactions.redact(page, url, { fallback: this.#redactKnown(withoutQuery(url)) }),
      this.#redactions.redact(page, title),
    ]);
    return { url: redactedUrl, title: redactedTitle };
  }
}

/** Milliseconds for a page that does not hang. */
const RESPONSE_TIMEOUT_MS = 3_000;

/** Whether a script of ours still runs there: not in a page whose own script never ends. */
function isResponsive(page: Page): Promise<boolean> {
  const evaluating = asInternal(page, () => page.evaluate(() => true)).catch(() => true);
  return withTimeout(evaluating, RESPONSE_TIMEOUT_MS, false);
}

/** Milliseconds for the texts of events to be redacted. */
const EVENT_CHECK_TIMEOUT_MS = 1_000;
