import { groupBy } from '../snapshot/groupBy.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { withoutRelativeTimes } from '../snapshot/relativeTime.ts';
import { HEADING_ROLES, LIVE_REGION_ROLES } from '../snapshot/roles.ts';
import type { Visibility } from '../visibility/Visibility.ts';

/** One text of an item. */
export interface ItemText {
  /**
   * `title`: the item's first heading, row header or link. `value`: that of a field. `mark`: the address of a
   * link or picture, which is not visible. `text`: all else.
   */
  kind: 'title' | 'text' | 'value' | 'mark';
  text: string;
  /** The text without digits; '' where there are no letters. What is left when a counter counts. */
  words: string;
  /** Tags and positions from the item down: its column. */
  path: string;
}

/** The texts of all items of a list in one place. */
export interface TextColumn {
  /** How many of them have a text there. */
  count: number;
  /** All texts are different, even without digits: usually names. */
  hasDistinctWords: boolean;
  hasDistinctTexts: boolean;
}

/** The texts of a list. */
export interface ItemListStats {
  size: number;
  /** How many items have each text, and each text without digits. */
  texts: ReadonlyMap<string, number>;
  words: ReadonlyMap<string, number>;
  columns: ReadonlyMap<string, TextColumn>;
  /** How many items have exactly the same texts. */
  signatures: ReadonlyMap<string, number>;
  /** Hash of all texts, in order. */
  hash: number;
}

/** Limits of what is read of one item. */
const MAX_TEXTS = 60;
const MAX_NODES = 600;

/** Reads the items of a page's lists, each once. */
export class ItemListReader {
  readonly visibility: Visibility;
  readonly #texts = new Map<PageNode, ItemText[]>();
  readonly #siblings = new Map<PageNode, Map<string, PageNode[]>>();
  readonly #positions = new Map<PageNode, number>();
  readonly #stats = new Map<PageNode, Map<string, ItemListStats>>();

  constructor(visibility: Visibility) {
    this.visibility = visibility;
  }

  /** The texts of an item, without those at `excludedPath` and below: of the element itself, or of an inner list. */
  textsOf(item: PageNode, excludedPath: string): ItemText[] {
    const cached = this.#texts.get(item) ?? this.#readTexts(item);
    this.#texts.set(item, cached);
    return cached.filter(
      ({ path, kind }) => !isWithin(path, excludedPath) || (kind === 'value' && path === excludedPath),
    );
  }

  /** The list of an item: its siblings of the same tag and role, and itself. */
  statsOf(item: PageNode, excludedPath: string): ItemListStats {
    const parent = item.parent as PageNode;
    const key = `${item.tag}\n${item.role}\n${excludedPath}`;
    const lists = this.#stats.get(parent) ?? new Map<string, ItemListStats>();
    this.#stats.set(parent, lists);
    const list =
      lists.get(key) ?? computeStats(this.siblingItems(item).map((one) => this.textsOf(one, excludedPath)));
    lists.set(key, list);
    return list;
  }

  /** Siblings of the same tag and role, itself included, in order. */
  siblingItems(item: PageNode): readonly PageNode[] {
    const { parent } = item;
    if (!parent) return [];
    const groups =
      this.#siblings.get(parent) ?? groupBy(parent.children, ({ tag, role }) => `${tag}\n${role}`);
    this.#siblings.set(parent, groups);
    return groups.get(`${item.tag}\n${item.role}`) ?? [];
  }

  /** From 1, among the siblings of its tag. */
  positionOf(node: PageNode): number {
    const { parent } = node;
    if (parent && !this.#positions.has(node))
      for (const group of groupBy(parent.children, ({ tag }) => tag).values())
        for (const [i, one] of group.entries()) this.#positions.set(one, i + 1);
    return this.#positions.get(node) ?? 1;
  }

  /** The path of a node within an item: `/td:2/button:1`; '' for the item itself. */
  pathWithin(item: PageNode, node: PageNode): string {
    let path = '';
    for (let current = node; current !== item && current.parent; current = current.parent)
      path = `/${current.tag}:${this.positionOf(current)}${path}`;
    return path;
  }

  #readTexts(item: PageNode): ItemText[] {
    const texts: ItemText[] = [];
    const { decisions } = this.visibility;
    const visit = (node: PageNode, path: string): void => {
      if (texts.length >= MAX_TEXTS || node.index - item.index > MAX_NODES) return;
      if (node !== item && LIVE_REGION_ROLES.has(node.role)) return;
      if (decisions[node.index]?.rule !== 'invisible') texts.push(...textsOfNode(node, path));
      const counts = new Map<string, number>();
      for (const child of node.children) {
        const count = (counts.get(child.tag) ?? 0) + 1;
        counts.set(child.tag, count);
        visit(child, `${path}/${child.tag}:${count}`);
      }
    };
    visit(item, '');
    const title = findTitle(item);
    const path = title && this.pathWithin(item, title);
    for (const one of texts)
      if (path !== undefined && one.kind === 'text' && isWithin(one.path, path)) one.kind = 'title';
    return texts;
  }
}

