import { elementKey, type PageNode } from '../snapshot/Page.ts';
import type { PageState } from '../structure/PageState.ts';
import { isRemoved, isShownInteractive, type Visibility } from '../visibility/Visibility.ts';

/** What a later look needs to know of this one, to mark new elements and unchanged sections. */
export interface PageBaseline {
  url: string;
  /** Key of the main document. */
  document: string;
  /** Ids of the shown interactive elements, by the key of their document. */
  elements: ReadonlyMap<string, ReadonlySet<number>>;
  /** Hashes of regions by their addresses, and of sections by the keys of their headings. */
  sectionHashes: ReadonlyMap<string, string>;
  /** What the lines of the view said, if it was complete. */
  lines?: readonly string[] | undefined;
}

/** The address of everything outside the regions. */
export const UNGROUPED = '(ungrouped)';

/** A section with fewer shown nodes is always shown in full. */
const MIN_SECTION_NODES = 8;

export function buildPageBaseline(pageState: PageState): PageBaseline {
  const { visibility } = pageState;
  const elements = new Map<string, Set<number>>(
    visibility.page.documents.map(({ key }) => [key, new Set<number>()]),
  );
  const { nodes } = visibility.page;
  // Of so many nodes an iterator costs more than what is asked of each.
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as PageNode;
    if (isShownInteractive(visibility, node)) elements.get(node.document.key)?.add(node.id);
  }
  return {
    url: visibility.page.url,
    document: visibility.page.documents[0]?.key ?? '',
    elements,
    sectionHashes: hashSections(pageState),
  };
}

/**
 * The regions and sections that did not change, at the same URL: same elements, names, values, states and text, in the
 * same order. A changed price is a change.
 */
export function findUnchangedSections(
  current: PageBaseline,
  previous: PageBaseline | undefined,
): Set<string> {
  const unchanged = new Set<string>();
  if (!previous || previous.url !== current.url || previous.document !== current.document) return unchanged;
  for (const [section, hash] of current.sectionHashes)
    if (previous.sectionHashes.get(section) === hash) unchanged.add(section);
  return unchanged;
}

function hashSections({ visibility, regions, headings }: PageState): Map<string, string> {
  const spans = new SpanHashes(visibility);
  const sectionHashes = new Map(
    regions.map(({ address, node }) => [address, spans.of(node.index, node.end)]),
  );
  for (const { node, end } of headings) {
    if (spans.countOf(node.index, end) >= MIN_SECTION_NODES)
      sectionHashes.set(elementKey(node), spans.of(node.index, end));
  }
  const outside: string[] = [];
  let from = 0;
  // A region of a frame outside all regions is outside with its frame.
  for (const { node } of regions.filter(({ parent, node }) => !parent && !node.document.owner)) {
    outside.push(spans.of(from, node.index));
    from = node.end;
  }
  return sectionHashes.set(UNGROUPED, [...outside, spans.of(from, visibility.page.nodes.length)].join());
}

/**
 * Hashes of any span of nodes, after one pass over the page: sums of the hashes of shown nodes. The hash of a node
 * includes the node before it, so that order counts.
 */
class SpanHashes {
  readonly #a: Uint32Array;
  readonly #b: Uint32Array;
  readonly #count: Uint32Array;

  constructor(visibility: Visibility) {
    const { nodes } = visibility.page;
    this.#a = new Uint32Array(nodes.length + 1);
    this.#b = new Uint32Array(nodes.length + 1);
    this.#count = new Uint32Array(nodes.length + 1);
    let seed = 0;
    for (let i = 0; i < nodes.length; i++) {
      const node = nodes[i] as PageNode;
      const hash = hashNode(node, seed, visibility);
      this.#a[i + 1] = (this.#a[i] as number) + (hash ? hash.a : 0);
      this.#b[i + 1] = (this.#b[i] as number) + (hash ? hash.b : 0);
      this.#count[i + 1] = (this.#count[i] as number) + (hash ? 1 : 0);
      if (hash) seed = (node.parent?.id ?? 0) * 31 + node.id;
    }
  }

  of(from: number, to: number): string {
    const between = (sums: Uint32Array): string =>
      (((sums[to] as number) - (sums[from] as number)) >>> 0).toString(36);
    return `${between(this.#a)}.${between(this.#b)}.${this.countOf(from, to)}`;
  }

  countOf(from: number, to: number): number {
    return (this.#count[to] as number) - (this.#count[from] as number);
  }
}

/** Everything that a person could notice of the node; undefined for one that shows nothing itself. */
function hashNode(node: PageNode, seed: number, visibility: Visibility): Hash | undefined {
  if (isRemoved(visibility, node)) return undefined;
  const hash = new Hash(seed);
  if (node.isText) hash.add(node.text);
  else if (visibility.interactive[node.index] === 1) addElement(hash, node);
  else if (node.role === 'img') hash.add(node.name);
  else return undefined;
  return hash;
}

function addElement(hash: Hash, node: PageNode): void {
  hash.add(node.document.key);
  hash.add(node.name);
  hash.mix(node.id * 2 + (node.disabled ? 1 : 0));
  for (const key in node.attributes) {
    if (!key.startsWith('.') && !key.startsWith('aria-') && key !== 'href') continue;
    hash.add(key);
    hash.add(node.attributes[key] as string);
  }
}

/** Two 32-bit FNV-1a hashes with different primes: 64 bits against chance, not against an adversary. */
class Hash {
  a = 0x811c9dc5;
  b = 0x9dc5811c;

  constructor(seed: number) {
    this.mix(seed);
  }

  add(text: string): void {
    for (let i = 0; i < text.length; i++) this.mix(text.charCodeAt(i));
    this.mix(0x1ffff);
  }

  mix(value: number): void {
    this.a = Math.imul(this.a ^ value, 0x01000193);
    this.b = Math.imul(this.b ^ value, 0x85ebca6b);
  }
}
