import { foldParts } from '../snapshot/foldParts.ts';

/** A text as it is read, with the place of each of its characters in the text as it is written. */
export interface FoldedLine {
  text: string;
  /** Offset in the written text of each UTF-16 unit of `text`, and at the end its length. */
  offsets: readonly number[];
}

/** Marks on a character, joiners, and a blank that is no space. */
const MARK_OR_BLANK = /[\p{M}\u200c\u200d\u2800]/u;
/** Other forms of ASCII, as three dots for an ellipsis, are nothing of ours. */
const STRUCTURAL = /[\w[\]<>|()#*:=/!?"]/;
const PRINTABLE = /^[\x20-\x5b\x5d-\x7e]+$/;

/**
 * Reads what looks like ASCII as ASCII: full-width brackets, letters of mathematics, digits in parentheses, by their form of
 * NFKC; marks and joiners are left out, and blanks are spaces. Undefined where that changes nothing. A backslash is only what is one.
 */
export function foldLookalikes(written: string): FoldedLine | undefined {
  if (written.normalize('NFKC') === written && !MARK_OR_BLANK.test(written)) return undefined;
  const { text, starts } = foldParts(written, readAs);
  return text === written ? undefined : { text, offsets: [...starts, written.length] };
}

function readAs(character: string): string {
  if (character <= '\x7f') return character;
  if (character === '\u2800') return ' ';
  if (MARK_OR_BLANK.test(character)) return '';
  const compatible = character.normalize('NFKC');
  return PRINTABLE.test(compatible) && STRUCTURAL.test(compatible) ? compatible : character;
}
