import type { PageNode } from '../model/Page.ts';
import { factsText } from './facts.ts';
import type { LandmarkRegion } from './landmarks.ts';
import type { Item } from './Shown.ts';

/** An element that a render took out, and the one that stands in its place now. */
export interface Replaced {
  before: PageNode;
  after: PageNode;
}

export interface Pairing {
  replaced: Replaced[];
  /** Those among them that may not be what they were. */
  changed: { before: PageNode; after: Item }[];
  /** Regions in which words moved from one block that stays to another. */
  moved: Set<LandmarkRegion | undefined>;
  /** All that found a partner, as it is now. */
  paired: Item[];
  /** By what it is now: the partner of each that alone is what it is, so that nothing else could be meant. */
  sure: Map<Item, Item>;
  /** What found no partner. */
  lost: Item[];
  fresh: Item[];
}

/**
 * Pairs what went with what came where a render only made the same again: first what is equal in role, name,
 * region and state, then what alone has that role and name, or that id, in its region, before and after.
 * Elements that are still in the page, though hidden, have no successor.
 */
export function pairReplaced(lost: Item[], fresh: Item[], isDetached: (item: Item) => boolean): Pairing {
  const pairing: Pairing = {
    replaced: [],
    changed: [],
    moved: new Set(),
    paired: [],
    sure: new Map(),
    lost,
    fresh,
  };
  const take = (before: Item, after: Item, isEqual: boolean): void => {
    pairing.paired.push(after);
    if (before.kind === 'text') {
      if (!isDetached(before)) pairing.moved.add(after.region);
      return;
    }
    pairing.replaced.push({ before: before.node, after: after.node });
    if (!isEqual) pairing.changed.push({ before: before.node, after });
  };
  const isFree = (item: Item): boolean => item.kind === 'text' || isDetached(item);
  pairBy(pairing, equalKey, isFree, false, (before, after) => take(before, after, true));
  for (const key of [nameKey, idKey])
    pairBy(pairing, key, isFree, true, (before, after) => take(before, after, false));
  return pairing;
}

type Key = (item: Item) => string | undefined;

/** In order of the page; with `alone` only where one of each has the key. */
function pairBy(
  pairing: Pairing,
  key: Key,
  isFree: (item: Item) => boolean,
  alone: boolean,
  take: (before: Item, after: Item) => void,
): void {
  const before = groupBy(pairing.lost.filter(isFree), key);
  const after = groupBy(pairing.fresh, key);
  const paired = new Set<Item>();
  for (const [name, come] of after) {
    const went = before.get(name) ?? [];
    if (alone && (went.length !== 1 || come.length !== 1)) continue;
    for (let i = 0; i < Math.min(went.length, come.length); i++) {
      const [one, other] = [went[i] as Item, come[i] as Item];
      take(one, other);
      if (went.length === 1 && come.length === 1) pairing.sure.set(other, one);
      paired.add(one).add(other);
    }
  }
  pairing.lost = pairing.lost.filter((item) => !paired.has(item));
  pairing.fresh = pairing.fresh.filter((item) => !paired.has(item));
}

function groupBy(items: Item[], key: Key): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const name = key(item);
    if (name === undefined) continue;
    const group = groups.get(name);
    if (group) group.push(item);
    else groups.set(name, [item]);
  }
  return groups;
}

const placeOf = ({ kind, node, region }: Item): string =>
  [kind, kind === 'text' ? '' : node.tag, node.role, region?.address ?? ''].join('\n');

/** What has no name is equal to what has its id and class. */
function equalKey(item: Item): string {
  const state = item.kind === 'text' ? '' : factsText(item.node);
  const role = item.kind === 'text' ? `text\n${item.region?.address ?? ''}` : placeOf(item);
  const { id, class: looks } = item.text === '' ? item.node.attributes : {};
  return [role, item.text, state, id, looks].join('\n');
}

function nameKey(item: Item): string | undefined {
  return item.kind === 'element' && item.text !== '' ? `${placeOf(item)}\n${item.text}` : undefined;
}

const NAMING = ['data-testid', 'data-test', 'id', 'name'];

function idKey(item: Item): string | undefined {
  if (item.kind !== 'element') return undefined;
  const key = NAMING.find((name) => item.node.attributes[name]);
  return key && `${placeOf(item)}\n${key}=${item.node.attributes[key]}`;
}
