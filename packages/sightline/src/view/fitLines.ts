import { UNGROUPED } from '../structure/changes.ts';
import { WHOLE_PAGE } from '../structure/findRegion.ts';
import type { LandmarkRegion } from '../structure/landmarks.ts';
import { countOf } from './layout.ts';
import { plural, regionHeader } from './pieces.ts';
import { estimateTokens } from './tokens.ts';
import { DEEPEST, type Line, type Scene } from './View.ts';

/** Which regions are told first when not all fit: what a person came for, then what stands around it. */
export const PRIORITY = [
  'dialog',
  'alertdialog',
  'main',
  'search',
  'form',
  'region',
  '',
  'navigation',
  'banner',
  'complementary',
  'contentinfo',
];

/** Tokens kept for the note that says what was left out of a part. */
const NOTE = 24;

/** Lines of one region, or of what lies in none. */
interface Part {
  region: LandmarkRegion | undefined;
  header: Line | undefined;
  body: Line[];
  kept: Set<Line>;
}

/**
 * The lines that fit into a budget of o200k tokens, in their order. Each region keeps its header as long
 * as headers fit; bodies are filled by priority; where one is cut, a note says how much is left out and
 * which call brings it. Answers the same array when all fit.
 */
export function fitLines(lines: Line[], scene: Scene, budget: number): Line[] {
  const costs = new Map(lines.map((line) => [line, costOf(line)]));
  const total = sum(lines, costs);
  if (total <= budget) return lines;
  const parts = partsOf(lines);
  const kept = new Set<Line>();
  const notes = new Map<Line, string>();
  let left = budget - NOTE;
  for (const { header } of parts) {
    const cost = header ? (costs.get(header) as number) + (parts.length > 1 ? 8 : 0) : 0;
    if (header && cost <= left) {
      kept.add(header);
      left -= cost;
    }
  }
  for (const part of [...parts].sort((a, b) => rank(a) - rank(b))) {
    if (part.header && !kept.has(part.header)) continue;
    left -= fillPart(part, left, costs);
    noteCut(part, callFor(part, scene), notes);
    if (part.kept.size > 0 && part.kept.size < part.body.length) left -= NOTE;
    for (const line of part.kept) kept.add(line);
  }
  return assemble(lines, parts, kept, notes);
}

/**
 * The first lines, as many as fit into a budget of o200k tokens, and a note with the call that reads on. Answers the
 * same array when all fit.
 */
export function firstLines(lines: Line[], budget: number, readOn: (told: readonly Line[]) => string): Line[] {
  if (lines.reduce((total, line) => total + costOf(line), 0) <= budget) return lines;
  let left = budget - NOTE - estimateTokens(readOn(lines));
  const kept: Line[] = [];
  for (const line of lines) {
    // A line that is too long for any answer is told in part, so that the next call gets further.
    if (costOf(line) > left && !(kept.length === 0 && shorten(line, left))) break;
    kept.push(line);
    left -= costOf(line);
  }
  const rest = lines.slice(kept.length);
  const note = `(${whatOf(rest)}: ${readOn(kept)})`;
  return [...kept, { ...(kept.at(-1) ?? OUTSIDE), kind: 'note', parts: [note], controlsOnly: false }];
}

/** A line of no region. */
const OUTSIDE: Line = {
  kind: 'note',
  depth: 0,
  parts: [],
  region: undefined,
  node: undefined,
  controlsOnly: false,
};

/** `12 more elements`. */
function whatOf(lines: Line[]): string {
  const elements = countOf(lines);
  return elements > 0 ? plural(elements, 'more element') : plural(lines.length, 'more line');
}

function costOf(line: Line): number {
  const text = line.parts.map((part) => (typeof part === 'string' ? part : '999')).join('');
  return estimateTokens(`${' '.repeat(Math.min(line.depth, DEEPEST))}${text}\n`);
}

function sum(lines: Line[], costs: Map<Line, number>): number {
  return lines.reduce((total, line) => total + (costs.get(line) as number), 0);
}

