import { Flag } from '../model/Snapshot.ts';
import { elementAt, flatParent, localName, rectsOf } from './dom.ts';
import type { Environment } from './Environment.ts';
import type { Recording } from './Recording.ts';

/**
 * Hit tests: for what can be used and shows in the viewport, asks the browser what lies at up to five
 * points of its visible part. Found itself: `Flag.Hit`. Found something else at each: a `covered` pair.
 * What is scrolled out of its own scroller is not tested: it is not covered, only away.
 */

/** Client coordinates. */
interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Where to try, as fractions of width and height: the centre first. */
export const POINTS: [number, number][] = [
  [0.5, 0.5],
  [0.2, 0.5],
  [0.8, 0.5],
  [0.5, 0.2],
  [0.5, 0.8],
];

/** Less than this shows nothing that a person could aim at, CSS pixels. */
const SLIVER = 1;

export function testHits(env: Environment): void {
  const found = candidatesInView(env);
  if (found.length === 0) return;
  const rows = new RowLookup(env);
  const test = (candidate: Candidate): boolean => testRow(candidate, env, rows);
  if (env.recording.parents.length <= SMALL_PAGE) {
    found.forEach(test);
    return;
  }
  const suspects = found.filter((candidate) => mayBeCovered(candidate, env));
  const suspected = new Set(suspects);
  const rest = found.filter((candidate) => !suspected.has(candidate));
  suspects.slice(0, MOST).forEach(test);
  const step = Math.max(1, Math.floor(rest.length / SAMPLE));
  const isSampled = (_: Candidate, i: number): boolean => i % step === 0;
  const sampleHolds = rest.filter(isSampled).map(test).every(Boolean);
  if (!sampleHolds) rest.filter((candidate, i) => !isSampled(candidate, i)).forEach(test);
}

/**
 * A hit test takes time in proportion to the page (1 ms at 20,000 elements). Up to this many rows each
 * candidate is tested; beyond it those that lie under a layer's box are, and a sample of the others:
 * when each of the sample is found, there is no cover that the boxes do not tell of.
 */
const SMALL_PAGE = 2_500;
const SAMPLE = 4;
/** Suspects that are tested: where more layers than this lie over each other, each test takes milliseconds. */
const MOST = 500;

interface Candidate {
  row: number;
  /** Its visible part. */
  shown: Area;
}

function candidatesInView(env: Environment): Candidate[] {
  const { recording } = env;
  const viewport = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const found: Candidate[] = [];
  for (const row of recording.candidates) {
    const own = areaOf(row, env, viewport);
    if (own === null || recording.has(row, Flag.VisibilityHidden | Flag.Transparent | Flag.ClippedAway))
      continue;
    const shown = clippedArea(row, own, env);
    if (shown !== null) found.push({ row, shown });
  }
  return found;
}

/** Whether the box of a layer that is neither around nor inside it meets the candidate. */
function mayBeCovered({ row, shown }: Candidate, env: Environment): boolean {
  const { recording } = env;
  for (const layer of recording.layered.keys()) {
    const area = areaOf(layer, env, shown);
    if (area && !isAbove(layer, row, recording) && !isAbove(row, layer, recording)) return true;
  }
  return false;
}

/** Answers whether the candidate was found at one point at least. */
function testRow({ row, shown }: Candidate, env: Environment, rows: RowLookup): boolean {
  const { recording } = env;
  const element = recording.elements[row] as Element;
  let cover = -1;
  for (const [x, y] of pointsOf(element, shown)) {
    const found = elementAt(x, y, (host) => env.registry.closedRootOf(host));
    if (!found || belongsTo(found, element)) {
      if (found) recording.flag(row, Flag.Hit);
      return found !== null;
    }
    if (cover < 0) cover = rows.rowOf(found);
  }
  if (cover >= 0 && !isAbove(cover, row, recording)) recording.rows.covered.push(row, cover);
  return false;
}

/** The middle and four points around it; for a link broken over lines, the middle of each line too. */
function pointsOf(element: Element, { left, top, right, bottom }: Area): [number, number][] {
  const points = POINTS.map(([fx, fy]): [number, number] => [
    left + (right - left) * fx,
    top + (bottom - top) * fy,
  ]);
  const lines = bottom - top > 24 && localName(element) === 'a' ? rectsOf(element) : [];
  if (lines.length < 2) return points;
  for (const line of Array.from(lines).slice(0, 5)) {
    const x = (Math.max(line.left, left) + Math.min(line.right, right)) / 2;
    const y = (Math.max(line.top, top) + Math.min(line.bottom, bottom)) / 2;
    if (x > left && x < right && y > top && y < bottom) points.unshift([x, y]);
  }
  return points;
}

