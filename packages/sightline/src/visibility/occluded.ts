import { type Box, isEmpty, overlaps, subtract } from '../snapshot/geometry.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { Flag } from '../snapshot/Snapshot.ts';
import { interactivityTier } from './interactivityTier.ts';
import { type Occluder, Occluders } from './Occluders.ts';
import {
  decide,
  isRemoved,
  type Visibility,
  type VisibilityDecision,
  type VisibilityDraft,
  type VisibilityRule,
} from './Visibility.ts';

/**
 * What something opaque paints over. In the viewport the browser's own hit test has the word; for the
 * rest, text and pictures too, the union of the boxes that paint above decides.
 * Spares: static content below what paints nothing; what a small fixed or sticky bar covers for the moment, if scrolling brings it out; and a control
 * that its own styled label covers.
 */
export const occluded: VisibilityRule = { name: 'occluded', run };

function run(visibility: VisibilityDraft): void {
  const { nodes } = visibility.page;
  const occluders = new Occluders(visibility);
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as PageNode;
    if (isRemoved(visibility, node)) continue;
    const frameDecision = node.document.owner && visibility.decisions[node.document.owner.index];
    if (frameDecision?.rule === 'occluded') {
      decide(visibility, node, frameDecision);
      continue;
    }
    const proxy = visibility.visibleProxies.get(node) ?? node;
    const coveringNode = node.coveredBy && coveringHit(proxy, node.coveredBy, occluders);
    if (coveringNode) decide(visibility, node, coveredDecision(coveringNode));
    else if (!occluders.isEmpty && couldBeCovered(node)) {
      const cover = findCover(node, visibility, occluders);
      if (cover) decide(visibility, node, coveredDecision(cover));
    }
  }
}

function coveredDecision(by: PageNode): VisibilityDecision {
  return { rule: 'occluded', kind: 'remove', reason: 'covered', by };
}

/** The element found by the hit test, unless scrolling uncovers the node, or one contains the other. */
function coveringHit(node: PageNode, hitNode: PageNode, occluders: Occluders): PageNode | undefined {
  if (hitNode.contains(node) || node.contains(hitNode) || isCoveredBy(hitNode, node)) return undefined;
  const isContent = interactivityTier(node) === 'structural' || node.tag === 'canvas';
  if (isContent && !paintsOver(hitNode, node)) return undefined;
  return occluders.isUncoveredByScrolling(node, hitNode) ? undefined : hitNode;
}

/** Two elements never hide each other: where each was found over the other, both show in part. */
const isCoveredBy = ({ coveredBy }: PageNode, node: PageNode): boolean =>
  coveredBy !== undefined && node.contains(coveredBy);

/**
 * Whether what the hit test found over a node hides it: it, or a box around it that does not hold the node, paints. What is
 * transparent takes clicks, but shows what lies below.
 */
function paintsOver(hitNode: PageNode, node: PageNode): boolean {
  for (let one: PageNode | undefined = hitNode; one && !one.contains(node); one = one.parent) {
    if (one.has(Flag.Transparent)) return false;
    if (one.has(Flag.Paints)) return true;
  }
  return false;
}

/** Words, leaves and interactive elements: any other element is covered where its content is. A blank shows nothing. */
function couldBeCovered(node: PageNode): boolean {
  if (node.isText) return node.text.trim() !== '';
  return node.children.length === 0 || interactivityTier(node) !== 'structural';
}

/** The topmost of the boxes that together cover all of the node, in its document or in one around it. */
function findCover(node: PageNode, visibility: Visibility, occluders: Occluders): PageNode | undefined {
  const box = visibility.visibleBoxes[node.index];
  if (!box || isEmpty(box)) return undefined;
  const visibleNode = visibility.visibleProxies.get(node) ?? node;
  for (let level: PageNode | undefined = visibleNode; level; level = level.document.owner) {
    // A hit test knows what covers in its own document; not what lets clicks through, nor what its parents paint.
    const isHitTested = level === visibleNode && node.has(Flag.Hit);
    const above = occluders.occludersAbove(level, box);
    if (above.length === 0) continue;
    const cover = unionCover(box, isHitTested ? above.filter(isClickThrough) : above);
    if (cover) return cover;
  }
  return undefined;
}

const isClickThrough = ({ node }: Occluder): boolean => node.has(Flag.NoPointerEvents);

/** Beyond so many pieces it is taken for not covered. */
const MAX_PIECES = 64;

function unionCover(box: Box, above: readonly Occluder[]): PageNode | undefined {
  let rest = [box];
  for (const { node, box: hole } of above) {
    if (!overlaps(box, hole)) continue;
    rest = rest.flatMap((part) => subtract(part, hole));
    if (rest.length === 0) return node;
    if (rest.length > MAX_PIECES) return undefined;
  }
  return undefined;
}
