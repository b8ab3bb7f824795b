import type { Page as PlaywrightPage } from 'playwright-core';
import type { Attachment } from '../browser/Attachment.ts';
import { gateRequests } from '../browser/gateRequests.ts';
import type { PageDoor } from '../browser/PageDoor.ts';
import type { TabEvent } from '../browser/TabEvent.ts';
import { Tabs } from '../browser/Tabs.ts';
import { SightlineError } from '../model/SightlineError.ts';
import type { Snapshot } from '../model/Snapshot.ts';
import { UrlRules } from '../model/UrlRules.ts';
import { arrivalOf } from './arrival.ts';
import { Doors } from './Doors.ts';
import type { SessionOptions } from './SessionOptions.ts';
import { Tracked } from './Tracked.ts';

interface Live {
  attachment: Attachment;
  tabs: Tabs;
  rules: UrlRules;
}

/** Where a session's pages come from: the tabs of a browser, with the way into each, or one saved snapshot. */
export class Pages {
  /** The saved one, which never changes. */
  readonly saved: Snapshot | undefined;
  readonly #live: Live | undefined;
  readonly #doors: Doors;
  readonly #tracked = new Tracked();

  private constructor(doors: Doors, live: Live | undefined, saved?: Snapshot) {
    this.#doors = doors;
    this.#live = live;
    this.saved = saved;
    if (live) this.#follow(live.tabs);
  }

  static of(snapshot: Snapshot): Pages {
    return new Pages(new Doors(), undefined, snapshot);
  }

  /** Those of a browser or of a page, which load only what the rules admit. */
  static async over(bare: Attachment, options: SessionOptions & { downloads?: string }): Promise<Pages> {
    const rules = new UrlRules(options);
    const attachment = await gateRequests(bare, rules);
    const doors = new Doors();
    const door = (page: PlaywrightPage) => doors.of(page, { selectors: attachment.selectors });
    const { dialogs, downloads } = options;
    const tabs = new Tabs(attachment.context, {
      censor: async (page, texts) => (await door(page)).withoutSecrets(texts),
      rules,
      arrival: (page) => arrivalOf(page, door),
      ...(attachment.guest && { guest: attachment.guest }),
      ...(dialogs && { dialogs }),
      ...(downloads && { downloads }),
    });
    return new Pages(doors, { attachment, tabs, rules });
  }

  /** Throws `unsupported_page` for a saved snapshot. */
  get tabs(): Tabs {
    if (this.#live) return this.#live.tabs;
    throw new SightlineError('unsupported_page', 'This is a saved snapshot: there is no live page.', {
      hint: 'Open the page with `sightline open URL`.',
    });
  }

  /** The way into a page, default that of the active tab. */
  async door(page = this.tabs.page, timeoutMs?: number): Promise<PageDoor> {
    return this.#doors.of(page, { timeoutMs, selectors: this.#live?.attachment.selectors });
  }

  /** Keys of the documents that the tabs held when each was captured last. */
  documents(): string[] {
    return this.#doors.documents();
  }

  /** The active tab as it is now. */
  async capture(timeoutMs = 10_000): Promise<Snapshot> {
    if (this.saved) return this.saved;
    const end = performance.now() + timeoutMs;
    const { page } = this.tabs;
    const door = await this.door(page, timeoutMs);
    const capture = door.capture({ timeoutMs: Math.max(1, end - performance.now()) });
    const snapshot = await this.meant(capture);
    this.#tracked.follow(page, snapshot.url);
    // However the tab came there: what the rules keep from loading is not told either.
    this.#live?.rules.check(snapshot.url);
    await this.tabs.settled();
    return snapshot;
  }

  /** Where a tab has gone meanwhile, what is known of that is thrown instead. */
  async meant<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof SightlineError && error.code === 'tab_closed') await this.tabs.checkAlive();
      throw error;
    }
  }

  /** After that, what the active tab shows is what its user is about. */
  async followed<T>(travel: Promise<T>): Promise<T> {
    const result = await travel;
    this.#follow(this.tabs);
    return result;
  }

  /** Whether that tab is still where the session was sent to, or saw it. */
  isTracked(page: PlaywrightPage, url: string): boolean {
    return this.#tracked.isAt(page, url);
  }

  takeEvents(): TabEvent[] {
    return this.#live?.tabs.takeEvents() ?? [];
  }

  /** Ends the browser if it is the session's own; a page of somebody else is left as it is. */
  async close(): Promise<void> {
    if (!this.#live) return;
    const { tabs, attachment } = this.#live;
    if (attachment.guest) {
      tabs.dispose();
      await this.#doors.dispose();
    }
    await attachment.close();
  }

  /** What the active tab shows is what its user is about: they handed it over, or sent the session there. */
  #follow(tabs: Tabs): void {
    const page = tabs.activePage;
    if (page) this.#tracked.follow(page, page.url());
  }
}
