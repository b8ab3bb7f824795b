import type { Page as PlaywrightPage } from 'playwright-core';
import { type AdoptOptions, adoptPage, type PlaywrightPageLike } from '../browser/connect/adoptPage.ts';
import { adoptPuppeteerPage, type PuppeteerPageLike } from '../browser/connect/adoptPuppeteerPage.ts';
import type { BrowserConnection } from '../browser/connect/BrowserConnection.ts';
import { type ConnectOptions, connectBrowser } from '../browser/connect/connectBrowser.ts';
import type { ExtensionOptions } from '../browser/connect/connectExtension.ts';
import type { GridOptions } from '../browser/grid/takeGridSlot.ts';
import type { ContextOptions, ProxyOptions, StorageState } from '../browser/launch/ContextOptions.ts';
import { type LaunchOptions, launchBrowser } from '../browser/launch/launchBrowser.ts';
import { ruleFlags } from '../browser/launch/ruleFlags.ts';
import type { NavigateOptions, Navigation, Tab } from '../browser/navigation/Navigation.ts';
import type { HeaderOptions } from '../browser/navigation/RequestHeaders.ts';
import type { DialogPolicy } from '../browser/tabs/answerDialog.ts';
import { resizePage } from '../browser/tabs/resizePage.ts';
import type { TabEvent } from '../browser/tabs/TabEvent.ts';
import { withTimeoutError } from '../browser/withTimeout.ts';
import type { RenderedDomQuery } from '../render/dom/renderDomQuery.ts';
import type { ViewOptions } from '../render/RenderContext.ts';
import { readOptions } from '../snapshot/readOptions.ts';
import type { Snapshot } from '../snapshot/Snapshot.ts';
import { type AbortOptions, untilAborted } from '../snapshot/untilAborted.ts';
import { UrlRules } from '../snapshot/urls/UrlRules.ts';
import type { ActionGate } from './ActionGate.ts';
import type { WaitOptions } from './actions/waitFor.ts';
import { DeveloperTools } from './DeveloperTools.ts';
import { readStorageState, writeStorageState } from './files/storageStateFile.ts';
import type { Log } from './Log.ts';
import type { Observation } from './observe.ts';
import {
  CONNECT_FIELDS,
  EXTENSION_FIELDS,
  LAUNCH_ALIASES,
  LAUNCH_FIELDS,
  SESSION_FIELDS,
} from './optionFields.ts';
import { PageSource } from './pages/PageSource.ts';
import { readStorage, replaceStorage } from './pages/storage.ts';
import type { DomQueryOptions } from './queries/LiveDomQueries.ts';
import type { ElementDescriptor, ElementRef } from './refs/RefRegistry.ts';
import { renderNotices } from './renderNotices.ts';
import type { HighlightOptions, Screenshot, ScreenshotOptions } from './ScreenshotService.ts';
import type { ScriptEngine, ScriptOptions, ScriptResult, ScriptStep } from './ScriptOptions.ts';
import type { CallStyle, SessionOptions } from './SessionOptions.ts';
import type {
  InspectOptions,
  InspectResult,
  LookOptions,
  LookResult,
  PictureOptions,
  SessionResult,
} from './SessionResult.ts';

export type { NetworkConditions } from '../browser/network/Routes.ts';
export type { DomMatch, DomResponse } from '../render/dom/renderDomResponse.ts';
export type { ActionGate, GateState } from './ActionGate.ts';
export type { ActionOptions } from './actions/ActionPlan.ts';
export type { ActionResult } from './actions/ActionResult.ts';
export type { EvaluateOptions } from './developer/evaluateInPage.ts';
export type { ExtractOptions, ExtractSchemaInput, ReadText } from './developer/extractValues.ts';
export type { NetworkOptions } from './developer/NetworkOptions.ts';
export type { PageToolOptions } from './developer/pageTools/callPageTool.ts';
export type { PdfOptions } from './developer/printPage.ts';
export type { ConsoleOptions } from './developer/readConsole.ts';
export type { RouteOptions } from './developer/routeRequests.ts';
export type { LogEntry } from './Log.ts';
export type { Target, TargetMatch } from './refs/TargetResolver.ts';
export type { TargetUse } from './refs/targetTests.ts';
export type {
  AdoptOptions,
  CallStyle,
  ConnectOptions,
  ContextOptions,
  DialogPolicy,
  DomQueryOptions,
  ElementDescriptor,
  ElementRef,
  ExtensionOptions,
  GridOptions,
  HeaderOptions,
  HighlightOptions,
  InspectOptions,
  InspectResult,
  LaunchOptions,
  Log,
  LookOptions,
  LookResult,
  NavigateOptions,
  Navigation,
  Observation,
  PictureOptions,
  PlaywrightPageLike,
  ProxyOptions,
  PuppeteerPageLike,
  RenderedDomQuery,
  Screenshot,
  ScreenshotOptions,
  ScriptOptions,
  ScriptResult,
  ScriptStep,
  SessionOptions,
  SessionResult,
  StorageState,
  Tab,
  TabEvent,
  ViewOptions,
  WaitOptions,
};

