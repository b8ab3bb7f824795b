import { setTimeout } from 'node:timers/promises';
import type { ConsoleMessage, Page as PlaywrightPage } from 'playwright-core';
import type { ActivitySignal } from '../../browser/ActivitySignal.ts';
import { type FrameAddress, tryCallPageScript } from '../../browser/frames/callPageScript.ts';
import type { FrameTarget } from '../../browser/frames/FrameTarget.ts';
import type { PageConnection } from '../../browser/PageConnection.ts';
import { untilCrash } from '../../browser/untilCrash.ts';
import { withTimeout } from '../../browser/withTimeout.ts';
import type { TransientMessage } from '../../injected/PageApi.ts';
import type { DocumentSettleLimits, UnsettledReason } from '../../injected/settle/documentSettleTypes.ts';
import { shorten } from '../../snapshot/shorten.ts';
import { NavigationMonitor } from './NavigationMonitor.ts';
import { type FailedRequest, NetworkMonitor } from './NetworkMonitor.ts';

/** How a page settled after an action. All texts are without the secrets of the page. */
export interface SettleResult {
  settled: boolean;
  /** Where it did not: what still goes on, to follow "because". */
  reason?: string;
  /** Another document took the place of the page. */
  navigated: boolean;
  /** Texts that appeared and disappeared meanwhile. */
  transients: TransientMessage[];
  requests: {
    /** Without those that the page itself cancelled; at most five. */
    failed: FailedRequest[];
    /** Still open: long polls, and what took longer than the time to settle. */
    open: number;
  };
  /** At most five, shortened. None of a page that was left: its secrets are not known any more. */
  consoleErrors: string[];
}

export interface SettleOptions {
  /** Milliseconds for all of it; default 3,000. */
  timeoutMs?: number;
  /** Text was typed into a field. */
  typed?: boolean;
}

const REASONS: Readonly<Record<UnsettledReason | 'requests' | 'navigation' | 'silence', string>> = {
  loading: 'the page is still loading',
  mutations: 'the page keeps changing',
  animations: 'an animation is still running',
  busy: 'a part of the page is said to be busy',
  timers: 'the page keeps setting timers',
  underway: 'the page says that something is under way',
  requests: 'requests are still open',
  navigation: 'the page is still navigating',
  silence: 'the page does not answer',
};

/** Reasons of a page that has answered and goes on by itself. */
export const RESTLESS_REASONS: ReadonlySet<string> = new Set([
  REASONS.mutations,
  REASONS.animations,
  REASONS.timers,
]);

/**
 * Longest timer that is waited for, of those the action started (searches that wait until typing ends: 100 to 300 ms
 * are usual). Most clicks start none: no wait.
 */
const TIMER_WAIT_MS = 350;
/** The same after typing: a search that waits until typing ends waits up to half a second. */
const TYPING_TIMER_WAIT_MS = 600;
/** Nodes of a page that is read early: those that the browser collects meanwhile count as a change, and it is read again. */
const MAX_READ_TWICE = 2_500;
/** Animation frames without a change after which a page has settled; one more where anything changed. */
const STABLE_FRAMES = 2;
/** For messages that are on their way from the browser. */
const RESPONSE_GRACE_MS = 250;
/** Milliseconds after the time to settle in which a page, if only it runs, says why it has not settled. */
const SILENCE_GRACE_MS = 1_000;

/** Follows a page from before an action until it has settled: requests, navigations, changes, animations, timers. */
export class SettleObserver {
  readonly #connection: PageConnection;
  readonly #page: PlaywrightPage;
  readonly #activity: ActivitySignal;
  readonly #network: NetworkMonitor;
  readonly #consoleErrors: ConsoleErrors;
  readonly #navigations: NavigationMonitor;
  /** Documents that are observed, by the unique id of their execution context. */
  readonly #watchedFrames = new Map<string, FrameAddress>();
  #mainTarget: FrameTarget | undefined;
  #initialContext: string | undefined;
  #timerWaitMs = TIMER_WAIT_MS;
  #readEarly: (() => Promise<unknown>) | undefined;
  #readingEarly: Promise<unknown> | undefined;

