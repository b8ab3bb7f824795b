import type { PageNode } from '../snapshot/Page.ts';
import { LABELLED_FIELD_ROLES } from '../snapshot/roles.ts';
import { displayName, withoutDigits } from './displayName.ts';
import {
  type Fingerprint,
  type Fingerprinter,
  identifyingAttributes,
  isInHeading,
  testIdOf,
} from './Fingerprinter.ts';
import type { ItemText } from './ItemListReader.ts';
import { isDistinctive, isLongNumber, isSameItem } from './isSameItem.ts';

/** What a successor was known by, in the order of seed 003. */
export type MatchMethod = 'test id' | 'id' | 'role and name' | 'CSS path';

/** What became of an element that was shown. */
export type RematchResult =
  /** It is there, and stands for what it stood for; `was`: what it was called, where that changed a little. */
  | { kind: 'same'; node: PageNode; previousName?: string }
  /** Another element took its place. */
  | { kind: 'rebound'; node: PageNode; method: MatchMethod; evidenceText: string }
  /** It is there, but may stand for something else now: its name, or what it stands in, is another, or was too long ago. */
  | { kind: 'replaced'; node: PageNode; mismatch: 'name' | 'item' | 'age' }
  | { kind: 'ambiguous'; candidates: PageNode[] }
  | { kind: 'gone' };

/** How much of what a form says around an element must still be there, or have been there: lists in it open and close. */
const MIN_KEPT_SHARE = 0.5;

/**
 * Finds the element again that the evidence is of, on a newer page of the same document. An element that lives is
 * the same only if it still stands for the same thing (frameworks reuse elements for other items); one that is gone
 * has a successor only if exactly one element of its role fits all the evidence (DESIGN section 8, seed 003).
 */
export function rematch(fingerprint: Fingerprint, fingerprinter: Fingerprinter): RematchResult {
  const node = fingerprinter.visibility.page.byRef(fingerprint.document, fingerprint.id);
  if (!node || node.role !== fingerprint.role) return findSuccessor(fingerprint, fingerprinter, undefined);
  const name = displayName(node);
  const isSame =
    isIdentifiedByName(fingerprint, node, fingerprinter) || hasSameContext(fingerprint, node, fingerprinter);
  if (isSame && name === fingerprint.name) return { kind: 'same', node };
  if (isSame && isRenamed(fingerprint, node)) return { kind: 'same', node, previousName: fingerprint.name };
  const other = findSuccessor(fingerprint, fingerprinter, node);
  if (other.kind !== 'gone') return other;
  return { kind: 'replaced', node, mismatch: isSame ? 'name' : 'item' };
}

/** Whether it stands in the items, or among the words, that it stood in. */
export function hasSameContext(
  fingerprint: Fingerprint,
  node: PageNode,
  fingerprinter: Fingerprinter,
): boolean {
  const { items, isItemName, name, namesakeCount } = fingerprint;
  if (items.length === 0) return hasSameNearbyTexts(fingerprint, node, fingerprinter);
  const currentItems = fingerprinter.currentItems(items, node);
  const hasSameName = displayName(node) === name;
  const isUniqueName =
    hasSameName && name !== '' && namesakeCount === 1 && fingerprinter.countNamesakes(node) === 1;
  return items.every((item, i) =>
    isSameItem(item, currentItems[i], { isUniqueName, isItemName: i === 0 && isItemName && hasSameName }),
  );
}