function partsOf(lines: Line[]): Part[] {
  const byRegion = new Map<LandmarkRegion | undefined, Part>();
  for (const line of lines) {
    const { region } = line;
    const part = byRegion.get(region) ?? { region, header: undefined, body: [], kept: new Set<Line>() };
    byRegion.set(region, part);
    if (line.kind === 'region' && !part.header) part.header = line;
    else part.body.push(line);
  }
  return [...byRegion.values()];
}

function rank({ region }: Part): number {
  return PRIORITY.indexOf(region?.role ?? '');
}

/** Takes lines from the top while they fit; the first that does not is cut, if enough of it remains. */
function fillPart(part: Part, budget: number, costs: Map<Line, number>): number {
  let spent = 0;
  for (const line of part.body) {
    const cost = costs.get(line) as number;
    const room = budget - spent - (line === part.body.at(-1) ? 0 : NOTE);
    if (cost <= room) {
      part.kept.add(line);
      spent += cost;
      continue;
    }
    const cut = room >= NOTE ? shorten(line, room) : false;
    if (cut) {
      part.kept.add(line);
      spent += costOf(line);
    }
    break;
  }
  return spent;
}

/** Cuts a long line to what fits: between two controls, or within its first text. */
function shorten(line: Line, room: number): boolean {
  const end = lastBoundary(line, room);
  if (end > 0) {
    line.parts = [...line.parts.slice(0, end), ' …'];
    return true;
  }
  const [text] = line.parts;
  if (typeof text !== 'string' || text.length < room) return false;
  const share = room / (1.1 * estimateTokens(text));
  line.parts = [`${text.slice(0, Math.floor(text.length * Math.min(1, share)) - 1)}…`];
  return true;
}

/** Index of the last part that begins a control and before which all fits; 0 when there is none. */
function lastBoundary({ parts, depth }: Line, room: number): number {
  let spent = depth + 3;
  let boundary = 0;
  for (let i = 0; i < parts.length && spent <= room; i++) {
    const part = parts[i] as Line['parts'][number];
    if (i > 0 && typeof parts[i + 1] === 'object') boundary = i;
    spent += typeof part === 'string' ? estimateTokens(part) : 1;
  }
  return boundary;
}

function callFor({ region, header }: Part, scene: Scene): string {
  // A flat list has no headers: what lies in no region of it is all of it.
  const landmark = region?.address ?? (header ? UNGROUPED : WHOLE_PAGE);
  return scene.call({ tool: 'get_region', landmark, full: true });
}

/** For a part that is cut: the note that follows what is kept, or stands in the header when nothing is. */
function noteCut(part: Part, call: string, notes: Map<Line, string>): void {
  if (part.kept.size === part.body.length) return;
  const { region, header } = part;
  const left = part.body.filter((line) => !part.kept.has(line));
  const what = whatOf(left);
  const last = [...part.kept].at(-1);
  if (last) notes.set(last, `(${what}: ${call})`);
  else if (header)
    notes.set(header, `${region ? regionHeader(region) : UNGROUPED} (${what.replace(' more', '')}: ${call})`);
}

function assemble(lines: Line[], parts: Part[], kept: Set<Line>, notes: Map<Line, string>): Line[] {
  const out: Line[] = [];
  const headers = new Set(parts.map((part) => part.header));
  for (const line of lines) {
    if (!kept.has(line)) continue;
    const note = notes.get(line);
    const isHeader = headers.has(line);
    if (note && isHeader) out.push({ ...line, parts: [note] });
    else out.push(line);
    if (note && !isHeader) out.push({ ...line, kind: 'note', parts: [note], controlsOnly: false });
  }
  const lost = lines.filter((line) => !kept.has(line) && line.kind === 'region').length;
  if (out.length === 0 || lost > 0) {
    const parts = [`(cut: ${plural(countOf(lines) - countOf(out), 'more element')})`];
    out.push({ ...OUTSIDE, parts });
  }
  return out;
}
