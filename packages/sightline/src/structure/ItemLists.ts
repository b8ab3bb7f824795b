import type { PageNode } from '../model/Page.ts';
import type { Pruning } from '../prune/Pruning.ts';

/** One thing that an item says. */
export interface Telling {
  /**
   * `title`: the item's first heading, row header or link. `value`: what a field holds. `mark`: an address or a
   * picture, which nobody reads. `text`: all else.
   */
  kind: 'title' | 'text' | 'value' | 'mark';
  text: string;
  /** The text without digits; '' where there are no letters. What is left when a counter counts. */
  words: string;
  /** Tags and positions from the item down: the column that it stands in. */
  place: string;
}

/** What the items of a list say in one place. */
export interface Column {
  /** How many of them say something there. */
  count: number;
  /** No two say the same, even without digits: names, as a rule. */
  hasOwnWords: boolean;
  hasOwnTexts: boolean;
}

/** What the items of a list say, together. */
export interface List {
  size: number;
  /** How many items say a text, or words. */
  texts: ReadonlyMap<string, number>;
  words: ReadonlyMap<string, number>;
  columns: ReadonlyMap<string, Column>;
  /** How many items say all that an item says. */
  looks: ReadonlyMap<string, number>;
  /** All that is said, in order. */
  sum: number;
}

/** What tells of what goes on, not of what is there. */
const PASSING = new Set(['status', 'alert', 'log', 'timer', 'progressbar']);
/** What is read of one item at most. */
const MOST_TELLINGS = 60;
const MOST_NODES = 600;

/** Reads the items of a page's lists, each once. */
export class ItemLists {
  readonly pruning: Pruning;
  readonly #said = new Map<PageNode, Telling[]>();
  readonly #beside = new Map<PageNode, Map<string, PageNode[]>>();
  readonly #positions = new Map<PageNode, number>();
  readonly #lists = new Map<PageNode, Map<string, List>>();

  constructor(pruning: Pruning) {
    this.pruning = pruning;
  }

  /** What an item says, but for what stands at `except` in it and below: the element, or its own list. */
  said(item: PageNode, except: string): Telling[] {
    const known = this.#said.get(item) ?? this.#read(item);
    this.#said.set(item, known);
    return known.filter(
      ({ place, kind }) => !isWithin(place, except) || (kind === 'value' && place === except),
    );
  }

  /** The list of an item: its siblings of the same tag and role, and itself. */
  listOf(item: PageNode, except: string): List {
    const parent = item.parent as PageNode;
    const key = `${item.tag}\n${item.role}\n${except}`;
    const lists = this.#lists.get(parent) ?? new Map<string, List>();
    this.#lists.set(parent, lists);
    const list = lists.get(key) ?? compare(this.itemsBeside(item).map((one) => this.said(one, except)));
    lists.set(key, list);
    return list;
  }

  /** Siblings of the same tag and role, itself included, in order. */
  itemsBeside(item: PageNode): readonly PageNode[] {
    const { parent } = item;
    if (!parent) return [];
    const groups = this.#beside.get(parent) ?? groupBy(parent.children, ({ tag, role }) => `${tag}\n${role}`);
    this.#beside.set(parent, groups);
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

  /** Where a node stands in an item: `/td:2/button:1`; '' for the item itself. */
  placeIn(item: PageNode, node: PageNode): string {
    let place = '';
    for (let at = node; at !== item && at.parent; at = at.parent)
      place = `/${at.tag}:${this.positionOf(at)}${place}`;
    return place;
  }

  #read(item: PageNode): Telling[] {
    const tellings: Telling[] = [];
    const { verdicts } = this.pruning;
    const visit = (node: PageNode, place: string): void => {
      if (tellings.length >= MOST_TELLINGS || node.index - item.index > MOST_NODES) return;
      if (PASSING.has(node.role)) return;
      if (verdicts[node.index]?.rule !== 'invisible') tellings.push(...tellingsOf(node, place));
      const counts = new Map<string, number>();
      for (const child of node.children) {
        const count = (counts.get(child.tag) ?? 0) + 1;
        counts.set(child.tag, count);
        visit(child, `${place}/${child.tag}:${count}`);
      }
    };
    visit(item, '');
    const title = titleOf(item);
    const place = title && this.placeIn(item, title);
    for (const one of tellings)
      if (place !== undefined && one.kind === 'text' && isWithin(one.place, place)) one.kind = 'title';
    return tellings;
  }
}

