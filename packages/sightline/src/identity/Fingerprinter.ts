import type { PageNode } from '../snapshot/Page.ts';
import {
  CELL_ROLES,
  HEADING_ROLES,
  ITEM_ROLES,
  LABELLED_FIELD_ROLES,
  TABLE_ROLES,
} from '../snapshot/roles.ts';
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
import { ancestorAt, type NearbyText, NearbyTextReader } from './NearbyTextReader.ts';
import { testIdOf } from './testId.ts';
import { type TitleAround, titleAround } from './titleAround.ts';

/** A text of an item, compared with those of the other items of its list. */
export interface ComparedItemText extends ItemText {
  /** In no other item; false where there is no other item. */
  isUniqueText: boolean;
  /** The same without digits. */
  hasUniqueWords: boolean;
  /** What distinguishes the texts in this place of each item: their words, or only their digits. */
  distinguishedBy: 'words' | 'text' | undefined;
  /** How many items have a text in this place. */
  columnCount: number;
}

/** An element with others of its shape beside it, or one around the element: a row, a card, a field with its label. */
export interface ItemFingerprint {
  /** How many elements up from the fingerprinted one; 0 for that one itself. */
  levelsUp: number;
  tag: string;
  /** Path of the element within the item. */
  path: string;
  /** Items in the list. */
  size: number;
  /** How many of them have the same texts, itself included. */
  duplicateCount: number;
  /** Hash of all texts of the list, in order. */
  listHash: number;
  /** Without those of the element itself; further out, without those of the inner list. */
  texts: ComparedItemText[];
}

/** What distinguishes an element from all others of its page, so that it, or its successor, can be found again. */
export interface Fingerprint {
  document: string;
  id: number;
  tag: string;
  role: string;
  /** Its name, or its text where it has none. */
  name: string;
  /** '' without one. */
  testId: string;
  htmlId: string | undefined;
  /** Attributes that a successor would keep: type, name, placeholder, href. */
  attributesKey: string;
  /** Tags and positions among siblings of the tag, from the element up. */
  path: string;
  /** Innermost first. */
  items: ItemFingerprint[];
  /** Of an element in no item. */
  nearbyTexts: NearbyText[];
  /** What the only element of its name is about, in no item that says more than that: the nearest words around it, in a dialog, a message or below a heading. */
  nearestWords: NearbyText | undefined;
  /** Of the dialog or the part that it is in. */
  title: TitleAround | undefined;
  /** It is in a form, in which texts come and go as it is filled. */
  isInForm: boolean;
  /** The elements in its place of each item have distinct names: in headings, and in long lists, these identify the items. */
  isItemName: boolean;
  /** How many interactive elements have its role and name. */
  namesakeCount: number;
  /** True when others have the same name but for digits: `Page 2` and `Page 3`. */
  isInSequence: boolean;
}

const KEY_ATTRIBUTES = ['type', 'name', 'placeholder', 'href', 'for', 'value'];
/** Items further out say little of one element. */
const MAX_ITEMS = 3;
/** An item larger than this is a part of the page, not an item. Nodes. */
const MAX_ITEM_NODES = 600;
/** In so many items, texts in one place that are all distinct are names rather than states. */
export const MIN_LONG_LIST = 5;

/** The item of a toolbar or a menu, with nothing in it but the element. */
export const saysOnlyItsName = ({ levelsUp, texts }: ItemFingerprint): boolean =>
  levelsUp > 0 && texts.length === 0;

/** Makes the fingerprints of the elements of one page. */
export class Fingerprinter {
  readonly visibility: Visibility;
  readonly listReader: ItemListReader;
  readonly textReader: NearbyTextReader;
  readonly #interactive = new Map<string, PageNode[]>();
  readonly #nameCounts = new Map<PageNode[], NameCounts>();
  readonly #itemNaming = new Map<string, boolean>();

  constructor(visibility: Visibility) {
    this.visibility = visibility;
    this.listReader = new ItemListReader(visibility);
    this.textReader = new NearbyTextReader(visibility, this.listReader);
  }

  of(node: PageNode): Fingerprint {
    const { key: document } = node.document;
    const name = displayName(node);
    const items = this.#itemsAround(node);
    const namesakeCount = this.countNamesakes(node);
    const isKnownByName = namesakeCount <= 1 && items.every(saysOnlyItsName);
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
      nearbyTexts: items.length > 0 ? [] : this.textReader.nearbyTexts(node),
      nearestWords: isKnownByName ? this.textReader.nearestWords(node) : undefined,
      title: titleAround(node),
      isInForm: items.length === 0 && this.#isInForm(node),
      isItemName: this.#isItemName(node, items[0]),
      namesakeCount,
      isInSequence: (this.#nameCountsLike(node).patterns.get(withoutDigits(name))?.size ?? 0) > 1,
    };
  }

