import { Flag } from '../../snapshot/Snapshot.ts';
import type { SnapshotBuilder } from '../capture/SnapshotBuilder.ts';
import { boundingRect, elementsFromPoint, localName } from '../dom/dom.ts';
import { styleValue } from '../styles/StyleCache.ts';

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

export function addPaintOrder(snapshot: SnapshotBuilder, topModal: number): void {
  if (snapshot.layerZIndexes.size === 0) return;
  const stackingContexts = new StackingContexts(snapshot);
  stackingContexts.markFixedContainers();
  const layers = collectLayers(snapshot, stackingContexts);
  let order = 1;
  const assignOrder = (root: Layer): void => {
    order = assignPaintOrder(root, order, snapshot.rows.layers);
  };
  const { root, top } = buildLayerTree(snapshot, layers);
  assignOrder(root);
  for (const layer of sortTopLayer(top, topModal, snapshot)) assignOrder(layer);
}

/** No API gives the order of the top layer: where two of its elements overlap, a hit test shows which is above. */
function sortTopLayer(top: Layer[], topModal: number, { elements }: SnapshotBuilder): Layer[] {
  const elementOf = ({ row }: Layer): Element => elements[row] as Element;
  const ordered: Layer[] = [];
  for (const layer of top) {
    const before = ordered.findIndex((other) => isPaintedAbove(elementOf(other), elementOf(layer)));
    ordered.splice(before < 0 ? ordered.length : before, 0, layer);
  }
  return ordered.sort((a, b) => Number(a.row === topModal) - Number(b.row === topModal));
}

/** Whether the first is found above the second in the middle of what they share. */
function isPaintedAbove(first: Element, second: Element): boolean {
  const a = boundingRect(first);
  const b = boundingRect(second);
  const left = Math.max(a.left, b.left, 0);
  const top = Math.max(a.top, b.top, 0);
  const right = Math.min(a.right, b.right, innerWidth);
  const bottom = Math.min(a.bottom, b.bottom, innerHeight);
  if (right <= left || bottom <= top) return false;
  const found = elementsFromPoint((left + right) / 2, (top + bottom) / 2);
  const index = found.indexOf(first);
  return index >= 0 && index < found.indexOf(second);
}

/** All layers by row: those met on the walk, and what confines those of them that leave the tree's order. */
function collectLayers(snapshot: SnapshotBuilder, stackingContexts: StackingContexts): Map<number, Layer> {
  const layers = new Map<number, Layer>();
  for (const [row, z] of snapshot.layerZIndexes) {
    const isContext =
      z !== undefined ||
      snapshot.translucentRows.has(row) ||
      snapshot.hasFlag(row, Flag.Fixed | Flag.Sticky | Flag.TopLayer);
    layers.set(row, { row, z: z ?? 0, isContext, children: [] });
  }
  for (const [row, z] of snapshot.layerZIndexes) {
    if (z === undefined || z === 0) continue;
    for (
      let up = snapshot.parents[row] as number;
      up > 0 && !stackingContexts.markAncestorsSeen(up);
      up = snapshot.parents[up] as number
    ) {
      if (!stackingContexts.isContext(up)) continue;
      const layer = layers.get(up);
      if (layer) layer.isContext = true;
      else layers.set(up, { row: up, z: 0, isContext: true, children: [] });
    }
  }
  return layers;
}

/** Hangs every layer under the context that paints it; the top layer hangs under none. */
function buildLayerTree(
  snapshot: SnapshotBuilder,
  layers: Map<number, Layer>,
): { root: Layer; top: Layer[] } {
  const root: Layer = { row: 0, z: 0, isContext: true, children: [] };
  const top: Layer[] = [];
  for (const row of [...layers.keys()].sort((a, b) => a - b)) {
    const layer = layers.get(row) as Layer;
    if (snapshot.hasFlag(row, Flag.TopLayer)) top.push(layer);
    else if (row !== 0) enclosingContext(row, snapshot, layers, root).children.push(layer);
  }
  return { root, top };
}

function enclosingContext(
  row: number,
  snapshot: SnapshotBuilder,
  layers: Map<number, Layer>,
  root: Layer,
): Layer {
  for (let up = snapshot.parents[row] as number; up > 0; up = snapshot.parents[up] as number) {
    const layer = layers.get(up);
    if (layer?.isContext) return layer;
  }
  return root;
}

