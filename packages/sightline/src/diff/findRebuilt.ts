import { addToGroup } from '../snapshot/groupBy.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { ITEM_ROLES, STANDALONE_ITEM_ROLES } from '../snapshot/roles.ts';
import { propertiesKey } from './elementProperties.ts';
import type { RebuiltList } from './PageDiff.ts';
import type { VisibleItem } from './VisibleItems.ts';

/** The rows of lists that were rendered anew: which say the same as before, and which do not. */
export interface RebuiltRows {
  lists: RebuiltList[];
  /** By the new item: the old one, of rows that say the same. */
  kept: Map<VisibleItem, VisibleItem>;
}

interface Row {
  node: PageNode;
  items: VisibleItem[];
}

/** The share of the rows of a list that must say the same: else it is another list, reported in whole. */
const MIN_KEPT_SHARE = 0.5;

/**
 * Compares lists whose rows were all made anew, inside of an element that stayed. `removed` and `added`: the items of
 * both pages that are on one of them only; the functions answer which elements are on the other page too.
 */
export function findRebuiltRows(
  removed: readonly VisibleItem[],
  added: readonly VisibleItem[],
  isDetached: (node: PageNode) => boolean,
  isNew: (node: PageNode) => boolean,
): RebuiltRows {
  const before = groupRows(removed, isDetached);
  const after = groupRows(added, isNew);
  const result: RebuiltRows = { lists: [], kept: new Map() };
  for (const [key, rows] of after) {
    const oldRows = before.get(key);
    if (oldRows) compareRows(oldRows, rows, result);
  }
  return result;
}

/** The rows that are on one page only, by the element around them that is on both. */
function groupRows(items: readonly VisibleItem[], isOwn: (node: PageNode) => boolean): Map<string, Row[]> {
  const rows = new Map<PageNode, Row>();
  for (const item of items) {
    const node = outermostRow(item.node, isOwn);
    if (!node) continue;
    const row = rows.get(node) ?? { node, items: [] };
    rows.set(node, row);
    row.items.push(item);
  }
  const groups = new Map<string, Row[]>();
  for (const row of rows.values()) {
    const container = row.node.closest((one) => one.isElement && !isOwn(one));
    if (container) addToGroup(groups, `${container.document.key}/${container.id}\n${row.node.tag}`, row);
  }
  return groups;
}

function outermostRow(node: PageNode, isOwn: (node: PageNode) => boolean): PageNode | undefined {
  let row: PageNode | undefined;
  for (let one: PageNode | undefined = node; one && (!one.isElement || isOwn(one)); one = one.parent)
    if (isRow(one)) row = one;
  return row;
}

export const isRow = ({ role, tag }: PageNode): boolean =>
  ITEM_ROLES.has(role) || STANDALONE_ITEM_ROLES.has(role) || tag === 'tr' || tag === 'li';

function compareRows(oldRows: readonly Row[], rows: readonly Row[], { lists, kept }: RebuiltRows): void {
  const unpaired = new Map<string, Row[]>();
  for (const row of oldRows) addToGroup(unpaired, contentKey(row), row);
  const pairs = rows.map((row) => [row, unpaired.get(contentKey(row))?.shift()] as const);
  const different = pairs.flatMap(([row, old]) => (old ? [] : [row.node]));
  if (rows.length - different.length < Math.max(rows.length, 1) * MIN_KEPT_SHARE) return;
  for (const [row, old] of pairs)
    if (old) for (const [i, item] of row.items.entries()) kept.set(item, old.items[i] as VisibleItem);
  // Rows that came, among others that are all still there, are reported as new.
  const isChanged = [...unpaired.values()].some((left) => left.length > 0);
  const [first] = rows;
  if (different.length === 0 || !isChanged || !first) return;
  const kind = first.node.role === 'row' || first.node.tag === 'tr' ? 'rows' : 'items';
  lists.push({ kind, region: first.items[0]?.region, rows: different, size: rows.length });
}

function contentKey({ items }: Row): string {
  return items
    .map(({ kind, node, text }) => {
      if (kind === 'text') return text;
      return [kind, node.tag, node.role, text, propertiesKey(node), node.attributes.class].join('\t');
    })
    .join('\n');
}
