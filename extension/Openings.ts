/** A tab that has just come into being, as Chrome tells of it. */
interface Created {
  tabId: number;
  openerTabId: number;
  url: string;
}

/** Milliseconds within which both halves of an opening are told. */
const PATIENCE = 2_000;

/**
 * Tells which tabs a page has opened. Chrome names the tab that was in front as the opener of a tab that its user opens
 * too: only the page's own word for it, `Page.windowOpen`, tells the two apart. Either may come first.
 */
export class Openings {
  #created: (Created & { at: number })[] = [];
  #asked: { openerTabId: number; url: string; at: number }[] = [];

  /** Its tab was created. Answers whether its opener has asked for it. */
  onCreated(created: Created, now: number): boolean {
    this.#forgetBefore(now - PATIENCE);
    const at = this.#asked.findIndex(
      (asked) => asked.openerTabId === created.openerTabId && isSame(asked, created),
    );
    if (at < 0) this.#created.push({ ...created, at: now });
    else this.#asked.splice(at, 1);
    return at >= 0;
  }

  /** A page asks for a tab. Answers the tab where it is there already. */
  onAsked(openerTabId: number, url: string, now: number): number | undefined {
    this.#forgetBefore(now - PATIENCE);
    const at = this.#created.findIndex(
      (created) => created.openerTabId === openerTabId && isSame({ url }, created),
    );
    if (at < 0) this.#asked.push({ openerTabId, url, at: now });
    return this.#created.splice(at, at < 0 ? 0 : 1)[0]?.tabId;
  }

  #forgetBefore(time: number): void {
    this.#created = this.#created.filter(({ at }) => at >= time);
    this.#asked = this.#asked.filter(({ at }) => at >= time);
  }
}

/** A tab that a page opens mostly has no address yet; the new tab of a user has that of Chrome's own page. */
function isSame(asked: { url: string }, created: { url: string }): boolean {
  return created.url === '' || created.url === 'about:blank' || created.url === asked.url;
}
