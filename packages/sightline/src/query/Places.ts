import type { PageNode } from '../model/Page.ts';
import { isRemoved } from '../prune/Pruning.ts';
import type { Structure } from '../structure/Structure.ts';
import { Whereabouts } from '../structure/Whereabouts.ts';
import type { Splitter } from './words.ts';

/** Something that elements stand in and that has words of its own: a region, a section, a row, a card. */
export interface PlaceWords {
  words: readonly string[];
  /** How much a word of it says of an element in it, 0 to 1. */
  share: number;
}

/** Where each element stands, as places that have words. Each place is one object, whoever stands in it. */
export class Places {
  readonly all: PlaceWords[] = [];
  readonly #structure: Structure;
  readonly #whereabouts: Whereabouts;
  readonly #known = new Map<unknown, number>();

  constructor(structure: Structure) {
    this.#structure = structure;
    this.#whereabouts = new Whereabouts(structure);
  }

  /**
   * Positions in `all`: the item or group around it, all of the item that tells it apart from others of its name, the
   * headings above it, the regions around it.
   */
  of(node: PageNode, splitter: Splitter): number[] {
    const places: number[] = [];
    const item = this.#itemAround(node);
    if (item) places.push(this.#place(item, () => ({ words: this.#wordsIn(item, splitter), share: 0.55 })));
    const whole = this.#structure.contexts.get(node)?.item;
    if (whole && whole !== item && this.#isSmall(whole, node))
      places.push(this.#place(whole, () => ({ words: this.#wordsIn(whole, splitter), share: 0.5 })));
    let share = 0.5;
    for (let at = this.#whereabouts.headingOf(node); at; at = at.parent) {
      const heading = at;
      const own = share;
      places.push(this.#place(heading, () => ({ words: splitter.words(heading.text), share: own })));
      share *= 0.8;
    }
    for (let region = this.#whereabouts.regionOf(node); region; region = region.parent) {
      const { name, role } = region;
      places.push(
        this.#place(region, () => ({
          words: [...splitter.words(name), ...(REGION_WORDS[role] ?? [])],
          share: 0.35,
        })),
      );
    }
    return places;
  }

  #place(key: unknown, make: () => PlaceWords): number {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const at = this.all.push(make()) - 1;
    this.#known.set(key, at);
    return at;
  }

  /**
   * The nearest ancestor with words beside the element's own, as long as it holds few other targets. A cell gives way
   * to its row: `Suspend` may stand in a cell with `Edit`, and is of the person's row all the same.
   */
  #itemAround(node: PageNode): PageNode | undefined {
    const { counts, pruning } = this.#structure;
    const own = counts.textLength(node);
    let cell: PageNode | undefined;
    for (let at = node.parent; at && at.tag !== 'body' && at.tag !== 'html'; at = at.parent) {
      if (!this.#isSmall(at, node)) return cell;
      const hasWords = counts.textLength(at) - own >= 2;
      if (hasWords && CELLS.has(at.role)) cell ??= at;
      else if (hasWords || (isRemoved(pruning, node) && at.role === 'row')) return at;
    }
    return cell;
  }

  #isSmall(around: PageNode, node: PageNode): boolean {
    const { counts } = this.#structure;
    const beside = counts.textLength(around) - counts.textLength(node);
    return counts.usable(around) <= MAX_TARGETS && beside <= MAX_TEXT;
  }

  #wordsIn(item: PageNode, splitter: Splitter): string[] {
    const { pruning } = this.#structure;
    const words = new Set<string>();
    for (let i = item.index; i < item.end; i++) {
      const node = pruning.page.nodes[i] as PageNode;
      const isTold = node.isText ? !isRemoved(pruning, node) : node.role === 'img';
      if (isTold)
        for (const word of splitter.words(node.isText ? node.text.trim() : node.name)) words.add(word);
    }
    return [...words];
  }
}

const CELLS = new Set(['cell', 'gridcell']);

/** An ancestor with more targets or characters than this is no item, but a part of the page. */
const MAX_TARGETS = 12;
const MAX_TEXT = 400;

/** What people call the regions of a page. */
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
