import { identity, type PageNode } from '../model/Page.ts';
import { Flag } from '../model/Snapshot.ts';
import { type HeadingNode, headingLevel } from '../structure/headings.ts';
import type { LandmarkRegion } from '../structure/landmarks.ts';
import type { Fold } from '../structure/repeats.ts';
import { compactAttributes, markupAttributes } from './attributes.ts';
import { clean, escapeInline, quote } from './escape.ts';
import { LineWriter } from './LineWriter.ts';
import type { Line, Scene } from './View.ts';
import { wordFor } from './word.ts';

export interface NarrateOptions {
  /** Tell landmarks as lines with their content indented under them. */
  regions: boolean;
  /** First and one past the last node index. Default: the page. */
  from?: number;
  to?: number;
  /** Only what there is to read: no numbers, no tags. Default false. */
  textOnly?: boolean;
}

interface Frame {
  end: number;
  leave: () => void;
}

/** Tells a page, or a span of it, as lines in document order. One scan, whatever the depth. */
export function narrate(scene: Scene, options: NarrateOptions): Line[] {
  return new Narrator(scene, options).run();
}

/** Their children are the page's fallback for browsers that cannot show them. */
const OPAQUE_TAGS = new Set([
  'select',
  'textarea',
  'canvas',
  'video',
  'audio',
  'object',
  'progress',
  'meter',
]);

/** A row with more than this many parts is layout rather than data: its cells stand on lines. */
const ROW_PARTS = 24;

