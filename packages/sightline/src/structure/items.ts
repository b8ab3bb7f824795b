import { dictionary } from '../model/dictionary.ts';
import type { PageNode } from '../model/Page.ts';
import { Flag } from '../model/Snapshot.ts';
import { shorten } from '../model/shorten.ts';
import { isRemoved, type Pruning } from '../prune/Pruning.ts';
import { hintOf } from './hint.ts';

/** What tells a control apart from others of its name: the item it stands in, and that item's own words. */
export interface ItemContext {
  /** `row`, `item`, `group`... `after`: words that stand before it. */
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

/** Longest label of an item, characters; and of one that had to be told apart from others. */
const LABEL_LENGTH = 40;
const APART_LENGTH = 56;
/** Targets that an item without a role of its own has at most. */
const MOST_TARGETS = 40;
/** How many nodes before an element its words may begin. */
const NEAR = 30;
/** Texts of an item that are looked at to tell it apart. */
const TEXTS = 8;

/**
 * For each usable element that shares its role and name with another, or what tells it where it has none: the item it
 * stands in, where the items differ: `[41]<button>More (row "Order 1042")`. Items that begin with the same words are
 * told by the first words that are not the same too: `[7]<button>Archive (item "Jonas Berg, Lunch on Friday")`.
 */
export function itemContexts(pruning: Pruning): Map<PageNode, ItemContext> {
  const contexts = new Map<PageNode, ItemContext>();
  const groups = namesakes(pruning);
  const shared = new Set(groups.flat().filter(({ role }) => role === 'button'));
  for (const twins of groups) {
    const items = twins.map((twin) => itemOf(twin, twins, pruning));
    const labels = twins.map((twin, i) => {
      const item = items[i];
      return item ? labelOf(item, twin, shared, pruning) : '';
    });
    tellApart(labels, (i) => textsOf(items[i] as Item, twins[i] as PageNode, shared, pruning));
    twins.forEach((twin, i) => {
      const item = items[i];
      const label = labels[i];
      const context =
        item && label
          ? { kind: item.kind, label, item: item.node }
          : (aloneWith(twin, pruning) ?? afterWords(twin, pruning));
      if (context) contexts.set(twin, context);
    });
  }
  return contexts;
}

/**
 * The item that something hidden stands in, by the first words that show there; none where nothing of it does. In the
 * head of a column that is the column.
 */
export function itemOfHidden(node: PageNode, pruning: Pruning): ItemContext | undefined {
  const column = node.parent?.closest(isColumnHeader);
  const [head] = column ? textsOf({ node: column, kind: 'column' }, node, new Set(), pruning) : [];
  if (column && head) return { kind: 'column', label: shorten(head, LABEL_LENGTH), item: column };
  const item = node.parent?.closest((one) => ITEM_KINDS[one.role] !== undefined && !isRemoved(pruning, one));
  if (!item) return undefined;
  const kind = ITEM_KINDS[item.role] as string;
  const inside = pruning.page.nodes.slice(item.index, item.end);
  const buttons = new Set(inside.filter(({ role }) => role === 'button'));
  const texts = textsOf({ node: item, kind }, node, buttons, pruning).slice(0, 2);
  return texts.length > 0 ? { kind, label: shorten(texts.join(', '), APART_LENGTH), item } : undefined;
}

function namesakes(pruning: Pruning): PageNode[][] {
  const groups = new Map<string, PageNode[]>();
  for (const node of pruning.page.nodes) {
    if (pruning.usable[node.index] !== 1 || isRemoved(pruning, node)) continue;
    const key = `${node.role}\n${node.name || calling(node, pruning)}`;
    const group = groups.get(key);
    if (group) group.push(node);
    else groups.set(key, [node]);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

/** What is told of a control without a name or words: numbers count the items (`reply-17`), further classes are states. */
function calling(node: PageNode, { page }: Pruning): string {
  for (let i = node.index + 1; i < node.end; i++) {
    const { isText, text } = page.nodes[i] as PageNode;
    if (isText && isWords(text)) return text;
  }
  const [key, value] = hintOf(node) ?? ['', ''];
  return (key === 'class' ? (value.split(' ')[0] as string) : value).replace(/\d+/g, '');
}

interface Item {
  node: PageNode;
  kind: string;
}

/** The nearest ancestor that is an item, or one of several siblings of a shape, and holds no other twin. */
function itemOf(twin: PageNode, twins: PageNode[], pruning: Pruning): Item | undefined {
  let item: Item | undefined;
  for (let node = twin.parent; node && node.tag !== 'body'; node = node.parent) {
    if (holdsOther(node, twin, twins)) return item;
    const kind = ITEM_KINDS[node.role];
    if (kind) return { node, kind };
    if (!hasAtMost(MOST_TARGETS, node, pruning)) return undefined;
    item = { node, kind: 'in' };
  }
  return item;
}

/**
 * For one of several that stand in one line or block with nothing around each, the words right before it, or before
 * its neighbours: `Pears <button>Edit</button> <button>Remove</button>`; `adjacent`: before it alone.
 */
function afterWords(twin: PageNode, pruning: Pruning, { adjacent = false } = {}): ItemContext | undefined {
  const { nodes } = pruning.page;
  const around = twin.parent;
  const texts: PageNode[] = [];
  for (let i = twin.index - 1; around && i > around.index && twin.index - i < NEAR; i--) {
    const node = nodes[i] as PageNode;
    const control = node.closest((one) => pruning.usable[one.index] === 1);
    const isWord = node.isText && isWords(node.text) && !control && !isRemoved(pruning, node);
    if (isWord) texts.unshift(node);
    else if (adjacent && control) break;
    else if (texts.length > 0 && (control || BREAKS.has(node.tag) || node.has(Flag.Block))) break;
  }
  const [item] = texts;
  const label = texts.map(({ text }) => text.trim()).join(' ');
  return item && { kind: 'after', label: shorten(label.replace(/\s+/g, ' '), LABEL_LENGTH), item };
}

/** The words that label a control in all but markup: of what it stands in alone, a row of settings, or right before it. */
export function besideOf(node: PageNode, pruning: Pruning): ItemContext | undefined {
  for (let at = node.parent; at && at.tag !== 'body' && hasAtMost(1, at, pruning); at = at.parent) {
    const label = labelOf({ node: at, kind: 'in' }, node, NONE, pruning) || wordsBehind(node, at, pruning);
    if (label) return { kind: 'in', label, item: at };
  }
  return afterWords(node, pruning, { adjacent: true });
}

/** For a control without a name, the smallest box that it stands in alone with words behind it. */
function aloneWith(node: PageNode, pruning: Pruning): ItemContext | undefined {
  for (let at = node.parent; at && at.tag !== 'body' && hasAtMost(1, at, pruning); at = at.parent) {
    const label = wordsBehind(node, at, pruning);
    if (label) return { kind: 'in', label, item: at };
  }
  return undefined;
}

/** What stands behind a control may belong to anything, but where nothing else names it. '' for one with a name. */
function wordsBehind(node: PageNode, around: PageNode, pruning: Pruning): string {
  return node.name === '' ? firstWords(node.end, around.end, node, NONE, pruning) : '';
}

const NONE: ReadonlySet<PageNode> = new Set();

/** Whether what shows in an element has that many targets at most. */
function hasAtMost(most: number, around: PageNode, pruning: Pruning): boolean {
  const { usable, page } = pruning;
  let count = 0;
  for (let i = around.index + 1; i < around.end; i++)
    if (usable[i] === 1 && !isRemoved(pruning, page.nodes[i] as PageNode) && ++count > most) return false;
  return true;
}

const BREAKS = new Set(['br', 'hr']);

/** Twins are in document order, so a neighbour within the node is next to this one in the list. */
function holdsOther(node: PageNode, twin: PageNode, twins: PageNode[]): boolean {
  let low = 0;
  let high = twins.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((twins[middle] as PageNode).index < twin.index) low = middle + 1;
    else high = middle;
  }
  const before = twins[low - 1];
  const after = twins[low + 1];
  return (before !== undefined && node.contains(before)) || (after !== undefined && node.contains(after));
}

/**
 * The item's heading, row header or first words that are not the twin's own. A box that is no item by its role has only
 * words that stand before the twin: what comes after may belong to anything.
 */
function labelOf(
  { node, kind }: Item,
  twin: PageNode,
  shared: ReadonlySet<PageNode>,
  pruning: Pruning,
): string {
  if (kind === 'row' && twin.closest(isColumnHeader)) return '';
  return firstWords(node.index, kind === 'in' ? twin.index : node.end, twin, shared, pruning);
}

/** The words of a button that others have too (`Archive`, before `Delete`) name no item. */
function firstWords(
  from: number,
  to: number,
  twin: PageNode,
  shared: ReadonlySet<PageNode>,
  pruning: Pruning,
): string {
  const { nodes } = pruning.page;
  const end = Math.min(to, from + 200);
  let first = '';
  let line: PageNode | undefined;
  for (let i = from; i < end; i++) {
    const node = nodes[i] as PageNode;
    if (isRemoved(pruning, node) || twin.contains(node)) continue;
    if (shared.has(node)) {
      i = node.end - 1;
      continue;
    }
    if (node.role === 'heading' || node.role === 'rowheader') return shorten(node.name, LABEL_LENGTH);
    if (line && node.isText && isOneWord(first) && lineOf(node) === line)
      first += /^\p{P}/u.test(node.text) ? node.text : ` ${node.text}`;
    else if (first === '' && node.isText && isWords(node.text)) {
      first = node.text;
      line = lineOf(node);
    } else if (first === '' && node.role === 'img') first = node.name;
  }
  return shorten(first.replace(/\s+/g, ' ').trim(), LABEL_LENGTH);
}

/** Too little to know an item by where more stands beside it: `Order <b>1042</b>`, `<b>Ada</b> @countess`. */
const isOneWord = (text: string): boolean => !/\s/.test(text.trim());

/** What the words of one line stand in. */
const lineOf = (text: PageNode): PageNode | undefined =>
  text.parent?.closest((one) => (one.flags & (Flag.Block | Flag.Cell)) !== 0);

/** Adds to those `labels` that are the same the first of their further texts that is not. */
function tellApart(labels: string[], textsAt: (i: number) => string[]): void {
  const same = new Map<string, number[]>();
  for (const [i, label] of labels.entries()) {
    const known = same.get(label);
    if (known) known.push(i);
    else same.set(label, [i]);
  }
  for (const [label, places] of same) {
    if (label === '' || places.length === 1) continue;
    const texts = places.map((i) => textsAt(i).filter((text) => shorten(text, LABEL_LENGTH) !== label));
    const nth = Array.from({ length: TEXTS }, (_, at) => new Set(texts.map((one) => one[at])).size).findIndex(
      (count) => count > 1,
    );
    places.forEach((i, at) => {
      const further = texts[at]?.[nth];
      if (further) labels[i] = shorten(`${label}, ${further}`, APART_LENGTH);
    });
  }
}

/** The first texts of an item that are not the twin's own; of a box that is no item by its role, those before it. */
function textsOf(
  { node: item, kind }: Item,
  twin: PageNode,
  shared: ReadonlySet<PageNode>,
  pruning: Pruning,
): string[] {
  const { nodes } = pruning.page;
  const end = Math.min(kind === 'in' ? twin.index : item.end, item.index + 200);
  const texts: string[] = [];
  for (let i = item.index; i < end && texts.length < TEXTS; i++) {
    const node = nodes[i] as PageNode;
    if (shared.has(node)) i = node.end - 1;
    else if (node.isText && isWords(node.text) && !isRemoved(pruning, node) && !twin.contains(node))
      texts.push(node.text.trim());
  }
  return texts;
}

/** A lone sign, as that of an icon font or `☆`, says nothing of the item. */
const isWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** The heads of columns are no items of the table. */
function isColumnHeader({ role }: PageNode): boolean {
  return role === 'columnheader';
}
