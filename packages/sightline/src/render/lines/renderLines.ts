import { elementKey, type PageNode } from '../../snapshot/Page.ts';
import { Flag } from '../../snapshot/Snapshot.ts';
import type { Fold } from '../../structure/findFolds.ts';
import { type HeadingNode, headingLevel } from '../../structure/headings.ts';
import type { LandmarkRegion } from '../../structure/landmarks.ts';
import type { SuggestedCall } from '../CallFormatter.ts';
import { controlTag } from '../element/controlTag.ts';
import { displayTag } from '../element/displayTag.ts';
import {
  columnSpan,
  FRAME_TAGS,
  foreignOrigin,
  hasVisualGap,
  isFormField,
  isVisuallySeparate,
  OPAQUE_TAGS,
  scrollText,
  unloadedText,
  unreadableText,
} from '../element/elementText.ts';
import { hasReadableName, isImage, replacementText } from '../element/replacementText.ts';
import { quote } from '../escape.ts';
import { OpenElements } from '../OpenElements.ts';
import type { RenderContext, ViewLine } from '../RenderContext.ts';
import { LineWriter } from './LineWriter.ts';
import { regionLine, unchangedSectionLine } from './regionLine.ts';

export interface RenderLinesOptions {
  /** Tell landmarks as lines with their content indented under them. */
  regions: boolean;
  /** First and one past the last node index. Default: the page. */
  from?: number;
  to?: number;
  /** The call that tells all of what is told here, where that is not the page. */
  call?: SuggestedCall;
}

/** Tells a page, or a span of it, as lines in document order. One scan, whatever the depth. */
export function renderLines(context: RenderContext, options: RenderLinesOptions): ViewLine[] {
  return new LineRenderer(context, options).render();
}

/** A row with more than this many parts is layout rather than data: its cells stand on lines. */
const MAX_ROW_LEAVES = 24;

class LineRenderer {
  readonly #context: RenderContext;
  readonly #options: RenderLinesOptions;
  readonly #writer: LineWriter;
  readonly #openElements = new OpenElements();
  readonly #regions: Map<PageNode, LandmarkRegion>;
  readonly #headings: Map<PageNode, HeadingNode>;
  #controlDepth = 0;
  /** The heading told last: what stands under it need not name it again. */
  #lastHeading = '';
  #listDepth = 0;

