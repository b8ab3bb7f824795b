import { Flag } from '../../snapshot/Snapshot.ts';
import type { SnapshotBuilder } from '../capture/SnapshotBuilder.ts';
import { TagBit } from '../capture/TagTable.ts';
import type { WalkFrame } from '../capture/WalkFrame.ts';
import { boundingRect, localName } from '../dom/dom.ts';
import { inputType } from '../roles/computeRole.ts';
import { alphaOf, MIN_VISIBLE_ALPHA, styleValue } from '../styles/StyleCache.ts';

/**
 * A link or button whose words nobody can make out (`font-size: 0`, transparent), which holds nothing
 * else and paints nothing itself, is not there for a person.
 */
export function hideInvisibleText(
  { row, element, style, hasDescendantBox }: WalkFrame,
  snapshot: SnapshotBuilder,
): void {
  if (!element || !style || hasDescendantBox || !snapshot.hasFlag(row, Flag.InvisibleText)) return;
  if (!paintsAnything(element, style, true)) markUnpainted(row, snapshot);
}

const TARGET_FLAGS = Flag.TabIndex | Flag.Listener | Flag.Pointer;
/** What is sticky keeps its own room in the flow. */
export const OUT_OF_FLOW = Flag.Absolute | Flag.Fixed;
const HIDEABLE_ROLES = new Set(['', 'button', 'link']);

/**
 * Nor is one that holds nothing and paints nothing. Spares: what is out of the flow, since it may lie over
 * something that a person sees and means to click. `counts`: as they are now.
 */
export function hideEmptyTarget(
  frame: WalkFrame,
  counts: Pick<WalkFrame, 'nameParts' | 'visibleRuns'>,
  snapshot: SnapshotBuilder,
): void {
  const { row, element, style, tagBits, role } = frame;
  const hasNoContentArea =
    !frame.hasDescendantBox || frame.right - frame.left < 1 || frame.bottom - frame.top < 1;
  const hasContent = frame.nameParts !== counts.nameParts || frame.visibleRuns !== counts.visibleRuns;
  if (!hasNoContentArea || frame.isTextStyleRead || hasContent || !element || !style) return;
  if ((tagBits & (TagBit.Leaf | TagBit.Replaced)) !== 0 || !HIDEABLE_ROLES.has(role)) return;
  if (!snapshot.hasFlag(row, Flag.Box) || snapshot.hasFlag(row, Flag.Editable)) return;
  const isTarget = role !== '' || snapshot.hasFlag(row, TARGET_FLAGS);
  // Listeners are found later: of a strip, which covers nothing, one may be.
  if (isTarget ? snapshot.hasFlag(row, OUT_OF_FLOW) : !isStrip(row, snapshot)) return;
  if (paintsAnything(element, style, false)) return;
  markUnpainted(row, snapshot);
  if (!isTarget) addResizeCursor(row, element, style, snapshot);
}

/** Below another pointer no cursor is recorded: of a handle to resize, its own is. */
function addResizeCursor(
  row: number,
  element: Element,
  style: CSSStyleDeclaration,
  snapshot: SnapshotBuilder,
): void {
  const cursor = styleValue(style, 'cursor');
  if (!cursor.endsWith('-resize') || !element.parentElement) return;
  if (styleValue(getComputedStyle(element.parentElement), 'cursor') !== cursor)
    snapshot.addAttribute(row, '.cursor', cursor);
}

/** Thinner, CSS pixels, a box that paints nothing is an edge. */
const MAX_STRIP = 8;

function isStrip(row: number, snapshot: SnapshotBuilder): boolean {
  const { width = 0, height = 0 } = snapshot.boxOf(row) ?? {};
  return width > 0 && height > 0 && Math.min(width, height) <= MAX_STRIP;
}

/** A field of that size takes no letter, CSS pixels. */
const MAX_EMPTY_FIELD = 8;
const FIELD_TYPES = new Set(['text', 'search', 'tel', 'url', 'email', 'number', 'password']);

