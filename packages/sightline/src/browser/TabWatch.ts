import type { BrowserContext, Dialog, Download, Page } from 'playwright-core';
import { asOurs, type Guest } from './Attachment.ts';
import { answerDialog, answerTo, type DialogPolicy } from './answerDialog.ts';
import { Downloads } from './Downloads.ts';
import { noticedUrl } from './noticedUrl.ts';
import { type DownloadEvent, TabEvents } from './TabEvent.ts';
import type { OpenTab, TabList } from './TabList.ts';
import type { WordCheck } from './WordCheck.ts';
import { withinTime } from './withinTime.ts';

/** A page may open tabs without asking; more than these are closed at once. */
const MOST_TABS = 50;
/** Milliseconds that a download may take to be told of with its end. */
const PROMPT = 500;
/** Characters that are kept of a dialog's words. */
const LONGEST = 1_000;

interface WatchOptions {
  guest: Guest | undefined;
  dialogs: DialogPolicy;
  /** Folder for what is downloaded. */
  downloads: string | undefined;
}

/**
 * Sees what pages do on their own: tabs that open, close and crash, dialogs, downloads. Keeps the list of tabs true,
 * answers each dialog at once, and makes an event of all of it.
 */
export class TabWatch {
  /** How the next dialogs are answered. */
  dialogs: DialogPolicy;
  readonly events = new TabEvents();
  readonly #tabs: TabList;
  readonly #words: WordCheck;
  readonly #guest: Guest | undefined;
  readonly #downloads: Downloads;
  /** Take back every listener. */
  readonly #offs: (() => void)[] = [];
  #hasBrowserEnded = false;
  #isOver = false;

  constructor(context: BrowserContext, tabs: TabList, words: WordCheck, options: WatchOptions) {
    this.dialogs = options.dialogs;
    this.#tabs = tabs;
    this.#words = words;
    this.#guest = options.guest;
    this.#downloads = new Downloads(options.downloads);
    this.#on(context, 'page', (page: Page) => this.#onPage(page));
    this.#on(
      context,
      'dialog',
      asOurs((dialog: Dialog) => this.#onDialog(dialog)),
    );
    this.#on(context, 'close', () => {
      this.#hasBrowserEnded = true;
    });
  }

  /** Whether the browser, or its context, is known to be gone. */
  get hasBrowserEnded(): boolean {
    return this.#hasBrowserEnded;
  }

  /** Whether it listens to nothing any more. */
  get isOver(): boolean {
    return this.#isOver;
  }

  end(): void {
    this.#isOver = true;
    for (const off of this.#offs.splice(0)) off();
  }

  /** Makes a tab of a page. */
  add(page: Page): OpenTab {
    const tab = this.#tabs.add(page);
    this.#on(page, 'close', () => this.#onClosed(page));
    this.#on(page, 'crash', () => this.#onCrash(page));
    this.#on(page, 'download', (download: Download) => this.#onDownload(page, download));
    return tab;
  }

  #on<T>(emitter: Emitter, event: string, listener: (value: T) => void): void {
    emitter.on(event, listener);
    this.#offs.push(() => emitter.off(event, listener));
  }

  /** A page of somebody else counts where it shares all, or is opened by one that it shares. */
  async #onPage(page: Page): Promise<void> {
    if (this.#guest && this.#guest.pages !== 'all') {
      const opener = await page.opener().catch(() => null);
      if (!this.#tabs.of(opener)) return;
    }
    this.#onOpened(page);
  }

  #onOpened(page: Page): void {
    if (this.#isOver || this.#tabs.of(page)) return;
    if (!this.#guest && this.#tabs.all.length >= MOST_TABS) {
      const tab = this.#tabs.active?.number ?? 0;
      this.events.add({ kind: 'refused', tab, url: noticedUrl(page.url()) });
      page.close().catch(() => undefined);
      return;
    }
    const tab = this.add(page);
    this.#tabs.active ??= tab;
    const noteOpener = (opener: Page | null) => {
      tab.opener = this.#tabs.of(opener);
      if (opener) this.events.add({ kind: 'opened', tab: tab.number, url: noticedUrl(page.url()) });
    };
    page.opener().then(noteOpener, () => undefined);
  }

  #onClosed(page: Page): void {
    const tab = this.#tabs.of(page);
    if (!tab) return;
    this.#tabs.remove(tab);
    const kind = this.#guest?.wasClosed?.() === false ? 'lost' : 'closed';
    this.events.add({ kind, tab: tab.number, url: noticedUrl(page.url()) });
  }

  #onCrash(page: Page): void {
    const tab = this.#tabs.of(page);
    if (!tab) return;
    tab.crashed = true;
    this.events.add({ kind: 'crashed', tab: tab.number, url: noticedUrl(page.url()) });
  }

  #onDownload(page: Page, download: Download): void {
    const tab = this.#tabs.of(page)?.number ?? 0;
    const url = noticedUrl(download.url());
    const event: DownloadEvent = { kind: 'download', tab, url, name: '', outcome: 'begun' };
    const saved = this.#words.tell(page, cap(download.suggestedFilename()), 'download').then((name) => {
      event.name = name;
      return this.#guest ? undefined : this.#save(download, name);
    });
    // One that takes long is told of twice: that it has begun, and what came of it.
    const told = withinTime(saved, PROMPT, undefined).then((end) => void (end && Object.assign(event, end)));
    this.events.addLater(event, told);
    told.then(async () => {
      const end = event.outcome === 'begun' ? await saved : undefined;
      if (end) this.events.add({ ...event, ...end });
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
    const tab = this.#tabs.of(page);
    if (this.#guest && !this.#guest.answers(dialog, tab !== undefined)) return;
    if (this.#guest && !tab) return answerDialog(dialog, 'dismiss');
    const message = cap(dialog.message());
    const answering = answerDialog(dialog, this.dialogs);
    // Only once the dialog is answered does the page answer too.
    const words = answering.then(() => (page ? this.#words.tell(page, message) : message));
    this.events.addDialog({ kind: 'dialog', tab: tab?.number ?? 0, type, message: '', answer }, words);
    await answering;
  }
}

/** What has listeners: a page or a context. */
interface Emitter {
  // biome-ignore lint/suspicious/noExplicitAny: each event has a value of its own
  on(event: string, listener: (value: any) => void): unknown;
  // biome-ignore lint/suspicious/noExplicitAny: each event has a value of its own
  off(event: string, listener: (value: any) => void): unknown;
}

const cap = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}\u2026` : text);
