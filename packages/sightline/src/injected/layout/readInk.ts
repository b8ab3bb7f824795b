import { Flag } from '../../snapshot/Snapshot.ts';
import type { CaptureContext } from '../capture/CaptureContext.ts';
import type { SnapshotBuilder } from '../capture/SnapshotBuilder.ts';
import {
  boundingRect,
  ELEMENT_NODE,
  firstChild,
  isVisible,
  localName,
  nextSibling,
  nodeType,
  openShadowRoot,
  TEXT_NODE,
  textData,
} from '../dom/dom.ts';
import { isBlank } from '../dom/text.ts';
import { hideEmptyField, paintsAnything } from './hideUnpainted.ts';

/** Edges in CSS pixels of the document. */
interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Of something that is cut off, a wider strip than this shows what it is. CSS pixels. */
const MAX_STRIP = 24;

/**
 * Of a target of which a box around it leaves a strip, keeps where its ink is: `.ink`, the insets of its words, pictures
 * and painted parts from its own box (`left,top,right,bottom`), or `none`. Nothing is kept where it paints all of its box.
 */
export function readInk(context: CaptureContext): void {
  const { snapshot } = context;
  const clips = findClips(snapshot);
  for (const row of snapshot.hitTestCandidates) {
    const element = snapshot.elements[row];
    const box = boxOf(row, snapshot);
    if (!element || !box) continue;
    hideEmptyField(element, row, { width: box.right - box.left, height: box.bottom - box.top }, snapshot);
    if (!isCutToStrip(row, box, clips, snapshot)) continue;
    const ink = inkOf(element);
    if (ink === 'all') continue;
    if (!ink) snapshot.addAttribute(row, '.ink', 'none');
    else {
      const { left, top, right, bottom } = toDocument(ink, context);
      const insets = [left - box.left, top - box.top, box.right - right, box.bottom - bottom];
      snapshot.addAttribute(row, '.ink', insets.map(Math.round).join());
    }
  }
}

function boxOf(row: number, { boxOffsets, rows }: SnapshotBuilder): Edges | undefined {
  const offset = boxOffsets[row] as number;
  if (offset < 0) return undefined;
  const [left = 0, top = 0, width = 0, height = 0] = rows.boxes.slice(offset, offset + 4);
  return width > 0 && height > 0 ? { left, top, right: left + width, bottom: top + height } : undefined;
}

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
    const clip = boxOf(up, snapshot);
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

/** They paint what no style says. */
const REPLACED_TAGS = new Set(
  'input select textarea img svg canvas video audio iframe object embed progress meter'.split(' '),
);
/** An element with more in it is taken to paint everywhere. */
const MAX_NODES = 200;

/** Where the element and what it holds paint, in the viewport's coordinates. */
function inkOf(root: Element): Edges | 'all' | undefined {
  if (paintsItself(root)) return 'all';
  const found: Edges[] = [];
  const pending = [firstChild(openShadowRoot(root) ?? root)];
  for (let count = 0; pending.length > 0; count++) {
    const node = pending.pop();
    if (!node) continue;
    if (count === MAX_NODES) return 'all';
    pending.push(nextSibling(node));
    if (nodeType(node) === TEXT_NODE && !isBlank(textData(node))) found.push(...wordRects(node));
    if (nodeType(node) !== ELEMENT_NODE) continue;
    const element = node as Element;
    if (localName(element) === 'slot') return 'all';
    if (isVisible(element) && paintsItself(element)) found.push(boundingRect(element));
    if (!REPLACED_TAGS.has(localName(element))) pending.push(firstChild(openShadowRoot(element) ?? element));
  }
  return found.length > 0 ? union(found) : undefined;
}

const paintsItself = (element: Element): boolean =>
  REPLACED_TAGS.has(localName(element)) || paintsAnything(element, getComputedStyle(element), false);

/** Share of a line of text above its letters. */
const ABOVE_LETTERS = 0.15;

function wordRects(text: Node): Edges[] {
  const range = document.createRange();
  range.selectNodeContents(text);
  return [...range.getClientRects()]
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
