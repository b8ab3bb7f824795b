import type { Page, PageNode } from '../model/Page.ts';
import { isRemoved, type Pruning } from '../prune/Pruning.ts';

/** What an element stands in that has others like it beside it: a row, a card, a cell, a field with its label. */
export interface ItemEvidence {
  /** How many elements up from the one it is evidence of. */
  steps: number;
  tag: string;
  /** How many siblings there are of its tag and role, itself included. */
  count: number;
  /** What it says and none of the others does, in order; without the words of the element itself. */
  texts: string[];
  /** The same of what its fields hold: they change as a form is filled. */
  values: string[];
}

/** What tells an element from all others of its page, so that it, or what took its place, is known again. */
export interface Evidence {
  document: string;
  id: number;
  tag: string;
  role: string;
  name: string;
  testId: string | undefined;
  htmlId: string | undefined;
  /** What else a replacement would keep: type, name, placeholder, href. */
  marks: string;
  /** Tags and positions among siblings of the tag, from the element up. */
  path: string;
  /** Innermost first. */
  items: ItemEvidence[];
  /** Where there is no item: the words nearest to it, without digits. */
  around: string[];
  /** How many usable elements share its role and name. */
  twins: number;
  /** True when others have the same name but for digits: `Page 2` and `Page 3`. */
  isOneOfSequence: boolean;
}

const TEST_IDS = ['data-testid', 'data-test', 'data-test-id', 'data-cy', 'data-qa'];
const MARKS = ['type', 'name', 'placeholder', 'href', 'for', 'value'];
/** Items further out than this say little of one element. */
const MOST_ITEMS = 3;
/** Nodes of a list that are read at most for one element. */
const MOST_NODES = 20_000;
/** Texts of an item that are kept. */
const MOST_TEXTS = 40;
/** An item larger than this is a part of the page, not an item. Nodes. */
const LARGEST_ITEM = 600;
/** Words further away than in a part of this size are not near. Nodes. */
const NEAR = 60;

export function evidenceOf(node: PageNode, pruning: Pruning): Evidence {
  const { key: document } = node.document;
  const alike = usableLike({ document, role: node.role, tag: node.tag }, pruning);
  const pattern = withoutDigits(node.name);
  const items = itemsAround(node, pruning);
  return {
    document,
    id: node.id,
    tag: node.tag,
    role: node.role,
    name: node.name,
    testId: testIdOf(node),
    htmlId: node.attribute('id'),
    marks: marksOf(node),
    path: pathOf(node),
    items,
    around: items.length > 0 ? [] : textsNear(node, pruning),
    twins: alike.filter(({ name }) => name === node.name).length,
    isOneOfSequence: alike.some(({ name }) => name !== node.name && withoutDigits(name) === pattern),
  };
}

