import { lowerBound } from '../snapshot/binarySearch.ts';
import { dictionary } from '../snapshot/dictionary.ts';
import { groupBy } from '../snapshot/groupBy.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { PROPAGATING_ROLES } from '../snapshot/roles.ts';
import { Flag } from '../snapshot/Snapshot.ts';
import { hasWordCharacters, shorten } from '../snapshot/shorten.ts';
import { isRemoved, isShownInteractive, type Visibility } from '../visibility/Visibility.ts';
import { attributeHint } from './attributeHint.ts';
import { findCellContext, isWordy } from './cellContext.ts';
import { firstWords, LABEL_LENGTH } from './itemWords.ts';
import { levelItems } from './levelItems.ts';

/** What distinguishes a control from others of its name: the item that it is in, and the words of that item. */
export interface ItemContext {
  /** `row`, `item`, `group`... `after`: the words before it. `cell`: the heads of its row and column. */
  kind: string;
  label: string;
  /** All of the item. */
  item: PageNode;
}

const ITEM_KINDS = dictionary({
  row: 'row',
  listitem: 'item',
  article: 'article',
  treeitem: 'item',
  option: 'option',
  group: 'group',
  figure: 'figure',
});

/** Longest label of an item that needed more words to be distinct, characters. */
const LONG_LABEL_LENGTH = 56;
/** Interactive elements in an item without a role, at most. */
const MAX_INTERACTIVE = 40;
/** How many nodes before an element its words may begin. */
const MAX_PRECEDING_NODES = 30;
/** Nodes of an item in which its words are looked for. */
const MAX_SCANNED_NODES = 200;
/** Texts of an item that may make its label distinct. */
const MAX_TEXTS = 8;

/**
 * For each interactive element that shares its role and name (or its fallback name) with another, the item that it is in,
 * where the items differ: `[41]<button>More (row "Order 1042")`. Where labels of items are equal, the first further texts
 * that differ are added: `[7]<button>Archive (item "Jonas Berg, Lunch on Friday")`.
 */
export function findItemContexts(visibility: Visibility): Map<PageNode, ItemContext> {
  const contexts = new Map<PageNode, ItemContext>();
  const groups = groupNamesakes(visibility);
  const sharedButtons = new Set(groups.flat().filter(({ role }) => role === 'button'));
  for (const namesakes of groups) {
    const items = findItems(namesakes, visibility);
    const labels = namesakes.map((control, i) => {
      const item = items[i];
      return item ? itemLabel(item, control, sharedButtons, visibility) : '';
    });
    const textsOf = (i: number): string[] =>
      itemTexts(items[i] as ContextItem, namesakes[i] as PageNode, sharedButtons, visibility);
    disambiguate(labels, (i) => textsOf(i).filter(isWordy));
    const ownLabels = [...labels];
    addColumns(labels, items, visibility);
    disambiguate(labels, textsOf);
    const isShared = new Set(labels).size === 1;
    namesakes.forEach((control, i) => {
      const item = items[i];
      const label = labels[i];
      // A number does not distinguish two controls that are named by a number: the days of a calendar. Their months do.
      const ownLabel = ownLabels[i] as string;
      if (!isWordy(control.name) && (ownLabel ? !isWordy(ownLabel) : /^\d+$/.test(control.name))) {
        const { words, box } = columnWords(control, namesakes, visibility);
        if (isWordy(words)) contexts.set(control, { kind: 'after', label: words, item: box });
        return;
      }
      // Of boxes without a role, words that all of them begin with distinguish nothing.
      const isDistinctive = control.name === '' || !(isShared && item?.kind === 'in' && !item.holdsControl);
      const context =
        item && label && isDistinctive && !isInNamedCell(control, visibility)
          ? { kind: item.kind, label, item: item.node }
          : (cellContext(control, visibility) ??
            soleControlContext(control, visibility, (box) => followingWords(control, box, visibility)) ??
            precedingContext(control, visibility));
      if (context) contexts.set(control, context);
    });
  }
  return contexts;
}

/**
 * The item around a hidden element, labelled by its first visible texts; undefined without any. In a column header it is
 * the column.
 */
