import type { PageNode } from '../model/Page.ts';
import type { Structure } from '../structure/Structure.ts';
import { clean, escapeInline, quote } from '../view/escape.ts';
import { unloadedText } from '../view/pieces.ts';
import type { Scene } from '../view/View.ts';
import { wordFor } from '../view/word.ts';
import type { Cell, DataTable, Row } from './tables.ts';

export interface TableOptions {
  format?: 'markdown' | 'json' | 'csv';
  /** First row, from 1. Default 1. */
  from?: number;
  /** Most rows. Default 50. */
  rows?: number;
}

const PAGE = 50;

/** A table as text in the format asked for, a page of rows at a time, with the numbers of what can be used in each. */
export function tellTable(
  table: DataTable,
  scene: Scene,
  { format = 'markdown', from = 1, rows: count = PAGE }: TableOptions = {},
): { text: string; data: Record<string, unknown> } {
  const rows = table.rows.slice(from - 1, from - 1 + count);
  const shown = { ...table, rows };
  const records = rows.map((row) => recordOf(row, table, scene));
  const body = { markdown, csv, json: () => JSON.stringify(records, null, 1) }[format](shown, scene);
  const rest = table.rows.length - (from - 1) - rows.length;
  const unloaded = unloadedIn(table, scene.structure);
  const range =
    rows.length === 0 ? 'no rows' : `rows ${from}-${from + rows.length - 1} of ${table.rows.length}`;
  const head = `${table.kind === 'table' ? 'Table' : 'List'}${table.name && ` ${quote(table.name)}`}, ${range}:`;
  const goOn = (): string =>
    scene.call({ tool: 'read_table', number: scene.numberOf(table.node), from: from + rows.length });
  const notes = [
    ...(rest > 0 ? [`(${rest} more ${rest === 1 ? 'row' : 'rows'}: ${goOn()})`] : []),
    ...(unloaded ? [unloaded] : []),
  ];
  const data = {
    kind: table.kind,
    name: clean(table.name),
    columns: table.columns.map(clean),
    rows: records,
    from,
    total: table.rows.length,
    ...(unloaded && { unloaded: unloaded.slice(1, -1) }),
  };
  return { text: [head, body, ...notes].join('\n'), data };
}

function unloadedIn({ node }: DataTable, { unloaded }: Structure): string | undefined {
  for (const [holder, rest] of unloaded)
    if (holder === node || holder.contains(node) || node.contains(holder)) return unloadedText(rest);
  return undefined;
}

/** Keyed by column; `controls` are the numbers to act on. */
function recordOf(row: Row, { columns }: DataTable, scene: Scene): Record<string, unknown> {
  const cells = columns.map((column, i) => [clean(column), clean((row.cells[i] as Cell).text)]);
  const controls = controlsOf(row).map((node) => ({
    index: scene.numberOf(node),
    role: node.role || node.tag,
    name: clean(node.name),
  }));
  return { ...Object.fromEntries(cells), ...(controls.length > 0 && { controls }) };
}

/** Each once: a cell over several columns stands in all of them. */
function controlsOf({ cells }: Row): PageNode[] {
  return [...new Set(cells.flatMap(({ controls }) => controls))];
}

function markdown({ columns, rows }: DataTable, scene: Scene): string {
  const line = (cells: string[]): string => `| ${cells.join(' | ')} |`;
  const body = rows.map(({ cells }) => line(cells.map((cell) => cellText(cell, scene))));
  return [line(columns.map(inCell)), line(columns.map(() => '---')), ...body].join('\n');
}

/** The words, then the numbers of what can be used: `Order 1042, paid [12]<a>`, `[13]<button>Edit`. */
function cellText({ text, controls }: Cell, scene: Scene): string {
  // A cell of nothing but controls is told by them.
  const isAllControls = text === controls.map(({ name }) => name).join(' ');
  const told = controls.map((node) => {
    const isSaid = node.name === '' || (!isAllControls && text.includes(node.name));
    return `[${scene.numberOf(node)}]<${wordFor(node, 'compact')}>${isSaid ? '' : inCell(node.name)}`;
  });
  return [isAllControls ? '' : inCell(text), ...told].filter((part) => part !== '').join(' ');
}

function inCell(text: string): string {
  return escapeInline(text).replace(/\s+/g, ' ').trim().replaceAll('|', '\\|');
}

/** RFC 4180; the numbers stand in a last column. */
function csv({ columns, rows }: DataTable, scene: Scene): string {
  const line = (fields: string[]): string => fields.map(csvField).join(',');
  const body = rows.map((row) => {
    const controls = controlsOf(row).map((node) => `${scene.numberOf(node)} ${clean(node.name)}`.trim());
    return line([...row.cells.map(({ text }) => clean(text)), controls.join('; ')]);
  });
  return [line([...columns.map(clean), 'controls']), ...body].join('\n');
}

function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
