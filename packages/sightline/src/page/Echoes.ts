import { FILLED } from '../model/publicUrl.ts';
import { replaceStrings } from '../model/replaceStrings.ts';
import type { Recording } from './Recording.ts';
import { squeeze } from './squeeze.ts';

/** Below this length a value is looked for as a whole word only: it may be a part of words that are none of its business. */
const LONG = 8;
/** What a text that was cut may end with of a value, at least. */
const PART = 4;
/** Finds the values of secret fields where they stand in other text: as they are, and as addresses and scripts write them. */
export class Echoes {
  readonly #forms: string[];
  readonly #pattern: RegExp | undefined;

  constructor(values: ReadonlySet<string>) {
    this.#forms = [...new Set([...values].flatMap(formsOf))].sort((a, b) => b.length - a.length);
    const sources = this.#forms.map(sourceOf);
    this.#pattern = sources.length > 0 ? new RegExp(sources.join('|'), 'gu') : undefined;
  }

  /** True where no field holds a secret. */
  get none(): boolean {
    return this.#pattern === undefined;
  }

  isIn(text: string): boolean {
    return this.#pattern !== undefined && this.without(text) !== text;
  }

  /** The text with every value replaced, and what is left of one at its end, where the text was cut. */
  without(text: string): string {
    if (!this.#pattern || text.length < PART) return text;
    const told = text.replace(this.#pattern, FILLED);
    return told.endsWith('\u2026') ? this.#withoutTail(told.slice(0, -1)) : told;
  }

  #withoutTail(cut: string): string {
    for (const form of this.#forms) {
      for (let length = Math.min(form.length - 1, cut.length); length >= PART; length--) {
        if (cut.endsWith(form.slice(0, length))) return `${cut.slice(0, -length)}${FILLED}\u2026`;
      }
    }
    return `${cut}\u2026`;
  }

  /** Replaces what repeats a secret in everything that was recorded: text, names, attributes. True where any did. */
  removeFrom({ strings, rows }: Recording): boolean {
    if (this.none) return false;
    const told = new Map<number, string>();
    for (const [index, text] of strings.all.entries()) {
      const without = this.without(text);
      if (without !== text) told.set(index, without);
    }
    replaceStrings(strings.all, rows, told);
    return told.size > 0;
  }
}

/** As it was typed, as a paragraph shows it, in an address, in a script, in a header. */
function formsOf(value: string): string[] {
  const trimmed = squeeze(value);
  const wellFormed = value.toWellFormed();
  const inUrl = encodeURIComponent(wellFormed);
  const inScript = JSON.stringify(value).slice(1, -1);
  const bytes = String.fromCharCode(...new TextEncoder().encode(wellFormed.slice(0, 1_000)));
  return [value, trimmed, inUrl, inUrl.replaceAll('%20', '+'), inScript, btoa(bytes)];
}

function sourceOf(form: string): string {
  const digits = form.replace(/[\s-]/g, '');
  const isNumber = /^\d{8,}$/.test(digits);
  const source = isNumber ? [...digits].join('[\\s-]?') : escape(form);
  return form.length >= LONG && !isNumber ? source : `(?<![\\p{L}\\p{N}])${source}(?![\\p{L}\\p{N}])`;
}

const escape = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
