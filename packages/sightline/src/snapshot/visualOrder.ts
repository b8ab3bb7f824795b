import { type Box, boxAt, isEmpty } from './geometry.ts';
import { sortGridParts } from './gridParts.ts';
import { addToGroup } from './groupBy.ts';
import { LANDMARK_ROLES } from './roles.ts';
import { type DocumentSnapshot, Flag, type Rows } from './Snapshot.ts';

/** CSS pixels by which borders and rounding let neighbours overlap. */
const TOLERANCE = 2;

/** What says where an item of a set stands, in the order in which it is asked. */
const POSITION_ATTRIBUTES = ['aria-rowindex', 'aria-colindex', 'aria-posinset'];

/**
 * The rows of a document in preorder, siblings in the order in which they are seen: rows, cells, options and lines that a page
 * places one by one (virtual lists) stand anywhere in the document, and so do the items of flex and grid containers (`order`,
 * reversed directions, grid lines). Siblings of one tag and role, and such items, are sorted, by their boxes where these form
 * lines, else by their `aria-rowindex`, `aria-colindex` or `aria-posinset`. All others stay. Lines of which all run from right
 * to left stay too, but for those of items, whose direction is known. Undefined where nothing is out of order.
 */
export function visualOrder(wire: WrittenRows, boxes: Boxes): number[] | undefined {
  const directions = readDirections(wire);
  const positions = readPositions(wire);
  const parents = findDisordered(wire, boxes, positions);
  for (const parent of directions.keys()) parents.add(parent);
  const parts = sortGridParts(wire, positions, boxes);
  for (const parent of parts.keys()) parents.add(parent);
  if (parents.size === 0) return undefined;
  const sorted = new Map<number, number[]>();
  for (const [parent, children] of childrenOf(wire.rows, parents)) {
    const direction = directions.get(parent);
    const own = parts.get(parent);
    const order =
      (own && inOrder(children, own)) ??
      (direction ? sortItems(children, wire, boxes, direction) : undefined) ??
      sortChildren(children, wire, boxes, positions);
    if (order) sorted.set(parent, order);
  }
  return sorted.size > 0 ? preorder(wire.rows, sorted) : undefined;
}

/** The rows of a document, with the texts that they name. */
type WrittenRows = Pick<DocumentSnapshot, 'rows' | 'strings'>;

/** Of each row, in CSS pixels. */
type Boxes = readonly (Box | undefined)[];

const parentOf = ({ up }: Rows, row: number): number => row - (up[row] as number);

/** The parents of boxes that stand before the sibling before them, or are numbered lower. */
function findDisordered(
  wire: WrittenRows,
  boxes: Boxes,
  positions: ReadonlyMap<number, number>,
): Set<number> {
  const { rows } = wire;
  const found = new Set<number>();
  const lastBoxes: (Box | undefined)[] = new Array(rows.up.length);
  for (let row = 1; row < rows.up.length; row++) {
    const box = rows.id[row] === 0 ? undefined : boxes[row];
    if (!box || isEmpty(box)) continue;
    const parent = parentOf(rows, row);
    const before = lastBoxes[parent];
    if (before && isBefore(box, before)) found.add(parent);
    lastBoxes[parent] = box;
  }
  const last = new Map<number, number>();
  for (const [row, position] of positions) {
    const parent = parentOf(rows, row);
    if (position < (last.get(parent) ?? 0)) found.add(parent);
    last.set(parent, position);
  }
  return found;
}

/** On a line above, or in the same line to the left. */
function isBefore(box: Box, other: Box): boolean {
  if (box.y + box.height <= other.y + TOLERANCE) return true;
  return box.y < other.y + other.height - TOLERANCE && box.x + box.width <= other.x + TOLERANCE;
}

/** The position in its set of each row that has one. */
function readPositions({ rows, strings }: WrittenRows): Map<number, number> {
  const keys = new Set(POSITION_ATTRIBUTES.map((name) => strings.indexOf(name)).filter((key) => key >= 0));
  const positions = new Map<number, number>();
  if (keys.size === 0) return positions;
  for (let i = 0; i < rows.attributes.length; i += 3) {
    const [row, key, value] = rows.attributes.slice(i, i + 3) as [number, number, number];
    const position = keys.has(key) ? Number(strings[value]) : Number.NaN;
    if (position > 0) positions.set(row, position);
  }
  return positions;
}

