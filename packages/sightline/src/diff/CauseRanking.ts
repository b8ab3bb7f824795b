import { elementKey, type PageNode } from '../snapshot/Page.ts';
import { STANDALONE_ITEM_ROLES, TEXT_FIELD_ROLES } from '../snapshot/roles.ts';
import { Flag } from '../snapshot/Snapshot.ts';
import type { LandmarkRegion } from '../structure/landmarks.ts';
import type { PageState } from '../structure/PageState.ts';
import { isRemoved } from '../visibility/Visibility.ts';
import type { AddedSpan } from './findAddedSpans.ts';
import type { PageDiff } from './PageDiff.ts';

/** How surely the action caused a change, the surest first. */
export const CauseRank = {
  /** The element that was used says so itself. */
  Itself: 0,
  /** A dialog that opened. */
  Dialog: 1,
  /** Beside the element, in its item, controlled by it, with the focus, or a message. */
  Near: 2,
  Region: 3,
  Elsewhere: 4,
  /** It came into view because something scrolled. */
  Scrolling: 5,
} as const;
export type CauseRank = (typeof CauseRank)[keyof typeof CauseRank];

/** Roles of what opens over the page, or is a message, wherever in the document it is. */
const CAUSED_ROLES = new Set(['alert', 'status', 'menu', 'listbox', 'tooltip', 'tree']);
/** Lists that a control opens. */
const OPENED_LIST_ROLES = new Set(['listbox', 'menu', 'tree']);
/** Attributes that name what an element controls. */
const CONTROL_ATTRIBUTES = [
  'aria-controls',
  'aria-owns',
  'aria-details',
  'aria-errormessage',
  'popovertarget',
  'commandfor',
  'list',
];
const TARGET_ATTRIBUTES = ['data-bs-target', 'data-target', 'href'];
/** So many texts and elements that were there before may lie between an element and what it caused. */
const MAX_NEAR = 3;
/** A layer no further than this from the element was opened by it. CSS pixels. */
const MAX_LAYER_GAP = 40;

/** Ranks the changes of a page by how surely the element that was used caused them. */
export class CauseRanking {
  readonly #pageState: PageState;
  readonly #diff: PageDiff;
  readonly #anchor: PageNode;
  readonly #controlled: readonly PageNode[];
  readonly #item: PageNode | undefined;
  readonly #region: LandmarkRegion | undefined;
  /** Texts and elements that were there before, up to each index. */
  readonly #oldSums: Uint32Array;

  /** `anchor`: the element that was used, on the page after; or what is left around it. */
  constructor(pageState: PageState, diff: PageDiff, anchor: PageNode) {
    this.#pageState = pageState;
    this.#diff = diff;
    this.#anchor = anchor;
    this.#controlled = findControlled(anchor);
    this.#item = anchor.closest(({ role }) => STANDALONE_ITEM_ROLES.has(role));
    this.#region = pageState.regionAt[anchor.index];
    this.#oldSums = countOld(pageState, diff.appeared);
  }

