import type { ConsoleMessage, Page } from 'playwright-core';
import { shorten } from '../../snapshot/shorten.ts';

/** Errors that are kept, and characters of each. */
const MAX_ERRORS = 5;
const MAX_ERROR_LENGTH = 200;

/** What the page's scripts complain of from now on: `console.error`, and errors that nothing caught. */
export class ConsoleErrors {
  texts: string[] = [];
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    page.on('console', this.#onConsole);
    page.on('pageerror', this.#onError);
  }

  dispose(): void {
    this.#page.off('console', this.#onConsole);
    this.#page.off('pageerror', this.#onError);
  }

  readonly #onConsole = (message: ConsoleMessage): void => {
    if (message.type() === 'error') this.#add(message.text());
  };

  readonly #onError = (error: Error): void => this.#add(`${error.name}: ${error.message}`);

  /** The browser's own words for a request that failed repeat what the requests tell. */
  #add(text: string): void {
    const short = shorten(text, MAX_ERROR_LENGTH);
    if (/^Failed to load resource/.test(text) || this.texts.includes(short)) return;
    if (this.texts.length < MAX_ERRORS) this.texts.push(short);
  }
}
