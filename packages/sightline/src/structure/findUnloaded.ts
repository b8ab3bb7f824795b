import type { Box } from '../snapshot/geometry.ts';
import { addToGroup } from '../snapshot/groupBy.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { CELL_ROLES, SET_ROLES, TABLE_ROLES } from '../snapshot/roles.ts';
import { Flag } from '../snapshot/Snapshot.ts';
import { isRemoved, type Visibility } from '../visibility/Visibility.ts';
import type { NodeCounts } from './landmarks.ts';

/** Items that a virtual list or table declares, or has room for, but that are not in the document. */
export interface UnloadedItems {
  kind: 'rows' | 'columns' | 'items';
  /** How many; undefined where the page declares the total as unknown. */
  more: number | undefined;
  /** False where the number was reckoned from heights. */
  exact: boolean;
}

/**
 * The virtual lists of a page, by their elements: those with `aria-rowcount`, `aria-colcount` or `aria-setsize`
 * (WAI-ARIA 1.2), and scrollers with far more room than their content fills.
 */
export function findUnloadedItems(visibility: Visibility, counts: NodeCounts): Map<PageNode, UnloadedItems> {
  const found = new Map<PageNode, UnloadedItems>();
  const sets = new Map<PageNode, PageNode[]>();
  for (let i = 0; i < visibility.page.nodes.length; i++) {
    const node = visibility.page.nodes[i] as PageNode;
    if (!node.isElement || isRemoved(visibility, node)) continue;
    const declared = declaredUnloaded(node, visibility);
    if (declared) found.set(node, declared);
    if (node.attributes['aria-setsize'] !== undefined) addToGroup(sets, containerOf(node), node);
  }
  for (const [container, items] of sets) {
    const missing = unloadedInSet(items);
    if (missing && !found.has(container)) found.set(container, missing);
  }
  for (let i = 0; i < visibility.page.nodes.length; i++) {
    const node = visibility.page.nodes[i] as PageNode;
    if (isRemoved(visibility, node) || overlapsFound(node, found)) continue;
    const measured = measure(node, visibility, counts);
    if (measured) found.set(node, measured);
  }
  return found;
}

function declaredUnloaded(node: PageNode, visibility: Visibility): UnloadedItems | undefined {
  if (!TABLE_ROLES.has(node.role)) return undefined;
  const { 'aria-rowcount': rows, 'aria-colcount': columns } = node.attributes;
  if (rows === undefined && columns === undefined) return undefined;
  const presentRows = descendantsWhere(node, visibility, (one) => one.role === 'row');
  if (rows !== undefined) {
    const more = shortfall(rows, countDistinct(presentRows, 'aria-rowindex'));
    if (more !== 0) return { kind: 'rows', more, exact: true };
  }
  const first = presentRows[0];
  if (columns === undefined || !first) return undefined;
  const index = first.attributes['aria-rowindex'];
  const parts = presentRows.filter(
    (row) => row === first || (index && row.attributes['aria-rowindex'] === index),
  );
  const cells = parts.flatMap((row) => descendantsWhere(row, visibility, ({ role }) => CELL_ROLES.has(role)));
  const more = shortfall(columns, countDistinct(cells, 'aria-colindex'));
  return more === 0 ? undefined : { kind: 'columns', more, exact: true };
}

/** Pinned columns and the others have elements of their own for one row: those with the same index count once. */
function countDistinct(nodes: readonly PageNode[], attribute: string): number {
  return new Set(nodes.map((node) => node.attributes[attribute] ?? node)).size;
}

/** How many more were declared than there are; undefined for -1, which means unknown. */
function shortfall(declared: string, present: number): number | undefined {
  const total = Number(declared);
  if (total === -1) return undefined;
  return Number.isInteger(total) ? Math.max(0, total - present) : 0;
}

function descendantsWhere(
  node: PageNode,
  { page }: Visibility,
  test: (node: PageNode) => boolean,
): PageNode[] {
  return page.descendants(node).filter(test);
}

function containerOf(item: PageNode): PageNode {
  return item.parent?.closest(({ role }) => SET_ROLES.has(role)) ?? item.parent ?? item;
}

/** Sets of several sizes in one container are the levels of a flat tree: what is missing there is unknown. */
function unloadedInSet(items: PageNode[]): UnloadedItems | undefined {
  const [first] = items;
  const size = first?.attributes['aria-setsize'] ?? '';
  if (items.some(({ attributes }) => attributes['aria-setsize'] !== size)) return undefined;
  if (new Set(items.map(({ attributes }) => attributes['aria-level'])).size > 1) return undefined;
  const more = shortfall(size, items.length);
  return more === 0 ? undefined : { kind: 'items', more, exact: true };
}

function overlapsFound(node: PageNode, found: ReadonlyMap<PageNode, UnloadedItems>): boolean {
  if (found.size === 0) return false;
  if (found.has(node)) return true;
  for (const container of found.keys()) if (node.contains(container) || container.contains(node)) return true;
  return false;
}

