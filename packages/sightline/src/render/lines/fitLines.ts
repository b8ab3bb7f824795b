import { UNGROUPED } from '../../diff/PageBaseline.ts';
import { startOf } from '../../snapshot/shorten.ts';
import type { LandmarkRegion } from '../../structure/landmarks.ts';
import { WHOLE_PAGE } from '../../structure/matchRegion.ts';
import { pluralize } from '../element/elementText.ts';
import { regionHeader } from '../element/location.ts';
import { estimateTokens } from '../estimateTokens.ts';
import { MAX_INDENT_DEPTH, type RenderContext, type ViewLine } from '../RenderContext.ts';
import { TokenBudget } from '../TokenBudget.ts';
import { partsCost } from '../writeParts.ts';
import { countElements } from './layoutLines.ts';

/** Roles of regions in the order in which they are kept if not all fit. */
export const REGION_PRIORITY = [
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

const MAIN_PRIORITY = REGION_PRIORITY.indexOf('main');

/** Tokens reserved for the note about what was left out of a group. */
const NOTE_TOKENS = 24;

/** Tokens reserved at a header for what it says where nothing of its group is kept: with the call, and without. */
const COUNT_TOKENS = 8;
const BRIEF_COUNT_TOKENS = 3;

/** Longest line that stays before all others. */
const MAX_FIRST_TOKENS = 60;

/** Tokens in which a line says something. */
const LEAST_LINE_TOKENS = 20;

/** Lines of one region, or of what is in none. */
interface LineGroup {
  region: LandmarkRegion | undefined;
  header: ViewLine | undefined;
  body: ViewLine[];
  kept: Set<ViewLine>;
  /** Of all its lines. */
  elementCount: number;
}

export interface FitOptions {
  /** Short lines that stay before all others, whatever region they are in. Default: none. */
  isFirst?: (line: ViewLine) => boolean;
  /** Lines that stay of a region that is cut, wherever the cut is: headings. Default: none. */
  isKept?: (line: ViewLine) => boolean;
  /** Most of a region's tokens that are held back for these. Default 0.25. */
  keptShare?: number;
  /** Lines for which there is room once the others of their region fit. Default: none. */
  isLast?: (line: ViewLine) => boolean;
  /** Of regions that only have their headers, one says which call shows it: the others are counted. Default false. */
  isBrief?: boolean;
}

/**
 * The lines that fit into `maxTokens`, in their order. Regions keep their headers as long as those fit; their lines
 * are kept by priority; a note in each cut region says how much is left out and which call shows it. Returns the same array if all fit.
 */
export function fitLines(
  lines: ViewLine[],
  context: RenderContext,
  maxTokens: number,
  {
    isFirst = () => false,
    isKept = () => false,
    isLast = ({ isRest }) => isRest === true,
    isBrief = false,
    keptShare = KEPT_SHARE,
  }: FitOptions,
): ViewLine[] {
  const costs = new Map(lines.map((line) => [line, tokenCost(line)]));
  const total = totalCost(lines, costs);
  if (total <= maxTokens) return lines;
  const groups = groupByRegion(lines);
  const kept = new Set<ViewLine>();
  const notes = new Map<ViewLine, string>();
  const budget = new TokenBudget(maxTokens - NOTE_TOKENS);
  const countTokens = isBrief ? BRIEF_COUNT_TOKENS : COUNT_TOKENS;
  for (const group of groups) {
    const { header, body } = group;
    if (!header || !budget.take((costs.get(header) as number) + (groups.length > 1 ? countTokens : 0)))
      continue;
    kept.add(header);
    // What is no longer than the note in its place is no longer left out.
    const cost = totalCost(body, costs);
    if (cost <= NOTE_TOKENS && budget.take(cost, NOTE_TOKENS)) group.kept = new Set(body);
  }
  const shown = groups
    .filter(({ header }) => !header || kept.has(header))
    .sort((a, b) => priorityOf(a) - priorityOf(b));
  const isShort = (line: ViewLine): boolean => (costs.get(line) as number) <= MAX_FIRST_TOKENS;
  for (const { body, kept: first } of shown)
    for (const line of body.filter((one) => isFirst(one) && isShort(one) && !first.has(one)))
      if (budget.take(costs.get(line) as number, NOTE_TOKENS)) first.add(line);
  fillGroups(shown, budget, costs, { isKept, keptShare, isLast, isBrief });
  for (const group of shown) {
    noteOmitted(group, expandCall(group, context), notes, isBrief && notes.size > 0);
    for (const line of group.kept) kept.add(line);
  }
  return assemble(lines, groups, { kept, notes }, context);
}

/** How the reading of lines that do not all fit goes on. */
export interface Continuation {
  /** False for a line that says where the next ones are: it is not counted. */
  isCounted(line: ViewLine): boolean;
  /** The call for the lines after the first `shown`; `neededTokens`: what a longer answer takes to get further. */
  formatCall(shown: number, neededTokens?: number): string;
}

/**
 * The first lines that fit into `maxTokens`, and a note with the call for the rest. Returns the same array if all fit.
 */
export function fitFirstLines(
  lines: ViewLine[],
  maxTokens: number,
  { isCounted, formatCall }: Continuation,
): ViewLine[] {
  if (linesCost(lines) <= maxTokens) return lines;
  const elements = countElements(lines);
  const reserved = NOTE_TOKENS + estimateTokens(formatCall(lines.length));
  const budget = new TokenBudget(maxTokens - reserved);
  const kept: ViewLine[] = [];
  let call: string | undefined;
  for (const line of lines) {
    const isFirst = !kept.some(isCounted);
    if (!budget.take(tokenCost(line))) {
      if (!isFirst) break;
      const needed = linesCost([...kept, line]) + reserved;
      // The first line is shown whatever the budget, cut if need be, so that the next call gets further.
      if (cutLine(line, Math.max(budget.remaining, LEAST_LINE_TOKENS))) call = formatCall(0, needed);
      budget.spend(tokenCost(line));
    }
    kept.push(line);
  }
  const rest = countText(elements - countElements(kept), lines.length - kept.length);
  return [...kept, noteLine(`(${rest}: ${call ?? formatCall(kept.filter(isCounted).length)})`, kept.at(-1))];
}

/** Cuts a line that needs more room. True where elements are cut off. */
function cutLine(line: ViewLine, room: number): boolean {
  const before = countElements([line]);
  if (tokenCost(line) > room) truncateLine(line, room);
  return countElements([line]) < before;
}

function noteLine(text: string, { depth, region, node } = UNGROUPED_LINE): ViewLine {
  return { kind: 'note', depth, parts: [text], region, node, controlsOnly: false };
}

const UNGROUPED_LINE: ViewLine = {
  kind: 'note',
  depth: 0,
  parts: [],
  region: undefined,
  node: undefined,
  controlsOnly: false,
};

/** `12 more elements`. */
function countText(elements: number, lines: number): string {
  return elements > 0 ? pluralize(elements, 'more element') : pluralize(lines, 'more line');
}

function tokenCost(line: ViewLine): number {
  return partsCost([' '.repeat(Math.min(line.depth, MAX_INDENT_DEPTH)), ...line.parts, '\n']);
}

/** Tokens of the lines as they are written. */
export function linesCost(lines: readonly ViewLine[]): number {
  return lines.reduce((total, line) => total + tokenCost(line), 0);
}

function totalCost(lines: readonly ViewLine[], costs: Map<ViewLine, number>): number {
  return lines.reduce((total, line) => total + (costs.get(line) as number), 0);
}

function groupByRegion(lines: ViewLine[]): LineGroup[] {
  const byRegion = new Map<LandmarkRegion | undefined, LineGroup>();
  for (const line of lines) {
    const { region } = line;
    const group = byRegion.get(region) ?? createGroup(region);
    byRegion.set(region, group);
    group.elementCount += countElements([line]);
    if (line.kind === 'region' && !group.header) group.header = line;
    else group.body.push(line);
  }
  return [...byRegion.values()];
}

const createGroup = (region: LandmarkRegion | undefined): LineGroup => ({
  region,
  header: undefined,
  body: [],
  kept: new Set(),
  elementCount: 0,
});

/** Parts of `main` that are no navigation or aside come right after it, before like parts of the page around it. */
function priorityOf({ region }: LineGroup): number {
  const priority = REGION_PRIORITY.indexOf(region?.role ?? '');
  const isBehindMain = priority > MAIN_PRIORITY && priority < REGION_PRIORITY.indexOf('');
  return isBehindMain && isInMain(region) ? MAIN_PRIORITY + priority / 100 : priority;
}

function isInMain(region: LandmarkRegion | undefined): boolean {
  for (let outer = region?.parent; outer; outer = outer.parent) if (outer.role === 'main') return true;
  return false;
}

/** Most of a group's tokens that are held back for what is kept after its cut. */
const KEPT_SHARE = 0.25;

/** By their order; where `isBrief`, lines that come last wait for those of all groups. */
function fillGroups(
  groups: readonly LineGroup[],
  budget: TokenBudget,
  costs: Map<ViewLine, number>,
  { isKept, keptShare, isLast, isBrief }: Required<Omit<FitOptions, 'isFirst'>>,
): void {
  for (const group of groups) {
    const open = group.body.filter((line) => !group.kept.has(line));
    const first = isBrief ? open.filter((line) => !isLast(line)) : open;
    if (group.kept.size < group.body.length)
      fillGroup({ ...group, body: first }, budget, costs, { isKept, keptShare, isLast });
    if (isNoted(group)) budget.spend(NOTE_TOKENS);
  }
  if (!isBrief) return;
  for (const group of groups) {
    const last = group.body.filter((line) => isLast(line) && !group.kept.has(line));
    if (last.length + group.kept.size > group.body.length) continue;
    if (isNoted(group)) budget.spend(-NOTE_TOKENS);
    keepFirst({ ...group, body: last }, budget, costs, { held: 0, headings: [] });
    if (isNoted(group)) budget.spend(NOTE_TOKENS);
  }
}

/** Whether a line of its own says what is left out. */
const isNoted = (group: LineGroup): boolean => group.kept.size > 0 && isCut(group);

/** Keeps the first lines that fit; the next one is cut, if enough of it remains. */
function fillGroup(
  group: LineGroup,
  budget: TokenBudget,
  costs: Map<ViewLine, number>,
  { isKept, keptShare, isLast }: Required<Omit<FitOptions, 'isBrief' | 'isFirst'>>,
): void {
  const headings = group.body.filter(isKept);
  const fits = budget.fits(totalCost(group.body, costs));
  const held = fits ? 0 : Math.min(totalCost(headings, costs), keptShare * budget.remaining);
  const body = fits
    ? group.body
    : [...group.body.filter((line) => !isLast(line)), ...group.body.filter(isLast)];
  keepFirst({ ...group, body }, budget, costs, { held, headings });
  if (fits) return;
  for (const heading of headings)
    if (!group.kept.has(heading) && budget.take(costs.get(heading) as number, NOTE_TOKENS))
      group.kept.add(heading);
}

/** `held`: tokens that must remain for those of the headings that are not kept yet. */
function keepFirst(
  group: LineGroup,
  budget: TokenBudget,
  costs: Map<ViewLine, number>,
  { held, headings }: { held: number; headings: readonly ViewLine[] },
): void {
  let toKeep = totalCost(headings, costs);
  for (const line of group.body) {
    if (headings.includes(line)) toKeep -= costs.get(line) as number;
    const reserve = Math.min(held, toKeep) + (line === group.body.at(-1) ? 0 : NOTE_TOKENS);
    if (budget.take(costs.get(line) as number, reserve)) {
      group.kept.add(line);
      continue;
    }
    const room = budget.remaining - Math.max(reserve, NOTE_TOKENS);
    if (room >= NOTE_TOKENS && truncateLine(line, room)) {
      group.kept.add(line);
      budget.spend(tokenCost(line));
    }
    return;
  }
}

/** Cuts a long line before a control, or in its first text. False if neither is possible. */
function truncateLine(line: ViewLine, room: number): boolean {
  const end = lastBoundary(line, room);
  if (end > 0) {
    line.parts = [...line.parts.slice(0, end), ' …'];
    return true;
  }
  const [text] = line.parts;
  if (typeof text !== 'string' || text.length < room) return false;
  const share = room / (1.1 * estimateTokens(text));
  line.parts = [`${startOf(text, Math.floor(text.length * Math.min(1, share)) - 1)}…`];
  return true;
}

/** Index of the last part that starts a control and before which everything fits; 0 if there is none. */
function lastBoundary({ parts, depth }: ViewLine, room: number): number {
  let spent = depth + 3;
  let boundary = 0;
  for (let i = 0; i < parts.length && spent <= room; i++) {
    const part = parts[i] as ViewLine['parts'][number];
    if (i > 0 && typeof parts[i + 1] === 'object') boundary = i;
    spent += typeof part === 'string' ? estimateTokens(part) : 1;
  }
  return boundary;
}

function expandCall({ region, header }: LineGroup, context: RenderContext): string {
  // A flat list has no headers: lines without a region are the whole page.
  const landmark = region?.address ?? (header ? addressOutsideRegions(context) : WHOLE_PAGE);
  return context.formatCall({ tool: 'get_region', landmark, full: true });
}

/** Of what lies in no region, with what is folded there. */
export const addressOutsideRegions = (context: RenderContext): string =>
  foldsRegions(context) ? WHOLE_PAGE : UNGROUPED;

/** Whether something folded outside of all regions holds a region: what lies in none is not all of it. */
function foldsRegions({ pageState: { folds, regions } }: RenderContext): boolean {
  const outermost = regions.filter(({ parent }) => !parent);
  return [...folds.values()].some(({ from, to }) =>
    outermost.some(({ node }) => from <= node.index && node.index < to),
  );
}

/** Elements of a group that are in no line of it that is kept. */
function omittedElements({ header, kept, elementCount }: LineGroup): number {
  return elementCount - countElements(header && kept.size > 0 ? [header, ...kept] : [...kept]);
}

/** Whether something of it is left out, be it of a line that is kept. */
const isCut = (group: LineGroup): boolean =>
  group.kept.size < group.body.length || (group.kept.size > 0 && omittedElements(group) > 0);

/**
 * Adds the note of a cut group, if it is: after its last line, or in its header if nothing is kept; `isCounted`: there without
 * the call.
 */
function noteOmitted(group: LineGroup, call: string, notes: Map<ViewLine, string>, isCounted: boolean): void {
  if (!isCut(group)) return;
  const { region, header, body, kept } = group;
  const last = body.findLast((line) => kept.has(line));
  const omittedText = countText(omittedElements(group), body.length - kept.size);
  if (last) notes.set(last, `(${omittedText}: ${call})`);
  else if (header) {
    const count = `${omittedText.replace(' more', '')}${isCounted ? '' : `: ${call}`}`;
    notes.set(header, `${region ? regionHeader(region) : UNGROUPED} (${count})`);
  }
}

interface Kept {
  kept: ReadonlySet<ViewLine>;
  notes: ReadonlyMap<ViewLine, string>;
}

function assemble(
  lines: ViewLine[],
  groups: LineGroup[],
  { kept, notes }: Kept,
  context: RenderContext,
): ViewLine[] {
  const output: ViewLine[] = [];
  const headers = new Set(groups.map((group) => group.header));
  for (const line of lines) {
    if (!kept.has(line)) continue;
    const note = notes.get(line);
    const isHeader = headers.has(line);
    if (note && isHeader) output.push({ ...line, parts: [note] });
    else output.push(line);
    if (note && !isHeader) output.push(noteLine(note, line));
  }
  const lost = groups.filter((group) => (group.header ? !kept.has(group.header) : group.kept.size === 0));
  if (lost.length > 0) output.push(noteLine(lostText(lost, context)));
  return output;
}

/** Of the groups of which not even a header is kept. */
function lostText(groups: readonly LineGroup[], { formatCall }: RenderContext): string {
  const elements = groups.reduce((sum, { elementCount }) => sum + elementCount, 0);
  const lines = groups.reduce((sum, { header, body }) => sum + body.length + (header ? 1 : 0), 0);
  const call = formatCall({ tool: 'get_region', landmark: WHOLE_PAGE, full: true });
  return `(${countText(elements, lines)}: ${call})`;
}