/** The containers whose items stand elsewhere than they flow, with the direction of their lines, and their writing mode where that is not horizontal. */
function readDirections({ rows, strings }: WrittenRows): Map<number, string> {
  const directions = new Map<number, string>();
  const key = strings.indexOf('.order');
  if (key < 0) return directions;
  for (let i = 0; i < rows.attributes.length; i += 3)
    if (rows.attributes[i + 1] === key)
      directions.set(rows.attributes[i] as number, strings[rows.attributes[i + 2] as number] as string);
  return directions;
}

function childrenOf(rows: Rows, parents: ReadonlySet<number>): Map<number, number[]> {
  const children = new Map<number, number[]>();
  for (let row = 1; row < rows.up.length; row++) {
    const parent = parentOf(rows, row);
    if (parents.has(parent)) addToGroup(children, parent, row);
  }
  return children;
}

interface Placed {
  row: number;
  box: Box;
}

/** The children in visual order; undefined where they are no set, or it is not sure which order is seen. */
function sortChildren(
  children: readonly number[],
  { rows, strings }: WrittenRows,
  boxes: Boxes,
  positions: ReadonlyMap<number, number>,
): number[] | undefined {
  const hasWords = children.some(
    (row) => rows.id[row] === 0 && strings[rows.text[row] as number]?.trim() !== '',
  );
  const withBoxes: Placed[] = children.flatMap((row) => {
    const box = rows.id[row] === 0 ? undefined : boxes[row];
    return box && box.height >= 1 ? [{ row, box }] : [];
  });
  // A line without words has no width; a line break is none.
  const [tag] = withBoxes.flatMap(({ row, box }) => (isEmpty(box) ? [] : [rows.tag[row]]));
  const placed = withBoxes.filter(({ row, box }) => !isEmpty(box) || rows.tag[row] === tag);
  if (hasWords || placed.length < 2 || !areAlike(placed, rows)) return undefined;
  // What flows is read as it flows, upright and reversed too, unless the page numbers it.
  const isPlaced = ({ row }: Placed): boolean =>
    positions.has(row) || ((rows.flags[row] as number) & Flag.Absolute) !== 0;
  if (!placed.every(isPlaced)) return undefined;
  const moves = placed.some(({ row }) => ((rows.flags[row] as number) & (Flag.Sticky | Flag.Fixed)) !== 0);
  const lines = moves ? undefined : toLines(placed);
  const sorted = lines ? inReadingOrder(lines, positions) : byPosition(placed, positions);
  return sorted && withUnplaced(children, placed, sorted);
}

/** Parts of a page are found by their names, and stay where the page has them. */
const PARTS = new Set<string>(LANDMARK_ROLES);

/** The items of a flex or grid container, or the parts of a table, in visual order; undefined where they form no lines. */
function sortItems(
  children: readonly number[],
  { rows, strings }: WrittenRows,
  boxes: Boxes,
  direction: string,
): number[] | undefined {
  const [inline, mode = ''] = direction.split(' ');
  const placed = children.flatMap((row) => {
    const box = boxes[row];
    const isOut = ((rows.flags[row] as number) & (Flag.Absolute | Flag.Fixed | Flag.Sticky)) !== 0;
    return rows.id[row] !== 0 && box && !isEmpty(box) && !isOut ? [{ row, box: inMode(box, mode) }] : [];
  });
  if (placed.some(({ row }) => PARTS.has(strings[rows.role[row] as number] as string))) return undefined;
  const endOf = ({ box }: Placed): number => (inline === 'rtl' ? -(box.x + box.width) : box.x);
  const sorted = toLines(placed)?.flatMap((line) => [...line].sort((a, b) => endOf(a) - endOf(b)));
  return sorted && withUnplaced(children, placed, sorted);
}

/** Turned so that its lines lie one below the other, and run to the right. */
function inMode(box: Box, mode: string): Box {
  if (mode === '') return box;
  const { x, y, width, height } = box;
  return {
    x: mode === 'sideways-lr' ? -(y + height) : y,
    y: mode.endsWith('-rl') ? -(x + width) : x,
    width: height,
    height: width,
  };
}

/** Of one tag and role, and all or none placed absolutely. */
function areAlike(placed: readonly Placed[], rows: Rows): boolean {
  const kindOf = ({ row }: Placed): string =>
    `${rows.tag[row]} ${rows.role[row]} ${(rows.flags[row] as number) & Flag.Absolute}`;
  return new Set(placed.map(kindOf)).size === 1;
}

