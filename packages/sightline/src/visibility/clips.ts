import {
  type Affine,
  type Box,
  EVERYWHERE,
  intersect,
  isEmpty,
  overlaps,
  transformBox,
} from '../snapshot/geometry.ts';
import type { PageNode, Scroller } from '../snapshot/Page.ts';
import { Flag } from '../snapshot/Snapshot.ts';

/** What an ancestor leaves of its descendants, by the way each is laid out (CSS 2.1, section 11.1.1). */
export interface ClipsByPosition {
  flow: Clip;
  absolute: Clip;
  fixed: Clip;
}

export interface Clip {
  /** What shows now. */
  visible: Box;
  /** What shows now or after scrolling. */
  reachable: Box;
  /** The innermost box that clips. */
  clipper: PageNode | undefined;
  /** True inside a scroller that is not the page itself. */
  inScroller: boolean;
}

/** The clip of the parent that applies to the node itself. */
export function ownClip(node: PageNode, clips: ClipsByPosition): Clip {
  if (node.has(Flag.Fixed)) return applyClipPath(node, clips.fixed);
  return applyClipPath(node, node.has(Flag.Absolute) ? clips.absolute : clips.flow);
}

/** The page's own clip: what a person can scroll to, from end to end of the document. */
export function rootClips(root: PageNode, outer: ClipsByPosition | undefined): ClipsByPosition {
  const { owner } = root.document;
  return owner?.box && outer ? frameClips(owner, owner.box, root, outer) : pageClips(root);
}

function pageClips({ document: { viewport, scroll } }: PageNode): ClipsByPosition {
  const width = Math.max(scroll.width, viewport.width);
  const height = Math.max(scroll.height, viewport.height);
  const { left = 0, top = 0 } = scroll;
  const page: Clip = {
    visible: EVERYWHERE,
    reachable: { x: -left, y: -top, width, height },
    clipper: undefined,
    inScroller: false,
  };
  const fixed: Clip = { ...page, reachable: { x: scroll.x, y: scroll.y, ...viewport } };
  return { flow: page, absolute: page, fixed };
}

function frameClips(
  owner: PageNode,
  frame: Box,
  { document }: PageNode,
  outer: ClipsByPosition,
): ClipsByPosition {
  const { viewport, scroll, placement } = document;
  const scale = scaleOf(placement);
  const isUnscrollable = owner.attributes.scrolling?.toLowerCase() === 'no';
  const scrollRange = (extent: number, viewportSize: number): number =>
    isUnscrollable ? 0 : Math.max(0, extent - viewportSize) * scale;
  const right = scrollRange(scroll.width, viewport.width);
  const down = scrollRange(scroll.height, viewport.height);
  const ownerClip = ownClip(owner, outer);
  const unscrolled = intersect(frame, ownerClip.reachable);
  const { left = 0, top = 0 } = scroll;
  const { x, y } = isUnscrollable ? { x: 0, y: 0 } : { x: scroll.x + left, y: scroll.y + top };
  const flow: Clip = {
    visible: intersect(frame, ownerClip.visible),
    reachable: isRotated(placement)
      ? turnedArea(document, unscrolled, { x, y }, { x: right / scale, y: down / scale })
      : scrollableArea(unscrolled, { x: x * scale, y: y * scale }, { x: right, y: down }),
    clipper: owner,
    inScroller: ownerClip.inScroller || right > 0 || down > 0,
  };
  return { flow, absolute: flow, fixed: { ...flow, reachable: unscrolled } };
}

/** All of a turned document that passes by what is left of its frame, which is moved along its axes by what is scrolled. */
function turnedArea(
  { scroll, placement }: PageNode['document'],
  frame: Box,
  offset: { x: number; y: number },
  scrollMax: { x: number; y: number },
): Box {
  const { left = 0, top = 0, width, height } = scroll;
  const all = transformBox({ x: -left, y: -top, width, height }, placement);
  const { a, b, c, d } = placement;
  const range = (x: number, y: number): [least: number, most: number] => {
    const across = [-offset.x * x, (scrollMax.x - offset.x) * x];
    const down = [-offset.y * y, (scrollMax.y - offset.y) * y];
    return [Math.min(...across) + Math.min(...down), Math.max(...across) + Math.max(...down)];
  };
  const [[x0, x1], [y0, y1]] = [range(a, c), range(b, d)];
  const reachable = {
    x: frame.x + x0,
    y: frame.y + y0,
    width: frame.width + x1 - x0,
    height: frame.height + y1 - y0,
  };
  return isEmpty(frame) ? frame : intersect(all, reachable);
}

/** How large a document is drawn: 1 unless its frame is scaled. */
function scaleOf({ a, b }: Affine): number {
  return Math.hypot(a, b);
}

function isRotated({ b, c }: Affine): boolean {
  return b !== 0 || c !== 0;
}

/** All that a window shows in turn which is scrolled by so much, and can be by so much in all. */
function scrollableArea(
  clipBox: Box,
  offset: { x: number; y: number },
  scrollMax: { x: number; y: number },
): Box {
  if (isEmpty(clipBox)) return clipBox;
  return {
    x: clipBox.x - offset.x,
    y: clipBox.y - offset.y,
    width: clipBox.width + scrollMax.x,
    height: clipBox.height + scrollMax.y,
  };
}

