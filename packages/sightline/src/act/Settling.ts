import type { Page as PlaywrightPage } from 'playwright-core';
import { askFrame } from '../browser/askFrame.ts';
import type { PageDoor } from '../browser/PageDoor.ts';
import type { World } from '../browser/World.ts';
import { withinTime } from '../browser/withinTime.ts';
import type { Transient } from '../page/Passing.ts';
import type { Rest, Unrest } from '../page/Watch.ts';
import { Errors } from './Errors.ts';
import { Loading } from './Loading.ts';
import type { Signal } from './Signal.ts';
import { type FailedRequest, Traffic } from './Traffic.ts';

/** How a page came to rest after an action. All words are without the secrets that the page holds. */
export interface Settled {
  settled: boolean;
  /** Where it did not: what still goes on, as words that follow "because". */
  reason?: string;
  /** Another document took the place of the page. */
  navigated: boolean;
  /** Words that came and went meanwhile. */
  transients: Transient[];
  requests: {
    /** Without those that the page itself called off; at most five. */
    failed: FailedRequest[];
    /** Still open: long polls, and what takes longer than it was waited for. */
    open: number;
  };
  /** At most five, shortened. Of a page that has been left nothing is told: its secrets cannot be asked for. */
  consoleErrors: string[];
}

export interface SettleOptions {
  /** Milliseconds for all of it; default 3,000. */
  timeoutMs?: number;
  /** A field was filled. */
  typed?: boolean;
}

