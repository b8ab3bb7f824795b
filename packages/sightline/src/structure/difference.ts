import type { PageNode } from '../model/Page.ts';
import { Flag } from '../model/Snapshot.ts';
import { isRemoved } from '../prune/Pruning.ts';
import { compareFacts, type FactChange } from './facts.ts';
import type { LandmarkRegion } from './landmarks.ts';
import { type Move, movesIn } from './moved.ts';
import { redrawn } from './redrawn.ts';
import { type Pairing, pairReplaced, type Replaced } from './replaced.ts';
import { type Item, Shown } from './Shown.ts';
import type { Structure } from './Structure.ts';
import { type Span, spansOf } from './spans.ts';

export interface ElementChange {
  /** As it is now. */
  node: PageNode;
  region: LandmarkRegion | undefined;
  changes: FactChange[];
}

export interface TextChange {
  node: PageNode;
  region: LandmarkRegion | undefined;
  was: string;
  is: string;
}

/** How far a document, or an element in it, is scrolled. CSS pixels. */
export interface Scrolled {
  /** The element as it is now; undefined for the page itself. */
  node: PageNode | undefined;
  was: { x: number; y: number };
  is: { x: number; y: number };
}

/** What changed from one look at a page to the next, as far as text, names, states and places tell. */
export interface Difference {
  /** Another document took the place of the page: besides its URL and title nothing is compared. */
  otherPage: boolean;
  url: { was: string; is: string } | undefined;
  title: { was: string; is: string } | undefined;
  /** Dialogs that came, and those that went. */
  opened: LandmarkRegion[];
  closed: LandmarkRegion[];
  /** What shows now and did not, by the parts that are new as a whole. */
  appeared: Span[];
  /** What showed and does not now: nodes of the page before. */
  gone: Item[];
  changed: ElementChange[];
  texts: TextChange[];
  /** Elements that something lies over now, a dialog before all; and those that nothing lies over any more. */
  covered: PageNode[];
  uncovered: PageNode[];
  /** Elements that others took the place of, in a render: of the same role, and of the same name or id. */
  replaced: Replaced[];
  /** What stands elsewhere among the same things: where that is but a few, each is told. */
  moved: Move[];
  /** Regions, or undefined for what lies in none, in which more stands in another order. */
  reordered: Set<LandmarkRegion | undefined>;
  /** Set where the focus moved. */
  focus: { was: PageNode | undefined; is: PageNode | undefined } | undefined;
  scrolled: Scrolled[];
}

/** Compares two captures of a page. In linear time. */
export function difference(before: Structure, after: Structure): Difference {
  const [was, is] = [before.pruning.page, after.pruning.page];
  const result: Difference = {
    otherPage: was.documents[0]?.key !== is.documents[0]?.key,
    url: was.url === is.url ? undefined : { was: was.url, is: is.url },
    title: was.title === is.title ? undefined : { was: was.title, is: is.title },
    opened: [],
    closed: [],
    appeared: [],
    gone: [],
    changed: [],
    texts: [],
    covered: [],
    uncovered: [],
    replaced: [],
    moved: [],
    reordered: new Set(),
    focus: undefined,
    scrolled: [],
  };
  if (!result.otherPage && before !== after) new Comparison(before, after, result).run();
  return result;
}

/** True where the two looks say the same. */
export function isSame(difference: Difference): boolean {
  const { otherPage, url, title, focus, reordered, replaced, ...lists } = difference;
  const isQuiet = !otherPage && !url && !title && !focus && reordered.size === 0;
  return isQuiet && Object.values(lists).every((list) => list.length === 0);
}

/** Rules that take away what something else lies over; a modal dialog makes what is behind it inert, too. */
const COVERING = new Set(['behindModal', 'occluded']);

/** Attributes that name an element, whatever it holds. */
const NAMING = ['aria-label', 'aria-labelledby', 'title', 'alt', 'placeholder'];

/** More moves than these are told as another order of all. */
const MOST_MOVES = 4;

class Comparison {
  readonly #before: Shown;
  readonly #after: Shown;
  readonly #result: Difference;
  /** What each thing that shows was before, where that is sure. */
  readonly #earlier = new Map<Item, Item>();

  constructor(before: Structure, after: Structure, result: Difference) {
    this.#before = new Shown(before);
    this.#after = new Shown(after);
    this.#result = result;
  }