/** A field is what its label says, a link where it leads, a heading itself, where no other is called so. */
function isIdentifiedByName(
  { role, name, attributesKey, namesakeCount }: Fingerprint,
  node: PageNode,
  fingerprinter: Fingerprinter,
): boolean {
  if (
    name === '' ||
    namesakeCount > 1 ||
    displayName(node) !== name ||
    identifyingAttributes(node) !== attributesKey
  )
    return false;
  const isRealLink = role === 'link' && !/^(?:$|#|javascript:)/.test(node.attribute('href') ?? '');
  return (
    (LABELLED_FIELD_ROLES.has(role) || isRealLink || isInHeading(node)) &&
    fingerprinter.countNamesakes(node) === 1
  );
}

/** Names of fields, and counters beside a name, change with what they hold; those of others are what they are. */
export function isRenamed(fingerprint: Fingerprint, node: PageNode): boolean {
  const { items, name, role, attributesKey, isInSequence } = fingerprint;
  const [item] = items;
  const isItem = item !== undefined && isDistinctive(item);
  if (item?.levelsUp === 0 && isItem) return true;
  if (LABELLED_FIELD_ROLES.has(role) && identifyingAttributes(node) === attributesKey && !isInSequence)
    return true;
  const words = withoutDigits(displayName(node));
  return words !== '' && words === withoutDigits(name) && (isItem || !isInSequence);
}

/** `current`: the element itself, where it lives but does not fit any more. */
function findSuccessor(
  fingerprint: Fingerprint,
  fingerprinter: Fingerprinter,
  current: PageNode | undefined,
): RematchResult {
  const isItem = fingerprint.items[0]?.levelsUp === 0;
  const similar = fingerprinter.interactiveLike(fingerprint).filter((one) => one !== current);
  const sameName = similar.filter((one) => isItem || displayName(one) === fingerprint.name);
  // Only a counter in its name may have counted meanwhile, and only where it is gone.
  const candidates =
    sameName.length > 0 || current ? sameName : similar.filter((one) => isRenamed(fingerprint, one));
  const fitting =
    fingerprint.items.length > 0
      ? candidates.filter((one) => hasSameContext(fingerprint, one, fingerprinter))
      : filterByNearbyTexts(fingerprint, candidates, fingerprinter);
  const [only] = fitting;
  if (!only) return { kind: 'gone' };
  if (fitting.length === 1 && (fingerprint.namesakeCount === 1 || fingerprint.items.some(isUniqueItem)))
    return reboundTo(only, matchMethod(only, fingerprint), fingerprint);
  const found = current ? undefined : findAtSamePath(fingerprint, fitting, candidates, fingerprinter);
  return found ? reboundTo(found, 'CSS path', fingerprint) : { kind: 'ambiguous', candidates: fitting };
}

/** Those that fit what it stood among: all of it, or else enough. */
function filterByNearbyTexts(
  fingerprint: Fingerprint,
  nodes: PageNode[],
  fingerprinter: Fingerprinter,
): PageNode[] {
  const exact = nodes.filter((one) =>
    hasSameNearbyTexts({ ...fingerprint, isInForm: false }, one, fingerprinter),
  );
  return exact.length > 0
    ? exact
    : nodes.filter((one) => hasSameNearbyTexts(fingerprint, one, fingerprinter));
}

const isUniqueItem = ({ size, duplicateCount }: Fingerprint['items'][number]): boolean =>
  size > 1 && duplicateCount === 1;

/** Of twins that nothing tells apart: only where all was made anew as it was, each is in its old place. */
function findAtSamePath(
  fingerprint: Fingerprint,
  fitting: PageNode[],
  candidates: PageNode[],
  fingerprinter: Fingerprinter,
): PageNode | undefined {
  const { namesakeCount, items, path, attributesKey } = fingerprint;
  if (candidates.length !== namesakeCount) return undefined;
  const found = fitting.filter(
    (one) => identifyingAttributes(one) === attributesKey && fingerprinter.pathOf(one) === path,
  );
  const [only] = found;
  if (!only || found.length > 1) return undefined;
  const currentItems = fingerprinter.currentItems(items, only);
  return items.every(({ listHash }, i) => currentItems[i]?.fingerprint.listHash === listHash)
    ? only
    : undefined;
}

function matchMethod(node: PageNode, { testId, htmlId }: Fingerprint): MatchMethod {
  if (testId !== undefined && testIdOf(node) === testId) return 'test id';
  return htmlId !== undefined && node.attribute('id') === htmlId ? 'id' : 'role and name';
}

function reboundTo(
  node: PageNode,
  method: MatchMethod,
  { items, name, role, htmlId, testId }: Fingerprint,
): RematchResult {
  const elementText = `${role || 'element'} "${name}"`;
  const matchText = {
    'test id': testId,
    id: htmlId,
    'role and name': elementText,
    'CSS path': `${elementText} in the same place`,
  }[method];
  const distinctiveText = items
    .flatMap(({ texts }) => texts)
    .find(({ isUniqueText, kind }) => isUniqueText && kind !== 'mark');
  return {
    kind: 'rebound',
    node,
    method,
    evidenceText: distinctiveText ? `${matchText} beside "${distinctiveText.text}"` : `${matchText}`,
  };
}

/**
 * Whether it stands among the words that it stood among. Words may come, or go (a message, a dialog), but where some
 * went and others came it may be another thing that is told of; in a form, enough of the labels must stay.
 */
export function hasSameNearbyTexts(
  { nearbyTexts, isInForm }: Fingerprint,
  node: PageNode,
  fingerprinter: Fingerprinter,
): boolean {
  const compared = isInForm ? nearbyTexts.slice(-1) : nearbyTexts;
  return compared.every(({ levelsUp, texts }) => {
    const textKeys = (itemTexts: ItemText[]): Set<string> =>
      new Set(
        itemTexts.filter(({ kind, words }) => words !== '' && !(isInForm && kind === 'value')).map(textKey),
      );
    const [previousKeys, currentKeys] = [
      textKeys(texts),
      textKeys(fingerprinter.textsAround(node, levelsUp)),
    ];
    const keptCount = [...previousKeys].filter((one) => currentKeys.has(one)).length;
    const isDifferent = keptCount < previousKeys.size && keptCount < currentKeys.size;
    return isInForm
      ? keptCount >= Math.min(previousKeys.size, currentKeys.size) * MIN_KEPT_SHARE
      : !isDifferent;
  });
}

const textKey = ({ text, words }: ItemText): string => (isLongNumber(text) ? text : words);
