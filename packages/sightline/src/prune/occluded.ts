import type { Box, PageNode } from '../model/Page.ts';
import { Flag } from '../model/Snapshot.ts';
import { intersect, isEmpty, subtract } from './geometry.ts';
import { type Occluder, Occluders } from './Occluders.ts';
import { decide, describe, isRemoved, type Pruning, type Rule, type Verdict } from './Pruning.ts';
import { tierOf } from './tier.ts';

/**
 * What something opaque paints over. In the viewport the browser's own hit test has the word; for the
 * rest, text and pictures too, the union of the boxes that paint above decides (seed 002, section 3.3).
 * Spares: what a small fixed or sticky bar covers for the moment, if scrolling brings it out; and a control
 * that its own styled label covers.
 */
export const occluded: Rule = { name: 'occluded', run };

function run(pruning: Pruning): void {
  const { nodes } = pruning.page;
  const occluders = new Occluders(pruning);
  for (const node of nodes) {
    if (isRemoved(pruning, node)) continue;
    const frame = node.document.owner && pruning.verdicts[node.document.owner.index];
    if (frame?.rule === 'occluded') {
      decide(pruning, node, frame);
      continue;
    }
    const shell = pruning.standIns.get(node) ?? node;
    const covering = node.coveredBy && coveringBox(shell, node.coveredBy, occluders);
    if (covering) decide(pruning, node, coveredVerdict(covering));
    else if (!occluders.isEmpty && couldBeCovered(node)) {
      const union = coveringUnion(node, pruning, occluders);
      if (union) decide(pruning, node, coveredVerdict(union));
    }
  }
}

function coveredVerdict(by: PageNode): Verdict {
  return { rule: 'occluded', decision: 'remove', why: `covered by ${describe(by)}`, by };
}

/** The element found by the hit test, unless it only passes by, or holds nothing that covers. */
function coveringBox(node: PageNode, by: PageNode, occluders: Occluders): PageNode | undefined {
  if (by.contains(node) || node.contains(by)) return undefined;
  return occluders.isPassing(by) && !occluders.isPassing(node) ? undefined : by;
}

/** Leaves and targets: the fate of any other element is that of what it holds. */
function couldBeCovered(node: PageNode): boolean {
  return node.isText || node.children.length === 0 || tierOf(node) !== 'structural';
}

/** The topmost of the boxes that together cover all of the node, in its document or in one around it. */
function coveringUnion(node: PageNode, pruning: Pruning, occluders: Occluders): PageNode | undefined {
  const box = pruning.seen[node.index];
  if (!box || isEmpty(box)) return undefined;
  const subject = pruning.standIns.get(node) ?? node;
  for (let level: PageNode | undefined = subject; level; level = level.document.owner) {
    // A hit test knows what covers in its own document; not what lets clicks through, nor what its parents paint.
    const wasHit = level === subject && node.has(Flag.Hit);
    const above = occluders.above(level, box);
    if (above.length === 0) continue;
    const cover = unionCover(box, wasHit ? above.filter(letsThrough) : above);
    if (cover) return cover;
  }
  return undefined;
}

const letsThrough = ({ node }: Occluder): boolean => node.has(Flag.NoPointerEvents);

/** Beyond so many pieces it is taken for not covered. */
const PIECES = 64;

function unionCover(box: Box, above: readonly Occluder[]): PageNode | undefined {
  let rest = [box];
  for (const { node, box: hole } of above) {
    if (isEmpty(intersect(box, hole))) continue;
    rest = rest.flatMap((part) => subtract(part, hole));
    if (rest.length === 0) return node;
    if (rest.length > PIECES) return undefined;
  }
  return undefined;
}
