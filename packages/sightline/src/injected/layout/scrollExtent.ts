import type { ScrollExtent } from '../../snapshot/Snapshot.ts';
import { documentProperty } from '../dom/dom.ts';
import { styleValue } from '../styles/StyleCache.ts';

/** How far a person can scroll the document: `overflow: hidden` of the root, or of the body for it, ends that. */
export function scrollExtent(): ScrollExtent {
  const scroller = documentProperty('scrollingElement') ?? (documentProperty('documentElement') as Element);
  const x = Math.round(window.scrollX);
  const y = Math.round(window.scrollY);
  if (!scroller) return { x, y, width: 0, height: 0 };
  const { scrollWidth, scrollHeight } = scroller;
  const { locked } = viewportScrolling();
  const origin = scrollOrigin();
  const left = locked.x ? -x : origin.left;
  const top = locked.y ? -y : origin.top;
  return {
    x,
    y,
    width: locked.x ? window.innerWidth + Math.abs(x) : scrollWidth,
    height: locked.y ? window.innerHeight + Math.abs(y) : scrollHeight,
    ...(left > 0 && { left }),
    ...(top > 0 && { top }),
  };
}

/** How far the content of the page reaches beyond where it stands when it is not scrolled, to the left and up, also where nobody can scroll there. */
export function scrollOrigin(): { left: number; top: number } {
  const scroller = documentProperty('scrollingElement') ?? (documentProperty('documentElement') as Element);
  if (!scroller) return { left: 0, top: 0 };
  const { scrollWidth, scrollHeight, clientWidth, clientHeight } = scroller;
  const { fromRight, fromBottom } = viewportScrolling();
  return {
    left: fromRight ? Math.max(0, scrollWidth - clientWidth) : 0,
    top: fromBottom ? Math.max(0, scrollHeight - clientHeight) : 0,
  };
}

const LOCKED_OVERFLOW = new Set(['hidden', 'clip']);

interface ViewportScrolling {
  /** The axes on which it does not scroll. */
  locked: { x: boolean; y: boolean };
  /** Offsets run from 0 down to a negative number (CSSOM View, section 6, "overflow directions"). */
  fromRight: boolean;
  fromBottom: boolean;
}

/**
 * The viewport takes its overflow from the body where the root has none (CSS Overflow 3, section 3.3), and its writing
 * mode and direction from the body wherever there is one (CSS Writing Modes 4, section 8).
 */
function viewportScrolling(): ViewportScrolling {
  const root = documentProperty('documentElement') as Element | null;
  if (!root) return { locked: { x: false, y: false }, fromRight: false, fromBottom: false };
  const own = getComputedStyle(root);
  const body = documentProperty('body') as Element | null;
  const ofBody = body ? getComputedStyle(body) : own;
  const isOwnVisible = [styleValue(own, 'overflow-x'), styleValue(own, 'overflow-y')].every(
    (overflow) => overflow === 'visible',
  );
  const style = isOwnVisible ? ofBody : own;
  const writing = /\b(?:layout|style|size|paint|strict|content)\b/.test(styleValue(own, 'contain'))
    ? own
    : ofBody;
  const mode = styleValue(writing, 'writing-mode');
  const isRightToLeft = styleValue(writing, 'direction') === 'rtl';
  const isHorizontal = mode === 'horizontal-tb';
  return {
    locked: {
      x: LOCKED_OVERFLOW.has(styleValue(style, 'overflow-x')),
      y: LOCKED_OVERFLOW.has(styleValue(style, 'overflow-y')),
    },
    fromRight: isHorizontal ? isRightToLeft : mode.endsWith('-rl'),
    fromBottom: !isHorizontal && isRightToLeft,
  };
}
