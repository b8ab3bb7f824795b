import type { Box, PageNode } from '../model/Page.ts';
import { Flag } from '../model/Snapshot.ts';
import { isRemoved, type Pruning } from '../prune/Pruning.ts';
import type { Counts } from './landmarks.ts';

/** What a list or table says it has, or has room for, beyond what it holds: a virtual list. */
export interface Unloaded {
  kind: 'rows' | 'columns' | 'items';
  /** How many are not in the document; undefined where the page says that it does not know. */
  more: number | undefined;
  /** False where the number was reckoned from heights. */
  exact: boolean;
}

/**
 * The virtual lists of a page, by the element that holds each: told by `aria-rowcount`, `aria-colcount` and
 * `aria-setsize` (WAI-ARIA 1.2), or by a scroller with far more room than what stands in it fills.
 */
export function findUnloaded(pruning: Pruning, counts: Counts): Map<PageNode, Unloaded> {
  const found = new Map<PageNode, Unloaded>();
  const sets = new Map<PageNode, PageNode[]>();
  for (const node of pruning.page.nodes) {
    if (!node.isElement || isRemoved(pruning, node)) continue;
    const declared = declaredBy(node, pruning);
    if (declared) found.set(node, declared);
    if (node.attributes['aria-setsize'] !== undefined) addTo(sets, holderOf(node), node);
  }
  for (const [holder, items] of sets) {
    const rest = restOfSet(items);
    if (rest && !found.has(holder)) found.set(holder, rest);
  }
  for (const node of pruning.page.nodes) {
    if (isRemoved(pruning, node) || isWithin(node, found)) continue;
    const measured = measure(node, pruning, counts);
    if (measured) found.set(node, measured);
  }
  return found;
}

function addTo(sets: Map<PageNode, PageNode[]>, holder: PageNode, item: PageNode): void {
  const known = sets.get(holder);
  if (known) known.push(item);
  else sets.set(holder, [item]);
}

const TABLES = new Set(['table', 'grid', 'treegrid']);
const CELLS = new Set(['cell', 'gridcell', 'columnheader', 'rowheader']);

function declaredBy(node: PageNode, pruning: Pruning): Unloaded | undefined {
  if (!TABLES.has(node.role)) return undefined;
  const { 'aria-rowcount': rows, 'aria-colcount': columns } = node.attributes;
  if (rows === undefined && columns === undefined) return undefined;
  const held = inside(node, pruning, (one) => one.role === 'row');
  if (rows !== undefined) {
    const more = shortfall(rows, held.length);
    if (more !== 0) return { kind: 'rows', more, exact: true };
  }
  const first = held[0];
  if (columns === undefined || !first) return undefined;
  const cells = inside(first, pruning, (one) => CELLS.has(one.role)).length;
  const more = shortfall(columns, cells);
  return more === 0 ? undefined : { kind: 'columns', more, exact: true };
}

/** How many more were declared than there are; undefined for -1, which means that nobody knows. */
function shortfall(declared: string, held: number): number | undefined {
  const total = Number(declared);
  if (total === -1) return undefined;
  return Number.isInteger(total) ? Math.max(0, total - held) : 0;
}

function inside(node: PageNode, { page }: Pruning, test: (node: PageNode) => boolean): PageNode[] {
  return page.nodes.slice(node.index + 1, node.end).filter(test);
}

const HOLDERS = new Set([
  'list',
  'listbox',
  'feed',
  'menu',
  'menubar',
  'tree',
  'treegrid',
  'grid',
  'table',
  'group',
  'radiogroup',
  'tablist',
]);

function holderOf(item: PageNode): PageNode {
  return item.parent?.closest(({ role }) => HOLDERS.has(role)) ?? item.parent ?? item;
}

/** Sets of several sizes in one holder are the levels of a flat tree: what is missing there cannot be told. */
function restOfSet(items: PageNode[]): Unloaded | undefined {
  const [first] = items;
  const size = first?.attributes['aria-setsize'] ?? '';
  if (items.some(({ attributes }) => attributes['aria-setsize'] !== size)) return undefined;
  if (new Set(items.map(({ attributes }) => attributes['aria-level'])).size > 1) return undefined;
  const more = shortfall(size, items.length);
  return more === 0 ? undefined : { kind: 'items', more, exact: true };
}

function isWithin(node: PageNode, found: ReadonlyMap<PageNode, Unloaded>): boolean {
  if (found.size === 0) return false;
  if (found.has(node)) return true;
  for (const holder of found.keys()) if (node.contains(holder) || holder.contains(node)) return true;
  return false;
}

