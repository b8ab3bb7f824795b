import type { Box } from '../snapshot/geometry.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { CELL_ROLES } from '../snapshot/roles.ts';
import { Flag } from '../snapshot/Snapshot.ts';
import { collapseSpaces, shorten } from '../snapshot/shorten.ts';
import { isRemoved, isShownInteractive, type Visibility } from '../visibility/Visibility.ts';
import { columnHeader } from './cellContext.ts';
import { rowCells } from './tableGrid.ts';

/** The cells of a row over which something that is in one of them is drawn. */
export interface CellSpan {
  /** How many, its own included. */
  count: number;
  /** The words at the top of the last one, or of the head of its column; '' for none. */
  last: string;
}

/** Of a cell that is covered, the share of its width. */
const MIN_SHARE = 0.5;
/** CSS pixels by which something may stand out of its row. */
const TOLERANCE = 2;
const MAX_LENGTH = 30;

const right = ({ x, width }: Box): number => x + width;
const bottom = ({ y, height }: Box): number => y + height;

/** Of an appointment in a calendar, say, that is laid over the days behind its own. Undefined for what stays in its cell. */
export function findCellSpan(node: PageNode, visibility: Visibility): CellSpan | undefined {
  const { box } = node;
  if (!box || !node.has(Flag.Block)) return undefined;
  const cell = node.parent?.closest(({ role }) => CELL_ROLES.has(role));
  if (!cell?.box || right(box) <= right(cell.box) + TOLERANCE) return undefined;
  const row = cell.parent?.closest(({ role }) => role === 'row');
  if (!row || !isLaidOver(box, cell.box)) return undefined;
  const cells = rowCells(row, visibility);
  const own = cells.indexOf(cell);
  const covered = cells.slice(own + 1).filter((one) => one.box && isCovered(one.box, box));
  const last = covered.at(-1);
  if (own < 0 || !last) return undefined;
  const before = cells.slice(0, cells.indexOf(last));
  const words = labelOf(cell, node, visibility) && labelOf(last, undefined, visibility);
  return { count: covered.length + 1, last: words || columnHeader(before, row, visibility) };
}

/** It begins in its cell, and stands in the row of it: no menu that has opened there. */
const isLaidOver = (box: Box, cell: Box): boolean =>
  box.x >= cell.x - TOLERANCE &&
  box.x < right(cell) &&
  box.y >= cell.y - TOLERANCE &&
  bottom(box) <= bottom(cell) + TOLERANCE;

const isCovered = (cell: Box, by: Box): boolean =>
  Math.min(right(cell), right(by)) - Math.max(cell.x, by.x) >= MIN_SHARE * cell.width && cell.width > 0;

/** The text that a cell begins with, such as the day; '' where it begins with an item, of which `item` is one. */
function labelOf(cell: PageNode, item: PageNode | undefined, visibility: Visibility): string {
  const first = visibility.page
    .subtree(cell)
    .find((node) => node.isText && node.text.trim() !== '' && !isRemoved(visibility, node));
  if (!first || item?.contains(first)) return '';
  const isInControl = first.closest((one) => one === cell || isShownInteractive(visibility, one)) !== cell;
  const text = collapseSpaces(first.text);
  return isInControl && !/^\d/.test(text) ? '' : shorten(text, MAX_LENGTH);
}
