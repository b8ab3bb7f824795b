import { identity, type PageNode } from '../model/Page.ts';
import { Flag } from '../model/Snapshot.ts';
import { type HeadingNode, headingLevel } from '../structure/headings.ts';
import type { LandmarkRegion } from '../structure/landmarks.ts';
import type { Fold } from '../structure/repeats.ts';
import type { Call } from './call.ts';
import { controlTag } from './controlTag.ts';
import { quote } from './escape.ts';
import { LineWriter } from './LineWriter.ts';
import { Nesting } from './Nesting.ts';
import {
  columnsOf,
  FRAME_TAGS,
  foreignOrigin,
  isApart,
  isField,
  OPAQUE_TAGS,
  scrollText,
  standsApart,
  unloadedText,
  unreadText,
} from './pieces.ts';
import { regionLine, unchangedSectionLine } from './regionLine.ts';
import { isNamed, isPicture, standInFor } from './standIn.ts';
import type { Line, Scene } from './View.ts';
import { wordFor } from './word.ts';

export interface NarrateOptions {
  /** Tell landmarks as lines with their content indented under them. */
  regions: boolean;
  /** First and one past the last node index. Default: the page. */
  from?: number;
  to?: number;
  /** The call that tells all of what is told here, where that is not the page. */
  call?: Call;
}

/** Tells a page, or a span of it, as lines in document order. One scan, whatever the depth. */
export function narrate(scene: Scene, options: NarrateOptions): Line[] {
  return new Narrator(scene, options).run();
}

/** A row with more than this many parts is layout rather than data: its cells stand on lines. */
const ROW_PARTS = 24;

class Narrator {
  readonly #scene: Scene;
  readonly #options: NarrateOptions;
  readonly #writer: LineWriter;
  readonly #nesting = new Nesting();
  readonly #regions: Map<PageNode, LandmarkRegion>;
  readonly #headings: Map<PageNode, HeadingNode>;
  #inControl = 0;
  /** The heading told last: what stands under it need not name it again. */
  #heading = '';
  #lists = 0;

