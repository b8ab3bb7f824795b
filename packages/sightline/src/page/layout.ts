import { Flag } from '../model/Snapshot.ts';
import { areaRect } from './areas.ts';
import { Told } from './attributes.ts';
import { Inherit } from './bits.ts';
import { readBlock } from './blocks.ts';
import { clipShape } from './clipShape.ts';
import { attribute, hasAny, rectOf, rectsOf } from './dom.ts';
import type { Environment } from './Environment.ts';
import type { Level } from './Level.ts';
import { paintedAway } from './paintedAway.ts';
import { keepPlacement } from './placement.ts';
import { Display, FAINT, valueOf } from './styles.ts';
import { Tag } from './tags.ts';
import { collapses } from './transforms.ts';

/**
 * Styles and boxes. They are nearly all of what a capture costs, so each value is asked for only where
 * it can tell something: a box costs 2 us, a style 0.8, a colour or an image 0.8, a keyword 0.3.
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
  /** Its first child node. */
  first: Node | null;
  /** Bits of `Inherit` for its children. */
  bits: number;
  flags: number;
  style: CSSStyleDeclaration | null;
  /** Laid out in line with its neighbours. */
  inline: boolean;
  /** In line, but a box of its own (`inline-block`): words on both sides are apart although no space says so. */
  inlineBox: boolean;
}

/** Fills in flags, style, bits and box of a subject that stands in `parent`. */
export function readLayout(subject: Subject, parent: Level, env: Environment): void {
  const { kind } = subject;
  subject.inlineBox = false;
  subject.bits = parent.bits & ~(Inherit.Items | Inherit.Skipped);
  subject.inline = (kind & (Tag.Block | Tag.Cell)) === 0;
  if ((parent.bits & Inherit.Skipped) !== 0 && parent.spared !== subject.element) hide(subject);
  if ((subject.bits & Inherit.Cheap) !== 0) {
    if ((kind & Tag.Block) !== 0) subject.flags |= Flag.Block;
    if ((kind & Tag.Cell) !== 0) subject.flags |= Flag.Cell;
    return;
  }
  const style = getComputedStyle(subject.element);
  subject.style = style;
  const display = env.styles.display(valueOf(style, 'display'));
  subject.flags |= display.flags;
  if (display.kind === Display.None) {
    const rect = subject.tag === 'area' ? areaRect(subject.element) : undefined;
    if (rect) keepBox(subject, rect, env);
    else hide(subject);
    return;
  }
  subject.inline = (display.flags & (Flag.Block | Flag.Cell)) === 0;
  subject.inlineBox =
    (display.kind & (Display.Inline | Display.InlineBox)) !== 0 && isInlineBox(subject, display.kind);
  if ((display.kind & Display.Items) !== 0) subject.bits |= Inherit.Items;
  readRendered(subject, style, display.kind, parent, env);
}

/** An image is one too, wherever its alternative is read as a word. */
function isInlineBox({ tag, first }: Subject, kind: number): boolean {
  if (tag === 'img' || tag === 'svg') return true;
  return (kind & Display.InlineBox) !== 0 && first !== null;
}

function hide(subject: Subject): void {
  subject.flags |= Flag.DisplayNone;
  subject.bits |= Inherit.Cheap;
}

function readRendered(
  subject: Subject,
  style: CSSStyleDeclaration,
  kind: number,
  parent: Level,
  env: Environment,
): void {
  if (valueOf(style, 'visibility') !== 'visible') subject.flags |= Flag.VisibilityHidden;
  if ((parent.bits & Inherit.Pointer) === 0) readCursor(subject, style, env);
  if (kind === Display.Contents) return;
  const opacity = valueOf(style, 'opacity');
  if (opacity !== '1') readOpacity(subject, Number(opacity), env);
  const position = valueOf(style, 'position');
  if (position !== 'static') readPosition(subject, style, position, env);
  else if ((parent.bits & Inherit.Items) !== 0) readItem(subject, style, env);
  const isRare = env.rare.has(subject.element);
  if (isRare) readPaint(subject, style, env);
  const inline = kind === Display.Inline;
  if (inline && isPlain(subject)) return;
  readBox(subject, style, env);
  if (isRare || (env.rare.isBlind && mayClip(subject))) readClip(subject, style, env);
  const boxy = !inline || (subject.kind & Tag.Replaced) !== 0;
  if (boxy && (subject.flags & Flag.Box) !== 0) readBlock(subject, style, Number(opacity), env);
}

/** The pointer is told where it begins: not inside a control, nor below another pointer. */
function readCursor(subject: Subject, style: CSSStyleDeclaration, env: Environment): void {
  if ((subject.kind & Tag.Control) !== 0 || (subject.tag === 'a' && (subject.told & Told.Interest) !== 0)) {
    subject.bits |= Inherit.Pointer;
    if (isCalledDisabled(subject.element)) keepRefusal(style, env);
    return;
  }
  const cursor = valueOf(style, 'cursor');
  if (cursor === 'auto') return;
  if (cursor.endsWith('pointer')) {
    subject.flags |= Flag.Pointer;
    subject.bits |= Inherit.Pointer;
  } else if ((subject.bits & Inherit.Handle) === 0 && HANDLE.test(cursor)) {
    subject.flags |= Flag.Pointer;
    subject.bits |= Inherit.Handle;
    env.keep('.cursor', (HANDLE.exec(cursor) as RegExpExecArray)[0]);
  } else if ((subject.bits & Inherit.Handle) === 0 && cursor === REFUSAL) {
    subject.bits |= Inherit.Handle;
    env.keep('.cursor', REFUSAL);
  }
}

