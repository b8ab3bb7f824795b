import { collapseSpaces, truncate } from '../snapshot/shorten.ts';
import { REGION_LABELS } from '../structure/landmarks.ts';

/**
 * Page text is data: it must not read as a number, tag, landmark or generated marker. A backslash before the first
 * character prevents that. This is mitigation, not proof: a model can still be talked to.
 */

/**
 * Characters that show nothing, or reorder what shows: controls, bidirectional marks and overrides,
 * zero-width ones but the joiners that scripts and emoji need, tags, and the private-use glyphs of icon fonts.
 */
const INVISIBLE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ue000-\uf8ff\ufe00-\ufe0d\ufeff\uffa0\ufff9-\ufffb]|[\u{e0000}-\u{e0fff}\u{f0000}-\u{10ffff}]/gu;

const LONE_SURROGATE = /\p{Surrogate}/gu;

/** Nothing that `clean` or `escapeInline` could change. Most text of most pages ends here. */
const PLAIN = /^[\x20-\x5a\x5d-\x7b\x7d\x7e]*$/;
const HAS_ANGLE_OR_PAREN = /[<(]/;

/** Joiners and variation selectors belong to scripts and emoji: next to ASCII they only break words up. */
const JOINERS =
  /(?<=^|[\x00-\x7f])[\u200c\u200d\ufe0e\ufe0f]+|[\u200c\u200d\ufe0e\ufe0f]+(?=[\x00-\x7f]|$)|(?<=[\u200c\u200d])[\u200c\u200d]+/g;
/** No script stacks more marks than this on a letter. */
const STACKED_MARKS = /(\p{M}{8})\p{M}+/gu;

/** Text without the characters that a person does not see. */
export function stripInvisible(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  const visible = text.replace(INVISIBLE, '').replace(LONE_SURROGATE, '\ufffd');
  return /[\p{M}\u200c\u200d]/u.test(visible)
    ? visible.replace(JOINERS, '').replace(STACKED_MARKS, '$1')
    : visible;
}

/** Matches also a run of text that ends within a word, since the next run may complete it: `|SC` and `ROLL|`. */
const prefixPattern = (words: readonly string[]): string =>
  words.map((word) => [...word].reduceRight((rest, letter) => `(?:$|${letter}${rest})`, '')).join('|');

/** What quoted words follow in notes of ours: `(row "Order 7")`. */
const PLACE_WORDS = 'row,item,in,after,column,article,group,figure,option';
const NOTE_WORDS =
  'scroll,unchanged,ungrouped,offscreen,in the viewport,cut,nothing visible,still loading,more rows may,more items may';
/** Each with the backslashes before it, which are doubled so that they do not undo the escape. */
const REF_BRACKET = /(?<!\\)(\\*)\[(?=\s*\*?\s*\p{N}*\s*(?:\]|$))/gu;
const TAG_START = /(?<!\\)(\\*)<(?=[a-z/!?]|$)/gi;
const PIPE_MARKER = new RegExp(
  `(?<!\\\\)(\\\\*)\\|(?=\\s*(?:${prefixPattern(['SCROLL', 'SHADOW', 'IFRAME'])}))`,
  'gi',
);
const PARENTHETICAL = new RegExp(
  `(?<!\\\\)(\\\\*)\\((?=\\s*(?:(?:${prefixPattern(PLACE_WORDS.split(','))})\\s*(?:$|["\u201c\u201d])|(?:${prefixPattern(NOTE_WORDS.split(','))})(?![a-z])|(?:${prefixPattern(['about'])})(?:$|\\s+(?:$|\\p{N}))|\\p{N}+(?:$|\\s+(?:${prefixPattern(['more', 'element', 'line'])}))))`,
  'giu',
);
const LAST_BACKSLASHES = /\\+$/;

/**
 * Cleans text and escapes what would read as structure anywhere in a line. The result is one line and does not end
 * with a backslash that would escape what follows.
 */
export function escapeInline(text: string): string {
  if (PLAIN.test(text) && !HAS_ANGLE_OR_PAREN.test(text)) return text;
  return stripInvisible(text)
    .replace(/[\n\t]+/g, ' ')
    .replace(REF_BRACKET, '$1$1\\[')
    .replace(TAG_START, '$1$1\\<')
    .replace(PIPE_MARKER, '$1$1\\|')
    .replace(PARENTHETICAL, '$1$1\\(')
    .replace(LAST_BACKSLASHES, '$&$&');
}

const LINE_START = new RegExp(
  `^\\s*(?:#{1,6}\\s|\\*\\s*\\[|[▼▲…]|={3}|(?:${[...REGION_LABELS, 'NAVIGATION', 'Page', 'Viewport', 'Landmarks', 'Headings', 'Text'].join('|')})\\s*(?:#\\s*\\d+\\s*)?:)`,
  'i',
);

/** Escapes page text at the start of a line, where more would read as structure. */
export function escapeLineStart(text: string): string {
  return LINE_START.test(text) ? `\\${text}` : text;
}

/** The first words of the lines of a change report. */
const REPORT_LINE_START =
  /^\s*(?:url|title|opened|closed|new (?:in|by)|\d+ of \d+ (?:rows|items) differ|the page is as|changed in|text in|gone from|moved in|behind something|can be reached|another (?:page|order)|focus|scrolled|came and went|requests failed|console errors|not settled|nothing changed)\b/i;

/** Escapes page text at the start of a line of a change report. */
export function escapeReportLineStart(text: string): string {
  return REPORT_LINE_START.test(text) ? `\\${text.trimStart()}` : text;
}

/** The text in double quotes, on one line, without quotes that would end it. */
export function quote(text: string): string {
  return `"${collapseSpaces(escapeInline(text)).replaceAll('"', "'")}"`;
}

/** An attribute value of at most 100 characters, quoted if necessary. */
export function formatAttributeValue(value: string, alwaysQuote: boolean): string {
  const cleaned = escapeInline(truncate(collapseSpaces(value), MAX_VALUE_LENGTH));
  const isUnquoted = !alwaysQuote && /^[^\s"'<>=[\]|(),]+$/.test(cleaned);
  return isUnquoted ? cleaned : `"${cleaned.replaceAll('"', "'")}"`;
}

const MAX_VALUE_LENGTH = 100;
