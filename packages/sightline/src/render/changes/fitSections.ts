import { pluralize } from '../element/elementText.ts';
import { estimateTokens } from '../estimateTokens.ts';
import type { RenderContext } from '../RenderContext.ts';
import { TokenBudget } from '../TokenBudget.ts';
import { partsCost, shortenTexts, type TextParts, writeParts } from '../writeParts.ts';

/** One kind of change: a head and a list, which may be cut. */
export interface ReportSection {
  /** Ends with a space or a colon if entries follow. */
  head: string;
  entries: TextParts[];
  /** Those for which there is room once the others fit: long rows of icons. */
  lateEntries?: ReadonlySet<TextParts>;
  /** Between entries; if it begins with a line break, also before the first. */
  separator: string;
  /** Most entries to write. */
  maxEntries?: number;
  /** What it reports is gone: no other call shows the rest. */
  isUnrecoverable?: boolean;
  /** Says what the element that was used holds now: written whole, whatever the budget. */
  isReadBack?: boolean;
  /** Most tokens of its entries; the first is written anyway. */
  maxTokens?: number;
}

/** Tokens reserved for the notes about what was left out. */
const NOTE_TOKENS = 12;
/** Share of the remaining tokens that a section may take whatever the others behind it need. */
const MAX_SHARE = 0.6;

export interface FittedText {
  text: string;
  /** Nothing was left out except in unrecoverable sections. */
  isComplete: boolean;
}

/**
 * The sections, one below the other, within `context.maxTokens`, and `slackTokens` where all of them fit then; `emptyText` if
 * there are none.
 */
export function fitSections(
  given: readonly ReportSection[],
  context: RenderContext,
  emptyText: string,
  slackTokens = 0,
): FittedText {
  if (given.length === 0) return { text: emptyText, isComplete: true };
  const whole: ReportSection[] = given.map(({ maxTokens: _, ...section }) => section);
  const wholeCost = sumOf(whole.map(sectionCost));
  const isSmall =
    wholeCost <= context.maxTokens + slackTokens && wholeCost - sumOf(given.map(sectionCost)) <= slackTokens;
  const sections = isSmall ? whole : given;
  const written: string[] = [];
  const cut: { section: ReportSection; at: number }[] = [];
  const budget = new TokenBudget(context.maxTokens + (isSmall ? slackTokens : 0) - NOTE_TOKENS);
  const costs = sections.map(sectionCost);
  let behind = sumOf(costs);
  let omitted = 0;
  const incomplete = new Set<ReportSection>();
  for (const [i, section] of sections.entries()) {
    behind -= costs[i] as number;
    const noteRoom = i === sections.length - 1 && omitted === 0 ? NOTE_TOKENS : 0;
    const remaining = section.isReadBack ? Number.POSITIVE_INFINITY : budget.remaining + noteRoom;
    const share = Math.max(remaining * MAX_SHARE, remaining - behind);
    const fitted = writeSection(section, Math.min(share, section.maxTokens ?? share), remaining, context);
    if (!section.isUnrecoverable && !fitted?.isComplete) incomplete.add(section);
    if (fitted === undefined) {
      omitted++;
      continue;
    }
    budget.spend(estimateTokens(`${fitted.text}\n`));
    written.push(fitted.text);
    if (!fitted.isComplete && section.maxTokens === undefined) cut.push({ section, at: written.length - 1 });
  }
  if (omitted === 0)
    for (const { section, at } of cut) {
      // What the others left over may be enough for all of it.
      const room = estimateTokens(written[at] as string) + budget.remaining + NOTE_TOKENS;
      const fitted = writeSection(section, room, room, context);
      if (!fitted?.isComplete) continue;
      budget.spend(estimateTokens(fitted.text) - estimateTokens(written[at] as string));
      written[at] = fitted.text;
      incomplete.delete(section);
    }
  if (omitted > 0) written.push(`(${omitted} more ${omitted === 1 ? 'line' : 'lines'}${callText(context)})`);
  return { text: written.join('\n'), isComplete: incomplete.size === 0 };
}

const callText = ({ withoutCalls, formatCall }: RenderContext): string =>
  withoutCalls ? '' : `: ${formatCall({ tool: 'look' })}`;

const sumOf = (costs: readonly number[]): number => costs.reduce((sum, cost) => sum + cost, 0);

