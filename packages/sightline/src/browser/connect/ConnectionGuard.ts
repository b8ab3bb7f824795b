import type { BrowserContext, Page } from 'playwright-core';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { browserClosedError, tabClosedError, toBrowserError } from '../browserError.ts';
import type { TabMonitor } from '../tabs/TabMonitor.ts';
import type { SharedBrowser } from './BrowserConnection.ts';

function contextClosedError(): SightlineError {
  return tabClosedError('The browser context of the tab was closed.', undefined, 'Attach to another page.');
}

/** Milliseconds in which a browser that has closed a tab because it ends is known to have ended. */
const BROWSER_CLOSE_GRACE_MS = 500;

/** Knows whether the tabs can still be reached: the session is open, and the browser is there. */
export class ConnectionGuard {
  readonly #context: BrowserContext;
  readonly #tabMonitor: TabMonitor;
  readonly #sharedBrowser: SharedBrowser | undefined;

  constructor(context: BrowserContext, tabMonitor: TabMonitor, sharedBrowser: SharedBrowser | undefined) {
    this.#context = context;
    this.#tabMonitor = tabMonitor;
    this.#sharedBrowser = sharedBrowser;
  }

  /** Throws `no_session`, `browser_closed`, `tab_closed` for a context of somebody else's, and the error for a shared tab that is gone. */
  assertConnected(): void {
    if (this.#tabMonitor.isDisposed)
      throw new SightlineError('no_session', 'This session was closed.', { hint: 'Begin another one.' });
    const unreachable = this.#sharedBrowser?.unreachableError?.();
    if (unreachable) throw unreachable;
    const isConnected = this.#context.browser()?.isConnected();
    if (isConnected === false) throw browserClosedError();
    if (!this.#tabMonitor.isContextClosed) return;
    // A browser of our own has one context, and ends with it.
    throw this.#sharedBrowser && isConnected ? contextClosedError() : browserClosedError();
  }

  /** The same after a tab has closed: the tabs of a browser that exits close just before its exit is known. */
  async assertConnectedAfterTabClosed(): Promise<void> {
    this.assertConnected();
    await this.#waitForBrowserClose();
    this.assertConnected();
  }

  /** Rejects with what a failure of `work` on a page means. */
  async translateErrors<T>(work: Promise<T>, page: () => Page | undefined): Promise<T> {
    try {
      return await work;
    } catch (error) {
      const translated = toBrowserError(error, page());
      if (translated.code === 'tab_closed') await this.#waitForBrowserClose();
      this.assertConnected();
      throw translated;
    }
  }

  async #waitForBrowserClose(): Promise<void> {
    if (this.#tabMonitor.isContextClosed) return;
    await this.#context.waitForEvent('close', { timeout: BROWSER_CLOSE_GRACE_MS }).catch(() => undefined);
  }
}
