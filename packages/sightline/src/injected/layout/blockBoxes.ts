import { Flag } from '../../snapshot/Snapshot.ts';
import type { CaptureContext } from '../capture/CaptureContext.ts';
import { TagBit } from '../capture/TagTable.ts';
import type { WalkFrame } from '../capture/WalkFrame.ts';
import { Inherit } from '../capture/walkBits.ts';
import {
  allElements,
  contentRect,
  documentProperty,
  firstElementChild,
  hasAnyAttr,
  isNearView,
  lastElementChild,
} from '../dom/dom.ts';
import { styleValue } from '../styles/StyleCache.ts';
import { addScrollControls } from '../styles/scrollControls.ts';
import { writeBox } from './addBox.ts';
import type { VisitedElement } from './VisitedElement.ts';

/** What only a box of its own can do, read as it is met: paint over something, skip its content. */
export function readBlockStyles(
  visited: VisitedElement,
  style: CSSStyleDeclaration,
  opacity: number,
  parent: WalkFrame,
  context: CaptureContext,
): void {
  const { tagBits, firstChildNode, element } = visited;
  if ((tagBits & (TagBit.Leaf | TagBit.Control)) === 0 && firstChildNode !== null && hasAnyAttr(element)) {
    const contentVisibility = styleValue(style, 'content-visibility');
    if (contentVisibility === 'hidden') visited.inheritedBits |= Inherit.ChildrenHidden;
    else if (contentVisibility === 'auto' && isPutOff(element, context))
      visited.inheritedBits |= Inherit.NoLayout;
  }
  const isPutOffBox = (visited.inheritedBits & Inherit.NoLayout) !== 0;
  if (!isPutOffBox && isFarRow(visited, parent, context))
    visited.inheritedBits |= Inherit.FarRow | Inherit.NoLayout;
  if (
    (visited.inheritedBits & Inherit.Layered) !== 0 &&
    opacity >= 0.8 &&
    paintsBackground(visited, style, context)
  )
    visited.flags |= Flag.Paints;
}

/**
 * Of boxes whose content the browser has not laid out yet, so many are laid out for a capture; fewer in a large document, in
 * which each takes as long as the document is large.
 */
const MAX_LAID_OUT = 100;
const LAID_OUT_BY_SIZE = 200_000;

/**
 * Whether the content is far from the view and not laid out (CSS Containment 2, section 4.1): its words and controls are reported
 * without boxes and styles. To lay out the rows of a long list one by one would take time in proportion to their square.
 */
function isPutOff(element: Element, { snapshot }: CaptureContext): boolean {
  const [first, last] = [firstElementChild(element), lastElementChild(element)];
  if (!first || !last || isNearView(first) || (last !== first && isNearView(last))) return false;
  if (++snapshot.laidOutBoxes > MAX_LAID_OUT) return true;
  return snapshot.laidOutBoxes > LAID_OUT_BY_SIZE / allElements(document).length - 1;
}

/** So many elements of a list are read in full wherever they lie. */
const FIRST_ROWS = 1_000;

/**
 * Whether the box is one of very many in a row, and far from the view of a large document: what is in it is then reported
 * without boxes and styles, unless something may hide it or make it more than its words.
 */
function isFarRow(
  { row }: VisitedElement,
  parent: WalkFrame,
  { snapshot, nearView, hidingStyles }: CaptureContext,
): boolean {
  if (parent.visitedElements <= FIRST_ROWS || hidingStyles.hasUnreadableSheet) return false;
  const { y = 0, height = 0 } = snapshot.boxOf(row) ?? {};
  return y > nearView.bottom || y + height < nearView.top;
}

function paintsBackground(
  visited: VisitedElement,
  style: CSSStyleDeclaration,
  context: CaptureContext,
): boolean {
  if ((visited.tagBits & TagBit.Replaced) !== 0) return true;
  return (
    context.styles.isOpaque(styleValue(style, 'background-color')) ||
    styleValue(style, 'background-image') !== 'none'
  );
}

/** Square CSS pixels that a character takes at least, line spacing included: 4 x 12. */
const CHARACTER_AREA = 48;

/**
 * Whether a box clips or scrolls, read as it is left: only where something in it extends beyond it, or
 * its text may. Elsewhere clipping changes nothing. Then extends the bounds of the parent frame.
 */
