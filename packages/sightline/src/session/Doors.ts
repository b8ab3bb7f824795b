import type { Page } from 'playwright-core';
import { type DoorOptions, PageDoor } from '../browser/PageDoor.ts';

interface Entry {
  opening: Promise<PageDoor>;
  /** Once it is open. */
  door?: PageDoor;
  forget(): void;
}

/** The door of each tab that was asked for anything: opened then, forgotten when its page closes or crashes. */
export class Doors {
  readonly #entries = new Map<Page, Entry>();

  /** Throws what `PageDoor.open` throws; the next call tries again then. */
  of(page: Page, options: DoorOptions): Promise<PageDoor> {
    const known = this.#entries.get(page);
    if (known) return known.opening;
    const forget = (): void => {
      page.off('close', forget).off('crash', forget);
      if (this.#entries.get(page) === entry) this.#entries.delete(page);
    };
    const entry: Entry = { opening: PageDoor.open(page, options), forget };
    this.#entries.set(page, entry);
    page.on('close', forget).on('crash', forget);
    entry.opening.then((door) => {
      entry.door = door;
    }, forget);
    return entry.opening;
  }

  /** Keys of the documents that the tabs held when each was captured last. */
  documents(): string[] {
    return Array.from(this.#entries.values(), ({ door }) => door?.documents ?? []).flat();
  }

  /** Leaves every page as if it had never been opened. */
  async dispose(): Promise<void> {
    const entries = [...this.#entries.values()];
    for (const { forget } of entries) forget();
    await Promise.allSettled(entries.map(async ({ opening }) => (await opening).dispose()));
  }
}