const REASONS: Readonly<Record<Unrest | 'requests' | 'navigation' | 'silence', string>> = {
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

/**
 * Milliseconds that a timer is waited for which the page began with the action (searches that wait until typing
 * ends): 100 to 300 are usual. Where it began none, as most clicks do, nothing is waited for.
 */
const TIMERS = 350;
/** The same after a field was filled: a search that waits until typing ends waits up to half a second. */
const TYPING = 600;
/** Frames without a change that are rest; one more where anything changed. */
const FRAMES = 2;
/** Milliseconds that what is on its way to us may take. */
const LATE = 250;

/** One frame that is watched. */
interface Watched {
  world: World;
  frameId: string;
}

/** Follows a page from before an action until it has come to rest by its own signals. */
export class Settling {
  readonly #door: PageDoor;
  readonly #page: PlaywrightPage;
  readonly #signal: Signal;
  readonly #traffic: Traffic;
  readonly #errors: Errors;
  readonly #loading: Loading;
  /** Documents where the watch has begun, by the unique id of their context. */
  readonly #watched = new Map<string, Watched>();
  #main: World | undefined;
  #before: string | undefined;
  #timersMs = TIMERS;

  private constructor(page: PlaywrightPage, door: PageDoor, traffic: Traffic) {
    this.#page = page;
    this.#door = door;
    this.#traffic = traffic;
    this.#signal = traffic.signal;
    this.#errors = new Errors(page);
    this.#loading = new Loading(this.#signal, () => this.#forgetWords());
  }

  /**
   * To be called before the action, and after the page was captured: what a capture knows of it is used. For a page
   * that has just come, with the requests it made on its way: what it began by itself is waited for then.
   */
  static async begin(page: PlaywrightPage, door: PageDoor, arrival?: Traffic): Promise<Settling> {
    const settling = new Settling(page, door, arrival ?? new Traffic(page));
    try {
      const worlds = await door.targets();
      await Promise.all([
        ...worlds.map((world) => settling.#loading.follow(world)),
        settling.#watch(worlds, arrival !== undefined),
      ]);
      settling.#main = worlds[0];
      settling.#before = settling.#mainContext;
      return settling;
    } catch (error) {
      settling.dispose();
      throw error;
    }
  }

  /** Waits until the page has come to rest, and tells how. To be called once; never throws for what the page does. */
  async done({ timeoutMs = 3_000, typed = false }: SettleOptions = {}): Promise<Settled> {
    this.#timersMs = typed ? TYPING : TIMERS;
    const end = performance.now() + timeoutMs;
    try {
      const reason = await this.#rest(end);
      const told = await this.#tell();
      this.#watched.clear();
      return { settled: reason === undefined, ...(reason && { reason: REASONS[reason] }), ...told };
    } finally {
      this.dispose();
    }
  }

  /** Stops following; for an action that failed. */
  dispose(): void {
    for (const [context, { world, frameId }] of this.#watched)
      void ask(world, frameId, context, '__sightline.watch.end()');
    this.#watched.clear();
    this.#traffic.dispose();
    this.#errors.dispose();
    this.#loading.dispose();
  }

  /** Whether requests that may change the page are open, or a document is on its way. */
  get isBusy(): boolean {
    return this.#loading.pending || this.#traffic.pending > 0;
  }

  get #mainContext(): string | undefined {
    return this.#main?.contextOf(this.#main.rootFrameId)?.uniqueId;
  }

  async #rest(end: number): Promise<keyof typeof REASONS | undefined> {
    let reason: keyof typeof REASONS | undefined;
    for (;;) {
      reason = (await this.#trafficEnds(end)) ?? reason;
      const { count } = this.#signal;
      const left = end - performance.now();
      if (this.#page.isClosed()) return undefined;
      if (left <= 0) return reason ?? 'mutations';
      reason = await this.#framesRest(left, count > 0);
      if (reason === undefined && this.#signal.count === count) return undefined;
    }
  }

  /** Undefined once nothing is on its way. */
  async #trafficEnds(end: number): Promise<'requests' | 'navigation' | undefined> {
    for (;;) {
      const { pending: isNavigating } = this.#loading;
      if (!isNavigating && this.#traffic.pending === 0) return undefined;
      const left = end - performance.now();
      if (left <= 0 || this.#page.isClosed()) return isNavigating ? 'navigation' : 'requests';
      await this.#signal.next(Math.min(left, LATE));
    }
  }

  /** Waits for every frame; what goes away meanwhile is at rest. */
  async #framesRest(limitMs: number, hadTraffic: boolean): Promise<Unrest | 'silence' | undefined> {
    const worlds = await this.#door.targets().catch(() => []);
    if (!this.#mainContext) await this.#main?.whenContext(this.#main.rootFrameId, Math.min(limitMs, LATE));
    const navigated = this.#mainContext !== this.#before;
    await withinTime(this.#watch(worlds, true), limitMs, undefined);
    const frames = hadTraffic ? FRAMES + 1 : FRAMES;
    const limits = JSON.stringify({ frames, timersMs: this.#timersMs, limitMs, parsed: navigated });
    const rests = Array.from(this.#watched, async ([context, { world, frameId }]) => {
      const text = await ask(world, frameId, context, `__sightline.watch.rest(${limits})`);
      return text === undefined ? undefined : (JSON.parse(text) as Rest).unrest;
    });
    const silent: (Unrest | 'silence' | undefined)[] = ['silence'];
    const all = await withinTime<typeof silent>(Promise.all(rests), limitMs + LATE, silent);
    return all.find((unrest) => unrest !== undefined);
  }

  /** Begins the watch in every document that has none. What a new one has begun by itself counts. */
  async #watch(worlds: World[], isNew: boolean): Promise<void> {
    const frames = worlds.flatMap((world) => world.frameIds().map((frameId) => ({ world, frameId })));
    await Promise.all(
      frames.map(async ({ world, frameId }) => {
        const context = world.contextOf(frameId)?.uniqueId;
        if (context === undefined || this.#watched.has(context)) return;
        this.#watched.set(context, { world, frameId });
        await ask(world, frameId, context, `__sightline.watch.begin(${isNew})`);
      }),
    );
  }

  /** The words of a document that has gone are not told: it cannot be asked which of them are secret. */
  #forgetWords(): void {
    this.#errors.texts = [];
    this.#traffic.failed = [];
  }

  async #tell(): Promise<Omit<Settled, 'settled' | 'reason'>> {
    const ends = Array.from(this.#watched, ([context, { world, frameId }]) =>
      ask(world, frameId, context, '__sightline.watch.end()'),
    );
    const answers = await withinTime(Promise.all(ends), LATE, []);
    const passing = answers.flatMap((text) => (text ? (JSON.parse(text) as Transient[]) : []));
    const failed = [...this.#traffic.failed];
    const texts = [
      ...passing.map(({ text }) => text),
      ...failed.map(({ url }) => url),
      ...this.#errors.texts,
    ];
    const told = await this.#censor(texts);
    return {
      navigated: this.#main !== undefined && this.#mainContext !== this.#before,
      transients: passing.flatMap((one, i) => (told ? [{ ...one, text: told[i] as string }] : [])),
      requests: {
        failed: failed.flatMap((one, i) =>
          told ? [{ ...one, url: told[passing.length + i] as string }] : [],
        ),
        open: this.#traffic.open,
      },
      consoleErrors: told?.slice(passing.length + failed.length) ?? [],
    };
  }

  /** Undefined where nobody could be asked. */
  async #censor(texts: string[]): Promise<string[] | undefined> {
    if (texts.length === 0) return [];
    const told = this.#door.withoutSecrets(texts).catch(() => undefined);
    return withinTime<string[] | undefined>(told, 1_000, undefined);
  }
}

/** Undefined where that document is no longer there. */
async function ask(
  world: World,
  frameId: string,
  context: string,
  expression: string,
): Promise<string | undefined> {
  if (world.contextOf(frameId)?.uniqueId !== context) return undefined;
  return askFrame(world, frameId, expression).catch(() => undefined);
}
