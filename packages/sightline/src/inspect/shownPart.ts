import type { Box, PageNode } from '../model/Page.ts';
import { intersect, isEmpty } from '../prune/geometry.ts';

const ROOTS: ReadonlySet<string> = new Set(['html', 'body']);

/** The part of a box that frames and scrollers around it show as they are scrolled now; undefined where that is none. */
export function shownPart({ parent }: PageNode, box: Box): Box | undefined {
  let part = box;
  for (let one = parent; one; one = one.parent) {
    const clips = one.scroller !== undefined || one.tag === 'iframe' || one.tag === 'frame';
    if (clips && one.box && !ROOTS.has(one.tag)) part = intersect(part, one.box);
  }
  return isEmpty(part) ? undefined : part;
}
