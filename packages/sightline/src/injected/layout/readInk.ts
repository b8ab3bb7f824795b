import { CELL_ROLES, LABELLED_FIELD_ROLES, TABLE_ROLES } from '../../snapshot/roles.ts';
import { Flag } from '../../snapshot/Snapshot.ts';
import type { CaptureContext } from '../capture/CaptureContext.ts';
import type { SnapshotBuilder } from '../capture/SnapshotBuilder.ts';
import {
  boundingRect,
  contentRects,
  type Edges,
  ELEMENT_NODE,
  firstChild,
  flatParent,
  hasAttr,
  isRendered,
  isVisible,
  localName,
  nextSibling,
  nodeType,
  openShadowRoot,
  TEXT_NODE,
  textData,
} from '../dom/dom.ts';
import type { ElementRegistry } from '../dom/ElementRegistry.ts';
import { isBlank } from '../dom/text.ts';
import { styleValue } from '../styles/StyleCache.ts';
import {
  isBlankReplaced,
  isBlankSelect,
  isEmptyDrawing,
  isInEmptyDrawing,
  isSizelessForeignObject,
} from './blankReplaced.ts';
import { hideCutWords } from './hideCutWords.ts';
import {
  hideEmptyField,
  markUnpainted,
  OUT_OF_FLOW,
  paintsAnything,
  paintsBeyondBox,
} from './hideUnpainted.ts';

/** Of something that is cut off, a wider strip than this shows what it is. CSS pixels. */
const MAX_STRIP = 24;

/**
 * Of a target of which a box around it leaves a strip, keeps where its ink is: `.ink`, the insets of its words, pictures
 * and painted parts from its own box (`left,top,right,bottom`), or `none`. Nothing is kept where it paints all of its box.
 */
export function readInk(context: CaptureContext): void {
  const { snapshot } = context;
  const clips = findClips(snapshot);
  for (const row of snapshot.untestedTargets) {
    const element = snapshot.elements[row];
    if (element) hideBlankTarget(row, element, context);
  }
  for (const row of snapshot.hitTestCandidates) {
    const element = snapshot.elements[row];
    const box = edgesOf(row, snapshot);
    if (!element) continue;
    if (!box) {
      if (snapshot.parents[row + 1] === row) hideBlankTarget(row, element, context);
      continue;
    }
    hideEmptyField(element, row, { width: box.right - box.left, height: box.bottom - box.top }, snapshot);
    hideBlankTarget(row, element, context);
    if (crossesEdge(box) && !inkOf(row, element, context)) markUnpainted(row, snapshot);
    if (!isCutToStrip(row, box, clips, snapshot)) continue;
    const ink = inkOf(row, element, context);
    if (ink === 'all') continue;
    if (!ink) snapshot.addAttribute(row, '.ink', 'none');
    else {
      const { left, top, right, bottom } = toDocument(ink, context);
      const insets = [left - box.left, top - box.top, box.right - right, box.bottom - bottom];
      snapshot.addAttribute(row, '.ink', insets.map(Math.round).join());
    }
  }
  hideCutWords(context, clips);
}

function hideBlankTarget(row: number, element: Element, context: CaptureContext): void {
  const { snapshot } = context;
  if (!mayPaintNothing(element) || !mayBeEmptyTarget(row, snapshot) || isResizer(element)) return;
  if (!inkOf(row, element, context)) markUnpainted(row, snapshot);
}

/** A handle between two parts shows by the cursor over it. */
const isResizer = (element: Element): boolean =>
  styleValue(getComputedStyle(element), 'cursor').endsWith('-resize');

/** What shows by the parts that it lies between. */
const BARS = new Set(['separator', 'scrollbar']);
/** What shows by the lines of the table that it stands in. */
const PARTS_OF_TABLES = new Set([...CELL_ROLES, 'row']);

/** What is drawn, or stands for a part of a picture, is none. */
const mayPaintNothing = (element: Element): boolean =>
  (element instanceof HTMLElement && localName(element) !== 'area') ||
  (isEmptyDrawing(element) && !isDrawnOn(element));

const PRESS_HANDLERS = ['onpointerdown', 'onmousedown', 'ontouchstart'];

/** Whether a person may draw on it: a press begins something, or the pointer and the finger are those of a pen. */
function isDrawnOn(drawing: Element): boolean {
  if (PRESS_HANDLERS.some((name) => hasAttr(drawing, name))) return true;
  const style = getComputedStyle(drawing);
  return styleValue(style, 'cursor').endsWith('crosshair') || styleValue(style, 'touch-action') === 'none';
}

