import type { IndexedWord, QueryIndex } from '../elements/QueryIndex.ts';

/** Of the words on a page, how alike each is to another word: the cosine of their vectors. */
export interface SimilarWord {
  word: IndexedWord;
  similarity: number;
}

/** The words of a page that have vectors, the vectors, and the cached results per word. */
interface PageVectors {
  words: IndexedWord[];
  values: Int8Array;
  nearest: Map<number, SimilarWord[]>;
}

/** The first line of `data/words.bin`. */
interface Head {
  dimensions: number;
  /** So many words come first because they are the most frequent of English, and are like each other: `off` and `up`. */
  common: number;
  /** What a value is a multiple of. */
  step: number;
  /** The highest multiple. */
  steps: number;
}

/** Neighbours that are worth looking at. */
const MAX_NEIGHBOURS = 24;

/**
 * Static word vectors: 100 dimensions as signed bytes, 30,000 words. What stemming and edit distance cannot
 * know: that `bin` is like `trash`. No model runs.
 */
export class WordVectors {
  readonly #rows: ReadonlyMap<string, number>;
  readonly #values: Int8Array;
  readonly #dimensions: number;
  readonly #common: number;
  readonly #pages = new WeakMap<QueryIndex, PageVectors>();
  readonly #means = new WeakMap<QueryIndex, Int8Array>();

  private constructor(rows: ReadonlyMap<string, number>, values: Int8Array, head: Head) {
    this.#rows = rows;
    this.#values = values;
    this.#dimensions = head.dimensions;
    this.#common = head.common;
  }

  /** Reads what `scripts/make-vectors.mjs` wrote: a line of JSON, the words in a line, then the values. */
  static parse(bytes: Uint8Array): WordVectors {
    const headEnd = bytes.indexOf(10);
    const head = JSON.parse(decode(bytes.subarray(0, headEnd))) as Head;
    const wordsEnd = bytes.indexOf(10, headEnd + 1);
    const words = decode(bytes.subarray(headEnd + 1, wordsEnd)).split(' ');
    const rows = new Map(words.map((word, row) => [word, row]));
    return new WordVectors(rows, unpackValues(bytes.subarray(wordsEnd + 1), words.length, head), head);
  }

  has(word: string): boolean {
    return this.#rows.has(word);
  }

