import { type Box, intersect, isEmpty, overlaps } from '../snapshot/geometry.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { DIALOG_ROLES } from '../snapshot/roles.ts';
import { Flag } from '../snapshot/Snapshot.ts';
import { type Clip, type ClipsByPosition, childClips, inkBox, ownClip, rootClips } from './clips.ts';
import {
  decide,
  type Visibility,
  type VisibilityDecision,
  type VisibilityDraft,
  type VisibilityReason,
  type VisibilityRule,
} from './Visibility.ts';

/**
 * What a person cannot see, now or by scrolling: `display:none`, `visibility`, an ancestor of opacity
 * 0, `inert` behind a dialog, no area, clipped away, or beyond where any scroll begins. What a scroll would
 * bring into view is kept. Attributes such as `aria-label` make nothing visible.
 * Spares: a control whose styled label a person sees and clicks in its place (`styledControls`).
 */
export const invisible: VisibilityRule = { name: 'invisible', run };

function run(visibility: VisibilityDraft): void {
  const { nodes } = visibility.page;
  const isBehindDialog = inertTest(nodes);
  const clips: ClipsByPosition[] = new Array(nodes.length);
  // 1 for nodes whose decision applies to everything below them.
  const hidesSubtree = new Uint8Array(nodes.length);
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as PageNode;
    const { parent } = node;
    const isRoot = parent === undefined || parent.document !== node.document;
    const parentClips = isRoot
      ? rootClips(node, parent && clips[parent.index])
      : (clips[parent.index] as ClipsByPosition);
    const inherited =
      parent && inheritDecision(visibility, node, parent, hidesSubtree[parent.index] === 1 || isRoot);
    const decision = inherited ?? decideNode(node, parentClips, visibility, isBehindDialog);
    if (decision) decide(visibility, node, decision);
    const coversSubtree =
      parent !== undefined && inherited !== undefined && (isRoot || hidesSubtree[parent.index] === 1);
    hidesSubtree[node.index] =
      coversSubtree ||
      (decision && (styleReason(node, isBehindDialog) ?? (isFallback(node) || FIELDS.has(node.tag))))
        ? 1
        : 0;
    clips[node.index] = hidesSubtree[node.index] === 1 ? parentClips : childClips(node, parentClips);
  }
  hideEmptyBoxes(visibility);
}

/** Reasons that apply to a box, and to content without a box in it. */
const BOX_REASONS: ReadonlySet<VisibilityReason> = new Set(['clipped', 'no-ink', 'unreachable']);

/**
 * Some decisions apply to the whole subtree, and any on a frame does; those about the place of a box apply to content
 * without a box, such as text.
 */
function inheritDecision(
  { decisions }: Visibility,
  node: PageNode,
  parent: PageNode,
  coversSubtree: boolean,
): VisibilityDecision | undefined {
  const decision = decisions[parent.index];
  if (decision?.rule !== 'invisible') return undefined;
  return coversSubtree || (BOX_REASONS.has(decision.reason) && !node.box) ? decision : undefined;
}

/** What is in one of these is rendered only by browsers that do not know it. Of a canvas only what describes it is captured. */
const WITH_FALLBACK = new Set(['video', 'audio', 'progress', 'meter']);

function isFallback(node: PageNode): boolean {
  const { parent, box } = node;
  return parent !== undefined && box === undefined && (WITH_FALLBACK.has(parent.tag) || isInSelect(node));
}

/** The parser leaves anything in a `select`, of which only options are rendered (HTML, 4.10.7). */
function isInSelect(node: PageNode): boolean {
  if (node.isText || IN_SELECT.has(node.tag) || node.parent?.tag !== 'select') return false;
  return !someInside(node, ({ tag }) => tag === 'option');
}

/** Of what holds options, and is no less left out: they are shown all the same. */
function selectAround(node: PageNode, { decisions }: Visibility): PageNode | undefined {
  const { parent, box } = node;
  if (!parent || box || node.isText || IN_SELECT.has(node.tag)) return undefined;
  const around = parent.tag === 'select' ? parent : decisions[parent.index]?.by;
  return around?.tag === 'select' && (around === parent || decisions[parent.index]?.reason === 'fallback')
    ? around
    : undefined;
}

const IN_SELECT = new Set(['option', 'optgroup', 'legend', 'hr']);

