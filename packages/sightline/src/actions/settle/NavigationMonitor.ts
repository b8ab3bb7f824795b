import type { CDPSession } from 'playwright-core';
import type { ActivitySignal } from '../../browser/ActivitySignal.ts';
import type { FrameTarget } from '../../browser/frames/FrameTarget.ts';

/** Milliseconds after which a navigation that did not begin to load is none: `mailto:`, one that was refused. */
const MAX_REQUESTED_MS = 500;
/** Milliseconds that a document which has come may go on loading. */
const MAX_COMMITTED_MS = 1_500;

/** Where a frame is on its way to another document, and since when. */
interface FrameNavigation {
  phase: 'requested' | 'loading' | 'committed';
  since: number;
}

/** Sessions with the events that are listened to. */
type CdpListener = Parameters<CDPSession['on']>[1];

/** The frames that navigate from now on, until their document has loaded. */
export class NavigationMonitor {
  readonly #activity: ActivitySignal;
  readonly #navigations = new Map<string, FrameNavigation>();
  readonly #onCommit: () => void;
  readonly #subscriptions: { session: CDPSession; event: string; listener: CdpListener }[] = [];

  /** `onCommit` is called when another document takes the place of one. */
  constructor(activity: ActivitySignal, onCommit: () => void) {
    this.#activity = activity;
    this.#onCommit = onCommit;
  }

  /** Resolves when the target tells of its navigations. */
  async observe({ session }: FrameTarget): Promise<void> {
    const on = (event: string, listener: (frameId: string) => void): void => {
      const handler = ((params: { frameId?: string; frame?: { id: string }; disposition?: string }) => {
        if (params.disposition === undefined || params.disposition === 'currentTab')
          listener(params.frameId ?? params.frame?.id ?? '');
      }) as CdpListener;
      session.on(event as 'close', handler as () => void);
      this.#subscriptions.push({ session, event, listener: handler });
    };
    on('Page.frameRequestedNavigation', (frameId) => this.#set(frameId, 'requested'));
    on('Page.frameStartedLoading', (frameId) => this.#set(frameId, 'loading'));
    on('Page.frameNavigated', (frameId) => {
      this.#onCommit();
      this.#set(frameId, 'committed');
    });
    for (const event of ['frameStoppedLoading', 'navigatedWithinDocument', 'frameDetached'])
      on(`Page.${event}`, (frameId) => this.#finish(frameId));
    await session.send('Page.enable');
  }

  /** True while a frame is on its way. */
  get isNavigating(): boolean {
    const now = performance.now();
    for (const { phase, since } of this.#navigations.values()) {
      if (phase === 'loading') return true;
      if (now - since < (phase === 'requested' ? MAX_REQUESTED_MS : MAX_COMMITTED_MS)) return true;
    }
    return false;
  }

  dispose(): void {
    for (const { session, event, listener } of this.#subscriptions)
      session.off(event as 'close', listener as () => void);
  }

  #set(frameId: string, phase: FrameNavigation['phase']): void {
    const current = this.#navigations.get(frameId);
    // A navigation that is asked for while one loads already begins nothing of its own.
    if (phase === 'requested' && current) return;
    this.#navigations.set(frameId, { phase, since: performance.now() });
    this.#activity.raise();
  }

  #finish(frameId: string): void {
    if (this.#navigations.delete(frameId)) this.#activity.raise();
  }
}