/** Lines one below the other, of boxes side by side; undefined where boxes overlap. */
function toLines(placed: readonly Placed[]): Placed[][] | undefined {
  const lines: Placed[][] = [];
  let [top, bottom] = [0, Number.NEGATIVE_INFINITY];
  for (const one of [...placed].sort((a, b) => a.box.y - b.box.y)) {
    const { y, height } = one.box;
    if (y + TOLERANCE >= bottom) {
      lines.push([one]);
      [top, bottom] = [y, y + height];
    } else {
      // In the line by its top or its middle, as small buttons beside large ones are.
      if (y + height / 2 > bottom && y > top + TOLERANCE) return undefined;
      lines.at(-1)?.push(one);
      bottom = Math.max(bottom, y + height);
    }
  }
  return lines.every(areSideBySide) ? lines : undefined;
}

function areSideBySide(line: readonly Placed[]): boolean {
  const sorted = [...line].sort((a, b) => a.box.x - b.box.x);
  return sorted.every(({ box }, i) => {
    const before = sorted[i - 1]?.box;
    return !before || before.x + before.width <= box.x + TOLERANCE;
  });
}

/** Lines of which each runs from right to left are read so, unless the page numbers them from left to right. */
function inReadingOrder(lines: readonly Placed[][], positions: ReadonlyMap<number, number>): Placed[] {
  const inDocument = lines.map((line) => [...line].sort((a, b) => a.row - b.row));
  const runsLeft = (one: Placed, before: Placed): boolean =>
    one.box.x < before.box.x && (positions.get(one.row) ?? 1) >= (positions.get(before.row) ?? 1);
  const isReversed = (line: readonly Placed[]): boolean =>
    line.every((one, i) => i === 0 || runsLeft(one, line[i - 1] as Placed));
  if (inDocument.every(isReversed)) return inDocument.flat();
  return lines.flatMap((line) => [...line].sort((a, b) => a.box.x - b.box.x));
}

/** By the numbers that the page gives them, where each has its own. */
function byPosition(placed: readonly Placed[], positions: ReadonlyMap<number, number>): Placed[] | undefined {
  const numbers = placed.map(({ row }) => positions.get(row) ?? 0);
  if (numbers.includes(0) || new Set(numbers).size < numbers.length) return undefined;
  return [...placed].sort((a, b) => (positions.get(a.row) as number) - (positions.get(b.row) as number));
}

/** What has no box stays in its place. Undefined where nothing moves. */
function withUnplaced(
  children: readonly number[],
  placed: readonly Placed[],
  sorted: readonly Placed[],
): number[] | undefined {
  if (sorted.every((one, i) => one === placed[i])) return undefined;
  return inOrder(
    children,
    sorted.map(({ row }) => row),
  );
}

/** Those of `sorted` in its order; all others stay in their places. */
function inOrder(children: readonly number[], sorted: readonly number[]): number[] {
  const isSorted = new Set(sorted);
  let next = 0;
  return children.map((row) => (isSorted.has(row) ? (sorted[next++] as number) : row));
}

function preorder(rows: Rows, sorted: ReadonlyMap<number, readonly number[]>): number[] {
  const ends = subtreeEnds(rows);
  const order: number[] = [];
  const stack: { row: number; to: number }[] = [{ row: 0, to: rows.up.length }];
  for (let span = stack.pop(); span; span = stack.pop()) {
    let { row } = span;
    for (; row < span.to && !sorted.has(row); row++) order.push(row);
    if (row >= span.to) continue;
    order.push(row);
    stack.push({ row: ends[row] as number, to: span.to });
    const children = sorted.get(row) as readonly number[];
    for (const child of [...children].reverse()) stack.push({ row: child, to: ends[child] as number });
  }
  return order;
}

/** One past the last descendant of each row. */
function subtreeEnds(rows: Rows): number[] {
  const ends = rows.up.map((_, row) => row + 1);
  for (let row = ends.length - 1; row > 0; row--) {
    const parent = parentOf(rows, row);
    ends[parent] = Math.max(ends[parent] as number, ends[row] as number);
  }
  return ends;
}

/** By row; undefined for one without a box. */
export function readBoxes({ boxes, flags }: Rows): (Box | undefined)[] {
  let offset = 0;
  return flags.map((flag) => {
    if ((flag & Flag.Box) === 0) return undefined;
    offset += 4;
    return boxAt(boxes, offset - 4);
  });
}
