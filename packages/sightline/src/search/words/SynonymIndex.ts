import { addToGroup } from '../../snapshot/groupBy.ts';
import chineseWords from './chineseWords.json' with { type: 'json' };
import everydayWords from './everydayWords.json' with { type: 'json' };
import { splitWords, stem } from './Tokenizer.ts';
import thesaurus from './thesaurus.json' with { type: 'json' };

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

/**
 * Finds what the thesaurus knows in words: `sign in` and `login` have one meaning. Its lines are our own, a meaning each, the phrases
 * separated by commas; a phrase may stand in several. `thesaurus.json`: words of interfaces, English first, then the languages in
 * which they are common on buttons. `everydayWords.json`, `chineseWords.json`: what people call them otherwise, in English and Chinese.
 */
export class SynonymIndex {
  static #shared: SynonymIndex | undefined;
  readonly #phrases = new Phrases();
  readonly #everyday = new Phrases();
  /** Groups from here on are those of everyday words. */
  readonly #firstEveryday: number;

  /** That of our thesaurus, for all who ask: to make it takes 20 ms, and it never changes. */
  static shared(): SynonymIndex {
    SynonymIndex.#shared ??= new SynonymIndex();
    return SynonymIndex.#shared;
  }

  constructor() {
    this.#firstEveryday = this.#phrases.addLines(thesaurus, 0);
    this.#everyday.addLines([...everydayWords, ...chineseWords], this.#firstEveryday);
  }

  /** Meanings of stemmed words: of the longest phrase at each place. */
  find(stems: readonly string[]): SynonymMatch[] {
    return this.#phrases.find(stems);
  }

  /** The same with those of everyday words, of which a phrase stands in front of none of the others. */
  findAll(stems: readonly string[]): SynonymMatch[] {
    return [...this.#phrases.find(stems), ...this.#everyday.find(stems)];
  }

  /** Of everyday words, which say less surely what is meant. */
  isEveryday(group: number): boolean {
    return group >= this.#firstEveryday;
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
}

/** Phrases by their first word, the longest first. */
class Phrases {
  readonly #byFirst = new Map<string, Phrase[]>();

  /** A group a line, numbered from `first` on; answers the next number. */
  addLines(lines: readonly string[], first: number): number {
    const known = new Map<string, Phrase>();
    lines.forEach((line, i) => {
      for (const phrase of new Set(line.split(',').map((one) => one.trim())))
        this.#add(phrase, first + i, known);
    });
    for (const phrases of this.#byFirst.values()) phrases.sort((a, b) => b.words.length - a.words.length);
    return first + lines.length;
  }

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

  #add(phrase: string, group: number, known: Map<string, Phrase>): void {
    const words = splitWords(phrase).map(stem);
    const [first] = words;
    if (first === undefined) return;
    const key = words.join(' ');
    const existing = known.get(key);
    if (existing) {
      existing.groups.push(group);
      return;
    }
    const added: Phrase = { words, groups: [group] };
    known.set(key, added);
    addToGroup(this.#byFirst, first, added);
  }
}

function matchesAt(words: readonly string[], stems: readonly string[], position: number): boolean {
  return words.every((word, i) => stems[position + i] === word);
}
