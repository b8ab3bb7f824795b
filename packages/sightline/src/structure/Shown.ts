import type { PageNode } from '../model/Page.ts';
import { Flag } from '../model/Snapshot.ts';
import { isRemoved, type Pruning } from '../prune/Pruning.ts';
import type { LandmarkRegion } from './landmarks.ts';
import type { Structure } from './Structure.ts';

/** Their children are the page's fallback for browsers that cannot show them. */
export const OPAQUE_TAGS = new Set(['select', 'textarea', 'canvas', 'video', 'audio', 'progress', 'meter']);

/** Something that shows: an element a person can use, the words of a block, a picture with a name. */
export interface Item {
  kind: 'element' | 'text' | 'picture';
  /** The element; the block that the words stand in; the picture. */
  node: PageNode;
  /** Index of the node where it begins to show. */
  at: number;
  /** Name of the element or picture; the words. */
  text: string;
  region: LandmarkRegion | undefined;
}

/** What a page shows, in one pass, so that two pages can be compared. */
export class Shown {
  readonly structure: Structure;
  /** In document order. */
  items: Item[] = [];
  readonly #nodes = new Map<string, Map<number, PageNode>>();
  readonly #regions: (LandmarkRegion | undefined)[] = [];
  /** The block around each node, and the innermost usable element that it is part of. */
  readonly #blocks: PageNode[] = [];
  readonly #owners: (PageNode | undefined)[] = [];
  readonly #texts = new Map<PageNode, Item>();
  /** By block: all of its words that are told, be it as the name of a control. */
  readonly #said = new Map<PageNode, string>();

  constructor(structure: Structure) {
    this.structure = structure;
    const { pruning, regions } = structure;
    const byNode = new Map(regions.map((region) => [region.node, region]));
    let hiddenUntil = 0;
    for (const node of pruning.page.nodes) {
      this.#place(node, byNode);
      if (node.isElement) this.#index(node);
      if (node.isText && isSaid(pruning, node)) this.#say(node);
      if (node.index >= hiddenUntil && !isRemoved(pruning, node)) this.#read(node);
      if (OPAQUE_TAGS.has(node.tag)) hiddenUntil = Math.max(hiddenUntil, node.end);
    }
    for (const item of this.#texts.values()) item.text = item.text.replace(/\s+/g, ' ').trim();
    this.items = this.items.filter(({ kind, text }) => kind !== 'text' || text !== '');
  }

  /** The same element in this page, whether it shows or not. */
  twin({ document, id }: PageNode): PageNode | undefined {
    return this.#nodes.get(document.key)?.get(id);
  }

  regionOf({ index }: PageNode): LandmarkRegion | undefined {
    return this.#regions[index];
  }

  /** What a block says in all, whether as text or as names of what can be used in it. */
  saidIn(block: PageNode): string {
    return this.#said.get(block) ?? '';
  }

  /** The words of an element that are no part of what can be used inside it; and the names of that. */
  wordsOf(element: PageNode): { own: string; nested: string } {
    const { pruning } = this.structure;
    const { page, usable } = pruning;
    const inside = page.nodes
      .slice(element.index + 1, element.end)
      .filter((node) => !isRemoved(pruning, node));
    const own = inside.filter((node) => node.isText && this.#owners[node.index] === element);
    const nested = inside.filter(({ index }) => usable[index] === 1);
    return {
      own: own.flatMap(({ text }) => text.trim() || []).join(' '),
      nested: nested.map(({ name }) => name).join('\n'),
    };
  }

  #say(node: PageNode): void {
    const block = this.#blocks[node.index] as PageNode;
    this.#said.set(block, `${this.#said.get(block) ?? ''} ${node.text.trim()}`);
  }

  #place(node: PageNode, byNode: ReadonlyMap<PageNode, LandmarkRegion>): void {
    const { index, parent } = node;
    const up = parent?.index ?? -1;
    this.#regions[index] = byNode.get(node) ?? this.#regions[up];
    const isBlock = !parent || (node.isElement && (node.flags & (Flag.Block | Flag.Cell)) !== 0);
    this.#blocks[index] = isBlock ? node : (this.#blocks[up] as PageNode);
    this.#owners[index] = this.structure.pruning.usable[index] === 1 ? node : this.#owners[up];
  }

  #index(node: PageNode): void {
    const { key } = node.document;
    const known = this.#nodes.get(key) ?? new Map<number, PageNode>();
    this.#nodes.set(key, known.set(node.id, node));
  }

  #read(node: PageNode): void {
    if (this.#owners[node.index] === node) this.#add('element', node, node.name);
    else if (node.isText) this.#readText(node);
    else if (
      (node.role === 'img' || node.tag === 'img') &&
      node.name !== '' &&
      !this.#isSaid(node, node.name)
    )
      this.#add('picture', node, node.name);
  }

  #readText(node: PageNode): void {
    const words = node.text.trim();
    if (words === '' || this.#isSaid(node, words)) return;
    const block = this.#blocks[node.index] as PageNode;
    const known = this.#texts.get(block);
    if (known) known.text += ` ${node.text}`;
    else this.#texts.set(block, this.#add('text', block, node.text, node.index));
  }

  /** Words that are the name of the element they stand in are told with it. */
  #isSaid({ index }: PageNode, words: string): boolean {
    return this.#owners[index]?.name.includes(words) ?? false;
  }

  #add(kind: Item['kind'], node: PageNode, text: string, at = node.index): Item {
    const item: Item = { kind, node, at, text, region: this.#regions[node.index] };
    this.items.push(item);
    return item;
  }
}

/** Told, as text or, where the `labels` rule says so, as the name of a field. */
function isSaid(pruning: Pruning, node: PageNode): boolean {
  return !isRemoved(pruning, node) || pruning.verdicts[node.index]?.rule === 'labels';
}
