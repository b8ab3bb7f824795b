import { elementKey, type PageNode } from '../../snapshot/Page.ts';
import { CELL_ROLES } from '../../snapshot/roles.ts';
import { Flag } from '../../snapshot/Snapshot.ts';
import { FIELD_TAGS, FRAME_TAGS } from '../../snapshot/tags.ts';
import { type HeadingNode, headingLevel } from '../../structure/headings.ts';
import type { ItemContext } from '../../structure/itemContexts.ts';
import type { LandmarkRegion } from '../../structure/landmarks.ts';
import { WHOLE_PAGE } from '../../structure/matchRegion.ts';
import type { SuggestedCall } from '../CallFormatter.ts';
import { ContentRenderer } from '../ContentRenderer.ts';
import { barSpanText, cellSpanText } from '../element/cellSpanText.ts';
import { displayTag } from '../element/displayTag.ts';
import { compactAttributes, markupAttributes } from '../element/elementAttributes.ts';
import {
  columnSpan,
  elementVisibleText,
  isOpaque,
  isVisuallySeparate,
  scrollText,
} from '../element/elementText.ts';
import { hasReadableName, isImage, replacementText } from '../element/replacementText.ts';
import { foreignOrigin, unreadableText } from '../element/unreadable.ts';
import { quote } from '../escape.ts';
import type { RenderContext, ViewLine } from '../RenderContext.ts';
import type { TextParts } from '../writeParts.ts';
import { controlTag } from './controlTag.ts';
import { countLeftOut } from './countOmitted.ts';
import { addressOutsideRegions } from './fitLines.ts';
import { foldNumberRuns } from './foldNumberRuns.ts';
import { isPartOfPage, isRowOfControls } from './isPartOfPage.ts';
import { joinSplitRows } from './joinSplitRows.ts';
import { LineWriter } from './LineWriter.ts';
import { leaveOutHandles } from './leaveOutHandles.ts';
import { regionLine, unchangedSectionLine } from './regionLine.ts';
import { wordsBehindTargets } from './wordsBehindTargets.ts';

export interface RenderLinesOptions {
  /** Write landmarks as lines with their content indented under them. */
  regions: boolean;
  /** The lines of landmarks will be left out: what is folded in these is not counted. Default false. */
  ungroupedOnly?: boolean;
  /** First and one past the last node index. Default: the page. */
  from?: number;
  to?: number;
  /** The call that shows everything of this span. Default: that of the whole page. */
  call?: SuggestedCall;
  /** Elements that are written as one line, with that line. */
  collapsed?: ReadonlyMap<PageNode, TextParts>;
}

/** Renders a page, or a span of it, as lines in document order. */
export function renderLines(context: RenderContext, options: RenderLinesOptions): ViewLine[] {
  const renderer = new LineRenderer(context, options);
  const lines = joinSplitRows(renderer.render(), context.pageState);
  const callFor = ({ region }: ViewLine): string => renderer.unfoldCall(region);
  return foldNumberRuns(leaveOutHandles(lines, context, callFor), context, callFor);
}

/** A row with more than this many parts is layout rather than data: its cells stand on lines. */
const MAX_ROW_LEAVES = 24;

class LineRenderer extends ContentRenderer<LineWriter> {
  readonly #options: RenderLinesOptions;
  readonly #headings: Map<PageNode, HeadingNode>;
  #controlDepth = 0;
  /** Texts that are written already. */
  readonly #written = new Set<PageNode>();
  /** Above 0 in an element that stands for its content, such as a `select`. */
  #opaqueDepth = 0;
  /** Name of the last heading written: an item context of this name is not repeated under it. */
  #lastHeading = '';
  #listDepth = 0;

  constructor(context: RenderContext, options: RenderLinesOptions) {
    const { headings, regions, folds } = context.pageState;
    const writer = new LineWriter({ alwaysClose: context.style === 'markup' });
    super(context, writer, options.regions ? regions : []);
    this.#options = options;
    this.#headings = new Map(headings.map((heading) => [heading.node, heading]));
    if (!context.full) this.folds = context.folds ?? folds;
  }

  render(): ViewLine[] {
    const { from = 0, to = this.context.pageState.visibility.page.nodes.length } = this.#options;
    this.scan(from, to);
    this.writer.flush();
    return this.writer.lines;
  }

  /** A removed node is not written, but may separate the text around it. */
  protected override renderRemoved(node: PageNode): void {
    if (isVisuallySeparate(node, this.context.pageState.visibility.page.nodes)) this.writer.gap();
  }