export function hiddenItemContext(node: PageNode, visibility: Visibility): ItemContext | undefined {
  const column = node.parent?.closest(isColumnHeader);
  const [columnTitle] = column
    ? itemTexts({ node: column, kind: 'column' }, node, new Set(), visibility)
    : [];
  if (column && columnTitle)
    return { kind: 'column', label: shorten(columnTitle, LABEL_LENGTH), item: column };
  return node.parent && itemAround(node.parent, visibility, node);
}

/** What says which an element is: the item that it is in, or, where it has no name, the words beside it. */
export function itemContextOf(
  node: PageNode,
  contexts: ReadonlyMap<PageNode, ItemContext>,
  visibility: Visibility,
): ItemContext | undefined {
  const known = contexts.get(node);
  if (known) return known;
  if (isRemoved(visibility, node)) return hiddenItemContext(node, visibility);
  // The name of an element without a role is its content (`English`), not its purpose.
  return (node.role === '' && node.tag !== 'input') || node.name === ''
    ? adjacentContext(node, visibility)
    : undefined;
}

/** The item that an element is or is in, labelled by its first visible texts, without those of a control in it. */
export function itemAround(
  start: PageNode,
  visibility: Visibility,
  control?: PageNode,
): ItemContext | undefined {
  const item = start.closest((one) => ITEM_KINDS[one.role] !== undefined && !isRemoved(visibility, one));
  if (!item) return undefined;
  const kind = ITEM_KINDS[item.role] as string;
  const inside = visibility.page.subtree(item);
  const buttons = new Set(inside.filter(({ role }) => role === 'button'));
  const all = itemTexts({ node: item, kind }, control, buttons, visibility);
  const wordy = all.filter(isWordy);
  const texts = (wordy.length > 0 ? wordy : all).slice(0, 2);
  return texts.length > 0 ? { kind, label: shorten(texts.join(', '), LONG_LABEL_LENGTH), item } : undefined;
}

/** Most names of a long list are those of one element each: no list is made for them. */
function groupNamesakes(visibility: Visibility): PageNode[][] {
  const byRole = new Map<string, Map<string, PageNode | PageNode[]>>();
  const groups: PageNode[][] = [];
  for (let i = 0; i < visibility.page.nodes.length; i++) {
    const node = visibility.page.nodes[i] as PageNode;
    if (!isShownInteractive(visibility, node)) continue;
    const byName = byRole.get(node.role) ?? new Map<string, PageNode | PageNode[]>();
    byRole.set(node.role, byName);
    const name = node.name || fallbackName(node, visibility);
    const known = byName.get(name);
    if (known === undefined) byName.set(name, node);
    else if (Array.isArray(known)) known.push(node);
    else {
      const group = [known, node];
      byName.set(name, group);
      groups.push(group);
    }
  }
  return groups;
}

/** What is shown of a control without a name or words, without numbers that count items (`reply-17`) or classes for states. */
function fallbackName(node: PageNode, { page }: Visibility): string {
  for (let i = node.index + 1; i < node.end; i++) {
    const { isText, text } = page.nodes[i] as PageNode;
    if (isText && hasWordCharacters(text)) return text;
  }
  const [key, value] = attributeHint(node) ?? ['', ''];
  return (key === 'class' ? (value.split(' ')[0] as string) : value).replace(/\d+/g, '');
}

interface ContextItem {
  node: PageNode;
  kind: string;
  /** The control is a part of it: words after the control are its own too. */
  holdsControl?: boolean;
}

/** The item of each: see `findItem`, `levelItems`. */
function findItems(namesakes: PageNode[], visibility: Visibility): (ContextItem | undefined)[] {
  const items = namesakes.map((control) => findItem(control, namesakes, visibility));
  const isBox = (item: ContextItem | undefined): boolean => item?.kind === 'in' && !item.holdsControl;
  const boxes = levelItems(
    namesakes,
    items.map((item) => (isBox(item) ? item?.node : undefined)),
  );
  return items.map((item, i) => {
    const node = boxes[i];
    return item && node ? { ...item, node } : item;
  });
}

