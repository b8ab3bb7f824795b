import { stemmer } from 'stemmer';
import { foldCase } from './foldCase.ts';
import { stemAffixes } from './stemAffixes.ts';

/** Splits what is not ASCII into words by the rules of its script (UAX 29 and dictionaries). Stateless. */
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

const ASCII = /^[\x00-\x7f]*$/;
const APOSTROPHE = /['’]/;
const WITHIN_WORDS = /(\p{L})['’](?=\p{L})/gu;
const WORD = /[\p{L}\p{N}]+/gu;
const PICTOGRAPH = /\p{Extended_Pictographic}/u;
const PICTOGRAPHS = /\p{Extended_Pictographic}/gu;
const ENGLISH = /^[a-z]{3,}$/;
const LAST_LATIN = 0x24f;

/** The words of a text as people write it, folded, in order. */
export function splitWords(text: string): string[] {
  const isAscii = ASCII.test(text);
  const lower = isAscii ? text.toLowerCase() : foldCase(text);
  const folded = APOSTROPHE.test(lower) ? lower.replace(WITHIN_WORDS, '$1') : lower;
  if (isAscii || ASCII.test(folded)) return folded.match(/[a-z0-9]+/g) ?? [];
  const words: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(folded))
    if (isWordLike) words.push(...(segment.match(WORD) ?? []));
    else if (PICTOGRAPH.test(segment)) words.push(...(segment.match(PICTOGRAPHS) ?? []));
  return words;
}

/** The words of an identifier: `addToCart`, `nav-item`, `XMLFile2`. */
export function splitIdentifier(name: string): string[] {
  const spaced = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replace(/([a-z])([0-9])/gi, '$1 $2');
  return splitWords(spaced);
}

/** English words by Porter's algorithm; those of Arabic, Hebrew and Korean without affixes; anything else as it is. */
export function stem(word: string): string {
  if (!ENGLISH.test(word)) return word.charCodeAt(0) > LAST_LATIN ? stemAffixes(word) : word;
  const stemmed = stemmer(word);
  const last = stemmed.at(-1);
  // Porter takes `added` for `ad`: of two letters the doubled consonant stays.
  return stemmed.length === 2 && word.charAt(2) === last ? `${stemmed}${last}` : stemmed;
}

const NO_WORDS: readonly string[] = [];

/** Splits texts and identifiers into words and stems them, with a cache. Kept while an index is built. */
export class Tokenizer {
  readonly #names = new Map<string, readonly string[]>();
  readonly #stems = new Map<string, string>();
  readonly #texts = new Map<string, readonly string[]>();

  /** The words of a text, which must not be changed. */
  words(text: string): readonly string[] {
    if (text === '') return NO_WORDS;
    const cached = this.#texts.get(text);
    if (cached) return cached;
    const words = splitWords(text);
    this.#texts.set(text, words);
    return words;
  }

  /** The words of an identifier, which must not be changed. */
  identifierWords(name: string): readonly string[] {
    if (name === '') return NO_WORDS;
    const cached = this.#names.get(name);
    if (cached) return cached;
    const words = splitIdentifier(name);
    this.#names.set(name, words);
    return words;
  }

  stems(words: readonly string[]): readonly string[] {
    return words.length === 0 ? NO_WORDS : words.map((word) => this.stem(word));
  }

  stem(word: string): string {
    const cached = this.#stems.get(word);
    if (cached !== undefined) return cached;
    const stemmed = stem(word);
    this.#stems.set(word, stemmed);
    return stemmed;
  }
}

/** Words that do not distinguish elements. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a an the of to in on at for from by with and or as is are was be been it its this that these those i me my you your ' +
    'we our us want need please would like should could can do does did there here so if then than just ' +
    'der die das den dem des ein eine einen im am zum zur und oder fur mit von auf le la les un une des du de et ou pour ' +
    'avec sur au aux el los las una y o para con en del il lo gli e per con di da'
  ).split(' '),
);

/** Words for actions that apply to any element. */
export const WEAK_WORDS: ReadonlySet<string> = new Set(
  (
    'click press tap hit push choose pick select find go get see look view show use using button link field box input icon ' +
    'element item control option page website site screen section area thing one where which what how first'
  ).split(' '),
);
