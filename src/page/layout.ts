import { Flag } from '../model/Snapshot.ts';
import { Told } from './attributes.ts';
import { Inherit } from './bits.ts';
import { firstChild, firstElement, is, ofDocument, rectOf, rectsOf } from './dom.ts';
import type { Environment } from './Environment.ts';
import type { Level } from './Level.ts';
import { clipsAway, Display, valueOf } from './styles.ts';
import { Tag } from './tags.ts';

/**
 * Styles and boxes. The costly part of a capture, so each value is asked for only where it can tell
 * something: a box costs 2 us, a style 0.8, a colour or an image 0.6, a keyword 0.1.
 */

/** An element as the walk meets it. One object, used again for each. */
export interface Subject {
  element: Element;
  tag: string;
  /** Bits of `Tag`. */
  kind: number;
  row: number;
  /** Bits of `Told`. */
  told: number;
  /** Bits of `Inherit` for its children. */
  bits: number;
  flags: number;
  style: CSSStyleDeclaration | null;
  /** Laid out in line with its neighbours. */
  inline: boolean;
}

/** Fills in flags, style, bits and box of a subject that stands in `parent`. */
export function readLayout(subject: Subject, parent: Level, env: Environment): void {
  const { element, kind } = subject;
  subject.bits = parent.bits & ~(Inherit.Items | Inherit.Skipped);
  subject.inline = (kind & (Tag.Block | Tag.Cell)) === 0;
  if ((parent.bits & Inherit.Skipped) !== 0 && parent.spared !== element) hide(subject);
  if ((subject.bits & Inherit.Cheap) !== 0) {
    if ((kind & Tag.Block) !== 0) subject.flags |= Flag.Block;
    if ((kind & Tag.Cell) !== 0) subject.flags |= Flag.Cell;
    return;
  }
  const style = getComputedStyle(element);
  subject.style = style;
  const display = env.styles.display(valueOf(style, 'display'));
  subject.flags |= display.flags;
  if ((display.kind & Display.None) !== 0) {
    hide(subject);
    return;
  }
  subject.inline = (display.flags & (Flag.Block | Flag.Cell)) === 0;
  if ((display.kind & Display.Items) !== 0) subject.bits |= Inherit.Items;
  readVisibility(subject, style, display.kind, parent, env);
}

function hide(subject: Subject): void {
  subject.flags |= Flag.DisplayNone;
  subject.bits |= Inherit.Cheap;
}

function readVisibility(
  subject: Subject,
  style: CSSStyleDeclaration,
  kind: number,
  parent: Level,
  env: Environment,
): void {
  if (valueOf(style, 'visibility') !== 'visible') subject.flags |= Flag.VisibilityHidden;
  readCursor(subject, style, parent);
  if ((kind & Display.Contents) !== 0) return;
  const opacity = valueOf(style, 'opacity');
  if (opacity !== '1') {
    env.recording.faded.add(subject.row);
    env.recording.layered.set(subject.row, undefined);
    subject.bits |= Inherit.Layered;
    if (Number(opacity) < 0.01) subject.flags |= Flag.Transparent;
  }
  const position = valueOf(style, 'position');
  if (position !== 'static') readPosition(subject, style, position, env);
  else if ((parent.bits & Inherit.Items) !== 0) readItem(subject, style, env);
  const inline = (kind & Display.Inline) !== 0;
  if (inline && isPlain(subject, position)) return;
  readBox(subject, style, env);
  const boxy = !inline || (subject.kind & Tag.Replaced) !== 0;
  if (boxy && (subject.flags & Flag.Box) !== 0) readBlock(subject, style, opacity, env);
}

/** The pointer is told where it begins: not inside a control, nor below another pointer. */
function readCursor(subject: Subject, style: CSSStyleDeclaration, parent: Level): void {
  if ((parent.bits & Inherit.Pointer) !== 0) return;
  if ((subject.kind & Tag.Control) !== 0 || (subject.tag === 'a' && (subject.told & Told.Interest) !== 0)) {
    subject.bits |= Inherit.Pointer;
  } else if (valueOf(style, 'cursor').endsWith('pointer')) {
    subject.flags |= Flag.Pointer;
    subject.bits |= Inherit.Pointer;
  }
}

const POSITIONS: Record<string, number> = {
  relative: Flag.Positioned,
  absolute: Flag.Positioned | Flag.Absolute,
  fixed: Flag.Positioned | Flag.Fixed,
  sticky: Flag.Positioned | Flag.Sticky,
};

function readPosition(
  subject: Subject,
  style: CSSStyleDeclaration,
  position: string,
  env: Environment,
): void {
  subject.flags |= POSITIONS[position] ?? Flag.Positioned;
  subject.bits |= Inherit.Layered;
  const z = valueOf(style, 'z-index');
  env.recording.layered.set(subject.row, z === 'auto' ? undefined : Number(z));
  if ((subject.flags & (Flag.Absolute | Flag.Fixed)) !== 0 && clipsAway(style))
    subject.flags |= Flag.Transparent;
}

