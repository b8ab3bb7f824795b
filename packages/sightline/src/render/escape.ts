import { collapseSpaces, shorten, truncate } from '../snapshot/shorten.ts';
import { stripInvisible } from '../snapshot/stripInvisible.ts';
import { REGION_LABELS } from '../structure/landmarks.ts';
import { type FoldedLine, foldLookalikes } from './foldLookalikes.ts';

export { stripInvisible };

/**
 * Page text is data: it must not read as a number, tag, landmark or generated marker. A backslash before the first
 * character prevents that. This is mitigation, not proof: a model can still be talked to.
 */

/** Nothing that `stripInvisible` or `escapeInline` could change. Most text of most pages ends here. */
const PLAIN = /^[\x20-\x5a\x5d-\x7b\x7d\x7e]*$/;
const HAS_ANGLE_OR_PAREN = /[<(]/;

/**
 * Matches also a run of text that ends within a word, since the next run may complete it: `|SC` and `ROLL|`. Any white space
 * counts as a space: it may be collapsed afterwards.
 */
const prefixPattern = (words: readonly string[]): string =>
  words
    .map((word) =>
      [...word].reduceRight((rest, letter) => `(?:$|${letter === ' ' ? '\\s+' : letter}${rest})`, ''),
    )
    .join('|');

/** What quoted words follow in notes of ours: `(row "Order 7")`. */
const PLACE_WORDS = 'row,item,in,after,column,article,group,figure,option';
const NOTE_WORDS =
  'scroll,unchanged,ungrouped,offscreen,in the viewport,cut,nothing visible,still loading,more rows may,more items may';
/** Each with the backslashes before it, which are doubled so that they do not undo the escape. */
const REF_BRACKET = /(?<!\\)(\\*)(\[)(?=\s*\*?\s*\p{N}*\s*(?:\]|$))/gu;
const TAG_START = /(?<!\\)(\\*)(<)(?=[a-z/!?]|$)/gi;
const PIPE_MARKER = new RegExp(
  `(?<!\\\\)(\\\\*)(\\|)(?=\\s*(?:${prefixPattern(['SCROLL', 'SHADOW', 'IFRAME'])}))`,
  'gi',
);
const PARENTHETICAL = new RegExp(
  `(?<!\\\\)(\\\\*)(\\()(?=\\s*(?:(?:${prefixPattern(PLACE_WORDS.split(','))})\\s*(?:$|["\u201c\u201d])|(?:${prefixPattern(NOTE_WORDS.split(','))})(?![a-z])|(?:${prefixPattern(['about'])})(?:$|\\s+(?:$|\\p{N}))|\\p{N}+(?:$|\\s+(?:${prefixPattern(['more', 'element', 'line'])}))))`,
  'giu',
);
const LAST_BACKSLASHES = /(?<!\\)\\+$/;

/**
 * Cleans text and escapes what would read as structure anywhere in a line. The result is one line and does not end
 * with a backslash that would escape what follows.
 */
export function escapeInline(text: string): string {
  if (PLAIN.test(text) && !HAS_ANGLE_OR_PAREN.test(text)) return text;
  const line = stripInvisible(text).replace(/[\n\t]+/g, ' ');
  const folded = foldLookalikes(line);
  return (folded ? escapeFolded(line, folded) : escapeStarts(line)).replace(LAST_BACKSLASHES, '$&$&');
}

/** The starts of what would read as structure; none can be a part of another. */
const STRUCTURE_STARTS = [REF_BRACKET, TAG_START, PIPE_MARKER, PARENTHETICAL];

const escapeStarts = (line: string): string =>
  STRUCTURE_STARTS.reduce((escaped, start) => escaped.replace(start, '$1$1\\$2'), line);

/** The same for a text that reads as another. */
function escapeFolded(line: string, { text, offsets }: FoldedLine): string {
  const insertions = STRUCTURE_STARTS.flatMap((start) =>
    Array.from(text.matchAll(start), ({ 1: slashes = '', index }) => ({
      at: offsets[index + slashes.length] as number,
      inserted: `${slashes}\\`,
    })),
  );
  let escaped = line;
  for (const { at, inserted } of insertions.sort((a, b) => b.at - a.at))
    escaped = escaped.slice(0, at) + inserted + escaped.slice(at);
  return escaped;
}

/** How notices begin that may stand below a page: of tabs, files and sessions. */
const NOTICE_STARTS =
  'tab\\s+\\p{N}+\\s*(?::|(?:opened|closed|crashed)\\s*:|cannot be reached)|\\p{N}+\\s+more\\s+events?\\s+w|session\\s+\\S+\\s*:\\s*calls|(?:no\\s+)?picture\\s+\\S+\\s+\\(|no\\s+picture\\s*:|ids\\s*:|timing\\s*\\(|kept\\s+as\\s|what\\s+a\\s+canvas\\s+shows';
const LINE_START = new RegExp(
  `^\\s*(?:#{1,6}\\s|\\*\\s*\\[|[▼▲…]|={3}|(?:${[...REGION_LABELS, 'NAVIGATION', 'Page', 'Viewport', 'Landmarks', 'Headings', 'Text'].join('|')})\\s*(?:#\\s*\\d+\\s*)?:|(?:note|sightline)\\s*:|page tools\\s*:|page tool\\s.*\\(|scripts kept for this site|${NOTICE_STARTS}|saved\\s+(?:\\S*[/\\\\]|\\S+\\s+\\())`,
  'iu',
);

/** Escapes page text at the start of a line, where more would read as structure, or as a line of the command line. */
export function escapeLineStart(text: string): string {
  return LINE_START.test(readText(text)) ? `\\${text}` : text;
}

/** A text of several lines as it is, but that none reads as structure or as a line of ours. */
export const escapeLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => escapeLineStart(escapeInline(line)))
    .join('\n');

