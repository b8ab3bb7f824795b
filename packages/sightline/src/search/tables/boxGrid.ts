import type { PageNode } from '../../snapshot/Page.ts';
import { TABLE_ROLES } from '../../snapshot/roles.ts';
import type { PageState } from '../../structure/PageState.ts';
import { rowsOfTable } from '../../structure/tableGrid.ts';
import { isRemoved, type Visibility } from '../../visibility/Visibility.ts';

/** A row that boxes make. */
export interface BoxRow {
  node: PageNode;
  /** As many in each row. */
  cells: PageNode[];
}

/** Fewer cells beside each other are rather a label and its value. */
const MIN_COLUMNS = 3;
const MIN_ROWS = 2;
/** CSS pixels by which borders and rounding move what stands in one line. */
const TOLERANCE = 4;
/** Wrappers of one child that are looked through. */
const MAX_WRAPPERS = 4;

/**
 * The rows of a grid that has no cells by its roles, such as a calendar of `div`s: children whose own children are alike,
 * stand side by side, and one above the other from row to row. Undefined for anything else.
 */
export function boxRows(node: PageNode, { visibility }: Pick<PageState, 'visibility'>): BoxRow[] | undefined {
  const children = shownChildren(unwrap(node, visibility), visibility);
  if (children.length < MIN_ROWS) return undefined;
  const rows = children.map((child) => ({
    node: child,
    cells: shownChildren(unwrap(child, visibility), visibility),
  }));
  const [first] = rows;
  if (!first || first.cells.length < MIN_COLUMNS) return undefined;
  const isGrid = rows.every(
    ({ cells }) => areAlike(cells) && areSideBySide(cells) && areAligned(cells, first.cells),
  );
  return isGrid ? rows : undefined;
}

/**
 * The tables in each row of a table that only lays them out: a calendar with its days of the week above, and the weeks below.
 * Undefined for any other table.
 */
export function tablesLaidOut(table: PageNode, visibility: Visibility): PageNode[][] | undefined {
  const rows = rowsOfTable(table, visibility);
  const inner = rows.map((row) => outermostTables(row, visibility));
  const isLayout =
    inner.some((tables) => tables.length > 0) &&
    rows.every((row, i) => holdsNothingElse(row, inner[i] ?? [], visibility));
  return isLayout ? inner : undefined;
}

function outermostTables(row: PageNode, visibility: Visibility): PageNode[] {
  const tables: PageNode[] = [];
  for (let i = row.index + 1; i < row.end; i++) {
    const node = visibility.page.nodes[i] as PageNode;
    if (!TABLE_ROLES.has(node.role) || isRemoved(visibility, node)) continue;
    tables.push(node);
    i = node.end - 1;
  }
  return tables;
}

/** All that shows in a row is in its tables; a row without one shows nothing. */
function holdsNothingElse(row: PageNode, tables: readonly PageNode[], visibility: Visibility): boolean {
  return visibility.page
    .subtree(row)
    .every(
      (one) =>
        !(one.isText && one.text.trim() !== '') ||
        isRemoved(visibility, one) ||
        tables.some((table) => table.contains(one)),
    );
}

/** The first element inwards that has several. */
function unwrap(node: PageNode, visibility: Visibility): PageNode {
  let current = node;
  for (let i = 0; i < MAX_WRAPPERS; i++) {
    const [only, ...others] = shownChildren(current, visibility);
    if (!only || others.length > 0) break;
    current = only;
  }
  return current;
}

function shownChildren({ children }: PageNode, visibility: Visibility): PageNode[] {
  return children.filter((child) => child.isElement && child.box && !isRemoved(visibility, child));
}

function areAlike([first, ...others]: readonly PageNode[]): boolean {
  return others.every(({ tag, role }) => tag === first?.tag && role === first.role);
}

function areSideBySide(cells: readonly PageNode[]): boolean {
  return cells.every((cell, i) => {
    const [box, before] = [cell.box, cells[i - 1]?.box];
    return (
      !box ||
      !before ||
      (box.x >= before.x + before.width - TOLERANCE && Math.abs(box.y - before.y) <= TOLERANCE)
    );
  });
}

function areAligned(cells: readonly PageNode[], others: readonly PageNode[]): boolean {
  return (
    cells.length === others.length &&
    cells.every((cell, i) => Math.abs((cell.box?.x ?? 0) - (others[i]?.box?.x ?? 0)) <= TOLERANCE)
  );
}
