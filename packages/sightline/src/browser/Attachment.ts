import type { BrowserContext, Dialog, Page, Selectors } from 'playwright-core';
import type { SightlineError } from '../model/SightlineError.ts';

/** Where the live pages of a session come from. */
export interface Attachment {
  context: BrowserContext;
  /** Set where browser and pages are somebody else's; undefined for a browser of the session's own. */
  guest: Guest | undefined;
  /** Of the Playwright copy that the pages belong to; default our own. */
  selectors?: Selectors;
  /** Ends what is the session's own: its browser, or its connection to another one. */
  close(): Promise<void>;
}

/** What a session may do in a browser that is not its own: it closes no tab, and answers no dialog of others. */
export interface Guest {
  /** The pages that are shared, and with them what they open; `all`: every page of the context. */
  pages: Page[] | 'all';
  /** Whether a dialog is the session's to answer; `shared`: it is one of a shared page. */
  answers(dialog: Dialog, shared: boolean): boolean;
  /** Why no page can be reached, where that is known; undefined while all is well. */
  lost?(): SightlineError | undefined;
  /** Whether the tab that went last was closed, where it may also have gone out of reach; default: it was. */
  wasClosed?(): boolean;
}

/** Known to every copy of this package. */
const OURS = Symbol.for('sightline.listener');

/** Marks a listener as a session's: it is none of the user's, who may have several sessions on one page. */
export function asOurs<T extends object>(listener: T): T {
  return Object.assign(listener, { [OURS]: true });
}

export function isOurs(listener: object): boolean {
  return OURS in listener;
}
