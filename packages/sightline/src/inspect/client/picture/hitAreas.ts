import type { Box } from '../../../snapshot/geometry.ts';
import type { PageNode } from '../../../snapshot/Page.ts';
import type { LoadedPage } from '../LoadedPage.ts';
import type { OverlayBox } from './OverlayBox.ts';

/** A place on the picture, and the node it selects. */
interface HitArea {
  node: PageNode;
  box: Box;
}

/** Boxes first, then the nodes that the text lists without a box. */
export function hitAreasOf(
  loadedPage: LoadedPage,
  boxes: readonly OverlayBox[],
  listedNodes: readonly PageNode[],
): HitArea[] {
  const hitAreas: HitArea[] = boxes.map(({ node, box }) => ({ node, box }));
  const drawnNodes = new Set(hitAreas.map(({ node }) => node));
  for (const node of listedNodes) {
    const box = drawnNodes.has(node) ? undefined : loadedPage.boxOf(node);
    if (box) hitAreas.push({ node, box });
  }
  return hitAreas;
}

/** The node of the smallest area that holds the point; of equals the last, which lies within the others. */
export function smallestAreaAt(hitAreas: readonly HitArea[], x: number, y: number): PageNode | undefined {
  let found: PageNode | undefined;
  let smallestArea = Number.POSITIVE_INFINITY;
  for (const { node, box } of hitAreas) {
    if (x < box.x || y < box.y || x > box.x + box.width || y > box.y + box.height) continue;
    const area = box.width * box.height;
    if (area > smallestArea) continue;
    smallestArea = area;
    found = node;
  }
  return found;
}
