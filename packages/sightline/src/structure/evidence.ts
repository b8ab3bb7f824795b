import type { Page, PageNode } from '../model/Page.ts';
import { isRemoved, type Pruning } from '../prune/Pruning.ts';
import { type Callings, calledOf, callingsOf, withoutDigits } from './callings.ts';
import { ItemLists, type List, lookOf, nodeAt, type Telling, wordsOf } from './ItemLists.ts';

/** What an item says, beside what the other items of its list say. */
export interface Seen extends Telling {
  /** No other item says it; false where there is no other. */
  isOnly: boolean;
  /** No other item says it, even without digits. */
  isAlone: boolean;
  /** Whether what stands in this place tells the items apart: by words, or by digits too. */
  key: 'words' | 'text' | undefined;
  /** How many items say something in this place. */
  spread: number;
}

/** What an element is, or stands in, that has others like it beside it: a row, a card, a field with its label. */
export interface ItemEvidence {
  /** How many elements up from the one it is evidence of; 0 for that one itself. */
  steps: number;
  tag: string;
  /** Where the element stands in it. */
  place: string;
  /** How many items the list has. */
  size: number;
  /** How many of them say the same, itself included. */
  twins: number;
  /** Sum of all that the list says, in order. */
  sum: number;
  /** Without what the element says, or, further out, the list within. */
  seen: Seen[];
}

/** A part of the page around an element. */
export interface Part {
  /** How many elements up. */
  steps: number;
  said: Telling[];
}

/** What tells an element from all others of its page, so that it, or what took its place, is known again. */
export interface Evidence {
  document: string;
  id: number;
  tag: string;
  role: string;
  /** Its name, or what it says where it has none. */
  name: string;
  testId: string | undefined;
  htmlId: string | undefined;
  /** What else a replacement would keep: type, name, placeholder, href. */
  marks: string;
  /** Tags and positions among siblings of the tag, from the element up. */
  path: string;
  /** Innermost first. */
  items: ItemEvidence[];
  /** What stands in no item has parts around it: the smallest that says something, and larger ones up to a few things. */
  around: Part[];
  /** It stands in a form, in which words come and go as it is filled. */
  isInForm: boolean;
  /** What has its place in each item has a name of its own: in headings, and in long lists, the item is known by it. */
  namesItem: boolean;
  /** How many usable elements share its role and name. */
  twins: number;
  /** True when others have the same name but for digits: `Page 2` and `Page 3`. */
  isOneOfSequence: boolean;
}

const TEST_IDS = ['data-testid', 'data-test', 'data-test-id', 'data-cy', 'data-qa'];
const MARKS = ['type', 'name', 'placeholder', 'href', 'for', 'value'];
/** Items further out than this say little of one element. */
const MOST_ITEMS = 3;
/** An item larger than this is a part of the page, not an item. Nodes. */
const LARGEST_ITEM = 600;
/** Words further away than in a part of this size are not near. Nodes. */
const NEAR = 60;
/** Fewer texts than these are not yet what an element stands among. */
const ENOUGH_TEXTS = 3;
/** In so many items, what stands in one place and is never said twice is a name rather than a state. */
export const MANY = 5;
/** What is filled, and is known by its label. */
export const FIELDS: ReadonlySet<string> = new Set([
  'textbox',
  'searchbox',
  'combobox',
  'spinbutton',
  'slider',
  'listbox',
]);
/** The parts of an item, however alike they are. */
const CELLS = new Set(['cell', 'gridcell', 'columnheader', 'rowheader']);
/** Items of any size of list: what says nothing without its siblings is one by its role. */
const ITEM_ROLES = new Set(['row', 'listitem', 'option', 'treeitem']);

/** Gathers what tells the elements of one page apart. */
export class Evidences {
  readonly pruning: Pruning;
  readonly lists: ItemLists;
  readonly #usable = new Map<string, PageNode[]>();
  readonly #callings = new Map<PageNode[], Callings>();
  readonly #naming = new Map<string, boolean>();

  constructor(pruning: Pruning) {
    this.pruning = pruning;
    this.lists = new ItemLists(pruning);
  }

