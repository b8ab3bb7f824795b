import type { ContentWriter } from '../ContentRenderer.ts';
import { stripInvisible } from '../escape.ts';
import {
  codeFence,
  codeSpan,
  escapeMarkdown,
  escapeMarkdownStart,
  escapePipes,
  unclosedTicks,
} from './escapeMarkdown.ts';

/** A line of Markdown, and what must be added to a text that begins or ends with it. */
export interface MarkdownLine {
  text: string;
  /** To write before it: the head of its table, the fence of its code. */
  opening: readonly string[];
  /** To write after it: a fence. */
  closing: string | undefined;
}

/** A list item, quotation or definition: its blocks begin with a prefix. */
interface Container {
  firstPrefix: string;
  restPrefix: string;
  used: boolean;
  /** The list of a list item. */
  list: object | undefined;
}

/** Containers within this many others get no prefix: a page may nest 10,000 lists. */
const MAX_CONTAINER_DEPTH = 12;
/** Longer paragraphs, in characters, are broken into several lines, since texts are cut between lines. */
const MAX_LINE_LENGTH = 1_000;

/** Writes content as Markdown. */
export class MarkdownWriter implements ContentWriter {
  readonly lines: MarkdownLine[] = [];
  /** While above 0, blocks and lines are separated by a space: in a heading or the cell of a table. */
  inlineDepth = 0;
  readonly #containers: Container[] = [];
  /** Containers of the block written last. */
  #lastContainers: readonly Container[] = [];
  #blankLine = false;
  #prefix = '';
  /** Its lines. */
  #paragraph: string[] = [];
  #pendingSpace = false;
  #code: string | undefined;

  text(raw: string): void {
    if (this.#code !== undefined) {
      this.#code += raw;
      return;
    }
    const trimmed = raw.trim();
    if (trimmed === '' || /^\s/.test(raw)) this.#pendingSpace = true;
    const escaped = escapeMarkdown(trimmed).trim();
    if (escaped === '') return;
    this.#append(escaped);
    this.#pendingSpace = /\s$/.test(raw);
  }

  /** Generated text, between spaces. */
  literal(text: string): void {
    if (text === '') return;
    this.#pendingSpace = true;
    this.#append(text);
    this.#pendingSpace = true;
  }

  preformatted(line: string): void {
    this.text(line);
  }

