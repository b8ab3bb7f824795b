import type { Box, PageNode } from '../model/Page.ts';
import { Flag } from '../model/Snapshot.ts';
import { EVERYWHERE, intersect, isEmpty } from './geometry.ts';
import { decide, describe, type Pruning, type Rule, type Verdict } from './Pruning.ts';

/**
 * What a person cannot see, now or by scrolling: `display:none`, `visibility`, an ancestor of opacity
 * 0, `inert`, no area, clipped away, or left of and above where any scroll begins. What a scroll would
 * bring into view is kept. Attributes such as `aria-label` make nothing visible (seed 002, 12B, corrected).
 * Spares: a control whose styled label a person sees and clicks in its place (`styledControls`).
 */
export const invisible: Rule = { name: 'invisible', run };

/** What an ancestor leaves of its descendants, by the way each is laid out (CSS 2.1, section 11.1.1). */
interface Clips {
  flow: Clip;
  absolute: Clip;
  fixed: Clip;
}

interface Clip {
  /** What shows now. */
  shown: Box;
  /** What shows now or after scrolling. */
  reach: Box;
  /** The innermost box that clips. */
  by: PageNode | undefined;
  /** True inside a scroller that is not the page itself. */
  scrolled: boolean;
}

function run(pruning: Pruning): void {
  const { nodes } = pruning.page;
  const clips: Clips[] = new Array(nodes.length);
  // 1 for nodes whose verdict is that of everything below them.
  const whole = new Uint8Array(nodes.length);
  for (const node of nodes) {
    const { parent } = node;
    const isRoot = parent === undefined || parent.document !== node.document;
    const around = isRoot ? rootClips(node, parent && clips[parent.index]) : (clips[parent.index] as Clips);
    const inherited = parent && inheritedVerdict(pruning, node, parent, whole[parent.index] === 1 || isRoot);
    const verdict = inherited ?? judge(node, around, pruning);
    if (verdict) decide(pruning, node, verdict);
    clips[node.index] = verdict ? around : clipsFor(node, around);
    const isWhole = parent !== undefined && inherited !== undefined && (isRoot || whole[parent.index] === 1);
    whole[node.index] = isWhole || (verdict && SUBTREE.has(reasonOf(verdict))) ? 1 : 0;
  }
}

const SUBTREE = new Set(['display:none', 'opacity:0', 'clip-path', 'inert']);
const OWN_BOX = new Set(['clipped', 'it']);

/**
 * Some verdicts hold for everything below the element they were given for, as any does that was given for
 * a frame; those on where its box lies hold for what has no box of its own, text before all.
 */
function inheritedVerdict(
  { verdicts }: Pruning,
  node: PageNode,
  parent: PageNode,
  isWhole: boolean,
): Verdict | undefined {
  const verdict = verdicts[parent.index];
  if (verdict?.rule !== 'invisible') return undefined;
  return isWhole || (OWN_BOX.has(reasonOf(verdict)) && !node.box) ? verdict : undefined;
}

function reasonOf(verdict: Verdict): string {
  return verdict.why.split(' ')[0] as string;
}

function judge(node: PageNode, clips: Clips, pruning: Pruning): Verdict | undefined {
  const own = ownReason(node);
  if (own) return hidden(`${own} on ${describe(node)}`, node);
  if (node.has(Flag.VisibilityHidden))
    return hidden(`visibility:hidden on ${describe(visibilityRoot(node))}`, visibilityRoot(node));
  if (node.isText) return judgeText(node, clips, pruning);
  if (node.box && node.tag !== 'br') return judgeBox(node, node.box, clips, pruning);
  followParent(node, pruning);
  return undefined;
}

/** What has no box of its own shows where its parent does. */
function followParent({ index, parent }: PageNode, { seen, places }: Pruning): void {
  if (!parent) return;
  seen[index] = seen[parent.index];
  places[index] = places[parent.index] ?? 'viewport';
}

function ownReason(node: PageNode): string | undefined {
  if (node.has(Flag.DisplayNone)) return 'display:none';
  if (node.has(Flag.Transparent)) return 'opacity:0';
  if (node.has(Flag.ClippedAway)) return 'clip-path or scale(0)';
  if (node.has(Flag.Inert)) return 'inert';
  return undefined;
}

function visibilityRoot(node: PageNode): PageNode {
  let root = node;
  while (root.parent?.has(Flag.VisibilityHidden)) root = root.parent;
  return root;
}

/** Text shows where its element's content box shows; it has no box of its own. */
function judgeText(node: PageNode, { flow }: Clips, pruning: Pruning): Verdict | undefined {
  const { parent } = node;
  if (parent?.has(Flag.InvisibleText))
    return hidden(`transparent or zero-sized text in ${describe(parent)}`, parent);
  if (flow.by && (flow.reach.width < LEGIBLE || flow.reach.height < LEGIBLE))
    return hidden(clippedBy(flow), flow.by);
  followParent(node, pruning);
  return undefined;
}

