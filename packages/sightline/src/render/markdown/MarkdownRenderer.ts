import type { PageNode } from '../../snapshot/Page.ts';
import { Flag } from '../../snapshot/Snapshot.ts';
import { collapseSpaces } from '../../snapshot/shorten.ts';
import { headingLevel } from '../../structure/headings.ts';
import type { LandmarkRegion } from '../../structure/landmarks.ts';
import { CELL_ROLES, TABLE_ROLES } from '../../structure/tableGrid.ts';
import {
  FRAME_TAGS,
  hasVisualGap,
  isUnreadable,
  OPAQUE_TAGS,
  opaqueElementText,
  regionHeader,
  unloadedText,
  unreadableText,
} from '../element/elementText.ts';
import { quote } from '../escape.ts';
import { OpenElements } from '../OpenElements.ts';
import type { RenderContext } from '../RenderContext.ts';
import { escapeMarkdown, escapeMarkdownMarks } from './escapeMarkdown.ts';
import { MarkdownWriter } from './MarkdownWriter.ts';
import { buildTableRows, isDataTable } from './markdownTable.ts';
import { renderCheckbox, renderField } from './renderField.ts';

export interface MarkdownRendererOptions {
  /** Regions that are told with a line of their own. */
  regions: readonly LandmarkRegion[];
  /** Nodes that are left out with all they hold. */
  excluded?: ReadonlySet<PageNode>;
  /** Everything on one line: the cell of a table. */
  inline?: boolean;
  /** The call that tells what is left out of a long table or list. */
  unfoldCall: string;
}

/** Rows and items of a shape beyond which only the first are told, and how many those are. */
const MAX_ITEMS = 60;
const KEPT_ITEMS = 40;

const ITEM_ROLES = new Set([
  'listitem',
  'treeitem',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
]);
const LIST_ROLES = new Set(['list', 'tree', 'menu', 'listbox', 'group']);
const CODE_TAGS = new Set(['code', 'kbd', 'samp', 'tt']);
/** What stands apart from what is around it. */
const PARAGRAPH_TAGS = new Set(
  'p ul ol dl table figure section article fieldset form details aside main nav header footer address'.split(
    ' ',
  ),
);

/** Tells a span of the page as Markdown, in document order. One scan, whatever the depth. */
export class MarkdownRenderer {
  readonly writer = new MarkdownWriter();
  readonly #context: RenderContext;
  readonly #options: MarkdownRendererOptions;
  readonly #openElements = new OpenElements();
  readonly #regions: ReadonlyMap<PageNode, LandmarkRegion>;
  /** Where a long list is left, by the index of the first item that is not told. */
  readonly #folds = new Map<number, { to: number; note: string }>();
  /** The number of the next item, by ordered list. */
  readonly #ordinals = new Map<PageNode, number>();
  /** Tables of data that are open, and whether their rows are told. */
  readonly #tables = new Map<PageNode, boolean>();

  constructor(context: RenderContext, options: MarkdownRendererOptions) {
    this.#context = context;
    this.#options = options;
    this.#regions = new Map(options.regions.map((region) => [region.node, region]));
    if (options.inline) this.writer.inlineDepth++;
    if (!context.full && !options.inline) this.#findFolds();
  }

  /** Writes the nodes from one index up to another. */
  render(from: number, to: number): void {
    const { nodes } = this.#context.pageState.visibility.page;
    for (let i = from; i < to; ) {
      this.#openElements.leaveUntil(i);
      const fold = this.#folds.get(i);
      if (fold && fold.to <= to) {
        this.writer.line(fold.note);
        i = fold.to;
      } else i = this.#renderNode(nodes[i] as PageNode);
    }
    this.#openElements.leaveAll();
    if (!this.#options.inline) this.writer.flush();
  }

  /** Long runs of like items keep more of themselves than in an outline: a text is there to be read. */
  #findFolds(): void {
    const { folds, visibility, counts } = this.#context.pageState;
    for (const { from, to, count, kind } of folds.values()) {
      const first = visibility.page.nodes[from] as PageNode;
      if (count <= MAX_ITEMS || kind === 'rows' || counts.textLength(first) === 0) continue;
      const items = first.parent?.children.filter((child) => child.index >= from && child.index < to) ?? [];
      const cut = items[KEPT_ITEMS];
      if (cut) this.#folds.set(cut.index, { to, note: this.#foldNote(count - KEPT_ITEMS, 'items') });
    }
  }

