import { foldParts } from '../foldParts.ts';

/** What may stand between the characters of a value that is repeated: blanks and dashes, also those that are signs (minus, braille). */
const SEPARATORS = /[\s\p{Pd}\u2212\u2800]+/gu;
/** What changes nothing of how a text reads: invisible characters, marks on letters. */
const IGNORED = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{M}]+/gu;
const IGNORED_START = /^[\p{Default_Ignorable_Code_Point}\p{Cf}\p{M}]+/u;

/** A text as it reads: in one case, without marks and what is not seen, full-width letters and digits of any script as others, blanks as one space. */
export function foldSecret(text: string): string {
  const spaced = text.replace(/\s+/g, ' ');
  if (/^[\x20-\x7e]*$/.test(spaced)) return spaced.toLowerCase();
  const readable = spaced.normalize('NFKD').replace(IGNORED, '');
  // Some letters are one in capitals: ß and ss, two forms of sigma.
  const folded = readable.toUpperCase().toLowerCase().replaceAll('\u03c2', '\u03c3');
  return folded.replace(OTHER_DIGIT, asciiDigit);
}

const OTHER_DIGIT = /(?![0-9])\p{Nd}/gu;

/** Digits of a script stand one after another from its zero, which follows on no digit, or on the nine of another script. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) as number;
  let before = 0;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(code - before - 1))) before++;
  return String(before % 10);
}

/** The same without blanks and dashes. */
export const compactSecret = (text: string): string => foldSecret(text).replace(SEPARATORS, '');

/** A folded text, with the place of each of its UTF-16 units in the text as it is written. */
export interface LocatedText {
  text: string;
  starts: number[];
  ends: number[];
}

export function locateFolded(written: string, fold: typeof foldSecret): LocatedText {
  const { text, starts } = foldParts(written, (character, last) =>
    last === ' ' && /^\s/.test(character) ? '' : fold(character),
  );
  return { text, starts, ends: starts.map((start) => endOf(written, start)) };
}

/** The end of the character that begins there, with what is ignored behind it. */
function endOf(written: string, start: number): number {
  const end = start + String.fromCodePoint(written.codePointAt(start) as number).length;
  return end + (IGNORED_START.exec(written.slice(end, end + 8))?.[0].length ?? 0);
}
