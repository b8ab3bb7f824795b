import type { PageNode } from '../snapshot/Page.ts';
import { displayName } from './displayName.ts';
import type { CurrentItem, Fingerprint, Fingerprinter, ItemFingerprint } from './Fingerprinter.ts';
import { isDistinctive, isRenumbered } from './isSameItem.ts';
import { ancestorAt } from './NearbyTextReader.ts';
import { hasExplainedItems, hasSameContext, hasSameNearbyTexts, mayBeCalledSo } from './rematch.ts';

/**
 * The element that was acted on, and those in its item or among the same words, each with its counterpart afterwards.
 * What an action changes (a label, the count beside it) makes no element another, unless its list moved on: then another
 * item may be in its place. Empty where that is not sure.
 */
export function rematchAfterAction(
  node: PageNode,
  before: Fingerprinter,
  after: Fingerprinter,
): Map<PageNode, PageNode> {
  const fingerprint = withoutOwnValue(before.of(node));
  const context = { fingerprint, node, before, after };
  const successor = findSuccessor(context);
  const successors = new Map<PageNode, PageNode>();
  if (!successor) return successors;
  for (const related of relatedElements(context, successor)) {
    const current = related.contains(node)
      ? containerOf(successor, related, after)
      : counterpart(related, before, after);
    if (current) successors.set(related, current);
  }
  return successors.set(node, successor);
}

interface RematchContext {
  fingerprint: Fingerprint;
  node: PageNode;
  before: Fingerprinter;
  after: Fingerprinter;
}

function findSuccessor(context: RematchContext): PageNode | undefined {
  const { fingerprint, node, before, after } = context;
  const current = after.visibility.page.byIdentity(fingerprint.document, fingerprint.id);
  if (current)
    return current.role === fingerprint.role && isSameElement(context, current) ? current : undefined;
  if (fingerprint.items.length === 0) {
    const replacement = counterpart(node, before, after);
    return replacement && hasSameNearbyTexts({ ...fingerprint, isInForm: true }, replacement, after)
      ? replacement
      : undefined;
  }
  const successors = after
    .interactiveLike(fingerprint)
    .filter((one) => mayBeCalledSo(one, fingerprint))
    .filter((one) => onlyOwnItemChanged(context, one));
  return successors.length === 1 ? successors[0] : undefined;
}

function isSameElement(context: RematchContext, current: PageNode): boolean {
  const { fingerprint, after } = context;
  const { items, name, namesakeCount } = fingerprint;
  if (items.length === 0) return true;
  const hasSameName = displayName(current) === name;
  if (
    (hasSameName || items.some(isDistinctive) || namesakeCount > 1) &&
    hasSameContext(fingerprint, current, after)
  )
    return true;
  if (!hasSameName && !items.some(isDistinctive)) return false;
  return (
    // Its item moved in its list, and is called by its new place.
    (hasSameName && hasExplainedItems(fingerprint, current, after, isRenumbered)) ||
    (hasSameName && namesakeCount === 1 && after.countNamesakes(current) === 1) ||
    onlyOwnItemChanged(context, current)
  );
}

/** Nothing else in its lists changed, nor did the name of its item. */
function onlyOwnItemChanged(
  { fingerprint: { items }, node, before, after }: RematchContext,
  current: PageNode,
): boolean {
  const itemsBefore = before.currentItems(items, node);
  const itemsAfter = after.currentItems(items, current);
  return items.every((_, i) => isOwnChange(itemsBefore[i], itemsAfter[i]));
}

function isOwnChange(itemBefore: CurrentItem | undefined, itemAfter: CurrentItem | undefined): boolean {
  if (!itemBefore || !itemAfter || itemBefore.fingerprint.path !== itemAfter.fingerprint.path) return false;
  const name = itemBefore.fingerprint.texts.find(({ words }) => words !== '');
  const isNamed = !name || itemAfter.fingerprint.texts.some(({ text }) => text === name.text);
  return (
    isNamed &&
    itemBefore.list.size === itemAfter.list.size &&
    otherItemsKey(itemBefore) === otherItemsKey(itemAfter)
  );
}

/** The texts of the other items of its list. */
function otherItemsKey({ list, signature: ownSignature }: CurrentItem): string {
  const remaining = [...list.signatures].map(
    ([signature, count]) => [signature, signature === ownSignature ? count - 1 : count] as const,
  );
  return JSON.stringify(remaining.filter(([, count]) => count > 0).sort());
}

/** Elements in its item, or among the same words; and those in the rest of its list, where that did not change. */
function relatedElements(context: RematchContext, successor: PageNode): PageNode[] {
  const { fingerprint, node, before, after } = context;
  const { items, nearbyTexts } = fingerprint;
  const item = items.find(isDistinctive) ?? items[0];
  const itemNode = ancestorAt(node, item?.levelsUp ?? nearbyTexts.at(-1)?.levelsUp ?? 0);
  if (!itemNode) return [];
  const interactiveWithin = (scope: PageNode): PageNode[] =>
    before.visibility.page
      .subtree(scope)
      .filter((one) => one !== node && before.visibility.interactive[one.index] === 1);
  if (!item || !itemNode.parent || !onlyOwnItemChanged(context, successor))
    return interactiveWithin(itemNode);
  return interactiveWithin(itemNode.parent).filter(
    (one) => itemNode.contains(one) || isUnchanged(one, item, before, after),
  );
}

/** It is still there, in an item that did not change. */
function isUnchanged(
  node: PageNode,
  item: ItemFingerprint,
  before: Fingerprinter,
  after: Fingerprinter,
): boolean {
  const current = after.visibility.page.counterpart(node);
  const itemNow = current && after.currentItems([item], current)[0];
  return itemNow !== undefined && before.currentItems([item], node)[0]?.signature === itemNow.signature;
}

/** A container is named by its content: it is still the same if the element in it is. */
function containerOf(
  successor: PageNode,
  { document, id, role }: PageNode,
  after: Fingerprinter,
): PageNode | undefined {
  const liveNode = after.visibility.page.byIdentity(document.key, id);
  return liveNode?.role === role && liveNode.contains(successor) ? liveNode : undefined;
}

/** The element itself with the same name and role; or else the only one with them, before and after, in the same place. */
function counterpart(node: PageNode, before: Fingerprinter, after: Fingerprinter): PageNode | undefined {
  const document = node.document.key;
  const liveNode = after.visibility.page.byIdentity(document, node.id);
  const hasSameNameAndRole = (one: PageNode): boolean =>
    one.role === node.role && displayName(one) === displayName(node);
  if (liveNode) return hasSameNameAndRole(liveNode) ? liveNode : undefined;
  const [only, ...more] = after
    .interactiveLike({ document, role: node.role, tag: node.tag })
    .filter(hasSameNameAndRole);
  const isUnique = more.length === 0 && before.countNamesakes(node) === 1;
  return only && isUnique && after.pathOf(only) === before.pathOf(node) ? only : undefined;
}

/** The value of a field changes with the action on it. */
function withoutOwnValue(fingerprint: Fingerprint): Fingerprint {
  const items = fingerprint.items.map((item) => ({
    ...item,
    texts: item.texts.filter(({ kind, path }) => kind !== 'value' || path !== item.path),
  }));
  return { ...fingerprint, items };
}
