import { clean } from './escape.ts';
import { codeSpan, escapeMarkdown, escapeMarkdownStart, fenceFor, openTicks } from './escapeMarkdown.ts';

/** A line of Markdown, and what a text that begins or ends with it has to add. */
export interface MarkdownLine {
  text: string;
  /** What stands before it: the head of its table, the fence of its code. */
  opening: readonly string[];
  /** What closes it: a fence. */
  closing: string | undefined;
}

/** What blocks stand in: an item, a quotation. */
interface Container {
  first: string;
  rest: string;
  used: boolean;
  /** Whose item it is; undefined for what is no item. */
  list: object | undefined;
}

/** Containers beyond which nesting is not told: a page may nest 10,000 lists. */
const DEEPEST = 12;
/** Characters of a line beyond which a paragraph goes on in another: a text is cut between lines. */
const LONGEST = 1_000;

/** Writes running content as Markdown: inline content joins, blocks break, containers prefix. */
export class MarkdownWriter {
  readonly lines: MarkdownLine[] = [];
  /** While above 0, blocks and lines are parted by a space: in a heading, in the cell of a table. */
  joined = 0;
  readonly #containers: Container[] = [];
  /** Containers of the block written last. */
  #before: readonly Container[] = [];
  #gap = false;
  #prefix = '';
  /** Its lines. */
  #paragraph: string[] = [];
  #space = false;
  #code: string | undefined;

  /** Page text: cleaned, escaped, one space kept at either end. */
  text(raw: string): void {
    if (this.#code !== undefined) {
      this.#code += raw;
      return;
    }
    const trimmed = raw.trim();
    if (trimmed === '' || /^\s/.test(raw)) this.#space = true;
    const escaped = escapeMarkdown(trimmed).trim();
    if (escaped === '') return;
    this.#put(escaped);
    this.#space = /\s$/.test(raw);
  }

  /** Text of ours, between spaces. */
  piece(text: string): void {
    if (text === '') return;
    this.#space = true;
    this.#put(text);
    this.#space = true;
  }

