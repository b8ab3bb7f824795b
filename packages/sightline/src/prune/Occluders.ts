import type { Box, PageDocument, PageNode } from '../model/Page.ts';
import { Flag } from '../model/Snapshot.ts';
import { intersect, isEmpty } from './geometry.ts';
import { isRemoved, type Pruning } from './Pruning.ts';

/** Something opaque, and the part of the page that it covers. */
export interface Occluder {
  node: PageNode;
  box: Box;
  /** Paint order of the layer it belongs to. */
  layer: number;
  /** Covers what lies below for the moment only: scrolling brings that out. */
  passing: boolean;
}

/** Height of the bands that occluders are sorted into, CSS pixels: about a screenful. */
const BAND = 512;
/** Farther than any page reaches, CSS pixels. */
const FAR = 1e9;

/** 1: stays in place while the page scrolls. 2: can be scrolled by a box around it. */
const PINNED = 1;
const SCROLLED = 2;

const NONE: readonly Occluder[] = [];

/** The boxes that paint over others, by document and place. */
export class Occluders {
  readonly #pruning: Pruning;
  readonly #layers: Float64Array;
  readonly #ties: Uint8Array;
  readonly #bands = new Map<PageDocument, Map<number, Occluder[]>>();
  /** Fixed boxes, with all that they cover at every turn of the page. */
  readonly #forGood: Occluder[] = [];

  constructor(pruning: Pruning) {
    this.#pruning = pruning;
    const { nodes } = pruning.page;
    this.#layers = layersOf(nodes);
    this.#ties = tiesOf(nodes);
    for (const node of nodes) {
      const box = pruning.seen[node.index];
      const layer = this.#layers[node.index] as number;
      if (layer === 0 || !node.has(Flag.Paints) || !box || isEmpty(box) || isRemoved(pruning, node)) continue;
      this.#add({ node, box, layer, passing: this.isPassing(node) });
    }
  }

  get isEmpty(): boolean {
    return this.#bands.size === 0;
  }

  /** A bar that stays in place while the page scrolls, and leaves most of the viewport free. */
  isPassing(node: PageNode): boolean {
    const stuck = node.closest((ancestor) => ancestor.has(Flag.Fixed | Flag.Sticky));
    const viewport = this.#pruning.page.documents[0]?.viewport;
    if (!stuck?.box || !viewport) return false;
    return stuck.box.height * stuck.box.width < 0.5 * viewport.height * viewport.width;
  }

  /** What paints over a part of the box, which is that of the node or of something in it. */
  above(node: PageNode, box: Box): readonly Occluder[] {
    const near = this.#near(node.document, box);
    const forGood = this.#forGoodAbove(node);
    if (near.length === 0 && forGood.length === 0) return NONE;
    const passes = this.isPassing(node);
    const layer = this.#layers[node.index] as number;
    const isOver = (occluder: Occluder): boolean =>
      occluder.layer > layer && !occluder.node.contains(node) && !node.contains(occluder.node);
    const found = near.filter(
      (occluder) =>
        (passes || !occluder.passing) && !isEmpty(intersect(occluder.box, box)) && isOver(occluder),
    );
    return [...found, ...forGood.filter(isOver)];
  }

  #forGoodAbove(node: PageNode): readonly Occluder[] {
    const ties = this.#ties[node.index] as number;
    if (this.#forGood.length === 0 || node.document.owner || (ties & PINNED) !== 0) return NONE;
    const canMove = (ties & SCROLLED) !== 0 || node.tag === 'iframe';
    return canMove ? this.#forGood.filter(({ box }) => box.height > FAR) : this.#forGood;
  }

  #near(document: PageDocument, box: Box): readonly Occluder[] {
    const own = this.#bands.get(document);
    const [first, last] = [bandOf(box.y), bandOf(box.y + box.height)];
    if (!own || first === last) return own?.get(first) ?? NONE;
    const found = new Set<Occluder>();
    for (let band = first; band <= last; band++)
      for (const occluder of own.get(band) ?? []) found.add(occluder);
    return [...found];
  }

  #add(occluder: Occluder): void {
    const { document } = occluder.node;
    const own = this.#bands.get(document) ?? new Map<number, Occluder[]>();
    this.#bands.set(document, own);
    const last = bandOf(occluder.box.y + occluder.box.height);
    for (let band = bandOf(occluder.box.y); band <= last; band++) {
      const list = own.get(band);
      if (list) list.push(occluder);
      else own.set(band, [occluder]);
    }
    const lasting = document.owner ? undefined : this.#lastingBox(occluder);
    if (lasting) this.#forGood.push({ ...occluder, box: lasting, passing: false });
  }

  /**
   * What a fixed box covers wherever the page is scrolled to: all that passes below one as high as the
   * viewport; what cannot be scrolled down from under one at the top, nor up from under one at the bottom.
   */
  #lastingBox({ node, box }: Occluder): Box | undefined {
    const { scroll, viewport } = node.document;
    const isSticky = node.closest((ancestor) => ancestor.has(Flag.Sticky)) !== undefined;
    if (((this.#ties[node.index] as number) & PINNED) === 0 && !(isSticky && scroll.y === 0))
      return undefined;
    if (box.width < viewport.width && scroll.width > viewport.width) return undefined;
    const top = box.y - scroll.y;
    const bottom = top + box.height;
    const reachesDown = bottom >= viewport.height && !isSticky;
    if (top <= 0 && reachesDown) return { ...box, y: -FAR, height: 2 * FAR };
    if (top <= 0) return { ...box, y: -FAR, height: FAR + bottom };
    const last = Math.max(0, scroll.height - viewport.height);
    return reachesDown ? { ...box, y: last + top, height: FAR - last - top } : undefined;
  }
}

function bandOf(y: number): number {
  return Math.floor(y / BAND);
}

/** Paint order of the layer each node belongs to. */
function layersOf(nodes: readonly PageNode[]): Float64Array {
  const layers = new Float64Array(nodes.length);
  for (const node of nodes) {
    const { parent } = node;
    const inherited = parent && parent.document === node.document ? (layers[parent.index] as number) : 0;
    layers[node.index] = node.layer ?? inherited;
  }
  return layers;
}

function tiesOf(nodes: readonly PageNode[]): Uint8Array {
  const ties = new Uint8Array(nodes.length);
  for (const node of nodes) {
    const { parent } = node;
    let tie = parent ? (ties[parent.index] as number) : 0;
    if (node.has(Flag.Fixed)) tie |= PINNED;
    if (parent?.has(Flag.ScrollX | Flag.ScrollY)) tie |= SCROLLED;
    ties[node.index] = tie;
  }
  return ties;
}