/** What its markup says to do on a click is not to draw. */
const isClickedOnly = (canvas: Element | null | undefined): boolean =>
  canvas != null && hasAttr(canvas, 'onclick') && !isDrawnOn(canvas);

/** Smaller each way, CSS pixels, nothing around a box shows that it is there. */
const MAX_SPECK = 4;
const isSpeck = (box: Edges | undefined): boolean =>
  box !== undefined && Math.max(box.right - box.left, box.bottom - box.top) < MAX_SPECK;

/** What has the role of a field and none of these is a field by its role alone: it takes no focus and no click. */
const USED = Flag.Editable | Flag.TabIndex | Flag.Listener;

/** The edge of a field, too, is often painted by a box around it; a list is seen by its items. */
function isShownByOthers(row: number, role: string, snapshot: SnapshotBuilder): boolean {
  if (LABELLED_FIELD_ROLES.has(role)) return role !== 'listbox' && snapshot.hasFlag(row, USED);
  return BARS.has(role) || (PARTS_OF_TABLES.has(role) && isInTable(row, snapshot));
}

function isInTable(row: number, { parents, rows, strings }: SnapshotBuilder): boolean {
  for (let up = parents[row] as number; up > 0; up = parents[up] as number)
    if (TABLE_ROLES.has(strings.all[rows.role[up] as number] as string)) return true;
  return false;
}

/** Nothing in it is seen. */
const UNSEEN = Flag.DisplayNone | Flag.Transparent | Flag.ClippedAway;
/** Of its own words none is seen. */
const UNREADABLE = Flag.InvisibleText | Flag.VisibilityHidden;

/**
 * A target without words in it that are seen, which may hold empty boxes only. Spares: fields in which a caret shows, cells, canvases
 * to draw on, and what is out of the flow, since it may lie over something that a person sees and means to click.
 */
function mayBeEmptyTarget(row: number, snapshot: SnapshotBuilder): boolean {
  const { elements, rows, parents, strings } = snapshot;
  const role = strings.all[rows.role[row] as number] as string;
  const flags = rows.flags[row] as number;
  const element = elements[row];
  const isFocusable = (flags & (Flag.Editable | Flag.Disabled)) === Flag.Editable && !hasNoBox(element);
  if (isFocusable || (flags & OUT_OF_FLOW) !== 0) return false;
  const tag = strings.all[rows.tag[row] as number];
  const isMadeOut = isShownByOthers(row, role, snapshot) && !isSpeck(edgesOf(row, snapshot));
  if (isMadeOut && (flags & Flag.Editable) === 0 && tag !== 'svg' && tag !== 'video') return false;
  if ((flags & Flag.Listener) !== 0 && tag === 'canvas' && !isClickedOnly(element)) return false;
  if (element instanceof HTMLSelectElement) return isBlankSelect(element);
  let hidden = 0;
  for (let one = row + 1; (parents[one] ?? -1) >= row; one++) {
    if (hidden > 0 && (parents[one] as number) >= hidden) continue;
    hidden = isUnseen(one, snapshot) || isBeyondEdge(one, snapshot) ? one : 0;
    const isReadable = ((rows.flags[parents[one] as number] as number) & UNREADABLE) === 0;
    if (hidden > 0 || !isReadable || isBlank(strings.all[rows.text[one] as number] ?? '')) continue;
    if (!isInEmptyDrawing(elements[parents[one] as number])) return false;
  }
  return true;
}

/** Nothing without a box takes the focus, or shows a caret. */
const hasNoBox = (element: Element | null | undefined): boolean =>
  element != null && styleValue(getComputedStyle(element), 'display') === 'contents';

/** Undefined for a box of no size, too. */
function edgesOf(row: number, snapshot: SnapshotBuilder): Edges | undefined {
  const { x, y, width, height } = snapshot.boxOf(row) ?? NO_BOX;
  return width > 0 && height > 0 ? { left: x, top: y, right: x + width, bottom: y + height } : undefined;
}

const NO_BOX = { x: 0, y: 0, width: 0, height: 0 };

