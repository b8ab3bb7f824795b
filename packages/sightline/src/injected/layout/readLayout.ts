import { Flag } from '../../snapshot/Snapshot.ts';
import { AttributeFlag, emitClass } from '../capture/AttributeReader.ts';
import type { CaptureContext } from '../capture/CaptureContext.ts';
import { TagBit } from '../capture/TagTable.ts';
import type { WalkFrame } from '../capture/WalkFrame.ts';
import { Inherit } from '../capture/walkBits.ts';
import { areaRect } from '../dom/areaRect.ts';
import { attribute, boundingRect, clientRects, hasAnyAttr, hasAttr, isSeen } from '../dom/dom.ts';
import { DisplayBit, MIN_VISIBLE_ALPHA, styleValue } from '../styles/StyleCache.ts';
import { addBox } from './addBox.ts';
import { readBlockStyles } from './blockBoxes.ts';
import { clipShape } from './clipShape.ts';
import { emitContentBox } from './emitContentBox.ts';
import { paintHidingReason } from './paintHidingReason.ts';
import { touchesNeighbor } from './touchesNeighbor.ts';
import { isCollapsed } from './transforms.ts';
import type { VisitedElement } from './VisitedElement.ts';

/**
 * Styles and boxes. They are nearly all of what a capture costs, so each value is asked for only where
 * it can matter: a box costs 2 us, a style 0.8, a colour or an image 0.8, a keyword 0.3.
 */

/** Fills in flags, style, bits and box of a subject that stands in `parent`. */
export function readLayout(visited: VisitedElement, parent: WalkFrame, context: CaptureContext): void {
  const { tagBits } = visited;
  visited.isInlineBox = false;
  visited.opacity = parent.opacity;
  visited.inheritedBits = parent.inheritedBits & ~(Inherit.FlexOrGrid | Inherit.ChildrenHidden);
  visited.isInline = (tagBits & (TagBit.Block | TagBit.Cell)) === 0;
  if ((parent.inheritedBits & Inherit.ChildrenHidden) !== 0 && parent.renderedChild !== visited.element)
    markNotRendered(visited);
  if ((visited.inheritedBits & Inherit.FarRow) !== 0 && needsStyles(visited.element, context))
    visited.inheritedBits &= ~(Inherit.FarRow | Inherit.NoLayout);
  if ((visited.inheritedBits & Inherit.NoLayout) !== 0) {
    if ((tagBits & TagBit.Block) !== 0) visited.flags |= Flag.Block;
    if ((tagBits & TagBit.Cell) !== 0) visited.flags |= Flag.Cell;
    return;
  }
  const style = getComputedStyle(visited.element);
  visited.style = style;
  const display = context.styles.display(styleValue(style, 'display'));
  visited.flags |= display.flags;
  if (display.kind === DisplayBit.None) {
    const rect = visited.tag === 'area' ? areaRect(visited.element) : undefined;
    if (rect) visited.flags |= addBox(visited.row, rect, context);
    else markNotRendered(visited);
    return;
  }
  const isPartOfWord = (parent.inheritedBits & Inherit.FlexOrGrid) !== 0 && isWordItem(visited, style);
  if (isPartOfWord) visited.flags &= ~Flag.Block;
  visited.isInline = (visited.flags & (Flag.Block | Flag.Cell)) === 0;
  visited.isInlineBox =
    isPartOfWord ||
    ((display.kind & (DisplayBit.Inline | DisplayBit.InlineBox)) !== 0 && isInlineBox(visited, display.kind));
  if ((display.kind & DisplayBit.FlexOrGrid) !== 0) visited.inheritedBits |= Inherit.FlexOrGrid;
  readRenderedStyles(visited, style, display.kind, parent, context);
}

