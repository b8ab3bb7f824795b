import { hashText } from '../../snapshot/hashText.ts';
import { replaceStrings } from '../../snapshot/replaceStrings.ts';
import type { Rows } from '../../snapshot/Snapshot.ts';
import type { SecretFingerprint } from '../../snapshot/secretFingerprints.ts';
import { REDACTED_PLACEHOLDER } from '../../snapshot/urls/redactUrl.ts';
import type { StringTable } from '../capture/StringTable.ts';
import { normalizeSpace } from '../dom/text.ts';

/** Below this length a value is looked for as a whole word only: it may be a part of unrelated words. */
const MIN_SUBSTRING_LENGTH = 8;
/** Shortest start of a value that is redacted at the end of a text that was cut. */
const MIN_TRUNCATED_LENGTH = 4;
/** Finds the values of secret fields in other text: as they are, and as addresses and scripts write them. */
export class SecretRedactor {
  readonly #encodings: string[];
  readonly #pattern: RegExp | undefined;

  constructor(values: ReadonlySet<string>) {
    this.#encodings = [...new Set([...values].flatMap(encodingsOf))].sort((a, b) => b.length - a.length);
    const sources = this.#encodings.map(patternOf);
    this.#pattern = sources.length > 0 ? new RegExp(sources.join('|'), 'gu') : undefined;
  }

  /** True where no field holds a secret. */
  get isEmpty(): boolean {
    return this.#pattern === undefined;
  }

  occursIn(text: string): boolean {
    return this.#pattern !== undefined && this.redact(text) !== text;
  }

  /** The text with every value replaced, and what is left of one at its end, where the text was cut. */
  redact(text: string): string {
    if (!this.#pattern || text.length < MIN_TRUNCATED_LENGTH) return text;
    const redacted = text.replace(this.#pattern, REDACTED_PLACEHOLDER);
    return redacted.endsWith('\u2026') ? this.#redactTruncatedEnd(redacted.slice(0, -1)) : redacted;
  }

  #redactTruncatedEnd(truncated: string): string {
    for (const encoding of this.#encodings) {
      for (
        let length = Math.min(encoding.length - 1, truncated.length);
        length >= MIN_TRUNCATED_LENGTH;
        length--
      ) {
        if (truncated.endsWith(encoding.slice(0, length)))
          return `${truncated.slice(0, -length)}${REDACTED_PLACEHOLDER}\u2026`;
      }
    }
    return `${truncated}\u2026`;
  }

  /** What tells elsewhere whether a text repeats a value, for a time in which this document cannot be asked. */
  fingerprints(seed: number): SecretFingerprint[] {
    return this.#encodings.map((encoding) => {
      const digits = digitsOf(encoding);
      const text = digits ?? encoding;
      return {
        length: text.length,
        hash: hashText(text, seed),
        isWord: digits !== undefined || encoding.length < MIN_SUBSTRING_LENGTH,
        isDigits: digits !== undefined,
      };
    });
  }

  /** Replaces what repeats a secret in everything that was recorded: text, names, attributes. True where any did. */
  redactSnapshot({ strings, rows }: { strings: StringTable; rows: Rows }): boolean {
    if (this.isEmpty) return false;
    const replacements = new Map<number, string>();
    for (const [index, text] of strings.all.entries()) {
      const redacted = this.redact(text);
      if (redacted !== text) replacements.set(index, redacted);
    }
    replaceStrings(strings.all, rows, replacements);
    return replacements.size > 0;
  }
}

/** As it was typed, as a paragraph shows it, in an address, in a script, in a header. */
function encodingsOf(value: string): string[] {
  const trimmed = normalizeSpace(value);
  const wellFormed = value.toWellFormed();
  const inUrl = encodeURIComponent(wellFormed);
  const inScript = JSON.stringify(value).slice(1, -1);
  const bytes = String.fromCharCode(...new TextEncoder().encode(wellFormed.slice(0, 1_000)));
  return [value, trimmed, inUrl, inUrl.replaceAll('%20', '+'), inScript, btoa(bytes)];
}

function patternOf(encoding: string): string {
  const digits = digitsOf(encoding);
  const source = digits === undefined ? escapeRegExp(encoding) : [...digits].join('[\\s-]?');
  return encoding.length >= MIN_SUBSTRING_LENGTH && digits === undefined
    ? source
    : `(?<![\\p{L}\\p{N}])${source}(?![\\p{L}\\p{N}])`;
}

/** Of a number that is written in groups or not; undefined for what is none. */
function digitsOf(encoding: string): string | undefined {
  const digits = encoding.replace(/[\s-]/g, '');
  return /^\d{8,}$/.test(digits) ? digits : undefined;
}

const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