/** The nearest row above each that clips its content; -1 where there is none. */
function findClips(snapshot: SnapshotBuilder): Int32Array {
  const clips = new Int32Array(snapshot.parents.length).fill(-1);
  for (let row = 1; row < clips.length; row++) {
    const parent = snapshot.parents[row] as number;
    clips[row] = snapshot.hasFlag(parent, Flag.ClipX | Flag.ClipY) ? parent : (clips[parent] as number);
  }
  return clips;
}

/** Boxes around a target that are held against it. */
const MAX_CLIPS = 16;

/** Whether a box around it, on an axis on which nobody can scroll, leaves a strip of it and no more. */
function isCutToStrip(row: number, box: Edges, clips: Int32Array, snapshot: SnapshotBuilder): boolean {
  let up = clips[row] as number;
  for (let count = 0; up >= 0 && count < MAX_CLIPS; count++, up = clips[up] as number) {
    const clip = edgesOf(up, snapshot);
    const flags = snapshot.rows.flags[up] as number;
    if (clip && (isStripOfX(box, clip, flags) || isStripOfY(box, clip, flags))) return true;
  }
  return false;
}

const isStripOfX = (box: Edges, clip: Edges, flags: number): boolean =>
  (flags & (Flag.ClipX | Flag.ScrollX)) === Flag.ClipX &&
  isStrip(Math.min(box.right, clip.right) - Math.max(box.left, clip.left), box.right - box.left);

const isStripOfY = (box: Edges, clip: Edges, flags: number): boolean =>
  (flags & (Flag.ClipY | Flag.ScrollY)) === Flag.ClipY &&
  isStrip(Math.min(box.bottom, clip.bottom) - Math.max(box.top, clip.top), box.bottom - box.top);

const isStrip = (size: number, whole: number): boolean => size > 0 && size < Math.min(whole, MAX_STRIP);

/** They paint what no style says; an `object` without data is a box for what it holds. */
const REPLACED_TAGS = new Set(
  'input select textarea img svg canvas video audio iframe object embed progress meter'.split(' '),
);
const isReplaced = (element: Element): boolean =>
  REPLACED_TAGS.has(localName(element)) && !(localName(element) === 'object' && !hasAttr(element, 'data'));

/** An element with more in it is taken to paint everywhere. */
const MAX_NODES = 200;

/** Where the element and what it holds paint, in the viewport's coordinates. */
function inkOf(
  row: number,
  root: Element,
  { registry, snapshot }: CaptureContext,
): Edges | 'all' | undefined {
  const isReadable = !snapshot.hasFlag(row, UNREADABLE);
  const paintsAll = edgesOf(row, snapshot)
    ? paintsItself(root, isReadable)
    : paintsBeyondBox(root, getComputedStyle(root), isReadable);
  if (paintsAll) return 'all';
  const unreadable = elementsIn(row, snapshot, (one) => snapshot.hasFlag(one, UNREADABLE));
  const unseen = elementsIn(row, snapshot, (one) => isUnseen(one, snapshot));
  const found: Edges[] = [];
  const slotted = new Set<Node>();
  const pending = contentOf(root, registry, slotted);
  for (let count = 0; pending.length > 0; count++) {
    const node = pending.pop();
    if (!node) continue;
    if (count === MAX_NODES) return 'all';
    if (!slotted.has(node)) pending.push(nextSibling(node));
    if (nodeType(node) === TEXT_NODE && !isBlank(textData(node)) && !unreadable.has(flatParent(node)))
      found.push(...wordRects(node));
    if (nodeType(node) !== ELEMENT_NODE) continue;
    const element = node as Element;
    if (unseen.has(element)) continue;
    const rect = boundingRect(element);
    if (isVisible(element) && isRendered(element) && paintsWithin(element, rect, !unreadable.has(element)))
      found.push(rect);
    if (!isReplaced(element) && !isSizelessForeignObject(element))
      pending.push(...contentOf(element, registry, slotted));
  }
  const own = edgesOf(row, snapshot);
  const within = own && own.right > 0 && own.bottom > 0 ? found.filter(isOnPage) : found;
  return within.length > 0 ? union(within) : undefined;
}

/** What an element shows, in the flat tree: the first, which the others follow, but all that stand in a slot, which are kept. */
function contentOf(element: Element, registry: ElementRegistry, slotted: Set<Node>): (Node | null)[] {
  const nodes = element instanceof HTMLSlotElement ? element.assignedNodes() : [];
  if (nodes.length === 0)
    return [firstChild(openShadowRoot(element) ?? registry.closedRootOf(element) ?? element)];
  for (const node of nodes) slotted.add(node);
  return nodes;
}

