import type { PageNode } from '../../snapshot/Page.ts';
import type { LandmarkRegion } from '../../structure/landmarks.ts';
import type { ContentWriter } from '../ContentRenderer.ts';
import { escapeInline, escapeLineStart } from '../escape.ts';
import type { ViewLine } from '../RenderContext.ts';

/**
 * Writes content as lines. The tag of a control is closed only where text follows it on the same line; elsewhere the
 * end of the line closes it.
 */
export class LineWriter implements ContentWriter {
  readonly lines: ViewLine[] = [];
  depth = 0;
  region: LandmarkRegion | undefined;
  /** While above 0, blocks are separated by a space: inside a control or a table row. */
  inlineDepth = 0;
  /** While above 0, `|` in page text is replaced: it separates cells. */
  rowDepth = 0;
  /** What the next line begins with, once something is written into it: the number of an item. */
  itemMarker = '';
  readonly #alwaysClose: boolean;
  #parts: (string | PageNode)[] = [];
  #pendingSpace = false;
  #startsWithText = false;
  #hasText = false;
  #hasControl = false;
  #node: PageNode | undefined;
  /** What closes the control written last, should text follow, and the part before which it belongs. */
  #pendingClose: { tag: string; at: number } | undefined;
  #kind: ViewLine['kind'] = 'content';
  /** For each open control, whether anything was written into it; `parted`: its line has ended. */
  readonly #open: ('empty' | 'written' | 'parted')[] = [];

  constructor({ alwaysClose = false } = {}) {
    this.#alwaysClose = alwaysClose;
  }

