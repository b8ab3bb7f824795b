import { collapseSpaces } from '../../snapshot/shorten.ts';
import { escapeInline, escapeLineStart, stripInvisible } from '../escape.ts';

const WITHOUT_MARKS = /^[^`~![\]]*$/;
/**
 * What code, pictures, boxes of a form and what is struck out begin with, and what the next run of text may go on with;
 * each with the backslashes before it.
 */
const MARKDOWN_MARKS = /(?<!\\)(\\*)(`|\[(?=\s*[x-]?\s*(?:\]|$))|(?<=!)\[|~(?=~|$))/gi;

/** A run of page text as Markdown: what would read as structure of ours, or of a rendered page, is escaped. */
export function escapeMarkdown(text: string): string {
  return escapeMarkdownMarks(escapeInline(text));
}

/** The same of what `escapeInline` went over already. */
export function escapeMarkdownMarks(escaped: string): string {
  if (WITHOUT_MARKS.test(escaped)) return escaped;
  return escaped.replace(MARKDOWN_MARKS, (match, slashes: string, mark: string) =>
    slashes.length % 2 === 0 ? `${slashes}\\${mark}` : match,
  );
}

/** `1.`, whose mark of a list is its dot. */
const ORDINAL = /^(\d{1,9})([.)])(?=\s|$)/;
const BLOCK_MARK = /^(?:[-+*:](?=\s|$)|[>|]|~{3}|=+\s*$|(?:[-_*]\s*){3,}$|#{1,6}$)/;

/** Page text that begins a line of Markdown, after `escapeMarkdown`. */
export function escapeMarkdownStart(line: string): string {
  if (ORDINAL.test(line)) return line.replace(ORDINAL, '$1\\$2');
  return BLOCK_MARK.test(line) ? `\\${line}` : escapeLineStart(line);
}

/** More backticks than anybody writes within a line: a line that is cut would be nothing but the ticks around it. */
const LONG_RUN = /(`{8})`+/g;

/** Text of the page between backticks: as it is, and with no way out of them. */
export function codeSpan(text: string): string {
  const code = collapseSpaces(stripInvisible(text)).replace(LONG_RUN, '$1');
  if (code === '') return '';
  const ticks = '`'.repeat(longestRun(code) + 1);
  return ticks.length > 1 ? `${ticks} ${code} ${ticks}` : `\`${code}\``;
}

/** What a block of code stands between: longer than any run of backticks in it. */
export function codeFence(code: string): string {
  return '`'.repeat(Math.max(3, longestRun(code) + 1));
}

/** Escapes, and code from its first tick to its last. */
const CODE_SPAN = /\\[\s\S]|(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g;

/** The ticks of code that a line begins and does not end, where it was cut; '' for none. */
export function unclosedTicks(line: string): string {
  return line.includes('`') ? (/`+/.exec(line.replace(CODE_SPAN, ''))?.[0] ?? '') : '';
}

function longestRun(code: string): number {
  return (code.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}
