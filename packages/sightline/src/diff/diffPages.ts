import { displayName } from '../identity/displayName.ts';
import { IdentityMap } from '../snapshot/IdentityMap.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { Flag } from '../snapshot/Snapshot.ts';
import { collapseSpaces } from '../snapshot/shorten.ts';
import { findEnteredTexts } from '../structure/enteredTexts.ts';
import type { LandmarkRegion } from '../structure/landmarks.ts';
import type { PageState } from '../structure/PageState.ts';
import { isRemoved } from '../visibility/Visibility.ts';
import { compareDialogs } from './compareDialogs.ts';
import { diffProperties, followsPageQuery } from './elementProperties.ts';
import { findAddedSpans } from './findAddedSpans.ts';
import { findMoves } from './findMoves.ts';
import { findRebuiltRows } from './findRebuilt.ts';
import { findRerendered } from './findRerendered.ts';
import { findSameLinks } from './findSameLinks.ts';
import { findSameRegions } from './findSameRegions.ts';
import type { PageDiff } from './PageDiff.ts';
import { type ItemPairing, pairReplacedItems } from './pairReplaced.ts';
import { RecycledRows } from './RecycledRows.ts';
import { splitScrolledAway } from './splitScrolledAway.ts';
import { type VisibleItem, VisibleItems } from './VisibleItems.ts';

/** Compares two captures of a page. In linear time. */
export function diffPages(before: PageState, after: PageState): PageDiff {
  const [was, is] = [before.visibility.page, after.visibility.page];
  const result: PageDiff = {
    otherPage: was.documents[0]?.key !== is.documents[0]?.key,
    sameRegions: new Set(),
    sameLinks: new Set(),
    entered: [],
    url: was.url === is.url ? undefined : { was: was.url, is: is.url },
    title: was.title === is.title ? undefined : { was: was.title, is: is.title },
    opened: [],
    closed: [],
    appeared: [],
    gone: [],
    scrolledAway: [],
    changed: [],
    texts: [],
    covered: [],
    uncovered: [],
    replaced: [],
    rebuilt: [],
    moved: [],
    reordered: new Set(),
    focus: undefined,
    scrolled: [],
    scheme: undefined,
  };
  if (result.otherPage) {
    result.sameRegions = findSameRegions(before, after);
    result.sameLinks = findSameLinks(before, after);
    result.entered = findEnteredTexts(before);
  } else if (before !== after) new PageDiffer(before, after, result).run();
  return result;
}

/** True where nothing changed. */
export function isEmptyDiff(diff: PageDiff): boolean {
  const {
    otherPage,
    sameRegions,
    sameLinks,
    entered,
    url,
    title,
    focus,
    scheme,
    reordered,
    replaced,
    rebuilt,
    ...lists
  } = diff;
  const isQuiet = !otherPage && !url && !title && !focus && !scheme && reordered.size === 0;
  return isQuiet && Object.values(lists).every((list) => list.length === 0);
}

/** Rules that remove covered elements; a modal dialog makes what is behind it inert, too. */
const COVERING_RULES = new Set(['behindModal', 'occluded']);

/** What changes of an element as something covers it. */
const REACH_FACTS = new Set(['disabled', 'cursor', 'class', 'style']);

/** Attributes that name an element regardless of its content. */
const NAMING_ATTRIBUTES = ['aria-label', 'aria-labelledby', 'title', 'alt', 'placeholder'];

/** More moves are reported as a changed order of the region. */
const MAX_MOVES = 4;

class PageDiffer {
  readonly #before: VisibleItems;
  readonly #after: VisibleItems;
  readonly #result: PageDiff;
  readonly #recycled: RecycledRows;
  /** The earlier item of each visible item, where that is certain. */
  readonly #earlierItems = new Map<VisibleItem, VisibleItem>();

  constructor(before: PageState, after: PageState, result: PageDiff) {
    this.#before = new VisibleItems(before);
    this.#after = new VisibleItems(after);
    this.#recycled = new RecycledRows(this.#before, this.#after);
    this.#result = result;
  }

  run(): void {
    const { added, removed } = this.#matchItems();
    this.#compareDialogs();
    this.#compareScroll();
    this.#classify(added, removed);
    this.#compareStates();
    this.#compareFocus();
    this.#compareScheme();
  }