/** Most tokens that a section takes. */
function sectionCost({
  head,
  entries,
  maxEntries,
  maxTokens = Number.POSITIVE_INFINITY,
}: ReportSection): number {
  const entriesCost = entries.slice(0, maxEntries).reduce((sum, entry) => sum + partsCost(entry) + 1, 0);
  return estimateTokens(head) + NOTE_TOKENS + Math.min(entriesCost, maxTokens);
}

/** Share of a section that is written as it comes where not all fits; the rest goes to what can be used. */
const SEQUENTIAL_SHARE = 0.5;

/** Tokens for the entries of a section. */
interface EntryBounds {
  /** With a note behind them. */
  limit: number;
  /** For the first one. */
  remaining: number;
  /** For all of them. */
  whole: number;
  isList: boolean;
  isLate(position: number): boolean;
}

/**
 * Positions of the entries that fit: the first one in `remaining` tokens, others in `limit`. Where lines do not all fit,
 * first the beginning, then lines with numbers.
 */
function chooseEntries(
  entries: readonly TextParts[],
  { limit, remaining, whole, isList, isLate }: EntryBounds,
): number[] {
  const costs = entries.map((entry) => partsCost(entry) + 1);
  const total = costs.reduce((sum, cost) => sum + cost, 0);
  if (total <= whole) return [...entries.keys()];
  const budget = new TokenBudget(remaining);
  const chosen: number[] = [];
  const beginning = remaining - limit * (isList ? SEQUENTIAL_SHARE : 1);
  const order = [...entries.keys()].sort((a, b) => Number(isLate(a)) - Number(isLate(b)));
  let next = 0;
  while (
    next < order.length &&
    budget.take(costs[order[next] as number] as number, next === 0 ? 0 : beginning)
  )
    chosen.push(order[next++] as number);
  if (chosen.length === 0 || !isList) return chosen;
  for (const i of order.slice(next)) {
    if (!entries[i]?.some((part) => typeof part !== 'string')) continue;
    if (!budget.take((costs[i] as number) + GAP_TOKENS, remaining - limit)) break;
    chosen.push(i);
  }
  return chosen.sort((a, b) => a - b);
}

/** Of `(9 lines)`, which stands where lines are left out. */
const GAP_TOKENS = 4;

/** The chosen entries, with the number of elements, else of lines, that are left out between them. */
function withGaps(entries: readonly TextParts[], chosen: readonly number[]): TextParts[] {
  return chosen.flatMap((position, i) => {
    const left = entries.slice((chosen[i - 1] ?? -1) + 1, position);
    const entry = entries[position] as TextParts;
    return left.length > 0 ? [[`(${countText(left)})`], entry] : [entry];
  });
}

function countText(entries: readonly TextParts[]): string {
  const elements = entries.flat().filter((part) => typeof part !== 'string').length;
  return elements > 0 ? pluralize(elements, 'element') : pluralize(entries.length, 'line');
}

/** Undefined if not even the first entry fits in `remaining`; other entries must fit in `limit`. */
function writeSection(
  section: ReportSection,
  limit: number,
  remaining: number,
  context: RenderContext,
): FittedText | undefined {
  const { head, entries, separator, maxEntries = Number.POSITIVE_INFINITY, isUnrecoverable } = section;
  if (estimateTokens(head) > remaining) return undefined;
  if (entries.length === 0) return { text: head, isComplete: true };
  const isList = separator.startsWith('\n') && maxEntries === Number.POSITIVE_INFINITY && !section.isReadBack;
  const all = entries.slice(0, maxEntries);
  const overhead = estimateTokens(head) + NOTE_TOKENS;
  const bounds = {
    limit: limit - overhead,
    remaining: remaining - overhead,
    whole: limit - overhead + (all.length === entries.length ? NOTE_TOKENS : 0),
    isList,
    isLate: (position: number) => section.lateEntries?.has(entries[position] as TextParts) === true,
  };
  const chosenWhole = chooseEntries(all, bounds);
  const isCut = isList && chosenWhole.length < all.length;
  const written = isCut ? all.map(shortenTexts) : all;
  const chosen = isCut ? chooseEntries(written, bounds) : chosenWhole;
  if (chosen.length === 0) return undefined;
  const lead = separator.startsWith('\n') ? separator : '';
  const text = withGaps(written, chosen)
    .map((entry) => writeParts(entry, context.refOf))
    .join(separator);
  const more = entries.length - 1 - (chosen.at(-1) as number);
  const moreText = isUnrecoverable ? '' : callText(context);
  const note = more > 0 ? `${separator}(${more} more${moreText})` : '';
  return { text: head + lead + text + note, isComplete: chosen.length === entries.length };
}
