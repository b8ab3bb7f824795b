/** What a page did to the browser around it. Messages, names and URLs are the page's own words. */
export type TabEvent =
  | { kind: 'dialog'; tab: number; type: string; message: string; answer: 'accepted' | 'dismissed' }
  | { kind: 'opened' | 'refused' | 'closed' | 'crashed'; tab: number; url: string }
  | { kind: 'download'; tab: number; url: string; name: string };

/** The last events, oldest first. A page that never stops making them costs no more than `limit`. */
export class TabEvents {
  #events: TabEvent[] = [];
  readonly #limit: number;

  constructor(limit = 100) {
    this.#limit = limit;
  }

  add(event: TabEvent): void {
    this.#events.push(event);
    if (this.#events.length > this.#limit) this.#events.shift();
  }

  /** All events since the last call. */
  take(): TabEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }
}