  run(): void {
    const { fresh, lost } = this.#match();
    this.#sort(fresh, lost);
    this.#compareStates();
    this.#compareDialogs();
    this.#compareFocus();
    this.#compareScroll();
  }

  /** Takes out what is in both pages, and says what changed of it. */
  #match(): { fresh: Item[]; lost: Item[] } {
    const known = new Map(this.#before.items.map((item) => [keyOf(item), item]));
    const fresh: Item[] = [];
    const matched = new Set<Item>();
    for (const item of this.#after.items) {
      const earlier = known.get(keyOf(item));
      if (!earlier) {
        fresh.push(item);
        continue;
      }
      if (earlier.kind === 'text' && earlier.text !== item.text) {
        fresh.push(item);
        continue;
      }
      matched.add(earlier);
      if (item.kind !== 'text') this.#compare(earlier.node, item);
      this.#earlier.set(item, earlier);
    }
    return { fresh, lost: this.#before.items.filter((item) => !matched.has(item)) };
  }

  /** `regions`: where words stand in other blocks now, which may be any of those that say the same. */
  #compareOrder(regions: Pairing['moved']): void {
    const result = this.#result;
    const moves = movesIn(this.#after.items, this.#earlier);
    if (moves.length <= MOST_MOVES) result.moved = moves;
    else for (const { region } of moves) result.reordered.add(region);
    const isTold = (region: LandmarkRegion | undefined) =>
      result.moved.some((move) => move.region === region);
    for (const region of regions) if (!isTold(region)) result.reordered.add(region);
  }

  #compare(earlier: PageNode, { node, region }: Item): void {
    const all = compareFacts(earlier, node, true);
    const changes = all.filter(({ fact }) => fact !== 'name' || !this.#isNestedChange(earlier, node));
    if (changes.length > 0) this.#result.changed.push({ node, region, changes });
  }

  /** A row is called what it holds: where only a button in it came, went or changed, that is told of the button. */
  #isNestedChange(earlier: PageNode, node: PageNode): boolean {
    if (NAMING.some((name) => node.attributes[name] !== earlier.attributes[name])) return false;
    const was = this.#before.wordsOf(earlier);
    const is = this.#after.wordsOf(node);
    return was.own === is.own && was.nested !== is.nested;
  }

