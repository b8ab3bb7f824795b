import { collapseSpaces } from '../../snapshot/shorten.ts';
import { escapeInline, escapeLineStart, stripInvisible } from '../escape.ts';

const WITHOUT_MARKS = /^[^`~![\]]*$/;
/**
 * Starts of code, pictures, checkboxes and deletions, also if only the next run of text completes them; each with the
 * backslashes before it.
 */
const MARKDOWN_MARKS = /(?<!\\)(\\*)(`|\[(?=\s*[x-]?\s*(?:\]|$))|(?<=!)\[|~(?=~|$))/gi;

/** A run of page text as Markdown: what would read as generated structure, or as Markdown syntax, is escaped. */
export function escapeMarkdown(text: string): string {
  return escapeMarkdownMarks(escapeInline(text));
}

/** The same for text that `escapeInline` has escaped. */
export function escapeMarkdownMarks(escaped: string): string {
  if (WITHOUT_MARKS.test(escaped)) return escaped;
  return escaped.replace(MARKDOWN_MARKS, (match, slashes: string, mark: string) =>
    slashes.length % 2 === 0 ? `${slashes}\\${mark}` : match,
  );
}

/** The number of an ordered list. */
const ORDINAL = /^(\d{1,9})([.)])(?=\s|$)/;
const BLOCK_MARK = /^(?:[-+*:](?=\s|$)|[>|]|~{3}|=+\s*$|(?:[-_*]\s*){3,}$|#{1,6}$)/;

/** Escapes the start of a line, after `escapeMarkdown`. */
export function escapeMarkdownStart(line: string): string {
  if (ORDINAL.test(line)) return line.replace(ORDINAL, '$1\\$2');
  return BLOCK_MARK.test(line) ? `\\${line}` : escapeLineStart(line);
}

/** The text of a cell, in which no pipe ends it. One that is escaped already stays so. */
export const escapePipes = (escaped: string): string => escaped.replace(/(?<!\\)((?:\\\\)*)\|/g, '$1\\|');

/** Longest run of backticks in a code span: a longer one could fill a whole cut line. */
const LONG_RUN = /(`{8})`+/g;

/** Page text as a code span that it cannot end. */
export function codeSpan(text: string): string {
  const code = collapseSpaces(stripInvisible(text)).replace(LONG_RUN, '$1');
  if (code === '') return '';
  const ticks = '`'.repeat(longestRun(code) + 1);
  return ticks.length > 1 ? `${ticks} ${code} ${ticks}` : `\`${code}\``;
}

/** The fence of a code block: longer than any run of backticks in it. */
export function codeFence(code: string): string {
  return '`'.repeat(Math.max(3, longestRun(code) + 1));
}

/** Escapes and complete code spans. */
const CODE_SPAN = /\\[\s\S]|(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g;

/** The backticks of a code span that is cut at the end of the line; '' for none. */
export function unclosedTicks(line: string): string {
  return line.includes('`') ? (/`+/.exec(line.replace(CODE_SPAN, ''))?.[0] ?? '') : '';
}

function longestRun(code: string): number {
  return (code.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}
