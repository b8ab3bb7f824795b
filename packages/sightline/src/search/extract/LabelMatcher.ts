import { SynonymIndex, type SynonymMatch } from '../words/SynonymIndex.ts';
import { STOP_WORDS, splitIdentifier, splitWords, stem } from '../words/Tokenizer.ts';

/** Least score of a label that is taken for a key. */
export const MIN_LABEL_SCORE = 0.5;
/** What a word with another word of the same meaning counts. */
const SYNONYM = 0.85;
/** What it scores that both are phrases of one meaning: `Sign in`, `Log in`. */
const PHRASE = 0.7;
/** What the words of a description count beside those of a key. */
const DESCRIPTION = 0.7;

/** Says how well labels of a page fit keys of a schema: by their words, the stems of these, and the thesaurus. */
export class LabelMatcher {
  readonly #synonyms = SynonymIndex.shared();
  readonly #stems = new Map<string, readonly string[]>();
  readonly #groups = new Map<string, ReadonlySet<number>>();

  /** From 0 to 1. */
  score(key: string, description: string, label: string): number {
    const words = this.#stemsOf(label, splitWords);
    if (words.length === 0) return 0;
    const byWords = this.#compare(this.#stemsOf(key, splitIdentifier), words, 0.7);
    const byKey = Math.max(byWords, this.#isSamePhrase(splitIdentifier(key), splitWords(label)) ? PHRASE : 0);
    if (description === '' || byKey === 1) return byKey;
    return Math.max(byKey, DESCRIPTION * this.#compare(this.#stemsOf(description, splitWords), words, 0.1));
  }

  /** Whether each word of one has a word of its meaning in the other, or both are one phrase: neither is of something else. */
  isSameOrPart(one: string, other: string): boolean {
    const [words, others] = [this.#stemsOf(one, splitWords), this.#stemsOf(other, splitWords)];
    if (words.length === 0 || others.length === 0) return false;
    const isCovered = (some: readonly string[], by: readonly string[]): boolean =>
      some.every((word) => this.#best(word, by) > 0);
    if (isCovered(words, others) || isCovered(others, words)) return true;
    const meanings = this.#wholePhrases(one);
    return this.#wholePhrases(other).some((group) => meanings.includes(group));
  }

  /** Meanings of a text that is a phrase of the thesaurus, and nothing else: `Sign in`, `Forgotten your password?`. */
  #wholePhrases(text: string): number[] {
    const all = splitWords(text);
    const specific = all.filter((word) => !STOP_WORDS.has(word));
    return [all, specific].flatMap((words) => {
      const matches = this.#synonyms.find(words.map(stem));
      return matches.filter(({ length }) => length === words.length).map(({ group }) => group);
    });
  }

  /** Whether a text has the words of a key: `12 reviews` for `reviewCount`. */
  occursIn(key: string, text: string): boolean {
    const words = this.#stemsOf(text, splitWords);
    return this.#stemsOf(key, splitIdentifier).some((word) => this.#best(word, words) >= SYNONYM);
  }

  /** `keyShare`: what it counts that words of the key are in the label; the rest counts that there are no others in it. */
  #compare(key: readonly string[], label: readonly string[], keyShare: number): number {
    const found = key.map((word) => this.#best(word, label));
    const covered = sum(found) / Math.max(1, key.length);
    if (covered === 0) return 0;
    const named = sum(label.map((word) => this.#best(word, key))) / label.length;
    return keyShare * covered + (1 - keyShare) * named;
  }

  /** Of one word each, that is compared word by word. */
  #isSamePhrase(...phrases: [string[], string[]]): boolean {
    const [one, other] = phrases.map((words) => this.#synonyms.find(words.map(stem))) as [
      SynonymMatch[],
      SynonymMatch[],
    ];
    return one.some(({ group, length }) =>
      other.some((match) => match.group === group && length + match.length > 2),
    );
  }

  #best(word: string, others: readonly string[]): number {
    if (others.includes(word)) return 1;
    const groups = this.#groupsOf(word);
    return others.some((other) => [...this.#groupsOf(other)].some((group) => groups.has(group)))
      ? SYNONYM
      : 0;
  }

  #groupsOf(word: string): ReadonlySet<number> {
    const known = this.#groups.get(word);
    if (known) return known;
    const groups = new Set(this.#synonyms.find([word]).map(({ group }) => group));
    this.#groups.set(word, groups);
    return groups;
  }

  #stemsOf(text: string, split: (text: string) => string[]): readonly string[] {
    const known = this.#stems.get(text);
    if (known) return known;
    const all = split(text);
    const specific = all.filter((word) => !STOP_WORDS.has(word));
    const stems = (specific.length > 0 ? specific : all).map(stem);
    this.#stems.set(text, stems);
    return stems;
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
