import type { PageNode } from '../../snapshot/Page.ts';
import { collapseSpaces } from '../../snapshot/shorten.ts';
import { pluralize } from '../element/elementText.ts';
import type { TextParts } from '../writeParts.ts';
import type { ReportSection } from './fitSections.ts';

/** What the reader of a report is shown beside it. */
export interface PrintedText {
  text: string;
  /** It is a look at the whole page as it is now. */
  isWholePage?: boolean | undefined;
  /** The number that an element has by now, if any. */
  numberOf(node: PageNode): number | undefined;
}

/** Fewer than these cost no more than saying that they were left out. */
const MIN_LEFT_OUT = 3;

/**
 * A report without what its reader has in print already: of a section of which several entries say only that, these are
 * counted; of one or two texts that are printed, nothing is said. An entry with an element stays where its number was not printed.
 */
export function withoutPrinted(
  sections: readonly ReportSection[],
  printed: PrintedText | undefined,
): ReportSection[] {
  const known = collapseSpaces(printed?.text ?? '');
  if (!printed || known === '') return [...sections];
  if (printed.isWholePage) return sections.flatMap((section) => notOnPage(section, known, printed));
  return sections.flatMap((section) => {
    const entries = section.entries.filter((parts) => !isPrinted(parts, known, printed));
    const count = section.entries.length - entries.length;
    if (count === section.entries.length && count > 0 && count < MIN_LEFT_OUT && isOfText(section)) return [];
    if (count < MIN_LEFT_OUT) return section;
    const note = `${pluralize(count, 'line')} that ${count === 1 ? 'was' : 'were'} printed`;
    return { ...section, entries: [...entries, [entries.length > 0 ? `and ${note}` : note]] };
  });
}

/** What a look at the whole page does not show: what is gone, came up or closed, and elements that it left out. */
function notOnPage(section: ReportSection, known: string, printed: PrintedText): ReportSection[] {
  if (/^(?:gone|opened|closed|the page is as)\b/.test(section.head)) return [section];
  const isShown = (parts: TextParts): boolean => {
    const numbers = parts.flatMap((part) => (typeof part === 'string' ? [] : [printed.numberOf(part)]));
    const isInLook = numbers.every((number) => number !== undefined && known.includes(`[${number}]<`));
    return numbers.length > 0 ? isInLook : isAboutPlace(parts) || isPrinted(parts, known, printed);
  };
  const entries = section.entries.filter((parts) => !isShown(parts));
  return entries.length > 0 ? [{ ...section, entries }] : [];
}

/** Where a part is scrolled to, and what is folded in it. */
const isAboutPlace = (parts: TextParts): boolean =>
  /^\s*(?:\|SCROLL\||\(.* more .*\)$)/.test(parts.filter((part) => typeof part === 'string').join(''));

/** Not of a dialog, which is reported as opened; and what was printed may be an old text that stands elsewhere, where it is short. */
const isOfText = ({ head, entries }: ReportSection): boolean =>
  /^(?:new|text) in /.test(head) &&
  entries.every(
    (parts) => parts.every((part) => typeof part === 'string') && parts.join('').length >= MIN_LENGTH,
  );

/** Characters of a text that is printed by chance. */
const MIN_LENGTH = 8;

/** Share of what is new that a reader has in print who printed something else. */
const MAX_SEEN_SHARE = 0.25;

/** Whether a script printed hardly anything of what is new: something else, or how it was before. */
export function isMostlyUnprinted(sections: readonly ReportSection[], { text }: PrintedText): boolean {
  const known = collapseSpaces(text);
  const news = sections.filter(({ separator }) => separator.startsWith('\n'));
  const words = news.flatMap(({ entries }) => entries.flatMap(wordsOf));
  const seen = words.filter((one) => known.includes(one));
  return words.length >= MIN_LEFT_OUT && seen.length <= MAX_SEEN_SHARE * words.length;
}

/** Labels and texts of an entry, without numbers and tags. */
const wordsOf = (parts: TextParts): string[] =>
  parts
    .filter((part) => typeof part === 'string')
    .flatMap((part) => part.split(/\]?<[^>]*>|\[|\|/))
    .map((part) => collapseSpaces(part).trim())
    .filter((part) => part.length > 1);

/** Cell by cell, control by control, and without what it was before. */
function isPrinted(parts: TextParts, known: string, { numberOf }: PrintedText): boolean {
  const written = parts
    .map((part) => (typeof part === 'string' ? part : (numberOf(part) ?? UNKNOWN)))
    .join('');
  const text = collapseSpaces(written.replace(/ \(was ".*"\)$/, ''));
  const pieces = text.split(/ ?\| ?| (?=\[\d)/).map((piece) => piece.replace(/^"|"$/g, '').trim());
  return text !== '' && pieces.every((piece) => known.includes(piece));
}

/** Stands in no text that was printed. */
const UNKNOWN = '\0';
