import { foldParts } from '../../snapshot/foldParts.ts';
import { collapseSpaces } from '../../snapshot/shorten.ts';

const ASCII = /^[\x00-\x7f]*$/;
/** Accents of the European alphabets, points of Hebrew, vowel signs of Arabic; marks that make another letter (kana, Indic) stay. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g;
/**
 * What shows nothing (soft hyphens, zero-width and bidirectional characters, variation selectors), and the kashida, which
 * only lengthens a word.
 */
const INVISIBLE = /[\u00ad\u0640\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff]/g;

/** Other spellings of one character, which compatibility forms do not cover. */
const SAME = new Map(
  Object.entries({
    '‘’‚‛′＇`´': "'",
    '“”„‟″«»': '"',
    '‐‑‒–—―−': '-',
    ı: 'i',
    ς: 'σ',
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    ø: 'o',
    ł: 'l',
    đ: 'd',
    '٫': '.',
    '٬': ',',
    '٪': '%',
  }).flatMap(([characters, same]) => [...characters].map((character) => [character, same])),
);
const SPELLINGS = new RegExp(`[${[...SAME.keys()].join('')}]`, 'g');
const OTHER_DIGITS = /[^\P{Nd}0-9]/gu;
const IS_DIGIT = /^\p{Nd}$/u;

/**
 * The normal form in which texts are compared: lower case; accents, compatibility forms, quotes, dashes, blanks and the digits
 * of all scripts folded; without what shows nothing: `Ménü` is `menu`, `ｆｕｌｌ` is `full`, `٤٢` is `42`.
 */
export function foldCase(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(INVISIBLE, '')
    .replace(ACCENTS, '')
    .toLowerCase()
    .replace(SPELLINGS, (character) => SAME.get(character) as string)
    .replace(OTHER_DIGITS, digitValue)
    .normalize('NFC');
}

/** The same with each run of white space as one blank, and none at the ends: the form in which labels are compared. */
export function foldLabel(text: string): string {
  return foldCase(collapseSpaces(text));
}

/** Unicode puts the ten digits of a script in a row. */
function digitValue(digit: string): string {
  const code = digit.codePointAt(0) as number;
  let value = 0;
  while (value < 9 && IS_DIGIT.test(String.fromCodePoint(code - value - 1))) value++;
  return String(value);
}

/** A text in its normal form, and where each of its characters begins in the text as it is. */
export interface FoldedText {
  text: string;
  /** From an index of the normal form, its length included, to one of the text. */
  originOf: (index: number) => number;
}

const CHARACTERS = /\P{M}\p{M}*|\p{M}+/gu;

/** For finding something in the normal form that is quoted as it stands. */
export function foldWithOrigins(text: string): FoldedText {
  if (ASCII.test(text)) return { text: text.toLowerCase(), originOf: (index) => index };
  const { text: folded, starts } = foldParts(text.match(CHARACTERS) ?? [], foldCase);
  return { text: folded, originOf: (index) => starts[index] ?? text.length };
}
