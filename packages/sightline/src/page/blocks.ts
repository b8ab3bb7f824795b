import { Flag } from '../model/Snapshot.ts';
import { Inherit } from './bits.ts';
import { hasAny, ofDocument } from './dom.ts';
import type { Environment } from './Environment.ts';
import type { Level } from './Level.ts';
import type { Subject } from './layout.ts';
import { scrollOrigin } from './scrollOrigin.ts';
import { valueOf } from './styles.ts';
import { Tag } from './tags.ts';

/** What only a box of its own can do, read as it is met: paint over something, skip its content. */
export function readBlock(
  subject: Subject,
  style: CSSStyleDeclaration,
  opacity: number,
  env: Environment,
): void {
  const { kind, first, element } = subject;
  if ((kind & (Tag.Leaf | Tag.Control)) === 0 && first !== null && hasAny(element)) {
    if (valueOf(style, 'content-visibility') === 'hidden') subject.bits |= Inherit.Skipped;
  }
  if ((subject.bits & Inherit.Layered) !== 0 && opacity >= 0.8 && paints(subject, style, env))
    subject.flags |= Flag.Paints;
}

function paints(subject: Subject, style: CSSStyleDeclaration, env: Environment): boolean {
  if ((subject.kind & Tag.Replaced) !== 0) return true;
  return (
    env.styles.isOpaque(valueOf(style, 'background-color')) || valueOf(style, 'background-image') !== 'none'
  );
}

/** Square CSS pixels that a character takes at least, line spacing included: 4 x 12. */
const CHARACTER = 48;

/**
 * Whether a box clips or scrolls, read as it is left: only where something in it extends beyond it, or
 * its text may. Elsewhere clipping changes nothing. Then hands its extent up to the level around it.
 */
export function leaveBox(level: Level, parent: Level, env: Environment): void {
  const { recording } = env;
  const at = recording.boxAt[level.row] as number;
  if (at < 0 || level.style === null) {
    if (level.holdsBox) extend(parent, level.left, level.top, level.right, level.bottom);
    return;
  }
  const { boxes } = recording.rows;
  const left = boxes[at] as number;
  const top = boxes[at + 1] as number;
  const right = left + (boxes[at + 2] as number);
  const bottom = top + (boxes[at + 3] as number);
  const exceeds =
    level.holdsBox && (level.left < left || level.top < top || level.right > right || level.bottom > bottom);
  const overflows =
    (level.block || level.inlineBox) && overflowsWithText(level.textLength, right - left, bottom - top);
  const asks = (exceeds || overflows) && (level.kind & Tag.Leaf) === 0;
  extend(parent, left, top, right, bottom);
  const clips = asks && readOverflow(level, level.style, env);
  if (exceeds && !clips) extend(parent, level.left, level.top, level.right, level.bottom);
}

/** Words need room: about so much an area, and a height of their own. */
function overflowsWithText(length: number, width: number, height: number): boolean {
  if (length === 0) return false;
  return length * CHARACTER > width * height * 0.5 || height < LINE || width < LINE;
}

/** Less than any line of text takes, CSS pixels. */
const LINE = 6;

function extend(level: Level, left: number, top: number, right: number, bottom: number): void {
  if (!level.holdsBox) {
    level.holdsBox = true;
    level.left = left;
    level.top = top;
    level.right = right;
    level.bottom = bottom;
    return;
  }
  if (left < level.left) level.left = left;
  if (top < level.top) level.top = top;
  if (right > level.right) level.right = right;
  if (bottom > level.bottom) level.bottom = bottom;
}

/** Answers whether it clips on both axes: then nothing of it extends beyond. */
function readOverflow(level: Level, style: CSSStyleDeclaration, env: Environment): boolean {
  const x = valueOf(style, 'overflow-x');
  const y = valueOf(style, 'overflow-y');
  if (x === 'visible' && y === 'visible') return containsPaint(level, style, env);
  if (valueOf(style, 'display') === 'inline') return false;
  const { recording } = env;
  if (x !== 'visible') recording.flag(level.row, Flag.ClipX);
  if (y !== 'visible') recording.flag(level.row, Flag.ClipY);
  if (!isViewport(level) && (canScroll(x) || canScroll(y))) readScroller(level, style, x, y, env);
  return x !== 'visible' && y !== 'visible';
}

/** Paint containment clips as well (CSS Containment 2, section 3.3). */
function containsPaint({ row }: Level, style: CSSStyleDeclaration, { recording }: Environment): boolean {
  if (!/paint|strict|content/.test(valueOf(style, 'contain')) || valueOf(style, 'display') === 'inline')
    return false;
  recording.flag(row, Flag.ClipX | Flag.ClipY);
  return true;
}

/** The root's overflow, or the body's in its stead, is the viewport's: `DocumentSnapshot.scroll` tells it. */
function isViewport({ element }: Level): boolean {
  if (element === ofDocument('documentElement')) return true;
  if (element !== ofDocument('body')) return false;
  return getComputedStyle(ofDocument('documentElement')).overflow === 'visible';
}

function readScroller(
  level: Level,
  style: CSSStyleDeclaration,
  x: string,
  y: string,
  env: Environment,
): void {
  const element = level.element as Element;
  const { scrollWidth, scrollHeight, clientWidth, clientHeight } = element;
  let flags = 0;
  if (canScroll(x) && scrollWidth > clientWidth) flags |= Flag.ScrollX;
  if (canScroll(y) && scrollHeight > clientHeight) flags |= Flag.ScrollY;
  if (flags === 0) return;
  env.recording.flag(level.row, flags);
  const from = scrollOrigin(style);
  env.recording.rows.scrollers.push(
    level.row,
    Math.round(element.scrollLeft) + (from.right ? scrollWidth - clientWidth : 0),
    Math.round(element.scrollTop) + (from.bottom ? scrollHeight - clientHeight : 0),
    scrollWidth,
    scrollHeight,
    clientHeight,
  );
}

function canScroll(overflow: string): boolean {
  return overflow === 'auto' || overflow === 'scroll';
}
