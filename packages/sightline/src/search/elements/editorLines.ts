import { quote } from '../../render/escape.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { Flag } from '../../snapshot/Snapshot.ts';
import { collapseSpaces, startOf } from '../../snapshot/shorten.ts';
import { headingLevel } from '../../structure/headings.ts';
import { isRemoved, type Visibility } from '../../visibility/Visibility.ts';

const MAX_LINES = 20;
const MAX_LINE_LENGTH = 200;

/** Markdown's marks around the words of an element. */
const MARKS: Readonly<Record<string, string>> = {
  strong: '**',
  b: '**',
  em: '*',
  i: '*',
  code: '`',
  s: '~~',
  del: '~~',
};

/**
 * The document in a rich text editor, a quoted line for each block: `"## Agenda"`, `"- **Point** one"`, the first 20. Nothing
 * where it is one block without formatting.
 */
export function editorLines(node: PageNode, visibility: Visibility): string[] {
  if (!node.has(Flag.Editable) || node.tag === 'textarea') return [];
  const lines = documentLines(node, visibility);
  const isPlain = lines.length <= 1 && lines.every(({ isFormatted }) => !isFormatted);
  if (isPlain) return [];
  const shown = lines.slice(0, MAX_LINES).map(({ text }) => quote(startOf(text, MAX_LINE_LENGTH)));
  const more = lines.length - shown.length;
  return more > 0 ? [...shown, `(${more} more)`] : shown;
}

interface DocumentLine {
  text: string;
  isFormatted: boolean;
}

function documentLines(editor: PageNode, visibility: Visibility): DocumentLine[] {
  const lines: DocumentLine[] = [{ text: '', isFormatted: false }];
  const open: { end: number; mark: string; isBlock: boolean }[] = [];
  const add = (text: string, isFormatted: boolean): void => {
    const line = lines.at(-1) as DocumentLine;
    line.text += text;
    line.isFormatted ||= isFormatted;
  };
  const closeUntil = (index: number): void => {
    for (let last = open.at(-1); last && last.end <= index; last = open.at(-1)) {
      open.pop();
      add(last.mark, false);
      if (last.isBlock) lines.push({ text: '', isFormatted: false });
    }
  };
  for (let i = editor.index + 1; i < editor.end; i++) {
    const node = visibility.page.nodes[i] as PageNode;
    closeUntil(i);
    if (node.isText && !isRemoved(visibility, node)) add(node.text, false);
    if (node.isText) continue;
    const isBlock = node.has(Flag.Block) || node.tag === 'br';
    const begin = blockMark(node);
    // The paragraph in an item of a list stands behind the item's mark.
    if (isBlock && !/^(?:[-#]+|1\.) $/.test(lines.at(-1)?.text ?? ''))
      lines.push({ text: '', isFormatted: false });
    const mark = MARKS[node.tag] ?? '';
    add(begin || (node.tag === 'a' ? '[' : mark), begin !== '' || mark !== '' || node.tag === 'a');
    open.push({ end: node.end, mark: node.tag === 'a' ? `](${node.attributes.href ?? ''})` : mark, isBlock });
  }
  closeUntil(editor.end);
  return lines
    .map((line) => ({ ...line, text: collapseSpaces(line.text) }))
    .filter(({ text }) => text !== '');
}

/** `## `, `- `, `1. `; '' for other elements. */
function blockMark(node: PageNode): string {
  const level = node.role === 'heading' ? headingLevel(node) : undefined;
  if (level) return `${'#'.repeat(level)} `;
  if (node.tag !== 'li') return '';
  return node.parent?.tag === 'ol' ? '1. ' : '- ';
}
