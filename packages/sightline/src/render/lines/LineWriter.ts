import type { PageNode } from '../../snapshot/Page.ts';
import type { LandmarkRegion } from '../../structure/landmarks.ts';
import { escapeInline, escapeLineStart } from '../escape.ts';
import type { ViewLine } from '../RenderContext.ts';

/**
 * Writes running content as lines: inline content joins, blocks break. A control's tag is closed only
 * where text follows on the same line, since elsewhere the end of the line closes it.
 */
export class LineWriter {
  readonly lines: ViewLine[] = [];
  depth = 0;
  region: LandmarkRegion | undefined;
  /** While above 0, blocks are parted by a space: inside a control, or a table row. */
  inlineDepth = 0;
  /** While above 0, page text cannot hold the separator of cells. */
  rowDepth = 0;
  readonly #alwaysClose: boolean;
  #parts: (string | PageNode)[] = [];
  #pendingSpace = false;
  #startsWithText = false;
  #hasText = false;
  #hasControl = false;
  #node: PageNode | undefined;
  #pendingClose: string | undefined;
  #kind: ViewLine['kind'] = 'content';
  /** For each open control, whether anything was written into it; `parted` once its line has ended. */
  readonly #open: ('empty' | 'written' | 'parted')[] = [];

  constructor({ alwaysClose = false } = {}) {
    this.#alwaysClose = alwaysClose;
  }

  /** Page text: cleaned, escaped, one space kept at either end. */
  text(raw: string, node: PageNode): void {
    const trimmed = raw.trim();
    if (trimmed === '') {
      this.#pendingSpace = true;
      return;
    }
    if (raw[0] === ' ' || raw[0] === '\n') this.#pendingSpace = true;
    const escaped = escapeInline(this.rowDepth > 0 ? trimmed.replaceAll('|', '¦') : trimmed);
    if (escaped.trim() === '') return;
    this.#flushClose();
    this.#writePendingSpace();
    if (this.#parts.length === 0) this.#startsWithText = true;
    this.#hasText ||= this.#open.length === 0;
    this.#append(escaped, node);
    this.#pendingSpace = /\s$/.test(raw);
  }

  /** Text of ours, such as `<img "Logo">`. Begins after a space. */
  literal(text: string, node: PageNode): void {
    this.#flushClose();
    this.#pendingSpace = true;
    this.#writePendingSpace();
    this.#hasText = true;
    this.#append(text, node);
    this.#pendingSpace = true;
  }

  /** What parts the cells of a row: ` |`. An empty first cell is told by it too. */
  separator(text: string): void {
    this.#pendingClose = undefined;
    this.#parts.push(this.#parts.length === 0 ? text.trimStart() : text);
    this.#pendingSpace = true;
  }

  /** A mark of ours that stands close to the words around it: `~~`, `^`. */
  tightLiteral(mark: string, node: PageNode): void {
    if (this.#parts.length === 0) this.#startsWithText = true;
    const isAfterSpace = this.#pendingSpace && this.#parts.length > 0;
    if (isAfterSpace) this.#writePendingSpace();
    this.#append(mark, node);
  }

  /** A line of preformatted text: its indentation is part of it. */
  preformatted(line: string, node: PageNode): void {
    const indentation = /^[ \t]*/.exec(line)?.[0] ?? '';
    if (this.#parts.length === 0 && line.trim() !== '' && this.inlineDepth === 0) {
      this.#parts.push(indentation);
      this.#startsWithText = true;
    }
    this.text(line.slice(indentation.length), node);
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

  /** Ends the control opened last. `label` is said if nothing was written into it. */
  close(word: string, label: string, qualifier: string | undefined): void {
    const state = this.#open.pop();
    if (state === 'parted') return;
    const written = state === 'written';
    const content = written ? '' : escapeInline(label);
    if (content) this.#parts.push(content);
    const isEmpty = !written && content === '';
    if (isEmpty && this.#alwaysClose) this.#selfClose();
    if (!isEmpty && this.#alwaysClose) this.#parts.push(`</${word}>`);
    if (qualifier && !this.#containsLabel(qualifier)) this.#parts.push(` ${qualifier}`);
    else if (!this.#alwaysClose) this.#pendingClose = isEmpty ? '/' : `</${word}>`;
    this.#pendingSpace = false;
    this.#spaceAfterInline();
  }

  /** A block begins or ends here. */
  block(): void {
    if (this.inlineDepth > 0) this.#pendingSpace = true;
    else this.flush();
  }

  /** A line of its own. */
  line(kind: ViewLine['kind'], parts: (string | PageNode)[], node?: PageNode): void {
    this.flush();
    this.lines.push({ kind, depth: this.depth, parts, region: this.region, node, controlsOnly: false });
  }

  /** Begins a line of the given kind with a prefix of ours, such as `## `. */
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
    if (this.#pendingClose === '/') this.#selfClose();
    else if (this.#pendingClose) this.#parts.push(this.#pendingClose);
    this.#pendingClose = undefined;
  }

  #selfClose(): void {
    const last = this.#last();
    if (last?.endsWith('>')) this.#parts[this.#parts.length - 1] = `${last.slice(0, -1)}/>`;
  }

  /** The line already names the item, as a table row does; a long label may be cut. */
  #containsLabel(qualifier: string): boolean {
    const label = (/"(.*)"/.exec(qualifier)?.[1] ?? '').replace(/…$/, '');
    return this.#parts.some((part) => typeof part === 'string' && part.includes(label));
  }

  #spaceAfterInline(): void {
    if (this.inlineDepth > 0) this.#pendingSpace = true;
  }
}

/** The beginning may be spread over several runs of text: `<b>MA</b>IN:`. */
function escapeLeadingText(parts: (string | PageNode)[]): void {
  const end = parts.findIndex((part) => typeof part !== 'string');
  const lead = parts.splice(0, end < 0 ? parts.length : end).join('');
  parts.unshift(escapeLineStart(lead));
}