export function finishBox(frame: WalkFrame, parent: WalkFrame, context: CaptureContext): void {
  const { snapshot } = context;
  const boxOffset = snapshot.boxOffsets[frame.row] as number;
  if (boxOffset < 0 || frame.style === null) {
    if (frame.hasDescendantBox) extendBounds(parent, frame.left, frame.top, frame.right, frame.bottom);
    return;
  }
  const { boxes } = snapshot.rows;
  const left = boxes[boxOffset] as number;
  const top = boxes[boxOffset + 1] as number;
  const right = left + (boxes[boxOffset + 2] as number);
  const bottom = top + (boxes[boxOffset + 3] as number);
  const descendantsOverflow =
    frame.hasDescendantBox &&
    (frame.left < left || frame.top < top || frame.right > right || frame.bottom > bottom);
  const textOverflows =
    (frame.isBlock || frame.isInlineBox) && textMayOverflow(frame.textLength, right - left, bottom - top);
  const mayClip = (descendantsOverflow || textOverflows) && (frame.tagBits & TagBit.Leaf) === 0;
  const clipsBoth = mayClip && readOverflow(frame, frame.style, context);
  const isEmpty = left === right || top === bottom;
  const isSkipped = (frame.inheritedBits & Inherit.ChildrenHidden) !== 0;
  const isUnclipped = isEmpty && frame.textLength > 0 && !isSkipped && !snapshot.hasFlag(frame.row, CLIPS);
  if (isUnclipped && extendToWords(frame, boxOffset, context)) extendToBox(parent, boxes, boxOffset);
  else extendBounds(parent, left, top, right, bottom);
  if (descendantsOverflow && !clipsBoth)
    extendBounds(parent, frame.left, frame.top, frame.right, frame.bottom);
}

const CLIPS = Flag.ClipX | Flag.ClipY;

function extendToBox(parent: WalkFrame, boxes: readonly number[], offset: number): void {
  const [x = 0, y = 0, width = 0, height = 0] = boxes.slice(offset, offset + 4);
  extendBounds(parent, x, y, x + width, y + height);
}

/** The words of a box without an extent are painted beside it: they say where it is, and whether that is cut off. Whether it has any. */
function extendToWords({ element }: WalkFrame, boxOffset: number, context: CaptureContext): boolean {
  const rect = contentRect(element as Element);
  if (rect.width === 0 || rect.height === 0) return false;
  writeBox(boxOffset, rect, context);
  return true;
}

/** Text needs about this area, and a height of its own. */
function textMayOverflow(length: number, width: number, height: number): boolean {
  if (length === 0) return false;
  return length * CHARACTER_AREA > width * height * 0.5 || height < MIN_LINE_SIZE || width < MIN_LINE_SIZE;
}

/** Less than any line of text takes, CSS pixels. */
const MIN_LINE_SIZE = 6;

function extendBounds(frame: WalkFrame, left: number, top: number, right: number, bottom: number): void {
  if (!frame.hasDescendantBox) {
    frame.hasDescendantBox = true;
    frame.left = left;
    frame.top = top;
    frame.right = right;
    frame.bottom = bottom;
    return;
  }
  if (left < frame.left) frame.left = left;
  if (top < frame.top) frame.top = top;
  if (right > frame.right) frame.right = right;
  if (bottom > frame.bottom) frame.bottom = bottom;
}

/** Returns whether it clips on both axes: then none of its content extends beyond it. */
function readOverflow(frame: WalkFrame, style: CSSStyleDeclaration, context: CaptureContext): boolean {
  const x = styleValue(style, 'overflow-x');
  const y = styleValue(style, 'overflow-y');
  if (x === 'visible' && y === 'visible') return hasPaintContainment(frame, style, context);
  if (styleValue(style, 'display') === 'inline' || showsBeyond(style, x, y)) return false;
  const { snapshot } = context;
  const isViewport = isViewportScroller(frame);
  if (x !== 'visible') snapshot.addFlags(frame.row, Flag.ClipX);
  if (y !== 'visible') snapshot.addFlags(frame.row, Flag.ClipY);
  closeWithinBorder(frame, x, y, context);
  // Where the root has an overflow of its own, the body's is that of its box.
  if (!isViewport && frame.element === documentProperty('body'))
    snapshot.addFlags(snapshot.parents[frame.row] as number, Flag.ClipX | Flag.ClipY);
  if (!isViewport && (isScrollable(x) || isScrollable(y) || isScrolledDown(frame, y)))
    recordScroller(frame, style, x, y, context);
  return x !== 'visible' && y !== 'visible';
}

