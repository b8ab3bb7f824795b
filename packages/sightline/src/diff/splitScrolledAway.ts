import { type Box, isEmpty } from '../snapshot/geometry.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { Flag } from '../snapshot/Snapshot.ts';
import type { VisibleItem, VisibleItems } from './VisibleItems.ts';

/**
 * Splits what does not show any more into what went, and what is only scrolled out of the box around it: by the browser or by a
 * script, as editors of code and carousels do. What such a box draws only while it is in view counts where it draws something else now.
 */
export function splitScrolledAway(
  removed: readonly VisibleItem[],
  added: readonly VisibleItem[],
  after: VisibleItems,
): { gone: VisibleItem[]; scrolledAway: VisibleItem[] } {
  const redrawn = new Set<PageNode>();
  for (const { node } of added)
    for (let up: PageNode | undefined = node; up && !redrawn.has(up); up = up.parent) redrawn.add(up);
  const isScrolledAway = ({ node }: VisibleItem): boolean => {
    const kept = node.closest((one) => after.counterpart(one) !== undefined);
    const now = kept && after.counterpart(kept);
    if (!kept || !now || !(kept === node ? isClipped(now, after) : redrawn.has(now))) return false;
    return hasMovedInWindow(kept, now, after);
  };
  const parts = { gone: [] as VisibleItem[], scrolledAway: [] as VisibleItem[] };
  for (const item of removed) (isScrolledAway(item) ? parts.scrolledAway : parts.gone).push(item);
  return parts;
}

const CLIPPED = new Set(['clipped', 'no-ink', 'unreachable']);

function isClipped({ index }: PageNode, { pageState }: VisibleItems): boolean {
  const decision = pageState.visibility.decisions[index];
  return decision?.rule === 'invisible' && CLIPPED.has(decision.reason);
}

/** Whether it stands elsewhere in one of the boxes that clip it; none of these may have shut meanwhile. */
function hasMovedInWindow(was: PageNode, is: PageNode, after: VisibleItems): boolean {
  let hasMoved = hasScrolled(was, is);
  for (let window = was.parent; window; window = window.parent) {
    const now = after.counterpart(window);
    if (!window.has(Flag.ClipX | Flag.ClipY) || !window.box || !now?.box) continue;
    if (isEmpty(now.box) || isEmpty(window.box)) return false;
    hasMoved ||= hasScrolled(window, now) || hasPassed(was.box, window.box, is.box, now.box);
  }
  return hasMoved;
}

const hasScrolled = ({ scroller: was }: PageNode, { scroller: is }: PageNode): boolean =>
  was !== undefined && is !== undefined && (was.left !== is.left || was.top !== is.top);

/** Whether content has moved against its window, beyond which it reaches. */
function hasPassed(was: Box | undefined, windowWas: Box, is: Box | undefined, windowIs: Box): boolean {
  if (!was || !is) return false;
  return (
    passedOnAxis(was.x - windowWas.x, is.x - windowIs.x, is.width, windowIs.width) ||
    passedOnAxis(was.y - windowWas.y, is.y - windowIs.y, is.height, windowIs.height)
  );
}

const passedOnAxis = (was: number, is: number, size: number, windowSize: number): boolean =>
  Math.abs(was - is) >= 1 && (is < 0 || was < 0 || is + size > windowSize || was + size > windowSize);
