import { randomUUID } from 'node:crypto';
import type { CDPSession, Page } from 'playwright-core';
import { retryUntilAttached } from '../../../../sightline/src/internal.ts';
import { listenForInput, type UserInput } from './listenForInput.ts';

/** The isolated world where the page script lives: see `browser/World.ts`. */
const UTILITY_WORLD = /^__playwright_utility_world/;

/** Records what a person does in a page, in every document of its process. */
export class InputRecorder {
  readonly #cdp: CDPSession;
  readonly #binding = `input_${randomUUID().replaceAll('-', '')}`;
  readonly #onInput: (input: UserInput) => void;

  private constructor(cdp: CDPSession, onInput: (input: UserInput) => void) {
    this.#cdp = cdp;
    this.#onInput = onInput;
  }

  static async open(page: Page, onInput: (input: UserInput) => void): Promise<InputRecorder> {
    const recorder = new InputRecorder(await page.context().newCDPSession(page), onInput);
    await recorder.#attach();
    return recorder;
  }

  async close(): Promise<void> {
    await this.#cdp.detach().catch(() => undefined);
  }

  /** Where the tab is in its history: after a step back, less than before. `undefined` where the tab has gone. */
  async historyIndex(): Promise<number | undefined> {
    const getHistory = () => this.#cdp.send('Page.getNavigationHistory');
    return (await retryUntilAttached(getHistory).catch(() => undefined))?.currentIndex;
  }

  async #attach(): Promise<void> {
    const cdp = this.#cdp;
    cdp.on('Runtime.bindingCalled', ({ name, payload }) => {
      if (name === this.#binding) this.#onInput(JSON.parse(payload) as UserInput);
    });
    cdp.on('Runtime.executionContextCreated', ({ context }) => {
      if (UTILITY_WORLD.test(context.name)) this.#install(context.name, context.uniqueId);
    });
    await cdp.send('Runtime.enable');
  }

  /** The binding is put into worlds of that name alone: the page has none. */
  async #install(name: string, uniqueContextId: string): Promise<void> {
    const expression = `(${listenForInput.toString()})(${JSON.stringify(this.#binding)})`;
    try {
      await this.#cdp.send('Runtime.addBinding', { name: this.#binding, executionContextName: name });
      await this.#cdp.send('Runtime.evaluate', { expression, uniqueContextId });
    } catch {
      // The document has gone meanwhile.
    }
  }
}