/** The nearest ancestor that is an item, or the largest box, that contains no other namesake. */
function findItem(control: PageNode, namesakes: PageNode[], visibility: Visibility): ContextItem | undefined {
  let item: ContextItem | undefined;
  for (let node = control.parent; node && node.tag !== 'body'; node = node.parent) {
    if (containsOtherNamesake(node, control, namesakes)) return item;
    const kind = ITEM_KINDS[node.role];
    if (isShownInteractive(visibility, node) && PROPAGATING_ROLES.has(node.role))
      return { node, kind: kind ?? 'in', holdsControl: true };
    if (kind) return { node, kind };
    if (!hasAtMostInteractive(MAX_INTERACTIVE, node, visibility)) return undefined;
    item = { node, kind: 'in' };
  }
  return item;
}

/**
 * The words right before a control in a line of several, or before its neighbours:
 * `Pears <button>Edit</button> <button>Remove</button>`; `adjacent`: only those right before it.
 */
function precedingContext(
  control: PageNode,
  visibility: Visibility,
  { adjacent = false } = {},
): ItemContext | undefined {
  const { nodes } = visibility.page;
  const container = control.parent;
  const texts: PageNode[] = [];
  for (
    let i = control.index - 1;
    container && i > container.index && control.index - i < MAX_PRECEDING_NODES;
    i--
  ) {
    const node = nodes[i] as PageNode;
    const interactiveAncestor = node.closest((one) => visibility.interactive[one.index] === 1);
    const isWord =
      node.isText && hasWordCharacters(node.text) && !interactiveAncestor && !isRemoved(visibility, node);
    if (isWord) texts.unshift(node);
    else if (adjacent && interactiveAncestor) break;
    else if (texts.length > 0 && (interactiveAncestor || BREAKS.has(node.tag) || node.has(Flag.Block))) break;
  }
  const [item] = texts;
  const label = texts.map(({ text }) => text.trim()).join(' ');
  return item && { kind: 'after', label: shorten(label.replace(/\s+/g, ' '), LABEL_LENGTH), item };
}

/** The words that label a control without markup: those of a box with no other control (a row of settings), or right before it. */
export function adjacentContext(node: PageNode, visibility: Visibility): ItemContext | undefined {
  const labelIn = (box: PageNode): string =>
    itemLabel({ node: box, kind: 'in' }, node, NO_NODES, visibility) || followingWords(node, box, visibility);
  return (
    cellContext(node, visibility) ??
    soleControlContext(node, visibility, labelIn) ??
    precedingContext(node, visibility, { adjacent: true })
  );
}

/** Whether both its row and its column have a head. */
function isInNamedCell(node: PageNode, visibility: Visibility): boolean {
  const cell = findCellContext(node, visibility);
  return cell !== undefined && cell.rowHead !== '' && cell.column !== '';
}

/** Of a field without a name in a table: the head of its row, with that of its column where the row has several. */
function cellContext(node: PageNode, visibility: Visibility): ItemContext | undefined {
  const cell = findCellContext(node, visibility);
  if (!cell) return undefined;
  const { row, rowHead, column } = cell;
  const label = [rowHead, column].filter((head) => head !== '').join(', ');
  return { kind: column === '' ? 'row' : 'cell', label: shorten(label, LONG_LABEL_LENGTH), item: row };
}

/** The smallest box with no other control for which there is a label. */
function soleControlContext(
  { parent }: PageNode,
  visibility: Visibility,
  labelIn: (box: PageNode) => string,
): ItemContext | undefined {
  for (
    let box = parent;
    box && box.tag !== 'body' && hasAtMostInteractive(1, box, visibility);
    box = box.parent
  ) {
    const label = labelIn(box);
    if (label) return { kind: 'in', label, item: box };
  }
  return undefined;
}

/** The words after a control without a name; after one with a name they may belong to anything: ''. */
function followingWords(node: PageNode, container: PageNode, visibility: Visibility): string {
  return node.name === '' ? firstWords(node.end, container.end, node, NO_NODES, visibility) : '';
}

const NO_NODES: ReadonlySet<PageNode> = new Set();

/** Whether what shows in an element has that many targets at most. */
function hasAtMostInteractive(limit: number, container: PageNode, visibility: Visibility): boolean {
  const { page } = visibility;
  let count = 0;
  for (let i = container.index + 1; i < container.end; i++)
    if (isShownInteractive(visibility, page.nodes[i] as PageNode) && ++count > limit) return false;
  return true;
}

const BREAKS = new Set(['br', 'hr']);

