import { type Box, isEmpty, overlaps } from '../snapshot/geometry.ts';
import { addToGroup } from '../snapshot/groupBy.ts';
import type { PageDocument, PageNode } from '../snapshot/Page.ts';
import { Flag } from '../snapshot/Snapshot.ts';
import { isRemoved, type Visibility } from './Visibility.ts';

/** Something opaque, and the part of the page that it covers. */
export interface Occluder {
  node: PageNode;
  box: Box;
  /** Paint order of the layer it belongs to. */
  layer: number;
  /** Covers what lies below for the moment only: scrolling brings that out. */
  temporary: boolean;
}

/** Height of the bands that occluders are sorted into, CSS pixels: about a screenful. */
const BAND_HEIGHT = 512;
/** Farther than any page reaches, CSS pixels. */
const FAR = 1e9;

/** 1: stays in place while the page scrolls. 2: can be scrolled by a box around it. 4: a box around it is scrolled down. */
const IN_FIXED = 1;
const IN_SCROLLER = 2;
const SCROLLED_DOWN = 4;

const NO_OCCLUDERS: readonly Occluder[] = [];

/** The boxes that paint over others, by document and place. */
export class Occluders {
  readonly #visibility: Visibility;
  readonly #layers: Float64Array;
  readonly #anchoring: Uint8Array;
  readonly #bands = new Map<PageDocument, Map<number, Occluder[]>>();
  /** Fixed boxes, with all that they cover at every turn of the page. */
  readonly #permanent: Occluder[] = [];

  constructor(visibility: Visibility) {
    this.#visibility = visibility;
    const { nodes } = visibility.page;
    this.#layers = computeLayers(nodes);
    this.#anchoring = computeAnchoring(nodes);
    for (let i = 0; i < nodes.length; i++) {
      const node = nodes[i] as PageNode;
      const box = visibility.visibleBoxes[node.index];
      const layer = this.#layers[node.index] as number;
      if (layer === 0 || !node.has(Flag.Paints) || !box || isEmpty(box) || isRemoved(visibility, node))
        continue;
      this.#add({ node, box, layer, temporary: this.#isSmallStickyBar(node) });
    }
  }

  get isEmpty(): boolean {
    return this.#bands.size === 0;
  }

  /** Whether scrolling brings the one node out from under the other. */
  isUncoveredByScrolling(node: PageNode, covering: PageNode): boolean {
    return this.#isSmallStickyBar(covering) && !this.#staysBelow(node, covering);
  }