  constructor(context: RenderContext, options: RenderLinesOptions) {
    this.#context = context;
    this.#options = options;
    this.#writer = new LineWriter({ alwaysClose: context.style === 'markup' });
    this.#headings = new Map(context.pageState.headings.map((heading) => [heading.node, heading]));
    this.#regions = new Map(
      options.regions ? context.pageState.regions.map((region) => [region.node, region]) : [],
    );
  }

  render(): ViewLine[] {
    const { visibility, folds } = this.#context.pageState;
    const { nodes } = visibility.page;
    const to = this.#options.to ?? nodes.length;
    let i = this.#options.from ?? 0;
    while (i < to) {
      this.#openElements.leaveUntil(i);
      const fold = this.#context.full ? undefined : folds.get(i);
      if (fold && fold.to <= to) {
        this.#renderFold(fold);
        i = fold.to;
      } else {
        i = this.#renderNode(nodes[i] as PageNode);
      }
    }
    this.#openElements.leaveAll();
    this.#writer.flush();
    return this.#writer.lines;
  }

  /** Tells one node and returns the index to go on from. */
  #renderNode(node: PageNode): number {
    const { visibility } = this.#context.pageState;
    if (visibility.decisions[node.index]?.kind === 'remove') {
      // What lies under something else is no control now, but its words are still apart from those before it.
      if (isVisuallySeparate(node, visibility.page.nodes)) this.#writer.text(' ', node);
      return node.index + 1;
    }
    if (node.isText) return this.#renderText(node);
    if (node.has(Flag.Block)) this.#renderBlock(node);
    else if (hasVisualGap(node, visibility.page.nodes)) this.#writer.text(' ', node);
    this.#renderLoadingNotes(node);
    if (node.tag === 'br') this.#writer.block();
    const section = this.#findUnchangedSection(node);
    if (section) return this.#renderUnchangedSection(section);
    const region = this.#regions.get(node);
    if (region && this.#context.interactiveOnly && region.elementCount === 0) return node.end;
    if (region) return this.#renderRegion(region);
    if (visibility.interactive[node.index] === 1) this.#renderInteractive(node);
    else this.#renderElement(node);
    return OPAQUE_TAGS.has(node.tag) ? node.end : node.index + 1;
  }

  #renderText(node: PageNode): number {
    if (this.#context.interactiveOnly && this.#controlDepth === 0) return node.index + 1;
    if (node.parent?.has(Flag.Pre)) this.#renderPreformatted(node);
    else this.#writer.text(node.text, node);
    return node.index + 1;
  }

  #renderPreformatted(node: PageNode): void {
    node.text.split('\n').forEach((line, i) => {
      if (i > 0) this.#writer.block();
      this.#writer.preformatted(line, node);
    });
  }

  /** What a list has not loaded is said at its end; that it is busy, at its beginning. */
  #renderLoadingNotes(node: PageNode): void {
    const unloaded = this.#context.pageState.unloaded.get(node);
    if (unloaded)
      this.#openElements.enter(node, () => this.#writer.line('note', [unloadedText(unloaded)], node));
    if (node.attributes['aria-busy'] === 'true' && !this.#regions.has(node))
      this.#writer.line('note', ['(still loading)'], node);
  }

  #renderBlock(node: PageNode): void {
    this.#writer.block();
    this.#openElements.enter(node, () => this.#writer.block());
  }

  #renderRegion(region: LandmarkRegion): number {
    const writer = this.#writer;
    const { node } = region;
    const outer = { region: writer.region, depth: writer.depth };
    const isUnchanged = this.#context.unchanged.has(region.address) && !this.#context.full;
    writer.flush();
    writer.region = region;
    // The page's own regions begin at the margin, whatever boxes stand around them.
    if (!region.parent && !node.document.owner) writer.depth = 0;
    writer.line('region', regionLine(region, this.#context, isUnchanged), node);
    writer.depth++;
    const restore = (): void => {
      writer.flush();
      writer.region = outer.region;
      writer.depth = outer.depth;
    };
    if (isUnchanged) restore();
    else this.#openElements.enter(node, restore);
    return isUnchanged ? node.end : node.index + 1;
  }

  /** The section a heading opens, where it is what it was, and the regions are told. */
  #findUnchangedSection(node: PageNode): HeadingNode | undefined {
    if (node.role !== 'heading' || this.#context.full || !this.#options.regions) return undefined;
    if (this.#controlDepth > 0 || this.#writer.inlineDepth > 0) return undefined;
    return this.#context.unchanged.has(elementKey(node)) ? this.#headings.get(node) : undefined;
  }

  #renderUnchangedSection(section: HeadingNode): number {
    this.#writer.line('heading', [unchangedSectionLine(section)], section.node);
    return section.end;
  }

  #renderInteractive(node: PageNode): void {
    if (FRAME_TAGS.has(node.tag)) this.#renderFrame(node);
    else this.#renderControl(node);
  }

  #renderControl(node: PageNode): void {
    const { style, isNew, pageState } = this.#context;
    if (this.#controlDepth > 0) this.#writer.flush();
    const tagName = displayTag(node, style);
    this.#writer.open(node, isNew(node) ? '*' : '', `]${controlTag(node, tagName, this.#context)}`);
    this.#controlDepth++;
    this.#writer.inlineDepth++;
    const itemContext = pageState.itemContexts.get(node);
    const isImplied = !itemContext || itemContext.kind === 'after' || itemContext.label === this.#lastHeading;
    this.#openElements.enter(node, () => {
      this.#controlDepth--;
      this.#writer.inlineDepth--;
      this.#writer.close(
        tagName,
        isFormField(node) && style === 'markup' ? '' : node.name,
        isImplied ? undefined : `(${itemContext.kind} ${quote(itemContext.label)})`,
      );
    });
    if (OPAQUE_TAGS.has(node.tag)) this.#openElements.leaveUntil(node.end);
  }

  #renderFrame(node: PageNode): void {
    const { isNew } = this.#context;
    const origin = foreignOrigin(node);
    const foreign = origin ? ` origin=${origin}` : '';
    const label = node.name ? ` ${quote(node.name)}` : '';
    this.#writer.line(
      'content',
      [`${isNew(node) ? '*' : ''}[`, node, `]|IFRAME|<${node.tag}${label}${foreign}${unreadableText(node)}>`],
      node,
    );
    this.#indent(node);
  }

  #indent(node: PageNode): void {
    const writer = this.#writer;
    writer.depth++;
    this.#openElements.enter(node, () => {
      writer.flush();
      writer.depth--;
    });
  }

  #renderElement(node: PageNode): void {
    const { role } = node;
    if (role === 'heading') this.#renderHeading(node);
    else if (role === 'row') this.#renderRow(node);
    else if (
      node.has(Flag.Cell) ||
      role === 'cell' ||
      role === 'gridcell' ||
      role === 'columnheader' ||
      role === 'rowheader'
    )
      this.#renderCell(node);
    else if (role === 'list') this.#renderList(node);
    else if (node.scroller && node.has(Flag.ScrollX | Flag.ScrollY)) this.#renderScroller(node);
    else if (role === 'deletion') this.#renderMarked(node, '~~');
    else if (role === 'superscript') this.#writer.tightLiteral('^', node);
    else if (FRAME_TAGS.has(node.tag) && node.children.length > 0) this.#renderBlock(node);
    else this.#renderReplacement(node);
  }

  #renderHeading(node: PageNode): void {
    if (this.#controlDepth > 0 || this.#writer.inlineDepth > 0) return;
    const { interactiveOnly } = this.#context;
    if (interactiveOnly && (!this.#options.regions || !this.#hasInteractiveContent(node))) return;
    this.#lastHeading = node.name;
    this.#writer.beginLine('heading', `${'#'.repeat(Math.min(headingLevel(node), 6))} `);
    if (interactiveOnly && this.#context.pageState.counts.interactive(node) === 0) {
      this.#writer.text(node.name, node);
    }
    this.#openElements.enter(node, () => this.#writer.flush());
  }

  /** True for a heading whose section holds something to use. */
  #hasInteractiveContent(node: PageNode): boolean {
    return (this.#headings.get(node)?.elementCount ?? 1) > 0;
  }

  #renderRow(node: PageNode): void {
    const { counts } = this.#context.pageState;
    if (counts.visibleLeaves(node) > MAX_ROW_LEAVES || this.#writer.rowDepth > 0) return;
    const writer = this.#writer;
    writer.block();
    writer.inlineDepth++;
    writer.rowDepth++;
    this.#openElements.enter(node, () => {
      writer.inlineDepth--;
      writer.rowDepth--;
      writer.block();
    });
  }

  #renderCell(node: PageNode): void {
    if (this.#writer.rowDepth === 0) {
      this.#renderBlock(node);
      return;
    }
    // Cells are parted by bars where all are told, else by what stands in them.
    if (this.#context.interactiveOnly) return;
    const cells = node.parent?.children.filter((child) => child.isElement) ?? [];
    const before = cells[cells.indexOf(node) - 1];
    if (before) this.#writer.separator(' |'.repeat(columnSpan(before)));
  }

  /** Only nested lists are indented: the first level is told by the lines themselves. */
  #renderList(node: PageNode): void {
    this.#listDepth++;
    if (this.#listDepth > 1 && this.#writer.inlineDepth === 0) this.#indent(node);
    this.#openElements.enter(node, () => this.#listDepth--);
  }

  #renderScroller(node: PageNode): void {
    const text = scrollText(node);
    if (this.#context.interactiveOnly && this.#context.pageState.counts.interactive(node) === 0) return;
    if (text === '' || this.#writer.inlineDepth > 0 || node.tag === 'html' || node.tag === 'body') return;
    // A shell around the landmarks: the page line tells how far it is scrolled.
    if (this.#options.regions && this.#context.pageState.regions.some((region) => node.contains(region.node)))
      return;
    this.#writer.line('content', [`|SCROLL|(scroll: ${text})`], node);
    this.#indent(node);
  }

  /** A price struck through is no price: told between marks, as in Markdown. */
  #renderMarked(node: PageNode, mark: string): void {
    this.#writer.tightLiteral(mark, node);
    this.#openElements.enter(node, () => this.#writer.tightLiteral(mark, node));
  }

  /** A picture in a control is part of what that says. */
  #renderReplacement(node: PageNode): void {
    const text = replacementText(node, this.#context);
    if (this.#controlDepth > 0 && isImage(node) && hasReadableName(node))
      this.#writer.text(` ${node.name} `, node);
    else if (text !== '' && this.#controlDepth === 0 && !this.#context.interactiveOnly)
      this.#writer.literal(text, node);
  }

  #renderFold(fold: Fold): void {
    const { visibility } = this.#context.pageState;
    const first = visibility.page.nodes[fold.from] as PageNode;
    const landmark = this.#writer.region?.address;
    const fullCall: SuggestedCall = this.#options.call ?? { tool: 'look' };
    const callText = this.#context.formatCall({
      ...(landmark ? { tool: 'get_region', landmark } : fullCall),
      full: true,
    });
    if (this.#writer.inlineDepth > 0) return;
    this.#writer.line('note', [`(${fold.count} more ${fold.kind} like these: ${callText})`], first);
  }
}
