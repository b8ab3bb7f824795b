import { setTimeout } from 'node:timers/promises';
import type { BrowserContext, Dialog, Download, Page } from 'playwright-core';
import { truncate } from '../../snapshot/shorten.ts';
import { markOwnListener, type SharedBrowser } from '../connect/BrowserConnection.ts';
import { PageLog } from '../network/PageLog.ts';
import { withTimeout } from '../withTimeout.ts';
import { answerDialog, type DialogHandler, type DialogPolicy, dialogOutcome } from './answerDialog.ts';
import { Downloads } from './Downloads.ts';
import { LeftDialogs } from './LeftDialogs.ts';
import { noticeUrl, siteOf } from './noticeUrl.ts';
import type { RedactionQueue } from './RedactionQueue.ts';
import { type DownloadEvent, type TabEvent, TabEventLog } from './TabEvent.ts';
import type { OpenTab, TabList } from './TabList.ts';
import { type BegunDownload, watchDownloads } from './watchDownloads.ts';
import { watchFlood } from './watchFlood.ts';

/** A page may open tabs without asking; more than these are closed at once. */
const MAX_TABS = 50;
/** Milliseconds in which a download is reported once, with its end. */
const DOWNLOAD_EVENT_DELAY_MS = 500;
/** Milliseconds for a handler; a page stands still as long as its dialog is open. */
const HANDLER_TIMEOUT_MS = 5_000;
/** Milliseconds for whoever else drives a page to answer its dialog. */
const HOST_TIMEOUT_MS = 3_000;
/** Characters that are kept of a dialog's words. */
const MAX_DIALOG_TEXT = 1_000;
/** Those that a handler receives, which looks for secrets in them before it cuts them. */
const MAX_HANDLED_TEXT = 4_000;

type DownloadResult = Pick<DownloadEvent, 'outcome' | 'path'>;

interface TabMonitorOptions {
  sharedBrowser: SharedBrowser | undefined;
  /** Default `dismiss`. */
  dialogs: DialogPolicy | undefined;
  /** Folder for what is downloaded. */
  downloads: string | undefined;
}

/**
 * Sees what pages do on their own: tabs that open, close and crash, dialogs, downloads. Keeps the list of tabs true,
 * answers each dialog at once, and makes an event of all of it.
 */
export class TabMonitor {
  readonly leftDialogs = new LeftDialogs();
  #dialogs: DialogPolicy;
  /** Whether somebody has said how dialogs are answered. */
  #hasPolicy: boolean;
  /** Asked how each is answered, instead. */
  dialogHandler: DialogHandler | undefined;
  readonly events = new TabEventLog();
  readonly #tabs: TabList;
  readonly #redactions: RedactionQueue;
  readonly #sharedBrowser: SharedBrowser | undefined;
  readonly #downloads: Downloads;
  readonly #logs = new WeakMap<Page, PageLog>();
  /** Take back every listener. */
  readonly #unsubscribers: (() => void)[] = [];
  #isContextClosed = false;
  #isDisposed = false;

