import { setTimeout } from 'node:timers/promises';
import type { CDPSession, Locator, Page, Selectors } from 'playwright-core';
import type { Highlight, PageApi } from '../injected/PageApi.ts';
import type { Snapshot } from '../snapshot/Snapshot.ts';
import type { SecretFingerprint } from '../snapshot/secrets/secretFingerprints.ts';
import type { DomQuery } from '../snapshot/selectors/DomQuery.ts';
import { untilAborted } from '../snapshot/untilAborted.ts';
import { asInternal } from './asInternal.ts';
import { toBrowserError } from './browserError.ts';
import { stepTimeoutAt } from './capture/captureFrames.ts';
import { redactForeign, rememberHeld } from './capture/heldSecrets.ts';
import { type PageCapture, PageCapturer } from './capture/PageCapturer.ts';
import { followPrinting, takeProtocolSession } from './connect/protocolSessions.ts';
import { retryUntilAttached } from './connect/retryUntilAttached.ts';
import { callPageScript, type PageResult } from './frames/callPageScript.ts';
import { DocumentGoneError } from './frames/DocumentGoneError.ts';
import { DocumentScopes } from './frames/DocumentScopes.ts';
import { evaluateInWorld, type World } from './frames/evaluateInWorld.ts';
import { FrameTarget } from './frames/FrameTarget.ts';
import { FrameTargets } from './frames/FrameTargets.ts';
import { guardPress, type PressTarget, pressFramesOf } from './frames/guardPress.ts';
import { addEngineToPageWorld, addEngineWhereMissing } from './locators/addMissingEngine.ts';
import { findLocators, type VerifiedLocators } from './locators/findLocators.ts';
import { type LocatorRoots, matchLocator } from './locators/matchLocator.ts';
import { matchSelector, type SelectorMatches } from './locators/matchSelector.ts';
import { type FrameDomResult, queryDomInFrames } from './locators/queryDomInFrames.ts';
import { registerSelectorEngine, SELECTOR_ENGINE } from './locators/selectorEngine.ts';
import type { LocatorRequest } from './locators/verifyRoleSelectors.ts';
import { removeIdAttributes, writeIdAttributes } from './locators/writeIdAttributes.ts';
import { navigatedAwayError, pageTimeoutError, staleDocumentError } from './pageErrors.ts';
import { type OfferedTool, PageTools } from './pageTools/PageTools.ts';
import { Highlighter } from './screenshot/Highlighter.ts';
import {
  type PageScreenshot,
  type PageScreenshotOptions,
  takeScreenshot,
} from './screenshot/takeScreenshot.ts';
import { TypedSecrets } from './TypedSecrets.ts';
import { withTimeout } from './withTimeout.ts';

export interface PageConnectionOptions {
  /** Those of the Playwright copy that the page belongs to; default our own. */
  selectors?: Selectors;
  /** Milliseconds that the page may take to answer; default 10,000. */
  timeoutMs?: number;
  /** Those of the session; default none. */
  typedSecrets?: TypedSecrets;
}

export interface CaptureOptions {
  /** Milliseconds for the whole capture; default 10,000. */
  timeoutMs?: number;
}

/** Default time for a page to answer, milliseconds. */
const DEFAULT_TIMEOUT_MS = 10_000;
/** How often a capture is retried when the page navigates away. */
const MAX_ATTEMPTS = 5;
/** Times the attempt: the event of a new document may arrive after the end of the old one. */
const RETRY_PAUSE_MS = 25;
/** Milliseconds for the process of a new frame to answer a small request. */
const NEW_FRAME_TIMEOUT_MS = 250;

/**
 * Captures a live page as a `Snapshot`, and finds the live element of an id. A capture of a page without frames takes
 * few round trips.
 */
export class PageConnection {
  readonly #page: Page;
  readonly #targets: FrameTargets;
  /** What was given to fields for secrets, in any page of the session. */
  readonly typedSecrets: TypedSecrets;
  readonly #capturer: PageCapturer;
  readonly #scopes: DocumentScopes;
  readonly #highlighter: Highlighter;
  readonly #pageTools = new PageTools();
  /** Aborted when the page crashes: nothing that was asked is answered then. */
  readonly #crash = new AbortController();
  /** Where the page had a document before our selector engine was registered: see `addMissingEngine`. */
  #lacksEngine: { inLocators: boolean; inPageWorld: boolean };
  #rememberedRevision = '';
  #lastCapture: PageCapture | undefined;

