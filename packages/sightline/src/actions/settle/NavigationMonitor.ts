import type { CDPSession } from 'playwright-core';
import type { ActivitySignal } from '../../browser/ActivitySignal.ts';
import type { FrameTarget } from '../../browser/frames/FrameTarget.ts';

/** A navigation that has not begun to load by then is none: `mailto:`, or one that was refused. */
const MAX_REQUESTED_MS = 500;
/** How long a committed document may go on loading. */
const MAX_COMMITTED_MS = 1_500;

/** How far a frame is on the way to another document, and since when. */
interface FrameNavigation {
  phase: 'requested' | 'loading' | 'committed';
  since: number;
}

const ENABLED = new WeakMap<CDPSession, Promise<unknown>>();

type CdpListener = Parameters<CDPSession['on']>[1];

/** Follows the navigations of frames, until their document has loaded. */
export class NavigationMonitor {
  readonly #activity: ActivitySignal;
  readonly #navigations = new Map<string, FrameNavigation>();
  readonly #onCommit: () => void;
  readonly #subscriptions: { session: CDPSession; event: string; listener: CdpListener }[] = [];

  /** `onCommit` is called when a new document replaces the old one. */
  constructor(activity: ActivitySignal, onCommit: () => void) {
    this.#activity = activity;
    this.#onCommit = onCommit;
  }

  /** Resolves when the events of the target are enabled. */
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
    // Once a session: it stays so.
    const enabling = ENABLED.get(session) ?? session.send('Page.enable');
    ENABLED.set(session, enabling);
    enabling.catch(() => ENABLED.delete(session));
    await enabling;
  }

  /** True while a frame is navigating. */
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
    // A navigation requested while one is loading does not start another.
    if (phase === 'requested' && current) return;
    this.#navigations.set(frameId, { phase, since: performance.now() });
    this.#activity.raise();
  }

  #finish(frameId: string): void {
    if (this.#navigations.delete(frameId)) this.#activity.raise();
  }
}