function someInside(node: PageNode, test: (one: PageNode) => boolean): boolean {
  return node.children.some((child) => test(child) || someInside(child, test));
}

function decideNode(
  node: PageNode,
  clips: ClipsByPosition,
  visibility: VisibilityDraft,
  isBehindDialog: (node: PageNode) => boolean,
): VisibilityDecision | undefined {
  if (isFallback(node)) return removal({ reason: 'fallback', by: node.parent as PageNode });
  const select = selectAround(node, visibility);
  if (select) return removal({ reason: 'fallback', by: select });
  const style = styleReason(node, isBehindDialog);
  if (style) return removal({ ...style, by: node });
  if (node.has(Flag.VisibilityHidden))
    return removal({ reason: 'visibility-hidden', by: hiddenAncestor(node) });
  if (node.isText) return decideText(node, clips, visibility);
  if (node.box && node.tag !== 'br') return decideBox(node, node.box, clips, visibility);
  copyFromParent(node, visibility);
  return undefined;
}

/** A node without a box shows where its parent does. */
function copyFromParent(
  { index, parent }: PageNode,
  { visibleBoxes, viewportPositions }: VisibilityDraft,
): void {
  if (!parent) return;
  visibleBoxes[index] = visibleBoxes[parent.index];
  viewportPositions[index] = viewportPositions[parent.index] ?? 'viewport';
}

function styleReason(
  node: PageNode,
  isBehindDialog: (node: PageNode) => boolean,
): Pick<VisibilityDecision, 'reason' | 'style'> | undefined {
  const style = node.attributes['.unseen'];
  if (node.has(Flag.DisplayNone)) return { reason: 'display-none' };
  if (node.has(Flag.Transparent)) return style ? { reason: 'not-painted', style } : { reason: 'opacity' };
  if (node.has(Flag.ClippedAway))
    return !style || CLIP_STYLES.has(style)
      ? { reason: 'clip-path', style: style ?? 'clip-path' }
      : { reason: 'not-painted', style };
  return node.has(Flag.Inert) && isBehindDialog(node) ? { reason: 'inert' } : undefined;
}

/** What is inert in full sight is shown, as disabled; not what a dialog makes inert, which a person sees dimmed at most. */
function inertTest(nodes: readonly PageNode[]): (node: PageNode) => boolean {
  let dialogs: PageNode[] | undefined;
  const findDialogs = (): PageNode[] => nodes.filter(isOpenDialog);
  return (node) => {
    dialogs ??= findDialogs();
    return dialogs.some((dialog) => !node.contains(dialog));
  };
}

const OVER_PAGE = Flag.Fixed | Flag.TopLayer;

function isOpenDialog(node: PageNode): boolean {
  const isModal = node.attributes['aria-modal'] === 'true';
  if (!isModal && !(DIALOG_ROLES.has(node.role) && node.closest((one) => one.has(OVER_PAGE)))) return false;
  return node.box !== undefined && !isEmpty(node.box) && !node.has(Flag.VisibilityHidden | Flag.Transparent);
}

const CLIP_STYLES = new Set(['clip', 'clip-path']);

function hiddenAncestor(node: PageNode): PageNode {
  let root = node;
  while (root.parent?.has(Flag.VisibilityHidden)) root = root.parent;
  return root;
}

/** Text has no box: it shows where the content box of its element does. */
function decideText(
  node: PageNode,
  { flow }: ClipsByPosition,
  visibility: VisibilityDraft,
): VisibilityDecision | undefined {
  const { parent } = node;
  if (parent?.has(Flag.InvisibleText))
    return removal({
      reason: 'illegible-text',
      by: parent,
      style: parent.attributes['.words'] ?? 'transparent',
    });
  if (flow.clipper && (flow.reachable.width < MIN_LEGIBLE_SIZE || flow.reachable.height < MIN_LEGIBLE_SIZE))
    return clippedRemoval(flow);
  copyFromParent(node, visibility);
  return undefined;
}

