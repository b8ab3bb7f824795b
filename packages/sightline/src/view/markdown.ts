import type { PageNode } from '../model/Page.ts';
import type { LandmarkRegion } from '../structure/landmarks.ts';
import { openTicks } from './escapeMarkdown.ts';
import { MarkdownTeller } from './MarkdownTeller.ts';
import type { MarkdownLine } from './MarkdownWriter.ts';
import { plural } from './pieces.ts';
import { estimateTokens } from './tokens.ts';
import type { Scene, Written } from './View.ts';

/** A part of the page to read. */
export interface Passage {
  /** First and one past the last node index. */
  span: readonly [from: number, to: number];
  /** Regions in it that are told with a line of their own. */
  regions: readonly LandmarkRegion[];
  /** Nodes that are left out with all they hold. */
  without?: ReadonlySet<PageNode>;
  /** Stands above it. */
  head: string;
  /** First line, from 1: where a text that was cut goes on. */
  from: number;
  /** Writes the call that tells more of it: from a line on, or unfolded. */
  call: (more: { from?: number; full?: boolean }) => string;
}

/** Tokens kept for the note that says what was left out, beside its call. */
const NOTE = 14;

/**
 * What there is to read, as Markdown: headings, lists, tables, code, fields with their values, pictures by name. No
 * numbers: nothing in it is acted on. Page text is escaped, but for what stands between backticks.
 */
export function tellMarkdown(scene: Scene, { span, head, from, call, ...passage }: Passage): Written {
  const teller = new MarkdownTeller(scene, { ...passage, unfold: call({ full: true }) });
  teller.run(...span);
  const { lines } = teller.writer;
  const rest = lines.slice(from - 1);
  const opening = rest[0]?.opening ?? [];
  const budget = scene.maxTokens - costOf([head, ...opening]) - 1;
  const kept = fit(rest, budget, costOf([call({ from: lines.length })]) + NOTE);
  const left = rest.length - kept.length;
  const closing = left > 0 ? kept.at(-1)?.closing : undefined;
  const written = [...opening, ...kept.map(({ text }) => text), ...(closing === undefined ? [] : [closing])];
  if (lines.length === 0) written.push('(nothing visible to read)');
  else if (rest.length === 0) written.push(`(nothing visible from line ${from} on)`);
  if (left > 0) written.push('', `(${plural(left, 'more line')}: ${call({ from: from + kept.length })})`);
  return { text: [head, '', ...written].join('\n'), complete: left === 0 };
}

/** The first lines that fit, without the head of what does not: a heading, an empty line. */
function fit(lines: readonly MarkdownLine[], budget: number, note: number): readonly MarkdownLine[] {
  let spent = 0;
  let kept = 0;
  while (kept < lines.length) {
    const { text, closing } = lines[kept] as MarkdownLine;
    const cost = costOf([text]) + (closing === undefined ? 0 : 2);
    const isLast = kept === lines.length - 1;
    if (spent + cost + (isLast ? 0 : note) > budget) break;
    spent += costOf([text]);
    kept++;
  }
  if (kept === lines.length) return lines;
  const [first] = lines;
  if (kept === 0) return first ? [shortened(first, budget - note)] : [];
  let end = kept;
  while (end > 1 && /^[\s>]*(?:#{1,6} .*)?$/.test((lines[end - 1] as MarkdownLine).text)) end--;
  return lines.slice(0, end);
}

/** A line that fits in no text of this size is cut. */
function shortened(line: MarkdownLine, room: number): MarkdownLine {
  let { text } = line;
  while (text.length > 1 && costOf([`${text}…`]) > room) text = text.slice(0, Math.floor(text.length * 0.8));
  text = text.replace(/[\\\ud800-\udbff]+$/, '');
  return { ...line, text: `${text}${openTicks(text)}…` };
}

function costOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + estimateTokens(`${line}\n`), 0);
}
