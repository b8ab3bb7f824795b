import { Flag } from '../../snapshot/Snapshot.ts';
import type { CaptureContext } from '../capture/CaptureContext.ts';
import type { SnapshotBuilder } from '../capture/SnapshotBuilder.ts';
import { clientRects, type Edges, flatParent, localName, matchesSelector } from '../dom/dom.ts';

/**
 * Hit tests: for what can be used and shows in the viewport, asks the browser what lies at up to five
 * points of its visible part. Found itself: `Flag.Hit`. Found something else at each: a `covered` pair.
 * What is scrolled out of its own scroller is not tested: it is not covered, only away.
 */

/** Where to try, as fractions of width and height: the centre first. */
export const HIT_TEST_POINTS: [number, number][] = [
  [0.5, 0.5],
  [0.2, 0.5],
  [0.8, 0.5],
  [0.5, 0.2],
  [0.5, 0.8],
];

/** Less than this shows nothing that a person could aim at, CSS pixels. */
const MIN_VISIBLE_SIZE = 1;

export function hitTestAll(context: CaptureContext): void {
  const found = candidatesInView(context);
  if (found.length === 0) return;
  const rows = new RowLookup(context);
  const test = (candidate: Candidate): boolean => hitTestRow(candidate, context, rows);
  if (context.snapshot.parents.length <= MAX_ROWS_TO_TEST_ALL) {
    found.forEach(test);
    return;
  }
  const suspects = found.filter((candidate) => mayBeCovered(candidate, context));
  const suspected = new Set(suspects);
  const rest = found.filter((candidate) => !suspected.has(candidate));
  suspects.slice(0, MAX_SUSPECTS).forEach(test);
  const sample = sampleOf(rest);
  const isSampleUncovered = [...sample].map(test).every(Boolean);
  if (!isSampleUncovered) rest.filter((candidate) => !sample.has(candidate)).forEach(test);
}

/**
 * A hit test takes time in proportion to the page (1 ms at 20,000 elements). Up to this many rows each
 * candidate is tested; beyond it those that lie under a layer's box are, and a sample of the others:
 * when each of the sample is found, there is no cover that the boxes do not show.
 */
const MAX_ROWS_TO_TEST_ALL = 2_500;
const SAMPLE_SIZE = 4;

/** Evenly spread, with the first and the last: bars lie over the ends of what they cover. */
function sampleOf(candidates: readonly Candidate[]): Set<Candidate> {
  const step = Math.max(1, (candidates.length - 1) / (SAMPLE_SIZE - 1));
  const places = Array.from({ length: SAMPLE_SIZE }, (_, i) => Math.round(i * step));
  return new Set(places.flatMap((place) => candidates[place] ?? []));
}

/** Suspects that are tested: where more layers than this lie over each other, each test takes milliseconds. */
const MAX_SUSPECTS = 500;

interface Candidate {
  row: number;
  /** Its visible part. */
  visibleBounds: Edges;
}

function candidatesInView(context: CaptureContext): Candidate[] {
  const { snapshot } = context;
  const viewport = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const found: Candidate[] = [];
  for (const row of snapshot.hitTestCandidates) {
    const ownBounds = boundsOf(row, context, viewport);
    if (
      ownBounds === null ||
      snapshot.hasFlag(row, Flag.VisibilityHidden | Flag.Transparent | Flag.ClippedAway)
    )
      continue;
    const visibleBounds = clippedBounds(row, ownBounds, context);
    if (visibleBounds !== null) found.push({ row, visibleBounds });
  }
  return found;
}

/** Whether the box of a layer that is neither around nor inside it meets the candidate. */
function mayBeCovered({ row, visibleBounds }: Candidate, context: CaptureContext): boolean {
  const { snapshot } = context;
  for (const layer of snapshot.layerZIndexes.keys()) {
    const bounds = boundsOf(layer, context, visibleBounds);
    if (bounds && !isAncestorRow(layer, row, snapshot) && !isAncestorRow(row, layer, snapshot)) return true;
  }
  return false;
}

/** Returns whether the candidate was found at a point. */
function hitTestRow({ row, visibleBounds }: Candidate, context: CaptureContext, rows: RowLookup): boolean {
  const { snapshot } = context;
  const element = snapshot.elements[row] as Element;
  let coveringRow = -1;
  for (const [x, y] of testPointsOf(element, visibleBounds)) {
    const found = context.registry.elementAt(x, y);
    if (!found || isHitOn(found, element)) {
      if (found) snapshot.addFlags(row, Flag.Hit);
      return found !== null;
    }
    if (coveringRow < 0) coveringRow = rows.rowOf(found);
  }
  if (coveringRow >= 0 && !isAncestorRow(coveringRow, row, snapshot))
    snapshot.rows.covered.push(row, coveringRow);
  return false;
}

/** The middle and four points around it; for a link broken over lines, the middle of each line too. */
function testPointsOf(element: Element, { left, top, right, bottom }: Edges): [number, number][] {
  const points = HIT_TEST_POINTS.map(([fx, fy]): [number, number] => [
    left + (right - left) * fx,
    top + (bottom - top) * fy,
  ]);
  const lines = bottom - top > 24 && localName(element) === 'a' ? clientRects(element) : [];
  if (lines.length < 2) return points;
  for (const line of Array.from(lines).slice(0, 5)) {
    const x = (Math.max(line.left, left) + Math.min(line.right, right)) / 2;
    const y = (Math.max(line.top, top) + Math.min(line.bottom, bottom)) / 2;
    if (x > left && x < right && y > top && y < bottom) points.unshift([x, y]);
  }
  return points;
}