  protected override renderText(node: PageNode): void {
    if (this.#written.has(node) || (this.#opaqueDepth > 0 && !this.#isInNestedControl(node))) return;
    if (!this.context.interactiveOnly || this.#controlDepth > 0) super.renderText(node);
  }

  protected override countElements(from: number, to: number): number {
    const count = super.countElements(from, to);
    if (!this.#options.ungroupedOnly) return count;
    const inside = this.context.pageState.regions.filter(
      ({ node, parent }) => !parent && from <= node.index && node.index < to,
    );
    return inside.reduce((rest, { elementCount }) => rest - elementCount, count);
  }

  #isInNestedControl(node: PageNode): boolean {
    const { interactive } = this.context.pageState.visibility;
    const around = node.closest((one) => interactive[one.index] === 1 || isOpaque(one));
    return around !== undefined && !isOpaque(around);
  }

  /** A row is one line: it has no room for another, and few parts. */
  protected override canFold(): boolean {
    return this.writer.rowDepth === 0;
  }

  /** The line of a region says itself that it is busy. */
  protected override renderLoadingNotes(node: PageNode, isBusy: boolean): void {
    super.renderLoadingNotes(node, isBusy && !this.regions.has(node));
  }

  override unfoldCall(region = this.writer.region): string {
    const { regions, call } = this.#options;
    const around = region?.address;
    const landmark = around ?? (regions ? addressOutsideRegions(this.context) : WHOLE_PAGE);
    const unfolding: SuggestedCall = around || !call ? { tool: 'get_region', landmark } : call;
    return this.context.formatCall({ ...unfolding, full: true });
  }

  protected override renderElement(node: PageNode): number {
    const marker = node.attributes['.marker'];
    if (marker && !this.context.interactiveOnly && this.writer.inlineDepth === 0)
      this.#markItem(node, marker);
    const collapsed = this.#options.collapsed?.get(node);
    if (collapsed) return this.#renderCollapsed(node, collapsed);
    const section = this.#findUnchangedSection(node);
    if (section) {
      this.writer.line('heading', [unchangedSectionLine(section)], section.node, section.elementCount);
      return section.end;
    }
    const region = this.regions.get(node);
    if (region && this.context.interactiveOnly && region.elementCount === 0) return node.end;
    if (region) return this.#renderRegion(region);
    if (this.context.pageState.visibility.interactive[node.index] !== 1) this.#renderStatic(node);
    else if (FRAME_TAGS.has(node.tag)) this.#renderFrame(node);
    else if (isPartOfPage(node, this.context)) this.#renderPart(node);
    else this.#renderControl(node);
    if (!isOpaque(node)) return node.index + 1;
    return this.#holdsControls(node) ? this.#enterOpaque(node) : node.end;
  }

  #markItem(node: PageNode, marker: string): void {
    this.writer.flush();
    this.writer.itemMarker = marker;
    this.onLeave(node, () => {
      this.writer.flush();
      this.writer.itemMarker = '';
    });
  }

  #holdsControls({ index, end }: PageNode): boolean {
    return this.context.pageState.counts.interactiveBetween(index + 1, end) > 0;
  }

  /** Of the content of an element that stands for itself, only the controls that a script put there are written. */
  #enterOpaque(node: PageNode): number {
    if (this.context.pageState.visibility.interactive[node.index] === 1) this.writer.text(node.name, node);
    this.#opaqueDepth++;
    this.onLeave(node, () => this.#opaqueDepth--);
    return node.index + 1;
  }

