import { dictionary } from '../snapshot/dictionary.ts';
import { countBy, groupBy } from '../snapshot/groupBy.ts';
import type { Page, PageNode } from '../snapshot/Page.ts';
import { CELL_ROLES, LANDMARK_ROLES, STANDALONE_ITEM_ROLES, TRANSIENT_ROLES } from '../snapshot/roles.ts';
import { runSteps, type Steps } from '../snapshot/runSteps.ts';
import { Flag } from '../snapshot/Snapshot.ts';
import { testIdOf } from './testId.ts';

/**
 * The stable ids of a page's elements: `elem-` and seven letters or digits, each of one element. An id is the same after
 * a reload of the same page, as it is a hash of the element (tag, role, test id, id, name, words) and of what is around
 * it: landmarks, forms, items (with their words), headings, ids and frames. Wrappers, classes and siblings have no
 * influence, nor has a heading on an element with an HTML id of its own. Where all of that is equal, the order counts.
 *
 * An element that changes gets another id: a lookup finds nothing then, rather than something else. Of a living one only
 * the headings around may change (`GivenIds`).
 */
export class StableIds {
  readonly #page: Page;
  readonly #given: GivenIds;
  #ids: string[] | undefined;
  #byId: ReadonlyMap<string, PageNode> | undefined;

  /** Computes nothing yet. `given`: the ids of earlier captures. */
  constructor(page: Page, given: GivenIds = new GivenIds()) {
    this.#page = page;
    this.#given = given;
  }

  /** '' for what is no element. */
  of(node: PageNode): string {
    if (!this.#ids) runSteps(this.prepare());
    return this.#ids?.[node.index] ?? '';
  }

  /** Computes them in steps, before the first lookup. */
  *prepare(): Steps<void> {
    this.#ids ??= yield* computeIds(this.#page, this.#given);
  }

  find(id: string): PageNode | undefined {
    this.#byId ??= new Map(
      this.#page.nodes.filter((node) => node.isElement).map((node) => [this.of(node), node]),
    );
    return this.#byId.get(id);
  }
}

/**
 * The ids of the elements of living documents, as they were last computed: an element keeps its own while nothing but the
 * headings around it changes, or the twins before it.
 */
export class GivenIds {
  #byDocument: ReadonlyMap<string, ReadonlyMap<number, GivenId>> = new Map();

  /** The id that the element has, if it is what it was but for headings. */
  find({ document, id }: PageNode, ownHash: number): string | undefined {
    const given = this.#byDocument.get(document.key)?.get(id);
    return given?.ownHash === ownHash ? given.id : undefined;
  }

  /** In place of those of documents that the page does not hold. */
  replace({ nodes }: Page, ids: readonly string[], ownHashes: readonly number[]): void {
    const byDocument = new Map<string, Map<number, GivenId>>();
    for (const { document, id, index, isElement } of nodes) {
      if (!isElement) continue;
      const ofDocument = byDocument.get(document.key) ?? new Map<number, GivenId>();
      byDocument.set(document.key, ofDocument);
      ofDocument.set(id, { id: ids[index] as string, ownHash: ownHashes[index] as number });
    }
    this.#byDocument = byDocument;
  }
}

interface GivenId {
  id: string;
  /** Of the element and what is around it, but for headings. */
  ownHash: number;
}

/** An id that an author wrote: it identifies the element even if its words change. */
const AUTHORED_ID = /^[a-z]+(?:[-_][a-z]+)*$/i;
/** An id that a framework generates: it may be that of another element next time. */
const GENERATED_ID =
  /[:\u00ab\u00bb]|^(?:ember|radix|react|mui|headlessui|yui|ext-|gwt|ui-id|_r_)|[0-9a-f]{8}-[0-9a-f]{4}/i;
const CONTAINER_TAGS = dictionary({ form: 1, table: 1, fieldset: 1, details: 1, iframe: 1, frame: 1 });
/** Words that are a control's own, change by themselves, or come and go. */
const EXCLUDED_TAGS = dictionary({ button: 1, textarea: 1, select: 1, time: 1, iframe: 1 });

