/** A tab that has just come into being, as Chrome tells of it. */
interface CreatedTab {
  tabId: number;
  openerTabId: number;
  url: string;
}

/** Milliseconds within which both halves of an opening are told. */
const MATCH_WINDOW_MS = 2_000;

/**
 * Tells which tabs a page has opened. Chrome names the tab that was in front as the opener of a tab that its user opens
 * too: only the page's own word for it, `Page.windowOpen`, tells the two apart. Either may come first.
 */
export class Openings {
  #created: (CreatedTab & { createdAt: number })[] = [];
  #requested: { openerTabId: number; url: string; requestedAt: number }[] = [];

  /** Its tab was created. Answers whether its opener has asked for it. */
  onCreated(created: CreatedTab, now: number): boolean {
    this.#forgetBefore(now - MATCH_WINDOW_MS);
    const index = this.#requested.findIndex(
      (request) => request.openerTabId === created.openerTabId && isSameTab(request, created),
    );
    if (index < 0) this.#created.push({ ...created, createdAt: now });
    else this.#requested.splice(index, 1);
    return index >= 0;
  }

  /** A page asks for a tab. Answers the tab where it is there already. */
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

/** A tab that a page opens mostly has no address yet; the new tab of a user has that of Chrome's own page. */
function isSameTab(request: { url: string }, created: { url: string }): boolean {
  return created.url === '' || created.url === 'about:blank' || created.url === request.url;
}