/** A flex or grid item with a `z-index` is a layer without being positioned. */
function readItem(subject: Subject, style: CSSStyleDeclaration, env: Environment): void {
  const z = valueOf(style, 'z-index');
  if (z === 'auto') return;
  env.recording.layered.set(subject.row, Number(z));
  subject.bits |= Inherit.Layered;
}

/** An inline wrapper that says nothing of its own: its text stands for it. An empty one may be an icon. */
function isPlain(subject: Subject, position: string): boolean {
  return (
    (subject.kind & Tag.Phrasing) !== 0 &&
    (subject.told & Told.Interest) === 0 &&
    (subject.flags & Flag.Pointer) === 0 &&
    position === 'static' &&
    firstChild(subject.element) !== null
  );
}

/** Document coordinates; the edges are rounded, then subtracted, so that neighbours still touch. */
function readBox(subject: Subject, style: CSSStyleDeclaration, env: Environment): void {
  const { element, row } = subject;
  const rect = rectOf(element);
  const { left, top, right, bottom } = rect;
  if (right - left === 0 && bottom - top === 0 && rectsOf(element).length === 0) {
    hide(subject);
    return;
  }
  const { boxes } = env.recording.rows;
  const x = Math.round(left + env.scrollX);
  const y = Math.round(top + env.scrollY);
  env.recording.boxAt[row] = boxes.length;
  boxes.push(x, y, Math.round(right + env.scrollX) - x, Math.round(bottom + env.scrollY) - y);
  subject.flags |= Flag.Box;
  if ((subject.kind & Tag.Frame) !== 0) keepContentBox(subject, style, env);
}

/** Where the document of a frame begins within its box: after border and padding. */
function keepContentBox(subject: Subject, style: CSSStyleDeclaration, env: Environment): void {
  const left = Number.parseFloat(valueOf(style, 'padding-left')) + subject.element.clientLeft;
  const top = Number.parseFloat(valueOf(style, 'padding-top')) + subject.element.clientTop;
  if (left !== 0 || top !== 0) env.keep('.contentBox', `${Math.round(left)},${Math.round(top)}`);
}

/** What only a box of its own can do: clip, scroll, skip its content, paint over something. */
function readBlock(subject: Subject, style: CSSStyleDeclaration, opacity: string, env: Environment): void {
  if ((subject.kind & (Tag.Leaf | Tag.Control)) === 0) {
    readOverflow(subject, style, env);
    if (firstElement(subject.element) && valueOf(style, 'content-visibility') === 'hidden')
      subject.bits |= Inherit.Skipped;
  }
  if ((subject.bits & Inherit.Layered) !== 0 && Number(opacity) >= 0.8 && paints(subject, style, env))
    subject.flags |= Flag.Paints;
}

function readOverflow(subject: Subject, style: CSSStyleDeclaration, env: Environment): void {
  const x = valueOf(style, 'overflow-x');
  if (x === 'visible') return;
  const y = valueOf(style, 'overflow-y');
  subject.flags |= Flag.ClipX;
  if (y !== 'visible') subject.flags |= Flag.ClipY;
  if (x === 'hidden' && y === 'hidden') return;
  if (!isViewport(subject)) readScroller(subject, x, y, env);
}

/** The root's overflow, or the body's in its stead, is the viewport's: `DocumentSnapshot.scroll` tells it. */
function isViewport({ element, tag }: Subject): boolean {
  if (tag === 'html') return true;
  if (tag !== 'body' || element !== ofDocument('body')) return false;
  return getComputedStyle(ofDocument('documentElement')).overflow === 'visible';
}

function readScroller(subject: Subject, x: string, y: string, env: Environment): void {
  const { element } = subject;
  const { scrollWidth, scrollHeight, clientHeight } = element;
  if (canScroll(x) && scrollWidth > element.clientWidth) subject.flags |= Flag.ScrollX;
  if (canScroll(y) && scrollHeight > clientHeight) subject.flags |= Flag.ScrollY;
  if ((subject.flags & (Flag.ScrollX | Flag.ScrollY)) === 0) return;
  const left = Math.round(element.scrollLeft);
  env.recording.rows.scrollers.push(
    subject.row,
    left,
    Math.round(element.scrollTop),
    scrollWidth,
    scrollHeight,
    clientHeight,
  );
}

function canScroll(overflow: string): boolean {
  return overflow === 'auto' || overflow === 'scroll';
}

function paints(subject: Subject, style: CSSStyleDeclaration, env: Environment): boolean {
  if ((subject.kind & Tag.Replaced) !== 0) return true;
  return (
    env.styles.isOpaque(valueOf(style, 'background-color')) || valueOf(style, 'background-image') !== 'none'
  );
}

/** In the top layer: above everything, in the order of opening. */
export function isInTopLayer(subject: Subject, env: Environment): boolean {
  const { element, tag, told } = subject;
  if (tag === 'dialog' && is(element, ':modal')) return true;
  if ((told & Told.Popover) !== 0 && is(element, ':popover-open')) return true;
  return element === env.fullscreen;
}
