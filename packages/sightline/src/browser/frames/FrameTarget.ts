import type { CDPSession, Frame, Page } from 'playwright-core';
import type { DocumentCapture } from '../../injected/PageApi.ts';
import type { DocumentState } from '../../snapshot/readDocument.ts';
import type { DocumentSnapshot } from '../../snapshot/Snapshot.ts';
import type { SeededFingerprints } from '../../snapshot/secrets/secretFingerprints.ts';
import { ActivitySignal } from '../ActivitySignal.ts';
import { endProtocolSessions, giveBackProtocolSession, wasPrinting } from '../connect/protocolSessions.ts';
import { retryUntilAttached } from '../connect/retryUntilAttached.ts';
import { TypedSecrets } from '../TypedSecrets.ts';
import { withTimeout } from '../withTimeout.ts';
import { type ScriptTarget, tryCallPageScript } from './callPageScript.ts';

/** Checked by a test against the installed Playwright. */
const UTILITY_WORLD = '__playwright_utility_world';

/**
 * Recognises Playwright's own isolated world, where its selector engines run, by its name: our registry lives there
 * too, so that an id is a locator. The name ends with the page's id in Playwright (before 1.5x, with none): another
 * client of the same browser, also one that has gone, has a world of its own in the same documents.
 */
function utilityWorldMatcher(page: Page): (name: string) => boolean {
  const { _guid: pageGuid } = page as Page & { _guid?: string };
  return (name) => name === `${UTILITY_WORLD}_${pageGuid}` || name === `${UTILITY_WORLD}__`;
}

interface FrameTree {
  frame: { id: string; url: string };
  childFrames?: FrameTree[];
}

/** The utility world of one document. */
export interface UtilityContext {
  id: number;
  uniqueId: string;
}

/** As the browser announces it. */
interface CreatedContext extends UtilityContext {
  name: string;
  auxData?: { frameId?: string; isDefault?: boolean };
}

/** Milliseconds. */
const LEAVE_TIMEOUT_MS = 500;
const DETACH_TIMEOUT_MS = 1_000;

/** Nodes and listeners show shadow roots attached to hidden elements, and new listeners. */
const COUNTED_METRICS = new Set(['LayoutCount', 'RecalcStyleCount', 'Nodes', 'JSEventListeners']);

/** The browser's counts for a target: where `combined` is the same, nothing was laid out or restyled meanwhile. */
export interface TargetMetrics {
  combined: string;
  nodes: number;
  listeners: number;
}

/** The capture of one frame's document, not yet placed in its page. */
export interface FrameCapture
  extends Pick<DocumentCapture, 'timing' | 'holdsSecrets' | 'scriptless' | 'printing'> {
  frameId: string;
  target: FrameTarget;
  document: DocumentSnapshot;
  /** Numbers of event listeners and of nodes in its process. */
  listeners: number;
  nodes: number;
}

/** A frame by the target that it is in. */
export type TargetFrame = Pick<FrameCapture, 'target' | 'frameId'>;

/** A capture, and the counts that were read before it. */
interface CachedCapture {
  capture: FrameCapture;
  metrics: TargetMetrics;
  parsed: DocumentState;
  /** Changes of the DOM before it. */
  mutations: number;
}

export interface FrameTargetOptions {
  /** The frame that has a process of its own; default the page. */
  frame?: Frame;
  /** Those of the session. */
  typedSecrets?: TypedSecrets;
}

