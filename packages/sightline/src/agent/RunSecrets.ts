import { mapTexts } from '../snapshot/mapTexts.ts';
import { SecretRedactor } from '../snapshot/secrets/SecretRedactor.ts';
import { redactUrl, secretsInUrl } from '../snapshot/urls/redactUrl.ts';

/** Characters; a shorter value occurs elsewhere by chance. The redaction in the page has the same bound. */
const MIN_SECRET_LENGTH = 4;

/** The values typed into secret fields during a run. Kept in memory only. */
export class RunSecrets {
  readonly #values = new Set<string>();
  #redactor = new SecretRedactor(new Set());

  /** Returns whether the value is new; values of fewer than four characters are ignored. */
  add(value: string): boolean {
    if (value.trim().length < MIN_SECRET_LENGTH || this.#values.has(value)) return false;
    this.#values.add(value);
    this.#redactor = new SecretRedactor(this.#values);
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