/** The node at a place of an item. */
export function nodeAtPath(item: PageNode, path: string): PageNode | undefined {
  let current: PageNode | undefined = item;
  for (const step of path.split('/').slice(1)) {
    const [tag, position] = step.split(':');
    current = current?.children.filter((one) => one.tag === tag)[Number(position) - 1];
  }
  return current;
}

/** `excludedPath` may end in a tag without a position: all siblings of that tag. */
function isWithin(path: string, excludedPath: string): boolean {
  if (!path.startsWith(excludedPath)) return false;
  const next = path[excludedPath.length];
  return next === undefined || next === '/' || (next === ':' && !/:\d+$/.test(excludedPath));
}

function textsOfNode(node: PageNode, path: string): ItemText[] {
  if (node.isText) return toItemTexts('text', node.text, path);
  const { attributes, role, name } = node;
  const label = attributes['aria-label'] ?? (role === 'img' ? name : '');
  const address = attributes.href ?? attributes.src ?? '';
  return [
    ...toItemTexts('text', label, path),
    ...toItemTexts('value', attributes['.value'] ?? '', path),
    ...toItemTexts('mark', /^(?:#|javascript:|data:)/.test(address) ? '' : address, path),
  ];
}

/** What stands between the parts of a date or of a path, and comes with them. */
const ONLY_PUNCTUATION = /^[\p{P}\s]+$/u;

/** A relative time goes on by itself, and says nothing of which item it is; nor does a mark between two parts. */
function toItemTexts(kind: ItemText['kind'], text: string, path: string): ItemText[] {
  const trimmed = kind === 'text' ? withoutRelativeTimes(text.trim()) : text.trim();
  const isEmpty = trimmed === '' || (kind === 'text' && ONLY_PUNCTUATION.test(trimmed));
  return isEmpty ? [] : [{ kind, text: trimmed, words: normalizeWords(trimmed), path }];
}

/** A text without digits and what goes with them, in lower case; '' where no letter is left. */
export function normalizeWords(text: string): string {
  const words = text
    .replace(/[\d.,:()[\]\s]+/g, ' ')
    .trim()
    .toLowerCase();
  return /\p{L}/u.test(words) ? words : '';
}

function findTitle(item: PageNode): PageNode | undefined {
  const findWithin = (test: (node: PageNode) => boolean): PageNode | undefined =>
    find(item, (node) => node !== item && test(node), { remaining: MAX_NODES });
  const title =
    findWithin(({ role }) => HEADING_ROLES.has(role)) ?? findWithin(({ role }) => role === 'link');
  return title;
}

function find(
  node: PageNode,
  test: (node: PageNode) => boolean,
  budget: { remaining: number },
): PageNode | undefined {
  if (budget.remaining-- <= 0) return undefined;
  if (test(node)) return node;
  for (const child of node.children) {
    const found = find(child, test, budget);
    if (found) return found;
  }
  return undefined;
}

/** All texts of an item, as one string. */
export function itemSignature(texts: readonly ItemText[]): string {
  return texts.map(({ text, path }) => `${path}=${text}`).join('\n');
}

function computeStats(items: ItemText[][]): ItemListStats {
  const texts = new Map<string, number>();
  const words = new Map<string, number>();
  const signatures = new Map<string, number>();
  const columns = groupBy(items.flat(), ({ path }) => path);
  let hash = 0;
  for (const itemTexts of items) {
    for (const text of new Set(itemTexts.map((one) => one.text))) increment(texts, text);
    for (const word of new Set(itemTexts.map((one) => one.words))) increment(words, word);
    const signature = itemSignature(itemTexts);
    increment(signatures, signature);
    for (let i = 0; i < signature.length; i++) hash = (Math.imul(hash, 31) + signature.charCodeAt(i)) | 0;
    hash = Math.imul(hash, 31) | 0;
  }
  const compared = [...columns].map(([path, columnTexts]): [string, TextColumn] => [
    path,
    computeColumn(columnTexts),
  ]);
  return { size: items.length, texts, words, columns: new Map(compared), signatures, hash };
}

function computeColumn(columnTexts: ItemText[]): TextColumn {
  const words = new Set(columnTexts.map((one) => one.words));
  const hasDistinctWords = columnTexts.length > 1 && words.size === columnTexts.length && !words.has('');
  const hasDistinctTexts =
    columnTexts.length > 1 && new Set(columnTexts.map(({ text }) => text)).size === columnTexts.length;
  return { count: columnTexts.length, hasDistinctWords, hasDistinctTexts };
}

function increment(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
