import type { PageNode } from '../../snapshot/Page.ts';
import { BULLET_ROLES, CELL_ROLES, NESTED_LIST_ROLES, TABLE_ROLES } from '../../snapshot/roles.ts';
import { Flag } from '../../snapshot/Snapshot.ts';
import { collapseSpaces } from '../../snapshot/shorten.ts';
import { FRAME_TAGS } from '../../snapshot/tags.ts';
import type { Fold } from '../../structure/findFolds.ts';
import { headingLevel } from '../../structure/headings.ts';
import type { LandmarkRegion } from '../../structure/landmarks.ts';
import { ContentRenderer } from '../ContentRenderer.ts';
import { isOpaque } from '../element/elementText.ts';
import { regionHeader } from '../element/location.ts';
import { hasReadableName } from '../element/replacementText.ts';
import { isUnreadable, opaqueElementText, unreadableText } from '../element/unreadable.ts';
import { quote } from '../escape.ts';
import type { RenderContext } from '../RenderContext.ts';
import { escapeMarkdown, escapeMarkdownMarks } from './escapeMarkdown.ts';
import { type MarkdownLine, MarkdownWriter } from './MarkdownWriter.ts';
import { buildTableRows, isDataTable } from './markdownTable.ts';
import { renderCheckbox, renderField } from './renderField.ts';

export interface MarkdownRendererOptions {
  /** Regions that get a line of their own. */
  regions: readonly LandmarkRegion[];
  /** Nodes that are left out with everything in them. */
  excluded?: ReadonlySet<PageNode>;
  /** Everything on one line, for the cell of a table. */
  inline?: boolean;
  /** The call that shows what is left out of a long table or list. */
  unfoldCall: string;
}

/** Of more rows or items of one shape than this only the first are written, and how many those are. */
const MAX_ITEMS = 60;
const KEPT_ITEMS = 40;

const CODE_TAGS = new Set(['code', 'kbd', 'samp', 'tt']);
/** Blocks with an empty line before and after them. */
const PARAGRAPH_TAGS = new Set(
  'p ul ol dl table figure section article fieldset form details aside main nav header footer address'.split(
    ' ',
  ),
);

/** Renders a span of the page as Markdown. */
export class MarkdownRenderer extends ContentRenderer<MarkdownWriter> {
  readonly #options: MarkdownRendererOptions;
  /** The number of the next item, by ordered list. */
  readonly #ordinals = new Map<PageNode, number>();
  /** Open data tables, and whether their rows are written. */
  readonly #tables = new Map<PageNode, boolean>();

  constructor(context: RenderContext, options: MarkdownRendererOptions) {
    super(context, new MarkdownWriter(), options.regions);
    this.#options = options;
    if (options.inline) this.writer.inlineDepth++;
    if (!context.full && !options.inline) this.folds = findLongFolds(context);
  }

  /** The lines of the nodes from one index up to another. */
  render(from: number, to: number): readonly MarkdownLine[] {
    this.scan(from, to);
    this.writer.flush();
    return this.writer.lines;
  }

  /** The nodes of a cell as one line. */
  renderInline({ index, end }: PageNode): string {
    this.scan(index, end);
    return this.writer.takeInline();
  }

  protected override unfoldCall(): string {
    return this.#options.unfoldCall;
  }

  protected override renderNode(node: PageNode): number {
    return this.#options.excluded?.has(node) ? node.end : super.renderNode(node);
  }

  protected override isBlock(node: PageNode): boolean {
    return node.has(Flag.Block | Flag.Cell);
  }

  protected override renderBlock(node: PageNode): void {
    super.renderBlock(node, PARAGRAPH_TAGS.has(node.tag) && !isNestedList(node));
  }

  protected override renderLoadingNotes(node: PageNode, isBusy: boolean): void {
    if (this.writer.inlineDepth === 0) super.renderLoadingNotes(node, isBusy);
  }

