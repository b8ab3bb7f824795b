import type { Box, PageDocument, PageNode } from '../model/Page.ts';
import { Flag } from '../model/Snapshot.ts';
import { intersect, isEmpty, subtract } from './geometry.ts';
import { decide, describe, isRemoved, type Pruning, type Rule, type Verdict } from './Pruning.ts';
import { tierOf } from './tier.ts';

/**
 * What something opaque paints over. In the viewport the browser's own hit test has the word; for the
 * rest, text and pictures too, the union of the boxes that paint above decides (seed 002, section 3.3).
 * Spares: what a small fixed or sticky bar covers for the moment, since scrolling brings it out.
 */
export const occluded: Rule = { name: 'occluded', run };

/** Height of the bands that occluders are sorted into, CSS pixels: about a screenful. */
const BAND = 512;

interface Occluder {
  node: PageNode;
  box: Box;
  layer: number;
  passing: boolean;
}

function run(pruning: Pruning): void {
  const { nodes } = pruning.page;
  const layers = layersOf(nodes);
  const bands = collectOccluders(pruning, layers);
  const anyOccluder = bands.size > 0;
  for (const node of nodes) {
    if (isRemoved(pruning, node)) continue;
    const covering = node.coveredBy && coveringBox(node, node.coveredBy, pruning);
    if (covering) decide(pruning, node, coveredVerdict(covering));
    else if (anyOccluder && (!node.has(Flag.Hit) || node.document.owner) && couldBeCovered(node)) {
      const union = coveringUnion(node, pruning, layers, bands);
      if (union) decide(pruning, node, coveredVerdict(union));
    }
  }
}

function coveredVerdict(by: PageNode): Verdict {
  return { rule: 'occluded', decision: 'remove', why: `covered by ${describe(by)}`, by };
}

/** The element found by the hit test, unless it only passes by, or holds nothing that covers. */
function coveringBox(node: PageNode, by: PageNode, pruning: Pruning): PageNode | undefined {
  if (by.contains(node) || node.contains(by)) return undefined;
  return isPassing(by, pruning) && !isPassing(node, pruning) ? undefined : by;
}

/** A bar that stays in place while the page scrolls, and leaves most of the viewport free. */
function isPassing(node: PageNode, { page }: Pruning): boolean {
  const stuck = node.closest((ancestor) => ancestor.has(Flag.Fixed | Flag.Sticky));
  const viewport = page.documents[0]?.viewport;
  if (!stuck?.box || !viewport) return false;
  return stuck.box.height * stuck.box.width < 0.5 * viewport.height * viewport.width;
}

/** Leaves and targets: the fate of any other element is that of what it holds. */
function couldBeCovered(node: PageNode): boolean {
  return node.isText || node.children.length === 0 || tierOf(node) !== 'structural';
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

type Bands = Map<PageDocument, Map<number, Occluder[]>>;

function collectOccluders(pruning: Pruning, layers: Float64Array): Bands {
  const bands: Bands = new Map();
  for (const node of pruning.page.nodes) {
    const layer = layers[node.index] as number;
    const box = pruning.seen[node.index];
    if (layer === 0 || !node.has(Flag.Paints) || node.has(Flag.NoPointerEvents)) continue;
    if (!box || isEmpty(box) || isRemoved(pruning, node)) continue;
    addToBands(bands, { node, box, layer, passing: isPassing(node, pruning) });
  }
  return bands;
}

function addToBands(bands: Bands, occluder: Occluder): void {
  const { document } = occluder.node;
  const own = bands.get(document) ?? new Map<number, Occluder[]>();
  bands.set(document, own);
  const last = bandOf(occluder.box.y + occluder.box.height);
  for (let band = bandOf(occluder.box.y); band <= last; band++) {
    const list = own.get(band);
    if (list) list.push(occluder);
    else own.set(band, [occluder]);
  }
}

function bandOf(y: number): number {
  return Math.floor(y / BAND);
}

/** The topmost of the boxes that together cover all of the node, in its document or in one around it. */
function coveringUnion(
  node: PageNode,
  pruning: Pruning,
  layers: Float64Array,
  bands: Bands,
): PageNode | undefined {
  const box = pruning.seen[node.index];
  if (!box || isEmpty(box)) return undefined;
  // A hit test in a frame sees only that frame: what its parents paint over it is asked for all the same.
  const first = node.has(Flag.Hit) ? node.document.owner : node;
  for (let level = first; level; level = level.document.owner) {
    const above = occludersAbove(level, box, layers, bands);
    const cover = above.length > 0 ? unionCover(box, above, isPassing(level, pruning)) : undefined;
    if (cover) return cover;
  }
  return undefined;
}

function occludersAbove(node: PageNode, box: Box, layers: Float64Array, bands: Bands): Occluder[] {
  const own = bands.get(node.document);
  if (!own) return [];
  const layer = layers[node.index] as number;
  const found = new Set<Occluder>();
  for (let band = bandOf(box.y); band <= bandOf(box.y + box.height); band++) {
    for (const occluder of own.get(band) ?? []) {
      if (occluder.layer > layer && !isEmpty(intersect(occluder.box, box))) found.add(occluder);
    }
  }
  return [...found].filter((occluder) => !occluder.node.contains(node));
}

function unionCover(box: Box, above: Occluder[], nodePasses: boolean): PageNode | undefined {
  let rest = [box];
  let last: PageNode | undefined;
  for (const occluder of above) {
    if (occluder.passing && !nodePasses) continue;
    rest = rest.flatMap((part) => subtract(part, occluder.box));
    last = occluder.node;
    if (rest.length === 0) return last;
    if (rest.length > 64) return undefined;
  }
  return undefined;
}
