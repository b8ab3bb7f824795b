import type { Page } from 'playwright-core';
import { SightlineError } from '../../snapshot/SightlineError.ts';

/** What a session has to do with a tab. */
export interface TabUse {
  /** It opened the tab, or a tab that it had opened did. */
  isOwn: boolean;
  /** It has looked at or acted in the tab. */
  isUsed: boolean;
}

export interface OpenTab extends TabUse {
  readonly number: number;
  page: Page;
  opener?: OpenTab;
  crashed: boolean;
}

/** Which tabs there are, in the order of opening, and which of them is the active one. */
export class TabList {
  active: OpenTab | undefined;
  readonly #tabs: OpenTab[] = [];
  #lastNumber = 0;

  get all(): readonly OpenTab[] {
    return this.#tabs;
  }

  add(page: Page): OpenTab {
    const number = ++this.#lastNumber;
    const tab: OpenTab = { number, page, crashed: false, isOwn: false, isUsed: false };
    this.#tabs.push(tab);
    return tab;
  }

  /** The tab that shows this page. */
  byPage(page: Page | null | undefined): OpenTab | undefined {
    return this.#tabs.find((tab) => tab.page === page);
  }

  /** Throws `not_found`. */
  byNumber(number: number): OpenTab {
    const tab = this.#tabs.find((one) => one.number === number);
    if (tab) return tab;
    const open = this.#tabs.map((one) => one.number).join(', ') || 'none';
    throw new SightlineError('not_found', `There is no tab ${number}.`, { hint: `Open tabs: ${open}.` });
  }

  /** Whether there was a tab of that number. */
  wasClosed(number: number): boolean {
    return number >= 1 && number <= this.#lastNumber && !this.#tabs.some((tab) => tab.number === number);
  }

  /** The one that opened it, or else the last, becomes the active one. */
  remove(tab: OpenTab): void {
    const index = this.#tabs.indexOf(tab);
    if (index >= 0) this.#tabs.splice(index, 1);
    if (tab !== this.active) return;
    const opener = tab.opener && this.#tabs.includes(tab.opener) ? tab.opener : undefined;
    this.active = opener ?? this.#tabs.at(-1);
  }
}