  text(raw: string, node: PageNode): void {
    const trimmed = raw.trim();
    if (trimmed === '') {
      this.#pendingSpace = true;
      return;
    }
    if (/^\s/.test(raw)) this.#pendingSpace = true;
    const escaped = escapeInline(this.rowDepth > 0 ? trimmed.replaceAll('|', '¦') : trimmed);
    if (escaped.trim() === '') return;
    this.#flushClose();
    this.#writePendingSpace();
    if (this.#parts.length === 0) this.#startsWithText = true;
    // Within a control whose line has ended, words are a line of their own.
    this.#hasText ||= this.#open.every((state) => state === 'parted');
    this.#append(escaped, node);
    this.#pendingSpace = /\s$/.test(raw);
  }

  /** Generated text such as `<img "Logo">`, between spaces. */
  literal(text: string, node: PageNode): void {
    this.#flushClose();
    this.#pendingSpace = true;
    this.#writePendingSpace();
    this.#hasText = true;
    this.#append(text, node);
    this.#pendingSpace = true;
  }

  /** Between the cells of a row: ` |`. Also written after an empty first cell. */
  separator(text: string): void {
    this.#pendingClose = undefined;
    this.#parts.push(this.#parts.length === 0 ? text.trimStart() : text);
    this.#pendingSpace = true;
  }

  tightLiteral(mark: string, node: PageNode): void {
    if (this.#parts.length === 0) this.#startsWithText = true;
    const isAfterSpace = this.#pendingSpace && this.#parts.length > 0;
    if (isAfterSpace) this.#writePendingSpace();
    this.#append(mark, node);
  }

  preformatted(line: string, node: PageNode): void {
    const indentation = (/^[ \t\u00a0]*/.exec(line)?.[0] ?? '').replaceAll('\u00a0', ' ');
    const beginsLine = this.#parts.length === 0 && line.trim() !== '' && this.inlineDepth === 0;
    if (beginsLine) {
      this.#parts.push(indentation);
      this.#startsWithText = true;
    }
    this.text(beginsLine ? line.slice(indentation.length) : line, node);
  }

  open(node: PageNode, mark: string, tag: string): void {
    this.#pendingClose = undefined;
    if (this.#parts.length > 0 && !this.#last()?.endsWith(' ')) this.#parts.push(' ');
    this.#markWritten();
    this.#parts.push(`${mark}[`, node, tag);
    this.#node ??= node;
    this.#hasControl = true;
    this.#open.push('empty');
    this.#pendingSpace = false;
  }

  /** Ends the control opened last. `label` is written if nothing else was written into it. */
  close(word: string, label: string, qualifier: string | undefined): void {
    const state = this.#open.pop();
    if (state === 'parted') return;
    const written = state === 'written';
    const content = written ? '' : escapeInline(label);
    if (content) this.#parts.push(content);
    const isEmpty = !written && content === '';
    if (isEmpty && this.#alwaysClose) this.#selfClose();
    if (!isEmpty && this.#alwaysClose) this.#parts.push(`</${word}>`);
    if (!this.#alwaysClose)
      this.#pendingClose = { tag: isEmpty ? '/' : `</${word}>`, at: this.#parts.length };
    if (qualifier && !this.#containsLabel(qualifier)) this.#parts.push(` ${qualifier}`);
    this.#pendingSpace = false;
    this.#spaceAfterInline();
  }

  /** Behind the control that was closed last, where its line goes on; nothing for ''. */
  suffix(text: string): void {
    if (text !== '' && this.#parts.length > 0) this.#parts.push(` ${text}`);
  }

  gap(): void {
    this.#pendingSpace = true;
  }

  lineBreak(): void {
    this.block();
  }

  block(): void {
    if (this.inlineDepth > 0 && !this.#isInPartedControls) this.#pendingSpace = true;
    else this.flush();
  }

  /** In nothing but controls whose lines have ended, such as a panel that takes the focus: blocks in them are lines. */
  get #isInPartedControls(): boolean {
    return this.inlineDepth === this.#open.length && this.#open.every((state) => state === 'parted');
  }

  note(text: string, node: PageNode, omitted = 0): void {
    this.line('note', [text], node, omitted);
  }

  /** A line of its own; `omitted`: interactive elements that it counts instead of writing them. */
  line(kind: ViewLine['kind'], parts: (string | PageNode)[], node?: PageNode, omitted = 0): void {
    this.flush();
    const { depth, region } = this;
    this.lines.push({ kind, depth, parts, region, node, controlsOnly: false, omitted });
  }

  /** Begins a line of the given kind with a prefix such as `## `. */
  beginLine(kind: ViewLine['kind'], prefix: string): void {
    this.flush();
    this.#kind = kind;
    this.#parts.push(prefix);
  }

  flush(): void {
    const parts = this.#parts;
    const isBlank = !this.#hasText && !this.#hasControl;
    if (!isBlank) {
      if (this.#startsWithText) escapeLeadingText(parts);
      if (this.itemMarker) parts.unshift(`${escapeLineStart(escapeInline(this.itemMarker))} `);
      this.itemMarker = '';
      this.lines.push({
        kind: this.#kind,
        depth: this.depth,
        parts,
        region: this.region,
        node: this.#node,
        controlsOnly: this.#hasControl && !this.#hasText && this.#kind === 'content',
      });
    }
    for (let i = 0; i < this.#open.length; i++) this.#open[i] = 'parted';
    this.#reset();
  }

  #markWritten(): void {
    for (let i = 0; i < this.#open.length; i++) if (this.#open[i] === 'empty') this.#open[i] = 'written';
  }

  #reset(): void {
    this.#parts = [];
    this.#pendingSpace = false;
    this.#startsWithText = false;
    this.#hasText = false;
    this.#hasControl = false;
    this.#node = undefined;
    this.#pendingClose = undefined;
    this.#kind = 'content';
  }

  #append(text: string, node: PageNode): void {
    this.#parts.push(text);
    this.#node ??= node;
    this.#markWritten();
  }

  #writePendingSpace(): void {
    const last = this.#last();
    const afterTag = this.#open.length > 0 && this.#open.at(-1) === 'empty';
    if (this.#pendingSpace && this.#parts.length > 0 && !afterTag && !last?.endsWith(' '))
      this.#parts.push(' ');
    this.#pendingSpace = false;
  }

  #last(): string | undefined {
    const last = this.#parts.at(-1);
    return typeof last === 'string' ? last : undefined;
  }

  #flushClose(): void {
    if (this.#pendingClose?.tag === '/') this.#selfClose(this.#pendingClose.at);
    else if (this.#pendingClose) this.#parts.splice(this.#pendingClose.at, 0, this.#pendingClose.tag);
    this.#pendingClose = undefined;
  }

  #selfClose(end = this.#parts.length): void {
    const tag = this.#parts[end - 1];
    if (typeof tag === 'string' && tag.endsWith('>')) this.#parts[end - 1] = `${tag.slice(0, -1)}/>`;
  }

  /** True if the line already names the item, as a table row does; a long label may be cut. */
  #containsLabel(qualifier: string): boolean {
    const label = (/"(.*)"/.exec(qualifier)?.[1] ?? '').replace(/…$/, '');
    return this.#parts.some((part) => typeof part === 'string' && part.includes(label));
  }

  #spaceAfterInline(): void {
    if (this.inlineDepth > 0) this.#pendingSpace = true;
  }
}

/** What begins a line may be spread over several runs of text: `<b>MA</b>IN:`. */
function escapeLeadingText(parts: (string | PageNode)[]): void {
  const end = parts.findIndex((part) => typeof part !== 'string');
  const lead = parts.splice(0, end < 0 ? parts.length : end).join('');
  parts.unshift(escapeLineStart(lead));
}
