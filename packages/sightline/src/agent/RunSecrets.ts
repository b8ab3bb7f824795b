import { mapTexts } from '../snapshot/mapTexts.ts';
import { SecretRedactor } from '../snapshot/secrets/SecretRedactor.ts';
import { redactUrl, secretsInUrl } from '../snapshot/urls/redactUrl.ts';

/** Characters; a shorter value occurs elsewhere by chance. One less than in pages: the code of a card stands in no record. */
const MIN_SECRET_LENGTH = 3;

/** The values typed into secret fields during a run. Kept in memory only. */
export class RunSecrets {
  readonly #values = new Set<string>();
  #redactor = new SecretRedactor(new Set());
  /** What was given one character after another. */
  #characters = '';

  /** Other whenever a value is new; 0 while there is none. */
  get version(): number {
    return this.#values.size;
  }

  /** Returns whether the value is new. Values of fewer than three characters are ignored, but joined where they are of one. */
  add(value: string): boolean {
    this.#characters = value.length === 1 ? this.#characters + value : '';
    const whole = this.#characters || value;
    if (whole.trim().length < MIN_SECRET_LENGTH || this.#values.has(whole)) return false;
    this.#values.add(whole);
    this.#redactor = new SecretRedactor(this.#values, undefined, MIN_SECRET_LENGTH);
    return true;
  }

  /** Adds the secrets in a URL (password, tokens); returns whether any is new. */
  addFromUrl(url: string): boolean {
    return secretsInUrl(url)
      .map((value) => this.add(value))
      .includes(true);
  }

  redact(text: string): string {
    return this.#redactor.redact(text).replace(URL_PATTERN, (url) => redactUrl(url));
  }

  /** A copy of a JSON value with every text and key redacted. */
  redactAll<T>(value: T): T {
    const redact = (text: string): string => this.redact(text);
    return mapTexts(value, redact, redact);
  }
}

const URL_PATTERN = /\bhttps?:\/\/[^\s"'<>]+/gi;
