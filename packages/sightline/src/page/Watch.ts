import { toAscii } from './ascii.ts';
import { allRoots, isRendered, ofDocument, queryAll, queryIn, shadowOf } from './dom.ts';
import { Passing } from './Passing.ts';
import type { Registry } from './Registry.ts';
import { Restless } from './Restless.ts';
import type { Secrets } from './secrets.ts';
import { Timers } from './Timers.ts';
import { Underway } from './Underway.ts';

/** What keeps a document from being at rest. */
export type Unrest = 'loading' | 'mutations' | 'animations' | 'busy' | 'timers' | 'underway';

/** How a wait ended. */
export interface Rest {
  /** Undefined: it is at rest. */
  unrest?: Unrest;
  /** Whether anything changed in it since the watch began. */
  changed: boolean;
}

export interface RestLimits {
  /** Frames without a change that are rest; one more where something has changed. */
  frames: number;
  /** Milliseconds that a timer which the page began is waited for. */
  timersMs: number;
  /** Milliseconds for all of it. */
  limitMs: number;
  /** The document must have been parsed, too. */
  parsed: boolean;
}

/**
 * Milliseconds without a frame after which nothing is painted here: of the page, which a busy machine paints late,
 * and a tab behind another hardly ever; of a frame in it, which may be out of sight.
 */
const UNPAINTED = { page: 400, frame: 120 };
/** Milliseconds: how long a frame takes where none are painted. */
const FRAME = 16;
/** Animations that go on longer are not waited for. Milliseconds. */
const LONGEST = 1_500;
const BUSY = '[aria-busy=true],[role=progressbar]:not([aria-valuenow]),progress:not([value])';
/** Added elements that are searched for shadow roots. */
const MOST_ADDED = 2_000;

/**
 * Follows the document from before an action until it has come to rest: no mutations over a few frames, no
 * transitions or animations that end, nothing that has become busy, no timers begun of late.
 */
export class Watch {
  readonly #registry: Registry;
  readonly #secrets: Secrets;
  readonly #passing = new Passing();
  readonly #timers = new Timers();
  readonly #underway = new Underway();
  #restless = new Restless();
  readonly #observer = new MutationObserver((records) => this.#read(records));
  #roots = new Set<Document | ShadowRoot>();
  /** Animations that ran before. */
  #running = new WeakSet<Animation>();
  /** Elements that were busy before. */
  #busy = new WeakSet<Element>();
  #mutations = 0;
  #isLooking = false;
  #isPainted = true;
  /** When the last frame was painted, or the watch began. */
  #painted = 0;
  /** When a timer that may still fire was begun; undefined where there is none. */
  #timed: number | undefined;
  /** Mutations when the timers were counted last. */
  #mutationsThen = 0;

  constructor(registry: Registry, secrets: Secrets) {
    this.#registry = registry;
    this.#secrets = secrets;
  }

