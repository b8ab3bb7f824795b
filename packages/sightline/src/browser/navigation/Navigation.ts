import type { Page } from 'playwright-core';

/** One open tab, as shown to users. */
export interface Tab {
  /** 1, 2, 3... in the order of opening; stays the same while the tab is open. */
  number: number;
  url: string;
  title: string;
  active: boolean;
}

export interface NavigateOptions {
  /** Milliseconds; default 30,000. */
  timeoutMs?: number;
  /** Playwright's words; default `load`. */
  waitUntil?: 'commit' | 'domcontentloaded' | 'load' | 'networkidle';
  /**
   * Milliseconds for a loaded page to settle: what it fetches and shows without an action is there
   * then. Default 3,000; with `waitUntil` `commit` or `domcontentloaded` nothing is waited for.
   */
  settleMs?: number;
  /** Folder that local paths are resolved against. Without it, local files are refused. */
  cwd?: string;
  /**
   * Schemes beyond http and https that are opened: `file`, `data`, `chrome`, `view-source`... Default: none.
   * `javascript` never is: it is no address, but a script in the page that is open.
   */
  schemes?: readonly string[];
  /** Aborting it stops the loading: it throws `aborted`, and the tab stays on the page it shows. */
  signal?: AbortSignal | undefined;
}

/** What a navigation came to. */
export interface Navigation {
  url: string;
  title: string;
  /** HTTP status of the final response; undefined for about:, file: and from cache. */
  status?: number;
  /** Set when the page did not finish loading in time, was redirected, answered 4xx/5xx... */
  notes: string[];
}

/** Follows a page from before it is sent elsewhere. */
export interface NavigationSettler {
  /** Waits until what came has come to rest, so many milliseconds at most; why it has not, as words for a note. */
  settle(milliseconds: number): Promise<string | undefined>;
  dispose(): void;
}

export type StartNavigationSettler = (page: Page) => NavigationSettler;
