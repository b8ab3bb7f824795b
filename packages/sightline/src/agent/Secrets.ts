import { publicUrl, secretsOf } from '../model/publicUrl.ts';
import { Echoes } from '../page/Echoes.ts';

/** A shorter value says nothing by standing elsewhere too; the page goes by the same. */
const SHORTEST = 4;

/** The values that went into secret fields during a run. Only in memory. */
export class Secrets {
  readonly #values = new Set<string>();
  #echoes = new Echoes(new Set());

  /** A shorter one than four characters is not looked for elsewhere. Answers whether it is news. */
  add(value: string): boolean {
    if (value.trim().length < SHORTEST || this.#values.has(value)) return false;
    this.#values.add(value);
    this.#echoes = new Echoes(this.#values);
    return true;
  }

  /** What an address tells that is nobody's to read; answers whether there is any that was not known. */
  addFrom(url: string): boolean {
    return secretsOf(url)
      .map((value) => this.add(value))
      .includes(true);
  }

  mask(text: string): string {
    return this.#echoes.without(text).replace(ADDRESS, (url) => publicUrl(url));
  }

  /** The same value, with every text in it masked. */
  maskAll<T>(value: T): T {
    return mapTexts(value, (text) => this.mask(text)) as T;
  }
}

const ADDRESS = /\bhttps?:\/\/[^\s"'<>]+/gi;

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [map(key), mapTexts(one, map)]));
}
