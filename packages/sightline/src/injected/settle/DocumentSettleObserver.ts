import {
  documentProperty,
  isRendered,
  openShadowRoot,
  queryAll,
  queryWithin,
  textContent,
} from '../dom/dom.ts';
import type { ElementRegistry } from '../dom/ElementRegistry.ts';
import { RootObserver } from '../dom/RootObserver.ts';
import { runsCallbacks } from '../dom/runsCallbacks.ts';
import type { TransientMessage } from '../PageApi.ts';
import type { SecretFields } from '../secrets/SecretFields.ts';
import { readSheetsAhead } from '../styles/SheetCache.ts';
import { BusyIndicators } from './BusyIndicators.ts';
import type { DocumentSettleLimits, DocumentSettleResult, UnsettledReason } from './documentSettleTypes.ts';
import { PeriodicMutationFilter } from './PeriodicMutationFilter.ts';
import { TimerCounter } from './TimerCounter.ts';
import { TransientText } from './TransientText.ts';

/**
 * Milliseconds without a frame after which nothing is considered to be painted: a busy machine paints late, a
 * background tab hardly ever, and a frame in the page may be out of view.
 */
const FRAME_TIMEOUT_MS = { page: 400, frame: 120 };
/** Milliseconds: how long a frame takes where none are painted. */
const FALLBACK_FRAME_MS = 16;
/** Animations that go on longer are not waited for. Milliseconds. */
const MAX_ANIMATION_MS = 1_500;
const BUSY_SELECTOR = '[aria-busy=true],[role=progressbar]:not([aria-valuenow]),progress:not([value])';
/** Added elements that are searched for shadow roots. */
const MAX_ADDED_ELEMENTS = 2_000;

/**
 * Observes the document from before an action until it has settled: no mutations over a few frames, no finite
 * transitions or animations, nothing that has become busy, no recent timers.
 */
export class DocumentSettleObserver {
  readonly #registry: ElementRegistry;
  readonly #secrets: SecretFields;
  readonly #transientText = new TransientText();
  readonly #timerCounter = new TimerCounter();
  readonly #busyIndicators = new BusyIndicators();
  #periodicFilter = new PeriodicMutationFilter();
  readonly #observer = new RootObserver((records) => this.#onMutations(records));
  /** Animations that ran before. */
  #initialAnimations = new WeakSet<Animation>();
  /** Elements that were busy before. */
  #initiallyBusy = new WeakSet<Element>();
  #mutations = 0;
  /** The same when the last frame was painted. */
  #mutationsAtFrame = 0;
  /** Frames in turn without a change. */
  #quietFrames = 0;
  #isCheckScheduled = false;
  #isRendering = true;
  /** When the last frame was painted, or the watch began. */
  #lastFrameAt = 0;
  /** When a timer that may still fire was begun; undefined where there is none. */
  #timerStartedAt: number | undefined;
  /** Mutations when the timers were counted last. */
  #mutationsAtTimer = 0;
  /** Where no mutation is seen. */
  #lastSize = '';

  constructor(registry: ElementRegistry, secrets: SecretFields) {
    this.#registry = registry;
    this.#secrets = secrets;
  }

