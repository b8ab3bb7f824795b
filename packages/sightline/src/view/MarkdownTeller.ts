import type { PageNode } from '../model/Page.ts';
import { Flag } from '../model/Snapshot.ts';
import { CELL_ROLES, TABLE_ROLES } from '../structure/grid.ts';
import { headingLevel } from '../structure/headings.ts';
import type { LandmarkRegion } from '../structure/landmarks.ts';
import { quote } from './escape.ts';
import { escapeMarkdown, escapeRendered } from './escapeMarkdown.ts';
import { boxText, fieldText } from './fieldText.ts';
import { MarkdownWriter } from './MarkdownWriter.ts';
import { isDataTable, tableRows } from './markdownTable.ts';
import { Nesting } from './Nesting.ts';
import {
  FRAME_TAGS,
  isUnreadable,
  OPAQUE_TAGS,
  opaqueText,
  regionHeader,
  standsApart,
  unloadedText,
  unreadText,
} from './pieces.ts';
import type { Scene } from './View.ts';

export interface TellerOptions {
  /** Regions that are told with a line of their own. */
  regions: readonly LandmarkRegion[];
  /** Nodes that are left out with all they hold. */
  without?: ReadonlySet<PageNode>;
  /** Everything on one line: the cell of a table. */
  joined?: boolean;
  /** The call that tells what is left out of a long table or list. */
  unfold: string;
}

/** Rows and items of a shape beyond which only the first are told, and how many those are. */
const MANY = 60;
const KEPT = 40;

const ITEMS = new Set(['listitem', 'treeitem', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'option']);
const LISTS = new Set(['list', 'tree', 'menu', 'listbox', 'group']);
const CODES = new Set(['code', 'kbd', 'samp', 'tt']);
/** What stands apart from what is around it. */
const APART = new Set(
  'p ul ol dl table figure section article fieldset form details aside main nav header footer address'.split(
    ' ',
  ),
);

/** Tells a span of the page as Markdown, in document order. One scan, whatever the depth. */
export class MarkdownTeller {
  readonly writer = new MarkdownWriter();
  readonly #scene: Scene;
  readonly #options: TellerOptions;
  readonly #nesting = new Nesting();
  readonly #regions: ReadonlyMap<PageNode, LandmarkRegion>;
  /** Where a long list is left, by the index of the first item that is not told. */
  readonly #folds = new Map<number, { to: number; note: string }>();
  /** The number of the next item, by ordered list. */
  readonly #ordinals = new Map<PageNode, number>();
  /** Tables of data that are open, and whether their rows are told. */
  readonly #tables = new Map<PageNode, boolean>();

  constructor(scene: Scene, options: TellerOptions) {
    this.#scene = scene;
    this.#options = options;
    this.#regions = new Map(options.regions.map((region) => [region.node, region]));
    if (options.joined) this.writer.joined++;
    if (!scene.full && !options.joined) this.#findFolds();
  }

  /** Writes the nodes from one index up to another. */
  run(from: number, to: number): void {
    const { nodes } = this.#scene.structure.pruning.page;
    for (let i = from; i < to; ) {
      this.#nesting.leaveUntil(i);
      const fold = this.#folds.get(i);
      if (fold && fold.to <= to) {
        this.writer.line(fold.note);
        i = fold.to;
      } else i = this.#tell(nodes[i] as PageNode);
    }
    this.#nesting.leaveAll();
    if (!this.#options.joined) this.writer.flush();
  }

  /** Long runs of like items keep more of themselves than in an outline: a text is there to be read. */
  #findFolds(): void {
    const { folds, pruning, counts } = this.#scene.structure;
    for (const { from, to, count, kind } of folds.values()) {
      const first = pruning.page.nodes[from] as PageNode;
      if (count <= MANY || kind === 'rows' || counts.textLength(first) === 0) continue;
      const items = first.parent?.children.filter((child) => child.index >= from && child.index < to) ?? [];
      const cut = items[KEPT];
      if (cut) this.#folds.set(cut.index, { to, note: this.#foldNote(count - KEPT, 'items') });
    }
  }

