import type { Page } from 'playwright-core';
import { withTimeout } from '../withTimeout.ts';

/** Answers texts without what they repeat of the secrets that a page holds. */
export type PageRedactor = (page: Page, texts: string[]) => Promise<string[]>;

/** What stands for words that the page could not be asked about. */
const UNCHECKED_PLACEHOLDER = '(withheld: the page did not answer whether these words hold a secret)';
/** Milliseconds that a page may take to answer. */
const TIMEOUT_MS = 1_000;

interface Batch {
  texts: Set<string>;
  redacted: Promise<ReadonlyMap<string, string>>;
}

/**
 * Has what a page says of itself (titles, dialogs) checked by the page, where its secrets are. One question a page
 * at a time: what comes up meanwhile waits, and is asked together.
 */
export class RedactionQueue {
  readonly #redactTexts: PageRedactor;
  /** A text that a page wrote at a time (ms since 1970) without beginnings of what was typed then. */
  readonly withoutBeginnings: (text: string, at: number) => string;
  /** The question that is not sent yet, by page. */
  readonly #unsent = new WeakMap<Page, Batch>();
  readonly #lastRequest = new WeakMap<Page, Promise<unknown>>();

  constructor(
    redactTexts: PageRedactor,
    withoutBeginnings: (text: string, at: number) => string = (text) => text,
  ) {
    this.#redactTexts = redactTexts;
    this.withoutBeginnings = withoutBeginnings;
  }

  /** The text, written at that time, redacted by the page; `fallback` where it does not answer. Never rejects. */
  async redact(
    page: Page,
    text: string,
    { fallback = UNCHECKED_PLACEHOLDER, at = Date.now() } = {},
  ): Promise<string> {
    if (text === '') return text;
    const batch = this.#unsent.get(page) ?? this.#startBatch(page);
    batch.texts.add(text);
    const redacted = (await batch.redacted).get(text);
    return redacted === undefined ? fallback : this.withoutBeginnings(redacted, at);
  }

  #startBatch(page: Page): Batch {
    const texts = new Set<string>();
    const redacting = Promise.resolve(this.#lastRequest.get(page)).then(() => this.#send(page, texts));
    const batch: Batch = { texts, redacted: redacting };
    this.#unsent.set(page, batch);
    this.#lastRequest.set(page, redacting);
    return batch;
  }

  async #send(page: Page, texts: Set<string>): Promise<ReadonlyMap<string, string>> {
    this.#unsent.delete(page);
    const originals = [...texts];
    const responding = this.#redactTexts(page, originals).catch(() => []);
    const redacted = await withTimeout(responding, TIMEOUT_MS, []);
    return new Map(redacted.map((text, i) => [originals[i] ?? '', text]));
  }
}
