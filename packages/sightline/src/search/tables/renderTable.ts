import { displayTag } from '../../render/element/displayTag.ts';
import { unloadedWords } from '../../render/element/elementText.ts';
import { escapeInline, escapeLines, quote, stripInvisible } from '../../render/escape.ts';
import { escapePipes } from '../../render/markdown/escapeMarkdown.ts';
import type { RenderContext } from '../../render/RenderContext.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { collapseSpaces } from '../../snapshot/shorten.ts';
import type { PageState } from '../../structure/PageState.ts';
import type { DataTable, TableCell, TableRow } from './extractTable.ts';

export interface TableOptions {
  format?: 'markdown' | 'json' | 'csv';
  /** First row, from 1. Default 1. */
  from?: number;
  /** Most rows. Default 50, with `all` 1,000. */
  rows?: number;
  /** Scrolls through a list that loads its rows as it is scrolled, and reads all of them. Default false. */
  all?: boolean;
}

const DEFAULT_ROWS = 50;
const DEFAULT_ALL_ROWS = 1_000;

/** A table as text in the given format, a range of rows, with the numbers of the controls in each row. */
export function renderTable(
  table: DataTable,
  context: RenderContext,
  { format = 'markdown', from = 1, rows: given }: TableOptions = {},
): { text: string; data: Record<string, unknown> } {
  const count = given ?? (table.scrolled ? DEFAULT_ALL_ROWS : DEFAULT_ROWS);
  const rows = table.rows.slice(from - 1, from - 1 + count);
  const shown = { ...table, rows };
  const records = rows.map((row) => recordOf(row, table, context));
  const body = { markdown, csv, json: () => JSON.stringify(records, null, 1) }[format](shown, context);
  const unloaded = restNote(table, context);
  const next = nextNote(table, from + rows.length, context);
  const hidden = hiddenNote(table);
  const paged = pagingNote(table, context);
  const foot = footNote(table);
  const asides = [unloaded, paged, foot, hidden].map((note) => note && `(${note})`);
  const notes = [next, ...asides].filter((note) => note !== undefined);
  const data = {
    kind: table.kind,
    name: stripInvisible(table.name),
    columns: table.columns.map(stripInvisible),
    rows: records,
    from,
    total: table.rows.length,
    ...(unloaded && { unloaded }),
    ...(paged && { paged }),
    ...(foot && { foot }),
    ...(hidden && { hidden }),
  };
  return { text: [headOf(table, from, rows.length), body, ...notes].join('\n'), data };
}

/** `Table "Orders", rows 1-50 of 120:`. */
function headOf({ kind, name, rows }: DataTable, from: number, count: number): string {
  const range = count === 0 ? 'no rows' : `rows ${from}-${from + count - 1} of ${rows.length}`;
  return `${kind === 'table' ? 'Table' : 'List'}${name && ` ${quote(name)}`}, ${range}:`;
}

/** The rows that were read and are not shown, with the call that shows them. */
function nextNote(
  { node, rows, scrolled }: DataTable,
  from: number,
  { formatCall, refOf }: RenderContext,
): string | undefined {
  const remaining = rows.length - (from - 1);
  if (remaining <= 0) return undefined;
  const call = formatCall({ tool: 'read_table', number: refOf(node), from, all: scrolled !== undefined });
  return `(${remaining} more ${remaining === 1 ? 'row' : 'rows'}: ${call})`;
}

/** `not shown: column "Name"`. */
function hiddenNote({ hidden = [] }: DataTable): string | undefined {
  if (hidden.length === 0) return undefined;
  return `not shown: ${hidden.length === 1 ? 'column' : 'columns'} ${hidden.map(quote).join(', ')}`;
}

/** `rows 1 to 10 of 57: click 12 for the next page`. */
function pagingNote({ paging }: DataTable, { refOf }: RenderContext): string | undefined {
  if (!paging) return undefined;
  const { range, next } = paging;
  const rows = range ? `rows ${range.first} to ${range.last} of ${range.total}` : 'one page of several';
  return next ? `${rows}: click ${refOf(next)} for the next page` : `${rows}: turn its pages for the others`;
}

/** `foot: Sum | 15`. */
const footNote = ({ foot }: DataTable): string | undefined =>
  foot &&
  `foot: ${foot.map((row) => [...new Set(row)].filter(Boolean).map(escapeCell).join(' | ')).join(' / ')}`;

