import type { Page } from 'playwright-core';
import { withinTime } from './withinTime.ts';

/** Answers texts without what they repeat of the secrets that a page holds. */
export type Censor = (page: Page, texts: string[]) => Promise<string[]>;

/** What stands for words that the page could not be asked about. */
const UNTOLD = '(not told: the page did not answer whether these words hold a secret)';
/** Milliseconds that a page may take to answer. */
const PATIENCE = 1_000;

interface Batch {
  texts: Set<string>;
  told: Promise<ReadonlyMap<string, string>>;
}

/**
 * Has what a page says of itself (titles, dialogs) checked by the page, where its secrets are. One question a page
 * at a time: what comes up meanwhile waits, and is asked together.
 */
export class WordCheck {
  readonly #censor: Censor;
  /** The question that is not sent yet, by page. */
  readonly #waiting = new WeakMap<Page, Batch>();
  readonly #last = new WeakMap<Page, Promise<unknown>>();

  constructor(censor: Censor) {
    this.#censor = censor;
  }

  /** The text as the page lets it be told; `otherwise` where it does not answer. Never rejects. */
  async tell(page: Page, text: string, otherwise = UNTOLD): Promise<string> {
    if (text === '') return text;
    const batch = this.#waiting.get(page) ?? this.#begin(page);
    batch.texts.add(text);
    return (await batch.told).get(text) ?? otherwise;
  }

  #begin(page: Page): Batch {
    const texts = new Set<string>();
    const told = Promise.resolve(this.#last.get(page)).then(() => this.#ask(page, texts));
    const batch: Batch = { texts, told };
    this.#waiting.set(page, batch);
    this.#last.set(page, told);
    return batch;
  }

  async #ask(page: Page, texts: Set<string>): Promise<ReadonlyMap<string, string>> {
    this.#waiting.delete(page);
    const asked = [...texts];
    const answering = this.#censor(page, asked).catch(() => []);
    const told = await withinTime(answering, PATIENCE, []);
    return new Map(told.map((text, i) => [asked[i] ?? '', text]));
  }
}
