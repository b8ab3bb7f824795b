import type { PageNode } from '../snapshot/Page.ts';
import { CELL_ROLES, HEADING_ROLES, ITEM_ROLES, LABELLED_FIELD_ROLES } from '../snapshot/roles.ts';
import { isShownInteractive, type Visibility } from '../visibility/Visibility.ts';
import { countNames, displayName, type NameCounts, withoutDigits } from './displayName.ts';
import {
  ItemListReader,
  type ItemListStats,
  type ItemText,
  itemSignature,
  nodeAtPath,
  normalizeWords,
} from './ItemListReader.ts';

/** What an item says, beside what the other items of its list say. */
export interface ComparedItemText extends ItemText {
  /** No other item says it; false where there is no other. */
  isUniqueText: boolean;
  /** No other item says it, even without digits. */
  hasUniqueWords: boolean;
  /** Whether what stands in this place tells the items apart: by words, or by digits too. */
  distinguishedBy: 'words' | 'text' | undefined;
  /** How many items say something in this place. */
  columnCount: number;
}

/** What an element is, or stands in, that has others like it beside it: a row, a card, a field with its label. */
export interface ItemFingerprint {
  /** How many elements up from the one it is evidence of; 0 for that one itself. */
  levelsUp: number;
  tag: string;
  /** Where the element stands in it. */
  path: string;
  /** How many items the list has. */
  size: number;
  /** How many of them say the same, itself included. */
  duplicateCount: number;
  /** Sum of all that the list says, in order. */
  listHash: number;
  /** Without what the element says, or, further out, the list within. */
  texts: ComparedItemText[];
}

/** A part of the page around an element. */
export interface NearbyText {
  /** How many elements up. */
  levelsUp: number;
  texts: ItemText[];
}

/** What tells an element from all others of its page, so that it, or what took its place, is known again. */
export interface Fingerprint {
  document: string;
  id: number;
  tag: string;
  role: string;
  /** Its name, or what it says where it has none. */
  name: string;
  testId: string | undefined;
  htmlId: string | undefined;
  /** What else a replacement would keep: type, name, placeholder, href. */
  attributesKey: string;
  /** Tags and positions among siblings of the tag, from the element up. */
  path: string;
  /** Innermost first. */
  items: ItemFingerprint[];
  /** What stands in no item has parts around it: the smallest that says something, and larger ones up to a few things. */
  nearbyTexts: NearbyText[];
  /** It stands in a form, in which words come and go as it is filled. */
  isInForm: boolean;
  /** What has its place in each item has a name of its own: in headings, and in long lists, the item is known by it. */
  isItemName: boolean;
  /** How many usable elements share its role and name. */
  namesakeCount: number;
  /** True when others have the same name but for digits: `Page 2` and `Page 3`. */
  isInSequence: boolean;
}

const TEST_ID_ATTRIBUTES = ['data-testid', 'data-test', 'data-test-id', 'data-cy', 'data-qa'];
const KEY_ATTRIBUTES = ['type', 'name', 'placeholder', 'href', 'for', 'value'];
/** Items further out than this say little of one element. */
const MAX_ITEMS = 3;
/** An item larger than this is a part of the page, not an item. Nodes. */
const MAX_ITEM_NODES = 600;
/** Words further away than in a part of this size are not near. Nodes. */
const MAX_NEARBY_NODES = 60;
/** Fewer texts than these are not yet what an element stands among. */
const MIN_TEXTS = 3;
/** In so many items, what stands in one place and is never said twice is a name rather than a state. */
export const MIN_LONG_LIST = 5;

/** Gathers what tells the elements of one page apart. */
export class Fingerprinter {
  readonly visibility: Visibility;
  readonly listReader: ItemListReader;
  readonly #interactive = new Map<string, PageNode[]>();
  readonly #nameCounts = new Map<PageNode[], NameCounts>();
  readonly #itemNaming = new Map<string, boolean>();

  constructor(visibility: Visibility) {
    this.visibility = visibility;
    this.listReader = new ItemListReader(visibility);
  }