  rankSpan(span: AddedSpan): CauseRank {
    const { region, from, to, items } = span;
    if (this.#isInOpenedDialog(region)) return CauseRank.Dialog;
    const first = this.#pageState.page.nodes[from] as PageNode;
    if (this.#isCaused(first, to)) return CauseRank.Near;
    return items.every(({ node }) => this.#isScrolledIntoView(node))
      ? CauseRank.Scrolling
      : this.#placeOf(region);
  }

  rankNode(node: PageNode, region: LandmarkRegion | undefined): CauseRank {
    if (elementKey(node) === elementKey(this.#anchor) || this.#isStateOfAnchor(node)) return CauseRank.Itself;
    if (this.#isInOpenedDialog(region)) return CauseRank.Dialog;
    return this.#isCaused(node, node.end) ? CauseRank.Near : this.#placeOf(region);
  }

  /** Of what is gone: a region of the page before. */
  rankRegion(region: LandmarkRegion | undefined): CauseRank {
    return this.#placeOf(region);
  }

  distanceToSpan({ from, to }: AddedSpan): number {
    return this.#distanceTo(from, to);
  }

  /** The list around a node that the element opened: of its entries a few are enough. */
  openedListAround(node: PageNode): PageNode | undefined {
    const isField = TEXT_FIELD_ROLES.has(this.#anchor.role);
    return node.parent?.closest(
      (one) =>
        OPENED_LIST_ROLES.has(one.role) ||
        (isField && (one.role === 'list' || this.#controlled.includes(one))),
    );
  }

  #isInOpenedDialog(region: LandmarkRegion | undefined): boolean {
    for (let outer = region; outer; outer = outer.parent) if (this.#diff.opened.includes(outer)) return true;
    return false;
  }

  /** A checkbox in the label that was used; the label of a box that was. */
  #isStateOfAnchor(node: PageNode): boolean {
    const anchor = this.#anchor;
    return anchor.contains(node) && ['label', 'option', 'summary'].includes(anchor.tag);
  }

  #isCaused(node: PageNode, end: number): boolean {
    const anchor = this.#anchor;
    if (anchor.contains(node) || this.#controlled.some((one) => one.contains(node) || node.contains(one)))
      return true;
    if (this.#item && isSmall(this.#item, this.#pageState) && this.#item.contains(node)) return true;
    if (node.closest(({ role }) => CAUSED_ROLES.has(role))) return true;
    const focused = this.#diff.focus?.is;
    if (focused && focused.index >= node.index && focused.index < end && focused !== anchor) return true;
    if (isLayerBeside(node, anchor)) return true;
    const isSameRegion = this.#pageState.regionAt[node.index] === this.#region;
    return isSameRegion && this.#distanceTo(node.index, end) <= MAX_NEAR;
  }

  /** Texts and elements that were there before, between the element and a part of the page. */
  #distanceTo(index: number, end: number): number {
    const { index: start, end: anchorEnd } = this.#anchor;
    const [from, to] = index >= anchorEnd ? [anchorEnd, index] : [end, start];
    return to <= from ? 0 : (this.#oldSums[to] as number) - (this.#oldSums[from] as number);
  }

  /** It is in what scrolled, and was out of view before. */
  #isScrolledIntoView(node: PageNode): boolean {
    return this.#diff.scrolled.some(({ node: scroller, was }) => {
      if (scroller) return scroller.contains(node) && !scroller.contains(this.#anchor);
      if (node.document.owner || !node.box) return false;
      const bottom = was.y + node.document.viewport.height;
      return node.box.y >= bottom || node.box.y + node.box.height <= was.y;
    });
  }

  #placeOf(region: LandmarkRegion | undefined): CauseRank {
    return region?.address === this.#region?.address ? CauseRank.Region : CauseRank.Elsewhere;
  }
}

/** The panels, lists and sections that an element says it controls. */
function findControlled(anchor: PageNode): PageNode[] {
  const { document, attributes } = anchor;
  const ids = [
    ...CONTROL_ATTRIBUTES.flatMap((name) => attributes[name]?.trim().split(/\s+/) ?? []),
    ...TARGET_ATTRIBUTES.flatMap((name) =>
      /^#./.test(attributes[name] ?? '') ? (attributes[name] as string).slice(1) : [],
    ),
  ];
  const byId = ids.flatMap((id) => document.byHtmlId(id, anchor) ?? []);
  const details = anchor.tag === 'summary' && anchor.parent?.tag === 'details' ? [anchor.parent] : [];
  return [...byId, ...details];
}

/** A row or card is about one thing; a list item that holds half of the page is not. */
function isSmall(item: PageNode, { counts }: PageState): boolean {
  return counts.visibleLeaves(item) <= MAX_ITEM_LEAVES;
}
const MAX_ITEM_LEAVES = 60;

function isLayerBeside(node: PageNode, { box }: PageNode): boolean {
  const layer = node.closest((one) => one.has(Flag.Absolute | Flag.Fixed | Flag.TopLayer))?.box;
  if (!layer || !box) return false;
  const gap = (from: number, size: number, otherFrom: number, otherSize: number): number =>
    Math.max(from - (otherFrom + otherSize), otherFrom - (from + size), 0);
  return (
    gap(layer.x, layer.width, box.x, box.width) <= MAX_LAYER_GAP &&
    gap(layer.y, layer.height, box.y, box.height) <= MAX_LAYER_GAP &&
    layer.width * layer.height < MAX_LAYER_AREA
  );
}
/** A larger layer is the page itself. Square CSS pixels. */
const MAX_LAYER_AREA = 500_000;

function countOld({ visibility, page }: PageState, appeared: readonly AddedSpan[]): Uint32Array {
  const { nodes } = page;
  const sums = new Uint32Array(nodes.length + 1);
  let span = 0;
  for (const node of nodes) {
    const { index } = node;
    while (span < appeared.length && (appeared[span] as AddedSpan).to <= index) span++;
    const isNew = index >= (appeared[span]?.from ?? Number.POSITIVE_INFINITY);
    const shows = node.isText ? node.text.trim() !== '' : visibility.interactive[index] === 1;
    const isOld = shows && !isNew && !isRemoved(visibility, node);
    sums[index + 1] = (sums[index] as number) + (isOld ? 1 : 0);
  }
  return sums;
}

/** The element that was used, as it is after the action; or the nearest element around it that is still there. */
export function findAnchor(used: PageNode, diff: PageDiff, after: PageState): PageNode | undefined {
  const replacement = diff.replaced.find(({ before }) => elementKey(before) === elementKey(used))?.after;
  if (replacement) return replacement;
  for (let node: PageNode | undefined = used; node; node = node.parent) {
    const now = node.isElement ? after.page.counterpart(node) : undefined;
    if (now && now.tag !== 'body' && now.tag !== 'html') return now;
  }
  return undefined;
}
