import type { PageNode } from '../snapshot/Page.ts';
import { Flag } from '../snapshot/Snapshot.ts';
import { collapseSpaces } from '../snapshot/shorten.ts';
import type { LandmarkRegion } from '../structure/landmarks.ts';
import type { PageState } from '../structure/PageState.ts';
import { isRemoved, type Visibility } from '../visibility/Visibility.ts';

/** Their children are the page's fallback for browsers that cannot show them. */
const OPAQUE_TAGS = new Set(['select', 'textarea', 'canvas', 'video', 'audio', 'progress', 'meter']);

/** Not a canvas whose content says what it shows. */
export const isOpaque = ({ tag, children }: PageNode): boolean =>
  OPAQUE_TAGS.has(tag) && !(tag === 'canvas' && children.length > 0);

/** Something that shows: an element a person can use, the words of a block, a picture with a name. */
export interface VisibleItem {
  kind: 'element' | 'text' | 'picture';
  /** The element; the block around the words; the picture. */
  node: PageNode;
  /** Index of the node where it begins to show. */
  startIndex: number;
  /** Name of the element or picture; the words. */
  text: string;
  region: LandmarkRegion | undefined;
}

/** The visible items of a page, collected in one pass, to compare two pages. */
export class VisibleItems {
  readonly pageState: PageState;
  /** In document order. */
  items: VisibleItem[] = [];
  /** The block around each node, and the innermost interactive element around it. */
  readonly #blocks: PageNode[] = [];
  readonly #owners: (PageNode | undefined)[] = [];
  readonly #textItems = new Map<PageNode, VisibleItem>();
  /** By block: all of its words, also those that are shown as the name of a control. */
  readonly #blockTexts = new Map<PageNode, string>();

  constructor(pageState: PageState) {
    this.pageState = pageState;
    const { visibility } = pageState;
    let hiddenUntil = 0;
    for (const node of visibility.page.nodes) {
      this.#locate(node);
      if (node.isText && isRendered(visibility, node)) this.#addBlockText(node);
      if (node.index >= hiddenUntil && !isRemoved(visibility, node)) this.#collect(node);
      if (isOpaque(node)) hiddenUntil = Math.max(hiddenUntil, node.end);
    }
    for (const item of this.#textItems.values()) item.text = collapseSpaces(item.text);
    this.items = this.items.filter(({ kind, text }) => kind !== 'text' || text !== '');
  }

  /** The same element in this page, whether it shows or not. */
  counterpart(node: PageNode): PageNode | undefined {
    return this.pageState.page.counterpart(node);
  }

  regionOf({ index }: PageNode): LandmarkRegion | undefined {
    return this.pageState.regionAt[index];
  }

  /** All words of a block, as text or in the names of interactive elements. */
  textInBlock(block: PageNode): string {
    return this.#blockTexts.get(block) ?? '';
  }

  /** The words of an element outside of nested interactive elements; and the names of those. */
  ownAndNestedText(element: PageNode): { own: string; nested: string } {
    const { visibility } = this.pageState;
    const { page, interactive } = visibility;
    const inside = page.descendants(element).filter((node) => !isRemoved(visibility, node));
    const own = inside.filter((node) => node.isText && this.#owners[node.index] === element);
    const nested = inside.filter(({ index }) => interactive[index] === 1);
    return {
      own: own.flatMap(({ text }) => text.trim() || []).join(' '),
      nested: nested.map(({ name }) => name).join('\n'),
    };
  }

  #addBlockText(node: PageNode): void {
    const block = this.#blocks[node.index] as PageNode;
    this.#blockTexts.set(block, `${this.#blockTexts.get(block) ?? ''} ${node.text.trim()}`);
  }

  #locate(node: PageNode): void {
    const { index, parent } = node;
    const parentIndex = parent?.index ?? -1;
    const isBlock = !parent || (node.isElement && (node.flags & (Flag.Block | Flag.Cell)) !== 0);
    this.#blocks[index] = isBlock ? node : (this.#blocks[parentIndex] as PageNode);
    this.#owners[index] =
      this.pageState.visibility.interactive[index] === 1 ? node : this.#owners[parentIndex];
  }

  #collect(node: PageNode): void {
    if (this.#owners[node.index] === node) this.#add('element', node, node.name);
    else if (node.isText) this.#collectText(node);
    else if (
      (node.role === 'img' || node.tag === 'img') &&
      node.name !== '' &&
      !this.#isInOwnerName(node, node.name)
    )
      this.#add('picture', node, node.name);
  }

  #collectText(node: PageNode): void {
    const words = node.text.trim();
    if (words === '' || this.#isInOwnerName(node, words)) return;
    const block = this.#blocks[node.index] as PageNode;
    const textItem = this.#textItems.get(block);
    if (textItem) textItem.text += ` ${node.text}`;
    else this.#textItems.set(block, this.#add('text', block, node.text, node.index));
  }

  /** Words in the name of the interactive element around them are shown with it. */
  #isInOwnerName({ index }: PageNode, words: string): boolean {
    return this.#owners[index]?.name.includes(words) ?? false;
  }

  #add(kind: VisibleItem['kind'], node: PageNode, text: string, startIndex = node.index): VisibleItem {
    const item: VisibleItem = { kind, node, startIndex, text, region: this.regionOf(node) };
    this.items.push(item);
    return item;
  }
}

/** Shown as text or, by the `labels` rule, as the name of a field. */
function isRendered(visibility: Visibility, node: PageNode): boolean {
  return !isRemoved(visibility, node) || visibility.decisions[node.index]?.rule === 'labels';
}
