import type { ConsoleMessage, Page } from 'playwright-core';
import { shorten } from '../model/shorten.ts';

/** Errors that are kept, and characters of each. */
const MOST = 5;
const LONGEST = 200;

/** What the page's scripts complain of from now on: `console.error`, and errors that nothing caught. */
export class Errors {
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
    const short = shorten(text, LONGEST);
    if (/^Failed to load resource/.test(text) || this.texts.includes(short)) return;
    if (this.texts.length < MOST) this.texts.push(short);
  }
}