  constructor(
    context: BrowserContext,
    tabs: TabList,
    redactions: RedactionQueue,
    options: TabMonitorOptions,
  ) {
    this.#dialogs = options.dialogs ?? 'dismiss';
    this.#hasPolicy = options.dialogs !== undefined;
    this.#tabs = tabs;
    this.#redactions = redactions;
    this.#sharedBrowser = options.sharedBrowser;
    this.#downloads = new Downloads(options.downloads);
    this.#on(context, 'page', (page: Page) => this.#onPage(page));
    this.#on(
      context,
      'dialog',
      markOwnListener((dialog: Dialog) => this.#onDialog(dialog)),
    );
    this.#on(context, 'close', () => {
      this.#isContextClosed = true;
    });
  }

  /** How the next dialogs are answered. */
  set dialogs(policy: DialogPolicy) {
    this.#dialogs = policy;
    this.#hasPolicy = true;
  }

  /** Whether the context of the tabs is known to be gone, with its browser or alone. */
  get isContextClosed(): boolean {
    return this.#isContextClosed;
  }

  /** Whether it listens to nothing any more. */
  get isDisposed(): boolean {
    return this.#isDisposed;
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const unsubscribe of this.#unsubscribers.splice(0)) unsubscribe();
  }

  /** Removes what was saved in a temporary folder. */
  removeDownloads(): void {
    this.#downloads.dispose();
  }

  /** Makes a tab of a page. */
  add(page: Page): OpenTab {
    const tab = this.#tabs.add(page);
    this.#on(page, 'close', () => this.#onClosed(page));
    this.#on(page, 'crash', () => this.#onCrash(page));
    this.#watchDownloads(page);
    const browser = page.context().browser();
    if (!this.#sharedBrowser && browser)
      this.#unsubscribers.push(watchFlood(page, browser, () => this.#onFlood(page)));
    const log = new PageLog(page);
    this.#logs.set(page, log);
    this.#unsubscribers.push(() => log.dispose());
    return tab;
  }

  /** What the page of a tab has requested, and failed at. */
  logOf(page: Page): PageLog | undefined {
    return this.#logs.get(page);
  }

  /** In a browser of somebody else the files go where that browser keeps them. */
  #watchDownloads(page: Page): void {
    if (this.#sharedBrowser?.hidesDownloads) {
      const onDownload = (download: BegunDownload): void => {
        const saving = download.whenEnded.then(
          (isWhole) => ({ outcome: isWhole ? 'saved' : 'failed' }) as const,
        );
        this.#onDownload(page, download, () => saving);
      };
      this.#unsubscribers.push(watchDownloads(page, onDownload));
    } else
      this.#on(page, 'download', (download: Download) =>
        this.#onDownload(page, download, async (name) =>
          this.#sharedBrowser && !this.#sharedBrowser.savesDownloads ? undefined : this.#save(download, name),
        ),
      );
  }

  #on<T>(emitter: Emitter, event: string, listener: (value: T) => void): void {
    emitter.on(event, listener);
    this.#unsubscribers.push(() => emitter.off(event, listener));
  }

  /** A page of somebody else counts where it shares all, or is opened by one that it shares. */
  async #onPage(page: Page): Promise<void> {
    if (this.#sharedBrowser && this.#sharedBrowser.pages !== 'all') {
      const opener = await page.opener().catch(() => null);
      if (!this.#tabs.byPage(opener)) return;
    }
    this.#onOpened(page);
  }

  #onOpened(page: Page): void {
    if (this.#isDisposed || this.#tabs.byPage(page)) return;
    if (!this.#sharedBrowser && this.#tabs.all.length >= MAX_TABS) {
      const tab = this.#tabs.active?.number ?? 0;
      this.events.add({ kind: 'refused', tab, url: noticeUrl(page.url()) });
      page.close().catch(() => undefined);
      return;
    }
    const tab = this.add(page);
    this.#tabs.active ??= tab;
    const recordOpener = (opener: Page | null) => {
      tab.opener = this.#tabs.byPage(opener);
      tab.isOwn ||= tab.opener?.isOwn === true;
      if (opener) this.#reportOpened(tab, opener);
    };
    page.opener().then(recordOpener, () => undefined);
  }

  /** The page that opens another one names its address: it may repeat a secret of its own. */
  #reportOpened(tab: OpenTab, opener: Page): void {
    const event: TabEvent = { kind: 'opened', tab: tab.number, url: '' };
    const checking = this.#redactUrl(opener, tab.page.url()).then((url) => {
      event.url = url;
    });
    this.events.addPending(event, checking);
  }

  /** For a notice, as far as the page answers that it repeats none of its secrets. */
  #redactUrl(page: Page, url: string): Promise<string> {
    return this.#redactions.redact(page, noticeUrl(url), { fallback: siteOf(url) });
  }

  #onClosed(page: Page): void {
    const tab = this.#tabs.byPage(page);
    if (!tab) return;
    this.#tabs.remove(tab);
    const kind = this.#sharedBrowser?.wasLastTabClosed?.() === false ? 'lost' : 'closed';
    this.events.add({ kind, tab: tab.number, url: noticeUrl(page.url()) });
  }

  #onCrash(page: Page): void {
    const tab = this.#tabs.byPage(page);
    if (!tab) return;
    tab.crashed = true;
    this.events.add({ kind: 'crashed', tab: tab.number, url: noticeUrl(page.url()) });
  }

  /** Nothing that is asked of the browser is answered in its time while such a page is there. */
  #onFlood(page: Page): void {
    const tab = this.#tabs.byPage(page);
    if (!tab) return;
    this.#tabs.remove(tab);
    this.events.add({ kind: 'flooded', tab: tab.number, url: noticeUrl(page.url()) });
    page.close().catch(() => undefined);
  }

  #onDownload(
    page: Page,
    download: Pick<Download, 'url' | 'suggestedFilename'>,
    save: (name: string) => Promise<DownloadResult | undefined>,
  ): void {
    const tab = this.#tabs.byPage(page)?.number ?? 0;
    const url = download.url();
    const event: DownloadEvent = { kind: 'download', tab, url: siteOf(url), name: '', outcome: 'begun' };
    const suggested = truncate(download.suggestedFilename(), MAX_DIALOG_TEXT);
    const checking = [
      this.#redactions.redact(page, suggested, { fallback: 'download' }),
      this.#redactUrl(page, url),
    ] as const;
    const saving = Promise.all(checking).then(([name, shownUrl]) => {
      Object.assign(event, { name, url: shownUrl });
      return save(name);
    });
    // A long download is reported twice: its start, and its result.
    const completion = withTimeout(saving, DOWNLOAD_EVENT_DELAY_MS, undefined).then(
      (result) => void (result && Object.assign(event, result)),
    );
    this.events.addPending(event, completion);
    completion.then(async () => {
      const result = event.outcome === 'begun' ? await saving : undefined;
      if (result) this.events.add({ ...event, ...result });
    });
  }

  /** What came of it. Never rejects. */
  async #save(download: Download, name: string): Promise<DownloadResult> {
    if (!this.#downloads.admitNext()) {
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
    const page = dialog.page();
    const tab = this.#tabs.byPage(page);
    const openedAt = Date.now();
    const message = truncate(dialog.message(), MAX_DIALOG_TEXT);
    const written = this.#redactions.withoutBeginnings(message, openedAt);
    if (!(await this.#isOurs(dialog, written, tab))) return;
    if (this.#sharedBrowser && !tab) return answerDialog(dialog, 'dismiss');
    const policy = await this.#policyFor(dialog);
    const answer = dialogOutcome(dialog, policy);
    const answering = answerDialog(dialog, policy);
    // Only once the dialog is answered does the page answer too.
    const redactedMessage = answering.then(() =>
      page ? this.#redactions.redact(page, message, { at: openedAt }) : written,
    );
    this.events.addDialog(
      { kind: 'dialog', tab: tab?.number ?? 0, type, message: '', answer },
      redactedMessage,
    );
    await answering;
  }

  /** Whether the session is to answer a dialog, once that is known. */
  async #isOurs(dialog: Dialog, message: string, tab: OpenTab | undefined): Promise<boolean> {
    const page = dialog.page();
    const answerer = this.#sharedBrowser?.dialogAnswerer(dialog, tab) ?? 'session';
    const isSetHere = this.#hasPolicy || this.dialogHandler !== undefined;
    if (answerer === 'session' || (answerer === 'host first' && isSetHere)) return true;
    const left = page && this.leftDialogs.add(page, dialog, message);
    if (answerer === 'host') return false;
    await setTimeout(HOST_TIMEOUT_MS);
    // The host may have answered this one, and another be open.
    return !page || (await this.leftDialogs.openOn(page)) === left;
  }

  async #policyFor(dialog: Dialog): Promise<DialogPolicy> {
    const handler = this.dialogHandler;
    const type = dialog.type();
    if (!handler || type === 'beforeunload') return this.#dialogs;
    const message = dialog.message().slice(0, MAX_HANDLED_TEXT);
    const answer = handler({ type, message, defaultValue: dialog.defaultValue().slice(0, MAX_HANDLED_TEXT) });
    return withTimeout(answer, HANDLER_TIMEOUT_MS, 'dismiss').catch(() => 'dismiss');
  }
}

/** What has listeners: a page or a context. */
interface Emitter {
  // biome-ignore lint/suspicious/noExplicitAny: each event has a value of its own
  on(event: string, listener: (value: any) => void): unknown;
  // biome-ignore lint/suspicious/noExplicitAny: each event has a value of its own
  off(event: string, listener: (value: any) => void): unknown;
}
