import type { PageNode } from '../snapshot/Page.ts';
import { Flag } from '../snapshot/Snapshot.ts';
import type { Fold } from '../structure/findFolds.ts';
import type { LandmarkRegion } from '../structure/landmarks.ts';
import { isRemoved } from '../visibility/Visibility.ts';
import { hasVisualGap, unloadedText } from './element/elementText.ts';
import type { RenderContext } from './RenderContext.ts';

/** Where a `ContentRenderer` writes to: joins inline content, starts a line at each block. */
export interface ContentWriter {
  /** While above 0, blocks are separated by a space instead of a line break. */
  inlineDepth: number;
  /** Page text: cleaned and escaped, one space kept at either end. */
  text(raw: string, node: PageNode): void;
  /** One line of preformatted page text. */
  preformatted(line: string, node: PageNode): void;
  /** Generated text without spaces around it: `~~`, `^`. */
  tightLiteral(mark: string, node: PageNode): void;
  /** A generated line; `omitted`: interactive elements that it counts instead of writing them. */
  note(text: string, node: PageNode, omitted?: number): void;
  /** A space, if text precedes and follows. */
  gap(): void;
  lineBreak(): void;
  /** The start or end of a block, with an empty line around it where the format has those. */
  block(blankLine?: boolean): void;
  flush(): void;
}

/**
 * Writes a span of the page in document order, in one scan without recursion: pages nest 10,000 elements. Subclasses
 * decide how an element is written.
 */
export abstract class ContentRenderer<Writer extends ContentWriter> {
  protected readonly context: RenderContext;
  protected readonly writer: Writer;
  protected readonly regions: ReadonlyMap<PageNode, LandmarkRegion>;
  /** Runs of like items that are left out, by the index of their first node. */
  protected folds: ReadonlyMap<number, Fold> = new Map();
  /** The elements that the scan is in, and what to do at the end of each. */
  readonly #open: { end: number; leave: () => void }[] = [];

  constructor(context: RenderContext, writer: Writer, regions: readonly LandmarkRegion[]) {
    this.context = context;
    this.writer = writer;
    this.regions = new Map(regions.map((region) => [region.node, region]));
  }

  /** Writes the nodes from one index up to another. */
  protected scan(from: number, to: number): void {
    const { nodes } = this.context.pageState.visibility.page;
    for (let i = from; i < to; ) {
      this.leaveUntil(i);
      const fold = this.folds.get(i);
      if (fold && fold.to <= to && this.canFold() && !this.#holdsNews(fold)) {
        this.renderFold(fold, nodes[i] as PageNode);
        i = fold.to;
      } else i = this.renderNode(nodes[i] as PageNode);
    }
    this.leaveUntil(Number.POSITIVE_INFINITY);
  }

  /** A menu that has opened in an item, say; not a list that has just been loaded. */
  #holdsNews({ from, to }: Fold): boolean {
    const { page, interactive } = this.context.pageState.visibility;
    let used = 0;
    let fresh = 0;
    for (let i = from; i < to; i++) {
      if (interactive[i] !== 1) continue;
      used++;
      if (this.context.isNew(page.nodes[i] as PageNode)) fresh++;
    }
    return fresh > 0 && fresh <= used / 2;
  }

  /** Calls back when the scan leaves the element; the innermost first. */
  protected onLeave({ end }: PageNode, leave: () => void): void {
    this.#open.push({ end, leave });
  }

  protected leaveUntil(index: number): void {
    for (let last = this.#open.at(-1); last && last.end <= index; last = this.#open.at(-1)) {
      this.#open.pop();
      last.leave();
    }
  }

  /** Writes the start of a node and returns the index to continue at. */
  protected renderNode(node: PageNode): number {
    const { visibility } = this.context.pageState;
    if (isRemoved(visibility, node)) {
      this.renderRemoved(node);
      return node.index + 1;
    }
    if (node.isText) {
      this.renderText(node);
      return node.index + 1;
    }
    if (this.isBlock(node)) this.renderBlock(node);
    else if (hasVisualGap(node, visibility.page.nodes)) this.writer.gap();
    this.renderLoadingNotes(node, node.attributes['aria-busy'] === 'true');
    if (node.tag === 'br') this.writer.lineBreak();
    return this.renderElement(node);
  }

  /** Writes a visible element and returns the index to continue at. */
  protected abstract renderElement(node: PageNode): number;

  /** The call that shows what folds leave out. */
  protected abstract unfoldCall(): string;

  protected renderRemoved(_node: PageNode): void {}

  protected isBlock(node: PageNode): boolean {
    return node.has(Flag.Block);
  }

  protected renderText(node: PageNode): void {
    if (!node.parent?.has(Flag.Pre)) this.writer.text(node.text, node);
    else {
      node.text.split('\n').forEach((line, i) => {
        if (i > 0) this.writer.lineBreak();
        this.writer.preformatted(line, node);
      });
    }
  }

  protected renderBlock(node: PageNode, blankLine = false): void {
    this.writer.block(blankLine);
    this.onLeave(node, () => this.writer.block(blankLine));
  }

  /** At the start of an element that it is busy, at the end of a list what it has not loaded. */
  protected renderLoadingNotes(node: PageNode, isBusy: boolean): void {
    const unloaded = this.context.pageState.unloaded.get(node);
    if (unloaded) this.onLeave(node, () => this.writer.note(unloadedText(unloaded), node));
    if (isBusy) this.writer.note('(still loading)', node);
  }

  /** Deleted text stands between marks, so that nobody reads an old price as the price. */
  protected renderDeletion(node: PageNode): void {
    this.writer.tightLiteral('~~', node);
    this.onLeave(node, () => this.writer.tightLiteral('~~', node));
  }

  /** Whether a line can stand here for what a fold leaves out. */
  protected canFold(): boolean {
    return this.writer.inlineDepth === 0;
  }

  protected renderFold({ count, kind, from, to }: Fold, node: PageNode): void {
    const text = `(${count} more ${kind} like these: ${this.unfoldCall()})`;
    this.writer.note(text, node, this.countElements(from, to));
  }

  /** Elements from one index up to another that a person can use, and that this view is about. */
  protected countElements(from: number, to: number): number {
    return this.context.pageState.counts.interactiveBetween(from, to);
  }
}