  /** Tells what is new from what was only covered, rendered anew, or written over. */
  #sort(fresh: Item[], lost: Item[]): void {
    const result = this.#result;
    const isCovered = (item: Item): boolean => isUnder(this.#after, item.node);
    const wasCovered = (item: Item): boolean => isUnder(this.#before, item.node);
    const elements = (items: Item[]): PageNode[] =>
      items.filter(({ kind }) => kind === 'element').map(({ node }) => node);
    result.covered = elements(lost.filter(isCovered)).map((node) => this.#after.twin(node) as PageNode);
    result.uncovered = elements(fresh.filter(wasCovered));
    const pairs = pairReplaced(
      lost.filter((item) => !isCovered(item)),
      fresh.filter((item) => !wasCovered(item)),
      (item) => this.#after.twin(item.node) === undefined,
    );
    result.replaced = pairs.replaced;
    const anew = redrawn(pairs, (node) => this.#before.twin(node) !== undefined);
    for (const { before, after } of pairs.changed) if (!anew.has(after)) this.#compare(before, after);
    for (const [after, before] of pairs.sure) if (!anew.has(after)) this.#earlier.set(after, before);
    this.#compareOrder(pairs.moved);
    const { lost: left, fresh: come } = this.#writtenOver(
      pairs.lost.filter((item) => !this.#isStillSaid(item, this.#before, this.#after)),
      pairs.fresh.filter((item) => !this.#isStillSaid(item, this.#after, this.#before)),
    );
    result.gone = left;
    result.appeared = spansOf(this.#after, [...come, ...anew]);
  }

  /** A control under something else has no number: its words are told as text, and nothing is lost when it gets one. */
  #isStillSaid({ kind, node }: Item, here: Shown, there: Shown): boolean {
    const twin = kind === 'text' ? there.twin(node) : undefined;
    return twin !== undefined && here.saidIn(node) === there.saidIn(twin);
  }

  /** Blocks of text whose words are others now. */
  #writtenOver(lost: Item[], fresh: Item[]): { lost: Item[]; fresh: Item[] } {
    const texts = new Map(lost.filter(({ kind }) => kind === 'text').map((item) => [keyOf(item), item]));
    const over = new Set<Item>();
    const come = fresh.filter((item) => {
      const earlier = item.kind === 'text' ? texts.get(keyOf(item)) : undefined;
      if (!earlier) return true;
      over.add(earlier);
      this.#result.texts.push({ node: item.node, region: item.region, was: earlier.text, is: item.text });
      return false;
    });
    return { lost: lost.filter((item) => !over.has(item)), fresh: come };
  }

  /** States of what is told but cannot be used: the step of a wizard that is current, a row that is selected. */
  #compareStates(): void {
    const { pruning } = this.#after.structure;
    for (const node of pruning.page.nodes) {
      if (!node.isElement || pruning.usable[node.index] === 1 || isRemoved(pruning, node)) continue;
      const earlier = this.#before.twin(node);
      if (!earlier || earlier.attributes === node.attributes) continue;
      if (isRemoved(this.#before.structure.pruning, earlier)) continue;
      if (this.#before.structure.pruning.usable[earlier.index] === 1) continue;
      const changes = compareFacts(earlier, node, false);
      // That a `details` is open is told of its summary, and a dialog's is an event of its own.
      const telling = changes.filter(({ fact }) => fact !== 'open');
      const region = this.#after.regionOf(node);
      if (telling.length > 0) this.#result.changed.push({ node, region, changes: telling });
    }
  }

  #compareDialogs(): void {
    const [before, after] = [this.#before, this.#after].map(dialogsOf) as [
      LandmarkRegion[],
      LandmarkRegion[],
    ];
    this.#result.opened = after.filter((one) => !before.some((other) => isSameDialog(one, other)));
    this.#result.closed = before.filter((one) => !after.some((other) => isSameDialog(one, other)));
  }

  #compareFocus(): void {
    const [was, is] = [focusedIn(this.#before), focusedIn(this.#after)];
    if (was?.id !== is?.id || was?.document.key !== is?.document.key) this.#result.focus = { was, is };
  }

  #compareScroll(): void {
    const documents = new Map(
      this.#before.structure.pruning.page.documents.map((document) => [document.key, document.scroll]),
    );
    for (const { key, scroll, owner } of this.#after.structure.pruning.page.documents)
      this.#noteScroll(owner, documents.get(key), scroll);
    for (const node of this.#after.structure.pruning.page.nodes) {
      if (!node.scroller) continue;
      const earlier = this.#before.twin(node)?.scroller;
      this.#noteScroll(node, earlier && { x: earlier.left, y: earlier.top }, {
        x: node.scroller.left,
        y: node.scroller.top,
      });
    }
  }

  #noteScroll(
    node: PageNode | undefined,
    was: { x: number; y: number } | undefined,
    is: { x: number; y: number },
  ): void {
    if (!was || (Math.abs(was.x - is.x) < 1 && Math.abs(was.y - is.y) < 1)) return;
    this.#result.scrolled.push({ node, was: { x: was.x, y: was.y }, is: { x: is.x, y: is.y } });
  }
}

function keyOf({ kind, node }: Item): string {
  return `${kind === 'text' ? 't' : ''}${node.document.key}/${node.id}`;
}

function isUnder(shown: Shown, node: PageNode): boolean {
  const twin = shown.twin(node);
  const verdict = twin && shown.structure.pruning.verdicts[twin.index];
  if (verdict?.decision !== 'remove') return false;
  return COVERING.has(verdict.rule) || verdict.why.startsWith('inert');
}

function dialogsOf({ structure }: Shown): LandmarkRegion[] {
  return structure.regions.filter(({ label }) => label === 'DIALOG');
}

/** The same element, or one of the same name that was rendered anew. */
function isSameDialog(a: LandmarkRegion, b: LandmarkRegion): boolean {
  const isOne = a.node.id === b.node.id && a.node.document.key === b.node.document.key;
  return isOne || (a.name !== '' && a.name === b.name && a.role === b.role);
}

/** The innermost: a frame that holds the focus has it too. */
function focusedIn({ structure }: Shown): PageNode | undefined {
  const focused = structure.pruning.page.nodes.findLast((node) => node.has(Flag.Focused));
  return focused?.tag === 'body' ? undefined : focused;
}
