import type { CDPSession } from 'playwright-core';
import type { World } from '../browser/World.ts';
import type { Signal } from './Signal.ts';

/** Milliseconds after which a navigation that did not begin to load is none: `mailto:`, one that was refused. */
const UNBEGUN = 500;
/** Milliseconds that a document which has come may go on loading. */
const LONGEST = 1_500;

/** Where a frame is on its way to another document, and since when. */
interface Way {
  stage: 'requested' | 'loading' | 'committed';
  since: number;
}

/** Sessions with the events that are listened to. */
type Listener = Parameters<CDPSession['on']>[1];

/** The frames that navigate from now on, until their document has loaded. */
export class Loading {
  readonly #signal: Signal;
  readonly #ways = new Map<string, Way>();
  readonly #onCommit: () => void;
  readonly #listening: { session: CDPSession; event: string; listener: Listener }[] = [];

  /** `onCommit` is called when another document takes the place of one. */
  constructor(signal: Signal, onCommit: () => void) {
    this.#signal = signal;
    this.#onCommit = onCommit;
  }

  /** Resolves when the target tells of its navigations. */
  async follow({ session }: World): Promise<void> {
    const on = (event: string, listener: (frameId: string) => void): void => {
      const heard = ((params: { frameId?: string; frame?: { id: string }; disposition?: string }) => {
        if (params.disposition === undefined || params.disposition === 'currentTab')
          listener(params.frameId ?? params.frame?.id ?? '');
      }) as Listener;
      session.on(event as 'close', heard as () => void);
      this.#listening.push({ session, event, listener: heard });
    };
    on('Page.frameRequestedNavigation', (frameId) => this.#set(frameId, 'requested'));
    on('Page.frameStartedLoading', (frameId) => this.#set(frameId, 'loading'));
    on('Page.frameNavigated', (frameId) => {
      this.#onCommit();
      this.#set(frameId, 'committed');
    });
    for (const event of ['frameStoppedLoading', 'navigatedWithinDocument', 'frameDetached'])
      on(`Page.${event}`, (frameId) => this.#end(frameId));
    await session.send('Page.enable');
  }

  /** True while a frame is on its way. */
  get pending(): boolean {
    const now = performance.now();
    for (const { stage, since } of this.#ways.values()) {
      if (stage === 'loading') return true;
      if (now - since < (stage === 'requested' ? UNBEGUN : LONGEST)) return true;
    }
    return false;
  }

  dispose(): void {
    for (const { session, event, listener } of this.#listening)
      session.off(event as 'close', listener as () => void);
  }

  #set(frameId: string, stage: Way['stage']): void {
    const known = this.#ways.get(frameId);
    // A navigation that is asked for while one loads already begins nothing of its own.
    if (stage === 'requested' && known) return;
    this.#ways.set(frameId, { stage, since: performance.now() });
    this.#signal.raise();
  }

  #end(frameId: string): void {
    if (this.#ways.delete(frameId)) this.#signal.raise();
  }
}
