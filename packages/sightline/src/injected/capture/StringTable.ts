/** So many places are looked at for a string: a page may choose strings that would all have the same. */
const MAX_PROBES = 16;

/**
 * Interned strings: each is sent once. Index 0 is the empty string. A `Map` would take six times as long of strings that the
 * browser has just handed over: it has each hashed by a call of its own.
 */
export class StringTable {
  readonly all: string[] = [''];
  /** Of each string. */
  readonly #hashes: number[] = [0];
  /** Indexes of strings, where their hash says or after it; 0 where there is none. At most half of them are taken. */
  #places = new Int32Array(1_024);
  /** Those that found no place. */
  readonly #rest = new Map<string, number>();

  add(text: string): number {
    if (text === '') return 0;
    const hash = hashOf(text);
    const place = this.#findPlace(text, hash);
    const existing = place < 0 ? this.#rest.get(text) : this.#places[place];
    if (existing) return existing;
    const index = this.all.length;
    this.all.push(text);
    this.#hashes.push(hash);
    this.#put(index, place);
    if (index * 2 > this.#places.length) this.#grow();
    return index;
  }

  /** Where the string is, or would be; -1 where all places that it may have are taken. */
  #findPlace(text: string, hash: number): number {
    const places = this.#places;
    const last = places.length - 1;
    for (let probe = 0; probe < MAX_PROBES; probe++) {
      const place = (hash + probe) & last;
      const index = places[place] as number;
      if (index === 0 || (this.#hashes[index] === hash && this.all[index] === text)) return place;
    }
    return -1;
  }

  #put(index: number, place: number): void {
    if (place < 0) this.#rest.set(this.all[index] as string, index);
    else this.#places[place] = index;
  }

  #grow(): void {
    this.#places = new Int32Array(this.#places.length * 4);
    this.#rest.clear();
    for (let index = 1; index < this.all.length; index++)
      this.#put(index, this.#findPlace(this.all[index] as string, this.#hashes[index] as number));
  }
}

/** FNV-1a, of UTF-16 units. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5 | 0;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) & MAX_SMALL_INTEGER;
}

const MAX_SMALL_INTEGER = 0x3fffffff;