  #renderCollapsed(node: PageNode, parts: TextParts): number {
    const { writer } = this;
    const { region, depth } = writer;
    const own = this.regions.get(node);
    writer.flush();
    if (own) writer.region = own;
    if (own && !own.parent && !node.document.owner) writer.depth = 0;
    writer.line(own ? 'region' : 'note', [...parts], node, countLeftOut(node, parts, this.context.pageState));
    writer.region = region;
    writer.depth = depth;
    return node.end;
  }

  #renderRegion(region: LandmarkRegion): number {
    const writer = this.writer;
    const { node } = region;
    const outer = { region: writer.region, depth: writer.depth };
    const isUnchanged = this.context.unchanged.has(region.address) && !this.context.full;
    writer.flush();
    writer.region = region;
    // Regions of the main document begin at the margin, whatever scrollers are around them.
    if (!region.parent && !node.document.owner) writer.depth = 0;
    const omitted = isUnchanged ? region.elementCount : 0;
    writer.line('region', regionLine(region, this.context, isUnchanged), node, omitted);
    writer.depth++;
    const restore = (): void => {
      writer.flush();
      writer.region = outer.region;
      writer.depth = outer.depth;
    };
    if (isUnchanged) restore();
    else this.onLeave(node, restore);
    return isUnchanged ? node.end : node.index + 1;
  }

  /** The section that a heading opens, if nothing in it changed. */
  #findUnchangedSection(node: PageNode): HeadingNode | undefined {
    if (node.role !== 'heading' || this.context.full || !this.#options.regions) return undefined;
    if (this.#controlDepth > 0 || this.writer.inlineDepth > 0) return undefined;
    return this.context.unchanged.has(elementKey(node)) ? this.#headings.get(node) : undefined;
  }

  #renderControl(node: PageNode): void {
    const { style, isNew, pageState } = this.context;
    if (this.#controlDepth > 0 && this.writer.rowDepth === 0) this.writer.flush();
    if (this.writer.rowDepth === 0 && isRowOfControls(node, pageState)) this.#enterRowControl(node);
    const tagName = displayTag(node, style);
    this.writer.open(node, isNew(node) ? '*' : '', `]${controlTag(node, tagName, this.context)}`);
    this.#controlDepth++;
    this.writer.inlineDepth++;
    this.#writeOwnWords(node);
    const itemContext = pageState.itemContexts.get(node);
    const isImplied =
      !itemContext ||
      itemContext.kind === 'after' ||
      itemContext.kind === 'cell' ||
      itemContext.label === this.#lastHeading ||
      (itemContext.kind === 'row' && this.#isInRowControl(itemContext.item)) ||
      this.#isInsideItem(node, itemContext);
    this.onLeave(node, () => {
      this.#controlDepth--;
      this.writer.inlineDepth--;
      this.writer.close(
        tagName,
        FIELD_TAGS.has(node.tag) && style === 'markup' ? '' : node.name,
        isImplied ? undefined : `(${itemContext.kind} ${quote(itemContext.label)})`,
      );
      this.writer.suffix(cellSpanText(node, this.context));
    });
    if (isOpaque(node) && !this.#holdsControls(node)) this.leaveUntil(node.end);
  }

  /** Before the targets in it, where they would come first. */
  #writeOwnWords(node: PageNode): void {
    const { style, pageState } = this.context;
    if (style === 'markup' || this.writer.rowDepth > 0) return;
    const texts = wordsBehindTargets(node, pageState.visibility);
    const [first] = texts;
    if (!first) return;
    this.writer.text(elementVisibleText(node, this.context), first);
    for (const text of texts) this.#written.add(text);
  }

  #enterRowControl(row: PageNode): void {
    this.writer.flush();
    this.writer.rowDepth++;
    this.onLeave(row, () => {
      this.writer.rowDepth--;
      this.writer.flush();
    });
  }

  #isInRowControl(row: PageNode): boolean {
    return this.writer.rowDepth > 0 && this.context.pageState.visibility.interactive[row.index] === 1;
  }

  /** Its number is a line of its own, and what it holds is written as if it were no control. */
  #renderPart(node: PageNode): void {
    const { style, isNew } = this.context;
    if (this.#controlDepth > 0) this.writer.flush();
    const label = node.attributes['aria-label'] ?? '';
    const tagName = displayTag(node, style);
    const attributes =
      style === 'compact'
        ? compactAttributes(node, tagName, node.name || ' ')
        : markupAttributes(node, label || ' ', this.context);
    const scroll = scrollText(node);
    const tag = `<${tagName}${label && ` ${quote(label)}`}${attributes}${scroll && ` scroll=${scroll}`}>`;
    this.writer.line('content', [`${isNew(node) ? '*' : ''}[`, node, `]${tag}`], node);
  }

  /** It stands right behind the words of the control that is its item. */
  #isInsideItem(node: PageNode, { item, kind }: ItemContext): boolean {
    const isControl = this.context.pageState.visibility.interactive[item.index] === 1;
    return this.#controlDepth > 1 && isControl && kind !== 'row' && item.contains(node);
  }

  #renderFrame(node: PageNode): void {
    const { isNew } = this.context;
    const origin = foreignOrigin(node);
    const foreign = origin ? ` origin=${origin}` : '';
    const label = node.name ? ` ${quote(node.name)}` : '';
    this.writer.line(
      'content',
      [`${isNew(node) ? '*' : ''}[`, node, `]|IFRAME|<${node.tag}${label}${foreign}${unreadableText(node)}>`],
      node,
    );
    this.#indent(node);
  }

  #indent(node: PageNode): void {
    const writer = this.writer;
    writer.depth++;
    this.onLeave(node, () => {
      writer.flush();
      writer.depth--;
    });
  }

  #renderStatic(node: PageNode): void {
    const { role } = node;
    if (role === 'heading') this.#renderHeading(node);
    else if (role === 'row') this.#renderRow(node);
    else if (node.has(Flag.Cell) || CELL_ROLES.has(role)) this.#renderCell(node);
    else if (role === 'list') this.#renderList(node);
    else if (node.scroller && node.has(Flag.ScrollX | Flag.ScrollY)) this.#renderScroller(node);
    else if (role === 'deletion') this.renderDeletion(node);
    else if (role === 'superscript') this.writer.tightLiteral('^', node);
    else if (FRAME_TAGS.has(node.tag) && node.children.length > 0) this.renderBlock(node);
    else this.#renderReplacement(node);
    const span = this.#controlDepth > 0 ? '' : barSpanText(node, this.context);
    if (span !== '') this.onLeave(node, () => this.writer.literal(span, node));
  }

  #renderHeading(node: PageNode): void {
    if (this.#controlDepth > 0 || this.writer.inlineDepth > 0) return;
    const { interactiveOnly } = this.context;
    if (interactiveOnly && (!this.#options.regions || !this.#hasInteractiveContent(node))) return;
    this.#lastHeading = node.name;
    this.writer.beginLine('heading', `${'#'.repeat(Math.min(headingLevel(node), 6))} `);
    if (interactiveOnly && this.context.pageState.counts.interactive(node) === 0) {
      this.writer.text(node.name, node);
    }
    this.onLeave(node, () => this.writer.flush());
  }

  /** True for a heading whose section holds something to use. */
  #hasInteractiveContent(node: PageNode): boolean {
    return (this.#headings.get(node)?.elementCount ?? 1) > 0;
  }

  #renderRow(node: PageNode): void {
    const { counts } = this.context.pageState;
    if (counts.visibleLeaves(node) > MAX_ROW_LEAVES || this.writer.rowDepth > 0) return;
    const writer = this.writer;
    writer.block();
    writer.inlineDepth++;
    writer.rowDepth++;
    this.onLeave(node, () => {
      writer.inlineDepth--;
      writer.rowDepth--;
      writer.block();
    });
  }

  #renderCell(node: PageNode): void {
    if (this.writer.rowDepth === 0) {
      this.renderBlock(node);
      return;
    }
    // Without text, the controls in the cells separate themselves.
    if (this.context.interactiveOnly) return;
    const cells = node.parent?.children.filter((child) => child.isElement) ?? [];
    const before = cells[cells.indexOf(node) - 1];
    if (before) this.writer.separator(' |'.repeat(columnSpan(before)));
  }

  /** Only nested lists are indented: a list has a line for each item anyway. */
  #renderList(node: PageNode): void {
    this.#listDepth++;
    if (this.#listDepth > 1 && this.writer.inlineDepth === 0) this.#indent(node);
    this.onLeave(node, () => this.#listDepth--);
  }

  #renderScroller(node: PageNode): void {
    const text = scrollText(node);
    if (this.context.interactiveOnly && this.context.pageState.counts.interactive(node) === 0) return;
    if (text === '' || this.writer.inlineDepth > 0 || node.tag === 'html' || node.tag === 'body') return;
    // For a shell around the landmarks the page line says how far it is scrolled.
    if (this.#options.regions && this.context.pageState.regions.some((region) => node.contains(region.node)))
      return;
    this.writer.line('content', [`|SCROLL|(scroll: ${text})`], node);
    this.#indent(node);
  }

  /** The name of a picture in a control is part of the control's label. */
  #renderReplacement(node: PageNode): void {
    const text = replacementText(node, this.context);
    if (this.#controlDepth > 0 && isImage(node) && hasReadableName(node))
      this.writer.text(` ${node.name} `, node);
    else if (text !== '' && this.#controlDepth === 0 && !this.context.interactiveOnly)
      this.writer.literal(text, node);
  }
}
