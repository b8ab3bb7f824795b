import type { GridOptions } from '../../browser/grid/takeGridSlot.ts';
import type { LaunchOptions } from '../../browser/launch/launchBrowser.ts';
import type { AbortOptions } from '../../snapshot/untilAborted.ts';
import type { SessionOptions } from '../SessionOptions.ts';

/** How many sessions a pool has, and what each of them is opened with. */
export interface PoolOptions extends Omit<LaunchOptions, 'userDataDir'>, Omit<SessionOptions, 'signal'> {
  /** Sessions open at once; default 4. */
  sessions?: number;
  /** Sessions in one browser, which all end where it does; default 10. Of a grid each has its own. */
  sessionsPerBrowser?: number;
  /** Callers that may wait for a session; default 1,000. */
  maxWaiting?: number;
  /** Milliseconds that a caller waits for one; default 300,000. */
  waitMs?: number;
  /** How often `run` begins again where a browser or the connection to it is lost; default 1. */
  retries?: number;
  /** A Selenium Grid 4, which gives the browsers, as of `Session.connect`; its nodes set them up. Default: they are started here. */
  grid?: string | GridOptions;
}

/** What a pool does at the moment. */
export interface PoolHealth {
  /** Sessions that may be open at once. */
  limit: number;
  /** Sessions that are open, or being opened. */
  open: number;
  /** Callers that wait for one. */
  waiting: number;
  /** Browsers that run. */
  browsers: number;
  /** Sessions whose browser ended before they were closed, since the pool was made. */
  lost: number;
  /** How often `run` began again. */
  retried: number;
}

export interface PoolRunOptions extends AbortOptions {
  /** Milliseconds for one attempt, after which its session is closed. Default: without end. */
  timeoutMs?: number;
}
