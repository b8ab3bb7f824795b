import { Flag } from '../model/Snapshot.ts';
import { elementsAt, rectOf } from './dom.ts';
import type { Recording } from './Recording.ts';
import { valueOf } from './styles.ts';

/**
 * Paint order of the rows that are layers of their own, by CSS 2.1, appendix E: within a stacking
 * context negative z-index first, then its own content, then `auto` and 0 in tree order, then positive;
 * a nested context stays within its parent's place; the top layer comes last. A reader gives every
 * other row the order of the nearest layer above it, and never lets an ancestor cover its descendant
 * (a context's number stands for its content, which is painted after its negative children).
 *
 * Transforms, filters and their like are looked up only above a layer with a `z-index`, which they
 * confine, and above fixed and absolute boxes, which they hold: asking every element would cost as much
 * as its box.
 */

interface Layer {
  row: number;
  z: number;
  /** False for a positioned element with `z-index: auto`: its children join the context around it. */
  isContext: boolean;
  children: Layer[];
}

export function addLayers(recording: Recording, topModal: number): void {
  if (recording.layered.size === 0) return;
  const contexts = new Contexts(recording);
  contexts.markContainers();
  const layers = collect(recording, contexts);
  let order = 1;
  const paint = (root: Layer): void => {
    order = paintContext(root, order, recording.rows.layers);
  };
  const { root, top } = arrange(recording, layers);
  paint(root);
  for (const layer of inOrderOfOpening(top, topModal, recording)) paint(layer);
}

/** No list tells the order of the top layer: where two of it overlap, the browser says which is above. */
function inOrderOfOpening(top: Layer[], topModal: number, { elements }: Recording): Layer[] {
  const elementOf = ({ row }: Layer): Element => elements[row] as Element;
  const ordered: Layer[] = [];
  for (const layer of top) {
    const before = ordered.findIndex((other) => isAbove(elementOf(other), elementOf(layer)));
    ordered.splice(before < 0 ? ordered.length : before, 0, layer);
  }
  return ordered.sort((a, b) => Number(a.row === topModal) - Number(b.row === topModal));
}

/** Whether the first is found above the second in the middle of what they share. */
function isAbove(first: Element, second: Element): boolean {
  const a = rectOf(first);
  const b = rectOf(second);
  const left = Math.max(a.left, b.left, 0);
  const top = Math.max(a.top, b.top, 0);
  const right = Math.min(a.right, b.right, innerWidth);
  const bottom = Math.min(a.bottom, b.bottom, innerHeight);
  if (right <= left || bottom <= top) return false;
  const found = elementsAt((left + right) / 2, (top + bottom) / 2);
  const at = found.indexOf(first);
  return at >= 0 && at < found.indexOf(second);
}

/** All layers by row: those met on the walk, and what confines those of them that leave the tree's order. */
function collect(recording: Recording, contexts: Contexts): Map<number, Layer> {
  const layers = new Map<number, Layer>();
  for (const [row, z] of recording.layered) {
    const isContext =
      z !== undefined ||
      recording.faded.has(row) ||
      recording.has(row, Flag.Fixed | Flag.Sticky | Flag.TopLayer);
    layers.set(row, { row, z: z ?? 0, isContext, children: [] });
  }
  for (const [row, z] of recording.layered) {
    if (z === undefined || z === 0) continue;
    for (
      let up = recording.parents[row] as number;
      up > 0 && !contexts.seenUp(up);
      up = recording.parents[up] as number
    ) {
      if (!contexts.isContext(up)) continue;
      const layer = layers.get(up);
      if (layer) layer.isContext = true;
      else layers.set(up, { row: up, z: 0, isContext: true, children: [] });
    }
  }
  return layers;
}

/** Hangs every layer under the context that paints it; the top layer hangs under none. */
function arrange(recording: Recording, layers: Map<number, Layer>): { root: Layer; top: Layer[] } {
  const root: Layer = { row: 0, z: 0, isContext: true, children: [] };
  const top: Layer[] = [];
  for (const row of [...layers.keys()].sort((a, b) => a - b)) {
    const layer = layers.get(row) as Layer;
    if (recording.has(row, Flag.TopLayer)) top.push(layer);
    else if (row !== 0) contextAround(row, recording, layers, root).children.push(layer);
  }
  return { root, top };
}