  /** In a new document, what it has started by itself counts too. */
  start(isNewDocument: boolean): void {
    this.stop();
    this.#mutations = 0;
    this.#periodicFilter = new PeriodicMutationFilter();
    this.#mutationsAtTimer = 0;
    this.#timerStartedAt = undefined;
    this.#busyIndicators.reset(isNewDocument);
    this.#lastFrameAt = performance.now();
    if (runsCallbacks())
      requestAnimationFrame(() => {
        this.#lastFrameAt = performance.now();
      });
    else this.#lastSize = documentSize();
    for (const root of this.#registry.allRoots()) this.#observer.observe(root);
    this.#initialAnimations = new WeakSet(isNewDocument ? [] : this.#animations());
    this.#initiallyBusy = new WeakSet(isNewDocument ? [] : this.#busyElements());
    if (isNewDocument) readSheetsAhead();
    else this.#timerCounter.countStarted();
  }

  async waitUntilSettled({
    frames,
    timersMs,
    limitMs,
    parsed,
    stopsBeforeLast,
    resumes,
  }: DocumentSettleLimits): Promise<DocumentSettleResult> {
    if (!runsCallbacks()) return this.#readState(parsed);
    const deadline = performance.now() + limitMs;
    if (!resumes) {
      this.#quietFrames = 0;
      this.#mutationsAtFrame = this.#mutations;
    }
    for (;;) {
      await this.#nextFrame(deadline);
      this.#onMutations(this.#observer.takeRecords());
      const awaitsTimer = this.#awaitsTimer(timersMs);
      const hasChanged = this.#mutations !== this.#mutationsAtFrame;
      this.#mutationsAtFrame = this.#mutations;
      const activity = hasChanged ? 'mutations' : this.#currentActivity(parsed);
      this.#quietFrames = activity ? 0 : this.#quietFrames + 1;
      const reason = activity ?? (awaitsTimer ? 'timers' : undefined);
      const changed = this.#mutations > 0;
      const missingFrames = frames + (changed ? 1 : 0) - this.#quietFrames;
      if (!reason && missingFrames <= 0) return { changed };
      if (!reason && changed && stopsBeforeLast && missingFrames === 1)
        return { changed, isBeforeLast: true };
      if (performance.now() >= deadline) return { reason: reason ?? 'mutations', changed };
    }
  }

  /** For a document in which nothing can be waited for, as no callback runs. */
  #readState(parsed: boolean): DocumentSettleResult {
    const size = documentSize();
    const hasChanged = size !== this.#lastSize;
    this.#lastSize = size;
    if (hasChanged) this.#mutations++;
    const reason = hasChanged ? 'mutations' : this.#currentActivity(parsed);
    return { ...(reason && { reason }), changed: this.#mutations > 0, mustPoll: true };
  }

  /** Stops observing; returns the messages that were shown and disappeared. */
  stop(): TransientMessage[] {
    this.#observer.disconnect();
    const disappeared = this.#transientText.takeDisappeared(this.#secrets);
    this.#transientText.reset();
    return disappeared;
  }

  #onMutations(records: MutationRecord[]): void {
    if (records.length === 0) return;
    const now = performance.now();
    for (const record of records) {
      if (!this.#periodicFilter.isPeriodic(record, now)) this.#mutations++;
      for (const node of record.addedNodes) if (node instanceof Element) this.#observeWithin(node);
      this.#transientText.recordMutation(record);
      this.#busyIndicators.recordMutation(record);
    }
    if (this.#isCheckScheduled || this.#observer.roots.size === 0) return;
    this.#isCheckScheduled = true;
    requestAnimationFrame(() => {
      this.#isCheckScheduled = false;
      this.#transientText.collectVisible();
    });
  }

  #observeWithin(added: Element): void {
    const elements = queryWithin(added, '*');
    for (let i = -1; i < Math.min(elements.length, MAX_ADDED_ELEMENTS); i++) {
      const root = openShadowRoot(elements[i] ?? added);
      if (root) for (const element of [root, ...this.#shadowRootsIn(root)]) this.#observer.observe(element);
    }
  }

  #shadowRootsIn(root: ShadowRoot): ShadowRoot[] {
    const found: ShadowRoot[] = [];
    for (const element of root.querySelectorAll('*')) {
      const inner = openShadowRoot(element);
      if (inner) found.push(inner, ...this.#shadowRootsIn(inner));
    }
    return found;
  }

  #currentActivity(parsed: boolean): UnsettledReason | undefined {
    if (parsed && documentProperty('readyState') === 'loading') return 'loading';
    const newAnimations = this.#isRendering
      ? this.#animations().filter((one) => !this.#initialAnimations.has(one))
      : [];
    if (newAnimations.some((one) => this.#endsSoon(one))) return 'animations';
    if (this.#busyElements().some((one) => !this.#initiallyBusy.has(one))) return 'busy';
    return this.#busyIndicators.isBusy(newAnimations) ? 'underway' : undefined;
  }

  /** Rendered elements with `aria-busy`, or an indeterminate progress bar (WAI-ARIA 1.2). */
  #busyElements(): Element[] {
    const all = [...this.#observer.roots].flatMap((root) => [...queryAll(root, BUSY_SELECTOR)]);
    return all.filter(isRendered);
  }

  #animations(): Animation[] {
    const all = [...this.#observer.roots].flatMap((root) =>
      root instanceof ShadowRoot ? root.getAnimations() : Document.prototype.getAnimations.call(root),
    );
    return [...new Set(all)];
  }

  /** Whether it ends within `MAX_ANIMATION_MS`. */
  #endsSoon(animation: Animation): boolean {
    if (animation.playState !== 'running') return false;
    const endTime = Number(animation.effect?.getComputedTiming().endTime ?? 0);
    const remaining = (endTime - Number(animation.currentTime ?? 0)) / Math.abs(animation.playbackRate || 1);
    return remaining > 0 && remaining <= MAX_ANIMATION_MS;
  }

  /**
   * True while a timer that was begun since the action may still fire. One begun later counts only where something
   * had changed by then: a page that asks again and again on a timer, and shows nothing, is not waited for.
   */
  #awaitsTimer(timersMs: number): boolean {
    const now = performance.now();
    const isFirst = this.#timerStartedAt === undefined;
    const hasChanged = this.#mutations !== this.#mutationsAtTimer;
    if (this.#timerCounter.countStarted() > 0 && (isFirst || hasChanged)) {
      this.#timerStartedAt = now;
      this.#mutationsAtTimer = this.#mutations;
    }
    return this.#timerStartedAt !== undefined && now - this.#timerStartedAt < timersMs;
  }

  /** Where nothing is painted no frame comes: a timeout takes its place, at the deadline at the latest. */
  #nextFrame(deadline: number): Promise<void> {
    return new Promise((resolve) => {
      const finish = (isRendering: boolean): void => {
        clearTimeout(timer);
        cancelAnimationFrame(frame);
        this.#isRendering = isRendering;
        if (isRendering) this.#lastFrameAt = performance.now();
        resolve();
      };
      const frame = requestAnimationFrame(() => finish(true));
      const remaining = Math.min(this.#lastFrameAt + frameTimeout(), deadline) - performance.now();
      const timer = this.#timerCounter.setOwnTimeout(
        () => finish(false),
        Math.max(FALLBACK_FRAME_MS, remaining),
      );
    });
  }
}

/** How many elements and how much text there is. */
function documentSize(): string {
  const root = documentProperty('documentElement') as Element | null;
  return root ? `${queryAll(document, '*').length}/${textContent(root).length}` : '';
}

/** Milliseconds; 0 where certainly nothing is painted. */
function frameTimeout(): number {
  if (document.hidden || innerWidth < 2 || innerHeight < 2) return 0;
  return window === window.top ? FRAME_TIMEOUT_MS.page : FRAME_TIMEOUT_MS.frame;
}
