/** A tab that was just created, as Chrome reports it. */
interface CreatedTab {
  tabId: number;
  openerTabId: number;
  url: string;
}

/** Milliseconds within which both events of an opening arrive. */
const MATCH_WINDOW_MS = 2_000;

/**
 * Finds the tabs that a page has opened. For a tab that the user opens, Chrome also names the front tab as opener:
 * only the event `Page.windowOpen` distinguishes the two. Either event may come first.
 */
export class Openings {
  #created: (CreatedTab & { createdAt: number })[] = [];
  #requested: { openerTabId: number; url: string; requestedAt: number }[] = [];

  /** A tab was created. Returns whether its opener asked for it. */
  onCreated(created: CreatedTab, now: number): boolean {
    this.#forgetBefore(now - MATCH_WINDOW_MS);
    const index = this.#requested.findIndex(
      (request) => request.openerTabId === created.openerTabId && isSameTab(request, created),
    );
    if (index < 0) this.#created.push({ ...created, createdAt: now });
    else this.#requested.splice(index, 1);
    return index >= 0;
  }

  /** A page asks for a tab. Returns the tab if it exists already. */
  onRequested(openerTabId: number, url: string, now: number): number | undefined {
    this.#forgetBefore(now - MATCH_WINDOW_MS);
    const index = this.#created.findIndex(
      (created) => created.openerTabId === openerTabId && isSameTab({ url }, created),
    );
    if (index < 0) this.#requested.push({ openerTabId, url, requestedAt: now });
    return this.#created.splice(index, index < 0 ? 0 : 1)[0]?.tabId;
  }

  #forgetBefore(time: number): void {
    this.#created = this.#created.filter(({ createdAt }) => createdAt >= time);
    this.#requested = this.#requested.filter(({ requestedAt }) => requestedAt >= time);
  }
}

/** A tab that a page opens mostly has no URL yet; a user's new tab has that of Chrome's new-tab page. */
function isSameTab(request: { url: string }, created: { url: string }): boolean {
  return created.url === '' || created.url === 'about:blank' || created.url === request.url;
}