  #foldNote(count: number, kind: 'rows' | 'items'): string {
    return `(${count} more ${kind} like these: ${this.#options.unfoldCall})`;
  }

  /** Tells one node and returns the index to go on from. */
  #renderNode(node: PageNode): number {
    const { decisions } = this.#context.pageState.visibility;
    if (this.#options.excluded?.has(node)) return node.end;
    if (decisions[node.index]?.kind === 'remove') return node.index + 1;
    if (node.isText) return this.#renderText(node);
    if (node.tag === 'br') this.writer.lineBreak();
    if (node.has(Flag.Block | Flag.Cell)) this.#renderBlock(node);
    else if (!this.writer.inCode && hasVisualGap(node, this.#context.pageState.visibility.page.nodes))
      this.writer.text(' ');
    this.#renderLoadingNotes(node);
    const region = this.#regions.get(node);
    if (region) this.#renderRegion(region);
    const field = renderField(node);
    if (field !== undefined) this.writer.literal(field);
    else if (this.writer.inCode) return node.index + 1;
    else if (node.role === 'row' && this.#renderRows(node)) return node.end;
    else this.#renderElement(node);
    return field !== undefined || OPAQUE_TAGS.has(node.tag) ? node.end : node.index + 1;
  }

  #renderText(node: PageNode): number {
    if (this.writer.inCode || !node.parent?.has(Flag.Pre)) this.writer.text(node.text);
    else {
      node.text.split('\n').forEach((line, i) => {
        if (i > 0) this.writer.lineBreak();
        this.writer.text(line);
      });
    }
    return node.index + 1;
  }

  #renderBlock(node: PageNode): void {
    const hasBlankLine = PARAGRAPH_TAGS.has(node.tag) && !this.#isNested(node);
    this.writer.block(hasBlankLine);
    this.#openElements.enter(node, () => this.writer.block(hasBlankLine));
  }

  /** A list within an item goes on with it. */
  #isNested({ role, parent }: PageNode): boolean {
    return LIST_ROLES.has(role) && parent !== undefined && ITEM_ROLES.has(parent.role);
  }

  #renderLoadingNotes(node: PageNode): void {
    if (this.writer.inlineDepth > 0) return;
    const unloaded = this.#context.pageState.unloaded.get(node);
    if (unloaded) this.#openElements.enter(node, () => this.writer.line(unloadedText(unloaded)));
    if (node.attributes['aria-busy'] === 'true') this.writer.line('(still loading)');
  }

  #renderRegion(region: LandmarkRegion): void {
    const header = escapeMarkdownMarks(regionHeader(region));
    this.writer.block(true);
    this.writer.line(region.name ? header : `${header}:`);
    this.writer.block(true);
    this.#openElements.enter(region.node, () => this.writer.block(true));
  }

  #renderElement(node: PageNode): void {
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
    else if (ITEM_ROLES.has(role)) this.#renderItem(node);
    else if (tag === 'hr') this.#renderRule();
    else if (role === 'deletion') this.#renderMarked(node, '~~');
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
    this.#openElements.enter(node, () => {
      writer.inlineDepth--;
      writer.block(true);
    });
  }

  #renderCode(node: PageNode, as: 'inline' | 'block'): void {
    this.writer.beginCode();
    this.#openElements.enter(node, () => this.writer.endCode(as));
  }

  #openTable(node: PageNode): void {
    if (this.writer.inlineDepth === 0 && isDataTable(node, this.#context)) this.#tables.set(node, false);
  }

  /** The rows of a table of data, all at once when the first is met. */
  #renderRows(row: PageNode): boolean {
    const table = row.closest((node) => TABLE_ROLES.has(node.role));
    const areRowsRendered = table && this.#tables.get(table);
    if (!table || areRowsRendered === undefined) return false;
    if (areRowsRendered) return true;
    this.#tables.set(table, true);
    const maxRows = this.#context.full ? Number.POSITIVE_INFINITY : MAX_ITEMS;
    const { rows, more } = buildTableRows(table, this.#context, (cell) => this.#renderCell(cell), {
      maxRows,
      keptRows: KEPT_ITEMS,
    });
    this.writer.table(rows);
    if (more > 0) this.writer.line(this.#foldNote(more, 'rows'));
    return true;
  }

  #renderCell(cell: PageNode): string {
    const renderer = new MarkdownRenderer(this.#context, { regions: [], inline: true, unfoldCall: '' });
    renderer.render(cell.index, cell.end);
    return renderer.writer.takeInline();
  }

  #renderContainer(
    node: PageNode,
    first: string,
    { list, hasBlankLine = false }: { list?: PageNode; hasBlankLine?: boolean },
  ): void {
    if (this.writer.inlineDepth > 0) return;
    this.writer.block(hasBlankLine);
    this.writer.open(first, list);
    this.#openElements.enter(node, () => {
      this.writer.close();
      this.writer.block(hasBlankLine);
    });
  }

  #renderItem(node: PageNode): void {
    const list = node.parent?.closest(({ role }) => LIST_ROLES.has(role)) ?? node.parent ?? node;
    this.writer.block();
    this.writer.space();
    // A menu's item within an item of a list is the same thing to a reader.
    if (node.role !== 'listitem' && this.writer.isAtItemStart) return;
    this.#renderContainer(node, list.tag === 'ol' ? `${this.#ordinal(node, list)}. ` : '- ', { list });
    this.writer.literal(renderCheckbox(node));
  }

  /** By `value` and `start` (HTML, 4.4.8). */
  #ordinal({ attributes }: PageNode, list: PageNode): number {
    const explicit = Number.parseInt(attributes.value ?? '', 10);
    const next = this.#ordinals.get(list) ?? Number.parseInt(list.attributes.start ?? '1', 10);
    const ordinal = Number.isFinite(explicit) ? explicit : Number.isFinite(next) ? next : 1;
    this.#ordinals.set(list, ordinal + 1);
    return ordinal;
  }

  #renderRule(): void {
    if (this.writer.inlineDepth > 0) return;
    this.writer.block(true);
    this.writer.line('---');
    this.writer.block(true);
  }

  /** A price struck through is no price. */
  #renderMarked(node: PageNode, mark: string): void {
    this.writer.tightLiteral(mark);
    this.#openElements.enter(node, () => this.writer.tightLiteral(mark));
  }

  #renderImage({ name }: PageNode): void {
    if (/[\p{L}\p{N}]/u.test(name)) this.writer.literal(`![${imageText(name)}]`);
  }

  #renderFrame(node: PageNode): void {
    const document = node.children[0]?.document;
    const isForeign = document !== undefined && document.origin !== node.document.origin;
    const label = node.name ? ` ${escapeMarkdownMarks(quote(node.name))}` : '';
    if (node.has(Flag.Unreadable)) this.writer.literal(`<${node.tag}${label}${unreadableText(node)}>`);
    if (!document || this.writer.inlineDepth > 0) return;
    this.writer.block(true);
    if (isForeign) this.writer.line(`|IFRAME|<${node.tag}${label} origin=${document.origin}>`);
    this.#openElements.enter(node, () => this.writer.block(true));
  }

  /** Side by side they are words of their own, whatever stands between them. */
  #renderButton(node: PageNode): void {
    this.writer.space();
    this.writer.literal(renderCheckbox(node));
    this.#openElements.enter(node, () => this.writer.space());
  }
}

/** Between brackets, with no way out of them. */
function imageText(name: string): string {
  return escapeMarkdown(collapseSpaces(name)).replace(/[[\]]/g, (bracket) => (bracket === '[' ? '(' : ')'));
}