/** Milliseconds for a page to say which words are secret. */
const ANSWER_MS = 10_000;

/**
 * A browser with its tabs, the numbers of elements, and the memory of the last look.
 * Every method may throw `SightlineError`; after `browser_closed` the session has ended, after any other it goes on.
 */
export class Session extends DeveloperTools {
  #scripts: Promise<ScriptEngine> | undefined;

  /** Starts a browser of its own. Throws `browser_not_found`, `browser_closed`, `invalid_argument` for what cannot be set. */
  static async launch(given: LaunchOptions & SessionOptions = {}): Promise<Session> {
    const options = readOptions('Session.launch', given, LAUNCH_FIELDS, LAUNCH_ALIASES);
    const { storageState: saved } = options;
    const storageState = typeof saved === 'string' ? readStorageState(saved) : saved;
    const args = [...(options.args ?? []), ...ruleFlags(new UrlRules(options), options.proxy)];
    return Session.#attach(() => launchBrowser({ ...options, storageState, args }), options);
  }

  /**
   * Attaches to a running browser, on this machine or elsewhere, and to its tabs. `close` ends the connection: the
   * browser and all its tabs stay open; one of a grid is given back. Throws `invalid_argument`, `browser_closed`, `timeout`,
   * of a grid also `browser_not_found` where none of its nodes has such a browser.
   */
  static async connect(given: ConnectOptions & SessionOptions): Promise<Session> {
    const options = readOptions('Session.connect', given, CONNECT_FIELDS);
    return Session.#attach(() => connectBrowser(options), options);
  }

  /**
   * A session over the tabs that a person shares in their own browser through Sightline's extension. Waits until the
   * first one is shared; `close` gives them back. Throws `extension_not_connected`, `tab_closed`.
   */
  static async fromExtension(given: ExtensionOptions & SessionOptions = {}): Promise<Session> {
    const options = readOptions('Session.fromExtension', given, EXTENSION_FIELDS);
    const { connectExtension } = await import('../browser/connect/connectExtension.ts');
    return Session.#attach(() => connectExtension(options), options);
  }

  /**
   * A session over a page that you drive with Playwright, and over the tabs that it opens. Your handlers answer its
   * dialogs, and `close` leaves the page open, with nothing of the session in it. Throws `unsupported_page` for Firefox
   * and WebKit, `invalid_argument`.
   */
  static async fromPlaywright(
    page: PlaywrightPageLike,
    given: AdoptOptions & SessionOptions = {},
  ): Promise<Session> {
    const options = readOptions('Session.fromPlaywright', given, { ...SESSION_FIELDS, selectors: true });
    return Session.#attach(async () => adoptPage(page, options), options);
  }

  /**
   * The same for a page that you drive with Puppeteer, through a second connection to its browser.
   * Throws `unsupported_page` for Firefox, `invalid_argument`, `tab_closed`, `browser_closed`.
   */
  static async fromPuppeteer(page: PuppeteerPageLike, given: SessionOptions = {}): Promise<Session> {
    const options = readOptions('Session.fromPuppeteer', given, SESSION_FIELDS);
    return Session.#attach(() => adoptPuppeteerPage(page), options);
  }

