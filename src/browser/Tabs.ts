import type { BrowserContext, Dialog, Download, Page } from 'playwright-core';
import { publicUrl } from '../model/publicUrl.ts';
import { SightlineError } from '../model/SightlineError.ts';
import { UrlRules } from '../model/UrlRules.ts';
import { asOurs, type Guest } from './Attachment.ts';
import { answerDialog, answerTo, type DialogPolicy } from './answerDialog.ts';
import { browserClosed, browserError, tabClosed } from './browserError.ts';
import { Downloads } from './Downloads.ts';
import { Held } from './Held.ts';
import type { BeginArrival, NavigateOptions, Navigation, Tab } from './Navigation.ts';
import { navigatePage, reloadPage, stepPage, type TravelOptions, titleOf } from './navigatePage.ts';
import { resolveAddress } from './resolveAddress.ts';
import { type DownloadEvent, type TabEvent, TabEvents } from './TabEvent.ts';
import { type Censor, WordCheck } from './WordCheck.ts';
import { withinTime } from './withinTime.ts';

interface Entry {
  number: number;
  page: Page;
  opener?: Entry;
  crashed: boolean;
}

/** A page may open tabs without asking; more than these are closed at once. */
const maxTabs = 50;

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
  /** How the next dialogs are answered. */
  dialogs: DialogPolicy;
  readonly #context: BrowserContext;
  readonly #guest: Guest | undefined;
  readonly #arrival: BeginArrival | undefined;
  /** Take back every listener. */
  readonly #offs: (() => void)[] = [];
  readonly #entries: Entry[] = [];
  readonly #events = new TabEvents();
  readonly #downloads: Downloads;
  readonly #words: WordCheck;
  readonly #rules: UrlRules;
  #active: Entry | undefined;
  #nextNumber = 1;
  #closed = false;
  #disposed = false;

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
    this.#downloads = new Downloads(downloads);
    this.dialogs = dialogs;
    this.#rules = rules;
    this.#context = context;
    this.#guest = guest;
    this.#arrival = arrival;
    this.#words = new WordCheck(censor);
    this.#on(context, 'page', (page: Page) => this.#onPage(page));
    this.#on(
      context,
      'dialog',
      asOurs((dialog: Dialog) => this.#onDialog(dialog)),
    );
    this.#on(context, 'close', () => {
      this.#closed = true;
    });
    const { pages = 'all' } = guest ?? {};
    for (const page of pages === 'all' ? context.pages() : pages) this.#active = this.#add(page);
  }

  /** Listens to nothing any more. The tabs stay as they are. */
  dispose(): void {
    this.#disposed = true;
    for (const off of this.#offs.splice(0)) off();
  }

  /** The active tab's page. Throws `tab_closed` when there is none or it crashed, and `browser_closed`. */
  get page(): Page {
    this.#checkOpen();
    if (!this.#active) throw tabClosed('No tab is open.');
    if (this.#active.crashed) throw tabClosed(`The tab of ${noticedUrl(this.#active.page)} crashed.`);
    return this.#active.page;
  }

  /** The page of the active tab, if there is one. */
  get activePage(): Page | undefined {
    return this.#active?.page;
  }

  /** The active tab, or the one of that number. Throws `tab_closed` for one that is not open any more, `not_found`. */
  tab(number?: number): { page: Page; number: number; isActive: boolean } {
    if (number === undefined || number === this.#active?.number)
      return { page: this.page, number: this.#active?.number ?? 0, isActive: true };
    const isOpen = this.#entries.some((entry) => entry.number === number);
    if (!isOpen && number >= 1 && number < this.#nextNumber) throw tabClosed(`Tab ${number} was closed.`);
    const { page, crashed } = this.#get(number);
    if (crashed) throw tabClosed(`The tab of ${noticedUrl(page)} crashed.`);
    return { page, number, isActive: false };
  }

  /** Every open tab, in the order of opening. */
  async list(): Promise<Tab[]> {
    this.#checkOpen();
    return Promise.all(this.#entries.map((entry) => this.#describe(entry)));
  }

  /** Makes a tab the active one. Throws `not_found`. */
  async switchTo(number: number): Promise<Tab> {
    const entry = this.#get(number);
    this.#active = entry;
    if (!entry.crashed) await withinTime(entry.page.bringToFront(), 2_000, undefined).catch(() => undefined);
    return this.#describe(entry);
  }

  /** Opens an empty tab and makes it the active one. */
  async open(): Promise<Page> {
    this.#checkOpen();
    const page = await this.#newPage();
    this.#active = this.#find(page);
    return page;
  }

  /**
   * Closes a tab, default the active one; the one that opened it, or else the last, becomes the active one.
   * Throws `not_found`, and `tab_closed` when none is open.
   */
  async close(number?: number): Promise<void> {
    const entry = number === undefined ? this.#active : this.#get(number);
    this.#checkOpen();
    if (!entry) throw tabClosed('No tab is open.');
    this.#remove(entry);
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
    this.#checkOpen();
    const url = this.#active?.page.url();
    const replaced = this.#active && (await this.#ready());
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
      const entry = this.#find(page);
      if (!(error instanceof Held) || !entry || note) throw error;
      return this.#open(url, options, await this.#replace(entry, 'was not let go by its page'));
    }
  }

  /** Settles when the words of the dialogs so far are checked. */
  settled(): Promise<void> {
    return this.#events.settled();
  }

  /** What pages did since the last call: dialogs, tabs opened and closed, downloads, crashes. */
  takeEvents(): TabEvent[] {
    return this.#events.take();
  }

  #on<T>(emitter: Emitter, event: string, listener: (value: T) => void): void {
    emitter.on(event, listener);
    this.#offs.push(() => emitter.off(event, listener));
  }

  /**
   * Throws `browser_closed` where a tab went because all of the browser ended: it closes its tabs first; and what is
   * known of a tab of somebody else that has gone.
   */
  async checkAlive(): Promise<void> {
    this.#checkOpen();
    await this.#waitForEnd();
    this.#checkOpen();
  }

  #checkOpen(): void {
    if (this.#disposed) throw sessionClosed();
    const lost = this.#guest?.lost?.();
    if (lost) throw lost;
    if (this.#closed || this.#context.browser()?.isConnected() === false) throw browserClosed();
  }

  #find(page: Page | null | undefined): Entry | undefined {
    return this.#entries.find((entry) => entry.page === page);
  }

  #get(number: number): Entry {
    this.#checkOpen();
    const entry = this.#entries.find((one) => one.number === number);
    if (entry) return entry;
    const open = this.#entries.map((one) => one.number).join(', ') || 'none';
    throw new SightlineError('not_found', `There is no tab ${number}.`, { hint: `Open tabs: ${open}.` });
  }

  async #describe(entry: Entry): Promise<Tab> {
    const { number, page, crashed } = entry;
    const active = entry === this.#active;
    if (crashed) return { number, url: noticedUrl(page), title: '(crashed)', active };
    const title = await titleOf(page);
    const told = await this.#tell(page, { url: publicUrl(page.url()), title });
    return { number, ...told, active };
  }

  #add(page: Page): Entry {
    const entry: Entry = { number: this.#nextNumber++, page, crashed: false };
    this.#entries.push(entry);
    this.#listen(page);
    return entry;
  }

  #listen(page: Page): void {
    this.#on(page, 'close', () => this.#onClosed(page));
    this.#on(page, 'crash', () => this.#onCrash(page));
    this.#on(page, 'download', (download: Download) => this.#onDownload(page, download));
  }

  #remove(entry: Entry): void {
    const at = this.#entries.indexOf(entry);
    if (at >= 0) this.#entries.splice(at, 1);
    if (entry !== this.#active) return;
    const opener = entry.opener && this.#entries.includes(entry.opener) ? entry.opener : undefined;
    this.#active = opener ?? this.#entries.at(-1);
  }

  /** A page of somebody else counts where it shares all, or is opened by one that it shares. */
  async #onPage(page: Page): Promise<void> {
    if (this.#guest && this.#guest.pages !== 'all') {
      const opener = await page.opener().catch(() => null);
      if (!this.#find(opener)) return;
    }
    this.#onOpened(page);
  }

  #onOpened(page: Page): void {
    if (this.#disposed || this.#find(page)) return;
    if (!this.#guest && this.#entries.length >= maxTabs) {
      this.#events.add({ kind: 'refused', tab: this.#active?.number ?? 0, url: noticedUrl(page) });
      page.close().catch(() => undefined);
      return;
    }
    const entry = this.#add(page);
    this.#active ??= entry;
    const noteOpener = (opener: Page | null) => {
      entry.opener = this.#find(opener);
      if (opener) this.#events.add({ kind: 'opened', tab: entry.number, url: noticedUrl(page) });
    };
    page.opener().then(noteOpener, () => undefined);
  }

  #onClosed(page: Page): void {
    const entry = this.#find(page);
    if (!entry) return;
    this.#remove(entry);
    const kind = this.#guest?.wasClosed?.() === false ? 'lost' : 'closed';
    this.#events.add({ kind, tab: entry.number, url: noticedUrl(page) });
  }

  #onCrash(page: Page): void {
    const entry = this.#find(page);
    if (!entry) return;
    entry.crashed = true;
    this.#events.add({ kind: 'crashed', tab: entry.number, url: noticedUrl(page) });
  }

  #onDownload(page: Page, download: Download): void {
    const tab = this.#find(page)?.number ?? 0;
    const url = withoutQuery(publicUrl(download.url()));
    const event: DownloadEvent = { kind: 'download', tab, url, name: '', outcome: 'begun' };
    const saved = this.#words.tell(page, cap(download.suggestedFilename()), 'download').then((name) => {
      event.name = name;
      return this.#guest ? undefined : this.#save(download, name);
    });
    // One that takes long is told of twice: that it has begun, and what came of it.
    const told = withinTime(saved, PROMPT, undefined).then((end) => void (end && Object.assign(event, end)));
    this.#events.addLater(event, told);
    told.then(async () => {
      const end = event.outcome === 'begun' ? await saved : undefined;
      if (end) this.#events.add({ ...event, ...end });
    });
  }

  /** What came of it. Never rejects. */
  async #save(download: Download, name: string): Promise<Pick<DownloadEvent, 'outcome' | 'path'>> {
    if (!this.#downloads.admits()) {
      await download.cancel().catch(() => undefined);
      return { outcome: 'refused' };
    }
    return this.#downloads.save(download, name).then(
      (path) => ({ outcome: 'saved', path }),
      () => ({ outcome: 'failed' }),
    );
  }

  async #onDialog(dialog: Dialog): Promise<void> {
    const type = dialog.type();
    const answer = answerTo(dialog, this.dialogs);
    const page = dialog.page();
    const entry = this.#find(page);
    if (this.#guest && !this.#guest.answers(dialog, entry !== undefined)) return;
    if (this.#guest && !entry) return answerDialog(dialog, 'dismiss');
    const tab = entry?.number ?? 0;
    const message = cap(dialog.message());
    const answering = answerDialog(dialog, this.dialogs);
    // Only once the dialog is answered does the page answer too.
    const words = answering.then(() => (page ? this.#words.tell(page, message) : message));
    this.#events.addDialog({ kind: 'dialog', tab, type, message: '', answer }, words);
    await answering;
  }

  async #newPage(): Promise<Page> {
    const page = await this.#guard(this.#context.newPage());
    if (!this.#find(page)) this.#add(page);
    return page;
  }

  /** Sees to it that the active tab can be driven; a note when it had to be replaced. */
  async #ready(): Promise<string | undefined> {
    this.#checkOpen();
    if (!this.#active) await this.open();
    const entry = this.#active;
    if (!entry) throw tabClosed('The tab was closed.');
    if (!entry.crashed && (await answers(entry.page))) return undefined;
    return this.#replace(entry, entry.crashed ? 'had crashed' : 'did not respond');
  }

  /** Gives the tab another page, and answers a note that says so; its number and place stay. */
  async #replace(entry: Entry, reason: string): Promise<string> {
    const old = entry.page;
    const page = await this.#newPage();
    const fresh = this.#find(page);
    if (fresh && fresh !== entry) this.#remove(fresh);
    entry.page = page;
    entry.crashed = false;
    this.#active = entry;
    if (!this.#guest) await withinTime(old.close(), 5_000, undefined).catch(() => undefined);
    return `the tab ${reason}, and was replaced by a new one`;
  }

  /** The tabs of a browser that ends are closed just before it is known to have ended. */
  async #waitForEnd(): Promise<void> {
    if (!this.#closed) await this.#context.waitForEvent('close', { timeout: 500 }).catch(() => undefined);
  }

  async #travel(work: Promise<Navigation>): Promise<Navigation> {
    const navigation = await this.#guard(work).finally(() => withinTime(this.settled(), LATE, undefined));
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

  async #guard<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      const meaning = browserError(error, this.#active?.page);
      if (meaning.code === 'tab_closed') await this.#waitForEnd();
      this.#checkOpen();
      throw meaning;
    }
  }
}