function judgeBox(node: PageNode, box: Box, clips: Clips, pruning: Pruning): Verdict | undefined {
  const clip = clipOf(node, clips);
  const shown = intersect(box, clip.shown);
  pruning.seen[node.index] = shown;
  pruning.places[node.index] = placeOf(box, shown, clip, pruning);
  if (isEmpty(box) || isSliver(node, box))
    return holdsNothing(node) ? hidden(`no area: ${size(box)}`) : undefined;
  if (!isEmpty(intersect(box, clip.reach))) return undefined;
  return hidden(clippedBy(clip), clip.by);
}

/** An empty box hides itself, but children that overflow it or are placed elsewhere still show; not a frame's. */
function holdsNothing(node: PageNode): boolean {
  return isFrame(node) || (node.children.length === 0 && node.tag !== 'slot');
}

function isFrame({ tag }: PageNode): boolean {
  return tag === 'iframe' || tag === 'frame';
}

/** Thinner than this, CSS pixels, a window shows neither words nor a document to a person. */
const LEGIBLE = 4;

function isSliver(node: PageNode, box: Box): boolean {
  return isFrame(node) && (box.width < LEGIBLE || box.height < LEGIBLE);
}

function clipOf(node: PageNode, clips: Clips): Clip {
  if (node.has(Flag.Fixed)) return clips.fixed;
  return node.has(Flag.Absolute) ? clips.absolute : clips.flow;
}

function clippedBy(clip: Clip): string {
  return clip.by ? `clipped by ${describe(clip.by)}` : 'it lies where no scrolling reaches';
}

function placeOf(box: Box, shown: Box, clip: Clip, { page }: Pruning): Pruning['places'][number] {
  const document = page.documents[0];
  if (!document) return 'viewport';
  const top = document.scroll.y;
  const left = document.scroll.x;
  if (clip.scrolled && isEmpty(shown)) return 'scroller';
  if (box.y >= top + document.viewport.height) return 'below';
  if (box.y + box.height <= top) return 'above';
  return box.x >= left + document.viewport.width || box.x + box.width <= left ? 'aside' : 'viewport';
}

/** The page's own clip: what a person can scroll to, from the origin to the end of the document. */
function rootClips(root: PageNode, outer: Clips | undefined): Clips {
  const { viewport, scroll, owner, extent: reach } = root.document;
  const frame = owner?.box;
  if (!frame || !outer) {
    const page: Clip = { shown: EVERYWHERE, reach, by: undefined, scrolled: false };
    const fixed: Clip = { ...page, reach: { x: scroll.x, y: scroll.y, ...viewport } };
    return { flow: page, absolute: page, fixed };
  }
  const shown = intersect(frame, outer.flow.shown);
  const scrolled = scroll.height > viewport.height || scroll.width > viewport.width;
  const clip: Clip = { shown, reach, by: owner, scrolled: scrolled || outer.flow.scrolled };
  return { flow: clip, absolute: clip, fixed: { ...clip, reach: frame } };
}

function clipsFor(node: PageNode, around: Clips): Clips {
  const own = clipOf(node, around);
  const inner = clipsItself(node) && node.box ? clipWithin(node, node.box, own) : own;
  const holdsAbsolute = node.has(Flag.Positioned | Flag.ContainsFixed);
  const holdsFixed = node.has(Flag.ContainsFixed);
  if (inner === around.flow && !holdsAbsolute && !holdsFixed) return around;
  return {
    flow: inner,
    absolute: holdsAbsolute ? inner : around.absolute,
    fixed: holdsFixed ? inner : around.fixed,
  };
}

/** The overflow of the root, or of the body in its stead, is the viewport's (CSS Overflow 3, section 3.3). */
function clipsItself(node: PageNode): boolean {
  if (!node.has(Flag.ClipX | Flag.ClipY) || node.tag === 'html') return false;
  return node.tag !== 'body' || node.parent?.has(Flag.ClipX | Flag.ClipY) === true;
}

function clipWithin(node: PageNode, box: Box, around: Clip): Clip {
  const window = clippedAxes(node, box);
  const area = scrollArea(node, box);
  return {
    shown: intersect(window, around.shown),
    reach: isEmpty(intersect(window, around.reach))
      ? intersect(window, around.reach)
      : reachWithin(node, window, area, around),
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

function scrollArea(node: PageNode, box: Box): Box {
  const scroller = node.scroller;
  if (!scroller) return box;
  return {
    x: box.x - scroller.left,
    y: box.y - scroller.top,
    width: Math.max(scroller.width, box.width),
    height: Math.max(scroller.height, box.height),
  };
}

/** On an axis that scrolls, all of the scroller's content can be reached; on the other, only its window. */
function reachWithin(node: PageNode, window: Box, area: Box, around: Clip): Box {
  const still = intersect(window, around.reach);
  const x = node.has(Flag.ScrollX);
  const y = node.has(Flag.ScrollY);
  return {
    x: x ? area.x : still.x,
    width: x ? area.width : still.width,
    y: y ? area.y : still.y,
    height: y ? area.height : still.height,
  };
}

function size(box: Box): string {
  return `${box.width} x ${box.height} px`;
}

function hidden(why: string, by?: PageNode): Verdict {
  return { rule: 'invisible', decision: 'remove', why, by };
}