  /** A bar that stays in place while the page scrolls, and leaves most of the viewport free. */
  #isSmallStickyBar(node: PageNode): boolean {
    const bar = barOf(node);
    const viewport = this.#visibility.page.documents[0]?.viewport;
    if (!bar?.box || !viewport) return false;
    return bar.box.height * bar.box.width < 0.5 * viewport.height * viewport.width;
  }

  /** A bar below a bar stays there; a pinned column does so below another one, and not below the head over its rows. */
  #staysBelow(node: PageNode, covering: PageNode): boolean {
    return this.#isSmallStickyBar(node) && (!isPinnedColumn(barOf(node)) || isPinnedColumn(barOf(covering)));
  }

  /** What paints over a part of the box, which is that of the node or of something in it. */
  occludersAbove(node: PageNode, box: Box): readonly Occluder[] {
    const layer = this.#layers[node.index] as number;
    const isOver = (occluder: Occluder): boolean =>
      occluder.layer > layer &&
      overlaps(occluder.box, box) &&
      !occluder.node.contains(node) &&
      !node.contains(occluder.node);
    const nearby = keepSome(this.#nearby(node.document, box), isOver);
    const permanent = keepSome(this.#permanentAbove(node), isOver);
    if (nearby.length === 0) return permanent;
    const isBar = this.#isSmallStickyBar(node);
    const lasting = nearby.filter(
      (occluder) => !occluder.temporary || (isBar && this.#staysBelow(node, occluder.node)),
    );
    return permanent.length === 0 ? lasting : [...lasting, ...permanent];
  }

  #permanentAbove(node: PageNode): readonly Occluder[] {
    const anchoring = this.#anchoring[node.index] as number;
    if (this.#permanent.length === 0 || node.document.owner || (anchoring & IN_FIXED) !== 0)
      return NO_OCCLUDERS;
    const canScrollOut = (anchoring & IN_SCROLLER) !== 0 || node.tag === 'iframe';
    if (!canScrollOut) return this.#permanent;
    // From under one at the top it comes out only where its box can be scrolled back.
    const least = (anchoring & SCROLLED_DOWN) === 0 ? FAR : 2 * FAR - 1;
    return keepSome(this.#permanent, ({ box }) => box.height > least);
  }

  #nearby(document: PageDocument, box: Box): readonly Occluder[] {
    const bands = this.#bands.get(document);
    const [first, last] = [bandOf(box.y), bandOf(box.y + box.height)];
    if (!bands || first === last) return bands?.get(first) ?? NO_OCCLUDERS;
    const nearby = new Set<Occluder>();
    for (let band = first; band <= last; band++)
      for (const occluder of bands.get(band) ?? []) nearby.add(occluder);
    return [...nearby];
  }

  #add(occluder: Occluder): void {
    const { document } = occluder.node;
    const bands = this.#bands.get(document) ?? new Map<number, Occluder[]>();
    this.#bands.set(document, bands);
    const last = bandOf(occluder.box.y + occluder.box.height);
    for (let band = bandOf(occluder.box.y); band <= last; band++) addToGroup(bands, band, occluder);
    const permanentBox = document.owner ? undefined : this.#permanentBox(occluder);
    if (permanentBox) this.#permanent.push({ ...occluder, box: permanentBox, temporary: false });
  }

  /**
   * What a fixed box covers wherever the page is scrolled to: all that passes below one as high as the
   * viewport; what cannot be scrolled down from under one at the top, nor up from under one at the bottom.
   */
  #permanentBox({ node, box }: Occluder): Box | undefined {
    const { scroll, viewport } = node.document;
    const isSticky = node.closest((ancestor) => ancestor.has(Flag.Sticky)) !== undefined;
    if (((this.#anchoring[node.index] as number) & IN_FIXED) === 0 && !(isSticky && scroll.y === 0))
      return undefined;
    if (box.width < viewport.width && scroll.width > viewport.width) return undefined;
    const top = box.y - scroll.y;
    const bottom = top + box.height;
    const reachesDown = bottom >= viewport.height && !isSticky;
    if (top <= 0 && reachesDown) return { ...box, y: -FAR, height: 2 * FAR };
    if (top <= 0) return { ...box, y: -FAR, height: FAR + bottom };
    const last = Math.max(0, scroll.height - (scroll.top ?? 0) - viewport.height);
    return reachesDown ? { ...box, y: last + top, height: FAR - last - top } : undefined;
  }
}

/** `filter`, for lists of which mostly nothing is kept: no list is made then. */
function keepSome(occluders: readonly Occluder[], keeps: (one: Occluder) => boolean): readonly Occluder[] {
  return occluders.some(keeps) ? occluders.filter(keeps) : NO_OCCLUDERS;
}

const barOf = (node: PageNode): PageNode | undefined =>
  node.closest((ancestor) => ancestor.has(Flag.Fixed | Flag.Sticky));

/** What is sticky and as high as what it is in, such as a row, has no room to stay in when that is scrolled up or down. */
function isPinnedColumn(bar: PageNode | undefined): boolean {
  const [box, around] = [bar?.box, bar?.parent?.box];
  if (!box || !around || !bar?.has(Flag.Sticky)) return false;
  return Math.abs(box.y - around.y) <= 1 && Math.abs(box.height - around.height) <= 1;
}

function bandOf(y: number): number {
  return Math.floor(y / BAND_HEIGHT);
}

/** Paint order of the layer each node belongs to. */
function computeLayers(nodes: readonly PageNode[]): Float64Array {
  const layers = new Float64Array(nodes.length);
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as PageNode;
    const { parent } = node;
    const inherited = parent && parent.document === node.document ? (layers[parent.index] as number) : 0;
    layers[node.index] = node.layer ?? inherited;
  }
  return layers;
}

function computeAnchoring(nodes: readonly PageNode[]): Uint8Array {
  const anchoring = new Uint8Array(nodes.length);
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as PageNode;
    const { parent } = node;
    let anchorFlags = parent ? (anchoring[parent.index] as number) : 0;
    if (node.has(Flag.Fixed)) anchorFlags |= IN_FIXED;
    if (parent?.has(Flag.ScrollX | Flag.ScrollY)) anchorFlags |= IN_SCROLLER;
    if ((parent?.scroller?.top ?? 0) > 0) anchorFlags |= SCROLLED_DOWN;
    anchoring[node.index] = anchorFlags;
  }
  return anchoring;
}