  protected override renderElement(node: PageNode): number {
    const region = this.regions.get(node);
    if (region) this.#renderRegion(region);
    const field = renderField(node);
    if (field !== undefined) this.writer.literal(field);
    else if (this.writer.inCode) return node.index + 1;
    else if (node.role === 'row' && this.#renderRows(node)) return node.end;
    else this.#renderStatic(node);
    return field !== undefined || isOpaque(node) ? node.end : node.index + 1;
  }

  #renderRegion(region: LandmarkRegion): void {
    const header = escapeMarkdownMarks(regionHeader(region));
    this.writer.block(true);
    this.writer.note(region.name ? header : `${header}:`);
    this.writer.block(true);
    this.onLeave(region.node, () => this.writer.block(true));
  }

  #renderStatic(node: PageNode): void {
    const { role, tag } = node;
    const { writer } = this;
    if (role === 'heading') this.#renderHeading(node);
    else if (tag === 'pre' || (CODE_TAGS.has(tag) && node.has(Flag.Block))) this.#renderCode(node, 'block');
    else if (CODE_TAGS.has(tag) || role === 'code') this.#renderCode(node, 'inline');
    else if (TABLE_ROLES.has(role)) this.#openTable(node);
    else if (CELL_ROLES.has(role)) writer.space();
    else if (tag === 'blockquote' || role === 'blockquote')
      this.#renderContainer(node, '> ', { hasBlankLine: true });
    else if (tag === 'dt') writer.block(true);
    else if (tag === 'dd') this.#renderContainer(node, ': ', { list: node });
    else if (BULLET_ROLES.has(role)) this.#renderItem(node);
    else if (tag === 'hr') this.#renderRule();
    else if (role === 'deletion') this.renderDeletion(node);
    else if (role === 'superscript') writer.tightLiteral('^');
    else if (role === 'img' || tag === 'img' || tag === 'svg') this.#renderImage(node);
    else if (isUnreadable(node)) writer.literal(escapeMarkdownMarks(opaqueElementText(node)));
    else if (FRAME_TAGS.has(tag)) this.#renderFrame(node);
    else if (role === 'button' || tag === 'button' || role === 'tab') this.#renderButton(node);
    else writer.literal(renderCheckbox(node));
  }

  #renderHeading(node: PageNode): void {
    const { writer } = this;
    if (writer.inlineDepth === 0) writer.heading(Math.min(headingLevel(node), 6));
    writer.inlineDepth++;
    this.onLeave(node, () => {
      writer.inlineDepth--;
      writer.block(true);
    });
  }

  #renderCode(node: PageNode, as: 'inline' | 'block'): void {
    this.writer.beginCode();
    this.onLeave(node, () => this.writer.endCode(as));
  }

  #openTable(node: PageNode): void {
    if (this.writer.inlineDepth === 0 && isDataTable(node, this.context)) this.#tables.set(node, false);
  }

  /** Writes the rows of a data table, all of them at the first one. False if the row is in no such table. */
  #renderRows(row: PageNode): boolean {
    const table = row.closest((node) => TABLE_ROLES.has(node.role));
    const areRowsRendered = table && this.#tables.get(table);
    if (!table || areRowsRendered === undefined) return false;
    if (areRowsRendered) return true;
    this.#tables.set(table, true);
    const maxRows = this.context.full ? Number.POSITIVE_INFINITY : MAX_ITEMS;
    const { rows, more } = buildTableRows(table, this.context, (cell) => this.#renderCell(cell), {
      maxRows,
      keptRows: KEPT_ITEMS,
    });
    this.writer.table(rows);
    if (more > 0) this.renderFold({ count: more, kind: 'rows', from: row.index, to: row.index }, row);
    return true;
  }

  #renderCell(cell: PageNode): string {
    const options = { regions: [], inline: true, unfoldCall: '' };
    return new MarkdownRenderer(this.context, options).renderInline(cell);
  }

  #renderContainer(
    node: PageNode,
    first: string,
    { list, hasBlankLine = false }: { list?: PageNode; hasBlankLine?: boolean },
  ): void {
    if (this.writer.inlineDepth > 0) return;
    this.writer.block(hasBlankLine);
    this.writer.open(first, list);
    this.onLeave(node, () => {
      this.writer.close();
      this.writer.block(hasBlankLine);
    });
  }

  #renderItem(node: PageNode): void {
    const list = node.parent?.closest(({ role }) => NESTED_LIST_ROLES.has(role)) ?? node.parent ?? node;
    this.writer.block();
    this.writer.space();
    // A menu item right at the start of a list item is the same item to a reader.
    if (node.role !== 'listitem' && this.writer.isAtItemStart) return;
    this.#renderContainer(node, list.tag === 'ol' ? `${this.#ordinal(node, list)}. ` : '- ', { list });
    this.writer.literal(renderCheckbox(node));
  }

  /** The number of a list item, as it is painted, else by `value` and `start` (HTML, 4.4.8). */
  #ordinal({ attributes }: PageNode, list: PageNode): number {
    const explicit = Number.parseInt(attributes['.marker'] ?? attributes.value ?? '', 10);
    const next = this.#ordinals.get(list) ?? Number.parseInt(list.attributes.start ?? '1', 10);
    const ordinal = Number.isFinite(explicit) ? explicit : Number.isFinite(next) ? next : 1;
    this.#ordinals.set(list, ordinal + 1);
    return ordinal;
  }

  #renderRule(): void {
    if (this.writer.inlineDepth > 0) return;
    this.writer.block(true);
    this.writer.note('---');
    this.writer.block(true);
  }

  #renderImage(node: PageNode): void {
    if (hasReadableName(node)) this.writer.literal(`![${imageText(node.name)}]`);
  }

  #renderFrame(node: PageNode): void {
    const document = node.children[0]?.document;
    const isForeign = document !== undefined && document.origin !== node.document.origin;
    const label = node.name ? ` ${escapeMarkdownMarks(quote(node.name))}` : '';
    if (node.has(Flag.Unreadable)) this.writer.literal(`<${node.tag}${label}${unreadableText(node)}>`);
    if (!document || this.writer.inlineDepth > 0) return;
    this.writer.block(true);
    if (isForeign) this.writer.note(`|IFRAME|<${node.tag}${label} origin=${document.origin}>`);
    this.onLeave(node, () => this.writer.block(true));
  }

  /** Buttons side by side are separated by a space, whatever is between them. */
  #renderButton(node: PageNode): void {
    this.writer.space();
    this.writer.literal(renderCheckbox(node));
    this.onLeave(node, () => this.writer.space());
  }
}

