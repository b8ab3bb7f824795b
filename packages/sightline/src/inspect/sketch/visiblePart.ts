import { type Box, intersect, isEmpty } from '../../snapshot/geometry.ts';
import type { PageNode } from '../../snapshot/Page.ts';

const ROOTS: ReadonlySet<string> = new Set(['html', 'body']);

/**
 * The part of a box visible through its frames and scrollers at their current scroll positions; undefined if none.
 */
export function visiblePart({ parent }: PageNode, box: Box): Box | undefined {
  let part = box;
  for (let ancestor = parent; ancestor; ancestor = ancestor.parent) {
    const clips = ancestor.scroller !== undefined || ancestor.tag === 'iframe' || ancestor.tag === 'frame';
    if (clips && ancestor.box && !ROOTS.has(ancestor.tag)) part = intersect(part, ancestor.box);
  }
  return isEmpty(part) ? undefined : part;
}