  private constructor(page: PlaywrightPage, connection: PageConnection, network: NetworkMonitor) {
    this.#page = page;
    this.#connection = connection;
    this.#network = network;
    this.#activity = network.activity;
    this.#consoleErrors = new ConsoleErrors(page);
    this.#navigations = new NavigationMonitor(this.#activity, () => this.#discardMessages());
  }

  /**
   * To be called before the action and after a capture. For a page that has just been loaded, with the monitor of its
   * requests: what such a page started itself is waited for.
   */
  static async start(
    page: PlaywrightPage,
    connection: PageConnection,
    pageNetwork?: NetworkMonitor,
  ): Promise<SettleObserver> {
    const network = pageNetwork ?? new NetworkMonitor(page, { actionAt: performance.now() });
    const observer = new SettleObserver(page, connection, network);
    connection.typedSecrets.beginAction();
    try {
      const targets = await connection.targets();
      await Promise.all([
        ...targets.map((target) => observer.#navigations.observe(target)),
        observer.#watchFrames(targets, pageNetwork !== undefined),
      ]);
      observer.#mainTarget = targets[0];
      observer.#initialContext = observer.#mainContext;
      return observer;
    } catch (error) {
      observer.dispose();
      throw error;
    }
  }

  /** Waits until requests are answered and nothing is painted any more, whatever timers run; `settle` can be called after it. */
  async untilPainted(timeoutMs: number): Promise<void> {
    this.#timerWaitMs = 0;
    const waiting = () => this.#waitUntilSettled(performance.now() + timeoutMs);
    await untilCrash(this.#page, waiting).catch(() => undefined);
  }

  /** Waits until the page has settled. To be called once; does not throw for what the page does. */
  async settle(options?: SettleOptions): Promise<SettleResult> {
    return (await this.#settle(options, async () => undefined)).settled;
  }

  /**
   * As `settle`, with what `read` answers of the page then. For a page of few nodes it is called before that, too, a frame before
   * the page counts as settled: what it reads, and keeps where nothing changes meanwhile, takes the time of that frame.
   */
  settleAndRead<T>(
    read: () => Promise<T>,
    { nodeCount, ...options }: SettleOptions & { nodeCount: number },
  ): Promise<{ settled: SettleResult; result: T }> {
    if (nodeCount <= MAX_READ_TWICE) this.#readEarly = read;
    return this.#settle(options, read);
  }

  async #settle<T>(
    { timeoutMs = 3_000, typed = false }: SettleOptions = {},
    read: () => Promise<T>,
  ): Promise<{ settled: SettleResult; result: T }> {
    this.#timerWaitMs = typed ? TYPING_TIMER_WAIT_MS : TIMER_WAIT_MS;
    const deadline = performance.now() + timeoutMs;
    try {
      const waiting = () => this.#waitUntilSettled(deadline);
      const reason = await untilCrash(this.#page, waiting).catch(() => undefined);
      const [messages, result] = await Promise.all([this.#collectMessages(), read()]);
      this.#watchedFrames.clear();
      const unrest = reason && { reason: REASONS[reason] };
      return { settled: { settled: reason === undefined, ...unrest, ...messages }, result };
    } finally {
      this.dispose();
    }
  }

  /** Stops observing; for an action that failed. */
  dispose(): void {
    for (const frame of this.#watchedFrames.values()) void tryCallPageScript(frame, 'stopSettle');
    this.#watchedFrames.clear();
    this.#network.dispose();
    this.#consoleErrors.dispose();
    this.#navigations.dispose();
  }

  /** Whether requests that may change the page are open, or a document is loading. */
  get isBusy(): boolean {
    return this.#navigations.isNavigating || this.#network.pendingCount > 0;
  }

  get #mainContext(): string | undefined {
    return this.#mainTarget?.contextOf(this.#mainTarget.rootFrameId)?.uniqueId;
  }

  async #waitUntilSettled(deadline: number): Promise<keyof typeof REASONS | undefined> {
    let reason: keyof typeof REASONS | undefined;
    for (;;) {
      reason = (await this.#waitForNetwork(deadline)) ?? reason;
      const { count } = this.#activity;
      const remainingMs = deadline - performance.now();
      if (this.#page.isClosed()) return undefined;
      if (remainingMs <= 0) return reason ?? 'mutations';
      reason = await this.#waitForFrames(remainingMs, count > 0);
      if (reason === undefined && this.#activity.count === count) return undefined;
    }
  }

  /** Undefined when nothing is loading. */
  async #waitForNetwork(deadline: number): Promise<'requests' | 'navigation' | undefined> {
    for (;;) {
      const { isNavigating } = this.#navigations;
      if (!isNavigating && this.#network.pendingCount === 0) return undefined;
      const remainingMs = deadline - performance.now();
      if (remainingMs <= 0 || this.#page.isClosed()) return isNavigating ? 'navigation' : 'requests';
      await this.#activity.next(Math.min(remainingMs, RESPONSE_GRACE_MS));
    }
  }

  /** Waits for every frame; one that goes away meanwhile has settled. */
  async #waitForFrames(
    limitMs: number,
    hadActivity: boolean,
  ): Promise<UnsettledReason | 'silence' | undefined> {
    const targets = await this.#connection.targets().catch(() => []);
    if (!this.#mainContext)
      await this.#mainTarget?.whenContext(this.#mainTarget.rootFrameId, Math.min(limitMs, RESPONSE_GRACE_MS));
    const navigated = this.#mainContext !== this.#initialContext;
    await withTimeout(this.#watchFrames(targets, true), limitMs, undefined);
    const frames = hadActivity ? STABLE_FRAMES + 1 : STABLE_FRAMES;
    const stopsBeforeLast = this.#readEarly !== undefined;
    const limits = { frames, timersMs: this.#timerWaitMs, limitMs, parsed: navigated, stopsBeforeLast };
    const results = Array.from(this.#watchedFrames.values(), (frame) =>
      waitForDocument(frame, limits, () => this.#tryReadEarly()),
    );
    const waiting = Promise.all(results);
    const noResponse: (UnsettledReason | 'silence' | undefined)[] = ['silence'];
    let outcomes = await withTimeout<typeof noResponse>(waiting, limitMs + SILENCE_GRACE_MS, noResponse);
    if (outcomes === noResponse && this.#readingEarly) {
      await this.#readingEarly;
      outcomes = await withTimeout<typeof noResponse>(waiting, SILENCE_GRACE_MS, noResponse);
    }
    return outcomes.find((unrest) => unrest !== undefined);
  }

  /** Once, and not while something is on its way that will change the page. */
  async #tryReadEarly(): Promise<void> {
    if (!this.#readEarly || this.isBusy) return;
    this.#readingEarly = this.#readEarly().catch(() => undefined);
    this.#readEarly = undefined;
    await this.#readingEarly;
  }

  /** Starts observing in every document that is not observed yet. In a new one, what it started itself counts. */
  async #watchFrames(targets: FrameTarget[], isNew: boolean): Promise<void> {
    const frames = targets.flatMap((target) => target.frameIds().map((frameId) => ({ target, frameId })));
    await Promise.all(
      frames.map(async ({ target, frameId }) => {
        const contextId = target.contextOf(frameId)?.uniqueId;
        if (contextId === undefined || this.#watchedFrames.has(contextId)) return;
        const frame = { target, frameId, contextId };
        this.#watchedFrames.set(contextId, frame);
        await tryCallPageScript(frame, 'startSettle', isNew);
      }),
    );
  }

  /** Messages of a document that is gone are dropped: its secrets cannot be removed from them any more. */
  #discardMessages(): void {
    this.#consoleErrors.texts = [];
    this.#network.failedRequests = [];
  }

  async #collectMessages(): Promise<Omit<SettleResult, 'settled' | 'reason'>> {
    const stopping = Array.from(this.#watchedFrames.values(), (frame) =>
      tryCallPageScript(frame, 'stopSettle'),
    );
    const responses = await withTimeout(Promise.all(stopping), RESPONSE_GRACE_MS, []);
    const transientTexts = responses.flatMap((messages) => messages ?? []);
    const failed = [...this.#network.failedRequests];
    const texts = [
      ...transientTexts.map(({ text }) => text),
      ...failed.map(({ url }) => url),
      ...failed.map(({ method }) => method),
      ...this.#consoleErrors.texts,
    ];
    const redacted = await this.#redact(texts);
    const [urlsAt, methodsAt] = [transientTexts.length, transientTexts.length + failed.length];
    return {
      navigated: this.#mainTarget !== undefined && this.#mainContext !== this.#initialContext,
      transients: transientTexts.flatMap((one, i) =>
        redacted ? [{ ...one, text: redacted[i] as string }] : [],
      ),
      requests: {
        failed: failed.flatMap((one, i) =>
          redacted
            ? [{ ...one, url: redacted[urlsAt + i] as string, method: redacted[methodsAt + i] as string }]
            : [],
        ),
        open: this.#network.openCount,
      },
      consoleErrors: redacted?.slice(methodsAt + failed.length) ?? [],
    };
  }

  /** Undefined where the page does not answer. */
  async #redact(texts: string[]): Promise<string[] | undefined> {
    if (texts.length === 0) return [];
    const { typedSecrets } = this.#connection;
    const redacting = this.#connection.redactSecrets(texts).catch(() => undefined);
    const redacted = await withTimeout<string[] | undefined>(redacting, 1_000, undefined);
    return redacted?.map((text) => typedSecrets.redactBeginnings(text));
  }
}

/** Milliseconds. */
const POLL_INTERVAL_MS = 50;

/** Undefined where the document has settled, or is gone. `onLastFrame` is called while a changed one waits for its last frame. */
async function waitForDocument(
  frame: FrameAddress,
  limits: DocumentSettleLimits,
  onLastFrame: () => Promise<void>,
): Promise<UnsettledReason | undefined> {
  const deadline = performance.now() + limits.limitMs;
  for (;;) {
    let result = await tryCallPageScript(frame, 'waitUntilSettled', limits);
    if (result?.isBeforeLast) {
      const limitMs = Math.max(0, deadline - performance.now());
      const lastLimits = { ...limits, limitMs, stopsBeforeLast: false, resumes: true };
      const waiting = tryCallPageScript(frame, 'waitUntilSettled', lastLimits);
      await onLastFrame();
      result = await waiting;
    }
    if (!result?.reason || !result.mustPoll || performance.now() >= deadline) return result?.reason;
    await setTimeout(POLL_INTERVAL_MS);
  }
}

const MAX_ERRORS = 5;
/** Characters of each. */
const MAX_ERROR_LENGTH = 200;

/** Collects `console.error` messages and uncaught errors of the page. */
class ConsoleErrors {
  texts: string[] = [];
  readonly #page: PlaywrightPage;

  constructor(page: PlaywrightPage) {
    this.#page = page;
    page.on('console', this.#onConsole);
    page.on('pageerror', this.#onError);
  }

  dispose(): void {
    this.#page.off('console', this.#onConsole);
    this.#page.off('pageerror', this.#onError);
  }

  readonly #onConsole = (message: ConsoleMessage): void => {
    if (message.type() === 'error') this.#add(message.text());
  };

  readonly #onError = (error: Error): void => this.#add(`${error.name}: ${error.message}`);

  /** Leaves out the browser's messages about failed requests: the network monitor has them. */
  #add(text: string): void {
    const short = shorten(text, MAX_ERROR_LENGTH);
    if (/^Failed to load resource/.test(text) || this.texts.includes(short)) return;
    if (this.texts.length < MAX_ERRORS) this.texts.push(short);
  }
}