/** Of an element in a row that is far from the view: whether something may hide it, move it to the view, or make it a target. */
const needsStyles = (element: Element, { hidingStyles, pointerRules }: CaptureContext): boolean =>
  !isSeen(element) ||
  hidingStyles.has(element) ||
  pointerRules.has(element) ||
  hasAttr(element, 'style') ||
  (MAY_BE_FIXED.some((name) => hasAttr(element, name)) &&
    styleValue(getComputedStyle(element), 'position') === 'fixed');

/** Attributes: those of a style sheet, and of what the browser itself puts above the page. */
const MAY_BE_FIXED = ['class', 'id', 'open', 'popover'];

/** An item of a flex or grid container that is a part of a word. */
function isWordItem(
  { element, tagBits, firstChildNode }: VisitedElement,
  style: CSSStyleDeclaration,
): boolean {
  const isPhrase = (tagBits & TagBit.Phrasing) !== 0 && firstChildNode !== null;
  return isPhrase && touchesNeighbor(element, style);
}

/** An image is one too, wherever its alternative is read as a word. */
function isInlineBox({ tag, firstChildNode }: VisitedElement, displayBits: number): boolean {
  if (tag === 'img' || tag === 'svg') return true;
  return (displayBits & DisplayBit.InlineBox) !== 0 && firstChildNode !== null;
}

function markNotRendered(visited: VisitedElement): void {
  visited.flags |= Flag.DisplayNone;
  visited.inheritedBits |= Inherit.NoLayout;
}

function readRenderedStyles(
  visited: VisitedElement,
  style: CSSStyleDeclaration,
  displayBits: number,
  parent: WalkFrame,
  context: CaptureContext,
): void {
  if (styleValue(style, 'visibility') !== 'visible') visited.flags |= Flag.VisibilityHidden;
  if ((parent.inheritedBits & Inherit.Pointer) === 0) readCursor(visited, style, context);
  const hasOwnPointer =
    (parent.inheritedBits & Inherit.Pointer) !== 0 && readOwnPointer(visited, displayBits, context);
  if (displayBits === DisplayBit.Contents) return;
  const opacity = styleValue(style, 'opacity');
  if (opacity !== '1') readOpacity(visited, Number(opacity), context);
  const position = styleValue(style, 'position');
  if (position !== 'static') readPosition(visited, style, position, context);
  else if ((parent.inheritedBits & Inherit.FlexOrGrid) !== 0) readItemZIndex(visited, style, context);
  const mayHide = context.hidingStyles.has(visited.element);
  if (mayHide) readPaintHiding(visited, style, context);
  const isInline = displayBits === DisplayBit.Inline;
  if (isInline && !hasOwnPointer && !mayHide && isPlainWrapper(visited)) return;
  readBox(visited, style, context);
  if (mayHide || (context.hidingStyles.hasUnreadableSheet && mayHaveClip(visited)))
    readClip(visited, style, context);
  const isBoxLike = !isInline || (visited.tagBits & TagBit.Replaced) !== 0;
  if (isBoxLike && (visited.flags & Flag.Box) !== 0)
    readBlockStyles(visited, style, Number(opacity), parent, context);
}

/** A pointer cursor is recorded where it starts: not inside a control, nor below another pointer. */
function readCursor(visited: VisitedElement, style: CSSStyleDeclaration, context: CaptureContext): void {
  if ((visited.tagBits & TagBit.Control) !== 0 || (visited.tag === 'a' && hasAttr(visited.element, 'href'))) {
    visited.inheritedBits |= Inherit.Pointer;
    if (hasDisabledClass(visited.element)) emitNotAllowedCursor(style, context);
    return;
  }
  const cursor = styleValue(style, 'cursor');
  if (cursor === 'auto') return;
  if (cursor.endsWith('pointer')) {
    visited.flags |= Flag.Pointer;
    visited.inheritedBits |= Inherit.Pointer;
  } else if ((visited.inheritedBits & Inherit.HandleCursor) === 0 && HANDLE_CURSOR.test(cursor)) {
    visited.flags |= Flag.Pointer;
    visited.inheritedBits |= Inherit.HandleCursor;
    context.emit('.cursor', (HANDLE_CURSOR.exec(cursor) as RegExpExecArray)[0]);
  } else if ((visited.inheritedBits & Inherit.HandleCursor) === 0 && cursor === NOT_ALLOWED) {
    visited.inheritedBits |= Inherit.HandleCursor;
    context.emit('.cursor', NOT_ALLOWED);
  }
}

