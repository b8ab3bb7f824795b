import type { PageNode } from '../../snapshot/Page.ts';
import { TABLE_ROLES } from '../../snapshot/roles.ts';
import {
  buildGrid,
  columnCount,
  countHeaderRows,
  type GridRow,
  rowsOfTable,
} from '../../structure/tableGrid.ts';
import { isRemoved, type Visibility } from '../../visibility/Visibility.ts';

/** How far around a table the one with its heads is looked for. */
const MAX_LEVELS = 5;
/** Nodes of the heads, and of what stands between them and the rows. */
const MAX_NODES = 1_000;
/** CSS pixels between a head and its column: borders. */
const MAX_SHIFT = 4;

/**
 * The table above another that holds nothing but its heads, each over its column: so heads stay while rows scroll below. Undefined
 * where a table has heads of its own.
 */
export function headTableOf(table: PageNode, visibility: Visibility): PageNode | undefined {
  const body = gridOf(table, visibility);
  if (body.length === 0 || countHeaderRows(body) > 0) return undefined;
  const above = tableBefore(table, visibility);
  return above && standsOver(gridOf(above, visibility), body) ? above : undefined;
}

/** The last table that ends before this one, in one of the boxes around it. */
function tableBefore(table: PageNode, visibility: Visibility): PageNode | undefined {
  let around = table.parent;
  for (let level = 0; around?.parent && level < MAX_LEVELS; level++) around = around.parent;
  const from = Math.max(around?.index ?? 0, table.index - MAX_NODES);
  return visibility.page.nodes
    .slice(from, table.index)
    .findLast(
      (node) => TABLE_ROLES.has(node.role) && node.end <= table.index && !isRemoved(visibility, node),
    );
}

const gridOf = (table: PageNode, visibility: Visibility): GridRow[] =>
  buildGrid(rowsOfTable(table, visibility), visibility);

/** A last head may stand over the scroll bar. */
function standsOver(head: readonly GridRow[], body: readonly GridRow[]): boolean {
  if (head.length === 0 || countHeaderRows([...head]) < head.length) return false;
  const [heads = [], columns = []] = [head.at(-1)?.cells, body[0]?.cells];
  if (columnCount([...head]) - columnCount([...body]) > 1 || heads.length < columns.length) return false;
  return columns.every((cell, i) => {
    const [below, above] = [cell?.box, heads[i]?.box];
    return below && above && Math.abs(below.x - above.x) <= MAX_SHIFT && above.y <= below.y;
  });
}