  of(node: PageNode): Evidence {
    const { key: document } = node.document;
    const name = calledOf(node);
    const items = this.#itemsAround(node);
    return {
      document,
      id: node.id,
      tag: node.tag,
      role: node.role,
      name,
      testId: testIdOf(node),
      htmlId: node.attribute('id'),
      marks: marksOf(node),
      path: this.pathOf(node),
      items,
      around: items.length > 0 ? [] : this.#partsAround(node),
      isInForm: items.length === 0 && this.#isInForm(node),
      namesItem: this.#namesItem(node, items[0]),
      twins: this.twinsOf(node),
      isOneOfSequence: (this.#callingsLike(node).patterns.get(withoutDigits(name))?.size ?? 0) > 1,
    };
  }

  /** The items that the element stands in now, as many steps up as those of the evidence. */
  itemsLike(items: readonly ItemEvidence[], node: PageNode): (NowItem | undefined)[] {
    let inner: PageNode | undefined;
    return items.map(({ steps }) => {
      const item = ancestorAt(node, steps);
      if (!item?.parent) return undefined;
      const now = this.#read(item, node, steps, inner);
      inner = item;
      return now;
    });
  }

  /** How many usable elements of its role are called as it is. */
  twinsOf(node: PageNode): number {
    return this.#callingsLike(node).names.get(calledOf(node)) ?? 0;
  }

  #callingsLike({ document: { key: document }, role, tag }: PageNode): Callings {
    const alike = this.usableLike({ document, role, tag });
    const callings = this.#callings.get(alike) ?? callingsOf(alike);
    this.#callings.set(alike, callings);
    return callings;
  }

  /** Usable elements of the same document and role that a person sees. */
  usableLike({ document, role, tag }: Pick<Evidence, 'document' | 'role' | 'tag'>): PageNode[] {
    const key = `${document}\n${role || tag}`;
    const { pruning } = this;
    const found =
      this.#usable.get(key) ??
      pruning.page.nodes.filter(
        (one) =>
          one.role === role &&
          one.isElement &&
          (role !== '' || one.tag === tag) &&
          one.document.key === document &&
          pruning.usable[one.index] === 1 &&
          !isRemoved(pruning, one),
      );
    this.#usable.set(key, found);
    return found;
  }

  /** What a part around it says now, as many steps up. */
  saidAround(node: PageNode, steps: number): Telling[] {
    const part = ancestorAt(node, steps);
    return part
      ? this.lists.said(part, this.lists.placeIn(part, node)).filter(({ kind }) => kind !== 'mark')
      : [];
  }

