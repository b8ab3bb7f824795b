import { SecretRedactor } from '../injected/secrets/SecretRedactor.ts';
import { redactUrl, secretsInUrl } from '../snapshot/redactUrl.ts';

/** A shorter value says nothing by standing elsewhere too; the page goes by the same. */
const MIN_SECRET_LENGTH = 4;

/** The values that went into secret fields during a run. Only in memory. */
export class RunSecrets {
  readonly #values = new Set<string>();
  #redactor = new SecretRedactor(new Set());

  /** A shorter one than four characters is not looked for elsewhere. Answers whether it is news. */
  add(value: string): boolean {
    if (value.trim().length < MIN_SECRET_LENGTH || this.#values.has(value)) return false;
    this.#values.add(value);
    this.#redactor = new SecretRedactor(this.#values);
    return true;
  }

  /** What an address tells that is nobody's to read; answers whether there is any that was not known. */
  addFromUrl(url: string): boolean {
    return secretsInUrl(url)
      .map((value) => this.add(value))
      .includes(true);
  }

  redact(text: string): string {
    return this.#redactor.redact(text).replace(URL_PATTERN, (url) => redactUrl(url));
  }

  /** The same value, with every text in it masked. */
  redactAll<T>(value: T): T {
    return mapTexts(value, (text) => this.redact(text)) as T;
  }
}

const URL_PATTERN = /\bhttps?:\/\/[^\s"'<>]+/gi;

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [map(key), mapTexts(one, map)]));
}
