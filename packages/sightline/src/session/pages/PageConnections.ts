import type { Page } from 'playwright-core';
import { PageConnection, type PageConnectionOptions } from '../../browser/PageConnection.ts';
import { TypedSecrets } from '../../browser/TypedSecrets.ts';

interface ConnectionEntry {
  opening: Promise<PageConnection>;
  /** Undefined until it is open. */
  connection?: PageConnection;
  forget(): void;
}

/** A connection to each tab: opened when it is first needed, dropped when the page closes or crashes. */
export class PageConnections {
  /** What was given to fields for secrets, in any of the pages. */
  readonly typedSecrets = new TypedSecrets();
  readonly #entries = new Map<Page, ConnectionEntry>();

  /** Throws what `PageConnection.open` throws; the next call tries again then. */
  connect(page: Page, options: PageConnectionOptions): Promise<PageConnection> {
    const existing = this.#entries.get(page);
    if (existing) return existing.opening;
    const forget = (): void => {
      page.off('close', forget).off('crash', forget);
      if (this.#entries.get(page) === entry) this.#entries.delete(page);
    };
    const { typedSecrets } = this;
    const entry: ConnectionEntry = {
      opening: PageConnection.open(page, { ...options, typedSecrets }),
      forget,
    };
    this.#entries.set(page, entry);
    page.on('close', forget).on('crash', forget);
    entry.opening.then((connection) => {
      entry.connection = connection;
    }, forget);
    return entry.opening;
  }

  /** Whether a page is known to hold no secret. */
  holdsNoSecret(page: Page): boolean {
    return this.#entries.get(page)?.connection?.holdsSecrets === false;
  }

  /** Keys of the documents in the tabs when each was captured last. */
  documentKeys(): string[] {
    return Array.from(this.#entries.values(), ({ connection }) => connection?.documentKeys ?? []).flat();
  }

  /**
   * Leaves every page as if it had never been opened, but for what its user emulates: returns the pages that were shown as
   * they would be printed.
   */
  async dispose(): Promise<Page[]> {
    const entries = [...this.#entries];
    for (const [, { forget }] of entries) forget();
    const disposals = entries.map(async ([page, { opening }]) =>
      (await (await opening).dispose()) ? [page] : [],
    );
    const printed = await Promise.allSettled(disposals);
    return printed.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  }
}