/** What has listeners: a page or a context. */
interface Emitter {
  // biome-ignore lint/suspicious/noExplicitAny: each event has a value of its own
  on(event: string, listener: (value: any) => void): unknown;
  // biome-ignore lint/suspicious/noExplicitAny: each event has a value of its own
  off(event: string, listener: (value: any) => void): unknown;
}

function sessionClosed(): SightlineError {
  return new SightlineError('no_session', 'This session was closed.', { hint: 'Begin another one.' });
}

/** Whether a script of ours still runs there: not in a page whose own script never ends. */
function answers(page: Page): Promise<boolean> {
  const answer = page.evaluate(() => true).catch(() => true);
  return withinTime(answer, 3_000, false);
}

/** Where a tab is, for a notice: nobody is asked whether its query holds a secret, and it says little more. */
const noticedUrl = (page: Page): string => withoutQuery(publicUrl(page.url()));
const withoutQuery = (url: string): string => url.replace(/[?#].+$/s, '?\u2026');

/** Milliseconds that the telling of what happened on the way may take. */
const LATE = 1_000;
/** Milliseconds that a download may take to be told of with its end. */
const PROMPT = 500;
/** Characters that are kept of a dialog's words. */
const LONGEST = 1_000;
const cap = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}\u2026` : text);
