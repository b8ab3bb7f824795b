import { randomUUID } from 'node:crypto';
import type { CDPSession, Page } from 'playwright-core';
import { whenAttached } from '../../../sightline/src/internal.ts';
import { type Heard, listen } from './listen.ts';

/** The isolated world where the page script lives: see `browser/World.ts`. */
const UTILITY = /^__playwright_utility_world/;

/** Hears what a person does in a page, in every document of its process. */
export class Ear {
  readonly #cdp: CDPSession;
  readonly #binding = `heard_${randomUUID().replaceAll('-', '')}`;
  readonly #onHeard: (heard: Heard) => void;

  private constructor(cdp: CDPSession, onHeard: (heard: Heard) => void) {
    this.#cdp = cdp;
    this.#onHeard = onHeard;
  }

  static async open(page: Page, onHeard: (heard: Heard) => void): Promise<Ear> {
    const ear = new Ear(await page.context().newCDPSession(page), onHeard);
    await ear.#attach();
    return ear;
  }

  async close(): Promise<void> {
    await this.#cdp.detach().catch(() => undefined);
  }

  /** Where the tab is in its history: after a step back, less than before. `undefined` where the tab has gone. */
  async historyIndex(): Promise<number | undefined> {
    const ask = () => this.#cdp.send('Page.getNavigationHistory');
    return (await whenAttached(ask).catch(() => undefined))?.currentIndex;
  }

  async #attach(): Promise<void> {
    const cdp = this.#cdp;
    cdp.on('Runtime.bindingCalled', ({ name, payload }) => {
      if (name === this.#binding) this.#onHeard(JSON.parse(payload) as Heard);
    });
    cdp.on('Runtime.executionContextCreated', ({ context }) => {
      if (UTILITY.test(context.name)) this.#enter(context.name, context.uniqueId);
    });
    await cdp.send('Runtime.enable');
  }

  /** The binding is put into worlds of that name alone: the page has none. */
  async #enter(name: string, uniqueContextId: string): Promise<void> {
    const expression = `(${listen.toString()})(${JSON.stringify(this.#binding)})`;
    try {
      await this.#cdp.send('Runtime.addBinding', { name: this.#binding, executionContextName: name });
      await this.#cdp.send('Runtime.evaluate', { expression, uniqueContextId });
    } catch {
      // The document has gone meanwhile.
    }
  }
}