function contextAround(row: number, recording: Recording, layers: Map<number, Layer>, root: Layer): Layer {
  for (let up = recording.parents[row] as number; up > 0; up = recording.parents[up] as number) {
    const layer = layers.get(up);
    if (layer?.isContext) return layer;
  }
  return root;
}

/** Writes pairs row, order; answers the next free order. Uses a stack: contexts nest as deep as the page likes. */
function paintContext(root: Layer, first: number, out: number[]): number {
  let order = first;
  const stack: { layer: Layer; open: boolean }[] = [{ layer: root, open: false }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { layer, open } = next;
    if (open || layer.children.length === 0) {
      if (layer.row !== 0) out.push(layer.row, order++);
      continue;
    }
    const sorted = layer.children.sort((a, b) => a.z - b.z || a.row - b.row);
    const above = sorted.filter((child) => child.z >= 0);
    const below = sorted.filter((child) => child.z < 0);
    for (const child of above.reverse()) stack.push({ layer: child, open: false });
    stack.push({ layer, open: true });
    for (const child of below.reverse()) stack.push({ layer: child, open: false });
  }
  return order;
}

const CONTEXT = 1;
const CONTAINS_FIXED = 2;
const KNOWN = 4;
const CLIMBED = 8;

/** Looks up, once a row, what makes a stacking context or a containing block besides position and opacity. */
class Contexts {
  readonly #recording: Recording;
  readonly #facts: Uint8Array;

  constructor(recording: Recording) {
    this.#recording = recording;
    this.#facts = new Uint8Array(recording.parents.length);
  }

  isContext(row: number): boolean {
    return (this.#lookUp(row) & CONTEXT) !== 0;
  }

  /** True from the second time on: everything above has been looked at. */
  seenUp(row: number): boolean {
    const seen = ((this.#facts[row] as number) & CLIMBED) !== 0;
    this.#facts[row] = (this.#facts[row] as number) | CLIMBED;
    return seen;
  }

  /** Sets `ContainsFixed` where it matters: above fixed and absolute rows. */
  markContainers(): void {
    const { parents, layered } = this.#recording;
    const done = new Uint8Array(parents.length);
    for (const row of layered.keys()) {
      const fixed = this.#recording.has(row, Flag.Fixed);
      if (!fixed && !this.#recording.has(row, Flag.Absolute)) continue;
      for (let up = parents[row] as number; up > 0; up = parents[up] as number) {
        if ((this.#lookUp(up) & CONTAINS_FIXED) !== 0) this.#recording.flag(up, Flag.ContainsFixed);
        const mark = fixed ? 2 : 1;
        if (((done[up] as number) & 2) !== 0 || (!fixed && done[up] === 1)) break;
        done[up] = (done[up] as number) | mark;
        if (!fixed && this.#recording.has(up, Flag.Positioned)) break;
      }
    }
  }

  #lookUp(row: number): number {
    const known = this.#facts[row] as number;
    if ((known & KNOWN) !== 0) return known;
    const element = this.#recording.elements[row];
    const facts = (element ? factsOf(element) : 0) | KNOWN | known;
    this.#facts[row] = facts;
    return facts;
  }
}

/** CSS Transforms 1, Filter Effects 1, Containment 3, Will Change 1, Compositing 1, Masking 1. */
function factsOf(element: Element): number {
  const style = getComputedStyle(element);
  const isSet = (property: string): boolean => {
    const value = valueOf(style, property);
    return value !== 'none' && value !== '' && value !== 'auto' && value !== 'normal';
  };
  if (valueOf(style, 'display') === 'inline') return isSet('filter') ? CONTEXT | CONTAINS_FIXED : 0;
  if (HOLDS_FIXED.some(isSet)) return CONTEXT | CONTAINS_FIXED;
  if (/\b(?:paint|layout|strict|content)\b/.test(valueOf(style, 'contain'))) return CONTEXT | CONTAINS_FIXED;
  const will = valueOf(style, 'will-change');
  if (/\b(?:transform|filter|perspective|translate|rotate|scale)\b/.test(will))
    return CONTEXT | CONTAINS_FIXED;
  const isolated = valueOf(style, 'isolation') === 'isolate' || valueOf(style, 'mix-blend-mode') !== 'normal';
  return isolated || /\bopacity\b/.test(will) || MASKS.some(isSet) ? CONTEXT : 0;
}

const HOLDS_FIXED = ['transform', 'filter', 'backdrop-filter', 'perspective', 'translate', 'rotate', 'scale'];
const MASKS = ['clip-path', 'mask-image'];
