import { addToGroup } from '../snapshot/groupBy.ts';
import { elementKey, type PageNode } from '../snapshot/Page.ts';
import { isRow } from './findRebuilt.ts';
import type { VisibleItem, VisibleItems } from './VisibleItems.ts';

/** What a row says, by its element. */
type Rows = Map<string, string>;

/**
 * Rows that a list draws with the elements of other rows: after an insertion each says what the one before it said, and in a list
 * that mounts only what is in view the elements go round. Such an element is another row, not one that was renamed.
 */
export class RecycledRows {
  readonly #keys: ReadonlySet<string>;

  constructor(before: VisibleItems, after: VisibleItems) {
    const [lists, listsNow] = [rowsByList(before), rowsByList(after)];
    const keys = new Set<string>();
    for (const [list, rows] of lists) {
      const rowsNow = listsNow.get(list);
      if (rowsNow && areRecycled(rows, rowsNow))
        for (const [row, said] of rows) if (rowsNow.has(row) && rowsNow.get(row) !== said) keys.add(row);
    }
    this.#keys = keys;
  }

  /** Whether the node is one of them, or in one: of either page. */
  holds(node: PageNode): boolean {
    return this.#keys.size > 0 && node.closest((one) => this.#keys.has(elementKey(one))) !== undefined;
  }
}

/** A text that one row said, and no other, is said by another row now, and by no other. */
function areRecycled(rows: Rows, rowsNow: Rows): boolean {
  const [places, placesNow] = [uniquePlaces(rows), uniquePlaces(rowsNow)];
  return [...places].some(([said, row]) => {
    const rowNow = placesNow.get(said);
    return rowNow !== undefined && rowNow !== row && rows.has(rowNow);
  });
}

function uniquePlaces(rows: Rows): Map<string, string> {
  const places = new Map<string, string[]>();
  for (const [row, said] of rows) if (/\p{L}/u.test(said)) addToGroup(places, said, row);
  return new Map(
    [...places].flatMap(([said, [row, ...more]]) => (row && more.length === 0 ? [[said, row]] : [])),
  );
}

/** By the element around them: each row with its words. */
function rowsByList({ items }: VisibleItems): Map<string, Rows> {
  const lists = new Map<string, Rows>();
  for (const { row, text } of rowTexts(items)) {
    const list = row.parent && elementKey(row.parent);
    if (list === undefined) continue;
    const rows = lists.get(list) ?? new Map<string, string>();
    lists.set(list, rows);
    const key = elementKey(row);
    rows.set(key, `${rows.get(key) ?? ''}${text}\n`);
  }
  return lists;
}

const rowTexts = (items: readonly VisibleItem[]): { row: PageNode; text: string }[] =>
  items.flatMap(({ node, text }) => {
    const row = node.closest(isRow);
    return row ? [{ row, text }] : [];
  });
