import type { Place } from '../prune/Pruning.ts';
import { UNGROUPED } from '../structure/changes.ts';
import type { LandmarkRegion } from '../structure/landmarks.ts';
import { regionHeader } from './narrate.ts';
import { estimateTokens } from './tokens.ts';
import type { Line, NumberOf, Scene, Written } from './View.ts';

/** Widest line that controls are packed into, characters. */
const PACKED_WIDTH = 110;

/** Puts lines that hold nothing but controls side by side: `[1]<a>Home [2]<a>Products`. */
export function pack(lines: Line[]): Line[] {
  const packed: Line[] = [];
  let width = 0;
  for (const line of lines) {
    const last = packed.at(-1);
    const own = lengthOf(line);
    if (last?.controlsOnly && line.controlsOnly && sameLevel(last, line) && width + own < PACKED_WIDTH) {
      last.parts.push(' ', ...line.parts);
      width += own + 1;
    } else {
      packed.push({ ...line, parts: [...line.parts] });
      width = own;
    }
  }
  return packed;
}

function sameLevel(a: Line, b: Line): boolean {
  return a.depth === b.depth && a.region === b.region;
}

function lengthOf(line: Line): number {
  return line.parts.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : 3), 0);
}

const PLACE_MARKS: Readonly<Record<Place, string>> = {
  viewport: '(in the viewport:)',
  above: '(offscreen above:)',
  below: '(offscreen below:)',
  aside: '(offscreen aside:)',
  scroller: '(offscreen in its scroller:)',
};

/**
 * Says where what follows shows, wherever that changes: what a scroll would bring into view is told,
 * and marked so. Nothing is said while all is in the viewport.
 */
export function markPlaces(lines: Line[], { structure }: Scene): Line[] {
  const { places } = structure.pruning;
  const marked: Line[] = [];
  let current: Place = 'viewport';
  for (const line of lines) {
    const place: Place =
      line.kind === 'region' || !line.node ? current : (places[line.node.index] ?? current);
    if (place !== current) {
      const { depth, region, node } = line;
      marked.push({ kind: 'note', depth, parts: [PLACE_MARKS[place]], region, node, controlsOnly: false });
      current = place;
    }
    marked.push(line);
  }
  return marked;
}

/**
 * Lines outside every region come last, under a header of their own (seed 001, rule 6), which stands for
 * them where they are what they were at the last look.
 */
export function groupOrphans(lines: Line[], scene: Scene): Line[] {
  const orphans = lines.filter((line) => line.region === undefined);
  if (orphans.length === 0) return lines;
  const grouped = lines.filter((line) => line.region !== undefined);
  if (scene.unchanged.has(UNGROUPED) && !scene.full) {
    return [...grouped, header(`${UNGROUPED} (unchanged, ${countOf(orphans)} elements)`)];
  }
  const indented = orphans.map((line) => ({ ...line, depth: line.depth + 1 }));
  return [...grouped, header(`${UNGROUPED}:`), ...indented];
}

function header(text: string): Line {
  return { kind: 'region', depth: 0, parts: [text], region: undefined, node: undefined, controlsOnly: false };
}

/** Numbered elements in the lines. */
function countOf(lines: Line[]): number {
  return lines.reduce((sum, line) => sum + line.parts.filter((part) => typeof part !== 'string').length, 0);
}

/** Which regions give way first when a view has to be cut. */
const YIELDING = ['contentinfo', 'complementary', 'banner', 'navigation', 'region', 'form', 'search'];

/**
 * Writes lines as text within the budget of the scene. What does not fit gives way in an order: regions
 * around the main content become one line each, then the end of the text is cut; either way the text
 * says what is left out and which call brings it. Numbers are handed out for what is written only.
 */
export function writeLines(lines: Line[], scene: Scene, indent: string, head: string, foot = ''): Written {
  const budget = scene.maxTokens - estimateTokens(head + foot);
  const fitted = Number.isFinite(budget) ? fit(lines, scene, budget) : { lines, cut: undefined };
  const complete = fitted.lines === lines;
  const written = fitted.lines.map((line) => lineText(line, scene.numberOf, indent));
  if (fitted.cut) written.push(fitted.cut);
  if (lines.length === 0) written.push('(nothing visible)');
  return { text: [head, ...written, foot].filter((part) => part !== '').join('\n'), complete };
}

export function lineText(line: Line, numberOf: NumberOf, indent: string): string {
  let text = indent.repeat(line.depth);
  for (const part of line.parts) text += typeof part === 'string' ? part : numberOf(part);
  return text;
}

/** Tokens the closing note may take. */
const NOTE_TOKENS = 40;

function fit(lines: Line[], scene: Scene, budget: number): { lines: Line[]; cut: string | undefined } {
  const cost = (line: Line): number => estimateTokens(`${lineText(line, () => 999, ' ')}\n`);
  let kept = lines;
  let total = kept.reduce((sum, line) => sum + cost(line), 0);
  if (total <= budget) return { lines, cut: undefined };
  for (const region of yieldingRegions(scene)) {
    if (total <= budget - NOTE_TOKENS) break;
    kept = collapse(kept, region);
    total = kept.reduce((sum, line) => sum + cost(line), 0);
  }
  if (total <= budget) return { lines: kept, cut: undefined };
  return cutEnd(kept, cost, budget - NOTE_TOKENS);
}

function yieldingRegions({ structure }: Scene): LandmarkRegion[] {
  return structure.regions
    .filter((region) => YIELDING.includes(region.role))
    .sort((a, b) => YIELDING.indexOf(a.role) - YIELDING.indexOf(b.role) || b.elementCount - a.elementCount);
}

function isWithin(region: LandmarkRegion | undefined, outer: LandmarkRegion): boolean {
  for (let at = region; at; at = at.parent) if (at === outer) return true;
  return false;
}

function collapse(lines: Line[], region: LandmarkRegion): Line[] {
  const first = lines.findIndex((line) => line.region === region && line.kind === 'region');
  if (first < 0) return lines;
  const header = lines[first] as Line;
  const text = `${regionHeader(region)} (${region.elementCount} elements: get_region ${region.address})`;
  const kept = lines.filter((line, i) => i === first || !isWithin(line.region, region));
  return kept.map((line) => (line === header ? { ...header, parts: [text] } : line));
}

function cutEnd(lines: Line[], cost: (line: Line) => number, budget: number): { lines: Line[]; cut: string } {
  let spent = 0;
  let end = 0;
  while (end < lines.length && spent + cost(lines[end] as Line) <= budget)
    spent += cost(lines[end++] as Line);
  const left = lines.slice(end);
  const elements = countOf(left);
  const regions = [...new Set(left.map((line) => line.region?.address ?? UNGROUPED))].slice(0, 3).join(', ');
  const cut = `(cut here: ${left.length} more lines with ${elements} elements in ${regions}; get_region tells one part)`;
  return { lines: lines.slice(0, end), cut };
}
