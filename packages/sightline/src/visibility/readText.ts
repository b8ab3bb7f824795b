import type { PageNode } from '../snapshot/Page.ts';
import { Flag } from '../snapshot/Snapshot.ts';
import { FIELD_TAGS } from '../snapshot/tags.ts';
import { isRemoved, type Visibility } from './Visibility.ts';

/** The text that a person sees in an element, with a line for each block, and a tab between cells. */
export function readInnerText(node: PageNode, visibility: Visibility): string {
  const lines = new TextLines();
  writeInnerText(node, visibility, lines);
  return lines.text;
}

/** The text of an element whether it is seen or not, as it stands in the document. */
export function readTextContent(node: PageNode, visibility: Visibility): string {
  return visibility.page
    .subtree(node)
    .filter(({ isText }) => isText)
    .map(({ text }) => text)
    .join('');
}

function writeInnerText(node: PageNode, visibility: Visibility, lines: TextLines): void {
  if (node.isText) {
    if (!isRemoved(visibility, node)) lines.add(node.text, node.parent?.has(Flag.Pre) === true);
    return;
  }
  // What fields hold is their value, and what frames show is another document's.
  if (FIELD_TAGS.has(node.tag) || node.tag === 'iframe') return;
  if (node.tag === 'br') lines.break();
  const isBlock = node.has(Flag.Block) && !node.has(Flag.Cell);
  if (isBlock) lines.startBlock();
  if (node.has(Flag.Cell)) lines.startCell();
  for (const child of node.children) writeInnerText(child, visibility, lines);
  if (isBlock && isEmptyLine(node, visibility)) lines.break();
  if (isBlock) lines.startBlock();
}

/** A line of code without words beside one that has some: editors write each as a box. */
function isEmptyLine(node: PageNode, visibility: Visibility): boolean {
  const { box, parent, tag } = node;
  const isHidden = isRemoved(visibility, node) && visibility.decisions[node.index]?.reason !== 'no-area';
  if (!box || box.height < 1 || !parent || isHidden) return false;
  const inside = (one: PageNode): readonly PageNode[] => visibility.page.descendants(one);
  if (inside(node).some((one) => one.isText || one.tag === 'br')) return false;
  return parent.children.some(
    (one) =>
      one !== node &&
      one.tag === tag &&
      inside(one).some(({ isText, parent: of }) => isText && of?.has(Flag.Pre)),
  );
}

/** Lines of text, with the white space of each as the page shows it. */
class TextLines {
  readonly #lines: string[] = [''];

  get text(): string {
    return this.#lines
      .map((line) => line.replaceAll('\u00a0', ' ').replace(/(?<![ \n])[ \n]+$/, ''))
      .join('\n')
      .replace(/^\n+/, '')
      .trimEnd();
  }

  add(text: string, isPreserved: boolean): void {
    const last = this.#lines.length - 1;
    const line = this.#lines[last] as string;
    const words = isPreserved ? text : text.replace(/[ \t\r\n\f]+/g, ' ');
    // Blanks that do not collapse (`&nbsp;`) indent a line.
    this.#lines[last] = line + (/(^|[\s])$/.test(line) && !isPreserved ? words.replace(/^ /, '') : words);
  }

  break(): void {
    this.#lines.push('');
  }

  startBlock(): void {
    if (this.#lines.at(-1)?.trim() !== '') this.#lines.push('');
    else this.#lines[this.#lines.length - 1] = '';
  }

  startCell(): void {
    const last = this.#lines.length - 1;
    if (this.#lines[last]?.trim()) this.#lines[last] = `${this.#lines[last]?.trimEnd()}\t`;
  }
}