/** The rows that the page has not loaded. */
function restNote(table: DataTable, { formatCall, refOf, pageState }: RenderContext): string | undefined {
  if (table.scrolled) return scrolledNote(table.scrolled);
  const allCall = (): string => formatCall({ tool: 'read_table', number: refOf(table.node), all: true });
  return loadedNote(table, allCall) ?? unloadedNote(table, pageState, allCall);
}

/** `these are rows 121 to 154 of 200: scroll for the others, or read_table 3 all`. */
function loadedNote({ loaded }: DataTable, call: () => string): string | undefined {
  if (!loaded) return undefined;
  const { first, last, total } = loaded;
  return `these are rows ${first} to ${last}${total === undefined ? '' : ` of ${total}`}: scroll for ${total === undefined ? 'more' : 'the others'}, or ${call()}`;
}

const scrolledNote = ({ isWhole }: NonNullable<DataTable['scrolled']>): string | undefined =>
  isWhole ? undefined : 'there are more: it was not scrolled to its end';

function unloadedNote({ node }: DataTable, { unloaded }: PageState, call: () => string): string | undefined {
  for (const [holder, rest] of unloaded)
    if (holder === node || holder.contains(node) || node.contains(holder))
      return `${unloadedWords(rest)}, or ${call()}`;
  return undefined;
}

/** Keyed by column; `controls` has the numbers of the controls. */
function recordOf(row: TableRow, { columns }: DataTable, context: RenderContext): Record<string, unknown> {
  const cells = columns.map((column, i) => [
    stripInvisible(column),
    stripInvisible((row.cells[i] as TableCell).text),
  ]);
  const controls = controlsOf(row).map((node) => ({
    index: context.refOf(node),
    role: node.role || node.tag,
    name: stripInvisible(node.name),
  }));
  return { ...Object.fromEntries(cells), ...(controls.length > 0 && { controls }) };
}

/** Each once, although a cell over several columns is in all of them. */
function controlsOf({ cells }: TableRow): PageNode[] {
  return [...new Set(cells.flatMap(({ controls }) => controls))];
}

function markdown({ columns, rows }: DataTable, context: RenderContext): string {
  const line = (cells: string[]): string => `| ${cells.join(' | ')} |`;
  const body = rows.map(({ cells }) => line(cells.map((cell) => cellText(cell, context))));
  return [line(columns.map(escapeCell)), line(columns.map(() => '---')), ...body].join('\n');
}

/** The text, then the numbers of the controls: `Order 1042, paid [12]<a>`, `[13]<button>Edit`. */
function cellText({ text, controls }: TableCell, context: RenderContext): string {
  // The text of a cell of controls only is their names.
  const isAllControls = text === controls.map(({ name }) => name).join(' ');
  const controlTexts = controls.map((node) => {
    const isInText = node.name === '' || (!isAllControls && text.includes(node.name));
    return `[${context.refOf(node)}]<${displayTag(node, 'compact')}>${isInText ? '' : escapeCell(node.name)}`;
  });
  return [isAllControls ? '' : escapeCell(text), ...controlTexts].filter((part) => part !== '').join(' ');
}

function escapeCell(text: string): string {
  return escapePipes(collapseSpaces(escapeInline(text)));
}

/** CSV (RFC 4180); the numbers in the last column, where there are any. */
function csv({ columns, rows }: DataTable, context: RenderContext): string {
  const controls = rows.map((row) =>
    controlsOf(row)
      .map((node) => controlField(node, context))
      .join('; '),
  );
  const withControls = (fields: string[], last: string): string =>
    (controls.some(Boolean) ? [...fields, last] : fields).map(csvField).join(',');
  const body = rows.map((row, i) =>
    withControls(
      row.cells.map(({ text }) => pageField(text)),
      controls[i] as string,
    ),
  );
  return [withControls(columns.map(pageField), 'controls'), ...body].join('\n');
}

const controlField = (node: PageNode, context: RenderContext): string =>
  `${context.refOf(node)} ${pageField(node.name).replaceAll(';', ',')}`.trim();

/** What a spreadsheet takes for a formula, which may send what is beside it elsewhere. */
const FORMULA_START = /^\s*[=+@-]/;
/** `-4.50`, `+49 170 1234567`, `-12 %`: to be read as it stands. */
const SIGNED_NUMBER = /^\s*[+-]?[\p{N}\p{Sc}.,()/ %-]*$/u;

/** Page text that imitates nothing of ours, and that no spreadsheet runs: an apostrophe makes it text there. */
function pageField(text: string): string {
  const escaped = escapeLines(stripInvisible(text));
  const read = escaped.normalize('NFKC');
  return FORMULA_START.test(read) && !SIGNED_NUMBER.test(read) ? `'${escaped}` : escaped;
}

function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