/** Items that a list holds at least, for its measures to say something. */
const LEAST = 5;

function measure(node: PageNode, pruning: Pruning, counts: Counts): Unloaded | undefined {
  const { scroller, box } = node;
  if (scroller && node.has(Flag.ScrollY) && scroller.height > 1.5 * scroller.clientHeight)
    return measureScroller(node, scroller.height, scroller.clientHeight, pruning, counts);
  const screen = node.document.viewport.height;
  if (!box || box.height < 1.5 * screen || node.children.length < LEAST) return undefined;
  return measureList(node, box, screen, pruning, counts);
}

/** A scroller most of which is empty, and whose content is a run of like items. */
function measureScroller(
  node: PageNode,
  height: number,
  clientHeight: number,
  pruning: Pruning,
  counts: Counts,
): Unloaded | undefined {
  const items = largestRun(node, pruning, counts);
  if (items.length < LEAST) return undefined;
  const filled = filledHeight(leafBoxes(node, pruning), stepOf(items));
  if (height - filled < clientHeight || filled > 0.6 * height) return undefined;
  return reckon(items, height - filled);
}

/** Of what shows something itself: targets, pictures, the elements around words. */
function leafBoxes({ index, end }: PageNode, pruning: Pruning): Box[] {
  const boxes: Box[] = [];
  for (let i = index + 1; i < end; i++) {
    const node = pruning.page.nodes[i] as PageNode;
    if (isRemoved(pruning, node)) continue;
    const isLeaf = pruning.usable[i] === 1 || node.tag === 'img';
    const box = node.isText && node.text.trim() !== '' ? node.parent?.box : isLeaf ? node.box : undefined;
    if (box) boxes.push(box);
  }
  return boxes;
}

/** Height covered by boxes, gaps of less than three items included. */
function filledHeight(boxes: Box[], step: number): number {
  const spans = boxes.map(({ y, height }) => ({ from: y, to: y + height })).sort((a, b) => a.from - b.from);
  let filled = 0;
  let end = Number.NEGATIVE_INFINITY;
  for (const { from, to } of spans) {
    if (to <= end) continue;
    filled += to - (from - end < 3 * step ? end : from);
    end = to;
  }
  return filled;
}

/** In a page that scrolls as a whole: items placed one by one, or between tall spacers, in a far taller box. */
function measureList(
  node: PageNode,
  box: Box,
  screen: number,
  pruning: Pruning,
  counts: Counts,
): Unloaded | undefined {
  const items = runAmong(node, pruning, counts);
  const others = node.children.filter((child) => counts.leaves(child) > 0).length - items.length;
  if (items.length < LEAST || others > 0) return undefined;
  const filled = filledHeight(
    items.map((item) => item.box as Box),
    stepOf(items),
  );
  if (box.height - filled < screen || filled > 0.6 * box.height) return undefined;
  const arePlaced = items.every((item) => item.has(Flag.Absolute));
  const spaced = node.children.some(
    (child) => (child.box?.height ?? 0) > screen / 2 && counts.leaves(child) === 0 && child.isElement,
  );
  return arePlaced || spaced ? reckon(items, box.height - filled) : undefined;
}

/** The longest run of like children that any one element below holds. */
function largestRun(node: PageNode, pruning: Pruning, counts: Counts): PageNode[] {
  let largest: PageNode[] = [];
  for (let i = node.index; i < node.end; i++) {
    const one = pruning.page.nodes[i] as PageNode;
    if (one.children.length <= Math.max(largest.length, LEAST - 1)) continue;
    const run = runAmong(one, pruning, counts);
    if (run.length > largest.length) largest = run;
  }
  return largest;
}

function runAmong({ children }: PageNode, pruning: Pruning, counts: Counts): PageNode[] {
  const shown = children.filter(
    (child) => child.box && counts.leaves(child) > 0 && !isRemoved(pruning, child),
  );
  const first = shown[0];
  return first ? shown.filter(({ tag, role }) => tag === first.tag && role === first.role) : [];
}

/** Height of the item in the middle, CSS pixels. */
function stepOf(items: PageNode[]): number {
  const heights = items.map(({ box }) => box?.height ?? 0).sort((a, b) => a - b);
  return Math.max(1, heights[heights.length >> 1] as number);
}

function reckon(items: PageNode[], empty: number): Unloaded {
  const kind = items[0]?.role === 'row' ? 'rows' : 'items';
  const perLine = Math.max(1, items.length / new Set(items.map(({ box }) => box?.y)).size);
  return { kind, more: Math.round((empty / stepOf(items)) * perLine), exact: false };
}