  tightLiteral(mark: string): void {
    if (this.#code === undefined) this.#append(mark);
  }

  space(): void {
    this.#pendingSpace = true;
    if (this.#code !== undefined) this.#code += ' ';
  }

  gap(): void {
    if (this.#code === undefined) this.#pendingSpace = true;
  }

  /** Text until `endCode` is code. */
  beginCode(): void {
    this.#code = '';
  }

  /** Writes the code within its line, or as a block between fences if it has several lines. */
  endCode(as: 'inline' | 'block'): void {
    const code = this.#code ?? '';
    this.#code = undefined;
    if (as === 'block' && this.inlineDepth === 0 && /\S\s*\n\s*\S/.test(code)) this.#fence(code);
    else if (code.trim() !== '') this.#append(codeSpan(code));
  }

  get inCode(): boolean {
    return this.#code !== undefined;
  }

  lineBreak(): void {
    if (this.#code !== undefined) this.#code += '\n';
    else if (this.inlineDepth > 0) this.#pendingSpace = true;
    else this.#paragraph.push('');
  }

  block(blankLine = false): void {
    if (this.#code !== undefined) {
      if (this.#code !== '' && !this.#code.endsWith('\n')) this.#code += '\n';
    } else if (this.inlineDepth > 0) this.#pendingSpace = true;
    else {
      this.flush();
      this.#blankLine ||= blankLine;
    }
  }

  /** Begins a heading. */
  heading(level: number): void {
    this.block(true);
    this.#prefix = `${'#'.repeat(level)} `;
  }

  note(text: string): void {
    this.flush();
    this.#emit([text]);
  }

  /** Writes a table from rows of cells, the first of them its head. */
  table(rows: readonly string[][]): void {
    const [head = [], ...body] = rows.map((cells) => cells.map(escapePipes));
    const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`.replace(/ {2,}/g, ' ');
    const opening = [line(head), `|${' --- |'.repeat(head.length)}`];
    this.block(true);
    this.#emit([...opening, ...body.map(line)], opening);
    this.#blankLine = true;
  }

  /** Begins a list item, quotation or definition. */
  open(first: string, list?: object): void {
    this.block();
    const isWithinLimit = this.#containers.length < MAX_CONTAINER_DEPTH;
    const rest = first.startsWith('>') ? first : ' '.repeat(first.length);
    this.#containers.push({
      firstPrefix: isWithinLimit ? first : '',
      restPrefix: isWithinLimit ? rest : '',
      used: false,
      list,
    });
  }

  close(): void {
    this.block();
    this.#containers.pop();
  }

  /** True right after the start of an item. */
  get isAtItemStart(): boolean {
    return this.#containers.at(-1)?.used === false && this.#paragraph.length === 0;
  }

  /** Takes back what was written since the last block, as one line. */
  takeInline(): string {
    const text = this.#paragraph.join(' ');
    this.#paragraph = [];
    this.#pendingSpace = false;
    return text.trim();
  }

  flush(): void {
    const paragraph = this.#paragraph.filter((line) => line !== '');
    const prefix = this.#prefix;
    this.#paragraph = [];
    this.#pendingSpace = false;
    this.#prefix = '';
    if (paragraph.length === 0) return;
    this.#emit(paragraph.flatMap(wrapLine).map((line, i) => (i === 0 ? prefix + line : line)));
    if (prefix !== '') this.#blankLine = true;
  }

  #append(text: string): void {
    if (this.#code !== undefined) {
      this.#code += text;
      return;
    }
    const line = this.#paragraph.pop() ?? '';
    const separator = this.#pendingSpace && line !== '' && !line.endsWith(' ') ? ' ' : '';
    // `![` begins a picture.
    const escape = separator === '' && line.endsWith('!') && text.startsWith('[') ? '\\' : '';
    this.#paragraph.push(line + separator + escape + text);
    this.#pendingSpace = false;
  }

  #fence(code: string): void {
    const text = stripInvisible(code)
      .replace(/^(?:[ \t]*\n)+/, '')
      .trimEnd();
    if (text === '') return;
    const fence = codeFence(text);
    this.block(true);
    this.#emit([fence, ...text.split('\n'), fence], [fence], fence);
    this.#blankLine = true;
  }

  /** A continued text can begin at every line but those of `opening`. */
  #emit(texts: string[], opening: readonly string[] = [], closing?: string): void {
    if (this.lines.length > 0 && this.#needsBlankLine()) this.#write(this.#blankLineText(), [], undefined);
    const start = this.#containers
      .map(({ firstPrefix, restPrefix, used }) => (used ? restPrefix : firstPrefix))
      .join('');
    const rest = this.#containers.map((container) => container.restPrefix).join('');
    for (const container of this.#containers) container.used = true;
    const openings = opening.map((text) => rest + text);
    texts.forEach((text, i) => {
      const isLast = i === texts.length - 1;
      const isBody = i >= opening.length && !(isLast && closing !== undefined);
      const closer = closing !== undefined && !isLast ? rest + closing : undefined;
      this.#write((i === 0 ? start : rest) + text, isBody ? openings : [], closer);
    });
    this.#lastContainers = [...this.#containers];
    this.#blankLine = false;
  }

  #write(text: string, opening: readonly string[], closing: string | undefined): void {
    this.lines.push({ text: text.trimEnd(), opening, closing });
  }

  /** Blocks of one container are separated if that was asked for; items, and the first block of one, never. */
  #needsBlankLine(): boolean {
    const depth = this.#sharedDepth();
    const [last, next] = [this.#lastContainers[depth], this.#containers[depth]];
    if (next === undefined) return last !== undefined || this.#blankLine;
    if (next.used || next.list === undefined) return true;
    if (next.firstPrefix.startsWith(':')) return false;
    return last === undefined ? depth === 0 : last.list !== next.list;
  }

  #sharedDepth(): number {
    let depth = 0;
    while (
      this.#lastContainers[depth] !== undefined &&
      this.#lastContainers[depth] === this.#containers[depth]
    )
      depth++;
    return depth;
  }

  #blankLineText(): string {
    return this.#containers
      .slice(0, this.#sharedDepth())
      .map(({ restPrefix }) => restPrefix)
      .join('')
      .trimEnd();
  }
}

/** A line of a paragraph, or several if it is long, each escaped as the start of a line. */
function wrapLine(line: string): string[] {
  const lines: string[] = [];
  let rest = line;
  while (rest.length > MAX_LINE_LENGTH) {
    const end = findBreak(rest);
    const ticks = unclosedTicks(rest.slice(0, end));
    lines.push(rest.slice(0, end) + ticks);
    rest = ticks + rest.slice(end).trimStart();
  }
  return [...lines, rest].map(escapeMarkdownStart);
}

/** At a space, else between two characters, but never after a backslash. */
function findBreak(text: string): number {
  const space = text.lastIndexOf(' ', MAX_LINE_LENGTH);
  if (space > MAX_LINE_LENGTH / 2) return space;
  let end = MAX_LINE_LENGTH;
  while (end > MAX_LINE_LENGTH / 2 && /[\\\ud800-\udbff]/.test(text[end - 1] as string)) end--;
  return end;
}