  of(node: PageNode): Fingerprint {
    const { key: document } = node.document;
    const name = displayName(node);
    const items = this.#itemsAround(node);
    return {
      document,
      id: node.id,
      tag: node.tag,
      role: node.role,
      name,
      testId: testIdOf(node),
      htmlId: node.attribute('id'),
      attributesKey: identifyingAttributes(node),
      path: this.pathOf(node),
      items,
      nearbyTexts: items.length > 0 ? [] : this.#nearbyTexts(node),
      isInForm: items.length === 0 && this.#isInForm(node),
      isItemName: this.#isItemName(node, items[0]),
      namesakeCount: this.countNamesakes(node),
      isInSequence: (this.#nameCountsLike(node).patterns.get(withoutDigits(name))?.size ?? 0) > 1,
    };
  }

  /** The items that the element stands in now, as many steps up as those of the evidence. */
  currentItems(items: readonly ItemFingerprint[], node: PageNode): (CurrentItem | undefined)[] {
    let inner: PageNode | undefined;
    return items.map(({ levelsUp }) => {
      const item = ancestorAt(node, levelsUp);
      if (!item?.parent) return undefined;
      const currentItem = this.#fingerprintItem(item, node, levelsUp, inner);
      inner = item;
      return currentItem;
    });
  }

  /** How many usable elements of its role are called as it is. */
  countNamesakes(node: PageNode): number {
    return this.#nameCountsLike(node).names.get(displayName(node)) ?? 0;
  }

  #nameCountsLike({ document: { key: document }, role, tag }: PageNode): NameCounts {
    const similar = this.interactiveLike({ document, role, tag });
    const counts = this.#nameCounts.get(similar) ?? countNames(similar);
    this.#nameCounts.set(similar, counts);
    return counts;
  }

  /** Usable elements of the same document and role that a person sees. */
  interactiveLike({ document, role, tag }: Pick<Fingerprint, 'document' | 'role' | 'tag'>): PageNode[] {
    const key = `${document}\n${role || tag}`;
    const { visibility } = this;
    const found =
      this.#interactive.get(key) ??
      visibility.page.nodes.filter(
        (one) =>
          one.role === role &&
          one.isElement &&
          (role !== '' || one.tag === tag) &&
          one.document.key === document &&
          isShownInteractive(visibility, one),
      );
    this.#interactive.set(key, found);
    return found;
  }

  /** What a part around it says now, as many steps up. */
  textsAround(node: PageNode, levelsUp: number): ItemText[] {
    const container = ancestorAt(node, levelsUp);
    return container
      ? this.listReader
          .textsOf(container, this.listReader.pathWithin(container, node))
          .filter(({ kind }) => kind !== 'mark')
      : [];
  }