  /** The items around an element of this page, as many levels up as those of a fingerprint. */
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

  /** How many interactive elements have its role and name. */
  countNamesakes(node: PageNode): number {
    return this.#nameCountsLike(node).names.get(displayName(node)) ?? 0;
  }

  #nameCountsLike({ document: { key: document }, role, tag }: PageNode): NameCounts {
    const similar = this.interactiveLike({ document, role, tag });
    const counts = this.#nameCounts.get(similar) ?? countNames(similar);
    this.#nameCounts.set(similar, counts);
    return counts;
  }

  /** Shown interactive elements of the same document and role. */
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
    const widest = this.textReader.nearbyTexts(node).at(-1);
    const container = widest && ancestorAt(node, widest.levelsUp);
    if (!container) return false;
    const inside = this.visibility.page.subtree(container);
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

  /** Whether the elements at this path of each item of the list have distinct names. */
  #haveDistinctNames(item: PageNode, path: string, node: PageNode): boolean {
    const peers = this.listReader.siblingItems(item).map((one) => nodeAtPath(one, path));
    const names = peers.flatMap((one) => (one?.role === node.role ? [normalizeWords(displayName(one))] : []));
    const minItems = isInHeading(node) ? 2 : MIN_LONG_LIST;
    return names.length >= minItems && new Set(names).size === names.length && !names.includes('');
  }

  /** The box that shows what is chosen in a combobox: its value, which belongs to no item. */
  #choiceBoxOf(node: PageNode): PageNode | undefined {
    const box = node.role === 'combobox' ? this.visibility.visibleProxies.get(node) : undefined;
    return box?.contains(node) ? box : undefined;
  }

  /** The path whose texts do not belong to the item: that of the element, or of the items of the inner list. */
  #excludedPath(item: PageNode, node: PageNode, path: string, inner: PageNode | undefined): string {
    if (inner) return this.listReader.pathWithin(item, inner).replace(/:\d+$/, '');
    const box = this.#choiceBoxOf(node);
    const own = box ? this.listReader.pathWithin(item, box) : path;
    return own === '' ? NO_PATH : own;
  }

  #itemsAround(node: PageNode): ItemFingerprint[] {
    const items: ItemFingerprint[] = [];
    const choiceBox = this.#choiceBoxOf(node);
    let inner: PageNode | undefined;
    let levelsUp = 0;
    for (
      let current: PageNode | undefined = node;
      current?.parent && current.tag !== 'body';
      current = current.parent, levelsUp++
    ) {
      if (current.document !== node.document || current.end - current.index > MAX_ITEM_NODES) break;
      if (CELL_ROLES.has(current.role) || this.#isLayoutRow(current) || choiceBox?.contains(current))
        continue;
      if (current === node && this.listReader.textsOf(current, NO_PATH).length < 2) continue;
      if (!ITEM_ROLES.has(current.role) && !this.#hasSimilarSibling(current, node, inner)) continue;
      const { fingerprint } = this.#fingerprintItem(current, node, levelsUp, inner);
      // Boxes without words around an item that has some, such as the layers of a grid, distinguish nothing.
      if (fingerprint.texts.length === 0 && items.some(({ texts }) => texts.length > 0)) continue;
      items.push(fingerprint);
      if (items.length === MAX_ITEMS) break;
      inner = current;
    }
    return items;
  }

  /** The only row of a table that has another table in it: it lays out a part of the page, and is no item. */
  #isLayoutRow(item: PageNode): boolean {
    if (item.role !== 'row' || this.listReader.siblingItems(item).length > 1) return false;
    const inside = this.visibility.page.descendants(item);
    return inside.some(({ tag, role }) => tag === 'table' || TABLE_ROLES.has(role));
  }

  #fingerprintItem(
    item: PageNode,
    node: PageNode,
    levelsUp: number,
    inner: PageNode | undefined,
  ): CurrentItem {
    const path = this.listReader.pathWithin(item, node);
    const excludedPath = this.#excludedPath(item, node, path, inner);
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

  /** Whether a sibling has its shape: an element of the same role in the same place, and texts where it has texts. */
  #hasSimilarSibling(item: PageNode, node: PageNode, inner: PageNode | undefined): boolean {
    const path = this.listReader.pathWithin(item, node);
    const excludedPath = this.#excludedPath(item, node, path, inner);
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

/** An item of this page, with its list. */
export interface CurrentItem {
  fingerprint: ItemFingerprint;
  list: ItemListStats;
  /** All its texts. */
  signature: string;
}

/** Matches no path. */
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

export function identifyingAttributes(node: PageNode): string {
  return KEY_ATTRIBUTES.map((name) =>
    name === 'value' && node.tag !== 'button' ? '' : (node.attribute(name) ?? ''),
  ).join('\n');
}
