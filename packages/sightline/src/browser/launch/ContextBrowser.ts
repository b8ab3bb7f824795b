import type { UrlRules } from '../../snapshot/urls/UrlRules.ts';
import type { BrowserConnection } from '../connect/BrowserConnection.ts';
import { interceptRequests } from '../navigation/interceptRequests.ts';
import { withTimeout } from '../withTimeout.ts';
import { type LaunchedBrowser, type LaunchOptions, launchBrowser, newContext } from './launchBrowser.ts';
import { readContextOptions } from './readContextOptions.ts';
import { toStartError } from './startError.ts';

/** Milliseconds for the pages of a context to close. */
const CLOSE_TIMEOUT_MS = 5_000;

/**
 * A browser of our own that several sessions share, each in a context of its own: its cookies, storage, cache and tabs. Their
 * rules for addresses and their headers are the same, and hold for the whole browser; so do the local files that are opened.
 */
export class ContextBrowser {
  readonly #launched: LaunchedBrowser;
  readonly #options: LaunchOptions;
  readonly #close: () => Promise<void>;

  private constructor(launched: LaunchedBrowser, options: LaunchOptions, close: () => Promise<void>) {
    this.#launched = launched;
    this.#options = options;
    this.#close = close;
  }

  /** Throws what `launchBrowser` throws. */
  static async launch(options: LaunchOptions, rules: UrlRules): Promise<ContextBrowser> {
    const { storageState: _, ...shared } = options;
    const launched = await launchBrowser(shared);
    const { close } = await interceptRequests(launched, rules);
    return new ContextBrowser(launched, options, close);
  }

  /** A context for one session; `close` ends it alone. Throws `browser_closed`, `invalid_argument`. */
  async open(): Promise<BrowserConnection> {
    const { browser, path } = this.#launched;
    // The proxy is that of the whole browser: one of a context would be asked past the rules.
    const { proxy: _, ...options } = readContextOptions(this.#options);
    try {
      const context = await newContext(browser, options);
      const close = async (): Promise<void> => {
        await withTimeout(context.close(), CLOSE_TIMEOUT_MS, undefined).catch(() => undefined);
      };
      return { context, sharedBrowser: undefined, isIntercepted: true, close };
    } catch (error) {
      throw browser.isConnected() ? error : toStartError(error, { path });
    }
  }

  close(): Promise<void> {
    return this.#close();
  }
}