function decideBox(
  node: PageNode,
  box: Box,
  clips: ClipsByPosition,
  visibility: VisibilityDraft,
): VisibilityDecision | undefined {
  const clip = ownClip(node, clips);
  const visibleBox = intersect(box, clip.visible);
  visibility.visibleBoxes[node.index] = visibleBox;
  visibility.viewportPositions[node.index] = viewportPosition(box, visibleBox, clip, visibility);
  if (isEmpty(box) || isTooThinFrame(node, box) || isSpeck(node, box))
    return hasNoContent(node) ? removal({ reason: 'no-area', box }) : undefined;
  const reachableBox = intersect(box, clip.reachable);
  const ink = inkBox(node, box);
  if (ink && clip.clipper && !isEmpty(reachableBox) && !overlaps(ink, clip.reachable))
    return removal({ reason: 'no-ink', by: clip.clipper });
  if (
    !isEmpty(reachableBox) &&
    !isReducedToSliver(reachableBox.width, box.width) &&
    !isReducedToSliver(reachableBox.height, box.height)
  )
    return undefined;
  return clippedRemoval(clip);
}

/** A shape of a drawing that covers so little, CSS pixels, leaves no mark: an island of a map. */
const MAX_SPECK = 2;
const SHAPES = new Set('path circle ellipse rect line polygon polyline'.split(' '));

const isSpeck = ({ tag }: PageNode, { width, height }: Box): boolean =>
  width * height <= MAX_SPECK && SHAPES.has(tag);

/** A hair's breadth left of something larger: a visually hidden box of 1 x 1 px. */
function isReducedToSliver(remaining: number, full: number): boolean {
  return remaining < 2 && full >= MIN_LEGIBLE_SIZE;
}

/**
 * An element without area shows if content that overflows it does; else it does not: a link around an image of no
 * size. From the last node to the first, as children decide.
 */
function hideEmptyBoxes(visibility: VisibilityDraft): void {
  const { page, decisions } = visibility;
  const shows = new Uint8Array(page.nodes.length);
  for (let i = page.nodes.length - 1; i > 0; i--) {
    const node = page.nodes[i] as PageNode;
    const isEmptyBox = node.box !== undefined && isEmpty(node.box);
    if (decisions[i] === undefined && isEmptyBox && shows[i] === 0 && node.children.length > 0)
      decide(visibility, node, removal({ reason: 'nothing-shows', box: node.box as Box }));
    const showsItself = decisions[i] === undefined && !isEmptyBox && (node.box || node.text.trim() !== '');
    if (node.parent && (showsItself || shows[i] === 1)) shows[node.parent.index] = 1;
  }
}

/** An empty box hides itself, but children that overflow it or are placed elsewhere still show; not those of a frame or a field. */
function hasNoContent(node: PageNode): boolean {
  return isFrame(node) || FIELDS.has(node.tag) || (node.children.length === 0 && node.tag !== 'slot');
}

/** What they hold is painted within them, or not at all. */
const FIELDS = new Set(['select', 'textarea']);

function isFrame({ tag }: PageNode): boolean {
  return tag === 'iframe' || tag === 'frame';
}

/** Thinner than this, CSS pixels, a window shows neither words nor a document to a person. */
const MIN_LEGIBLE_SIZE = 4;

function isTooThinFrame(node: PageNode, box: Box): boolean {
  if (!isFrame(node)) return false;
  const [left = 0, top = 0] = (node.attributes['.contentBox'] ?? '').split(',').map(Number);
  return box.width - 2 * left < MIN_LEGIBLE_SIZE || box.height - 2 * top < MIN_LEGIBLE_SIZE;
}

function clippedRemoval({ clipper }: Clip): VisibilityDecision {
  return removal(clipper ? { reason: 'clipped', by: clipper } : { reason: 'unreachable' });
}

function viewportPosition(
  box: Box,
  visibleBox: Box,
  clip: Clip,
  { page }: Visibility,
): Visibility['viewportPositions'][number] {
  const document = page.documents[0];
  if (!document) return 'viewport';
  const top = document.scroll.y;
  const left = document.scroll.x;
  if (clip.inScroller && isEmpty(visibleBox)) return 'scroller';
  if (box.y >= top + document.viewport.height) return 'below';
  if (box.y + box.height <= top) return 'above';
  return box.x >= left + document.viewport.width || box.x + box.width <= left ? 'aside' : 'viewport';
}

function removal(evidence: Omit<VisibilityDecision, 'rule' | 'kind'>): VisibilityDecision {
  return { rule: 'invisible', kind: 'remove', ...evidence };
}