  #nearbyTexts(node: PageNode): NearbyText[] {
    const nearbyTexts: NearbyText[] = [];
    let levelsUp = 1;
    let previousCount = 0;
    for (
      let current = node.parent;
      current?.parent && current.tag !== 'body';
      current = current.parent, levelsUp++
    ) {
      if (current.document !== node.document || current.end - current.index > MAX_NEARBY_NODES) break;
      const texts = this.textsAround(node, levelsUp);
      const count = texts.filter(({ words }) => words !== '').length;
      if (count > previousCount) nearbyTexts.push({ levelsUp, texts });
      previousCount = count;
      if (count >= MIN_TEXTS) break;
    }
    return nearbyTexts;
  }

  /** Tags and positions among siblings of the tag, from the element up. */
  pathOf(node: PageNode): string {
    const segments: string[] = [];
    for (
      let current: PageNode | undefined = node;
      current && current.document === node.document;
      current = current.parent
    )
      segments.push(`${current.tag}:${this.listReader.positionOf(current)}`);
    return segments.join('<');
  }

  #isInForm(node: PageNode): boolean {
    if (node.closest(({ tag, role }) => tag === 'form' || role === 'form')) return true;
    const widest = this.#nearbyTexts(node).at(-1);
    const container = widest && ancestorAt(node, widest.levelsUp);
    if (!container) return false;
    const inside = this.visibility.page.nodes.slice(container.index, container.end);
    return inside.filter(({ role }) => LABELLED_FIELD_ROLES.has(role)).length > 1;
  }

  #isItemName(node: PageNode, item: ItemFingerprint | undefined): boolean {
    const itemNode = item && ancestorAt(node, item.levelsUp);
    if (!item || !itemNode?.parent) return false;
    const key = `${itemNode.parent.index}\n${itemNode.tag}\n${itemNode.role}\n${item.path}\n${node.role}`;
    const areNames = this.#itemNaming.get(key) ?? this.#haveDistinctNames(itemNode, item.path, node);
    this.#itemNaming.set(key, areNames);
    return areNames;
  }

  /** Whether what stands at a place of each item of a list has a name of its own. */
  #haveDistinctNames(item: PageNode, path: string, node: PageNode): boolean {
    const peers = this.listReader.siblingItems(item).map((one) => nodeAtPath(one, path));
    const names = peers.flatMap((one) => (one?.role === node.role ? [normalizeWords(displayName(one))] : []));
    const minItems = isInHeading(node) ? 2 : MIN_LONG_LIST;
    return names.length >= minItems && new Set(names).size === names.length && !names.includes('');
  }

  /** What is left out of what an item says: the element, or the items of the list within. */
  #excludedPath(item: PageNode, path: string, inner: PageNode | undefined): string {
    if (inner) return this.listReader.pathWithin(item, inner).replace(/:\d+$/, '');
    return path === '' ? NO_PATH : path;
  }

  #itemsAround(node: PageNode): ItemFingerprint[] {
    const items: ItemFingerprint[] = [];
    let inner: PageNode | undefined;
    let levelsUp = 0;
    for (
      let current: PageNode | undefined = node;
      current?.parent && current.tag !== 'body';
      current = current.parent, levelsUp++
    ) {
      if (current.document !== node.document || current.end - current.index > MAX_ITEM_NODES) break;
      if (CELL_ROLES.has(current.role)) continue;
      if (current === node && this.listReader.textsOf(current, NO_PATH).length < 2) continue;
      if (!ITEM_ROLES.has(current.role) && !this.#hasSimilarSibling(current, node, inner)) continue;
      items.push(this.#fingerprintItem(current, node, levelsUp, inner).fingerprint);
      if (items.length === MAX_ITEMS) break;
      inner = current;
    }
    return items;
  }

  #fingerprintItem(
    item: PageNode,
    node: PageNode,
    levelsUp: number,
    inner: PageNode | undefined,
  ): CurrentItem {
    const path = this.listReader.pathWithin(item, node);
    const excludedPath = this.#excludedPath(item, path, inner);
    const itemTexts = this.listReader.textsOf(item, excludedPath);
    const list = this.listReader.statsOf(item, excludedPath);
    const texts = itemTexts.map((one) => compareText(list, one));
    const signature = itemSignature(itemTexts);
    const duplicateCount = list.signatures.get(signature) ?? 1;
    const { size, hash: listHash } = list;
    return {
      list,
      signature,
      fingerprint: { levelsUp, tag: item.tag, path, size, duplicateCount, listHash, texts },
    };
  }

  /** Whether a sibling is of its shape: an element such as this one in the same place, and words where it has words. */
  #hasSimilarSibling(item: PageNode, node: PageNode, inner: PageNode | undefined): boolean {
    const path = this.listReader.pathWithin(item, node);
    const excludedPath = this.#excludedPath(item, path, inner);
    const paths = this.listReader.textsOf(item, excludedPath).map((one) => one.path);
    return this.listReader.siblingItems(item).some((other) => {
      if (other === item) return false;
      const peer = nodeAtPath(other, path);
      if (peer?.role !== node.role) return false;
      const otherPaths = new Set(this.listReader.textsOf(other, excludedPath).map((one) => one.path));
      return paths.filter((one) => otherPaths.has(one)).length * 2 >= paths.length;
    });
  }
}

/** An item as it is, with its list. */
export interface CurrentItem {
  fingerprint: ItemFingerprint;
  list: ItemListStats;
  /** All that it says. */
  signature: string;
}

/** A place that is none. */
const NO_PATH = '-';

export function isInHeading(node: PageNode): boolean {
  return node.closest(({ role }) => HEADING_ROLES.has(role)) !== undefined;
}

function compareText({ texts, words, columns, size }: ItemListStats, one: ItemText): ComparedItemText {
  const column = columns.get(one.path);
  const distinguishedBy = column?.hasDistinctWords ? 'words' : column?.hasDistinctTexts ? 'text' : undefined;
  return {
    ...one,
    isUniqueText: size > 1 && texts.get(one.text) === 1,
    hasUniqueWords: size > 1 && one.words !== '' && words.get(one.words) === 1,
    distinguishedBy,
    columnCount: column?.count ?? 0,
  };
}

export function testIdOf(node: PageNode): string | undefined {
  for (const name of TEST_ID_ATTRIBUTES) {
    const value = node.attribute(name);
    if (value !== undefined) return value;
  }
  return undefined;
}

export function identifyingAttributes(node: PageNode): string {
  return KEY_ATTRIBUTES.map((name) =>
    name === 'value' && node.tag !== 'button' ? '' : (node.attribute(name) ?? ''),
  ).join('\n');
}

/** The element that many steps up. */
export function ancestorAt(node: PageNode, levelsUp: number): PageNode | undefined {
  let current: PageNode | undefined = node;
  for (let i = 0; i < levelsUp && current; i++) current = current.parent;
  return current?.document === node.document ? current : undefined;
}