  private constructor(page: Page, targets: FrameTargets, typedSecrets: TypedSecrets) {
    this.#page = page;
    this.typedSecrets = typedSecrets;
    this.#targets = targets;
    this.#capturer = new PageCapturer(targets);
    this.#scopes = new DocumentScopes(page);
    this.#highlighter = new Highlighter(page, targets.main);
    const hasDocument = page.url() !== 'about:blank';
    this.#lacksEngine = { inLocators: hasDocument, inPageWorld: hasDocument };
    page.on('crash', this.#onCrash);
  }

  /**
   * Throws `timeout` (retryable) where the page does not answer, as with a script that never ends;
   * `tab_closed`, `browser_closed`.
   */
  static async open(
    page: Page,
    {
      selectors,
      timeoutMs = DEFAULT_TIMEOUT_MS,
      typedSecrets = new TypedSecrets(),
    }: PageConnectionOptions = {},
  ): Promise<PageConnection> {
    const openingTarget = attachSession(page, selectors).then((session) =>
      FrameTarget.open(session, page, { typedSecrets }),
    );
    try {
      const target = await withTimeout(openingTarget, timeoutMs, undefined);
      if (target) return new PageConnection(page, new FrameTargets(page, target, typedSecrets), typedSecrets);
    } catch (error) {
      throw toBrowserError(error, page);
    }
    openingTarget.then((late) => late.release()).catch(() => undefined);
    throw pageTimeoutError(timeoutMs);
  }

  /**
   * Captures the page with every frame that can be read. Where nothing changed since the last capture, it
   * answers the same snapshot object, after one small message a frame.
   * Throws `navigated` (retryable) when it keeps navigating away, `timeout`, `tab_closed`,
   * `browser_closed`, and `unsupported_page` for what is no document (a PDF).
   */
  async capture({ timeoutMs = DEFAULT_TIMEOUT_MS }: CaptureOptions = {}): Promise<Snapshot> {
    const deadline = performance.now() + timeoutMs;
    for (let attempt = 1; ; attempt++) {
      try {
        const capture = () => asInternal(this.#page, () => this.#capture(deadline));
        const capturing = untilAborted(capture, this.#crash.signal);
        const snapshot = await withTimeout(capturing, deadline - performance.now(), undefined);
        if (snapshot) return snapshot;
        throw pageTimeoutError(timeoutMs);
      } catch (error) {
        if (this.#crash.signal.aborted) throw toBrowserError(new Error('Page crashed'), this.#page);
        if (!(error instanceof DocumentGoneError)) throw toBrowserError(error, this.#page);
        if (this.#page.isClosed()) throw toBrowserError(new Error('Target closed'), this.#page);
        if (performance.now() >= deadline) throw pageTimeoutError(timeoutMs);
        if (attempt === MAX_ATTEMPTS) throw navigatedAwayError(error);
        await setTimeout(attempt * RETRY_PAUSE_MS);
      }
    }
  }

  /**
   * A PNG of the viewport, or with `fullPage` of the whole page, with every secret masked; frames that cannot be read
   * are masked whole. Throws what `capture` throws.
   */
  screenshot(options: PageScreenshotOptions): Promise<PageScreenshot> {
    const captureForScreenshot = async (timeoutMs: number) => ({
      snapshot: await this.capture({ timeoutMs }),
      captures: this.#lastCapture?.captures ?? [],
    });
    const take = () => takeScreenshot(this.#page, captureForScreenshot, this.#highlighter, options);
    return asInternal(this.#page, take);
  }

  /** Whether the documents of the last capture held any; undefined before the first. */
  get holdsSecrets(): boolean | undefined {
    return this.#lastCapture?.captures.some(({ holdsSecrets }) => holdsSecrets);
  }

  /** Keys of the documents of the last capture. */
  get documentKeys(): string[] {
    return this.#lastCapture?.snapshot.documents.map(({ key }) => key) ?? [];
  }

  /**
   * The same for as long as captures find no change in the DOM of any document, however small: a class that a snapshot does not
   * hold changes it, and leaves the snapshot the same.
   */
  get revision(): string {
    const captures = this.#lastCapture?.captures ?? [];
    return captures
      .map(({ document, target, frameId }) => `${document.key}:${target.mutationsOf(frameId)}`)
      .join();
  }

  /** Shows numbered boxes over the page, until the next capture. */
  highlight(highlights: Highlight[]): Promise<void> {
    return this.#highlighter.show(highlights);
  }

  /** Removes them, if there are any. */
  clearHighlights(): Promise<void> {
    return this.#highlighter.clear();
  }

  /** The texts, with the secrets that any document of this page holds now redacted, and those that were typed. */
  async redactSecrets(texts: string[]): Promise<string[]> {
    const redactor = this.typedSecrets.redactorWith(
      texts.length > 0 ? await this.secretFingerprints(this.typedSecrets.hashed.seed) : [],
    );
    let redacted = texts.map((text) => redactor.redact(text));
    // Each document knows more of what was cut.
    const entries = await this.#targets.list(NEW_FRAME_TIMEOUT_MS);
    for (const { target } of entries)
      for (const frameId of target.frameIds())
        if (target.contextOf(frameId))
          redacted = await callPageScript({ target, frameId }, 'redactSecrets', redacted);
    return redacted.map((text) => this.typedSecrets.withoutWritten(text));
  }

  /** Texts that a document knows without its own secrets, without those of the other documents of the last capture. */
  redactForeign(documentKey: string, texts: string[]): Promise<string[]> {
    return redactForeign(this.#lastCapture?.captures ?? [], documentKey, texts);
  }

  /** Keeps for the session what shows whether a text repeats a secret of the last capture: its documents may go. */
  async rememberSecrets(): Promise<void> {
    const { revision, typedSecrets } = this;
    if (!this.holdsSecrets || this.#rememberedRevision === revision) return;
    this.#rememberedRevision = revision;
    await rememberHeld(this.#lastCapture?.captures ?? [], typedSecrets);
  }

  /** What shows whether a text repeats a secret that any document of this page holds now. */
  async secretFingerprints(seed: number): Promise<SecretFingerprint[]> {
    const fingerprints: SecretFingerprint[] = [];
    const entries = await this.#targets.list(NEW_FRAME_TIMEOUT_MS);
    for (const { target } of entries)
      for (const frameId of target.frameIds())
        if (target.contextOf(frameId))
          fingerprints.push(...(await callPageScript({ target, frameId }, 'secretFingerprints', seed)));
    return fingerprints;
  }

  /** The targets of the page, the main one first. */
  async targets(): Promise<FrameTarget[]> {
    return (await this.#targets.list(NEW_FRAME_TIMEOUT_MS)).map(({ target }) => target);
  }

  /** The tools that the page registers for agents now; none where the browser has no WebMCP. */
  async pageTools(): Promise<OfferedTool[]> {
    return this.#pageTools.list(await this.targets());
  }

  /**
   * The live element. Waits and acts as any Playwright locator does.
   * Throws `stale` when the last capture held no document of that key.
   */
  locator(documentKey: string, id: number): Locator {
    return this.#scopes.scopeOf(documentKey).locator(`${SELECTOR_ENGINE}=${documentKey}/${id}`);
  }

  /**
   * What matches a CSS selector now, in every document of the last capture; at most `limit` ids of each.
   * Throws `invalid_selector`.
   */
  matchSelector(selector: string, limit: number): Promise<SelectorMatches[]> {
    return matchSelector(this.#lastCapture?.captures ?? [], selector, limit);
  }

  /**
   * The same for a selector of Playwright (`role=button[name="Save"]`, `tr:has-text("Ann")`), without a limit; with
   * `roots`, only what is found from these elements. Throws `invalid_selector`.
   */
  matchLocator(selector: string, roots?: LocatorRoots): Promise<SelectorMatches[]> {
    const match = () =>
      matchLocator(selector, {
        captures: this.#lastCapture?.captures ?? [],
        scopeOf: (document) => this.#scopes.scopeOf(document),
        roots,
      });
    return asInternal(this.#page, match);
  }

  /**
   * What matches a CSS selector now, described, in every document of the last capture. Throws `invalid_selector`;
   * `navigated` (retryable) where the page has been left since.
   */
  async queryDom(request: DomQuery): Promise<FrameDomResult[]> {
    const captures = this.#lastCapture?.captures ?? [];
    try {
      return await queryDomInFrames(captures, request, (texts) => this.redactSecrets(texts));
    } catch (error) {
      throw error instanceof DocumentGoneError
        ? navigatedAwayError(error)
        : toBrowserError(error, this.#page);
    }
  }

  /** Calls the page script in a document of the last capture. Throws `stale` where that document is gone. */
  async callPageScript<M extends keyof PageApi>(
    documentKey: string,
    method: M,
    ...args: Parameters<PageApi[M]>
  ): Promise<PageResult<M>> {
    const capture = this.#lastCapture?.captures.find(({ document }) => document.key === documentKey);
    if (!capture) throw staleDocumentError(documentKey);
    try {
      return await callPageScript(capture, method, ...args);
    } catch (error) {
      throw error instanceof DocumentGoneError
        ? staleDocumentError(documentKey)
        : toBrowserError(error, this.#page);
    }
  }

  /** Runs `press` while it reaches only its target; see `guardPress`. */
  guardPress(target: PressTarget, press: () => Promise<void>, ms: number): ReturnType<typeof guardPress> {
    const captures = this.#lastCapture?.captures ?? [];
    const list = async () => ({
      frames: pressFramesOf(await this.targets(), captures),
      isPartial: this.#targets.isPartial,
    });
    return guardPress(list, target, press, ms);
  }

  /**
   * Selectors for elements of the last capture, in their order, each of which finds its element alone on the page as
   * it is now. Throws `timeout`; `stale` for a document that the last capture did not hold.
   */
  async findLocators(requests: readonly LocatorRequest[]): Promise<VerifiedLocators[]> {
    const locatorContext = {
      captures: this.#lastCapture?.captures ?? [],
      scopeOf: (document: string) => this.#scopes.scopeOf(document),
      redactSecrets: (texts: string[]) => this.redactSecrets(texts),
    };
    const finding = asInternal(this.#page, () => findLocators(requests, locatorContext));
    const located = await withTimeout(finding, DEFAULT_TIMEOUT_MS, undefined);
    if (located) return located;
    throw pageTimeoutError(DEFAULT_TIMEOUT_MS);
  }

  /** The same for one that is given away, of one element or of several: what it does in the page's own world works too. */
  async lastingLocator(documentKey: string, ids: number | readonly number[]): Promise<Locator> {
    const query = `${documentKey}/${[ids].flat().join()}`;
    const locator = this.#scopes.scopeOf(documentKey).locator(`${SELECTOR_ENGINE}=${query}`);
    if (this.#lacksEngine.inPageWorld) {
      this.#lacksEngine.inPageWorld = false;
      await asInternal(this.#page, () => addEngineToPageWorld(this.#page));
    }
    return locator;
  }

  /** See `writeIdAttributes`. */
  writeIdAttributes(idsByDocument: ReadonlyMap<string, Record<number, string>>): Promise<number> {
    return writeIdAttributes(this.#lastCapture?.captures ?? [], idsByDocument);
  }

  /** See `removeIdAttributes`. */
  removeIdAttributes(): Promise<number> {
    return removeIdAttributes(this.#lastCapture?.captures ?? []);
  }

  /**
   * What a function answers in a document of the last capture, default the page's own; see `evaluateInWorld`. Throws `stale` where
   * that document is gone, else what the function threw.
   */
  evaluate(
    source: string,
    { document, ...options }: { document?: string | undefined; elementId?: number | undefined; world: World },
  ): Promise<unknown> {
    const captures = this.#lastCapture?.captures ?? [];
    const capture =
      document === undefined ? captures[0] : captures.find((one) => one.document.key === document);
    if (!capture) throw staleDocumentError(document ?? '');
    return evaluateInWorld(capture, source, options);
  }

  /** Ends what scripts of the page compute at the moment. */
  async terminateExecution(): Promise<void> {
    const entries = await this.#targets.list(NEW_FRAME_TIMEOUT_MS);
    const terminating = entries.map(({ target }) => target.session.send('Runtime.terminateExecution'));
    await withTimeout(Promise.allSettled(terminating), NEW_FRAME_TIMEOUT_MS, undefined);
  }

  /** Returns whether the page was shown as it would be printed: that ends with our sessions, and is to be set again. */
  dispose(): Promise<boolean> {
    this.#page.off('crash', this.#onCrash);
    return this.#targets.dispose();
  }

  async #capture(deadline: number): Promise<Snapshot> {
    await this.#highlighter.clear();
    // Whoever looks asks for them next: they are answered meanwhile.
    void this.#pageTools.list([this.#targets.main]);
    const pageCapture = await this.#capturer.capturePage(deadline);
    await followPrinting(this.#page, pageCapture.captures[0]?.printing === true);
    if (this.#lacksEngine.inLocators) {
      this.#lacksEngine.inLocators = false;
      await addEngineWhereMissing(this.#page, pageCapture.captures);
    }
    if (pageCapture !== this.#lastCapture)
      await withTimeout(this.#scopes.update(pageCapture.placements), stepTimeoutAt(deadline), undefined);
    this.#lastCapture = pageCapture;
    return pageCapture.snapshot;
  }

  readonly #onCrash = (): void => this.#crash.abort();
}

async function attachSession(page: Page, selectors?: Selectors): Promise<CDPSession> {
  await registerSelectorEngine(page.context(), selectors);
  return retryUntilAttached(() => takeProtocolSession(page));
}