/** Writes pairs row, order; answers the next free order. Uses a stack: contexts nest as deep as the page likes. */
function assignPaintOrder(root: Layer, first: number, out: number[]): number {
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
const LOOKED_UP = 4;
const ANCESTORS_SEEN = 8;

/** Looks up, once a row, what makes a stacking context or a containing block besides position and opacity. */
class StackingContexts {
  readonly #snapshot: SnapshotBuilder;
  readonly #contextBits: Uint8Array;

  constructor(snapshot: SnapshotBuilder) {
    this.#snapshot = snapshot;
    this.#contextBits = new Uint8Array(snapshot.parents.length);
  }

  isContext(row: number): boolean {
    return (this.#lookUp(row) & CONTEXT) !== 0;
  }

  /** True from the second time on: everything above has been looked at. */
  markAncestorsSeen(row: number): boolean {
    const wasSeen = ((this.#contextBits[row] as number) & ANCESTORS_SEEN) !== 0;
    this.#contextBits[row] = (this.#contextBits[row] as number) | ANCESTORS_SEEN;
    return wasSeen;
  }

  /** Sets `ContainsFixed` where it matters: above fixed and absolute rows. */
  markFixedContainers(): void {
    const { parents, layerZIndexes } = this.#snapshot;
    const done = new Uint8Array(parents.length);
    for (const row of layerZIndexes.keys()) {
      const fixed = this.#snapshot.hasFlag(row, Flag.Fixed);
      if (!fixed && !this.#snapshot.hasFlag(row, Flag.Absolute)) continue;
      for (let up = parents[row] as number; up > 0; up = parents[up] as number) {
        if ((this.#lookUp(up) & CONTAINS_FIXED) !== 0) this.#snapshot.addFlags(up, Flag.ContainsFixed);
        const mark = fixed ? 2 : 1;
        if (((done[up] as number) & 2) !== 0 || (!fixed && done[up] === 1)) break;
        done[up] = (done[up] as number) | mark;
        if (!fixed && this.#snapshot.hasFlag(up, Flag.Positioned)) break;
      }
    }
  }

  #lookUp(row: number): number {
    const cached = this.#contextBits[row] as number;
    if ((cached & LOOKED_UP) !== 0) return cached;
    const element = this.#snapshot.elements[row];
    const contextBits = (element ? contextBitsOf(element) : 0) | LOOKED_UP | cached;
    this.#contextBits[row] = contextBits;
    return contextBits;
  }
}

/** CSS Transforms 1, Filter Effects 1, Containment 3, Will Change 1, Compositing 1, Masking 1, SVG 2 (section 12.2). */
function contextBitsOf(element: Element): number {
  if (localName(element) === 'foreignObject') return CONTEXT | CONTAINS_FIXED;
  const style = getComputedStyle(element);
  const isSet = (property: string): boolean => {
    const value = styleValue(style, property);
    return value !== 'none' && value !== '' && value !== 'auto' && value !== 'normal';
  };
  if (styleValue(style, 'display') === 'inline') return isSet('filter') ? CONTEXT | CONTAINS_FIXED : 0;
  if (FIXED_CONTAINING_PROPERTIES.some(isSet)) return CONTEXT | CONTAINS_FIXED;
  if (/\b(?:paint|layout|strict|content)\b/.test(styleValue(style, 'contain')))
    return CONTEXT | CONTAINS_FIXED;
  const willChange = styleValue(style, 'will-change');
  if (/\b(?:transform|filter|perspective|translate|rotate|scale)\b/.test(willChange))
    return CONTEXT | CONTAINS_FIXED;
  const isolated =
    styleValue(style, 'isolation') === 'isolate' || styleValue(style, 'mix-blend-mode') !== 'normal';
  return isolated || /\bopacity\b/.test(willChange) || MASK_PROPERTIES.some(isSet) ? CONTEXT : 0;
}

const FIXED_CONTAINING_PROPERTIES = [
  'transform',
  'filter',
  'backdrop-filter',
  'perspective',
  'translate',
  'rotate',
  'scale',
];
const MASK_PROPERTIES = ['clip-path', 'mask-image'];