  /** What a new document began by itself counts as begun since. */
  begin(isNew: boolean): void {
    this.end();
    this.#mutations = 0;
    this.#restless = new Restless();
    this.#mutationsThen = 0;
    this.#timed = undefined;
    this.#underway.begin(isNew);
    this.#painted = performance.now();
    requestAnimationFrame(() => {
      this.#painted = performance.now();
    });
    for (const root of allRoots((host) => this.#registry.closedRootOf(host))) this.#observe(root);
    this.#running = new WeakSet(isNew ? [] : this.#animations());
    this.#busy = new WeakSet(isNew ? [] : this.#busyElements());
    if (!isNew) this.#timers.begun();
  }

  /** ASCII JSON: `Rest`. */
  async rest({ frames, timersMs, limitMs, parsed }: RestLimits): Promise<string> {
    const end = performance.now() + limitMs;
    let calm = 0;
    for (;;) {
      const before = this.#mutations;
      await this.#nextFrame();
      this.#read(this.#observer.takeRecords());
      const awaitsTimer = this.#awaitsTimer(timersMs);
      const moving = this.#mutations !== before ? 'mutations' : this.#moving(parsed);
      calm = moving ? 0 : calm + 1;
      const unrest = moving ?? (awaitsTimer ? 'timers' : undefined);
      const changed = this.#mutations > 0;
      if (!unrest && calm >= frames + (changed ? 1 : 0)) return JSON.stringify({ changed });
      if (performance.now() >= end) return JSON.stringify({ unrest: unrest ?? 'mutations', changed });
    }
  }

  /** ASCII JSON of the words that came and went. Nothing is watched any more. */
  end(): string {
    this.#observer.disconnect();
    this.#roots.clear();
    const gone = this.#passing.gone(this.#secrets);
    this.#passing.forget();
    return toAscii(JSON.stringify(gone));
  }

  #observe(root: Document | ShadowRoot): void {
    if (this.#roots.has(root)) return;
    this.#roots.add(root);
    this.#observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
  }

  #read(records: MutationRecord[]): void {
    if (records.length === 0) return;
    const now = performance.now();
    for (const record of records) {
      if (!this.#restless.isAgain(record, now)) this.#mutations++;
      for (const node of record.addedNodes) if (node instanceof Element) this.#observeWithin(node);
      this.#passing.note(record);
      this.#underway.note(record);
    }
    if (this.#isLooking || this.#roots.size === 0) return;
    this.#isLooking = true;
    requestAnimationFrame(() => {
      this.#isLooking = false;
      this.#passing.look();
    });
  }

  #observeWithin(added: Element): void {
    const elements = queryIn(added, '*');
    for (let i = -1; i < Math.min(elements.length, MOST_ADDED); i++) {
      const root = shadowOf(elements[i] ?? added);
      if (root) for (const element of [root, ...this.#rootsIn(root)]) this.#observe(element);
    }
  }

  #rootsIn(root: ShadowRoot): ShadowRoot[] {
    const found: ShadowRoot[] = [];
    for (const element of root.querySelectorAll('*')) {
      const inner = shadowOf(element);
      if (inner) found.push(inner, ...this.#rootsIn(inner));
    }
    return found;
  }

  #moving(parsed: boolean): Unrest | undefined {
    if (parsed && ofDocument('readyState') === 'loading') return 'loading';
    const moving = this.#isPainted ? this.#animations().filter((one) => !this.#running.has(one)) : [];
    if (moving.some((one) => this.#isEnding(one))) return 'animations';
    if (this.#busyElements().some((one) => !this.#busy.has(one))) return 'busy';
    return this.#underway.goesOn(moving) ? 'underway' : undefined;
  }

  /** What is shown and said to be updated still, or a progress without an end. WAI-ARIA 1.2, aria-busy, progressbar. */
  #busyElements(): Element[] {
    const all = [...this.#roots].flatMap((root) => [...queryAll(root, BUSY)]);
    return all.filter(isRendered);
  }

  #animations(): Animation[] {
    const all = [...this.#roots].flatMap((root) =>
      root instanceof ShadowRoot ? root.getAnimations() : Document.prototype.getAnimations.call(root),
    );
    return [...new Set(all)];
  }

  /** At its end soon. */
  #isEnding(animation: Animation): boolean {
    if (animation.playState !== 'running') return false;
    const end = Number(animation.effect?.getComputedTiming().endTime ?? 0);
    const left = (end - Number(animation.currentTime ?? 0)) / Math.abs(animation.playbackRate || 1);
    return left > 0 && left <= LONGEST;
  }

  /**
   * True while a timer that was begun since the action may still fire. One begun later counts only where something
   * had changed by then: a page that asks again and again on a timer, and shows nothing, is not waited for.
   */
  #awaitsTimer(timersMs: number): boolean {
    const now = performance.now();
    const isFirst = this.#timed === undefined;
    const hasChanged = this.#mutations !== this.#mutationsThen;
    if (this.#timers.begun() > 0 && (isFirst || hasChanged)) {
      this.#timed = now;
      this.#mutationsThen = this.#mutations;
    }
    return this.#timed !== undefined && now - this.#timed < timersMs;
  }

  /** Where nothing is painted no frame comes: a short time stands for it. */
  #nextFrame(): Promise<void> {
    return new Promise((resolve) => {
      const end = (isPainted: boolean): void => {
        clearTimeout(timer);
        cancelAnimationFrame(frame);
        this.#isPainted = isPainted;
        if (isPainted) this.#painted = performance.now();
        resolve();
      };
      const frame = requestAnimationFrame(() => end(true));
      const patience = this.#painted + patienceForFrames() - performance.now();
      const timer = this.#timers.start(() => end(false), Math.max(FRAME, patience));
    });
  }
}

/** Milliseconds; 0 where certainly nothing is painted. */
function patienceForFrames(): number {
  if (document.hidden || innerWidth < 2 || innerHeight < 2) return 0;
  return window === window.top ? UNPAINTED.page : UNPAINTED.frame;
}