/** Usable elements of the same document and role that a person sees. */
export function usableLike(
  { document, role, tag }: Pick<Evidence, 'document' | 'role' | 'tag'>,
  pruning: Pruning,
): PageNode[] {
  return pruning.page.nodes.filter(
    (one) =>
      one.role === role &&
      one.isElement &&
      (role !== '' || one.tag === tag) &&
      one.document.key === document &&
      pruning.usable[one.index] === 1 &&
      !isRemoved(pruning, one),
  );
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

export function withoutDigits(name: string): string {
  return name
    .replace(/[\d.,:()[\]\s]+/g, ' ')
    .trim()
    .toLowerCase();
}

export function pathOf(node: PageNode): string {
  const steps: string[] = [];
  for (let at: PageNode | undefined = node; at && at.document === node.document; at = at.parent) {
    const { tag } = at;
    const position = at.parent?.children.filter((one) => one.tag === tag).indexOf(at) ?? 0;
    steps.push(position > 0 ? `${tag}:${position + 1}` : tag);
  }
  return steps.join('<');
}

/** The element that many steps up. */
export function ancestorAt(node: PageNode, steps: number): PageNode | undefined {
  let at: PageNode | undefined = node;
  for (let i = 0; i < steps && at; i++) at = at.parent;
  return at?.document === node.document ? at : undefined;
}

function itemsAround(node: PageNode, pruning: Pruning): ItemEvidence[] {
  const items: ItemEvidence[] = [];
  let steps = 1;
  for (let at = node.parent; at?.parent && at.tag !== 'body'; at = at.parent, steps++) {
    if (at.document !== node.document || at.end - at.index > LARGEST_ITEM) break;
    const others = othersLike(at, node, steps, pruning);
    if (others.length === 0) continue;
    const texts = distinguishing(at, others, (item) => textsOf(item, node, pruning));
    const values = distinguishing(at, others, (item) => valuesOf(item, node, pruning));
    items.push({ steps, tag: at.tag, count: countLike(at), texts, values });
    if (items.length === MOST_ITEMS) break;
  }
  return items;
}

/** How many siblings there are of its tag and role, itself included. */
export function countLike({ parent, tag, role }: PageNode): number {
  return parent?.children.filter((one) => one.tag === tag && one.role === role).length ?? 1;
}

/** Siblings of the item's shape, which hold an element such as this one as deep as it is. */
function othersLike(item: PageNode, node: PageNode, steps: number, { page }: Pruning): PageNode[] {
  const alike = (item.parent as PageNode).children.filter(
    (one) => one !== item && one.tag === item.tag && one.role === item.role,
  );
  return alike.filter((one) => {
    for (let i = one.index + 1; i < one.end; i++) {
      const inner = page.nodes[i] as PageNode;
      if (inner.role === node.role && inner.tag === node.tag && ancestorAt(inner, steps) === one) return true;
    }
    return false;
  });
}

function distinguishing(item: PageNode, others: PageNode[], read: (item: PageNode) => string[]): string[] {
  const own = read(item);
  if (own.length === 0) return own;
  const common = new Set<string>();
  let left = MOST_NODES;
  for (const other of others) {
    left -= other.end - other.index;
    if (left < 0) break;
    for (const text of read(other)) common.add(text);
  }
  return own.filter((text) => !common.has(text));
}

/** The words of the smallest part around it that has any. */
export function textsNear(node: PageNode, pruning: Pruning): string[] {
  for (let at = node.parent; at && at.tag !== 'body' && at.end - at.index <= NEAR; at = at.parent) {
    const texts = textsOf(at, node, pruning).map(withoutDigits).filter(Boolean);
    if (texts.length > 0) return texts;
  }
  return [];
}

/** What an item says, without what one element in it says: words, names of pictures and of what shows none. */
export function textsOf(item: PageNode, without: PageNode, pruning: Pruning): string[] {
  return tellings(item, without, pruning, ({ isText, text, role, name, attributes }) =>
    isText ? text : (attributes['aria-label'] ?? (role === 'img' ? name : '')),
  );
}

export function valuesOf(item: PageNode, without: PageNode, pruning: Pruning): string[] {
  return tellings(item, without, pruning, ({ attributes }) => attributes['.value'] ?? '');
}

function tellings(
  item: PageNode,
  without: PageNode,
  { page, verdicts }: Pruning,
  read: (node: PageNode) => string,
): string[] {
  const texts: string[] = [];
  for (let i = item.index; i < item.end && texts.length < MOST_TEXTS; i++) {
    const node = page.nodes[i] as PageNode;
    if (node === without) {
      i = node.end - 1;
      continue;
    }
    if (verdicts[i]?.decision === 'remove') continue;
    const text = read(node).trim();
    if (text !== '') texts.push(text);
  }
  return texts;
}

/** The node of an identity on a page. */
export function nodeWith(page: Page, document: string, id: number): PageNode | undefined {
  return page.nodes.find((one) => one.id === id && one.document.key === document);
}