class Narrator {
  readonly #scene: Scene;
  readonly #options: NarrateOptions;
  readonly #writer: LineWriter;
  readonly #frames: Frame[] = [];
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
      this.#leaveUntil(i);
      const fold = this.#scene.full ? undefined : folds.get(i);
      if (fold && fold.to <= to) {
        this.#tellFold(fold);
        i = fold.to;
      } else {
        i = this.#tell(nodes[i] as PageNode);
      }
    }
    this.#leaveUntil(Number.POSITIVE_INFINITY);
    this.#writer.flush();
    return this.#writer.lines;
  }

  #leaveUntil(index: number): void {
    for (let frame = this.#frames.at(-1); frame && frame.end <= index; frame = this.#frames.at(-1)) {
      this.#frames.pop();
      frame.leave();
    }
  }

  #enter(node: PageNode, leave: () => void): void {
    this.#frames.push({ end: node.end, leave });
  }

  /** Tells one node and returns the index to go on from. */
  #tell(node: PageNode): number {
    const { pruning } = this.#scene.structure;
    if (pruning.verdicts[node.index]?.decision === 'remove') return node.index + 1;
    if (node.isText) return this.#tellText(node);
    if (node.has(Flag.Block)) this.#tellBlock(node);
    if (node.tag === 'br') this.#writer.block();
    const section = this.#unchangedSection(node);
    if (section) return this.#tellUnchanged(section);
    const region = this.#regions.get(node);
    if (region && this.#scene.interactiveOnly && region.elementCount === 0) return node.end;
    if (region) return this.#tellRegion(region);
    if (pruning.usable[node.index] === 1 && !this.#options.textOnly) this.#tellUsable(node);
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
      this.#writer.text(line, node);
    });
  }

  #tellBlock(node: PageNode): void {
    this.#writer.block();
    this.#enter(node, () => this.#writer.block());
  }

  #tellRegion(region: LandmarkRegion): number {
    const writer = this.#writer;
    const { node } = region;
    const outer = { region: writer.region, depth: writer.depth };
    writer.flush();
    const isUnchanged = this.#scene.unchanged.has(region.address) && !this.#scene.full;
    writer.region = region;
    if (this.#scene.structure.pruning.usable[node.index] === 1) {
      writer.line('region', [`${regionHeader(region)}: [`, node, ']'], node);
    } else if (isUnchanged) {
      writer.line('region', [`${regionHeader(region)} (unchanged, ${this.#census(region)})`], node);
    } else {
      writer.line('region', [region.name ? regionHeader(region) : `${regionHeader(region)}:`], node);
    }
    const restore = (): void => {
      writer.flush();
      writer.region = outer.region;
      writer.depth = outer.depth;
    };
    if (isUnchanged) {
      restore();
      return node.end;
    }
    writer.depth = region.depth + 1;
    this.#enter(node, restore);
    return node.index + 1;
  }

  /** The section a heading opens, where it is what it was, and the regions are told. */
  #unchangedSection(node: PageNode): HeadingNode | undefined {
    if (node.role !== 'heading' || this.#scene.full || !this.#options.regions) return undefined;
    if (this.#inControl > 0 || this.#writer.joined > 0) return undefined;
    return this.#scene.unchanged.has(identity(node)) ? this.#headings.get(node) : undefined;
  }

  #tellUnchanged({ node, level, end, elementCount }: HeadingNode): number {
    const marks = '#'.repeat(Math.min(level, 6));
    const count = `${elementCount} element${elementCount === 1 ? '' : 's'}`;
    this.#writer.line('heading', [`${marks} ${escapeInline(node.name)} (unchanged, ${count})`], node);
    return end;
  }

  /** What an unchanged region holds, in a word or two: `6 links`, `2 fields, 1 button`. */
  #census({ node }: LandmarkRegion): string {
    const { pruning } = this.#scene.structure;
    const counts = new Map<string, number>();
    for (let i = node.index; i < node.end; i++) {
      if (pruning.usable[i] !== 1) continue;
      const kind = kindOf(pruning.page.nodes[i] as PageNode);
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    const told = [...counts].map(([kind, count]) => `${count} ${kind}${count === 1 ? '' : 's'}`);
    return told.length > 0 ? told.join(', ') : 'text';
  }

  #tellUsable(node: PageNode): void {
    if (node.tag === 'iframe' || node.tag === 'frame') this.#tellFrame(node);
    else this.#tellControl(node);
  }

  #tellControl(node: PageNode): void {
    const { style, isNew, structure } = this.#scene;
    if (this.#inControl > 0) this.#writer.flush();
    const word = wordFor(node, style);
    const text = structure.counts.leaves(node) > 1 ? visibleText(node, this.#scene) : '';
    const label = text || node.name;
    const attributes =
      style === 'compact' ? compactAttributes(node, word, label) : markupAttributes(node, label);
    const scroll = scrollText(node);
    this.#writer.open(
      node,
      isNew(node) ? '*' : '',
      `]<${word}${attributes}${scroll && ` scroll=${scroll}`}>`,
    );
    this.#inControl++;
    this.#writer.joined++;
    const context = structure.contexts.get(node);
    const isTold = context === undefined || context.label === this.#heading;
    this.#enter(node, () => {
      this.#inControl--;
      this.#writer.joined--;
      this.#writer.close(
        word,
        isField(node) && style === 'markup' ? '' : node.name,
        isTold ? undefined : `(${context.kind} ${quote(context.label)})`,
      );
    });
    if (OPAQUE_TAGS.has(node.tag)) this.#leaveUntil(node.end);
  }

  #tellFrame(node: PageNode): void {
    const { isNew } = this.#scene;
    const origin = node.children[0]?.document.origin;
    const foreign = origin && origin !== node.document.origin ? ` origin=${origin}` : '';
    const label = node.name ? ` ${quote(node.name)}` : '';
    const state = node.has(Flag.Unreadable) ? ' unreadable' : '';
    this.#writer.line(
      'content',
      [`${isNew(node) ? '*' : ''}[`, node, `]|IFRAME|<iframe${label}${foreign}${state}>`],
      node,
    );
    this.#indent(node);
  }

  #indent(node: PageNode): void {
    const writer = this.#writer;
    writer.depth++;
    this.#enter(node, () => {
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
    else if (role === 'progressbar' || role === 'meter') this.#tellGauge(node);
    else if (role === 'img' || node.tag === 'img' || node.tag === 'svg') this.#tellPicture(node);
    else if (node.tag === 'canvas') this.#tellCanvas(node);
    else if (node.tag === 'iframe' || node.tag === 'frame') this.#tellSmallFrame(node);
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
    this.#enter(node, () => this.#writer.flush());
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
    this.#enter(node, () => {
      writer.joined--;
      writer.inRow--;
      writer.block();
    });
  }

  #tellCell(node: PageNode): void {
    const isFirst = node.parent?.children.find((child) => child.isElement) === node;
    if (this.#writer.inRow > 0) this.#parted(isFirst);
    else this.#tellBlock(node);
  }

  /** Cells are parted by bars where all are told, else by what stands in them. */
  #parted(isFirst: boolean): void {
    if (!isFirst && !this.#scene.interactiveOnly) this.#writer.separator(' |');
  }

  /** Only nested lists are indented: the first level is told by the lines themselves. */
  #tellList(node: PageNode): void {
    this.#lists++;
    if (this.#lists > 1 && this.#writer.joined === 0) this.#indent(node);
    this.#enter(node, () => this.#lists--);
  }

  #tellScroller(node: PageNode): void {
    const text = scrollText(node);
    if (this.#scene.interactiveOnly && this.#scene.structure.counts.usable(node) === 0) return;
    if (text === '' || this.#writer.joined > 0 || node.tag === 'html' || node.tag === 'body') return;
    this.#writer.line('content', [`|SCROLL|(scroll: ${text})`], node);
    this.#indent(node);
  }

  #tellGauge(node: PageNode): void {
    if (this.#scene.interactiveOnly) return;
    const value =
      node.attributes['aria-valuetext'] ??
      node.attributes['.value'] ??
      node.attributes['aria-valuenow'] ??
      '';
    const max = node.attributes.max ?? node.attributes['aria-valuemax'];
    const label = node.name ? ` ${quote(node.name)}` : '';
    this.#writer.piece(
      `<${node.role}${label}${value && ` value=${clean(value)}${max ? `/${clean(max)}` : ''}`}>`,
      node,
    );
  }

  #tellPicture(node: PageNode): void {
    if (this.#scene.interactiveOnly || this.#inControl > 0 || !/[\p{L}\p{N}]/u.test(node.name)) return;
    this.#writer.piece(`<img ${quote(node.name)}>`, node);
  }

  /** What is drawn cannot be read; saying nothing would read as nothing there. */
  #tellCanvas(node: PageNode): void {
    if (!node.box || this.#inControl > 0 || this.#scene.interactiveOnly) return;
    const label = node.name ? ` ${quote(node.name)}` : '';
    this.#writer.piece(`<canvas${label} ${node.box.width}x${node.box.height}>`, node);
  }

  #tellSmallFrame(node: PageNode): void {
    if (node.children.length > 0) this.#tellBlock(node);
  }

  #tellFold(fold: Fold): void {
    const { pruning } = this.#scene.structure;
    const first = pruning.page.nodes[fold.from] as PageNode;
    const address = this.#writer.region?.address;
    const call = address ? `get_region ${address.replace(/\s+/g, ' ')}` : 'look';
    if (this.#writer.joined > 0) return;
    this.#writer.line('note', [`(${fold.count} more ${fold.kind} like these: ${clean(call)} full)`], first);
  }
}

