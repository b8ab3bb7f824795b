import type { PageNode } from '../../snapshot/Page.ts';
import { collapseSpaces } from '../../snapshot/shorten.ts';
import type { PageState } from '../../structure/PageState.ts';
import { isRemoved, type Visibility } from '../../visibility/Visibility.ts';
import type { DataTable } from '../tables/extractTable.ts';

/** A text with the element that it stands in. */
export interface TextPart {
  text: string;
  node: PageNode;
}

/** What stands at one place in each row of a table, or in each item of a list. */
export interface ColumnTexts {
  id: string;
  /** As the page calls it; undefined in lists, which say nothing of it. */
  name: string | undefined;
  /** Of the elements that it stands in. */
  role: string;
  parts: (TextPart | undefined)[];
}

/** The columns of a table; of a list its texts by where they stand in the items, each alone and those of one place together. */
export function textColumns(table: DataTable, { visibility }: PageState): ColumnTexts[] {
  const isList = table.kind === 'list';
  const columns = table.columns.map((name, i): ColumnTexts => {
    const parts = table.rows.map(({ cells, node }) => {
      const cell = cells[i];
      return cell && cell.text !== '' ? { text: cell.text, node: cell.node ?? node } : undefined;
    });
    return { id: `${i}`, name: isList ? undefined : name, role: '', parts };
  });
  return isList ? [...placedColumns(table, visibility), ...columns] : columns;
}

function placedColumns({ rows }: DataTable, visibility: Visibility): ColumnTexts[] {
  const columns = new Map<string, ColumnTexts>();
  for (const [row, { node: item }] of rows.entries())
    for (const [id, part] of partsOf(item, visibility)) {
      const column = columns.get(id) ?? {
        id,
        name: undefined,
        role: part.role,
        parts: rows.map(() => undefined),
      };
      columns.set(id, column);
      column.parts[row] = part;
    }
  return [...columns.values()];
}

/** The texts in an item by their places: the tags around each, and which of those with the same it is. */
function partsOf(item: PageNode, visibility: Visibility): Map<string, TextPart & { role: string }> {
  const texts = new Map<PageNode, string>();
  for (const node of visibility.page.subtree(item)) {
    if (!node.isText || node.text.trim() === '' || isRemoved(visibility, node) || !node.parent) continue;
    texts.set(node.parent, `${texts.get(node.parent) ?? ''} ${node.text}`);
  }
  const counts = new Map<string, number>();
  const parts = new Map<string, TextPart & { role: string }>();
  for (const [node, text] of texts) {
    const path = pathOf(node, item);
    const position = counts.get(path) ?? 0;
    counts.set(path, position + 1);
    parts.set(`${path} ${position}`, { text: collapseSpaces(text), node, role: node.role });
  }
  return parts;
}

function pathOf(node: PageNode, item: PageNode): string {
  const path: string[] = [];
  for (let at: PageNode | undefined = node; at && at !== item; at = at.parent) path.unshift(at.tag);
  return path.join('/');
}