/** What takes a click for itself, also in a label. */
export const CONTROLS = 'a[href], button, input, select, textarea';

/** Whether it is one, or in one, of those below `box`. */
export function isInControl(found: Element, box: Element): boolean {
  for (let up: Element | null = found; up && up !== box; up = flatParent(up))
    if (matchesSelector(up, CONTROLS)) return true;
  return false;
}

/** Found inside the element, in its shadow tree, or in the label that works it. */
export function isHitOn(found: Element, element: Element): boolean {
  for (let up: Element | null = found; up; up = flatParent(up)) {
    if (up === element) return true;
    const isLabel = localName(up) === 'label' && (up as HTMLLabelElement).control === element;
    if (isLabel && !isInControl(found, up)) return true;
  }
  return false;
}

/** A point that falls through to an ancestor (a rounded corner, a gap between lines) covers nothing. */
function isAncestorRow(ancestor: number, row: number, { parents }: SnapshotBuilder): boolean {
  if (ancestor >= row) return false;
  for (let up = parents[row] as number; up >= ancestor; up = parents[up] as number)
    if (up === ancestor) return true;
  return false;
}

function boundsOf(row: number, context: CaptureContext, within: Edges): Edges | null {
  const { snapshot, scrollX, scrollY } = context;
  const boxOffset = snapshot.boxOffsets[row] as number;
  if (boxOffset < 0) return null;
  const { boxes } = snapshot.rows;
  const left = (boxes[boxOffset] as number) - scrollX;
  const top = (boxes[boxOffset + 1] as number) - scrollY;
  const bounds = {
    left,
    top,
    right: left + (boxes[boxOffset + 2] as number),
    bottom: top + (boxes[boxOffset + 3] as number),
  };
  return intersect(bounds, within);
}

function intersect(a: Edges, b: Edges): Edges | null {
  const left = Math.max(a.left, b.left);
  const top = Math.max(a.top, b.top);
  const right = Math.min(a.right, b.right);
  const bottom = Math.min(a.bottom, b.bottom);
  return right - left < MIN_VISIBLE_SIZE || bottom - top < MIN_VISIBLE_SIZE
    ? null
    : { left, top, right, bottom };
}

/** What the ancestors that clip leave of it, along the chain of containing blocks (CSS 2.1, section 11.1.1). */
function clippedBounds(row: number, bounds: Edges, context: CaptureContext): Edges | null {
  const { snapshot } = context;
  const flags = snapshot.rows.flags;
  let visibleBounds: Edges | null = bounds;
  let positioning = (flags[row] as number) & (Flag.Absolute | Flag.Fixed);
  for (
    let up = snapshot.parents[row] as number;
    up > 0 && visibleBounds;
    up = snapshot.parents[up] as number
  ) {
    const ancestorFlags = flags[up] as number;
    if ((positioning & Flag.Fixed) !== 0 && (ancestorFlags & Flag.ContainsFixed) === 0) continue;
    if (positioning !== 0 && (ancestorFlags & (Flag.Positioned | Flag.ContainsFixed)) === 0) continue;
    positioning = ancestorFlags & (Flag.Absolute | Flag.Fixed);
    if ((ancestorFlags & (Flag.ClipX | Flag.ClipY)) !== 0)
      visibleBounds = clipBy(up, ancestorFlags, visibleBounds, context);
  }
  return visibleBounds;
}

function clipBy(row: number, flags: number, bounds: Edges, context: CaptureContext): Edges | null {
  const element = context.snapshot.elements[row];
  if (element && localName(element) === 'body') return bounds;
  const box = boundsOf(row, context, INFINITE_BOUNDS);
  if (!box) return (context.snapshot.boxOffsets[row] as number) < 0 ? bounds : null;
  if ((flags & Flag.ClipX) === 0) Object.assign(box, { left: bounds.left, right: bounds.right });
  if ((flags & Flag.ClipY) === 0) Object.assign(box, { top: bounds.top, bottom: bounds.bottom });
  return intersect(box, bounds);
}

const INFINITE_BOUNDS: Edges = { left: -1e9, top: -1e9, right: 1e9, bottom: 1e9 };

/** From an element back to its row, or to that of the nearest element around it that has one. */
class RowLookup {
  readonly #context: CaptureContext;
  #rowOfId: Int32Array | undefined;

  constructor(context: CaptureContext) {
    this.#context = context;
  }

  rowOf(element: Element): number {
    this.#rowOfId ??= this.#buildIndex();
    for (let up: Element | null = element; up; up = flatParent(up)) {
      const row = this.#rowOfId[this.#context.registry.idOf(up)] ?? 0;
      if (row > 0) return row - 1;
    }
    return -1;
  }

  /** Rows plus 1 by id: ids are small and dense. */
  #buildIndex(): Int32Array {
    const rows = new Int32Array(this.#context.registry.count + 1);
    const { id } = this.#context.snapshot.rows;
    for (let row = 0; row < id.length; row++) if (id[row] !== 0) rows[id[row] as number] = row + 1;
    return rows;
  }
}
