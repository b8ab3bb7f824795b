import type { PageNode } from '../model/Page.ts';
import { ancestorAt, calledOf, type Evidence, type Evidences, type NowItem, nodeWith } from './evidence.ts';
import { isRenamed, standsInSame } from './recognise.ts';
import { isTold } from './sameItem.ts';

/**
 * What an element is after it was acted on. What changes by its own action (its label, the count beside it) does not
 * make it another, unless the list that it stands in moved on: then its place may be another item's.
 * Undefined where that is not sure.
 */
export function afterAction(node: PageNode, before: Evidences, after: Evidences): PageNode | undefined {
  const evidence = withoutOwnValue(before.of(node));
  const here = nodeWith(after.pruning.page, evidence.document, evidence.id);
  if (here)
    return here.role === evidence.role && isStill(evidence, node, here, before, after) ? here : undefined;
  if (evidence.items.length === 0) return undefined;
  const heirs = after
    .usableLike(evidence)
    .filter((one) => calledOf(one) === evidence.name || isRenamed(evidence, one))
    .filter((one) => hasOnlyChanged(evidence, node, one, before, after));
  return heirs.length === 1 ? heirs[0] : undefined;
}

/** What shares its item, or its words: their changes are its own. */
export function matesOf(node: PageNode, before: Evidences): PageNode[] {
  const { items, around } = before.of(node);
  const { steps } = items.find(isTold) ?? items[0] ?? around.at(-1) ?? { steps: 0 };
  const part = ancestorAt(node, steps);
  if (!part) return [];
  return before.pruning.page.nodes.slice(part.index, part.end).filter((one) => one.isElement && one !== node);
}

function isStill(
  evidence: Evidence,
  node: PageNode,
  here: PageNode,
  before: Evidences,
  after: Evidences,
): boolean {
  const { items, name, twins } = evidence;
  if (items.length === 0) return true;
  const isNamedAlike = calledOf(here) === name;
  const tellsItem = isNamedAlike || items.some(isTold) || twins > 1;
  if (tellsItem && standsInSame(evidence, here, after)) return true;
  if (!isNamedAlike && !items.some(isTold)) return false;
  return (
    (isNamedAlike && twins === 1 && after.of(here).twins === 1) ||
    hasOnlyChanged(evidence, node, here, before, after)
  );
}

/** Nothing else changed in its lists, and the name of its item did not. */
function hasOnlyChanged(
  { items }: Evidence,
  node: PageNode,
  here: PageNode,
  before: Evidences,
  after: Evidences,
): boolean {
  const then = before.itemsLike(items, node);
  const now = after.itemsLike(items, here);
  return items.every((_, i) => isOwnChange(then[i], now[i]));
}

function isOwnChange(then: NowItem | undefined, now: NowItem | undefined): boolean {
  if (!then || !now || then.evidence.place !== now.evidence.place) return false;
  const name = then.evidence.seen.find(({ words }) => words !== '');
  const isNamed = !name || now.evidence.seen.some(({ text }) => text === name.text);
  return isNamed && then.list.size === now.list.size && others(then) === others(now);
}

/** What the other items of its list say. */
function others({ list, look: own }: NowItem): string {
  const left = [...list.looks].map(([look, count]) => (count - Number(look === own) > 0 ? look : ''));
  return left.filter(Boolean).sort().join('\n\n');
}

/** What a field holds is what was done to it. */
function withoutOwnValue(evidence: Evidence): Evidence {
  const items = evidence.items.map((item) => ({
    ...item,
    seen: item.seen.filter(({ kind, place }) => kind !== 'value' || place !== item.place),
  }));
  return { ...evidence, items };
}