  /** The words of a page that are most like a word, the most alike first; none for one without a vector. */
  nearest(index: QueryIndex, word: string): SimilarWord[] {
    const row = this.#rows.get(word);
    if (row === undefined || row < this.#common) return [];
    const page = this.#vectorsOf(index);
    const cached = page.nearest.get(row);
    if (cached) return cached;
    const found: SimilarWord[] = [];
    let minSimilarity = 0.3;
    for (let i = 0; i < page.words.length; i++) {
      const similarity = this.#similarity(row, page.values, i * this.#dimensions);
      if (similarity <= minSimilarity) continue;
      found.push({ word: page.words[i] as IndexedWord, similarity });
      if (found.length >= 4 * MAX_NEIGHBOURS) minSimilarity = keepBest(found);
    }
    keepBest(found);
    page.nearest.set(row, found);
    return found;
  }

  /** Similarity of a word of the query and the page word whose values begin at an offset. */
  #similarity(row: number, others: Int8Array, offset: number): number {
    const n = this.#dimensions;
    return dot(this.#values, row * n, others, offset, n) / (VECTOR_LENGTH * VECTOR_LENGTH);
  }

  /**
   * How alike the words of each candidate, taken together, are to weighted words: the cosines of the means; undefined
   * where none of the words has a vector.
   */
  meanSimilarities(
    index: QueryIndex,
    words: Iterable<[word: string, weight: number]>,
  ): Float32Array | undefined {
    const n = this.#dimensions;
    const sum = new Float32Array(n);
    for (const [word, weight] of words) this.#addTo(sum, 0, word, weight);
    const queryMean = new Int8Array(n);
    if (!normalizeInto(queryMean, 0, sum)) return undefined;
    const means = this.#meansOf(index);
    return Float32Array.from(index.candidates, (_, position) => {
      return dot(queryMean, 0, means, position * n, n) / (MEAN_LENGTH * MEAN_LENGTH);
    });
  }

  #addTo(sum: Float32Array, offset: number, word: string, weight: number): void {
    const row = this.#rows.get(word);
    if (row === undefined) return;
    const n = this.#dimensions;
    for (let i = 0; i < n; i++)
      sum[offset + i] = (sum[offset + i] as number) + weight * (this.#values[row * n + i] as number);
  }

  /** The mean of each candidate's words, rare ones before others. */
  #meansOf(index: QueryIndex): Int8Array {
    const cached = this.#means.get(index);
    if (cached) return cached;
    const n = this.#dimensions;
    const count = index.candidates.length;
    const sums = new Float32Array(count * n);
    for (const { text, postings } of index.words()) {
      if (!this.#rows.has(text)) continue;
      const rarity = Math.log((count + 1) / (postings.candidates.length + 0.5));
      postings.candidates.forEach((position, i) => {
        const tier = postings.tiers[i];
        if (tier === 3 || (tier === 2 && !index.candidates[position]?.isNameless)) return;
        this.#addTo(sums, position * n, text, rarity);
      });
    }
    const means = new Int8Array(count * n);
    for (let position = 0; position < count; position++)
      normalizeInto(means, position * n, sums.subarray(position * n, (position + 1) * n));
    this.#means.set(index, means);
    return means;
  }

  #vectorsOf(index: QueryIndex): PageVectors {
    const cached = this.#pages.get(index);
    if (cached) return cached;
    const words = [...index.words()].filter(({ text }) => (this.#rows.get(text) ?? 0) >= this.#common);
    const n = this.#dimensions;
    const values = new Int8Array(words.length * n);
    words.forEach(({ text }, i) => {
      const row = this.#rows.get(text) as number;
      values.set(this.#values.subarray(row * n, (row + 1) * n), i * n);
    });
    const created = { words, values, nearest: new Map() };
    this.#pages.set(index, created);
    return created;
  }
}

/** The values word by word, from those dimension by dimension, two in a byte. */
function unpackValues(bytes: Uint8Array, words: number, { dimensions, step, steps }: Head): Int8Array {
  const count = 2 * steps + 1;
  const halves = Int8Array.from({ length: 2 * count * count }, (_, i) => {
    const pair = i >> 1;
    return step * ((i % 2 === 0 ? Math.floor(pair / count) : pair % count) - steps);
  });
  const values = new Int8Array(words * dimensions);
  let at = 0;
  for (let dimension = 0; dimension < dimensions; dimension++)
    for (let i = dimension; i < values.length; i += dimensions, at++)
      values[i] = halves[2 * (bytes[at >> 1] as number) + (at & 1)] as number;
  return values;
}

/** Length of every vector, in the units of its bytes. */
const VECTOR_LENGTH = 256;

/** Of `n` values, a multiple of four, from an offset each. Unrolled by four: most of the time of a query is spent here. */
function dot(a: Int8Array, offsetA: number, b: Int8Array, offsetB: number, n: number): number {
  let sum = 0;
  for (let i = 0; i < n; i += 4) {
    sum +=
      (a[offsetA + i] as number) * (b[offsetB + i] as number) +
      (a[offsetA + i + 1] as number) * (b[offsetB + i + 1] as number) +
      (a[offsetA + i + 2] as number) * (b[offsetB + i + 2] as number) +
      (a[offsetA + i + 3] as number) * (b[offsetB + i + 3] as number);
  }
  return sum;
}

/** Length of the mean of a text's words: in bytes that hold any direction. */
const MEAN_LENGTH = 127;

/** False for a sum of nothing. */
function normalizeInto(target: Int8Array, offset: number, sum: Float32Array): boolean {
  let squares = 0;
  for (let i = 0; i < sum.length; i++) squares += (sum[i] as number) ** 2;
  if (squares === 0) return false;
  const length = Math.sqrt(squares);
  for (let i = 0; i < sum.length; i++)
    target[offset + i] = Math.round((MEAN_LENGTH * (sum[i] as number)) / length);
  return true;
}

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** Keeps the most alike, in order; answers the likeness of the last. */
function keepBest(found: SimilarWord[]): number {
  found.sort((a, b) => b.similarity - a.similarity);
  found.length = Math.min(found.length, MAX_NEIGHBOURS);
  return found.at(-1)?.similarity ?? 0;
}
