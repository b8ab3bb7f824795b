import type { BrowserConnection } from '../../browser/connect/BrowserConnection.ts';
import { connectGrid } from '../../browser/grid/connectGrid.ts';
import { SlotKeeper } from '../../browser/grid/SlotKeeper.ts';
import { ContextBrowser } from '../../browser/launch/ContextBrowser.ts';
import { ruleFlags } from '../../browser/launch/ruleFlags.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { UrlRules } from '../../snapshot/urls/UrlRules.ts';
import { readStorageState } from '../files/storageStateFile.ts';
import type { PoolOptions } from './PoolOptions.ts';

/** Where the sessions of a pool come from. */
export interface PoolSource {
  /** That run now. */
  readonly browsers: number;
  open(): Promise<BrowserConnection>;
  close(): Promise<void>;
}

interface SharedBrowserEntry {
  browser: Promise<ContextBrowser>;
  sessions: number;
}

/** Browsers of this machine, each with several contexts. */
export class LaunchSource implements PoolSource {
  readonly #options: PoolOptions;
  readonly #rules: UrlRules;
  readonly #entries = new Set<SharedBrowserEntry>();

  constructor(options: PoolOptions) {
    const { storageState } = options;
    this.#rules = new UrlRules(options);
    this.#options = {
      ...options,
      ...(typeof storageState === 'string' && { storageState: readStorageState(storageState) }),
      args: [...(options.args ?? []), ...ruleFlags(this.#rules, options.proxy)],
    };
  }

  get browsers(): number {
    return this.#entries.size;
  }

  async open(): Promise<BrowserConnection> {
    const entry = this.#freeEntry();
    entry.sessions++;
    try {
      const connection = await (await entry.browser).open();
      connection.context.browser()?.once('disconnected', () => this.#entries.delete(entry));
      const close = (): Promise<void> => connection.close().finally(() => void entry.sessions--);
      return { ...connection, close };
    } catch (error) {
      entry.sessions--;
      if (entry.sessions === 0) this.#entries.delete(entry);
      throw error;
    }
  }

  async close(): Promise<void> {
    const entries = [...this.#entries];
    this.#entries.clear();
    await Promise.allSettled(entries.map(async ({ browser }) => (await browser).close()));
  }

  #freeEntry(): SharedBrowserEntry {
    const { sessionsPerBrowser = 10 } = this.#options;
    const free = [...this.#entries].find(({ sessions }) => sessions < sessionsPerBrowser);
    if (free) return free;
    const entry = { browser: ContextBrowser.launch(this.#options, this.#rules), sessions: 0 };
    this.#entries.add(entry);
    entry.browser.catch(() => this.#entries.delete(entry));
    return entry;
  }
}

/** Settings of a browser that its node has made already. */
const NODE_SETTINGS = [
  'headless',
  'executablePath',
  'args',
  'storageState',
  'downloads',
  'viewport',
  'device',
  'proxy',
  'locale',
  'timezoneId',
  'geolocation',
  'userAgent',
  'colorScheme',
  'ignoreHTTPSErrors',
  'httpCredentials',
  'sessionsPerBrowser',
] as const;

/** Browsers of a Selenium Grid, one a session. */
export class GridSource implements PoolSource {
  readonly #options: PoolOptions;
  readonly #keeper = new SlotKeeper();
  browsers = 0;

  constructor(options: PoolOptions) {
    this.#options = options;
    const refused = NODE_SETTINGS.filter((name) => options[name] !== undefined);
    if (refused.length === 0) return;
    throw new SightlineError(
      'invalid_argument',
      `A browser of a grid is not set up anew: ${refused.join(', ')}.`,
      {
        hint: 'Leave that out, or ask for it by the capabilities of the grid.',
      },
    );
  }

  async open(): Promise<BrowserConnection> {
    const { grid = '' } = this.#options;
    const gridOptions = typeof grid === 'string' ? { url: grid } : grid;
    const connection = await connectGrid(gridOptions, this.#options, this.#keeper);
    this.browsers++;
    let isOpen = true;
    const close = async (): Promise<void> => {
      if (isOpen) this.browsers--;
      isOpen = false;
      await connection.close();
    };
    return { ...connection, close };
  }

  async close(): Promise<void> {
    // Each browser ends with its session.
  }
}
