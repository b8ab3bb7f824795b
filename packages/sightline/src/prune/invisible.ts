import type { Box, PageNode } from '../model/Page.ts';
import { Flag } from '../model/Snapshot.ts';
import { type Clip, type Clips, clipOf, clipsFor, rootClips } from './clips.ts';
import { intersect, isEmpty } from './geometry.ts';
import { decide, describe, type Pruning, type Rule, type Verdict } from './Pruning.ts';

/**
 * What a person cannot see, now or by scrolling: `display:none`, `visibility`, an ancestor of opacity
 * 0, `inert`, no area, clipped away, or left of and above where any scroll begins. What a scroll would
 * bring into view is kept. Attributes such as `aria-label` make nothing visible (seed 002, 12B, corrected).
 * Spares: a control whose styled label a person sees and clicks in its place (`styledControls`).
 */
export const invisible: Rule = { name: 'invisible', run };

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
    const isWhole = parent !== undefined && inherited !== undefined && (isRoot || whole[parent.index] === 1);
    whole[node.index] = isWhole || (verdict && ownReason(node)) ? 1 : 0;
    clips[node.index] = whole[node.index] === 1 ? around : clipsFor(node, around);
  }
  hideHollow(pruning);
}

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
  if (node.has(Flag.Transparent)) return node.attributes['.unseen'] ?? 'opacity:0';
  if (node.has(Flag.ClippedAway)) return node.attributes['.unseen'] ?? 'clip-path';
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
    return hidden(
      `text that nobody can make out (${parent.attributes['.words'] ?? 'transparent'}) in ${describe(parent)}`,
      parent,
    );
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
  const left = intersect(box, clip.reach);
  if (!isEmpty(left) && !isShaved(left.width, box.width) && !isShaved(left.height, box.height))
    return undefined;
  return hidden(clippedBy(clip), clip.by);
}

/** A hair's breadth left of something larger: a visually hidden box of 1 x 1 px. */
function isShaved(left: number, whole: number): boolean {
  return left < 2 && whole >= LEGIBLE;
}

/**
 * An element without area shows where what it holds overflows it; where nothing of that shows either, it
 * does not: a link around an image of no size. From the last node to the first: children decide.
 */
function hideHollow(pruning: Pruning): void {
  const { page, verdicts } = pruning;
  const shows = new Uint8Array(page.nodes.length);
  for (let i = page.nodes.length - 1; i > 0; i--) {
    const node = page.nodes[i] as PageNode;
    const isHollow = node.box !== undefined && isEmpty(node.box);
    if (verdicts[i] === undefined && isHollow && shows[i] === 0 && node.children.length > 0)
      decide(pruning, node, hidden(`no area: ${size(node.box as Box)}, and nothing in it shows`));
    const showsItself = verdicts[i] === undefined && !isHollow && (node.box || node.text.trim() !== '');
    if (node.parent && (showsItself || shows[i] === 1)) shows[node.parent.index] = 1;
  }
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
  if (!isFrame(node)) return false;
  const [left = 0, top = 0] = (node.attributes['.contentBox'] ?? '').split(',').map(Number);
  return box.width - 2 * left < LEGIBLE || box.height - 2 * top < LEGIBLE;
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

function size(box: Box): string {
  return `${box.width} x ${box.height} px`;
}

function hidden(why: string, by?: PageNode): Verdict {
  return { rule: 'invisible', decision: 'remove', why, by };
}