/**
 * The same as a part of an answer that has lines of ours around it: each begins with `> `, as no line of ours does, so that
 * where it ends is seen too.
 */
export const quoteLines = (text: string): string =>
  escapeLines(text)
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');

const readText = (text: string): string => foldLookalikes(text)?.text ?? text;

/** The first words of the lines of a change report. */
const REPORT_LINE_START =
  /^\s*(?:nothing changed|(?:url|title|opened|closed|new (?:in|by)|\d+ of \d+ (?:rows|items) differ|the page is (?:as|dark|light)|changed in|text in|gone(?: from|(?=\s*:))|moved in|behind something|can be reached|another (?:page|order)|focus|scrolled|came and went|requests failed|console errors|not settled)\b)/i;

/** Escapes page text at the start of a line of a change report. */
export function escapeReportLineStart(text: string): string {
  return REPORT_LINE_START.test(readText(text)) ? `\\${text.trimStart()}` : text;
}

/** The text in double quotes, on one line, without quotes that would end it. */
export function quote(text: string): string {
  return `"${collapseSpaces(escapeInline(text)).replaceAll('"', "'")}"`;
}

/** A name that a page chose, of a tool or a field, in a line of ours: one that is no word is quoted. */
export function shownName(name: string): string {
  const shown = escapeInline(shorten(name, MAX_NAME_LENGTH));
  return /^[\w.#-]+$/.test(shown) ? shown : `"${shown.replaceAll('"', "'")}"`;
}

const MAX_NAME_LENGTH = 40;

/** An attribute value of at most 100 characters, quoted if necessary. */
export function formatAttributeValue(value: string, alwaysQuote: boolean): string {
  const cleaned = escapeInline(truncate(collapseSpaces(value), MAX_VALUE_LENGTH));
  const isUnquoted = !alwaysQuote && /^[^\s"'<>=[\]|(),]+$/.test(cleaned);
  return isUnquoted ? cleaned : `"${cleaned.replaceAll('"', "'")}"`;
}

const MAX_VALUE_LENGTH = 100;
