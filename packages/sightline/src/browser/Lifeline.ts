import type { BrowserContext, Page } from 'playwright-core';
import { SightlineError } from '../model/SightlineError.ts';
import type { Guest } from './Attachment.ts';
import { browserClosed, browserError } from './browserError.ts';
import type { TabWatch } from './TabWatch.ts';

/** Milliseconds in which a browser that has closed a tab because it ends is known to have ended. */
const ENDING = 500;

/** Knows whether the tabs can still be reached: the session is open, and the browser is there. */
export class Lifeline {
  readonly #context: BrowserContext;
  readonly #watch: TabWatch;
  readonly #guest: Guest | undefined;

  constructor(context: BrowserContext, watch: TabWatch, guest: Guest | undefined) {
    this.#context = context;
    this.#watch = watch;
    this.#guest = guest;
  }

  /** Throws `no_session`, `browser_closed`, and what is known of a tab of somebody else that has gone. */
  check(): void {
    if (this.#watch.isOver)
      throw new SightlineError('no_session', 'This session was closed.', { hint: 'Begin another one.' });
    const lost = this.#guest?.lost?.();
    if (lost) throw lost;
    if (this.#watch.hasBrowserEnded || this.#context.browser()?.isConnected() === false)
      throw browserClosed();
  }

  /** The same where a tab has gone: the tabs of a browser that ends are closed just before it is known to have ended. */
  async checkAfterTab(): Promise<void> {
    this.check();
    await this.#waitForEnd();
    this.check();
  }

  /** Rejects with what a failure of `work` on a page means. */
  async guard<T>(work: Promise<T>, page: () => Page | undefined): Promise<T> {
    try {
      return await work;
    } catch (error) {
      const meaning = browserError(error, page());
      if (meaning.code === 'tab_closed') await this.#waitForEnd();
      this.check();
      throw meaning;
    }
  }

  async #waitForEnd(): Promise<void> {
    if (this.#watch.hasBrowserEnded) return;
    await this.#context.waitForEvent('close', { timeout: ENDING }).catch(() => undefined);
  }
}