  constructor(scene: Scene, options: NarrateOptions) {
    this.#scene = scene;
    this.#options = options;
    this.#writer = new LineWriter({ alwaysClose: scene.style === 'markup' });
    this.#headings = new Map(scene.structure.headings.map((heading) => [heading.node, heading]));
    this.#regions = new Map(
      options.regions ? scene.structure.regions.map((region) => [region.node, region]) : [],
    );
  }

  run(): Line[] {
    const { pruning, folds } = this.#scene.structure;
    const { nodes } = pruning.page;
    const to = this.#options.to ?? nodes.length;
    let i = this.#options.from ?? 0;
    while (i < to) {
      this.#nesting.leaveUntil(i);
      const fold = this.#scene.full ? undefined : folds.get(i);
      if (fold && fold.to <= to) {
        this.#tellFold(fold);
        i = fold.to;
      } else {
        i = this.#tell(nodes[i] as PageNode);
      }
    }
    this.#nesting.leaveAll();
    this.#writer.flush();
    return this.#writer.lines;
  }

  /** Tells one node and returns the index to go on from. */
  #tell(node: PageNode): number {
    const { pruning } = this.#scene.structure;
    if (pruning.verdicts[node.index]?.decision === 'remove') {
      // What lies under something else is no control now, but its words are still apart from those before it.
      if (isApart(node, pruning.page.nodes)) this.#writer.text(' ', node);
      return node.index + 1;
    }
    if (node.isText) return this.#tellText(node);
    if (node.has(Flag.Block)) this.#tellBlock(node);
    else if (standsApart(node, pruning.page.nodes)) this.#writer.text(' ', node);
    this.#promiseRest(node);
    if (node.tag === 'br') this.#writer.block();
    const section = this.#unchangedSection(node);
    if (section) return this.#tellUnchanged(section);
    const region = this.#regions.get(node);
    if (region && this.#scene.interactiveOnly && region.elementCount === 0) return node.end;
    if (region) return this.#tellRegion(region);
    if (pruning.usable[node.index] === 1) this.#tellUsable(node);
    else this.#tellElement(node);
    return OPAQUE_TAGS.has(node.tag) ? node.end : node.index + 1;
  }

  #tellText(node: PageNode): number {
    if (this.#scene.interactiveOnly && this.#inControl === 0) return node.index + 1;
    if (node.parent?.has(Flag.Pre)) this.#tellPreformatted(node);
    else this.#writer.text(node.text, node);
    return node.index + 1;
  }

  #tellPreformatted(node: PageNode): void {
    node.text.split('\n').forEach((line, i) => {
      if (i > 0) this.#writer.block();
      this.#writer.preformatted(line, node);
    });
  }

  /** What a list has not loaded is said at its end; that it is busy, at its beginning. */
  #promiseRest(node: PageNode): void {
    const unloaded = this.#scene.structure.unloaded.get(node);
    if (unloaded) this.#nesting.enter(node, () => this.#writer.line('note', [unloadedText(unloaded)], node));
    if (node.attributes['aria-busy'] === 'true' && !this.#regions.has(node))
      this.#writer.line('note', ['(still loading)'], node);
  }

  #tellBlock(node: PageNode): void {
    this.#writer.block();
    this.#nesting.enter(node, () => this.#writer.block());
  }

  #tellRegion(region: LandmarkRegion): number {
    const writer = this.#writer;
    const { node } = region;
    const outer = { region: writer.region, depth: writer.depth };
    const isUnchanged = this.#scene.unchanged.has(region.address) && !this.#scene.full;
    writer.flush();
    writer.region = region;
    // The page's own regions begin at the margin, whatever boxes stand around them.
    if (!region.parent && !node.document.owner) writer.depth = 0;
    writer.line('region', regionLine(region, this.#scene, isUnchanged), node);
    writer.depth++;
    const restore = (): void => {
      writer.flush();
      writer.region = outer.region;
      writer.depth = outer.depth;
    };
    if (isUnchanged) restore();
    else this.#nesting.enter(node, restore);
    return isUnchanged ? node.end : node.index + 1;
  }

  /** The section a heading opens, where it is what it was, and the regions are told. */
  #unchangedSection(node: PageNode): HeadingNode | undefined {
    if (node.role !== 'heading' || this.#scene.full || !this.#options.regions) return undefined;
    if (this.#inControl > 0 || this.#writer.joined > 0) return undefined;
    return this.#scene.unchanged.has(identity(node)) ? this.#headings.get(node) : undefined;
  }

  #tellUnchanged(section: HeadingNode): number {
    this.#writer.line('heading', [unchangedSectionLine(section)], section.node);
    return section.end;
  }

  #tellUsable(node: PageNode): void {
    if (FRAME_TAGS.has(node.tag)) this.#tellFrame(node);
    else this.#tellControl(node);
  }

  #tellControl(node: PageNode): void {
    const { style, isNew, structure } = this.#scene;
    if (this.#inControl > 0) this.#writer.flush();
    const word = wordFor(node, style);
    this.#writer.open(node, isNew(node) ? '*' : '', `]${controlTag(node, word, this.#scene)}`);
    this.#inControl++;
    this.#writer.joined++;
    const context = structure.contexts.get(node);
    const isTold = !context || context.kind === 'after' || context.label === this.#heading;
    this.#nesting.enter(node, () => {
      this.#inControl--;
      this.#writer.joined--;
      this.#writer.close(
        word,
        isField(node) && style === 'markup' ? '' : node.name,
        isTold ? undefined : `(${context.kind} ${quote(context.label)})`,
      );
    });
    if (OPAQUE_TAGS.has(node.tag)) this.#nesting.leaveUntil(node.end);
  }

  #tellFrame(node: PageNode): void {
    const { isNew } = this.#scene;
    const origin = foreignOrigin(node);
    const foreign = origin ? ` origin=${origin}` : '';
    const label = node.name ? ` ${quote(node.name)}` : '';
    this.#writer.line(
      'content',
      [`${isNew(node) ? '*' : ''}[`, node, `]|IFRAME|<${node.tag}${label}${foreign}${unreadText(node)}>`],
      node,
    );
    this.#indent(node);
  }

  #indent(node: PageNode): void {
    const writer = this.#writer;
    writer.depth++;
    this.#nesting.enter(node, () => {
      writer.flush();
      writer.depth--;
    });
  }

  #tellElement(node: PageNode): void {
    const { role } = node;
    if (role === 'heading') this.#tellHeading(node);
    else if (role === 'row') this.#tellRow(node);
    else if (
      node.has(Flag.Cell) ||
      role === 'cell' ||
      role === 'gridcell' ||
      role === 'columnheader' ||
      role === 'rowheader'
    )
      this.#tellCell(node);
    else if (role === 'list') this.#tellList(node);
    else if (node.scroller && node.has(Flag.ScrollX | Flag.ScrollY)) this.#tellScroller(node);
    else if (role === 'deletion') this.#tellWithin(node, '~~');
    else if (role === 'superscript') this.#writer.glue('^', node);
    else if (FRAME_TAGS.has(node.tag) && node.children.length > 0) this.#tellBlock(node);
    else this.#tellStandIn(node);
  }

  #tellHeading(node: PageNode): void {
    if (this.#inControl > 0 || this.#writer.joined > 0) return;
    const { interactiveOnly } = this.#scene;
    if (interactiveOnly && (!this.#options.regions || !this.#opensSomething(node))) return;
    this.#heading = node.name;
    this.#writer.start('heading', `${'#'.repeat(Math.min(headingLevel(node), 6))} `);
    if (interactiveOnly && this.#scene.structure.counts.usable(node) === 0) {
      this.#writer.text(node.name, node);
    }
    this.#nesting.enter(node, () => this.#writer.flush());
  }

  /** True for a heading whose section holds something to use. */
  #opensSomething(node: PageNode): boolean {
    return (this.#headings.get(node)?.elementCount ?? 1) > 0;
  }

  #tellRow(node: PageNode): void {
    const { counts } = this.#scene.structure;
    if (counts.leaves(node) > ROW_PARTS || this.#writer.inRow > 0) return;
    const writer = this.#writer;
    writer.block();
    writer.joined++;
    writer.inRow++;
    this.#nesting.enter(node, () => {
      writer.joined--;
      writer.inRow--;
      writer.block();
    });
  }

  #tellCell(node: PageNode): void {
    if (this.#writer.inRow === 0) {
      this.#tellBlock(node);
      return;
    }
    // Cells are parted by bars where all are told, else by what stands in them.
    if (this.#scene.interactiveOnly) return;
    const cells = node.parent?.children.filter((child) => child.isElement) ?? [];
    const before = cells[cells.indexOf(node) - 1];
    if (before) this.#writer.separator(' |'.repeat(columnsOf(before)));
  }

  /** Only nested lists are indented: the first level is told by the lines themselves. */
  #tellList(node: PageNode): void {
    this.#lists++;
    if (this.#lists > 1 && this.#writer.joined === 0) this.#indent(node);
    this.#nesting.enter(node, () => this.#lists--);
  }

  #tellScroller(node: PageNode): void {
    const text = scrollText(node);
    if (this.#scene.interactiveOnly && this.#scene.structure.counts.usable(node) === 0) return;
    if (text === '' || this.#writer.joined > 0 || node.tag === 'html' || node.tag === 'body') return;
    // A shell around the landmarks: the page line tells how far it is scrolled.
    if (this.#options.regions && this.#scene.structure.regions.some((region) => node.contains(region.node)))
      return;
    this.#writer.line('content', [`|SCROLL|(scroll: ${text})`], node);
    this.#indent(node);
  }

  /** A price struck through is no price: told between marks, as in Markdown. */
  #tellWithin(node: PageNode, mark: string): void {
    this.#writer.glue(mark, node);
    this.#nesting.enter(node, () => this.#writer.glue(mark, node));
  }

  /** A picture in a control is part of what that says. */
  #tellStandIn(node: PageNode): void {
    const text = standInFor(node, this.#scene);
    if (this.#inControl > 0 && isPicture(node) && isNamed(node)) this.#writer.text(` ${node.name} `, node);
    else if (text !== '' && this.#inControl === 0 && !this.#scene.interactiveOnly)
      this.#writer.piece(text, node);
  }

  #tellFold(fold: Fold): void {
    const { pruning } = this.#scene.structure;
    const first = pruning.page.nodes[fold.from] as PageNode;
    const landmark = this.#writer.region?.address;
    const whole: Call = this.#options.call ?? { tool: 'look' };
    const call = this.#scene.call({ ...(landmark ? { tool: 'get_region', landmark } : whole), full: true });
    if (this.#writer.joined > 0) return;
    this.#writer.line('note', [`(${fold.count} more ${fold.kind} like these: ${call})`], first);
  }
}
