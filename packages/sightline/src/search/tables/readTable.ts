import { quote } from '../../render/escape.ts';
import type { RenderContext } from '../../render/RenderContext.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { SIDE_ROLES, TABLE_ROLES } from '../../snapshot/roles.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import type { PageState } from '../../structure/PageState.ts';
import { buildGrid, countHeaderRows, rowsOfTable } from '../../structure/tableGrid.ts';
import { type DataTable, extractTable, findTables } from './extractTable.ts';
import { findTableNear } from './findTableNear.ts';

/** Tables named in an error; those without a name by so many of their columns. */
const MAX_NAMED_TABLES = 12;
const MAX_NAMED_COLUMNS = 4;

/**
 * The table around or beside an element, or the one with a name, column or heading of those words; by default the one that the
 * page is about. Throws `not_found` with the tables of the page.
 */
export function readTable(table: PageNode | string | undefined, context: RenderContext): DataTable {
  const node = findTable(table, context);
  if (node) return extractTable(node, context.pageState);
  const tables = findTables(context.pageState);
  throw tableNotFound(typeof table === 'object' ? context.refOf(table) : table, tables, context);
}

/** The same as the node of the table; undefined where there is none. */
export function findTable(
  table: PageNode | string | undefined,
  context: RenderContext,
): PageNode | undefined {
  const tables = findTables(context.pageState);
  return typeof table === 'object'
    ? findTableNear(table, tables, context.pageState)
    : findTableNamed(table, tables, context);
}

function findTableNamed(
  tableName: string | undefined,
  tables: PageNode[],
  { pageState }: RenderContext,
): PageNode | undefined {
  const words = tableName?.trim().toLowerCase() ?? '';
  if (words === '') return mainTable(tables, pageState);
  const ordinal = /^#?(\d+)$/.exec(words);
  if (ordinal) return tables[Number(ordinal[1]) - 1];
  const candidates = tables.map((node) => {
    const { name, columns } = extractTable(node, pageState);
    return { node, name: name.toLowerCase(), columns: columns.map((column) => column.toLowerCase()) };
  });
  const realTables = candidates.filter(({ node }) => hasTableRole(node));
  const rankedTables = [...realTables, ...candidates];
  const matchingTable =
    rankedTables.find(({ name }) => name === words) ??
    realTables.find(({ name }) => name.includes(words)) ??
    realTables.find(({ node }) => isUnderHeading(node, words, pageState)) ??
    rankedTables.find(({ name }) => name.includes(words)) ??
    rankedTables.find(({ columns }) => columns.includes(words));
  return matchingTable?.node;
}

/** Under a heading of these words, or one below it. */
const isUnderHeading = ({ index }: PageNode, words: string, { headings }: PageState): boolean =>
  headings.some(
    ({ node, end, text }) => text.toLowerCase().includes(words) && node.index < index && index < end,
  );

function hasTableRole({ role }: PageNode): boolean {
  return TABLE_ROLES.has(role);
}

/** As many times more cells than any other has the table that a page is about. */
const LARGEST_SHARE = 3;

/** The only table, or list where there is no table; of several those beside navigation, of these those with heads: the only one, or the largest by far. */
function mainTable(tables: readonly PageNode[], pageState: PageState): PageNode | undefined {
  const real = tables.filter(hasTableRole);
  const all = real.length > 0 ? real : tables;
  const central = all.filter((node) => !isBeside(node, pageState));
  const shown = central.length > 0 ? central : all;
  const headed = shown.filter((node) => hasHeads(node, pageState));
  const candidates = headed.length > 0 ? headed : shown;
  if (candidates.length <= 1) return candidates[0];
  const sizeOf = (node: PageNode): number => {
    const { rows, columns } = extractTable(node, pageState);
    return rows.length * columns.length;
  };
  const [largest, second] = candidates
    .map((node) => ({ node, size: sizeOf(node) }))
    .sort((a, b) => b.size - a.size);
  const isLargest = largest && second && largest.size >= LARGEST_SHARE * second.size;
  return isLargest ? largest.node : undefined;
}

const hasHeads = (node: PageNode, { visibility }: PageState): boolean =>
  hasTableRole(node) && countHeaderRows(buildGrid(rowsOfTable(node, visibility), visibility)) > 0;

function isBeside(node: PageNode, { regionAt }: PageState): boolean {
  for (let region = regionAt[node.index]; region; region = region.parent)
    if (SIDE_ROLES.has(region.role)) return true;
  return false;
}

function tableNotFound(
  tableName: string | number | undefined,
  tables: PageNode[],
  { pageState, refOf }: RenderContext,
): SightlineError {
  const names = tables.slice(0, MAX_NAMED_TABLES).map((node) => {
    const { name, kind, rows, columns } = extractTable(node, pageState);
    const label = name
      ? quote(name)
      : `of ${columns
          .slice(0, MAX_NAMED_COLUMNS)
          .map((one) => quote(one))
          .join(', ')}`;
    return `[${refOf(node)}] ${kind} ${label} (${rows.length} rows)`;
  });
  const problem = tables.length > 0 && !tableName ? 'more than one table' : 'no table';
  const message =
    typeof tableName === 'number'
      ? `[${tableName}] is no table or list, and stands in none.`
      : `There is ${problem}${tableName ? ` ${quote(tableName)}` : ''} on this page.`;
  return new SightlineError('not_found', message, {
    hint:
      names.length > 0 ? `Give the number of one: ${names.join(', ')}.` : 'Look at the page for what it has.',
  });
}
