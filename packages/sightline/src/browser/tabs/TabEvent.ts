/** What a page did to the browser around it. Messages, names and URLs are the page's own words. */
export type TabEvent =
  | { kind: 'dialog'; tab: number; type: string; message: string; answer: 'accepted' | 'dismissed' }
  /** `lost`: it is open still, as far as is known, and out of reach. `flooded`: closed, as the browser did not keep up with it. */
  | { kind: 'opened' | 'refused' | 'closed' | 'crashed' | 'flooded' | 'lost'; tab: number; url: string }
  | DownloadEvent;

export interface DownloadEvent {
  kind: 'download';
  tab: number;
  url: string;
  name: string;
  /** `begun`: it is still coming, or its end is not known. `refused`: too many. */
  outcome: 'begun' | 'saved' | 'failed' | 'refused';
  /** Where it was saved; unknown in a browser of somebody else. */
  path?: string;
}

/** A page that never stops making them costs no more than these. */
const MAX_EVENTS = 100;

/** The last events, oldest first. */
export class TabEventLog {
  #events: TabEvent[] = [];
  /** Those whose words are still checked. */
  readonly #pending = new Map<TabEvent, Promise<void>>();

  add(event: TabEvent): void {
    this.#events.push(event);
    if (this.#events.length > MAX_EVENTS) this.#pending.delete(this.#events.shift() as TabEvent);
  }

  /** An event that is reported once its texts are redacted. */
  addDialog(event: TabEvent & { kind: 'dialog' }, checkedMessage: Promise<string>): void {
    const completion = checkedMessage.then((message) => {
      event.message = message;
    });
    this.addPending(event, completion);
  }

  /** An event that the promise completes. */
  addPending(event: TabEvent, completion: Promise<void>): void {
    this.add(event);
    const completing = completion.finally(() => this.#pending.delete(event));
    this.#pending.set(event, completing);
  }

  /** Settles when the words of all events so far are checked. */
  async whenChecked(): Promise<void> {
    await Promise.all(this.#pending.values());
  }

  /** All events since the last call, up to the first that is not checked yet. */
  takeChecked(): TabEvent[] {
    const firstPending = this.#events.findIndex((event) => this.#pending.has(event));
    return this.#events.splice(0, firstPending < 0 ? this.#events.length : firstPending);
  }
}
