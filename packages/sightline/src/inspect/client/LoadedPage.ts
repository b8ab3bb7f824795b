import { estimateTextBoxes } from '../../render/marks/estimateTextBoxes.ts';
import { findMarks, type Mark, screenshotFrame } from '../../render/marks/findMarks.ts';
import type { ViewOptions } from '../../render/RenderContext.ts';
import type { CapturedPage } from '../../session/captured/CapturedPage.ts';
import { type Box, isEmpty } from '../../snapshot/geometry.ts';
import type { PageDocument, PageNode } from '../../snapshot/Page.ts';
import type { PageState } from '../../structure/PageState.ts';
import type { Visibility } from '../../visibility/Visibility.ts';

/** A captured page with its picture and the places of its nodes. */
export class LoadedPage {
  readonly captured: CapturedPage;
  readonly source: string;
  /** URL of the picture; undefined for a page without a screenshot. */
  readonly picture: string | undefined;
  /** Picture pixels per CSS pixel; less than 1 if it was scaled down. */
  readonly pictureScale: number;
  /** Size of the page, CSS pixels. */
  readonly size: { width: number; height: number };
  #textBoxes: readonly Box[] | undefined;

  /** `pictureWidth`: pixels. */
  constructor(captured: CapturedPage, source: string, picture?: string, pictureWidth = 0) {
    this.captured = captured;
    this.source = source;
    this.picture = picture;
    const { width, height } = screenshotFrame(this.visibility, true);
    this.size = { width, height };
    this.pictureScale = pictureWidth / width;
  }

  get pageState(): PageState {
    return this.captured.renderContext().pageState;
  }

  get visibility(): Visibility {
    return this.pageState.visibility;
  }

  get document(): PageDocument {
    return this.visibility.page.documents[0] as PageDocument;
  }

  node(index: number): PageNode | undefined {
    return this.visibility.page.nodes[index];
  }

  /** The numbered elements of a view with these options, with their boxes. */
  marks(options: ViewOptions): Mark[] {
    const { visibility } = this.captured.renderContext(options).pageState;
    return findMarks(visibility, screenshotFrame(visibility, true));
  }

  /** Estimated boxes of text. */
  textBoxes(): readonly Box[] {
    this.#textBoxes ??= estimateTextBoxes(this.visibility, screenshotFrame(this.visibility, true));
    return this.#textBoxes;
  }

  /** Box of a node: its visible part, else its own box, else that of a descendant, else of an ancestor. */
  boxOf(node: PageNode): Box | undefined {
    for (let ancestor: PageNode | undefined = node; ancestor; ancestor = ancestor.parent) {
      const box = this.#ownBox(ancestor) ?? this.#descendantBox(ancestor);
      if (box) return box;
    }
    return undefined;
  }

  /** Whether `boxOf` returns a box of the node or its content, not of an ancestor. */
  hasOwnBox(node: PageNode): boolean {
    const element = node.isText && node.parent ? node.parent : node;
    return (this.#ownBox(element) ?? this.#descendantBox(element)) !== undefined;
  }

  #ownBox({ index, box }: PageNode): Box | undefined {
    const visibleBox = this.visibility.visibleBoxes[index];
    if (visibleBox && !isEmpty(visibleBox)) return visibleBox;
    return box && !isEmpty(box) ? box : undefined;
  }

  /** A link without area is shown where its content is. */
  #descendantBox(node: PageNode): Box | undefined {
    if (node.end - node.index > MAX_DESCENDANTS) return undefined;
    for (let i = node.index + 1; i < node.end; i++) {
      const box = this.#ownBox(this.node(i) as PageNode);
      if (box) return box;
    }
    return undefined;
  }
}

/** Descendants searched for a box. */
const MAX_DESCENDANTS = 40;
