import type { PageNode } from '../model/Page.ts';
import { isRemoved, type Pruning } from '../prune/Pruning.ts';
import {
  CELL_ROLES,
  columnNames,
  countHeads,
  layOut,
  rowsOf,
  TABLE_ROLES,
  widthOf,
} from '../structure/grid.ts';
import type { Structure } from '../structure/Structure.ts';
import { Whereabouts } from '../structure/Whereabouts.ts';

/** What one column holds in one row. */
export interface Cell {
  text: string;
  /** What can be used in it. */
  controls: PageNode[];
}

export interface Row {
  node: PageNode;
  /** As many as there are columns. */
  cells: Cell[];
}

/** A table, grid or repeated list as data. */
export interface DataTable {
  kind: 'table' | 'list';
  node: PageNode;
  /** Its name or caption, or else the heading it stands under; '' for none. */
  name: string;
  columns: string[];
  rows: Row[];
}

const LISTS = new Set(['list', 'listbox', 'feed', 'tree', 'menu']);
/** Items of a shape that make a list, where no role says so. */
const LEAST_ITEMS = 3;

/** What shows rows, in document order: tables first by their role, then lists, then cards of like shape. */
export function findTables({ pruning, counts }: Structure): PageNode[] {
  return pruning.page.nodes.filter((node) => {
    if (!node.isElement || isRemoved(pruning, node) || counts.leaves(node) < 2) return false;
    if (TABLE_ROLES.has(node.role)) return rowsOf(node, pruning).length > 0;
    return itemsOf(node, pruning, counts.leaves).length >= LEAST_ITEMS;
  });
}

/** A node of `findTables` as data. */
export function readTable(node: PageNode, structure: Structure): DataTable {
  const { pruning } = structure;
  const name = node.name || new Whereabouts(structure).headingOf(node)?.text || '';
  const isTable = TABLE_ROLES.has(node.role);
  const read = isTable ? readRows(node, pruning) : readItems(node, structure);
  return { kind: isTable ? 'table' : 'list', node, name, ...read };
}

function readRows(table: PageNode, pruning: Pruning): { columns: string[]; rows: Row[] } {
  const grid = layOut(rowsOf(table, pruning), pruning);
  const heads = grid.slice(0, countHeads(grid));
  const columns = columnNames(heads, widthOf(grid), (cell) => cellOf(cell, pruning).text);
  const rows = grid.slice(heads.length).map(({ node, cells }) => ({
    node,
    cells: columns.map((_, i) => cellOf(cells[i], pruning)),
  }));
  return { columns: distinct(columns), rows };
}

/** Column names are keys: one that is empty, or there already, is told by its position. */
function distinct(names: string[]): string[] {
  const seen = new Set<string>();
  return names.map((name, i) => {
    const unique = name !== '' && !seen.has(name) ? name : `${name ? `${name} ` : 'column '}${i + 1}`;
    seen.add(unique);
    return unique;
  });
}

function cellOf(node: PageNode | undefined, pruning: Pruning): Cell {
  if (!node) return { text: '', controls: [] };
  return readSpan(node.index, node.end, pruning);
}

/** The shown words of a span of the page, and what can be used in it. */
function readSpan(from: number, to: number, pruning: Pruning): Cell {
  const controls: PageNode[] = [];
  let text = '';
  for (let i = from; i < to; i++) {
    const node = pruning.page.nodes[i] as PageNode;
    if (isRemoved(pruning, node)) continue;
    if (node.isText) text += node.text;
    else if (pruning.usable[i] === 1) {
      controls.push(node);
      text += ` ${valueText(node)}`;
    } else text += node.role === 'img' ? ` ${node.name} ` : ' ';
  }
  return { text: text.replace(/\s+/g, ' ').trim(), controls };
}

/** Of a field its value; anything else is told by its content, or its name where it has none. */
function valueText(node: PageNode): string {
  const { attributes, tag } = node;
  if (tag === 'input' || tag === 'select' || tag === 'textarea')
    return attributes['.checked'] === 'true' ? 'yes ' : (attributes['.value'] ?? '');
  return node.children.length === 0 ? `${node.name} ` : '';
}

/** Children of one shape that show something; not those of a table, nor words within a line. */
function itemsOf(node: PageNode, pruning: Pruning, leaves: (node: PageNode) => number): PageNode[] {
  if (node.tag === 'select' || CELL_ROLES.has(node.role) || node.role === 'row' || TABLE_ROLES.has(node.role))
    return [];
  const shown = node.children.filter(
    (child) => child.isElement && !isRemoved(pruning, child) && leaves(child) > 0 && child.role !== 'heading',
  );
  const first = shown[0];
  if (!first || TABLE_ROLES.has(first.role) || first.role === 'row') return [];
  const alike = shown.filter((child) => child.tag === first.tag && child.role === first.role);
  if (LISTS.has(node.role)) return alike;
  // Without a role that says so, only cards: boxes of several parts, with nothing else among them.
  const isCards =
    alike.length === shown.length && alike.every((child) => leaves(child) > 1 && child.children.length > 0);
  return isCards && PROSE.has(first.tag) === false ? alike : [];
}

const PROSE = new Set([
  'p',
  'pre',
  'blockquote',
  'dt',
  'dd',
  'tr',
  'tbody',
  'thead',
  'section',
  'main',
  'nav',
  'header',
  'footer',
]);

/** One column for each place within an item that shows something, named by what stands there. */
function readItems(node: PageNode, { pruning, counts }: Structure): { columns: string[]; rows: Row[] } {
  const items = itemsOf(node, pruning, counts.leaves);
  const columns = new Map<string, number>();
  const read = items.map((item) => ({ item, parts: partsOf(item, pruning) }));
  for (const { parts } of read)
    for (const part of parts) if (!columns.has(part.path)) columns.set(part.path, columns.size);
  const rows = read.map(({ item, parts }) => {
    const cells: Cell[] = Array.from({ length: columns.size }, () => ({ text: '', controls: [] }));
    for (const { path, from, to } of parts) {
      const cell = cells[columns.get(path) as number] as Cell;
      const { text, controls } = readSpan(from, to, pruning);
      cell.text = [cell.text, text].filter((one) => one !== '').join(' ');
      cell.controls.push(...controls);
    }
    return { node: item, cells };
  });
  return { columns: distinct([...columns.keys()].map((path) => path.split(' ').at(-1) ?? '')), rows };
}

interface Part {
  path: string;
  from: number;
  to: number;
}

/** The targets and runs of words in an item, each with its path of tags; the last word of it names the column. */
function partsOf(item: PageNode, pruning: Pruning): Part[] {
  const parts: Part[] = [];
  for (let i = item.index; i < item.end; i++) {
    const node = pruning.page.nodes[i] as PageNode;
    if (isRemoved(pruning, node)) continue;
    const isTarget = pruning.usable[i] === 1;
    if (!isTarget && !(node.isText && node.text.trim() !== '') && node.role !== 'img') continue;
    parts.push({ path: pathOf(node, item), from: i, to: isTarget ? node.end : i + 1 });
    if (isTarget) i = node.end - 1;
  }
  return parts;
}

function pathOf(node: PageNode, item: PageNode): string {
  const path: string[] = [];
  for (let at: PageNode | undefined = node; at && at !== item; at = at.parent)
    if (at.isElement) path.unshift(at.role || at.tag);
  return path.length === 0 ? (item.role === 'listitem' ? 'item' : item.role || item.tag) : path.join(' ');
}
