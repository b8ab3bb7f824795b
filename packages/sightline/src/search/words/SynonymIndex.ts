import { splitWords, stem } from './Tokenizer.ts';
import { THESAURUS } from './thesaurus.ts';

/** A phrase of the thesaurus, and the meanings that it may have. */
interface Phrase {
  words: string[];
  groups: number[];
}

/** A meaning found in a run of words. */
export interface SynonymMatch {
  group: number;
  /** Positions of the words that it covers. */
  from: number;
  length: number;
}

/** Finds what the thesaurus knows in words: `sign in` and `login` have one meaning. */
export class SynonymIndex {
  static #shared: SynonymIndex | undefined;
  readonly #byFirst = new Map<string, Phrase[]>();

  /** That of our thesaurus, for all who ask: to make it takes 12 ms, and it never changes. */
  static shared(): SynonymIndex {
    SynonymIndex.#shared ??= new SynonymIndex();
    return SynonymIndex.#shared;
  }

  constructor() {
    const lines = THESAURUS.split('\n').filter((line) => line.trim() !== '');
    lines.forEach((line, group) => {
      for (const phrase of new Set(line.split(',').map((one) => one.trim()))) this.#add(phrase, group);
    });
  }

  /** Meanings of stemmed words: of the longest phrase at each place. */
  find(stems: readonly string[]): SynonymMatch[] {
    const found: SynonymMatch[] = [];
    for (let position = 0; position < stems.length; position++) {
      let longest = 0;
      for (const { words, groups } of this.#byFirst.get(stems[position] as string) ?? []) {
        if (words.length < longest || !matchesAt(words, stems, position)) continue;
        longest = words.length;
        for (const group of groups) found.push({ group, from: position, length: words.length });
      }
      if (longest > 1) position += longest - 1;
    }
    return found;
  }

  /**
   * Synonyms of the ends of longer phrases: `basket` may mean `Add to cart`. Ends only: `add` means something else.
   */
  findSuffixes(stems: readonly string[]): SynonymMatch[] {
    const inner: SynonymMatch[] = [];
    for (const { from, length } of this.find(stems)) {
      for (let skip = 1; skip < length; skip++) {
        const rest = this.find(stems.slice(from + skip, from + length));
        const [end] = rest.filter((one) => one.from === 0 && one.length === length - skip);
        if (!end) continue;
        inner.push({ ...end, from: from + skip });
        break;
      }
    }
    return inner;
  }

  #add(phrase: string, group: number): void {
    const words = splitWords(phrase).map(stem);
    const [first] = words;
    if (first === undefined) return;
    const phrases = this.#byFirst.get(first) ?? [];
    this.#byFirst.set(first, phrases);
    const existing = phrases.find((one) => one.words.join(' ') === words.join(' '));
    if (existing) existing.groups.push(group);
    else phrases.push({ words, groups: [group] });
    phrases.sort((a, b) => b.words.length - a.words.length);
  }
}

function matchesAt(words: readonly string[], stems: readonly string[], position: number): boolean {
  return words.every((word, i) => stems[position + i] === word);
}
