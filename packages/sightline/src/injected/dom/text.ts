import { truncate as truncateText } from '../../snapshot/shorten.ts';

/** Longest text run that is kept, in UTF-16 units: about 2,500 tokens, more than a view shows of one run. */
export const MAX_TEXT_LENGTH = 10_000;

const INNER_SPACE = /[\t\n\r\f]| {2}/;
const SPACES = /[ \t\n\r\f]+/g;

const NO_BREAK_SPACE = 160;

const isWhiteSpace = (code: number): boolean =>
  code === 32 || code === 10 || code === 9 || code === 13 || code === 12 || code === NO_BREAK_SPACE;

/**
 * Soft hyphen; zero-width space and joiners; what only orders or annotates text (bidirectional controls, tags: code units of their
 * own plane); invisible operators; variation selectors; zero-width no-break space.
 */
const isZeroWidth = (code: number): boolean =>
  code === 0xad ||
  (code >= 0x200b && code <= 0x200f) ||
  (code >= 0x202a && code <= 0x202e) ||
  (code >= 0x2060 && code <= 0x206f) ||
  (code >= 0xfe00 && code <= 0xfe0f) ||
  (code >= 0xfff9 && code <= 0xfffb) ||
  code === 0xfeff;

/** Characters of the plane of tags and selectors, which holds nothing else (U+E0000 to U+E0FFF). */
const FIRST_OF_TAG = 0xdb40;
const TAGS = /[\u{e0000}-\u{e0fff}]/gu;

/**
 * True for nothing but white space and characters without a width; no-break spaces count as white space, since a person
 * sees none of it.
 */
export function isBlank(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === FIRST_OF_TAG) return isBlankBesideTags(text);
    if (!isWhiteSpace(code) && !isZeroWidth(code)) return false;
  }
  return true;
}

function isBlankBesideTags(text: string): boolean {
  const rest = text.replace(TAGS, '');
  return rest.length < text.length && isBlank(rest);
}

/** Of a blank text, whether it keeps the words on its two sides apart. */
export function hasWhiteSpace(blank: string): boolean {
  for (let i = 0; i < blank.length; i++) if (isWhiteSpace(blank.charCodeAt(i))) return true;
  return false;
}

/** True where collapsing would change something besides the ends. */
export function hasInnerSpace(text: string): boolean {
  return INNER_SPACE.test(text);
}

/** White space collapsed to single spaces, as CSS `white-space: normal` does; ends are kept as one space. */
export function collapseSpace(text: string): string {
  return INNER_SPACE.test(text) ? text.replace(SPACES, ' ') : text;
}

/** Collapsed and trimmed. */
export function normalizeSpace(text: string): string {
  return collapseSpace(text).trim();
}

/** `white-space: pre-line`: line breaks stay, other runs of white space collapse. */
export function collapseSpaceKeepLines(text: string): string {
  return text.replace(/[ \t\r\f]+/g, ' ').replace(/ ?\n ?/g, '\n');
}

/** What is dropped, or collapses, before a text is cut. */
const EMPTY = /[\s\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu;

/**
 * The start of a long text: more than is kept of it, however much of that is empty, so that it is cut once more and ends in an
 * ellipsis. What may be left of a secret at the end of a text is replaced there only.
 */
export function startOfLongText(text: string): string {
  const start = text.slice(0, 2 * MAX_TEXT_LENGTH);
  const isMostlyEmpty = start.replace(EMPTY, ' ').length <= MAX_TEXT_LENGTH;
  return isMostlyEmpty ? text.replace(EMPTY, ' ').slice(0, 2 * MAX_TEXT_LENGTH) : start;
}

/** At most `limit` UTF-16 units, the last an ellipsis where something was cut. */
export function truncate(text: string, limit: number = MAX_TEXT_LENGTH): string {
  return truncateText(text, limit);
}