  /** A browser that comes too late for who has aborted is closed again. */
  static async #attach(
    connect: () => Promise<BrowserConnection>,
    options: SessionOptions & { downloads?: string },
  ): Promise<Session> {
    let connecting: Promise<BrowserConnection> | undefined;
    const startConnecting = (): Promise<BrowserConnection> => {
      connecting = connect();
      return connecting;
    };
    try {
      const browserConnection = await untilAborted(startConnecting, options.signal);
      return new Session(await PageSource.fromBrowser(browserConnection, options), options);
    } catch (error) {
      if (options.signal?.aborted) connecting?.then((late) => late.close()).catch(() => undefined);
      throw error;
    }
  }

  /** A session over a saved snapshot: every view and query works; what needs a live page throws `unsupported_page`. */
  static load(snapshot: Snapshot, options: SessionOptions = {}): Session {
    return new Session(PageSource.fromSnapshot(snapshot), options);
  }

  /** The Playwright page of the active tab. Throws `tab_closed`, `browser_closed`. */
  get page(): PlaywrightPage {
    return this.context.page;
  }

  /** Loads an address in the active tab. Throws `navigation_failed`, `blocked_url`, `invalid_argument`, `unsupported_page`. */
  navigate(address: string, options: NavigateOptions = {}): Promise<Navigation> {
    return this.#track(() => this.#tabs.navigate(address, options), options);
  }

  /** Goes to the previous page of the active tab. Throws `navigation_failed` where there is none. */
  back(options?: NavigateOptions): Promise<Navigation> {
    return this.#track(() => this.#tabs.back(options), options);
  }

  /** Goes to the next page of the active tab, after `back`. Throws `navigation_failed` where there is none. */
  forward(options?: NavigateOptions): Promise<Navigation> {
    return this.#track(() => this.#tabs.forward(options), options);
  }

  /** Loads the page of the active tab again. */
  reload(options?: NavigateOptions): Promise<Navigation> {
    return this.#track(() => this.#tabs.reload(options), options);
  }

  /** The open tabs. */
  tabs(): Promise<Tab[]> {
    return this.#tabs.list();
  }

  /** Opens an empty tab and makes it the active one. */
  async openTab(): Promise<void> {
    await this.#track(() => this.#tabs.open());
  }

  /** Closes a tab, default the active one; the one that opened it, or the last, becomes active. Throws `not_found`. */
  async closeTab(number?: number): Promise<void> {
    await this.#tabs.close(number);
  }

  /** Makes a tab the active one. Throws `not_found`. */
  switchTab(number: number): Promise<Tab> {
    return this.#track(() => this.#tabs.switchTo(number));
  }

  /** How dialogs are answered from now on: see `SessionOptions`. */
  answerDialogs(policy: DialogPolicy): void {
    this.#tabs.dialogs = policy;
  }

  /** Sets the size of the active tab's viewport, in CSS pixels. */
  async resize(width: number, height: number): Promise<void> {
    await resizePage(this.page, { width, height });
  }

  /** What pages did on their own since the last call: dialogs answered, tabs opened, downloads, crashes. */
  takeEvents(): TabEvent[] {
    return this.context.source.takeEvents();
  }

  /** The same as lines, for people and models; repeated events are one line with a count. */
  takeNotices(): string[] {
    return renderNotices(this.takeEvents(), this.context.formatCall);
  }

  /**
   * Runs a script: JavaScript or TypeScript with top-level await, in a box of its own, which has `page`, `args`, `print` and
   * nothing of this machine (docs/scripts.md). What goes wrong in it is the `failure` of the result. One at a time; what
   * it defines at its top is there for the next. Throws `invalid_argument` for a script that is too long.
   */
  async run(source: string, options: ScriptOptions = {}): Promise<ScriptResult> {
    this.#scripts ??= import('../script/ScriptRunner.ts').then(({ ScriptRunner }) => {
      const { context, actionRunner } = this;
      return new ScriptRunner({ session: this, context, actionRunner });
    });
    return (await this.#scripts).run(source, options);
  }

  /** How answers write the calls they recommend from now on, see `SessionOptions`. Returns the style until now. */
  setCallStyle(calls: CallStyle): CallStyle {
    const previousStyle = this.context.callStyle;
    this.context.callStyle = calls;
    return previousStyle;
  }

  /** The texts without what they repeat of the secrets on the page of the active tab. Throws `timeout`. */
  async redactSecrets(texts: string[]): Promise<string[]> {
    const asked = this.context.connection().then((page) => page.redactSecrets(texts));
    return withTimeoutError(asked, ANSWER_MS, 'The page does not answer which of its words are secret.');
  }

  /** Calls back once for each value that is given to a field for secrets from now on. Returns what ends that. */
  onSecret(listener: (value: string) => void): () => void {
    return this.context.source.typedSecrets.listen(listener);
  }

  /**
   * The cookies of the browser, and what the pages of this session keep in it: what logs somebody in, so a secret. `path`: the
   * file that it is also written into, for its owner alone. Throws `unsupported_page` over the extension.
   */
  async storageState({ path }: { path?: string } = {}): Promise<StorageState> {
    const state = await readStorage(this.context.source);
    if (path !== undefined) writeStorageState(path, state);
    return state;
  }

  /**
   * Puts cookies and storage in place of what there is, of a file or as `storageState` answered it; pages show it when they are
   * loaded again. Throws `unsupported_page` in a browser of somebody else, `not_found`, `invalid_argument`.
   */
  async setStorageState(state: StorageState | string): Promise<void> {
    await replaceStorage(this.context.source, typeof state === 'string' ? readStorageState(state) : state);
  }

  /** Ends the session, and its browser if the session started it; a page of somebody else stays as it is. */
  async close(): Promise<void> {
    this.context.gate.resume();
    await (await this.#scripts)?.close();
    await this.context.source.close();
  }

  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Holds the actions of this session back for whoever watches it; `inspect --serve` does. */
  get gate(): ActionGate {
    return this.context.gate;
  }

  get #tabs(): PageSource['tabs'] {
    return this.context.source.tabs;
  }

  async #track<T>(navigate: () => Promise<T>, { signal }: AbortOptions = {}): Promise<T> {
    await this.context.gate.pass(signal);
    return this.context.source.trackNavigation(navigate());
  }
}