  /** Matches the items that are on both pages, and records how they changed. */
  #matchItems(): { added: VisibleItem[]; removed: VisibleItem[] } {
    const earlierItems = new ItemIndex(this.#before.items);
    const added: VisibleItem[] = [];
    const matched = new Set<VisibleItem>();
    for (const item of this.#after.items) {
      const earlier = earlierItems.counterpart(item);
      const isOther = !earlier || this.#recycled.holds(item.node);
      if (isOther || (earlier.kind === 'text' && earlier.text !== item.text)) {
        added.push(item);
        continue;
      }
      matched.add(earlier);
      if (item.kind !== 'text') this.#compare(earlier.node, item);
      this.#earlierItems.set(item, earlier);
    }
    return { added, removed: this.#before.items.filter((item) => !matched.has(item)) };
  }

  /** `regions`: those in which texts moved to other blocks, without saying which of several equal ones. */
  #compareOrder(regions: ItemPairing['moved']): void {
    const result = this.#result;
    const moves = findMoves(this.#after.items, this.#earlierItems);
    if (moves.length <= MAX_MOVES) result.moved = moves;
    else for (const { region } of moves) result.reordered.add(region);
    const isListed = (region: LandmarkRegion | undefined) =>
      result.moved.some((move) => move.region === region);
    for (const region of regions) if (!isListed(region)) result.reordered.add(region);
  }

  #compare(earlier: PageNode, { node, region }: VisibleItem): void {
    const all = diffProperties(earlier, node, true);
    const { url } = this.#result;
    const changes = all.filter(
      (one) =>
        !(url && followsPageQuery(one, url)) && (one.fact !== 'name' || !this.#isNestedChange(earlier, node)),
    );
    if (changes.length > 0) this.#result.changed.push({ node, region, changes });
  }

  /** The name of a row is its content: if only a button in it changed, that is reported for the button alone. */
  #isNestedChange(earlier: PageNode, node: PageNode): boolean {
    if (NAMING_ATTRIBUTES.some((name) => node.attributes[name] !== earlier.attributes[name])) return false;
    const was = this.#before.ownAndNestedText(earlier);
    const is = this.#after.ownAndNestedText(node);
    return was.own === is.own && was.nested !== is.nested;
  }

  /** Distinguishes what is new from what was only covered, re-rendered, or overwritten. */
  #classify(added: VisibleItem[], removed: VisibleItem[]): void {
    const isCovered = (item: VisibleItem): boolean => isCoveredIn(this.#after, item.node);
    const wasCovered = (item: VisibleItem): boolean =>
      isCoveredIn(this.#before, item.node) && !this.#hasOtherWords(item);
    this.#recordCovers(removed.filter(isCovered), added.filter(wasCovered));
    const { pairing, rerendered } = this.#pairItems(
      removed.filter((item) => !isCovered(item)),
      added.filter((item) => !wasCovered(item)),
    );
    this.#compareOrder(pairing.moved);
    this.#recordRest(pairing, rerendered);
  }