/** Namesakes are in document order, so that one within the node is next to this one in the list. */
function containsOtherNamesake(node: PageNode, control: PageNode, namesakes: readonly PageNode[]): boolean {
  const position = lowerBound(namesakes, ({ index }) => index < control.index);
  const before = namesakes[position - 1];
  const after = namesakes[position + 1];
  return (before !== undefined && node.contains(before)) || (after !== undefined && node.contains(after));
}

/**
 * The heading, row header or first words of an item, without those of the control. In a box without the role of an item,
 * only words before the control: those after it may belong to anything.
 */
function itemLabel(
  item: ContextItem,
  control: PageNode,
  sharedButtons: ReadonlySet<PageNode>,
  visibility: Visibility,
): string {
  if (item.kind === 'row' && control.closest(isColumnHeader)) return '';
  return firstWords(item.node.index, endOfWords(item, control), control, sharedButtons, visibility);
}

/** In a box without a role, words after the control may belong to anything. */
const endOfWords = ({ node, kind, holdsControl }: ContextItem, control: PageNode): number =>
  kind === 'in' && !holdsControl ? control.index : node.end;

/** Adds to those `labels` that are the same the first of their further texts that is not. */
function disambiguate(labels: string[], textsFor: (i: number) => string[]): void {
  const indexesByLabel = groupBy(labels.keys(), (i) => labels[i]);
  for (const [label, duplicates] of indexesByLabel) {
    if (label === '' || duplicates.length === 1) continue;
    const texts = duplicates.map((i) => textsFor(i).filter((text) => shorten(text, LABEL_LENGTH) !== label));
    const nth = Array.from(
      { length: MAX_TEXTS },
      (_, position) => new Set(texts.map((one) => one[position])).size,
    ).findIndex((count) => count > 1);
    duplicates.forEach((i, position) => {
      const further = texts[position]?.[nth];
      if (further) labels[i] = shorten(`${label}, ${further}`, LONG_LABEL_LENGTH);
    });
  }
}

/** Adds to those `labels` that are still the same the first words of the column: `Call the bank, Done`. */
function addColumns(
  labels: string[],
  items: readonly (ContextItem | undefined)[],
  visibility: Visibility,
): void {
  for (const [label, duplicates] of groupBy(labels.keys(), (i) => labels[i])) {
    if (label === '' || duplicates.length === 1) continue;
    const nodes = duplicates.map((i) => items[i]?.node as PageNode);
    const inOrder = [...new Set(nodes)].sort((a, b) => a.index - b.index);
    const columns = nodes.map((node) => columnWords(node, inOrder, visibility).words);
    if (new Set(columns).size === 1) continue;
    duplicates.forEach((i, position) => {
      if (columns[position]) labels[i] = shorten(`${label}, ${columns[position]}`, LONG_LABEL_LENGTH);
    });
  }
}

/** The first words of the largest box around an item that holds no other of these items, which are in document order. */
function columnWords(
  item: PageNode,
  items: readonly PageNode[],
  visibility: Visibility,
): { words: string; box: PageNode } {
  let column = item;
  for (let box = item.parent; box && box.tag !== 'body'; box = box.parent) {
    if (containsOtherNamesake(box, item, items)) break;
    column = box;
  }
  return { words: firstWords(column.index, item.index, item, NO_NODES, visibility), box: column };
}

/** The first texts of an item, without those of the control; in a box without the role of an item, those before it. */
function itemTexts(
  contextItem: ContextItem,
  control: PageNode | undefined,
  sharedButtons: ReadonlySet<PageNode>,
  visibility: Visibility,
): string[] {
  const { nodes } = visibility.page;
  const { node: item } = contextItem;
  const wordsEnd = control ? endOfWords(contextItem, control) : item.end;
  const end = Math.min(wordsEnd, item.index + MAX_SCANNED_NODES);
  const texts: string[] = [];
  for (let i = item.index; i < end && texts.length < MAX_TEXTS; i++) {
    const node = nodes[i] as PageNode;
    if (sharedButtons.has(node)) i = node.end - 1;
    else if (
      node.isText &&
      hasWordCharacters(node.text) &&
      !isRemoved(visibility, node) &&
      !control?.contains(node)
    )
      texts.push(node.text.trim());
  }
  return texts;
}

function isColumnHeader({ role }: PageNode): boolean {
  return role === 'columnheader';
}
