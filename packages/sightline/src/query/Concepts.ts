import { THESAURUS } from './thesaurus.ts';
import { stem, wordsOf } from './words.ts';

/** A phrase of the thesaurus, and the meanings that it may have. */
interface Phrase {
  words: string[];
  meanings: number[];
}

/** A meaning found in a run of words. */
export interface Meaning {
  meaning: number;
  /** Which of the words say it. */
  from: number;
  length: number;
}

/** Finds what the thesaurus knows in words: `sign in` and `login` have one meaning. */
export class Concepts {
  readonly #byFirst = new Map<string, Phrase[]>();

  constructor(thesaurus: string = THESAURUS) {
    const lines = thesaurus.split('\n').filter((line) => line.trim() !== '');
    lines.forEach((line, meaning) => {
      for (const phrase of new Set(line.split(',').map((one) => one.trim()))) this.#add(phrase, meaning);
    });
  }

  /** Meanings of stemmed words: of the longest phrase at each place. */
  in(stems: readonly string[]): Meaning[] {
    const found: Meaning[] = [];
    for (let at = 0; at < stems.length; at++) {
      let longest = 0;
      for (const { words, meanings } of this.#byFirst.get(stems[at] as string) ?? []) {
        if (words.length < longest || !startsAt(words, stems, at)) continue;
        longest = words.length;
        for (const meaning of meanings) found.push({ meaning, from: at, length: words.length });
      }
      if (longest > 1) at += longest - 1;
    }
    return found;
  }

  /**
   * What the end of longer phrases means by itself: who looks for a basket may mean `Add to cart`. Ends only: the
   * beginning of `add to cart` is no offer to add anything.
   */
  within(stems: readonly string[]): Meaning[] {
    const inner: Meaning[] = [];
    for (const { from, length } of this.in(stems)) {
      for (let skip = 1; skip < length; skip++) {
        const rest = this.in(stems.slice(from + skip, from + length));
        const [end] = rest.filter((one) => one.from === 0 && one.length === length - skip);
        if (!end) continue;
        inner.push({ ...end, from: from + skip });
        break;
      }
    }
    return inner;
  }

  #add(phrase: string, meaning: number): void {
    const words = wordsOf(phrase).map(stem);
    const [first] = words;
    if (first === undefined) return;
    const phrases = this.#byFirst.get(first) ?? [];
    this.#byFirst.set(first, phrases);
    const known = phrases.find((one) => one.words.join(' ') === words.join(' '));
    if (known) known.meanings.push(meaning);
    else phrases.push({ words, meanings: [meaning] });
    phrases.sort((a, b) => b.words.length - a.words.length);
  }
}

function startsAt(words: readonly string[], stems: readonly string[], at: number): boolean {
  return words.every((word, i) => stems[at + i] === word);
}