  #recordCovers(covered: VisibleItem[], uncovered: VisibleItem[]): void {
    const elements = (items: VisibleItem[]): PageNode[] =>
      items.filter(({ kind }) => kind === 'element').map(({ node }) => node);
    this.#result.covered = elements(covered).map((node) => this.#after.counterpart(node) as PageNode);
    this.#result.uncovered = elements(uncovered);
    for (const item of uncovered) this.#compareUncovered(item);
  }

  /** Pairs what was rebuilt or replaced with what stood there before, and compares the two. */
  #pairItems(
    removed: VisibleItem[],
    added: VisibleItem[],
  ): { pairing: ItemPairing; rerendered: Set<VisibleItem> } {
    const isDetached = (node: PageNode): boolean =>
      this.#after.counterpart(node) === undefined || this.#recycled.holds(node);
    const existedBefore = (node: PageNode): boolean =>
      this.#before.counterpart(node) !== undefined && !this.#recycled.holds(node);
    const rebuilt = findRebuiltRows(removed, added, isDetached, (node) => !existedBefore(node));
    this.#result.rebuilt = rebuilt.lists;
    const keptBefore = new Set(rebuilt.kept.values());
    const pairing = pairReplacedItems(
      removed.filter((item) => !keptBefore.has(item)),
      added.filter((item) => !rebuilt.kept.has(item)),
      ({ node }) => isDetached(node),
    );
    this.#result.replaced = [...rebuilt.kept]
      .filter(([after]) => after.kind !== 'text')
      .map(([after, before]) => ({ before: before.node, after: after.node }))
      .concat(pairing.replaced);
    const rerendered = findRerendered(pairing, existedBefore);
    const isInDifferentRow = ({ node }: VisibleItem): boolean =>
      rebuilt.lists.some(({ rows }) => rows.some((row) => row.contains(node)));
    for (const item of pairing.paired) if (isInDifferentRow(item)) rerendered.add(item);
    for (const { before, after } of pairing.changed) if (!rerendered.has(after)) this.#compare(before, after);
    for (const [after, before] of [...rebuilt.kept, ...pairing.uniquePairs])
      if (!rerendered.has(after)) this.#earlierItems.set(after, before);
    return { pairing, rerendered };
  }

  /** What has no counterpart: changed texts, what is gone, what appeared. */
  #recordRest(pairing: ItemPairing, rerendered: Set<VisibleItem>): void {
    const result = this.#result;
    const { removed, added } = this.#takeTextChanges(
      pairing.removed.filter((item) => !this.#isSameBlockText(item, this.#before, this.#after)),
      pairing.added.filter((item) => !this.#isSameBlockText(item, this.#after, this.#before)),
    );
    Object.assign(result, splitScrolledAway(removed, added, this.#after));
    const isUnseen = this.#unseenTest();
    result.appeared = findAddedSpans(this.#after, [...added.filter(isUnseen), ...rerendered]);
    if (result.scrolled.length > 0 && result.opened.length + result.closed.length === 0)
      Object.assign(result, { covered: [], uncovered: [] });
  }

  /** Words that stood behind something, and are others now. */
  #hasOtherWords({ kind, node }: VisibleItem): boolean {
    const earlier = kind === 'text' ? this.#before.counterpart(node) : undefined;
    return earlier !== undefined && wordsIn(earlier, this.#before) !== wordsIn(node, this.#after);
  }

  /** What it says now that it did not while it was behind something. That it can be used again is said of all. */
  #compareUncovered({ kind, node, region }: VisibleItem): void {
    const earlier = kind === 'text' ? undefined : this.#before.counterpart(node);
    const all = earlier ? diffProperties(earlier, node, true) : [];
    const changes = all.filter(({ fact }) => !REACH_FACTS.has(fact));
    if (changes.length > 0) this.#result.changed.push({ node, region, changes });
  }

  /** False for what was there before and only got a number, or stands in a bar now that stays while the page scrolls. */
  #unseenTest(): (item: VisibleItem) => boolean {
    const itemKey = ({ kind, node, text }: VisibleItem): string => `${kind}\n${node.role}\n${text}`;
    const isScrolled = this.#result.scrolled.length > 0;
    const seen = new Set(isScrolled ? this.#before.items.map(itemKey) : []);
    const isInBar = (node: PageNode): boolean =>
      node.closest((one) => one.has(Flag.Fixed | Flag.Sticky)) !== undefined;
    return (item) => !this.#isNewlyNumbered(item) && !(seen.has(itemKey(item)) && isInBar(item.node));
  }

  #isNewlyNumbered({ kind, node }: VisibleItem): boolean {
    const earlier = kind === 'element' ? this.#before.counterpart(node) : undefined;
    if (!earlier || earlier.tag !== node.tag || displayName(earlier) !== displayName(node)) return false;
    return displayName(node) !== '' && !isRemoved(this.#before.pageState.visibility, earlier);
  }

  /** A covered control has no number and its words are text: nothing disappears when it gets its number back. */
  #isSameBlockText(
    { kind, node }: VisibleItem,
    thisPage: VisibleItems,
    otherPageItems: VisibleItems,
  ): boolean {
    const counterpart = kind === 'text' ? otherPageItems.counterpart(node) : undefined;
    return (
      counterpart !== undefined && thisPage.textInBlock(node) === otherPageItems.textInBlock(counterpart)
    );
  }

  /** Blocks with other text now. */
  #takeTextChanges(
    removed: VisibleItem[],
    added: VisibleItem[],
  ): { removed: VisibleItem[]; added: VisibleItem[] } {
    const removedItems = new ItemIndex(removed);
    const overwritten = new Set<VisibleItem>();
    const remainingAdded = added.filter((item) => {
      const earlier = item.kind === 'text' ? removedItems.counterpart(item) : undefined;
      if (!earlier || this.#recycled.holds(item.node)) return true;
      overwritten.add(earlier);
      this.#result.texts.push({ node: item.node, region: item.region, was: earlier.text, is: item.text });
      return false;
    });
    return { removed: removed.filter((item) => !overwritten.has(item)), added: remainingAdded };
  }

  /** States of elements that are not interactive: the current step of a wizard, a selected row. */
  #compareStates(): void {
    const { visibility } = this.#after.pageState;
    for (const node of visibility.page.nodes) {
      if (!node.isElement || visibility.interactive[node.index] === 1 || isRemoved(visibility, node))
        continue;
      const earlier = this.#before.counterpart(node);
      if (!earlier || earlier.attributes === node.attributes || this.#recycled.holds(node)) continue;
      if (isRemoved(this.#before.pageState.visibility, earlier)) continue;
      if (this.#before.pageState.visibility.interactive[earlier.index] === 1) continue;
      const changes = diffProperties(earlier, node, false);
      // An open `details` is reported for its summary, and an open dialog as an event.
      const reported = changes.filter(({ fact }) => fact !== 'open');
      const region = this.#after.regionOf(node);
      if (reported.length > 0) this.#result.changed.push({ node, region, changes: reported });
    }
  }

  #compareDialogs(): void {
    Object.assign(this.#result, compareDialogs(this.#before.pageState, this.#after.pageState));
  }

  #compareFocus(): void {
    const [was, is] = [focusedIn(this.#before), focusedIn(this.#after)];
    if (was?.id !== is?.id || was?.document.key !== is?.document.key) this.#result.focus = { was, is };
  }

  #compareScroll(): void {
    const documents = new Map(
      this.#before.pageState.visibility.page.documents.map((document) => [document.key, document.scroll]),
    );
    for (const { key, scroll, owner } of this.#after.pageState.visibility.page.documents)
      this.#noteScroll(owner, documents.get(key), scroll);
    for (const node of this.#after.pageState.visibility.page.nodes)
      if (node.scroller || node.has(Flag.ClipY))
        this.#noteScroll(node, scrollOf(this.#before.counterpart(node)), scrollOf(node));
  }

  #compareScheme(): void {
    const [was, is] = [this.#before, this.#after].map(({ pageState }) => pageState.page.documents[0]?.isDark);
    if (was !== undefined && is !== undefined && was !== is) this.#result.scheme = is ? 'dark' : 'light';
  }

  #noteScroll(
    node: PageNode | undefined,
    was: { x: number; y: number } | undefined,
    is: { x: number; y: number } | undefined,
  ): void {
    if (!was || !is || (Math.abs(was.x - is.x) < 1 && Math.abs(was.y - is.y) < 1)) return;
    this.#result.scrolled.push({ node, was: { x: was.x, y: was.y }, is: { x: is.x, y: is.y } });
  }
}

/** A box that only scripts scroll is recorded while it is scrolled. Undefined where nothing scrolls. */
function scrollOf(node: PageNode | undefined): { x: number; y: number } | undefined {
  if (node?.scroller) return { x: node.scroller.left, y: node.scroller.top };
  return node?.has(Flag.ClipY) && !node.has(Flag.ScrollX | Flag.ScrollY) ? { x: 0, y: 0 } : undefined;
}

/** The items of a page by their elements; an element can be an item, and have another for its text. */
class ItemIndex {
  readonly #texts = new IdentityMap<VisibleItem>();
  readonly #others = new IdentityMap<VisibleItem>();

  constructor(items: readonly VisibleItem[]) {
    for (const item of items) this.#mapOf(item).set(item.node.document.key, item.node.id, item);
  }

  /** The item that one of another page is here. */
  counterpart(item: VisibleItem): VisibleItem | undefined {
    return this.#mapOf(item).get(item.node.document.key, item.node.id);
  }

  #mapOf({ kind }: VisibleItem): IdentityMap<VisibleItem> {
    return kind === 'text' ? this.#texts : this.#others;
  }
}

function isCoveredIn(visibleItems: VisibleItems, node: PageNode): boolean {
  const counterpart = visibleItems.counterpart(node);
  const decision = counterpart && visibleItems.pageState.visibility.decisions[counterpart.index];
  if (decision?.kind !== 'remove') return false;
  return COVERING_RULES.has(decision.rule) || decision.reason === 'inert';
}

function wordsIn({ index, end }: PageNode, { pageState }: VisibleItems): string {
  const texts = pageState.page.nodes.slice(index, end).map(({ text }) => text);
  return collapseSpaces(texts.join(' '));
}

/** The innermost: a frame that holds the focus has it too. */
function focusedIn({ pageState }: VisibleItems): PageNode | undefined {
  const focused = pageState.visibility.page.nodes.findLast((node) => node.has(Flag.Focused));
  return focused?.tag === 'body' ? undefined : focused;
}
