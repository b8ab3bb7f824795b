import { TEST_ID_ATTRIBUTES } from '../snapshot/capturedAttributes.ts';
import { groupBy } from '../snapshot/groupBy.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { CELL_ROLES, ITEM_ROLES } from '../snapshot/roles.ts';
import type { LandmarkRegion } from '../structure/landmarks.ts';
import { propertiesKey } from './elementProperties.ts';
import type { VisibleItem } from './VisibleItems.ts';

/** An element that a re-render removed, and the one in its place now. */
export interface Replacement {
  before: PageNode;
  after: PageNode;
}

export interface ItemPairing {
  replaced: Replacement[];
  /** Those among them that may not be what they were. */
  changed: { before: PageNode; after: VisibleItem }[];
  /** Regions in which words moved from one block that stays to another. */
  moved: Set<LandmarkRegion | undefined>;
  /** All new items that were paired. */
  paired: VisibleItem[];
  /** By the new item: the old one, where no other could be meant. */
  uniquePairs: Map<VisibleItem, VisibleItem>;
  /** What was not paired. */
  removed: VisibleItem[];
  added: VisibleItem[];
}

/**
 * Pairs what went with what came where a render only made the same again: first what is equal in role, name,
 * region and state, at best in the same box; then what alone has that role and name, or that id, in its region, before and after,
 * or that role in a cell or item that stayed.
 * Elements that are still in the page, though hidden, have no successor.
 */
export function pairReplacedItems(
  removed: VisibleItem[],
  added: VisibleItem[],
  isDetached: (item: VisibleItem) => boolean,
): ItemPairing {
  const pairing: ItemPairing = {
    replaced: [],
    changed: [],
    moved: new Set(),
    paired: [],
    uniquePairs: new Map(),
    removed,
    added,
  };
  const record = (before: VisibleItem, after: VisibleItem, isEqual: boolean): void => {
    pairing.paired.push(after);
    if (before.kind === 'text') {
      if (!isDetached(before)) pairing.moved.add(after.region);
      return;
    }
    pairing.replaced.push({ before: before.node, after: after.node });
    if (!isEqual) pairing.changed.push({ before: before.node, after });
  };
  const canPair = (item: VisibleItem): boolean => item.kind === 'text' || isDetached(item);
  for (const key of [equalInBoxKey, equalKey])
    pairBy(pairing, key, canPair, false, (before, after) => record(before, after, true));
  for (const key of [nameKey, idKey, cellKey])
    pairBy(pairing, key, canPair, true, (before, after) => record(before, after, false));
  return pairing;
}

type ItemKey = (item: VisibleItem) => string | undefined;

/** Pairs in document order; `uniqueOnly`: only where one of each has the key. */
function pairBy(
  pairing: ItemPairing,
  key: ItemKey,
  canPair: (item: VisibleItem) => boolean,
  uniqueOnly: boolean,
  record: (before: VisibleItem, after: VisibleItem) => void,
): void {
  const before = groupBy(pairing.removed.filter(canPair), key);
  const after = groupBy(pairing.added, key);
  const paired = new Set<VisibleItem>();
  for (const [name, addedItems] of after) {
    if (name === undefined) continue;
    const removedItems = before.get(name) ?? [];
    if (uniqueOnly && (removedItems.length !== 1 || addedItems.length !== 1)) continue;
    for (let i = 0; i < Math.min(removedItems.length, addedItems.length); i++) {
      const [removedItem, addedItem] = [removedItems[i] as VisibleItem, addedItems[i] as VisibleItem];
      record(removedItem, addedItem);
      if (removedItems.length === 1 && addedItems.length === 1)
        pairing.uniquePairs.set(addedItem, removedItem);
      paired.add(removedItem).add(addedItem);
    }
  }
  pairing.removed = pairing.removed.filter((item) => !paired.has(item));
  pairing.added = pairing.added.filter((item) => !paired.has(item));
}

const locationKey = ({ kind, node, region }: VisibleItem): string =>
  [kind, kind === 'text' ? '' : node.tag, node.role, region?.address ?? ''].join('\n');

/** What has no name is equal to what has its id and class. */
function equalKey(item: VisibleItem): string {
  const state = item.kind === 'text' ? '' : propertiesKey(item.node);
  const role = item.kind === 'text' ? `text\n${item.region?.address ?? ''}` : locationKey(item);
  const { id, class: className } = item.text === '' ? item.node.attributes : {};
  return [role, item.text, state, id, className].join('\n');
}

const boxOf = ({ node }: VisibleItem): string | undefined =>
  node.parent && node.parent.id !== 0 ? `${node.document.key} ${node.parent.id}` : undefined;

/** In the box around it, which is still there. */
function equalInBoxKey(item: VisibleItem): string | undefined {
  const box = boxOf(item);
  return item.kind === 'element' && box !== undefined ? `${box}\n${equalKey(item)}` : undefined;
}

/** Of a table or list, whose items each have such an element. */
function cellKey(item: VisibleItem): string | undefined {
  const role = item.node.parent?.role ?? '';
  const isInItem = CELL_ROLES.has(role) || ITEM_ROLES.has(role);
  return item.kind === 'element' && isInItem ? `${boxOf(item)}\n${locationKey(item)}` : undefined;
}

function nameKey(item: VisibleItem): string | undefined {
  return item.kind === 'element' && item.text !== '' ? `${locationKey(item)}\n${item.text}` : undefined;
}

const ID_ATTRIBUTES = [...TEST_ID_ATTRIBUTES, 'id', 'name'];

function idKey(item: VisibleItem): string | undefined {
  if (item.kind !== 'element') return undefined;
  const key = ID_ATTRIBUTES.find((name) => item.node.attributes[name]);
  return key && `${locationKey(item)}\n${key}=${item.node.attributes[key]}`;
}