/** Long runs of like items, of which more are written here than in an outline: a text is there to be read. */
function findLongFolds({ pageState: { folds, visibility, counts } }: RenderContext): Map<number, Fold> {
  const longFolds = new Map<number, Fold>();
  for (const { from, to, count, kind } of folds.values()) {
    const first = visibility.page.nodes[from] as PageNode;
    if (count <= MAX_ITEMS || kind === 'rows' || counts.textLength(first) === 0) continue;
    const items = first.parent?.children.filter((child) => child.index >= from && child.index < to) ?? [];
    const cut = items[KEPT_ITEMS];
    if (cut) longFolds.set(cut.index, { from: cut.index, to, count: count - KEPT_ITEMS, kind });
  }
  return longFolds;
}

/** A list within an item is not separated from the item's text. */
function isNestedList({ role, parent }: PageNode): boolean {
  return NESTED_LIST_ROLES.has(role) && parent !== undefined && BULLET_ROLES.has(parent.role);
}

/** The name of a picture, without the brackets that would end it. */
function imageText(name: string): string {
  return escapeMarkdown(collapseSpaces(name)).replace(/[[\]\uff3b\uff3d\ufe47\ufe48]/g, (bracket) =>
    bracket.normalize('NFKC') === '[' ? '(' : ')',
  );
}
