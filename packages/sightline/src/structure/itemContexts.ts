import { lowerBound } from '../snapshot/binarySearch.ts';
import { dictionary } from '../snapshot/dictionary.ts';
import { groupBy } from '../snapshot/groupBy.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { HEADING_ROLES, PROPAGATING_ROLES } from '../snapshot/roles.ts';
import { Flag } from '../snapshot/Snapshot.ts';
import { collapseSpaces, shorten } from '../snapshot/shorten.ts';
import { isRemoved, isShownInteractive, type Visibility } from '../visibility/Visibility.ts';
import { attributeHint } from './attributeHint.ts';

/** What distinguishes a control from others of its name: the item that it is in, and the words of that item. */
export interface ItemContext {
  /** `row`, `item`, `group`... `after`: the words before it. */
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

/** Longest label of an item, characters; and of one that needed more words to be distinct. */
const LABEL_LENGTH = 40;
const LONG_LABEL_LENGTH = 56;
/** Interactive elements in an item without a role, at most. */
const MAX_INTERACTIVE = 40;
/** How many nodes before an element its words may begin. */
const MAX_PRECEDING_NODES = 30;
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
    const items = namesakes.map((control) => findItem(control, namesakes, visibility));
    const labels = namesakes.map((control, i) => {
      const item = items[i];
      return item ? itemLabel(item, control, sharedButtons, visibility) : '';
    });
    disambiguate(labels, (i) =>
      itemTexts(items[i] as ContextItem, namesakes[i] as PageNode, sharedButtons, visibility),
    );
    namesakes.forEach((control, i) => {
      const item = items[i];
      const label = labels[i];
      const context =
        item && label
          ? { kind: item.kind, label, item: item.node }
          : (soleControlContext(control, visibility, (box) => followingWords(control, box, visibility)) ??
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
  const item = node.parent?.closest(
    (one) => ITEM_KINDS[one.role] !== undefined && !isRemoved(visibility, one),
  );
  if (!item) return undefined;
  const kind = ITEM_KINDS[item.role] as string;
  const inside = visibility.page.nodes.slice(item.index, item.end);
  const buttons = new Set(inside.filter(({ role }) => role === 'button'));
  const texts = itemTexts({ node: item, kind }, node, buttons, visibility).slice(0, 2);
  return texts.length > 0 ? { kind, label: shorten(texts.join(', '), LONG_LABEL_LENGTH), item } : undefined;
}

function groupNamesakes(visibility: Visibility): PageNode[][] {
  const groups = groupBy(
    visibility.page.nodes.filter((node) => isShownInteractive(visibility, node)),
    (node) => `${node.role}\n${node.name || fallbackName(node, visibility)}`,
  );
  return [...groups.values()].filter((group) => group.length > 1);
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
    soleControlContext(node, visibility, labelIn) ?? precedingContext(node, visibility, { adjacent: true })
  );
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
function containsOtherNamesake(node: PageNode, control: PageNode, namesakes: PageNode[]): boolean {
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

/** The words of a button that others have too (`Archive`, before `Delete`) name no item. */
function firstWords(
  from: number,
  to: number,
  control: PageNode,
  sharedButtons: ReadonlySet<PageNode>,
  visibility: Visibility,
): string {
  const { nodes } = visibility.page;
  const end = Math.min(to, from + 200);
  let first = '';
  let line: PageNode | undefined;
  for (let i = from; i < end; i++) {
    const node = nodes[i] as PageNode;
    if (isRemoved(visibility, node) || control.contains(node)) continue;
    if (sharedButtons.has(node)) {
      i = node.end - 1;
      continue;
    }
    if (HEADING_ROLES.has(node.role)) return shorten(node.name, LABEL_LENGTH);
    if (line && node.isText && isSingleWord(first) && lineContainer(node) === line)
      first += /^\p{P}/u.test(node.text) ? node.text : ` ${node.text}`;
    else if (first === '' && node.isText && hasWordCharacters(node.text)) {
      first = node.text;
      line = lineContainer(node);
    } else if (first === '' && node.role === 'img') first = node.name;
  }
  return shorten(collapseSpaces(first), LABEL_LENGTH);
}

/** Too little to identify an item where more follows: `Order <b>1042</b>`, `<b>Ada</b> @countess`. */
const isSingleWord = (text: string): boolean => !/\s/.test(text.trim());

/** The box around the words of one line. */
const lineContainer = (text: PageNode): PageNode | undefined =>
  text.parent?.closest((one) => (one.flags & (Flag.Block | Flag.Cell)) !== 0);

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

/** The first texts of an item, without those of the control; in a box without the role of an item, those before it. */
function itemTexts(
  contextItem: ContextItem,
  control: PageNode,
  sharedButtons: ReadonlySet<PageNode>,
  visibility: Visibility,
): string[] {
  const { nodes } = visibility.page;
  const { node: item } = contextItem;
  const end = Math.min(endOfWords(contextItem, control), item.index + 200);
  const texts: string[] = [];
  for (let i = item.index; i < end && texts.length < MAX_TEXTS; i++) {
    const node = nodes[i] as PageNode;
    if (sharedButtons.has(node)) i = node.end - 1;
    else if (
      node.isText &&
      hasWordCharacters(node.text) &&
      !isRemoved(visibility, node) &&
      !control.contains(node)
    )
      texts.push(node.text.trim());
  }
  return texts;
}

/** A symbol alone, such as that of an icon font or `☆`, does not describe an item. */
const hasWordCharacters = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

function isColumnHeader({ role }: PageNode): boolean {
  return role === 'columnheader';
}