/** Nor is a text field that has no room for a letter and paints nothing: a script keeps a value in it. */
export function hideEmptyField(
  element: Element,
  row: number,
  { width, height }: { width: number; height: number },
  snapshot: SnapshotBuilder,
): void {
  if (width > MAX_EMPTY_FIELD || height > MAX_EMPTY_FIELD || localName(element) !== 'input') return;
  if (FIELD_TYPES.has(inputType(element)) && !paintsAnything(element, getComputedStyle(element), false))
    markUnpainted(row, snapshot);
}

export function markUnpainted(row: number, snapshot: SnapshotBuilder): void {
  snapshot.addFlags(row, Flag.ClippedAway);
  snapshot.addAttribute(row, '.unseen', 'nothing painted');
}

const SIDES = ['top', 'right', 'bottom', 'left'];

/** Whether it paints something besides its content: a ground, a border, a shadow, a picture of the style sheet. `isReadable`: its words are seen. */
export function paintsAnything(
  element: Element,
  style: CSSStyleDeclaration,
  hasWords: boolean,
  isReadable = true,
): boolean {
  if (styleValue(style, 'background-image') !== 'none') return true;
  // `content: url(send.png)` makes a picture of an element.
  if (styleValue(style, 'content').includes('url(')) return true;
  const background = styleValue(style, 'background-color');
  // Words that are not seen on a ground of their own colour: that ground is not seen either.
  if (alphaOf(background) >= MIN_VISIBLE_ALPHA && (!hasWords || background !== styleValue(style, 'color')))
    return true;
  return (
    SIDES.some((side) => hasBorder(style, side)) ||
    hasMarker(element, style) ||
    paintsBeyondBox(element, style, isReadable)
  );
}

/** Whether it paints something that a box of no size does not hide: a shadow, an outline, what a style sheet puts into it. */
export function paintsBeyondBox(element: Element, style: CSSStyleDeclaration, isReadable = true): boolean {
  if (styleValue(style, 'box-shadow') !== 'none' || styleValue(style, 'text-shadow') !== 'none') return true;
  if (styleValue(style, 'outline-style') !== 'none') return true;
  const unreadable = isReadable ? undefined : style;
  return ['::before', '::after'].some((part) => paintsPart(getComputedStyle(element, part), unreadable));
}

/**
 * Words of no size in a line, as quotation marks may be, paint nothing; nor do those that look like the words around them
 * where these are not seen (`unreadable`: their style).
 */
function paintsPart(style: CSSStyleDeclaration, unreadable: CSSStyleDeclaration | undefined): boolean {
  const content = styleValue(style, 'content');
  if (content === 'none') return false;
  if (styleValue(style, 'display') !== 'inline' || content.includes('url(')) return true;
  if (styleValue(style, 'font-size') === '0px') return false;
  return !unreadable || LOOK.some((name) => styleValue(style, name) !== styleValue(unreadable, name));
}

const LOOK = ['color', 'font-size'];

/** The bullet of an item, the triangle of a summary, unless it hangs out over the edge of the page. */
function hasMarker(element: Element, style: CSSStyleDeclaration): boolean {
  if (!styleValue(style, 'display').includes('list-item')) return false;
  const hasImage = styleValue(style, 'list-style-image') !== 'none';
  const isDrawn = alphaOf(styleValue(style, 'color')) >= MIN_VISIBLE_ALPHA;
  if (!hasImage && (!isDrawn || styleValue(style, 'list-style-type') === 'none')) return false;
  const hangs =
    styleValue(style, 'list-style-position') === 'outside' && styleValue(style, 'direction') === 'ltr';
  return !hangs || boundingRect(element).left + scrollX >= Number.parseFloat(styleValue(style, 'font-size'));
}

function hasBorder(style: CSSStyleDeclaration, side: string): boolean {
  return (
    Number.parseFloat(styleValue(style, `border-${side}-width`)) > 0 &&
    alphaOf(styleValue(style, `border-${side}-color`)) >= MIN_VISIBLE_ALPHA
  );
}
