import type { QueryIndex, Word } from './QueryIndex.ts';

/** Of the words on a page, how alike each is to another word: the cosine of their vectors. */
export interface Neighbour {
  word: Word;
  likeness: number;
}

/** The words of a page that have vectors, those vectors one after the other, and what was found of each word asked for. */
interface PageWords {
  words: Word[];
  values: Int8Array;
  nearest: Map<number, Neighbour[]>;
}

/** The most frequent words of English come first, and are like each other: `off` and `up`. */
const COMMON = 300;
/** Neighbours that are worth looking at. */
const NEAREST = 24;

/**
 * Static word vectors: 100 dimensions as signed bytes, 30,000 words. What stemming and edit distance cannot
 * know: that `bin` is like `trash`. No model runs.
 */
export class WordVectors {
  readonly #rows: ReadonlyMap<string, number>;
  readonly #values: Int8Array;
  readonly #dimensions: number;
  readonly #pages = new WeakMap<QueryIndex, PageWords>();

  private constructor(rows: ReadonlyMap<string, number>, values: Int8Array, dimensions: number) {
    this.#rows = rows;
    this.#values = values;
    this.#dimensions = dimensions;
  }

  /** Reads what `scripts/make-vectors.mjs` wrote: a line of JSON, the words in a line, then the bytes. */
  static read(bytes: Uint8Array): WordVectors {
    const headEnd = bytes.indexOf(10);
    const { dimensions } = JSON.parse(decode(bytes.subarray(0, headEnd))) as { dimensions: number };
    const wordsEnd = bytes.indexOf(10, headEnd + 1);
    const words = decode(bytes.subarray(headEnd + 1, wordsEnd)).split(' ');
    const rows = new Map(words.map((word, row) => [word, row]));
    const from = bytes.byteOffset + wordsEnd + 1;
    return new WordVectors(rows, new Int8Array(bytes.buffer, from, words.length * dimensions), dimensions);
  }

  has(word: string): boolean {
    return this.#rows.has(word);
  }

  /** The words of a page that are most like a word, the most alike first; none for one without a vector. */
  nearest(index: QueryIndex, word: string): Neighbour[] {
    const row = this.#rows.get(word);
    if (row === undefined || row < COMMON) return [];
    const page = this.#wordsOf(index);
    const known = page.nearest.get(row);
    if (known) return known;
    const found: Neighbour[] = [];
    let least = 0.3;
    for (let i = 0; i < page.words.length; i++) {
      const likeness = this.#likeness(row, page.values, i * this.#dimensions);
      if (likeness <= least) continue;
      found.push({ word: page.words[i] as Word, likeness });
      if (found.length >= 4 * NEAREST) least = keepBest(found);
    }
    keepBest(found);
    page.nearest.set(row, found);
    return found;
  }

  /** Of a word of ours and the one of a page whose values begin at `bt`. Four at a time: it is all that a query waits for. */
  #likeness(row: number, others: Int8Array, bt: number): number {
    const values = this.#values;
    const at = row * this.#dimensions;
    let sum = 0;
    for (let i = 0; i < this.#dimensions; i += 4) {
      sum +=
        (values[at + i] as number) * (others[bt + i] as number) +
        (values[at + i + 1] as number) * (others[bt + i + 1] as number) +
        (values[at + i + 2] as number) * (others[bt + i + 2] as number) +
        (values[at + i + 3] as number) * (others[bt + i + 3] as number);
    }
    return sum / (UNIT * UNIT);
  }

  #wordsOf(index: QueryIndex): PageWords {
    const known = this.#pages.get(index);
    if (known) return known;
    const words = [...index.words()].filter(({ word }) => (this.#rows.get(word) ?? 0) >= COMMON);
    const n = this.#dimensions;
    const values = new Int8Array(words.length * n);
    words.forEach(({ word }, i) => {
      const row = this.#rows.get(word) as number;
      values.set(this.#values.subarray(row * n, (row + 1) * n), i * n);
    });
    const made = { words, values, nearest: new Map() };
    this.#pages.set(index, made);
    return made;
  }
}

/** Length of every vector, in the units of its bytes. */
const UNIT = 256;

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** Keeps the most alike, in order; answers the likeness of the last. */
function keepBest(found: Neighbour[]): number {
  found.sort((a, b) => b.likeness - a.likeness);
  found.length = Math.min(found.length, NEAREST);
  return found.at(-1)?.likeness ?? 0;
}
