import type { DataTable, TableRow } from '../../search/tables/extractTable.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { Flag } from '../../snapshot/Snapshot.ts';

/** Of the visible part of a list, so much shows the same rows before a scroll and after it: none is skipped. */
const SHARED_FRACTION = 0.2;
/** Sizes of the visible part by which a list is scrolled where its rows say no more. */
export const SAFE_PAGES = 1 - SHARED_FRACTION;
/** CSS pixels by which a last row may end above the edge of its list: borders, padding. */
const EDGE = 20;

/** Of a row's height, what is room for another. */
const ROOM = 0.9;

/** How far the loaded rows of a list reach. */
export interface LoadedExtent {
  /** Behind its top, of the visible part: sizes of it. */
  pages: number;
  /** Whether they fill the visible part to its end. */
  fills: boolean;
}

/** The visible part of what scrolls a row, in coordinates of the page. */
interface View {
  top: number;
  height: number;
}

export const middleOf = ({ rows }: DataTable): PageNode | undefined =>
  rows[Math.floor(rows.length / 2)]?.node;

export const scrollerOf = (row: PageNode | undefined): PageNode | undefined =>
  row?.closest((node) => node.has(Flag.ScrollY) && node.document === row.document);

function viewOf(row: PageNode | undefined): View | undefined {
  const scroller = scrollerOf(row);
  if (scroller) return scroller.box && { top: scroller.box.y, height: scroller.box.height };
  // Where a frame scrolls, its own size is not that of its element.
  if (!row || row.document.owner) return undefined;
  return { top: row.document.scroll.y, height: row.document.viewport.height };
}

/** By so many sizes of its visible part a list can be scrolled without a row between those that are loaded and those that come. */
export function pagesToScroll({ pages }: LoadedExtent): number {
  return Math.max(SAFE_PAGES, pages - SHARED_FRACTION);
}

export function loadedExtent(table: DataTable): LoadedExtent {
  const view = viewOf(middleOf(table));
  const box = table.rows.at(-1)?.node.box;
  if (!view || !box || view.height < 1) return { pages: 0, fills: true };
  const below = box.y + box.height - view.top;
  return { pages: below / view.height, fills: below + EDGE >= view.height };
}

/**
 * A page that has not loaded all rows keeps some wherever it is scrolled to, such as the one with the focus: between those and
 * others there is room for rows, and nothing else. They come again in their place.
 */
export function rowsApart(table: DataTable): TableRow[] {
  const gaps = gapsOf(table.rows);
  const usual = [...gaps].sort((a, b) => a - b)[gaps.length >> 1] ?? 0;
  const runs: TableRow[][] = [];
  for (const [i, row] of table.rows.entries()) {
    const before = table.rows[i - 1]?.node;
    const isNext = before?.end === row.node.index && !isNumberedNext(before, row.node);
    const room = (gaps[i - 1] ?? 0) - usual;
    if (!before || (isNext && room > ROOM * (row.node.box?.height ?? Number.POSITIVE_INFINITY)))
      runs.push([row]);
    else runs.at(-1)?.push(row);
  }
  const longest = runs.reduce((most, run) => (run.length > most.length ? run : most), []);
  return runs.flatMap((run) => (run === longest ? [] : run));
}

/** By the page's own numbers. */
function isNumberedNext(before: PageNode, row: PageNode): boolean {
  return Number(row.attributes['aria-rowindex']) === Number(before.attributes['aria-rowindex']) + 1;
}

/** CSS pixels between each row and the next. */
const gapsOf = (rows: readonly TableRow[]): number[] =>
  rows.slice(1).map(({ node: { box } }, i) => {
    const above = rows[i]?.node.box;
    return box && above ? Math.abs(box.y - above.y - above.height) : 0;
  });
