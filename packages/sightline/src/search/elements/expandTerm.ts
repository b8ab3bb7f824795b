import { editDistance } from '../../snapshot/editDistance.ts';
import { stem } from '../words/Tokenizer.ts';
import type { WordVectors } from '../words/WordVectors.ts';
import type { IndexedWord, QueryIndex } from './QueryIndex.ts';
import type { SearchWeights } from './searchWeights.ts';
import type { StateWords } from './stateWords.ts';

/** One word of a question. */
export interface Term {
  word: string;
  stem: string;
  weight: number;
  /** A word for any element (`click`, `button`): to have it says little. */
  isWeak: boolean;
  /** It stands for words that ask for a state. */
  stateWords?: StateWords;
}

/** What a search is scored with. */
export interface Scoring {
  vectors?: WordVectors | undefined;
  weights: SearchWeights;
}

/** A word of the page that a term may mean. */
export interface Expansion {
  word: IndexedWord;
  /** What that match counts. */
  weight: number;
  how: 'word' | 'fuzzy' | 'prefix' | 'meaning';
  /** It is another word, only like the one of the question. */
  isGuess: boolean;
}

/** One digit more, fewer or other is another order, another year. */
const NUMBER = /\d/;

/** The words of the page that a term may mean, each with what that match counts. */
export function expandTerm(index: QueryIndex, term: Term, { vectors, weights }: Scoring): Expansion[] {
  const expansions: Expansion[] = [];
  if (term.stateWords && !term.stateWords.isLoose) return expandState(index, term, term.stateWords, weights);
  const exact = index.word(term.stem);
  if (exact) expansions.push({ word: exact, weight: 1, how: 'word', isGuess: false });
  const isKnown = exact !== undefined || vectors?.has(term.word) === true;
  // A known word is not mistyped: what begins like it is all that is worth comparing.
  const words = isKnown ? index.wordsStartingWith(term.stem.charAt(0)) : index.words();
  if (!NUMBER.test(term.stem))
    for (const word of words) {
      if (word === exact) continue;
      const approximate = approximateMatch(term, word, isKnown, weights);
      if (approximate) expansions.push(approximate);
    }
  for (const { word, similarity } of vectors?.nearest(index, term.word) ?? []) {
    if (similarity < weights.minMeaning || word === exact) continue;
    const weight = (weights.meaning * (similarity - weights.minMeaning + 0.1)) / (1.1 - weights.minMeaning);
    expansions.push({ word, weight, how: 'meaning', isGuess: true });
  }
  return expansions;
}

/** Of words for a state the word itself, and what labels say of it: what is like `chosen` is not like `cannot be chosen`. */
function expandState(
  index: QueryIndex,
  { stem: own }: Term,
  { word, length }: StateWords,
  { state }: SearchWeights,
): Expansion[] {
  const weights = new Map([[stem(word), state]]);
  if (length === 1) weights.set(own, 1);
  return Array.from(weights).flatMap(([label, weight]) => {
    const found = index.word(label);
    return found ? [{ word: found, weight, how: 'word' as const, isGuess: false }] : [];
  });
}

function approximateMatch(
  term: Term,
  word: IndexedWord,
  isKnown: boolean,
  weights: SearchWeights,
): Expansion | undefined {
  const edits = typingEdits(term, word, isKnown);
  if (edits !== undefined) {
    const [one, two] = isKnown ? [weights.similar, weights.twoSimilar] : [weights.typo, weights.twoTypos];
    return { word, weight: edits === 1 ? one : two, how: 'fuzzy', isGuess: isKnown };
  }
  const [shorter, longer] =
    term.stem.length < word.stem.length ? [term.stem, word.stem] : [word.stem, term.stem];
  const isPart = isPartOf(shorter, longer) || (!isKnown && isInflected(term.word, word.text));
  return isPart ? { word, weight: weights.prefix, how: 'prefix', isGuess: false } : undefined;
}

/** Whether a word begins with another, or, written in ideographs, holds it. */
function isPartOf(shorter: string, longer: string): boolean {
  if (longer.startsWith(shorter)) return shorter.length >= MIN_PREFIX || isIdeographic(shorter);
  return shorter.charCodeAt(0) > LAST_LATIN && isIdeographic(shorter) && longer.includes(shorter);
}

/**
 * Whether one of two words begins with the other but for how a consonant is spoken, and its last vowel: `kitap` and `kitabı`,
 * `tieto` and `tiedot` (Turkish, Finnish). Of words that are not English ones.
 */
function isInflected(asked: string, other: string): boolean {
  if (asked.charCodeAt(0) !== other.charCodeAt(0)) return false;
  const [a, b] = [consonantsVoiced(asked), consonantsVoiced(other)];
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a];
  const root = shorter.replace(/[aeiouy]$/, '');
  return root.length >= MIN_PREFIX && longer.startsWith(root) && longer.length - root.length <= MAX_ENDING;
}

/** Letters of an ending, or of several. */
const MAX_ENDING = 6;
const VOICED: Readonly<Record<string, string>> = { p: 'b', t: 'd', k: 'g' };

const consonantsVoiced = (word: string): string =>
  word.replace(/[ptk]/g, (letter) => VOICED[letter] as string).replace(/([bdg])\1/g, '$1');

const isIdeographic = (word: string): boolean => word.length >= 2 && IDEOGRAPHS.test(word);

const LAST_LATIN = 0x24f;

const MIN_PREFIX = 4;
/** Two of these are a word, and words are put together without a blank. */
const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Fewest letters of a word that is compared: of one that is mistyped, of a known one, of stems. */
const MIN_LETTERS = { mistyped: 3, known: 4 };

/** How many slips of the finger make one word of the other, of the words or of their stems; undefined for too many. */
function typingEdits(term: Term, { text, stem }: IndexedWord, isKnown: boolean): number | undefined {
  return (
    editsOf(term.word, text, isKnown ? MIN_LETTERS.known : MIN_LETTERS.mistyped) ??
    editsOf(term.stem, stem, MIN_LETTERS.known)
  );
}

/** One, from eight letters on two. Of three letters, one is missing or two changed places. */
function editsOf(asked: string, other: string, minLetters: number): number | undefined {
  const shorter = Math.min(asked.length, other.length);
  const allowed = shorter >= 8 ? 2 : 1;
  const added = other.length - asked.length;
  if (shorter < minLetters || Math.abs(added) > allowed) return undefined;
  const apart = lettersApart(asked, other);
  if (apart > 2 * allowed) return undefined;
  if (shorter === 3 && added !== 1 && apart > 0) return undefined;
  const edits = editDistance(asked, other, allowed);
  return edits <= allowed ? edits : undefined;
}

/** How many letters only one of the words has. */
function lettersApart(a: string, b: string): number {
  let apart = lettersOf(a) ^ lettersOf(b);
  let count = 0;
  for (; apart !== 0; apart &= apart - 1) count++;
  return count;
}

/** A bit a letter; letters of other alphabets share bits. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let i = 0; i < word.length; i++) letters |= 1 << (word.charCodeAt(i) & 31);
  return letters;
}