/** A page greys a control by a class alone: no state says so, and it is clicked in vain. */
const isCalledDisabled = (element: Element): boolean =>
  /(?:^|[\s_-])(?:disabled|inactive)(?:$|[\s_-])/i.test(attribute(element, 'class') ?? '');

function keepRefusal(style: CSSStyleDeclaration, env: Environment): void {
  if (valueOf(style, 'cursor') === REFUSAL) env.keep('.cursor', REFUSAL);
}

/** The cursor over what does nothing as things are (CSS UI 4, section 6.1.1). */
const REFUSAL = 'not-allowed';

/** Cursors that say what a drag or a click does here (CSS UI 4, section 6.1.1). */
const HANDLE = /(?:grab|grabbing|move|all-scroll|zoom-in|zoom-out|[a-z]+-resize)$/;

function readOpacity(subject: Subject, opacity: number, env: Environment): void {
  env.recording.faded.add(subject.row);
  env.recording.layered.set(subject.row, undefined);
  if (opacity < FAINT) subject.flags |= Flag.Transparent;
}

function readPaint(subject: Subject, style: CSSStyleDeclaration, env: Environment): void {
  const why = paintedAway(subject.element, style);
  if (why === '') return;
  subject.flags |= Flag.Transparent;
  env.keep('.unseen', why);
}

/** Where the sheets do not tell, these are asked. */
function mayClip({ flags, kind, first, element }: Subject): boolean {
  return (flags & Flag.Positioned) !== 0 || ((kind & Tag.Leaf) === 0 && first !== null && hasAny(element));
}

/** Keeps what a clip of its own cuts off it; what is left of it may be nothing. */
function readClip(subject: Subject, style: CSSStyleDeclaration, env: Environment): void {
  const at = env.recording.boxAt[subject.row] as number;
  if (at < 0) return;
  const { boxes } = env.recording.rows;
  const width = boxes[at + 2] as number;
  const height = boxes[at + 3] as number;
  const cut = clipShape(style, width, height);
  if (!cut) return;
  const { left, top, right, bottom } = cut;
  if (width - left - right >= 1 && height - top - bottom >= 1) {
    env.keep('.clip', [left, top, right, bottom].map(Math.round).join());
    return;
  }
  subject.flags |= Flag.ClippedAway;
  env.keep('.unseen', valueOf(style, 'clip-path') === 'none' ? 'clip' : 'clip-path');
}

const POSITIONS = new Map<string, number>([
  ['relative', Flag.Positioned],
  ['absolute', Flag.Positioned | Flag.Absolute],
  ['fixed', Flag.Positioned | Flag.Fixed],
  ['sticky', Flag.Positioned | Flag.Sticky],
]);

/**
 * A relative box without `z-index` is a layer, but stays where the flow puts it, so what it paints is
 * not taken for a cover; most pages stand in such a box as a whole.
 */
function readPosition(
  subject: Subject,
  style: CSSStyleDeclaration,
  position: string,
  env: Environment,
): void {
  subject.flags |= POSITIONS.get(position) ?? Flag.Positioned;
  const z = valueOf(style, 'z-index');
  env.recording.layered.set(subject.row, z === 'auto' ? undefined : Number(z));
  if (z !== 'auto' || position !== 'relative') subject.bits |= Inherit.Layered;
}

/** A flex or grid item with a `z-index` is a layer without being positioned. */
function readItem(subject: Subject, style: CSSStyleDeclaration, env: Environment): void {
  const z = valueOf(style, 'z-index');
  if (z === 'auto') return;
  env.recording.layered.set(subject.row, Number(z));
  subject.bits |= Inherit.Layered;
}

/** An inline wrapper that says nothing of its own: its text stands for it. An empty one may be an icon. */
function isPlain({ kind, told, flags, first }: Subject): boolean {
  return (
    (kind & Tag.Phrasing) !== 0 &&
    (told & Told.Interest) === 0 &&
    (flags & (Flag.Pointer | Flag.Positioned)) === 0 &&
    first !== null
  );
}

/** Document coordinates; the edges are rounded, then subtracted, so that neighbours still touch. */
function readBox(subject: Subject, style: CSSStyleDeclaration, env: Environment): void {
  const rect = rectOf(subject.element);
  const { width, height } = rect;
  if (width === 0 && height === 0 && rectsOf(subject.element).length === 0) {
    hide(subject);
    return;
  }
  if ((width < 1 || height < 1) && collapses(style)) {
    subject.flags |= Flag.ClippedAway;
    env.keep('.unseen', 'transform');
  }
  keepBox(subject, rect, env);
  if ((subject.kind & Tag.Frame) !== 0) keepPlacement(subject.element, rect, style, env.keep);
}

function keepBox(subject: Subject, { left, top, right, bottom }: DOMRect, env: Environment): void {
  const { boxes } = env.recording.rows;
  const x = round(left + env.scrollX);
  const y = round(top + env.scrollY);
  env.recording.boxAt[subject.row] = boxes.length;
  boxes.push(x, y, round(right + env.scrollX) - x, round(bottom + env.scrollY) - y);
  subject.flags |= Flag.Box;
}

/** An integer in the engine's eyes too (never -0): a column of those costs half. */
const round = (value: number): number => Math.floor(value + 0.5) | 0;