/** All of its box, too: whether the words in it do, their places say. */
function isBeyondEdge(row: number, { boxOffsets, rows: { boxes } }: SnapshotBuilder): boolean {
  const at = boxOffsets[row] as number;
  const end = (side: number): number => (boxes[at + side] as number) + (boxes[at + side + 2] as number);
  return at >= 0 && (end(0) <= 0 || end(1) <= 0);
}

/** A part of it lies beyond the upper or the left edge of the page: its words may. */
const crossesEdge = ({ left, top, right, bottom }: Edges): boolean =>
  (left < 0 || top < 0) && right > 0 && bottom > 0;

/** Beyond the upper and the left edge of a page nothing scrolls, but for one from right to left or of lines from the right. */
function isOnPage({ right, bottom }: Edges): boolean {
  if (bottom + scrollY <= 0) return false;
  if (right + scrollX > 0) return true;
  const style = getComputedStyle(document.documentElement);
  return styleValue(style, 'direction') !== 'ltr' || styleValue(style, 'writing-mode') === 'vertical-rl';
}

/** Those of the element and what it holds that pass a test. */
function elementsIn(
  row: number,
  { elements, parents }: SnapshotBuilder,
  test: (row: number) => boolean,
): Set<Node | null> {
  const found = new Set<Node | null>();
  for (let one = row; one === row || (parents[one] ?? -1) >= row; one++)
    if (test(one)) found.add(elements[one] ?? null);
  return found;
}

/** Nothing in it is seen: by a style, or since it has no size and cuts off what it holds. */
function isUnseen(row: number, snapshot: SnapshotBuilder): boolean {
  if (snapshot.hasFlag(row, UNSEEN)) return true;
  if (!snapshot.hasFlag(row, Flag.ClipX | Flag.ClipY)) return false;
  const { width, height } = snapshot.boxOf(row) ?? { width: 1, height: 1 };
  const isClosed =
    (width === 0 && snapshot.hasFlag(row, Flag.ClipX)) || (height === 0 && snapshot.hasFlag(row, Flag.ClipY));
  return isClosed && !holdsOutOfFlow(row, snapshot);
}

/** Whether something in it may lie in another box than it: that is cut off by none of its own. */
function holdsOutOfFlow(row: number, snapshot: SnapshotBuilder): boolean {
  if (snapshot.hasFlag(row, Flag.Positioned)) return false;
  for (let one = row + 1; (snapshot.parents[one] ?? -1) >= row; one++)
    if (snapshot.hasFlag(one, OUT_OF_FLOW)) return true;
  return false;
}

/** The browser puts a summary into details without one. */
const hasOwnSummary = (element: Element): boolean =>
  localName(element) === 'details' &&
  !Array.from(element.children).some((child) => localName(child) === 'summary');

const paintsItself = (element: Element, isReadable: boolean): boolean =>
  hasOwnSummary(element) ||
  (isReplaced(element) && !isBlankReplaced(element)) ||
  paintsAnything(element, getComputedStyle(element), false, isReadable);

/** Whether it paints something besides its words, with a box of that size. */
const paintsWithin = (element: Element, { width, height }: DOMRect, isReadable: boolean): boolean =>
  width > 0 && height > 0
    ? paintsItself(element, isReadable)
    : paintsBeyondBox(element, getComputedStyle(element), isReadable);

/** Share of a line of text above its letters. */
const ABOVE_LETTERS = 0.15;

function wordRects(text: Node): Edges[] {
  return contentRects(text)
    .filter(({ width, height }) => width > 0 && height > 0)
    .map(({ left, top, right, bottom, height }) => ({
      left,
      top: top + ABOVE_LETTERS * height,
      right,
      bottom,
    }));
}

const union = (all: readonly Edges[]): Edges => ({
  left: Math.min(...all.map(({ left }) => left)),
  top: Math.min(...all.map(({ top }) => top)),
  right: Math.max(...all.map(({ right }) => right)),
  bottom: Math.max(...all.map(({ bottom }) => bottom)),
});

const toDocument = ({ left, top, right, bottom }: Edges, { scrollX, scrollY }: CaptureContext): Edges => ({
  left: left + scrollX,
  top: top + scrollY,
  right: right + scrollX,
  bottom: bottom + scrollY,
});
