import type { PageNode } from '../../snapshot/Page.ts';
import type { LandmarkRegion } from '../../structure/landmarks.ts';
import { pluralize } from '../element/elementText.ts';
import { estimateTokens } from '../estimateTokens.ts';
import type { RenderContext, RenderedText } from '../RenderContext.ts';
import { TokenBudget } from '../TokenBudget.ts';
import { unclosedTicks } from './escapeMarkdown.ts';
import { MarkdownRenderer } from './MarkdownRenderer.ts';
import type { MarkdownLine } from './MarkdownWriter.ts';

/** A part of the page to render. */
export interface MarkdownScope {
  /** First and one past the last node index. */
  span: readonly [from: number, to: number];
  /** Regions in it that get a line of their own. */
  regions: readonly LandmarkRegion[];
  /** Nodes that are left out with everything in them. */
  excluded?: ReadonlySet<PageNode>;
  /** The line above it. */
  head: string;
  /** First line, from 1. */
  from: number;
  /** Writes the call that shows more of it: from a line on, or unfolded. */
  formatCall: (more: { from?: number; full?: boolean }) => string;
}

/** Tokens reserved for the note about what was left out, without its call. */
const NOTE_TOKENS = 14;

/**
 * Readable content as Markdown: headings, lists, tables, code, fields with their values, names of pictures. It has no
 * numbers. Page text is escaped, except in code spans and code blocks.
 */
export function renderMarkdown(
  context: RenderContext,
  { span, head, from, formatCall, ...scope }: MarkdownScope,
): RenderedText {
  const renderer = new MarkdownRenderer(context, { ...scope, unfoldCall: formatCall({ full: true }) });
  const lines = renderer.render(...span);
  const rest = lines.slice(from - 1);
  const opening = rest[0]?.opening ?? [];
  const budget = context.maxTokens - tokenCost([head, ...opening]) - 1;
  const kept = fitToBudget(rest, budget, tokenCost([formatCall({ from: lines.length })]) + NOTE_TOKENS);
  const omitted = rest.length - kept.length;
  const closing = omitted > 0 ? kept.at(-1)?.closing : undefined;
  const output = [...opening, ...kept.map(({ text }) => text), ...(closing === undefined ? [] : [closing])];
  if (lines.length === 0) output.push('(nothing visible to read)');
  else if (rest.length === 0) output.push(`(nothing visible from line ${from} on)`);
  if (omitted > 0)
    output.push('', `(${pluralize(omitted, 'more line')}: ${formatCall({ from: from + kept.length })})`);
  return { text: [head, '', ...output].join('\n'), complete: omitted === 0 };
}

/** The first lines that fit, without headings and empty lines at their end. */
function fitToBudget(
  lines: readonly MarkdownLine[],
  maxTokens: number,
  noteCost: number,
): readonly MarkdownLine[] {
  const budget = new TokenBudget(maxTokens);
  let kept = 0;
  while (kept < lines.length) {
    const { text, closing } = lines[kept] as MarkdownLine;
    const cost = tokenCost([text]);
    const reserve = (closing === undefined ? 0 : 2) + (kept === lines.length - 1 ? 0 : noteCost);
    if (!budget.take(cost, reserve)) break;
    kept++;
  }
  if (kept === lines.length) return lines;
  const [first] = lines;
  if (kept === 0) return first ? [truncateLine(first, maxTokens - noteCost)] : [];
  let end = kept;
  while (end > 1 && /^[\s>]*(?:#{1,6} .*)?$/.test((lines[end - 1] as MarkdownLine).text)) end--;
  return lines.slice(0, end);
}

/** Cuts a line that is longer than the budget. */
function truncateLine(line: MarkdownLine, room: number): MarkdownLine {
  let { text } = line;
  while (text.length > 1 && tokenCost([`${text}…`]) > room)
    text = text.slice(0, Math.floor(text.length * 0.8));
  text = text.replace(/(?<![\\\ud800-\udbff])[\\\ud800-\udbff]+$/, '');
  return { ...line, text: `${text}${unclosedTicks(text)}…` };
}

function tokenCost(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + estimateTokens(`${line}\n`), 0);
}
