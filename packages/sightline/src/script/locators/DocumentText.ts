import type { PageNode } from '../../snapshot/Page.ts';
import { Flag } from '../../snapshot/Snapshot.ts';

/** Laid out as blocks, whether or not they are: what is hidden has no layout. */
const BLOCK_TAGS = new Set(
  'address article aside blockquote caption dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol optgroup option p pre section summary table tbody td tfoot th thead tr ul br'.split(
    ' ',
  ),
);
/** Buttons that show their value. */
const VALUE_BUTTONS = new Set(['submit', 'button', 'reset']);
/** Zero-width space and soft hyphen, which Playwright leaves out of texts. */
const INVISIBLE = /[\u200b\u00ad]/g;

/** White space as Playwright compares it. */
export function normalizeText(text: string): string {
  return text.replace(INVISIBLE, '').trim().replace(/\s+/g, ' ');
}

/** The whole text of a document with white space collapsed, and where each element begins and ends in it. */
class TextRun {
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** Where each text begins, with its element. */
  readonly #offsets: number[] = [];
  readonly #owners: PageNode[] = [];
  readonly #parts: string[] = [];
  #length = 0;
  #endsWithSpace = true;
  #text: string | undefined;
  #lower: string | undefined;

  constructor(count: number) {
    this.starts = new Uint32Array(count);
    this.ends = new Uint32Array(count);
  }

  get length(): number {
    return this.#length;
  }

  append(text: string, owner: PageNode): void {
    let collapsed = text.replace(INVISIBLE, '').replace(/\s+/g, ' ');
    if (this.#endsWithSpace && collapsed.startsWith(' ')) collapsed = collapsed.slice(1);
    if (collapsed === '') return;
    this.#offsets.push(this.#length);
    this.#owners.push(owner);
    this.#push(collapsed);
  }

  appendSpace(): void {
    if (!this.#endsWithSpace) this.#push(' ');
  }

  get text(): string {
    this.#text ??= this.#parts.join('');
    return this.#text;
  }

  /** In lower case, of the same length. */
  get lower(): string {
    this.#lower ??= lowerCase(this.text);
    return this.#lower;
  }

  /** The element whose text holds this position. */
  ownerAt(position: number): PageNode | undefined {
    let low = 0;
    let high = this.#offsets.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#offsets[middle] as number) <= position) low = middle;
      else high = middle;
    }
    return this.#owners[low];
  }

  #push(text: string): void {
    this.#parts.push(text);
    this.#length += text.length;
    this.#endsWithSpace = text.endsWith(' ');
  }
}

/** A few letters are longer in lower case: they stay, so that positions do. */
export function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from(text, (letter) => {
    const lowered = letter.toLowerCase();
    return lowered.length === letter.length ? lowered : letter;
  }).join('');
}

/** How blocks that follow each other are read: with a space between them, or without. */
export type BlockSpacing = 'spaced' | 'joined';

/** The likelier first. */
export const BLOCK_SPACINGS: readonly BlockSpacing[] = ['spaced', 'joined'];

/**
 * The texts of the elements of one document, hidden ones too, as Playwright compares them. Whether the page has white space
 * between two blocks is not known, so each element has two texts.
 */
export class DocumentText {
  readonly #root: PageNode;
  readonly #nodes: readonly PageNode[];
  readonly #runs = new Map<BlockSpacing, TextRun>();

  /** `root`: the element of the document; `nodes`: those of the page. */
  constructor(root: PageNode, nodes: readonly PageNode[]) {
    this.#root = root;
    this.#nodes = nodes;
  }

  /** The text of an element. */
  textOf(node: PageNode, spacing: BlockSpacing): string {
    const run = this.#run(spacing);
    return this.#slice(run, run.text, node);
  }

  /** The same in lower case. */
  lowerTextOf(node: PageNode, spacing: BlockSpacing): string {
    const run = this.#run(spacing);
    return this.#slice(run, run.lower, node);
  }

  /**
   * The smallest elements with a text: those of which no child has all of it. `exact`: whole, with its letter case. The
   * text is normalised, and not empty.
   */
  findSmallest(text: string, exact: boolean, spacing: BlockSpacing): PageNode[] {
    const found = new Set<PageNode>();
    const words = exact ? text : lowerCase(text);
    const run = this.#run(spacing);
    const all = exact ? run.text : run.lower;
    for (let at = all.indexOf(words); at >= 0; at = all.indexOf(words, at + 1)) {
      const node = this.#elementAround(run, at, at + words.length);
      if (node && (!exact || this.#slice(run, run.text, node) === words)) found.add(node);
    }
    const sorted = [...found].sort((a, b) => a.index - b.index);
    return sorted.filter((node, i) => !(sorted[i + 1] && node.contains(sorted[i + 1] as PageNode)));
  }

  #run(spacing: BlockSpacing): TextRun {
    const run = this.#runs.get(spacing) ?? buildRun(this.#root, this.#nodes, spacing === 'spaced');
    this.#runs.set(spacing, run);
    return run;
  }

  #slice({ starts, ends }: TextRun, all: string, node: PageNode): string {
    const place = node.index - this.#root.index;
    return all.slice(starts[place], ends[place]).trim();
  }

  #elementAround(run: TextRun, start: number, end: number): PageNode | undefined {
    const endOf = (node: PageNode): number => run.ends[node.index - this.#root.index] ?? 0;
    return run.ownerAt(start)?.closest((node) => isTextHolder(node) && endOf(node) >= end);
  }
}

/** Whether it can be found by its text: a slot shows the text of others. */
export const isTextHolder = ({ isElement, tag }: PageNode): boolean => isElement && tag !== 'slot';

/** `spaced`: with a space between blocks. */
function buildRun(root: PageNode, nodes: readonly PageNode[], spaced: boolean): TextRun {
  const run = new TextRun(root.end - root.index);
  const open: PageNode[] = [];
  const close = (before: number): void => {
    for (let last = open.at(-1); last && last.end <= before; last = open.at(-1)) {
      run.ends[last.index - root.index] = run.length;
      if (spaced && isBlock(last)) run.appendSpace();
      open.pop();
    }
  };
  for (let i = root.index; i < root.end; i++) {
    const node = nodes[i] as PageNode;
    close(i);
    if (node.document !== root.document) {
      i = node.end - 1;
      continue;
    }
    if (spaced && isBlock(node)) run.appendSpace();
    run.starts[i - root.index] = run.length;
    const text = node.isText ? ownText(node) : buttonText(node);
    if (text !== '') run.append(text, node.isText ? (node.parent ?? node) : node);
    open.push(node);
  }
  close(root.end);
  return run;
}

const isBlock = (node: PageNode): boolean =>
  node.has(Flag.Block) || node.has(Flag.Cell) || BLOCK_TAGS.has(node.tag);

const ownText = (node: PageNode): string => (node.has(Flag.Generated) ? '' : node.text);

function buttonText({ tag, attributes: { type, value } }: PageNode): string {
  return tag === 'input' && VALUE_BUTTONS.has(type?.toLowerCase() ?? '') ? (value ?? '') : '';
}