  #partsAround(node: PageNode): Part[] {
    const parts: Part[] = [];
    let steps = 1;
    let told = 0;
    for (let at = node.parent; at?.parent && at.tag !== 'body'; at = at.parent, steps++) {
      if (at.document !== node.document || at.end - at.index > NEAR) break;
      const said = this.saidAround(node, steps);
      const count = said.filter(({ words }) => words !== '').length;
      if (count > told) parts.push({ steps, said });
      told = count;
      if (count >= ENOUGH_TEXTS) break;
    }
    return parts;
  }

  /** Tags and positions among siblings of the tag, from the element up. */
  pathOf(node: PageNode): string {
    const steps: string[] = [];
    for (let at: PageNode | undefined = node; at && at.document === node.document; at = at.parent)
      steps.push(`${at.tag}:${this.lists.positionOf(at)}`);
    return steps.join('<');
  }

  #isInForm(node: PageNode): boolean {
    if (node.closest(({ tag, role }) => tag === 'form' || role === 'form')) return true;
    const part = this.#partsAround(node).at(-1);
    const around = part && ancestorAt(node, part.steps);
    if (!around) return false;
    const inside = this.pruning.page.nodes.slice(around.index, around.end);
    return inside.filter(({ role }) => FIELDS.has(role)).length > 1;
  }

  #namesItem(node: PageNode, item: ItemEvidence | undefined): boolean {
    const own = item && ancestorAt(node, item.steps);
    if (!item || !own?.parent) return false;
    const key = `${own.parent.index}\n${own.tag}\n${own.role}\n${item.place}\n${node.role}`;
    const names = this.#naming.get(key) ?? this.#areNames(own, item.place, node);
    this.#naming.set(key, names);
    return names;
  }

  /** Whether what stands at a place of each item of a list has a name of its own. */
  #areNames(item: PageNode, place: string, node: PageNode): boolean {
    const like = this.lists.itemsBeside(item).map((one) => nodeAt(one, place));
    const names = like.flatMap((one) => (one?.role === node.role ? [wordsOf(calledOf(one))] : []));
    const enough = isInHeading(node) ? 2 : MANY;
    return names.length >= enough && new Set(names).size === names.length && !names.includes('');
  }

  /** What is left out of what an item says: the element, or the items of the list within. */
  #exceptIn(item: PageNode, place: string, inner: PageNode | undefined): string {
    if (inner) return this.lists.placeIn(item, inner).replace(/:\d+$/, '');
    return place === '' ? NOTHING : place;
  }

  #itemsAround(node: PageNode): ItemEvidence[] {
    const items: ItemEvidence[] = [];
    let inner: PageNode | undefined;
    let steps = 0;
    for (let at: PageNode | undefined = node; at?.parent && at.tag !== 'body'; at = at.parent, steps++) {
      if (at.document !== node.document || at.end - at.index > LARGEST_ITEM) break;
      if (CELLS.has(at.role)) continue;
      if (at === node && this.lists.said(at, NOTHING).length < 2) continue;
      if (!ITEM_ROLES.has(at.role) && !this.#hasLike(at, node, inner)) continue;
      items.push(this.#read(at, node, steps, inner).evidence);
      if (items.length === MOST_ITEMS) break;
      inner = at;
    }
    return items;
  }

  #read(item: PageNode, node: PageNode, steps: number, inner: PageNode | undefined): NowItem {
    const place = this.lists.placeIn(item, node);
    const except = this.#exceptIn(item, place, inner);
    const said = this.lists.said(item, except);
    const list = this.lists.listOf(item, except);
    const seen = said.map((one) => seenIn(list, one));
    const look = lookOf(said);
    const twins = list.looks.get(look) ?? 1;
    const { size, sum } = list;
    return { list, look, evidence: { steps, tag: item.tag, place, size, twins, sum, seen } };
  }

  /** Whether a sibling is of its shape: an element such as this one in the same place, and words where it has words. */
  #hasLike(item: PageNode, node: PageNode, inner: PageNode | undefined): boolean {
    const place = this.lists.placeIn(item, node);
    const except = this.#exceptIn(item, place, inner);
    const places = this.lists.said(item, except).map((one) => one.place);
    return this.lists.itemsBeside(item).some((other) => {
      if (other === item) return false;
      const like = nodeAt(other, place);
      if (like?.role !== node.role) return false;
      const there = new Set(this.lists.said(other, except).map((one) => one.place));
      return places.filter((one) => there.has(one)).length * 2 >= places.length;
    });
  }
}

/** An item as it is, with its list. */
export interface NowItem {
  evidence: ItemEvidence;
  list: List;
  /** All that it says. */
  look: string;
}

/** A place that is none. */
const NOTHING = '-';

export function isInHeading(node: PageNode): boolean {
  return node.closest(({ role }) => role === 'heading' || role === 'rowheader') !== undefined;
}

function seenIn({ texts, words, columns, size }: List, one: Telling): Seen {
  const column = columns.get(one.place);
  const key = column?.hasOwnWords ? 'words' : column?.hasOwnTexts ? 'text' : undefined;
  return {
    ...one,
    isOnly: size > 1 && texts.get(one.text) === 1,
    isAlone: size > 1 && one.words !== '' && words.get(one.words) === 1,
    key,
    spread: column?.count ?? 0,
  };
}

export function testIdOf(node: PageNode): string | undefined {
  for (const name of TEST_IDS) {
    const value = node.attribute(name);
    if (value !== undefined) return value;
  }
  return undefined;
}

export function marksOf(node: PageNode): string {
  return MARKS.map((name) =>
    name === 'value' && node.tag !== 'button' ? '' : (node.attribute(name) ?? ''),
  ).join('\n');
}

/** The element that many steps up. */
export function ancestorAt(node: PageNode, steps: number): PageNode | undefined {
  let at: PageNode | undefined = node;
  for (let i = 0; i < steps && at; i++) at = at.parent;
  return at?.document === node.document ? at : undefined;
}

/** The node of an identity on a page. */
export function nodeWith(page: Page, document: string, id: number): PageNode | undefined {
  return page.nodes.find((one) => one.id === id && one.document.key === document);
}