/** Characters of the words of an element, and of an item, that count. */
const MAX_WORDS_LENGTH = 60;
const MAX_ITEM_WORDS_LENGTH = 200;
/** Nodes of an item that are read: items nested 10,000 deep hold each other. */
const MAX_ITEM_NODES = 300;

/** Nodes of a step. */
const NODES_PER_STEP = 4_000;

function* computeIds(page: Page, given: GivenIds): Steps<string[]> {
  const { keys, ownHashes } = yield* computeHashes(page);
  const kept = page.nodes.map((node) =>
    node.isElement ? given.find(node, ownHashes[node.index] as number) : undefined,
  );
  const ids: string[] = [];
  const taken = new Set<string>(kept.filter((id) => id !== undefined));
  const occurrences = new Map<number, number>();
  for (const node of page.nodes) {
    if (node.index % NODES_PER_STEP === NODES_PER_STEP - 1) yield;
    const key = keys[node.index] as number;
    const ordinal = occurrences.get(key) ?? 0;
    if (node.isElement) occurrences.set(key, ordinal + 1);
    const newId = (): string => uniqueId(ordinal === 0 ? key : hashText(`twin ${ordinal}`, key), taken);
    ids.push(node.isElement ? (kept[node.index] ?? newId()) : '');
  }
  given.replace(page, ids, ownHashes);
  return ids;
}

/** Of each node the hash that its id is made of, and the one without headings; 0 for what is no element. */
function* computeHashes(page: Page): Steps<{ keys: number[]; ownHashes: number[] }> {
  const headings = headingsAbove(page);
  const uniquelyNamed = findUniquelyNamed(page);
  const keys: number[] = [];
  const ownHashes: number[] = [];
  const paths: { full: number; own: number }[] = [];
  for (const node of page.nodes) {
    if (node.index % NODES_PER_STEP === NODES_PER_STEP - 1) yield;
    const around = (node.parent && paths[node.parent.index]) ?? { full: 0, own: 0 };
    const parts = contextParts(node);
    const heading = headings.get(node);
    paths.push({
      full: pathHash(heading === undefined ? parts : [...parts, `under ${heading}`], around.full),
      own: pathHash(parts, around.own),
    });
    const words = node.isElement ? keyOf(node) : '';
    const ownHash = node.isElement ? hashText(words, around.own) : 0;
    ownHashes.push(ownHash);
    keys.push(node.isElement && !uniquelyNamed.has(node) ? hashText(words, around.full) : ownHash);
  }
  return { keys, ownHashes };
}

/** Whose HTML id says which they are, whatever the headings around them say. */
function findUniquelyNamed({ nodes }: Page): Set<PageNode> {
  const named = nodes.filter((node) => AUTHORED_ID.test(idOf(node)));
  const byId = groupBy(named, ({ document, attributes }) => `${document.key}/${attributes.id}`);
  return new Set([...byId.values()].flatMap((all) => (all.length === 1 ? all : [])));
}

/** The part of the hash that is of the element itself. */
function keyOf(node: PageNode): string {
  const { tag, role, attributes } = node;
  const { type = '', name = '' } = attributes;
  const id = idOf(node);
  const fields = [tag, role, type, testIdOf(node), id, name];
  const isNamedByAuthor = testIdOf(node) !== '' || AUTHORED_ID.test(id);
  return [...fields, isNamedByAuthor ? '' : contentText(node)].join('\n');
}

function idOf({ attributes: { id = '' } }: PageNode): string {
  return GENERATED_ID.test(id) ? '' : id;
}

function contentText(node: PageNode): string {
  if (STANDALONE_ITEM_ROLES.has(node.role) || CELL_ROLES.has(node.role)) return itemWords(node);
  const text = node.name || (node.has(Flag.Editable) || node.tag === 'textarea' ? '' : ownText(node));
  return text.slice(0, MAX_WORDS_LENGTH);
}

function ownText({ children }: PageNode): string {
  return children
    .map(({ text }) => text)
    .join('')
    .trim();
}

/** With the part of the hash that an element adds to those of its descendants. */
const pathHash = (parts: readonly string[], parentHash: number): number =>
  parts.length === 0 ? parentHash : hashText(parts.join('\n'), parentHash);