  /** A mark of ours that stands close to the words around it: `~~`, `^`. */
  glue(mark: string): void {
    if (this.#code === undefined) this.#put(mark);
  }

  space(): void {
    this.#space = true;
    if (this.#code !== undefined) this.#code += ' ';
  }

  /** Text until `endCode` is code. */
  beginCode(): void {
    this.#code = '';
  }

  /** Written within its line, or as a block between fences where it has several lines. */
  endCode(as: 'inline' | 'block'): void {
    const code = this.#code ?? '';
    this.#code = undefined;
    if (as === 'block' && this.joined === 0 && /\S\s*\n\s*\S/.test(code)) this.#fence(code);
    else if (code.trim() !== '') this.#put(codeSpan(code));
  }

  get inCode(): boolean {
    return this.#code !== undefined;
  }

  /** The line ends, the paragraph does not. */
  lineBreak(): void {
    if (this.#code !== undefined) this.#code += '\n';
    else if (this.joined > 0) this.#space = true;
    else this.#paragraph.push('');
  }

  /** A block begins or ends here; `apart` from its neighbours by an empty line. */
  block(apart = false): void {
    if (this.#code !== undefined) {
      if (this.#code !== '' && !this.#code.endsWith('\n')) this.#code += '\n';
    } else if (this.joined > 0) this.#space = true;
    else {
      this.flush();
      this.#gap ||= apart;
    }
  }

  /** What is written next is a heading. */
  heading(level: number): void {
    this.block(true);
    this.#prefix = `${'#'.repeat(level)} `;
  }

  /** A line of ours. */
  line(text: string): void {
    this.flush();
    this.#emit([text]);
  }

  /** A table: rows of cells, written by `inline`. The first is its head. */
  table(rows: readonly string[][]): void {
    const [head = [], ...body] = rows.map((cells) => cells.map((cell) => cell.replaceAll('|', '\\|')));
    const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`.replace(/ {2,}/g, ' ');
    const opening = [line(head), `|${' --- |'.repeat(head.length)}`];
    this.block(true);
    this.#emit([...opening, ...body.map(line)], opening);
    this.#gap = true;
  }

  /** What is written next is in an item, a quotation or a definition. */
  open(first: string, list?: object): void {
    this.block();
    const isTold = this.#containers.length < DEEPEST;
    const rest = first.startsWith('>') ? first : ' '.repeat(first.length);
    this.#containers.push({ first: isTold ? first : '', rest: isTold ? rest : '', used: false, list });
  }

  close(): void {
    this.block();
    this.#containers.pop();
  }

  /** True right after the beginning of an item. */
  get isAtItem(): boolean {
    return this.#containers.at(-1)?.used === false && this.#paragraph.length === 0;
  }

  /** What was written since the last block, as one line; nothing of it is a block then. */
  takeInline(): string {
    const text = this.#paragraph.join(' ');
    this.#paragraph = [];
    this.#space = false;
    return text.trim();
  }

  flush(): void {
    const paragraph = this.#paragraph.filter((line) => line !== '');
    const prefix = this.#prefix;
    this.#paragraph = [];
    this.#space = false;
    this.#prefix = '';
    if (paragraph.length === 0) return;
    this.#emit(paragraph.flatMap(wrapped).map((line, i) => (i === 0 ? prefix + line : line)));
    if (prefix !== '') this.#gap = true;
  }

  #put(text: string): void {
    if (this.#code !== undefined) {
      this.#code += text;
      return;
    }
    const line = this.#paragraph.pop() ?? '';
    const gap = this.#space && line !== '' && !line.endsWith(' ') ? ' ' : '';
    // A picture of ours begins with these two.
    const escape = gap === '' && line.endsWith('!') && text.startsWith('[') ? '\\' : '';
    this.#paragraph.push(line + gap + escape + text);
    this.#space = false;
  }

  #fence(code: string): void {
    const text = clean(code).replace(/^(?:[ \t]*\n)+|\s+$/g, '');
    if (text === '') return;
    const fence = fenceFor(text);
    this.block(true);
    this.#emit([fence, ...text.split('\n'), fence], [fence], fence);
    this.#gap = true;
  }

  /** Every line but those of `opening` itself can begin a text that goes on. */
  #emit(texts: string[], opening: readonly string[] = [], closing?: string): void {
    if (this.lines.length > 0 && this.#isApart()) this.#write(this.#gapText(), [], undefined);
    const start = this.#containers.map(({ first, rest, used }) => (used ? rest : first)).join('');
    const rest = this.#containers.map((container) => container.rest).join('');
    for (const container of this.#containers) container.used = true;
    const heads = opening.map((text) => rest + text);
    texts.forEach((text, i) => {
      const isLast = i === texts.length - 1;
      const isInside = i >= opening.length && !(isLast && closing !== undefined);
      const ends = closing !== undefined && !isLast ? rest + closing : undefined;
      this.#write((i === 0 ? start : rest) + text, isInside ? heads : [], ends);
    });
    this.#before = [...this.#containers];
    this.#gap = false;
  }

  #write(text: string, opening: readonly string[], closing: string | undefined): void {
    this.lines.push({ text: text.trimEnd(), opening, closing });
  }

  /** Blocks of one container are apart where that was asked for; items, and what begins within one, never are. */
  #isApart(): boolean {
    const at = this.#shared();
    const [last, next] = [this.#before[at], this.#containers[at]];
    if (next === undefined) return last !== undefined || this.#gap;
    if (next.used || next.list === undefined) return true;
    if (next.first.startsWith(':')) return false;
    return last === undefined ? at === 0 : last.list !== next.list;
  }

  #shared(): number {
    let at = 0;
    while (this.#before[at] !== undefined && this.#before[at] === this.#containers[at]) at++;
    return at;
  }

  #gapText(): string {
    return this.#containers
      .slice(0, this.#shared())
      .map(({ rest }) => rest)
      .join('')
      .trimEnd();
  }
}

/** A line of a paragraph, or several where it is long, each escaped where it begins with page text. */
function wrapped(line: string): string[] {
  const lines: string[] = [];
  let rest = line;
  while (rest.length > LONGEST) {
    const end = breakOf(rest);
    const ticks = openTicks(rest.slice(0, end));
    lines.push(rest.slice(0, end) + ticks);
    rest = ticks + rest.slice(end).trimStart();
  }
  return [...lines, rest].map(escapeMarkdownStart);
}

/** At a space, else between two characters, none of them escaped by the other. */
function breakOf(text: string): number {
  const space = text.lastIndexOf(' ', LONGEST);
  if (space > LONGEST / 2) return space;
  let end = LONGEST;
  while (end > LONGEST / 2 && /[\\\ud800-\udbff]/.test(text[end - 1] as string)) end--;
  return end;
}