/**
 * Inside a control, or below another pointer: whether the element has a pointer of its own. It is recorded with whether
 * the element is a box, or in a line with other words.
 */
function readOwnPointer(
  { element, tagBits, tag, firstChildNode }: VisitedElement,
  displayBits: number,
  context: CaptureContext,
): boolean {
  if ((tagBits & TagBit.Control) !== 0 || tag === 'label' || !hasAnyAttr(element)) return false;
  if ((tag === 'a' && hasAttr(element, 'href')) || !context.pointerRules.has(element)) return false;
  context.emit('.pointer', displayBits === DisplayBit.Inline && tag !== 'a' ? 'inline' : 'box');
  if (firstChildNode !== null && tag !== 'svg') emitClass(element, context.emit);
  return true;
}

/** Some pages grey out a control by a class alone: no state says that it is disabled. */
const hasDisabledClass = (element: Element): boolean =>
  /(?:^|[\s_-])(?:disabled|inactive)(?:$|[\s_-])/i.test(attribute(element, 'class') ?? '');

function emitNotAllowedCursor(style: CSSStyleDeclaration, context: CaptureContext): void {
  if (styleValue(style, 'cursor') === NOT_ALLOWED) context.emit('.cursor', NOT_ALLOWED);
}

/** The cursor over what does nothing as things are (CSS UI 4, section 6.1.1). */
const NOT_ALLOWED = 'not-allowed';

/** Cursors that say what a drag or a click does here (CSS UI 4, section 6.1.1). */
const HANDLE_CURSOR = /(?:grab|grabbing|move|all-scroll|zoom-in|zoom-out|[a-z]+-resize)$/;

function readOpacity(visited: VisitedElement, opacity: number, context: CaptureContext): void {
  context.snapshot.translucentRows.add(visited.row);
  context.snapshot.layerZIndexes.set(visited.row, undefined);
  visited.opacity *= opacity;
  if (visited.opacity < MIN_VISIBLE_ALPHA) visited.flags |= Flag.Transparent;
}

