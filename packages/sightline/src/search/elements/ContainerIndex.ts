import type { PageNode } from '../../snapshot/Page.ts';
import { DATA_CELL_ROLES } from '../../snapshot/roles.ts';
import type { LandmarkIndex } from '../../structure/LandmarkIndex.ts';
import type { PageState } from '../../structure/PageState.ts';
import { isRemoved } from '../../visibility/Visibility.ts';
import type { Tokenizer } from '../words/Tokenizer.ts';
import { hiddenBoxAround, labelTexts } from './hiddenBox.ts';

/** A container of elements with words of its own: a region, section, row or card. */
export interface ContainerWords {
  words: readonly string[];
  /** How much its words count for an element in it, 0 to 1. */
  weight: number;
}

/** The containers of each element. Each container is one object for all its elements. */
export class ContainerIndex {
  readonly all: ContainerWords[] = [];
  readonly #pageState: PageState;
  readonly #landmarkIndex: LandmarkIndex;
  readonly #positions = new Map<unknown, number>();

  constructor(pageState: PageState) {
    this.#pageState = pageState;
    this.#landmarkIndex = pageState.landmarkIndex;
  }

  /**
   * Positions in `all`: of a hidden element the hidden box that labels it, the item or group around the element, all of the
   * item that distinguishes it from others of its name, the headings above it, the regions around it.
   */
  containersOf(node: PageNode, tokenizer: Tokenizer): number[] {
    const containers: number[] = [];
    const { visibility } = this.#pageState;
    const hiddenBox = hiddenBoxAround(node, visibility);
    if (hiddenBox)
      containers.push(
        this.#positionOf(hiddenBox, () => ({
          words: labelTexts(hiddenBox, visibility).flatMap((text) => tokenizer.words(text)),
          weight: 0.55,
        })),
      );
    const item = this.#itemAround(node);
    if (item)
      containers.push(
        this.#positionOf(item, () => ({ words: this.#wordsIn(item, tokenizer), weight: 0.55 })),
      );
    const contextItem = this.#pageState.itemContexts.get(node)?.item;
    if (contextItem && contextItem !== item && this.#isItemSized(contextItem, node))
      containers.push(
        this.#positionOf(contextItem, () => ({ words: this.#wordsIn(contextItem, tokenizer), weight: 0.5 })),
      );
    let weight = 0.5;
    for (let ancestor = this.#landmarkIndex.headingOf(node); ancestor; ancestor = ancestor.parent) {
      const heading = ancestor;
      const ownWeight = weight;
      containers.push(
        this.#positionOf(heading, () => ({ words: tokenizer.words(heading.text), weight: ownWeight })),
      );
      weight *= 0.8;
    }
    for (let region = this.#landmarkIndex.regionOf(node); region; region = region.parent) {
      const { name, role } = region;
      containers.push(
        this.#positionOf(region, () => ({
          words: [...tokenizer.words(name), ...(REGION_WORDS[role] ?? [])],
          weight: 0.35,
        })),
      );
    }
    return containers;
  }

  #positionOf(key: unknown, make: () => ContainerWords): number {
    const existing = this.#positions.get(key);
    if (existing !== undefined) return existing;
    const position = this.all.push(make()) - 1;
    this.#positions.set(key, position);
    return position;
  }

  /**
   * The nearest ancestor with text beside that of the element, if it has few other controls. Rows are preferred to
   * cells: `Suspend` may share a cell with `Edit`, and still belongs to the row of the person.
   */
  #itemAround(node: PageNode): PageNode | undefined {
    const { counts, visibility } = this.#pageState;
    const ownLength = counts.textLength(node);
    let cell: PageNode | undefined;
    for (
      let ancestor = node.parent;
      ancestor && ancestor.tag !== 'body' && ancestor.tag !== 'html';
      ancestor = ancestor.parent
    ) {
      if (!this.#isItemSized(ancestor, node)) return cell;
      const hasWords = counts.textLength(ancestor) - ownLength >= 2;
      if (hasWords && DATA_CELL_ROLES.has(ancestor.role)) cell ??= ancestor;
      else if (hasWords || (isRemoved(visibility, node) && ancestor.role === 'row')) return ancestor;
    }
    return cell;
  }

  #isItemSized(container: PageNode, node: PageNode): boolean {
    const { counts } = this.#pageState;
    const otherText = counts.textLength(container) - counts.textLength(node);
    return counts.interactive(container) <= MAX_INTERACTIVE && otherText <= MAX_TEXT;
  }

  #wordsIn(item: PageNode, tokenizer: Tokenizer): string[] {
    const { visibility } = this.#pageState;
    const words = new Set<string>();
    for (let i = item.index; i < item.end; i++) {
      const node = visibility.page.nodes[i] as PageNode;
      const isVisibleText = node.isText ? !isRemoved(visibility, node) : node.role === 'img';
      if (isVisibleText)
        for (const word of tokenizer.words(node.isText ? node.text.trim() : node.name)) words.add(word);
    }
    return [...words];
  }
}

/** Most controls and characters in an item: larger ancestors are parts of the page. */
const MAX_INTERACTIVE = 12;
const MAX_TEXT = 400;

/** Common words for regions. */
const REGION_WORDS: Readonly<Record<string, string[]>> = {
  banner: ['header', 'top', 'topbar', 'banner'],
  navigation: ['navigation', 'nav', 'menu', 'sidebar'],
  complementary: ['sidebar', 'aside', 'complementary'],
  contentinfo: ['footer', 'bottom'],
  search: ['search'],
  main: ['main', 'content'],
  form: ['form'],
  dialog: ['dialog', 'modal', 'popup'],
  alertdialog: ['dialog', 'modal', 'popup'],
};
