import { type Affine, place } from '../model/Affine.ts';
import type { Box, PageNode, Scroller } from '../model/Page.ts';
import { Flag } from '../model/Snapshot.ts';
import { EVERYWHERE, intersect, isEmpty } from './geometry.ts';

/** What an ancestor leaves of its descendants, by the way each is laid out (CSS 2.1, section 11.1.1). */
export interface Clips {
  flow: Clip;
  absolute: Clip;
  fixed: Clip;
}

export interface Clip {
  /** What shows now. */
  shown: Box;
  /** What shows now or after scrolling. */
  reach: Box;
  /** The innermost box that clips. */
  by: PageNode | undefined;
  /** True inside a scroller that is not the page itself. */
  scrolled: boolean;
}

/** The clip that holds for the node itself, of those of its parent. */
export function clipOf(node: PageNode, clips: Clips): Clip {
  if (node.has(Flag.Fixed)) return cutBySelf(node, clips.fixed);
  return cutBySelf(node, node.has(Flag.Absolute) ? clips.absolute : clips.flow);
}

/** The page's own clip: what a person can scroll to, from the origin to the end of the document. */
export function rootClips(root: PageNode, outer: Clips | undefined): Clips {
  const { owner } = root.document;
  return owner?.box && outer ? frameClips(owner, owner.box, root, outer) : pageClips(root);
}

function pageClips({ document: { viewport, scroll } }: PageNode): Clips {
  const width = Math.max(scroll.width, viewport.width);
  const height = Math.max(scroll.height, viewport.height);
  const page: Clip = {
    shown: EVERYWHERE,
    reach: { x: 0, y: 0, width, height },
    by: undefined,
    scrolled: false,
  };
  const fixed: Clip = { ...page, reach: { x: scroll.x, y: scroll.y, ...viewport } };
  return { flow: page, absolute: page, fixed };
}

function frameClips(owner: PageNode, frame: Box, { document }: PageNode, outer: Clips): Clips {
  const { viewport, scroll, placement } = document;
  const scale = scaleOf(placement);
  const isStill = owner.attributes.scrolling?.toLowerCase() === 'no';
  const further = (extent: number, window: number): number =>
    isStill ? 0 : Math.max(0, extent - window) * scale;
  const right = further(scroll.width, viewport.width);
  const down = further(scroll.height, viewport.height);
  const own = clipOf(owner, outer);
  const still = intersect(frame, own.reach);
  const { x, y } = isStill ? { x: 0, y: 0 } : scroll;
  const flow: Clip = {
    shown: intersect(frame, own.shown),
    reach: isTurned(placement)
      ? place({ x: 0, y: 0, width: scroll.width, height: scroll.height }, placement)
      : scrolledReach(still, { x: x * scale, y: y * scale }, { x: right, y: down }),
    by: owner,
    scrolled: own.scrolled || right > 0 || down > 0,
  };
  return { flow, absolute: flow, fixed: { ...flow, reach: still } };
}

/** How large a document is drawn: 1 unless its frame is scaled. */
function scaleOf({ a, b }: Affine): number {
  return Math.hypot(a, b);
}

function isTurned({ b, c }: Affine): boolean {
  return b !== 0 || c !== 0;
}

/** All that a window shows in turn which is scrolled by so much, and can be by so much in all. */
function scrolledReach(window: Box, by: { x: number; y: number }, most: { x: number; y: number }): Box {
  if (isEmpty(window)) return window;
  return {
    x: window.x - by.x,
    y: window.y - by.y,
    width: window.width + most.x,
    height: window.height + most.y,
  };
}

/** What the node leaves of what it holds, in the clips around it. */
export function clipsFor(node: PageNode, around: Clips): Clips {
  const own = clipOf(node, around);
  const inner = clipsItself(node) && node.box ? clipWithin(node, node.box, own) : own;
  const holdsAbsolute = node.has(Flag.Positioned | Flag.ContainsFixed);
  const holdsFixed = node.has(Flag.ContainsFixed);
  // A clip path holds for everything inside, however it is laid out.
  const rest = node.attributes['.clip'] === undefined ? around : cutAll(node, around);
  if (inner === rest.flow && !holdsAbsolute && !holdsFixed) return rest;
  return {
    flow: inner,
    absolute: holdsAbsolute ? inner : rest.absolute,
    fixed: holdsFixed ? inner : rest.fixed,
  };
}

function cutAll(node: PageNode, { flow, absolute, fixed }: Clips): Clips {
  return { flow: cutBySelf(node, flow), absolute: cutBySelf(node, absolute), fixed: cutBySelf(node, fixed) };
}

/** What a `clip-path` or `clip` of its own leaves: no scroll brings the rest out. */
function cutBySelf(node: PageNode, clip: Clip): Clip {
  const cut = node.attributes['.clip'];
  if (cut === undefined || !node.box) return clip;
  const [left = 0, top = 0, right = 0, bottom = 0] = cut
    .split(',')
    .map((inset) => Number(inset) * scaleOf(node.document.placement));
  const { x, y, width, height } = node.box;
  const window = { x: x + left, y: y + top, width: width - left - right, height: height - top - bottom };
  return {
    ...clip,
    shown: intersect(window, clip.shown),
    reach: intersect(window, clip.reach),
    by: node,
  };
}

/** The overflow of the root, or of the body in its stead, is the viewport's (CSS Overflow 3, section 3.3). */
function clipsItself(node: PageNode): boolean {
  if (!node.has(Flag.ClipX | Flag.ClipY) || node.tag === 'html') return false;
  return node.tag !== 'body' || node.parent?.has(Flag.ClipX | Flag.ClipY) === true;
}

function clipWithin(node: PageNode, box: Box, around: Clip): Clip {
  const window = clippedAxes(node, box);
  const still = intersect(window, around.reach);
  return {
    shown: intersect(window, around.shown),
    reach: node.scroller ? reachWithin(node, node.scroller, still, box) : still,
    by: node,
    scrolled: around.scrolled || node.has(Flag.ScrollX | Flag.ScrollY),
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

/** On an axis that scrolls, the content passes by the window; on the other, it stays where it is. */
function reachWithin(node: PageNode, scroller: Scroller, still: Box, box: Box): Box {
  const scale = scaleOf(node.document.placement);
  const x = node.has(Flag.ScrollX) ? scale : 0;
  const y = node.has(Flag.ScrollY) ? scale : 0;
  return scrolledReach(
    still,
    { x: scroller.left * x, y: scroller.top * y },
    {
      x: x && Math.max(0, scroller.width * x - box.width),
      y: y && Math.max(0, scroller.height * y - box.height),
    },
  );
}