function groupBy(nodes: readonly PageNode[], keyOf: (node: PageNode) => string): Map<string, PageNode[]> {
  const groups = new Map<string, PageNode[]>();
  for (const node of nodes) {
    const key = keyOf(node);
    const group = groups.get(key);
    if (group) group.push(node);
    else groups.set(key, [node]);
  }
  return groups;
}

/** The node at a place of an item. */
export function nodeAt(item: PageNode, place: string): PageNode | undefined {
  let at: PageNode | undefined = item;
  for (const step of place.split('/').slice(1)) {
    const [tag, position] = step.split(':');
    at = at?.children.filter((one) => one.tag === tag)[Number(position) - 1];
  }
  return at;
}

/** `except` may end in a tag without a position: all siblings of that tag. */
function isWithin(place: string, except: string): boolean {
  if (!place.startsWith(except)) return false;
  const next = place[except.length];
  return next === undefined || next === '/' || (next === ':' && !/:\d+$/.test(except));
}

function tellingsOf(node: PageNode, place: string): Telling[] {
  if (node.isText) return telling('text', node.text, place);
  const { attributes, role, name } = node;
  const label = attributes['aria-label'] ?? (role === 'img' ? name : '');
  const address = attributes.href ?? attributes.src ?? '';
  return [
    ...telling('text', label, place),
    ...telling('value', attributes['.value'] ?? '', place),
    ...telling('mark', /^(?:#|javascript:|data:)/.test(address) ? '' : address, place),
  ];
}

function telling(kind: Telling['kind'], text: string, place: string): Telling[] {
  const trimmed = text.trim();
  return trimmed === '' ? [] : [{ kind, text: trimmed, words: wordsOf(trimmed), place }];
}

/** A text without digits and what goes with them, in lower case; '' where no letter is left. */
export function wordsOf(text: string): string {
  const words = text
    .replace(/[\d.,:()[\]\s]+/g, ' ')
    .trim()
    .toLowerCase();
  return /\p{L}/u.test(words) ? words : '';
}

function titleOf(item: PageNode): PageNode | undefined {
  const within = (test: (node: PageNode) => boolean): PageNode | undefined =>
    find(item, (node) => node !== item && test(node), { left: MOST_NODES });
  const title =
    within(({ role }) => role === 'heading' || role === 'rowheader') ?? within(({ role }) => role === 'link');
  return title;
}

function find(
  node: PageNode,
  test: (node: PageNode) => boolean,
  budget: { left: number },
): PageNode | undefined {
  if (budget.left-- <= 0) return undefined;
  if (test(node)) return node;
  for (const child of node.children) {
    const found = find(child, test, budget);
    if (found) return found;
  }
  return undefined;
}

/** All that an item says, as one text. */
export function lookOf(said: readonly Telling[]): string {
  return said.map(({ text, place }) => `${place}=${text}`).join('\n');
}

function compare(items: Telling[][]): List {
  const texts = new Map<string, number>();
  const words = new Map<string, number>();
  const looks = new Map<string, number>();
  const columns = new Map<string, Telling[]>();
  let sum = 0;
  for (const said of items) {
    for (const text of new Set(said.map((one) => one.text))) count(texts, text);
    for (const word of new Set(said.map((one) => one.words))) count(words, word);
    for (const one of said) {
      const column = columns.get(one.place);
      if (column) column.push(one);
      else columns.set(one.place, [one]);
    }
    const look = lookOf(said);
    count(looks, look);
    for (let i = 0; i < look.length; i++) sum = (Math.imul(sum, 31) + look.charCodeAt(i)) | 0;
    sum = Math.imul(sum, 31) | 0;
  }
  const compared = [...columns].map(([place, said]): [string, Column] => [place, columnOf(said)]);
  return { size: items.length, texts, words, columns: new Map(compared), looks, sum };
}

function columnOf(said: Telling[]): Column {
  const words = new Set(said.map((one) => one.words));
  const hasOwnWords = said.length > 1 && words.size === said.length && !words.has('');
  const hasOwnTexts = said.length > 1 && new Set(said.map(({ text }) => text)).size === said.length;
  return { count: said.length, hasOwnWords, hasOwnTexts };
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
