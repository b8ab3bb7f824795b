import type { BrowserContext, Dialog, Page, Selectors } from 'playwright-core';
import type { SightlineError } from '../../snapshot/SightlineError.ts';
import type { RequestHeaders } from '../navigation/RequestHeaders.ts';
import type { TabUse } from '../tabs/TabList.ts';

/** Where the live pages of a session come from. */
export interface BrowserConnection {
  context: BrowserContext;
  /** Set where browser and pages are somebody else's; undefined for a browser of the session's own. */
  sharedBrowser: SharedBrowser | undefined;
  /** Of the Playwright copy that the pages belong to; default our own. */
  selectors?: Selectors;
  /** What the requests of its pages carry besides what the context itself adds. Default: nothing. */
  headers?: RequestHeaders;
  /** All requests of its browser follow the session's rules and carry its headers already. Default false. */
  isIntercepted?: boolean;
  /**
   * Ends what is the session's own: its browser, or its connection to another one. `printed`: pages that were shown as they
   * would be printed, by their user, until our protocol sessions ended.
   */
  close(printed?: readonly Page[]): Promise<void>;
}

/**
 * Who answers a dialog: the session at once, its host (who drives the page too), or the session where the host has not
 * within a few seconds.
 */
export type DialogAnswerer = 'session' | 'host' | 'host first';

/** What a session may do in a browser that is not its own: it closes no tab, and answers no dialog of others. */
export interface SharedBrowser {
  /** The pages that are shared, and with them what they open; `all`: every page of the context. */
  pages: Page[] | 'all';
  /** Who answers a dialog; `tab`: that of a shared page. */
  dialogAnswerer(dialog: Dialog, tab: TabUse | undefined): DialogAnswerer;
  /** A local file that a tab shows is no page of the session, unless its rules allow `file:`. Default false. */
  hidesLocalFiles?: boolean;
  /** Playwright reports no downloads there. Default false. */
  hidesDownloads?: boolean;
  /** The session saves what its pages download: nobody else does. Default false. */
  savesDownloads?: boolean;
  /**
   * Sets again what a screenshot through another connection than the host's ends: Chromium forgets then that a page is
   * emulated as a mobile device.
   */
  restoreDevice?(page: Page): Promise<void>;
  /** Why no page can be reached, where that is known; undefined while all is well. */
  unreachableError?(): SightlineError | undefined;
  /** Whether the last tab that is gone was closed, or is only out of reach; default: closed. */
  wasLastTabClosed?(): boolean;
}

/** Known to every copy of this package. */
const OWN_LISTENER = Symbol.for('sightline.listener');

/** Marks a listener as a session's: it is none of the user's, who may have several sessions on one page. */
export function markOwnListener<T extends object>(listener: T): T {
  return Object.assign(listener, { [OWN_LISTENER]: true });
}

export function isOwnListener(listener: object): boolean {
  return OWN_LISTENER in listener;
}