/** The clips that apply to the children of a node. */
export function childClips(node: PageNode, parentClips: ClipsByPosition): ClipsByPosition {
  const nodeClip = ownClip(node, parentClips);
  const clipped = clipsContent(node) && node.box ? clipToBox(node, node.box, nodeClip) : nodeClip;
  const inner = node.has(Flag.Editable) && node.box ? withinCaretReach(node.box, clipped) : clipped;
  const containsAbsolute = node.has(Flag.Positioned | Flag.ContainsFixed);
  const containsFixed = node.has(Flag.ContainsFixed);
  // A clip path applies to everything inside, however it is laid out.
  const remaining =
    node.attributes['.clip'] === undefined ? parentClips : applyClipPathToAll(node, parentClips);
  if (inner === remaining.flow && !containsAbsolute && !containsFixed) return remaining;
  return {
    flow: inner,
    absolute: containsAbsolute ? inner : remaining.absolute,
    fixed: containsFixed ? inner : remaining.fixed,
  };
}

/** Moving the caret scrolls all lines of an editor into view, through boxes that hide what overflows them. */
function withinCaretReach(box: Box, clip: Clip): Clip {
  if (!clip.clipper || !overlaps(box, clip.reachable)) return clip;
  const top = Math.min(box.y, clip.reachable.y);
  const left = Math.min(box.x, clip.reachable.x);
  const right = Math.max(box.x + box.width, clip.reachable.x + clip.reachable.width);
  const reachable = { x: left, y: top, width: right - left, height: EVERYWHERE.height };
  return { ...clip, reachable, inScroller: true };
}

function applyClipPathToAll(node: PageNode, { flow, absolute, fixed }: ClipsByPosition): ClipsByPosition {
  return {
    flow: applyClipPath(node, flow),
    absolute: applyClipPath(node, absolute),
    fixed: applyClipPath(node, fixed),
  };
}

/** Applies the `clip-path` or `clip` of the node: no scrolling reveals the rest. */
function applyClipPath(node: PageNode, clip: Clip): Clip {
  const insets = node.attributes['.clip'];
  if (insets === undefined || !node.box) return clip;
  const clipBox = insetBox(node, node.box, insets);
  return {
    ...clip,
    visible: intersect(clipBox, clip.visible),
    reachable: intersect(clipBox, clip.reachable),
    clipper: node,
  };
}

/** The part of a box within insets: `left,top,right,bottom` in pixels of the document. */
function insetBox({ document }: PageNode, { x, y, width, height }: Box, insets: string): Box {
  const [left = 0, top = 0, right = 0, bottom = 0] = insets
    .split(',')
    .map((inset) => Number(inset) * scaleOf(document.placement));
  return { x: x + left, y: y + top, width: width - left - right, height: height - top - bottom };
}

/** Where what a target paints is, if the capture measured it: empty where it paints nothing. */
export function inkBox(node: PageNode, box: Box): Box | undefined {
  const insets = node.attributes['.ink'];
  if (insets === undefined) return undefined;
  return insets === 'none' ? { ...box, width: 0, height: 0 } : insetBox(node, box, insets);
}

/** The overflow of the root, or of the body in its stead, is the viewport's (CSS Overflow 3, section 3.3). */
function clipsContent(node: PageNode): boolean {
  if (!node.has(Flag.ClipX | Flag.ClipY) || node.tag === 'html') return false;
  return node.tag !== 'body' || node.parent?.has(Flag.ClipX | Flag.ClipY) === true;
}

function clipToBox(node: PageNode, box: Box, parentClip: Clip): Clip {
  const clipBox = clippedAxes(node, box);
  const unscrolled = intersect(clipBox, parentClip.reachable);
  return {
    visible: intersect(clipBox, parentClip.visible),
    reachable: node.scroller ? reachableInScroller(node, node.scroller, unscrolled, box) : unscrolled,
    clipper: node,
    inScroller: parentClip.inScroller || node.scroller !== undefined,
  };
}

/** The box's own window, unbounded on an axis that does not clip. */
function clippedAxes(node: PageNode, box: Box): Box {
  const x = node.has(Flag.ClipX);
  const y = node.has(Flag.ClipY);
  return {
    x: x ? box.x : EVERYWHERE.x,
    width: x ? box.width : EVERYWHERE.width,
    y: y ? box.y : EVERYWHERE.y,
    height: y ? box.height : EVERYWHERE.height,
  };
}

/** On an axis that scrolls, or has been scrolled by a script, the content passes by the window; on the other, it stays where it is. */
function reachableInScroller(node: PageNode, scroller: Scroller, unscrolled: Box, box: Box): Box {
  const scale = scaleOf(node.document.placement);
  const x = node.has(Flag.ScrollX) ? scale : 0;
  const y = node.has(Flag.ScrollY) || scroller.top > 0 ? scale : 0;
  return scrollableArea(
    unscrolled,
    { x: scroller.left * x, y: scroller.top * y },
    {
      x: x && Math.max(0, scroller.width * x - box.width),
      y: y && Math.max(0, scroller.height * y - box.height),
    },
  );
}
