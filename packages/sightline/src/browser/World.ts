import type { CDPSession, Page } from 'playwright-core';
import type { HeldDocument } from '../model/readDocument.ts';
import type { FrameCapture } from './captureFrame.ts';
import { whenAttached } from './whenAttached.ts';
import { withinTime } from './withinTime.ts';

/** A test pins it. */
const UTILITY_WORLD = '__playwright_utility_world';

/**
 * Tells Playwright's own isolated world, where its selector engines run, by its name: our registry lives there
 * too, so that an id is a locator. The name ends with the page's id in Playwright (before 1.5x, with none): another
 * client of the same browser, also one that has gone, has a world of its own in the same documents.
 */
function utilityWorldOf(page: Page): (name: string) => boolean {
  const { _guid: guid } = page as Page & { _guid?: string };
  return (name) => name === `${UTILITY_WORLD}_${guid}` || name === `${UTILITY_WORLD}__`;
}

interface FrameTree {
  frame: { id: string; url: string };
  childFrames?: FrameTree[];
}

/** The utility world of one document. */
export interface Context {
  id: number;
  uniqueId: string;
}

/** Milliseconds. */
const LEAVE_PATIENCE = 500;
const DETACH_PATIENCE = 1_000;

/** Nodes and listeners tell of shadow roots that are attached to what is hidden, and of listeners added. */
const COUNTS = new Set(['LayoutCount', 'RecalcStyleCount', 'Nodes', 'JSEventListeners']);

/** What the browser counts of a target: where `all` is the same, nothing was laid out or restyled meanwhile. */
export interface Counts {
  all: string;
  nodes: number;
  listeners: number;
}

/** A capture, and the counts of the time before it. */
interface Held {
  capture: FrameCapture;
  counts: Counts;
  read: HeldDocument;
}

/** One target of the browser (a page, or a frame with a process of its own), seen through our CDP session. */
export class World {
  readonly session: CDPSession;
  /** The frame at the root of this target. */
  rootFrameId = '';
  /** Utility contexts by frame id. */
  readonly #contexts = new Map<string, Context>();
  /** The pages' own contexts, by frame id: unique ids. */
  readonly #pageContexts = new Map<string, string>();
  /** The last capture in each context where the page script runs, by the context's unique id. */
  readonly #held = new Map<string, Held>();
  /** Frames that have committed no document yet. */
  readonly #unloaded = new Set<string>();
  #waiting: (() => void)[] = [];
  #closed = false;

  private constructor(session: CDPSession, isUtility: (name: string) => boolean) {
    this.session = session;
    session.on('Runtime.executionContextCreated', ({ context }) => {
      const { frameId, isDefault } = (context.auxData ?? {}) as { frameId?: string; isDefault?: boolean };
      if (frameId && isDefault) this.#pageContexts.set(frameId, context.uniqueId);
      if (frameId && isUtility(context.name)) {
        this.#contexts.set(frameId, { id: context.id, uniqueId: context.uniqueId });
        this.#wake();
      }
    });
    session.on('Runtime.executionContextDestroyed', ({ executionContextUniqueId }) =>
      this.#forget(executionContextUniqueId),
    );
    session.on('Runtime.executionContextsCleared', () => {
      this.#contexts.clear();
      this.#pageContexts.clear();
      this.#held.clear();
    });
    session.on('close', () => {
      this.#closed = true;
      this.#wake();
    });
  }

  /** Starts to follow the target's contexts; those that exist are known when this resolves. */
  static async open(session: CDPSession, page: Page): Promise<World> {
    const world = new World(session, utilityWorldOf(page));
    const domains = ['Runtime.enable', 'DOM.enable', 'Performance.enable'] as const;
    await Promise.all([...domains.map((enable) => session.send(enable)), world.frames()]);
    return world;
  }

  /** The frames of this target as they are now, each with its parent; undefined for the root. */
  async frames(): Promise<Map<string, string | undefined>> {
    const { frameTree } = await whenAttached(() => this.session.send('Page.getFrameTree'));
    this.rootFrameId = frameTree.frame.id;
    const parents = new Map<string, string | undefined>();
    const queue: { tree: FrameTree; parent: string | undefined }[] = [{ tree: frameTree, parent: undefined }];
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { frame, childFrames = [] } = next.tree;
      parents.set(frame.id, next.parent);
      if (frame.url === '') this.#unloaded.add(frame.id);
      else this.#unloaded.delete(frame.id);
      for (const tree of childFrames) queue.push({ tree, parent: frame.id });
    }
    return parents;
  }

  /** False for a frame that had no document when the frames were asked for last. */
  isLoaded(frameId: string): boolean {
    return !this.#unloaded.has(frameId);
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Frames whose utility context is known, in order of creation. */
  frameIds(): string[] {
    return [...this.#contexts.keys()];
  }

  contextOf(frameId: string): Context | undefined {
    return this.#contexts.get(frameId);
  }

  /** Unique id of the world of the frame's own scripts. */
  pageContextOf(frameId: string): string | undefined {
    return this.#pageContexts.get(frameId);
  }

  /** Whether the page script runs in that frame's document already. */
  isInjected(frameId: string): boolean {
    const context = this.#contexts.get(frameId);
    return context !== undefined && this.#held.has(context.uniqueId);
  }

  held(uniqueId: string): Held | undefined {
    return this.#held.get(uniqueId);
  }

  hold(uniqueId: string, held: Held): void {
    this.#held.set(uniqueId, held);
  }

  /** How often the browser laid out and restyled this target's documents so far, and what there is in them. */
  async counts(): Promise<Counts> {
    const { metrics } = await this.session.send('Performance.getMetrics');
    const values = metrics.filter(({ name }) => COUNTS.has(name)).map(({ value }) => value);
    const valueOf = (wanted: string): number => metrics.find(({ name }) => name === wanted)?.value ?? 0;
    return { all: values.join(), nodes: valueOf('Nodes'), listeners: valueOf('JSEventListeners') };
  }

  /** Resolves with the frame's context, or undefined when there is none after `timeoutMs`. */
  async whenContext(frameId: string, timeoutMs: number): Promise<Context | undefined> {
    const end = performance.now() + timeoutMs;
    while (!this.#contexts.has(frameId) && !this.#closed) {
      const left = end - performance.now();
      if (left <= 0) break;
      await this.#nextChange(left);
    }
    return this.#contexts.get(frameId);
  }

  /** Leaves the documents to themselves, and detaches. */
  async dispose(): Promise<void> {
    const leaving = Array.from(this.#contexts.values(), ({ uniqueId: uniqueContextId }) =>
      this.session.send('Runtime.evaluate', {
        expression: 'globalThis.__sightline?.leave()',
        uniqueContextId,
      }),
    );
    await withinTime(Promise.allSettled(leaving), LEAVE_PATIENCE, []);
    await withinTime(this.session.detach(), DETACH_PATIENCE, undefined).catch(() => undefined);
  }

  #nextChange(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.#waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }

  #forget(uniqueId: string): void {
    this.#held.delete(uniqueId);
    for (const [frameId, context] of this.#contexts) {
      if (context.uniqueId === uniqueId) this.#contexts.delete(frameId);
    }
    for (const [frameId, id] of this.#pageContexts) if (id === uniqueId) this.#pageContexts.delete(frameId);
  }
}