/** Lists with fewer items are too short to estimate anything from their size. */
const MIN_ITEMS = 5;

function measure(node: PageNode, visibility: Visibility, counts: NodeCounts): UnloadedItems | undefined {
  const { scroller, box } = node;
  if (scroller && node.has(Flag.ScrollY) && scroller.height > 1.5 * scroller.clientHeight)
    return measureScroller(node, scroller.height, scroller.clientHeight, visibility, counts);
  const viewportHeight = node.document.viewport.height;
  if (!box || box.height < 1.5 * viewportHeight || node.children.length < MIN_ITEMS) return undefined;
  return measureList(node, box, viewportHeight, visibility, counts);
}

/** A scroller most of which is empty, and whose content is a run of like items. Shapes of a drawing are none: it is there whole. */
function measureScroller(
  node: PageNode,
  height: number,
  clientHeight: number,
  visibility: Visibility,
  counts: NodeCounts,
): UnloadedItems | undefined {
  const items = largestSimilarRun(node, visibility, counts);
  if (items.length < MIN_ITEMS || items[0]?.closest(({ tag }) => tag === 'svg')) return undefined;
  const filled = filledHeight(leafBoxes(node, visibility), medianHeight(items));
  if (height - filled < clientHeight || filled > 0.6 * height) return undefined;
  return estimateUnloaded(items, height - filled);
}

/** Of what shows something itself: targets, pictures, the elements around words. */
function leafBoxes({ index, end }: PageNode, visibility: Visibility): Box[] {
  const boxes: Box[] = [];
  for (let i = index + 1; i < end; i++) {
    const node = visibility.page.nodes[i] as PageNode;
    if (isRemoved(visibility, node)) continue;
    const isLeaf = visibility.interactive[i] === 1 || node.tag === 'img';
    const box = node.isText && node.text.trim() !== '' ? node.parent?.box : isLeaf ? node.box : undefined;
    if (box) boxes.push(box);
  }
  return boxes;
}

/** Height covered by boxes, gaps of less than three items included. */
function filledHeight(boxes: Box[], itemHeight: number): number {
  const spans = boxes.map(({ y, height }) => ({ from: y, to: y + height })).sort((a, b) => a.from - b.from);
  let filled = 0;
  let end = Number.NEGATIVE_INFINITY;
  for (const { from, to } of spans) {
    if (to <= end) continue;
    filled += to - (from - end < 3 * itemHeight ? end : from);
    end = to;
  }
  return filled;
}

/** In a page that scrolls as a whole: items placed one by one, or between tall spacers, in a far taller box. */
function measureList(
  node: PageNode,
  box: Box,
  viewportHeight: number,
  visibility: Visibility,
  counts: NodeCounts,
): UnloadedItems | undefined {
  const items = similarChildren(node, visibility, counts);
  const otherChildren =
    node.children.filter((child) => counts.visibleLeaves(child) > 0).length - items.length;
  if (items.length < MIN_ITEMS || otherChildren > 0) return undefined;
  const filled = filledHeight(
    items.map((item) => item.box as Box),
    medianHeight(items),
  );
  if (box.height - filled < viewportHeight || filled > 0.6 * box.height) return undefined;
  const areAbsolute = items.every((item) => item.has(Flag.Absolute));
  const hasSpacers = node.children.some(
    (child) =>
      (child.box?.height ?? 0) > viewportHeight / 2 && counts.visibleLeaves(child) === 0 && child.isElement,
  );
  return areAbsolute || hasSpacers ? estimateUnloaded(items, box.height - filled) : undefined;
}

/** The longest run of similar children of any one descendant. */
function largestSimilarRun(node: PageNode, visibility: Visibility, counts: NodeCounts): PageNode[] {
  let largest: PageNode[] = [];
  for (let i = node.index; i < node.end; i++) {
    const element = visibility.page.nodes[i] as PageNode;
    if (element.children.length <= Math.max(largest.length, MIN_ITEMS - 1)) continue;
    const run = similarChildren(element, visibility, counts);
    if (run.length > largest.length) largest = run;
  }
  return largest;
}

function similarChildren({ children }: PageNode, visibility: Visibility, counts: NodeCounts): PageNode[] {
  const shown = children.filter(
    (child) => child.box && counts.visibleLeaves(child) > 0 && !isRemoved(visibility, child),
  );
  const first = shown[0];
  return first ? shown.filter(({ tag, role }) => tag === first.tag && role === first.role) : [];
}

/** Height of the item in the middle, CSS pixels. */
function medianHeight(items: PageNode[]): number {
  const heights = items.map(({ box }) => box?.height ?? 0).sort((a, b) => a - b);
  return Math.max(1, heights[heights.length >> 1] as number);
}

function estimateUnloaded(items: PageNode[], emptyHeight: number): UnloadedItems {
  const kind = items[0]?.role === 'row' ? 'rows' : 'items';
  const perLine = Math.max(1, items.length / new Set(items.map(({ box }) => box?.y)).size);
  return { kind, more: Math.round((emptyHeight / medianHeight(items)) * perLine), exact: false };
}
