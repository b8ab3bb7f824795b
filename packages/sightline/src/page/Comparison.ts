import { Flag } from '../model/Snapshot.ts';
import { decisionsOf } from './bits.ts';
import { overflowsWithText } from './blocks.ts';
import { ELEMENT, firstChild, flatParent, nextSibling, rectOf, shadowOf, typeOf } from './dom.ts';
import type { Environment } from './Environment.ts';
import { round } from './layout.ts';
import type { Changes } from './Pulse.ts';
import type { Recording } from './Recording.ts';

/** Where a larger share of the rows changed, walking all of them costs less than telling which did. */
const MOST_CHANGED = 0.4;

/** Finds which rows of a recording would not come out the same now, of their own or for what is below them. */
export class Comparison {
  /** 1 for those that would not. */
  readonly changed: Uint8Array;
  /** The boxes as they are now, as in `rows.boxes`. */
  readonly boxes: Int32Array;
  /** Four numbers a row: left, top, right and bottom of what it extends its parent to. */
  readonly reach: Int32Array;
  /** 1 where those hold. */
  readonly #holds: Uint8Array;
  readonly #recording: Recording;
  readonly #env: Environment;
  /** Rows plus 1 by id: ids are small and dense. */
  readonly #rowOfId: Int32Array;

  constructor(recording: Recording, env: Environment) {
    const { id, boxes } = recording.rows;
    this.#recording = recording;
    this.#env = env;
    this.changed = new Uint8Array(id.length);
    this.boxes = new Int32Array(boxes.length);
    this.reach = new Int32Array(id.length * 4);
    this.#holds = new Uint8Array(id.length);
    this.#rowOfId = new Int32Array(env.registry.count + 1);
    for (let row = 0; row < id.length; row++) if (id[row] !== 0) this.#rowOfId[id[row] as number] = row + 1;
  }

  /** -1 where it has none. */
  rowOf(id: number): number {
    return (this.#rowOfId[id] ?? 0) - 1;
  }

  /** Marks the row of a node, or of the nearest element around it that has one. */
  mark(node: Node): void {
    for (let up: Node | null = node; up; up = up instanceof ShadowRoot ? up.host : flatParent(up)) {
      const row = this.#rowAt(up);
      if (row < 0) continue;
      this.changed[row] = 1;
      return;
    }
  }

  #rowAt(node: Node): number {
    return typeOf(node) === ELEMENT ? this.rowOf(this.#env.registry.known(node as Element)) : -1;
  }

  /** Marks what was mutated. What an element is may stand on which others are beside it: heading cells, summaries. */
  markMutated({ touched, relisted }: Changes): void {
    for (const node of touched) this.mark(node);
    for (const parent of relisted) {
      this.mark(parent);
      for (let child = firstChild(parent); child; child = nextSibling(child)) {
        const row = this.#rowAt(child);
        if (row >= 0) this.changed[row] = 1;
      }
    }
  }

  /** Asks for boxes and styles again. False where so much changed that nothing is gained. */
  ask(): boolean {
    const { asked, elements } = this.#recording;
    asked.compareStates(elements, this.#env.secrets, this.changed);
    if (this.#isMuch()) return false;
    this.#askBoxes();
    if (this.#isMuch() || !asked.compareStyles(elements, this.changed)) return false;
    this.#decide();
    return true;
  }

  #isMuch(): boolean {
    let count = 0;
    for (const one of this.changed) count += one;
    return count > MOST_CHANGED * this.changed.length;
  }

  /** Marks what has no area now; and what got a shadow root, of which no mutation tells. */
  #askBoxes(): void {
    const { boxAt, elements } = this.#recording;
    const { scrollX, scrollY } = this.#env;
    const { boxes, changed } = this;
    for (let row = 0; row < boxAt.length; row++) {
      const element = elements[row];
      if (!element || changed[row] !== 0) continue;
      if (shadowOf(element)) changed[row] = 1;
      const at = boxAt[row] as number;
      if (at < 0) continue;
      const { left, top, right, bottom } = rectOf(element);
      const x = round(left + scrollX);
      const y = round(top + scrollY);
      boxes[at] = x;
      boxes[at + 1] = y;
      boxes[at + 2] = round(right + scrollX) - x;
      boxes[at + 3] = round(bottom + scrollY) - y;
      if (right - left < 1 || bottom - top < 1) changed[row] = 1;
    }
  }

  /** Marks what holds a marked row, and of which the boxes decide otherwise now: see `leaveBox`. */
  #decide(): void {
    const { boxAt, parents } = this.#recording;
    const { changed } = this;
    for (let row = changed.length - 1; row >= 0; row--) {
      const at = boxAt[row] as number;
      if (changed[row] === 0 && at >= 0) this.#leave(row, at);
      const up = parents[row] as number;
      if (up < 0) return;
      if (changed[row] !== 0) changed[up] = 1;
      else if (this.#holds[row] !== 0) this.#extendBy(up, row);
    }
  }

  /** From what the row holds to what it extends its parent to. */
  #leave(row: number, at: number): void {
    const recording = this.#recording;
    const box = this.boxes;
    const inner = this.reach;
    const to = row * 4;
    const right = (box[at] as number) + (box[at + 2] as number);
    const bottom = (box[at + 1] as number) + (box[at + 3] as number);
    const holds = this.#holds[row] !== 0;
    const exceeds =
      holds &&
      ((inner[to] as number) < (box[at] as number) ||
        (inner[to + 1] as number) < (box[at + 1] as number) ||
        (inner[to + 2] as number) > right ||
        (inner[to + 3] as number) > bottom);
    const text = recording.visits.get(row, 'Text');
    const overflows = overflowsWithText(text, box[at + 2] as number, box[at + 3] as number);
    const isHollow =
      !holds ||
      (inner[to + 2] as number) - (inner[to] as number) < 1 ||
      (inner[to + 3] as number) - (inner[to + 1] as number) < 1;
    if (decisionsOf(exceeds, overflows, isHollow) !== recording.visits.get(row, 'Decisions')) {
      this.changed[row] = 1;
      return;
    }
    const clips = recording.has(row, Flag.ClipX) && recording.has(row, Flag.ClipY);
    if (!exceeds || clips) this.#holds[row] = 0;
    this.#extend(row, box[at] as number, box[at + 1] as number, right, bottom);
  }

  #extendBy(row: number, below: number): void {
    const { reach } = this;
    const at = below * 4;
    this.#extend(
      row,
      reach[at] as number,
      reach[at + 1] as number,
      reach[at + 2] as number,
      reach[at + 3] as number,
    );
  }

  #extend(row: number, left: number, top: number, right: number, bottom: number): void {
    const { reach } = this;
    const at = row * 4;
    const isFirst = this.#holds[row] === 0;
    this.#holds[row] = 1;
    if (isFirst || left < (reach[at] as number)) reach[at] = left;
    if (isFirst || top < (reach[at + 1] as number)) reach[at + 1] = top;
    if (isFirst || right > (reach[at + 2] as number)) reach[at + 2] = right;
    if (isFirst || bottom > (reach[at + 3] as number)) reach[at + 3] = bottom;
  }
}