/** `NAV#2`, `NAV: "Primary"`, `MAIN`. */
export function regionHeader(region: LandmarkRegion): string {
  const ordinal = /#\d+$/.exec(region.address)?.[0] ?? '';
  return region.name ? `${region.label}${ordinal}: ${quote(region.name)}` : `${region.label}${ordinal}`;
}

/** The visible words inside an element, targets within it apart. */
export function visibleText(node: PageNode, { structure }: Scene): string {
  const { verdicts, usable, page } = structure.pruning;
  if (OPAQUE_TAGS.has(node.tag)) return '';
  let text = '';
  for (let i = node.index + 1; i < node.end; i++) {
    const inner = page.nodes[i] as PageNode;
    if (usable[i] === 1) i = inner.end - 1;
    else if (verdicts[i]?.decision === 'remove') continue;
    else if (inner.isText) text += inner.text;
    else if (inner.has(Flag.Block)) text += ' ';
  }
  return text.replace(/\s+/g, ' ').trim();
}

/** In the markup style a field's label stands as text beside it. */
function isField({ tag }: PageNode): boolean {
  return tag === 'input' || tag === 'select' || tag === 'textarea';
}

function kindOf(node: PageNode): string {
  if (node.role === 'link') return 'link';
  if (node.role === 'button' || node.tag === 'button') return 'button';
  const fields = [
    'textbox',
    'searchbox',
    'combobox',
    'listbox',
    'checkbox',
    'radio',
    'spinbutton',
    'slider',
    'switch',
  ];
  return fields.includes(node.role) ? 'field' : 'element';
}

/** How many screens of it lie above and below what shows: `0.5↑ 2.1↓ 19%`; '' when it all shows. */
export function scrollText({ scroller }: PageNode): string {
  if (!scroller || scroller.clientHeight <= 0) return '';
  const above = scroller.top / scroller.clientHeight;
  const hidden = scroller.height - scroller.clientHeight;
  const below = Math.max(0, hidden - scroller.top) / scroller.clientHeight;
  if (above < 0.05 && below < 0.05) return '';
  const share = hidden > 0 ? Math.round((100 * scroller.top) / hidden) : 0;
  return `${above.toFixed(1)}↑ ${below.toFixed(1)}↓ ${share}%`;
}