/** One target of the browser (a page, or a frame with a process of its own), and our CDP session with it. */
export class FrameTarget implements ScriptTarget {
  readonly session: CDPSession;
  readonly #owner: Page | Frame;
  readonly #typedSecrets: TypedSecrets;
  /** Which of them the contexts know, by unique id. */
  readonly #knownSecrets = new Map<string, number>();
  readonly #isUtility: (name: string) => boolean;
  /** The frame at the root of this target. */
  rootFrameId = '';
  /** Utility contexts by frame id. */
  readonly #contexts = new Map<string, UtilityContext>();
  /** The pages' own contexts, by frame id: unique ids. */
  readonly #pageContexts = new Map<string, string>();
  /** Unique ids of the contexts where the page script runs. */
  readonly #injectedContexts = new Set<string>();
  /** The last capture in each context, by the context's unique id. */
  readonly #cachedCaptures = new Map<string, CachedCapture>();
  /** Frames that have committed no document yet. */
  readonly #framesWithoutDocument = new Set<string>();
  readonly #activity = new ActivitySignal();
  #isClosed = false;

  private constructor(
    session: CDPSession,
    owner: Page | Frame,
    typedSecrets: TypedSecrets,
    isUtility: (name: string) => boolean,
  ) {
    this.session = session;
    this.#owner = owner;
    this.#typedSecrets = typedSecrets;
    this.#isUtility = isUtility;
    session.on('Runtime.executionContextCreated', this.#onContextCreated);
    session.on('Runtime.executionContextDestroyed', this.#onContextDestroyed);
    session.on('Runtime.executionContextsCleared', this.#onContextsCleared);
    session.on('close', this.#onClose);
  }

  /** Starts to track the target's contexts; existing ones are known when this resolves. */
  static async open(
    session: CDPSession,
    page: Page,
    { frame, typedSecrets = new TypedSecrets() }: FrameTargetOptions = {},
  ): Promise<FrameTarget> {
    const target = new FrameTarget(session, frame ?? page, typedSecrets, utilityWorldMatcher(page));
    const domains = ['Runtime.enable', 'DOM.enable', 'Performance.enable'] as const;
    await Promise.all([...domains.map((enable) => session.send(enable)), target.frames()]);
    return target;
  }

  /** The current frames of this target, each with its parent; undefined for the root. */
  async frames(): Promise<Map<string, string | undefined>> {
    const { frameTree } = await retryUntilAttached(() => this.session.send('Page.getFrameTree'));
    this.rootFrameId = frameTree.frame.id;
    const parents = new Map<string, string | undefined>();
    const queue: { tree: FrameTree; parent: string | undefined }[] = [{ tree: frameTree, parent: undefined }];
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { frame, childFrames = [] } = next.tree;
      parents.set(frame.id, next.parent);
      if (frame.url === '') this.#framesWithoutDocument.add(frame.id);
      else this.#framesWithoutDocument.delete(frame.id);
      for (const tree of childFrames) queue.push({ tree, parent: frame.id });
    }
    return parents;
  }

  /** False for a frame that had no document at the last `frames()`. */
  isLoaded(frameId: string): boolean {
    return !this.#framesWithoutDocument.has(frameId);
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Frames whose utility context is known, in order of creation. */
  frameIds(): string[] {
    return [...this.#contexts.keys()];
  }

  contextOf(frameId: string): UtilityContext | undefined {
    return this.#contexts.get(frameId);
  }

  /** Unique id of the world of the frame's own scripts. */
  pageContextOf(frameId: string): string | undefined {
    return this.#pageContexts.get(frameId);
  }

  isInjected(contextId: string): boolean {
    return this.#injectedContexts.has(contextId);
  }

  markInjected(contextId: string): void {
    this.#injectedContexts.add(contextId);
  }

  newSecretsFor(contextId: string): SeededFingerprints | undefined {
    const { revision, hashed } = this.#typedSecrets;
    if ((this.#knownSecrets.get(contextId) ?? 0) === revision) return undefined;
    this.#knownSecrets.set(contextId, revision);
    return hashed;
  }

  cachedCapture(uniqueId: string): CachedCapture | undefined {
    return this.#cachedCaptures.get(uniqueId);
  }

  /** How many changes of a frame's DOM the last capture knew of. */
  mutationsOf(frameId: string): number {
    const uniqueId = this.contextOf(frameId)?.uniqueId;
    return (uniqueId !== undefined && this.#cachedCaptures.get(uniqueId)?.mutations) || 0;
  }

  cacheCapture(uniqueId: string, cached: CachedCapture): void {
    this.#cachedCaptures.set(uniqueId, cached);
  }

  /** Reads the browser's counts for this target. */
  async readMetrics(): Promise<TargetMetrics> {
    const { metrics } = await this.session.send('Performance.getMetrics');
    const values = metrics.filter(({ name }) => COUNTED_METRICS.has(name)).map(({ value }) => value);
    const valueOf = (metricName: string): number =>
      metrics.find(({ name }) => name === metricName)?.value ?? 0;
    return { combined: values.join(), nodes: valueOf('Nodes'), listeners: valueOf('JSEventListeners') };
  }

  /** Resolves with the frame's context, or undefined when there is none after `timeoutMs`. */
  async whenContext(frameId: string, timeoutMs: number): Promise<UtilityContext | undefined> {
    const deadline = performance.now() + timeoutMs;
    while (!this.#contexts.has(frameId) && !this.#isClosed) {
      const remainingMs = deadline - performance.now();
      if (remainingMs <= 0) break;
      await this.#activity.next(remainingMs);
    }
    return this.#contexts.get(frameId);
  }

  /**
   * Removes what the page script added to the documents, and ends the session. Returns whether the page is shown as it
   * would be printed: the end of the session ends that.
   */
  async dispose(): Promise<boolean> {
    const frames = [...this.#contexts].flatMap(([frameId, { uniqueId }]) =>
      this.isInjected(uniqueId) ? { target: this, frameId } : [],
    );
    const disposals = frames.map((frame) => tryCallPageScript(frame, 'dispose'));
    const lastKnown = [wasPrinting(this.#owner)];
    const printing = await withTimeout(Promise.all(disposals), LEAVE_TIMEOUT_MS, lastKnown);
    this.release();
    await withTimeout(endProtocolSessions(this.#owner), DETACH_TIMEOUT_MS, undefined);
    return printing.includes(true);
  }

  /**
   * Gives the session back for the next caller, to whom enabling `Runtime` reports the contexts that there are only where it
   * was disabled.
   */
  release(): void {
    this.session.off('Runtime.executionContextCreated', this.#onContextCreated);
    this.session.off('Runtime.executionContextDestroyed', this.#onContextDestroyed);
    this.session.off('Runtime.executionContextsCleared', this.#onContextsCleared);
    this.session.off('close', this.#onClose);
    this.session.send('Runtime.disable').catch(() => undefined);
    giveBackProtocolSession(this.session, this.#owner);
  }

  readonly #onContextCreated = ({ context }: { context: CreatedContext }): void => {
    const { frameId, isDefault } = context.auxData ?? {};
    if (frameId && isDefault) this.#pageContexts.set(frameId, context.uniqueId);
    if (!frameId || !this.#isUtility(context.name)) return;
    this.#contexts.set(frameId, { id: context.id, uniqueId: context.uniqueId });
    this.#activity.raise();
  };

  readonly #onContextDestroyed = (event: { executionContextUniqueId: string }): void =>
    this.#removeContext(event.executionContextUniqueId);

  readonly #onContextsCleared = (): void => {
    this.#contexts.clear();
    this.#pageContexts.clear();
    this.#cachedCaptures.clear();
    this.#injectedContexts.clear();
    this.#knownSecrets.clear();
  };

  readonly #onClose = (): void => {
    this.#isClosed = true;
    this.#activity.raise();
  };

  #removeContext(uniqueId: string): void {
    this.#cachedCaptures.delete(uniqueId);
    this.#injectedContexts.delete(uniqueId);
    this.#knownSecrets.delete(uniqueId);
    for (const [frameId, context] of this.#contexts) {
      if (context.uniqueId === uniqueId) this.#contexts.delete(frameId);
    }
    for (const [frameId, id] of this.#pageContexts) if (id === uniqueId) this.#pageContexts.delete(frameId);
  }
}