/** What only blurs, or casts a shadow, leaves the colours of words as they are. */
const changesColors = (style: CSSStyleDeclaration): boolean =>
  styleValue(style, 'mix-blend-mode') !== 'normal' ||
  /(?:brightness|contrast|grayscale|invert|opacity|saturate|sepia|url)\(/.test(styleValue(style, 'filter'));

function readPaintHiding(visited: VisitedElement, style: CSSStyleDeclaration, context: CaptureContext): void {
  if (changesColors(style)) visited.inheritedBits |= Inherit.Filtered;
  const reason = paintHidingReason(visited.element, style);
  if (reason === '') return;
  visited.flags |= Flag.Transparent;
  context.emit('.unseen', reason);
}

/** Read from each element where the style sheets cannot be read. */
function mayHaveClip({ flags, tagBits, firstChildNode, element }: VisitedElement): boolean {
  return (
    (flags & Flag.Positioned) !== 0 ||
    ((tagBits & TagBit.Leaf) === 0 && firstChildNode !== null && hasAnyAttr(element))
  );
}

/** Keeps what a clip of its own cuts off it; what is left of it may be nothing. */
function readClip(visited: VisitedElement, style: CSSStyleDeclaration, context: CaptureContext): void {
  const box = context.snapshot.boxOf(visited.row);
  if (!box) return;
  const { width, height } = box;
  const insets = clipShape(style, width, height) ?? (isMasked(visited, style) ? NO_INSETS : undefined);
  if (!insets) return;
  const { left, top, right, bottom } = insets;
  if (width - left - right >= 1 && height - top - bottom >= 1) {
    context.emit('.clip', [left, top, right, bottom].map(Math.round).join());
    return;
  }
  visited.flags |= Flag.ClippedAway;
  context.emit('.unseen', styleValue(style, 'clip-path') === 'none' ? 'clip' : 'clip-path');
}

const NO_INSETS = { left: 0, top: 0, right: 0, bottom: 0 };

/** A mask lets through nothing beyond the box that it lies on (CSS Masking 1, `mask-clip`). */
const isMasked = ({ element, firstChildNode }: VisitedElement, style: CSSStyleDeclaration): boolean =>
  firstChildNode !== null &&
  element instanceof HTMLElement &&
  styleValue(style, 'mask-image') !== 'none' &&
  !styleValue(style, 'mask-clip').includes('no-clip');

const POSITION_FLAGS = new Map<string, number>([
  ['relative', Flag.Positioned],
  ['absolute', Flag.Positioned | Flag.Absolute],
  ['fixed', Flag.Positioned | Flag.Fixed],
  ['sticky', Flag.Positioned | Flag.Sticky],
]);

/**
 * A relative box without `z-index` is a layer, but stays where the flow puts it, so what it paints is
 * not taken for a cover, unless it is moved; most pages stand in such a box as a whole.
 */
function readPosition(
  visited: VisitedElement,
  style: CSSStyleDeclaration,
  position: string,
  context: CaptureContext,
): void {
  visited.flags |= POSITION_FLAGS.get(position) ?? Flag.Positioned;
  const z = styleValue(style, 'z-index');
  context.snapshot.layerZIndexes.set(visited.row, z === 'auto' ? undefined : Number(z));
  if (z !== 'auto' || position !== 'relative' || isMoved(style)) visited.inheritedBits |= Inherit.Layered;
}

/** From where its neighbours leave room for it. */
const isMoved = (style: CSSStyleDeclaration): boolean =>
  ['top', 'left'].some(
    (side) => styleValue(style, side) !== '0px' || styleValue(style, `margin-${side}`).startsWith('-'),
  );

/** A flex or grid item with a `z-index` is a layer without being positioned. */
function readItemZIndex(visited: VisitedElement, style: CSSStyleDeclaration, context: CaptureContext): void {
  const z = styleValue(style, 'z-index');
  if (z === 'auto') return;
  context.snapshot.layerZIndexes.set(visited.row, Number(z));
  visited.inheritedBits |= Inherit.Layered;
}

/** An inline wrapper that says nothing of its own: its text stands for it. An empty one may be an icon. */
function isPlainWrapper({ tagBits, attributeFlags, flags, firstChildNode }: VisitedElement): boolean {
  return (
    (tagBits & TagBit.Phrasing) !== 0 &&
    (attributeFlags & AttributeFlag.Relevant) === 0 &&
    (flags & (Flag.Pointer | Flag.Positioned)) === 0 &&
    firstChildNode !== null
  );
}

/** Document coordinates; the edges are rounded, then subtracted, so that neighbours still touch. */
function readBox(visited: VisitedElement, style: CSSStyleDeclaration, context: CaptureContext): void {
  const rect = boundingRect(visited.element);
  const { width, height } = rect;
  if (width === 0 && height === 0 && clientRects(visited.element).length === 0) {
    markNotRendered(visited);
    return;
  }
  if ((width < 1 || height < 1) && isCollapsed(style)) {
    visited.flags |= Flag.ClippedAway;
    context.emit('.unseen', 'transform');
  }
  visited.flags |= addBox(visited.row, rect, context);
  if ((visited.tagBits & TagBit.Frame) !== 0) emitContentBox(visited.element, rect, style, context.emit);
}