function contextParts(node: PageNode): string[] {
  if (!node.isElement || node.tag === 'html' || node.tag === 'body') return [];
  const { tag, role, attributes } = node;
  const parts: string[] = [];
  if (testIdOf(node) !== '') parts.push(`test id ${testIdOf(node)}`);
  if (idOf(node) !== '') parts.push(`id ${idOf(node)}`);
  if (LANDMARK_ROLES.has(role)) parts.push(`${role} ${attributes['aria-label'] ?? ''}`);
  if (CONTAINER_TAGS[tag]) parts.push(`${tag} ${attributes.name ?? ''} ${attributes.title ?? ''}`);
  if (STANDALONE_ITEM_ROLES.has(role)) parts.push(`${role} ${itemWords(node)}`);
  return parts;
}

/** The words of an item without those of its buttons: an item that is left takes no other's place. */
function itemWords(item: PageNode): string {
  let words = '';
  let nodesLeft = MAX_ITEM_NODES;
  const stack = [...item.children].reverse();
  for (
    let node = stack.pop();
    node && words.length < MAX_ITEM_WORDS_LENGTH && nodesLeft-- > 0;
    node = stack.pop()
  ) {
    if (node.isText) words += ` ${node.text.trim()}`;
    else if (node.tag === 'img') words += ` ${node.name}`;
    else if (!EXCLUDED_TAGS[node.tag] && !TRANSIENT_ROLES.has(node.role) && !node.has(Flag.Editable))
      for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i] as PageNode);
  }
  return words.slice(0, MAX_ITEM_WORDS_LENGTH);
}

/** The heading of each box: the first one in it, or in a box within it that has no other content. */
function headingsAbove({ nodes }: Page): Map<PageNode, string> {
  const headings = new Map<PageNode, string>();
  for (const node of nodes) {
    if (node.role !== 'heading') continue;
    const own = node.parent;
    const box = own && isOnlyContent(node, own) ? own.parent : own;
    if (box && box.tag !== 'body' && !headings.has(box)) headings.set(box, node.name);
  }
  return withoutCounts(headings);
}

/** `Inbox (3)` is `Inbox`, where no other heading is that. */
function withoutCounts(headings: Map<PageNode, string>): Map<PageNode, string> {
  const shorten = (heading: string): string => heading.replace(COUNT, '').trim();
  const times = countBy(headings.values(), shorten);
  for (const [box, heading] of headings)
    if (times.get(shorten(heading)) === 1) headings.set(box, shorten(heading));
  return headings;
}

/** A number in brackets at the end of a heading. */
const COUNT = /(?<!\s)\s*[([]\d[\d.,\s]*\+?[)\]]$/;

function isOnlyContent(node: PageNode, { children }: PageNode): boolean {
  return children.every((child) => child === node || (child.isText && child.text.trim() === ''));
}

/** The id of a hash; that of the next one that is free, where two elements come to the same. */
function uniqueId(key: number, taken: Set<string>): string {
  for (let attempt = key; ; attempt = hashText('again', attempt)) {
    const id = `elem-${lastDigits(attempt)}`;
    if (taken.has(id)) continue;
    taken.add(id);
    return id;
  }
}

/** Its last seven digits to the base of 36: in two parts, since writing a number of 53 bits takes five times as long. */
function lastDigits(key: number): string {
  const low = key % BASE36_POW4;
  const high = ((key - low) / BASE36_POW4) % BASE36_POW3;
  return high.toString(36).padStart(3, '0') + low.toString(36).padStart(4, '0');
}

/** How many numbers there are of three such digits, of four. */
const BASE36_POW3 = 36 ** 3;
const BASE36_POW4 = 36 ** 4;

/** 53 bits (cyrb53 by bryc, public domain), that depend on the seed, which may be such a hash. */
function hashText(text: string, seed: number): number {
  const high = Math.floor(seed / 0x100000000);
  let a = 0xdeadbeef ^ seed;
  let b = 0x41c6ce57 ^ high ^ seed;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2_654_435_761);
    b = Math.imul(b ^ code, 1_597_334_677);
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909);
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & b) + (a >>> 0);
}