  #foldNote(count: number, kind: 'rows' | 'items'): string {
    return `(${count} more ${kind} like these: ${this.#options.unfold})`;
  }

  /** Tells one node and returns the index to go on from. */
  #tell(node: PageNode): number {
    const { verdicts } = this.#scene.structure.pruning;
    if (this.#options.without?.has(node)) return node.end;
    if (verdicts[node.index]?.decision === 'remove') return node.index + 1;
    if (node.isText) return this.#tellText(node);
    if (node.tag === 'br') this.writer.lineBreak();
    if (node.has(Flag.Block | Flag.Cell)) this.#tellBlock(node);
    else if (!this.writer.inCode && standsApart(node, this.#scene.structure.pruning.page.nodes))
      this.writer.text(' ');
    this.#promiseRest(node);
    const region = this.#regions.get(node);
    if (region) this.#tellRegion(region);
    const field = fieldText(node);
    if (field !== undefined) this.writer.piece(field);
    else if (this.writer.inCode) return node.index + 1;
    else if (node.role === 'row' && this.#tellRows(node)) return node.end;
    else this.#tellElement(node);
    return field !== undefined || OPAQUE_TAGS.has(node.tag) ? node.end : node.index + 1;
  }

  #tellText(node: PageNode): number {
    if (this.writer.inCode || !node.parent?.has(Flag.Pre)) this.writer.text(node.text);
    else {
      node.text.split('\n').forEach((line, i) => {
        if (i > 0) this.writer.lineBreak();
        this.writer.text(line);
      });
    }
    return node.index + 1;
  }

  #tellBlock(node: PageNode): void {
    const isApart = APART.has(node.tag) && !this.#isNested(node);
    this.writer.block(isApart);
    this.#nesting.enter(node, () => this.writer.block(isApart));
  }

  /** A list within an item goes on with it. */
  #isNested({ role, parent }: PageNode): boolean {
    return LISTS.has(role) && parent !== undefined && ITEMS.has(parent.role);
  }

  #promiseRest(node: PageNode): void {
    if (this.writer.joined > 0) return;
    const unloaded = this.#scene.structure.unloaded.get(node);
    if (unloaded) this.#nesting.enter(node, () => this.writer.line(unloadedText(unloaded)));
    if (node.attributes['aria-busy'] === 'true') this.writer.line('(still loading)');
  }

  #tellRegion(region: LandmarkRegion): void {
    const header = escapeRendered(regionHeader(region));
    this.writer.block(true);
    this.writer.line(region.name ? header : `${header}:`);
    this.writer.block(true);
    this.#nesting.enter(region.node, () => this.writer.block(true));
  }

  #tellElement(node: PageNode): void {
    const { role, tag } = node;
    const { writer } = this;
    if (role === 'heading') this.#tellHeading(node);
    else if (tag === 'pre' || (CODES.has(tag) && node.has(Flag.Block))) this.#tellCode(node, 'block');
    else if (CODES.has(tag) || role === 'code') this.#tellCode(node, 'inline');
    else if (TABLE_ROLES.has(role)) this.#openTable(node);
    else if (CELL_ROLES.has(role)) writer.space();
    else if (tag === 'blockquote' || role === 'blockquote') this.#contain(node, '> ', { isApart: true });
    else if (tag === 'dt') writer.block(true);
    else if (tag === 'dd') this.#contain(node, ': ', { list: node });
    else if (ITEMS.has(role)) this.#tellItem(node);
    else if (tag === 'hr') this.#tellRule();
    else if (role === 'deletion') this.#tellWithin(node, '~~');
    else if (role === 'superscript') writer.glue('^');
    else if (role === 'img' || tag === 'img' || tag === 'svg') this.#tellPicture(node);
    else if (isUnreadable(node)) writer.piece(escapeRendered(opaqueText(node)));
    else if (FRAME_TAGS.has(tag)) this.#tellFrame(node);
    else if (role === 'button' || tag === 'button' || role === 'tab') this.#tellButton(node);
    else writer.piece(boxText(node));
  }

  #tellHeading(node: PageNode): void {
    const { writer } = this;
    if (writer.joined === 0) writer.heading(Math.min(headingLevel(node), 6));
    writer.joined++;
    this.#nesting.enter(node, () => {
      writer.joined--;
      writer.block(true);
    });
  }

  #tellCode(node: PageNode, as: 'inline' | 'block'): void {
    this.writer.beginCode();
    this.#nesting.enter(node, () => this.writer.endCode(as));
  }

  #openTable(node: PageNode): void {
    if (this.writer.joined === 0 && isDataTable(node, this.#scene)) this.#tables.set(node, false);
  }

  /** The rows of a table of data, all at once when the first is met. */
  #tellRows(row: PageNode): boolean {
    const table = row.closest((node) => TABLE_ROLES.has(node.role));
    const isTold = table && this.#tables.get(table);
    if (!table || isTold === undefined) return false;
    if (isTold) return true;
    this.#tables.set(table, true);
    const most = this.#scene.full ? Number.POSITIVE_INFINITY : MANY;
    const { rows, more } = tableRows(table, this.#scene, (cell) => this.#cellText(cell), {
      most,
      kept: KEPT,
    });
    this.writer.table(rows);
    if (more > 0) this.writer.line(this.#foldNote(more, 'rows'));
    return true;
  }

  #cellText(cell: PageNode): string {
    const teller = new MarkdownTeller(this.#scene, { regions: [], joined: true, unfold: '' });
    teller.run(cell.index, cell.end);
    return teller.writer.takeInline();
  }

  #contain(
    node: PageNode,
    first: string,
    { list, isApart = false }: { list?: PageNode; isApart?: boolean },
  ): void {
    if (this.writer.joined > 0) return;
    this.writer.block(isApart);
    this.writer.open(first, list);
    this.#nesting.enter(node, () => {
      this.writer.close();
      this.writer.block(isApart);
    });
  }

  #tellItem(node: PageNode): void {
    const list = node.parent?.closest(({ role }) => LISTS.has(role)) ?? node.parent ?? node;
    this.writer.block();
    this.writer.space();
    // A menu's item within an item of a list is the same thing to a reader.
    if (node.role !== 'listitem' && this.writer.isAtItem) return;
    this.#contain(node, list.tag === 'ol' ? `${this.#ordinal(node, list)}. ` : '- ', { list });
    this.writer.piece(boxText(node));
  }

  /** By `value` and `start` (HTML, 4.4.8). */
  #ordinal({ attributes }: PageNode, list: PageNode): number {
    const given = Number.parseInt(attributes.value ?? '', 10);
    const next = this.#ordinals.get(list) ?? Number.parseInt(list.attributes.start ?? '1', 10);
    const ordinal = Number.isFinite(given) ? given : Number.isFinite(next) ? next : 1;
    this.#ordinals.set(list, ordinal + 1);
    return ordinal;
  }

  #tellRule(): void {
    if (this.writer.joined > 0) return;
    this.writer.block(true);
    this.writer.line('---');
    this.writer.block(true);
  }

  /** A price struck through is no price. */
  #tellWithin(node: PageNode, mark: string): void {
    this.writer.glue(mark);
    this.#nesting.enter(node, () => this.writer.glue(mark));
  }

  #tellPicture({ name }: PageNode): void {
    if (/[\p{L}\p{N}]/u.test(name)) this.writer.piece(`![${pictureText(name)}]`);
  }

  #tellFrame(node: PageNode): void {
    const document = node.children[0]?.document;
    const isForeign = document !== undefined && document.origin !== node.document.origin;
    const label = node.name ? ` ${escapeRendered(quote(node.name))}` : '';
    if (node.has(Flag.Unreadable)) this.writer.piece(`<${node.tag}${label}${unreadText(node)}>`);
    if (!document || this.writer.joined > 0) return;
    this.writer.block(true);
    if (isForeign) this.writer.line(`|IFRAME|<${node.tag}${label} origin=${document.origin}>`);
    this.#nesting.enter(node, () => this.writer.block(true));
  }

  /** Side by side they are words of their own, whatever stands between them. */
  #tellButton(node: PageNode): void {
    this.writer.space();
    this.writer.piece(boxText(node));
    this.#nesting.enter(node, () => this.writer.space());
  }
}

/** Between brackets, with no way out of them. */
function pictureText(name: string): string {
  return escapeMarkdown(name.replace(/\s+/g, ' ').trim()).replace(/[[\]]/g, (bracket) =>
    bracket === '[' ? '(' : ')',
  );
}