/** Found inside the element, in its shadow tree, or in the label that works it. */
export function belongsTo(found: Element, element: Element): boolean {
  for (let up: Element | null = found; up; up = flatParent(up)) {
    if (up === element) return true;
    if (localName(up) === 'label' && (up as HTMLLabelElement).control === element) return true;
  }
  return false;
}

/** A point that falls through to an ancestor (a rounded corner, a gap between lines) covers nothing. */
function isAbove(ancestor: number, row: number, { parents }: Recording): boolean {
  if (ancestor >= row) return false;
  for (let up = parents[row] as number; up >= ancestor; up = parents[up] as number)
    if (up === ancestor) return true;
  return false;
}

function areaOf(row: number, env: Environment, within: Area): Area | null {
  const { recording, scrollX, scrollY } = env;
  const at = recording.boxAt[row] as number;
  if (at < 0) return null;
  const { boxes } = recording.rows;
  const left = (boxes[at] as number) - scrollX;
  const top = (boxes[at + 1] as number) - scrollY;
  const area = {
    left,
    top,
    right: left + (boxes[at + 2] as number),
    bottom: top + (boxes[at + 3] as number),
  };
  return meet(area, within);
}

function meet(a: Area, b: Area): Area | null {
  const left = Math.max(a.left, b.left);
  const top = Math.max(a.top, b.top);
  const right = Math.min(a.right, b.right);
  const bottom = Math.min(a.bottom, b.bottom);
  return right - left < SLIVER || bottom - top < SLIVER ? null : { left, top, right, bottom };
}

/** What the ancestors that clip leave of it, along the chain of containing blocks (CSS 2.1, section 11.1.1). */
function clippedArea(row: number, area: Area, env: Environment): Area | null {
  const { recording } = env;
  const flags = recording.rows.flags;
  let shown: Area | null = area;
  let reach = (flags[row] as number) & (Flag.Absolute | Flag.Fixed);
  for (let up = recording.parents[row] as number; up > 0 && shown; up = recording.parents[up] as number) {
    const above = flags[up] as number;
    if ((reach & Flag.Fixed) !== 0 && (above & Flag.ContainsFixed) === 0) continue;
    if (reach !== 0 && (above & (Flag.Positioned | Flag.ContainsFixed)) === 0) continue;
    reach = above & (Flag.Absolute | Flag.Fixed);
    if ((above & (Flag.ClipX | Flag.ClipY)) !== 0) shown = clipBy(up, above, shown, env);
  }
  return shown;
}

function clipBy(row: number, flags: number, area: Area, env: Environment): Area | null {
  const element = env.recording.elements[row];
  if (element && localName(element) === 'body') return area;
  const box = areaOf(row, env, EVERYWHERE);
  if (!box) return (env.recording.boxAt[row] as number) < 0 ? area : null;
  if ((flags & Flag.ClipX) === 0) Object.assign(box, { left: area.left, right: area.right });
  if ((flags & Flag.ClipY) === 0) Object.assign(box, { top: area.top, bottom: area.bottom });
  return meet(box, area);
}

const EVERYWHERE: Area = { left: -1e9, top: -1e9, right: 1e9, bottom: 1e9 };

/** From an element back to its row, or to that of the nearest element around it that has one. */
class RowLookup {
  readonly #env: Environment;
  #rowOfId: Int32Array | undefined;

  constructor(env: Environment) {
    this.#env = env;
  }

  rowOf(element: Element): number {
    this.#rowOfId ??= this.#index();
    for (let up: Element | null = element; up; up = flatParent(up)) {
      const row = this.#rowOfId[this.#env.registry.idOf(up)] ?? 0;
      if (row > 0) return row - 1;
    }
    return -1;
  }

  /** Rows plus 1 by id: ids are small and dense. */
  #index(): Int32Array {
    const rows = new Int32Array(this.#env.registry.count + 1);
    const { id } = this.#env.recording.rows;
    for (let row = 0; row < id.length; row++) if (id[row] !== 0) rows[id[row] as number] = row + 1;
    return rows;
  }
}
