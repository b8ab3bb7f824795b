import { estimateTokens } from '../estimateTokens.ts';
import type { RenderContext } from '../RenderContext.ts';
import { TokenBudget } from '../TokenBudget.ts';
import { partsCost, type TextParts, writeParts } from '../writeParts.ts';

/** One kind of change: a head and a list, which may be cut. */
export interface ReportSection {
  /** Ends with a space or a colon if entries follow. */
  head: string;
  entries: TextParts[];
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
/** Share of the remaining tokens for a section that is followed by others. */
const MAX_SHARE = 0.6;

export interface FittedText {
  text: string;
  /** Nothing was left out except in unrecoverable sections. */
  isComplete: boolean;
}

/** The sections, one below the other, within `context.maxTokens`; `emptyText` if there are none. */
export function fitSections(
  sections: readonly ReportSection[],
  context: RenderContext,
  emptyText: string,
): FittedText {
  if (sections.length === 0) return { text: emptyText, isComplete: true };
  const written: string[] = [];
  const budget = new TokenBudget(context.maxTokens - NOTE_TOKENS);
  let omitted = 0;
  let isComplete = true;
  for (const [i, section] of sections.entries()) {
    const isLast = i === sections.length - 1;
    const remaining = section.isReadBack ? Number.POSITIVE_INFINITY : budget.remaining;
    const share = isLast ? remaining : remaining * MAX_SHARE;
    const fitted = writeSection(section, Math.min(share, section.maxTokens ?? share), remaining, context);
    isComplete &&= section.isUnrecoverable === true || fitted?.isComplete === true;
    if (fitted === undefined) {
      omitted++;
      continue;
    }
    budget.spend(estimateTokens(`${fitted.text}\n`));
    written.push(fitted.text);
  }
  if (omitted > 0)
    written.push(
      `(${omitted} more ${omitted === 1 ? 'line' : 'lines'}: ${context.formatCall({ tool: 'look' })})`,
    );
  return { text: written.join('\n'), isComplete };
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
  const kept: TextParts[] = [];
  const budget = new TokenBudget(remaining - estimateTokens(head) - NOTE_TOKENS);
  for (const entry of entries.slice(0, maxEntries)) {
    if (!budget.take(partsCost(entry) + 1, kept.length === 0 ? 0 : remaining - limit)) break;
    kept.push(entry);
  }
  if (kept.length === 0) return undefined;
  const lead = separator.startsWith('\n') ? separator : '';
  const text = kept.map((entry) => writeParts(entry, context.refOf)).join(separator);
  const more = entries.length - kept.length;
  const moreText = isUnrecoverable ? '' : `: ${context.formatCall({ tool: 'look' })}`;
  const note = more > 0 ? `${separator}(${more} more${moreText})` : '';
  return { text: head + lead + text + note, isComplete: more <= 0 };
}
