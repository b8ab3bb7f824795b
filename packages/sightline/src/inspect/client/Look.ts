import type { CapturedPage } from '../../core/CapturedPage.ts';
import type { Box, PageDocument, PageNode } from '../../model/Page.ts';
import { isEmpty } from '../../prune/geometry.ts';
import type { Pruning } from '../../prune/Pruning.ts';
import type { Structure } from '../../structure/Structure.ts';
import { frameOf, type Mark, marksOf } from '../../view/marks.ts';
import type { ViewOptions } from '../../view/View.ts';
import { wordBoxes } from '../../view/wordBoxes.ts';

/** A captured page with its picture, and where things are in it. */
export class Look {
  readonly page: CapturedPage;
  readonly source: string;
  /** Address of the picture; undefined for a page that was not photographed. */
  readonly picture: string | undefined;
  /** Pixels of the picture a CSS pixel: less than 1 where it was scaled down. */
  readonly pictureScale: number;
  /** Size of the page, CSS pixels. */
  readonly size: { width: number; height: number };
  #words: readonly Box[] | undefined;

  /** `pictureWidth`: pixels. */
  constructor(page: CapturedPage, source: string, picture?: string, pictureWidth = 0) {
    this.page = page;
    this.source = source;
    this.picture = picture;
    const { width, height } = frameOf(this.pruning, true);
    this.size = { width, height };
    this.pictureScale = pictureWidth / width;
  }

  get structure(): Structure {
    return this.page.scene().structure;
  }

  get pruning(): Pruning {
    return this.structure.pruning;
  }

  get document(): PageDocument {
    return this.pruning.page.documents[0] as PageDocument;
  }

  node(index: number): PageNode | undefined {
    return this.pruning.page.nodes[index];
  }

  /** The numbered elements that a view with these options shows, with their places. */
  marks(options: ViewOptions): Mark[] {
    const { pruning } = this.page.scene(options).structure;
    return marksOf(pruning, frameOf(pruning, true));
  }

  /** About where words stand. */
  words(): readonly Box[] {
    this.#words ??= wordBoxes(this.pruning, frameOf(this.pruning, true));
    return this.#words;
  }

  /** Where a node is: what shows of it, else its box, else that of what it holds, else of what holds it. */
  boxOf(node: PageNode): Box | undefined {
    for (let one: PageNode | undefined = node; one; one = one.parent) {
      const box = this.#own(one) ?? this.#inner(one);
      if (box) return box;
    }
    return undefined;
  }

  /** Whether what `boxOf` answers is its own place, not that of something around it. */
  hasPlace(node: PageNode): boolean {
    const one = node.isText && node.parent ? node.parent : node;
    return (this.#own(one) ?? this.#inner(one)) !== undefined;
  }

  #own({ index, box }: PageNode): Box | undefined {
    const seen = this.pruning.seen[index];
    if (seen && !isEmpty(seen)) return seen;
    return box && !isEmpty(box) ? box : undefined;
  }

  /** A link without area shows where what it holds does. */
  #inner(node: PageNode): Box | undefined {
    if (node.end - node.index > INNER) return undefined;
    for (let i = node.index + 1; i < node.end; i++) {
      const box = this.#own(this.node(i) as PageNode);
      if (box) return box;
    }
    return undefined;
  }
}

/** Nodes that are looked through for a box. */
const INNER = 40;