/** A box that cuts off what it holds, of which its border leaves no room for it. */
function closeWithinBorder(
  { row, element, textLength }: WalkFrame,
  x: string,
  y: string,
  { snapshot }: CaptureContext,
): void {
  const { width, height } = snapshot.boxOf(row) ?? NO_BOX;
  const { clientWidth, clientHeight } = element as Element;
  const isClosed = (x !== 'visible' && clientWidth === 0) || (y !== 'visible' && clientHeight === 0);
  if (!isClosed || width === 0 || height === 0) return;
  snapshot.addAttribute(row, '.clip', [width, height, 0, 0].join());
  if (textLength > 0 && !snapshot.hasFlag(row, Flag.InvisibleText)) snapshot.hideWords(row, 'overflow');
}

const NO_BOX = { width: 0, height: 0 };

/** By `overflow-clip-margin`, which counts for `clip` alone (CSS Overflow 3, section 3.2): it is a few lines at most. */
const showsBeyond = (style: CSSStyleDeclaration, x: string, y: string): boolean =>
  x === 'clip' && y === 'clip' && Number.parseFloat(styleValue(style, 'overflow-clip-margin')) > 0;

/** Paint containment clips as well (CSS Containment 2, section 3.3), that of `content-visibility: auto` too (section 4). */
function hasPaintContainment(
  { row, element }: WalkFrame,
  style: CSSStyleDeclaration,
  { snapshot }: CaptureContext,
): boolean {
  const isContained =
    /paint|strict|content/.test(styleValue(style, 'contain')) ||
    styleValue(style, 'content-visibility') === 'auto';
  if (!isContained || styleValue(style, 'display') === 'inline') return false;
  snapshot.addFlags(row, Flag.ClipX | Flag.ClipY);
  if (element === documentProperty('body'))
    snapshot.addFlags(snapshot.parents[row] as number, Flag.ClipX | Flag.ClipY);
  return true;
}

/** The root's overflow, or the body's in its stead, is the viewport's: it is part of `DocumentSnapshot.scroll`. */
function isViewportScroller({ element }: WalkFrame): boolean {
  if (element === documentProperty('documentElement')) return true;
  if (element !== documentProperty('body')) return false;
  return getComputedStyle(documentProperty('documentElement')).overflow === 'visible';
}

function recordScroller(
  frame: WalkFrame,
  style: CSSStyleDeclaration,
  x: string,
  y: string,
  context: CaptureContext,
): void {
  const element = frame.element as Element;
  const { scrollWidth, scrollHeight, clientWidth, clientHeight } = element;
  let flags = 0;
  if (isScrollable(x) && scrollWidth > clientWidth) flags |= Flag.ScrollX;
  if (isScrollable(y) && scrollHeight > clientHeight) flags |= Flag.ScrollY;
  if (flags === 0 && !isScrolledDown(frame, y)) return;
  context.snapshot.addFlags(frame.row, flags);
  const origin = scrollOrigin(style);
  context.snapshot.rows.scrollers.push(
    frame.row,
    Math.round(element.scrollLeft) + (origin.right ? scrollWidth - clientWidth : 0),
    Math.round(element.scrollTop) + (origin.bottom ? scrollHeight - clientHeight : 0),
    scrollWidth,
    scrollHeight,
    clientHeight,
  );
  if (flags !== 0 && context.generatedText.hasScrollControls)
    addScrollControls(element, frame.row, origin, context);
}

/** A box without scroll bars that a script, the caret or the focus has scrolled: its content is only scrolled away. */
const isScrolledDown = ({ element }: WalkFrame, y: string): boolean =>
  y === 'hidden' && (element as Element).scrollTop !== 0;

function isScrollable(overflow: string): boolean {
  return overflow === 'auto' || overflow === 'scroll';
}

/**
 * Whether a box scrolls from its right or its bottom end: its scroll offsets run from 0 down to a negative
 * number (CSSOM View, section 6, "overflow directions"). So it is by writing direction, and for reversed
 * flex containers.
 */
function scrollOrigin(style: CSSStyleDeclaration): { right: boolean; bottom: boolean } {
  const writingMode = styleValue(style, 'writing-mode');
  const leftToRight = styleValue(style, 'direction') === 'ltr';
  const flexDirection = styleValue(style, 'display').endsWith('flex')
    ? styleValue(style, 'flex-direction')
    : '';
  if (writingMode !== 'horizontal-tb') {
    const fromRight = writingMode.endsWith('-rl') !== (flexDirection === 'column-reverse');
    return { right: fromRight, bottom: leftToRight === (flexDirection === 'row-reverse') };
  }
  return {
    right: leftToRight === (flexDirection === 'row-reverse'),
    bottom: flexDirection === 'column-reverse',
  };
}
