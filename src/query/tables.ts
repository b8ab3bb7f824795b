import type { PageNode } from '../model/Page.ts';
import { isRemoved, type Pruning } from '../prune/Pruning.ts';
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

const TABLES = new Set(['table', 'grid', 'treegrid']);
const LISTS = new Set(['list', 'listbox', 'feed', 'tree', 'menu']);
const CELLS = new Set(['cell', 'gridcell', 'columnheader', 'rowheader']);
/** Items of a shape that make a list, where no role says so. */
const LEAST_ITEMS = 3;
/** Widest span that a page can ask for. */
const MAX_SPAN = 100;

/** What shows rows, in document order: tables first by their role, then lists, then cards of like shape. */
export function findTables({ pruning, counts }: Structure): PageNode[] {
  return pruning.page.nodes.filter((node) => {
    if (!node.isElement || isRemoved(pruning, node) || counts.leaves(node) < 2) return false;
    if (TABLES.has(node.role)) return rowsOf(node, pruning).length > 0;
    return itemsOf(node, pruning, counts.leaves).length >= LEAST_ITEMS;
  });
}

/** A node of `findTables` as data. */
export function readTable(node: PageNode, structure: Structure): DataTable {
  const { pruning } = structure;
  const name = node.name || new Whereabouts(structure).headingOf(node)?.text || '';
  const isTable = TABLES.has(node.role);
  const read = isTable ? readRows(node, pruning) : readItems(node, structure);
  return { kind: isTable ? 'table' : 'list', node, name, ...read };
}

/** The rows that are the table's own, not those of a table inside it. */
function rowsOf(table: PageNode, pruning: Pruning): PageNode[] {
  const rows: PageNode[] = [];
  for (let i = table.index + 1; i < table.end; i++) {
    const node = pruning.page.nodes[i] as PageNode;
    if (TABLES.has(node.role)) i = node.end - 1;
    else if (node.role === 'row' && !isRemoved(pruning, node)) rows.push(node);
  }
  return rows;
}

function readRows(table: PageNode, pruning: Pruning): { columns: string[]; rows: Row[] } {
  const grid = layOut(rowsOf(table, pruning), pruning);
  const isHead = ({ cells }: GridRow): boolean =>
    cells.length > 0 && cells.every((cell) => cell === undefined || cell.role === 'columnheader');
  const heads = grid.slice(
    0,
    grid.findIndex((row) => !isHead(row)) < 0 ? grid.length : grid.findIndex((row) => !isHead(row)),
  );
  const width = Math.max(0, ...grid.map(({ cells }) => cells.length));
  const columns = Array.from({ length: width }, (_, i) => columnName(heads, i, pruning));
  const body = grid.slice(heads.length);
  const rows = body.map(({ node, cells }) => ({
    node,
    cells: columns.map((_, i) => cellOf(cells[i], pruning)),
  }));
  return { columns: distinct(columns), rows };
}

interface GridRow {
  node: PageNode;
  cells: (PageNode | undefined)[];
}

/** Cells by column, spans filled: a cell over three columns stands in each (HTML, 4.9.12). */
function layOut(rows: PageNode[], pruning: Pruning): GridRow[] {
  const pending = new Map<number, { cell: PageNode; left: number }>();
  return rows.map((node) => {
    const cells: (PageNode | undefined)[] = [];
    const fill = (): void => {
      for (let held = pending.get(cells.length); held; held = pending.get(cells.length)) {
        if (--held.left === 0) pending.delete(cells.length);
        cells.push(held.cell);
      }
    };
    for (const cell of cellsIn(node, pruning)) {
      fill();
      const down = span(cell, 'rowspan');
      for (let i = span(cell, 'colspan'); i > 0; i--) {
        if (down > 1) pending.set(cells.length, { cell, left: down - 1 });
        cells.push(cell);
      }
    }
    fill();
    return { node, cells };
  });
}

function cellsIn(row: PageNode, pruning: Pruning): PageNode[] {
  const cells: PageNode[] = [];
  for (let i = row.index + 1; i < row.end; i++) {
    const node = pruning.page.nodes[i] as PageNode;
    if (!CELLS.has(node.role)) continue;
    if (!isRemoved(pruning, node)) cells.push(node);
    i = node.end - 1;
  }
  return cells;
}

function span({ attributes }: PageNode, key: 'colspan' | 'rowspan'): number {
  const value = Number(attributes[key] ?? attributes[`aria-${key}`] ?? 1);
  return Number.isInteger(value) && value > 0 ? Math.min(value, MAX_SPAN) : 1;
}

/** Heads above each other are one name: `Sales > 2024`. */
function columnName(heads: GridRow[], column: number, pruning: Pruning): string {
  const names = heads.map(({ cells }) => (cells[column] ? cellOf(cells[column], pruning).text : ''));
  return [...new Set(names)].filter((name) => name !== '').join(' > ');
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
  if (node.tag === 'select' || CELLS.has(node.role) || node.role === 'row' || TABLES.has(node.role))
    return [];
  const shown = node.children.filter(
    (child) => child.isElement && !isRemoved(pruning, child) && leaves(child) > 0 && child.role !== 'heading',
  );
  const first = shown[0];
  if (!first || TABLES.has(first.role) || first.role === 'row') return [];
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
