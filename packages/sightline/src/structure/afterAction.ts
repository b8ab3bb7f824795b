import type { PageNode } from '../model/Page.ts';
import { calledOf } from './callings.ts';
import {
  ancestorAt,
  type Evidence,
  type Evidences,
  type ItemEvidence,
  type NowItem,
  nodeWith,
} from './evidence.ts';
import { isRenamed, standsAmong, standsInSame } from './recognise.ts';
import { isTold } from './sameItem.ts';

/**
 * An element that was acted on, and those that share its item or its words, each with what it is afterwards. What
 * changes with an action (a label, the count beside it) does not make an element another, unless the list that it
 * stands in moved on: then its place may be another item's. Empty where that is not sure.
 */
export function afterAction(node: PageNode, before: Evidences, after: Evidences): Map<PageNode, PageNode> {
  const evidence = withoutOwnValue(before.of(node));
  const comparison = { evidence, node, before, after };
  const heir = heirOf(comparison);
  const heirs = new Map<PageNode, PageNode>();
  if (!heir) return heirs;
  for (const mate of matesOf(comparison, heir)) {
    const here = mate.contains(node) ? holderOf(heir, mate, after) : counterpart(mate, before, after);
    if (here) heirs.set(mate, here);
  }
  return heirs.set(node, heir);
}

interface Comparison {
  evidence: Evidence;
  node: PageNode;
  before: Evidences;
  after: Evidences;
}

function heirOf(comparison: Comparison): PageNode | undefined {
  const { evidence, node, before, after } = comparison;
  const here = nodeWith(after.pruning.page, evidence.document, evidence.id);
  if (here) return here.role === evidence.role && isStill(comparison, here) ? here : undefined;
  if (evidence.items.length === 0) {
    const anew = counterpart(node, before, after);
    return anew && standsAmong({ ...evidence, isInForm: true }, anew, after) ? anew : undefined;
  }
  const heirs = after
    .usableLike(evidence)
    .filter((one) => calledOf(one) === evidence.name || isRenamed(evidence, one))
    .filter((one) => hasOnlyChanged(comparison, one));
  return heirs.length === 1 ? heirs[0] : undefined;
}

function isStill(comparison: Comparison, here: PageNode): boolean {
  const { evidence, after } = comparison;
  const { items, name, twins } = evidence;
  if (items.length === 0) return true;
  const isNamedAlike = calledOf(here) === name;
  if ((isNamedAlike || items.some(isTold) || twins > 1) && standsInSame(evidence, here, after)) return true;
  if (!isNamedAlike && !items.some(isTold)) return false;
  return (isNamedAlike && twins === 1 && after.twinsOf(here) === 1) || hasOnlyChanged(comparison, here);
}

/** Nothing else changed in its lists, and the name of its item did not. */
function hasOnlyChanged({ evidence: { items }, node, before, after }: Comparison, here: PageNode): boolean {
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
  const left = [...list.looks].map(([look, count]) => [look, look === own ? count - 1 : count] as const);
  return JSON.stringify(left.filter(([, count]) => count > 0).sort());
}

/** What shares its item, or its words: their changes are its own. And, where all else stayed, the rest of its list. */
function matesOf(comparison: Comparison, heir: PageNode): PageNode[] {
  const { evidence, node, before, after } = comparison;
  const { items, around } = evidence;
  const item = items.find(isTold) ?? items[0];
  const part = ancestorAt(node, item?.steps ?? around.at(-1)?.steps ?? 0);
  if (!part) return [];
  const within = (scope: PageNode): PageNode[] =>
    before.pruning.page.nodes
      .slice(scope.index, scope.end)
      .filter((one) => one !== node && before.pruning.usable[one.index] === 1);
  if (!item || !part.parent || !hasOnlyChanged(comparison, heir)) return within(part);
  return within(part.parent).filter((one) => part.contains(one) || isAsItWas(one, item, before, after));
}

/** It lives, in an item that says what it said. */
function isAsItWas(node: PageNode, item: ItemEvidence, before: Evidences, after: Evidences): boolean {
  const here = nodeWith(after.pruning.page, node.document.key, node.id);
  const now = here && after.itemsLike([item], here)[0];
  return now !== undefined && before.itemsLike([item], node)[0]?.look === now.look;
}

/** A row that is called what it holds is another's no more than what was used in it. */
function holderOf(heir: PageNode, { document, id, role }: PageNode, after: Evidences): PageNode | undefined {
  const living = nodeWith(after.pruning.page, document.key, id);
  return living?.role === role && living.contains(heir) ? living : undefined;
}

/** What has the same name and role: the element itself, or what alone has them, before and after, and its place. */
function counterpart(node: PageNode, before: Evidences, after: Evidences): PageNode | undefined {
  const document = node.document.key;
  const living = nodeWith(after.pruning.page, document, node.id);
  const isAlike = (one: PageNode): boolean => one.role === node.role && calledOf(one) === calledOf(node);
  if (living) return isAlike(living) ? living : undefined;
  const [only, ...more] = after.usableLike({ document, role: node.role, tag: node.tag }).filter(isAlike);
  const isAlone = more.length === 0 && before.twinsOf(node) === 1;
  return only && isAlone && after.pathOf(only) === before.pathOf(node) ? only : undefined;
}

/** What a field holds is what was done to it. */
function withoutOwnValue(evidence: Evidence): Evidence {
  const items = evidence.items.map((item) => ({
    ...item,
    seen: item.seen.filter(({ kind, place }) => kind !== 'value' || place !== item.place),
  }));
  return { ...evidence, items };
}
