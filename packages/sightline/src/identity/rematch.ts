import type { PageNode } from '../snapshot/Page.ts';
import { LABELLED_FIELD_ROLES } from '../snapshot/roles.ts';
import { displayName, withoutDigits } from './displayName.ts';
import {
  type CurrentItem,
  type Fingerprint,
  type Fingerprinter,
  type ItemFingerprint,
  identifyingAttributes,
  isInHeading,
  saysOnlyItsName,
} from './Fingerprinter.ts';
import type { ItemText } from './ItemListReader.ts';
import { isDistinctive, isLongNumber, isSameItem } from './isSameItem.ts';
import { testIdOf } from './testId.ts';
import { titleAround } from './titleAround.ts';

/** How a successor was recognised, the surest first. */
export type MatchMethod = 'test id' | 'id' | 'role and name' | 'CSS path';

/** What became of an element that was shown. */
export type RematchResult =
  /** It is there, and stands for the same thing; its name may have changed a little. */
  | { kind: 'same'; node: PageNode }
  /** Another element took its place. */
  | { kind: 'rebound'; node: PageNode; method: MatchMethod; evidenceText: string }
  /** It is there, but may stand for something else now: its name, or the item, the dialog or the part that it is in, is another. */
  | { kind: 'replaced'; node: PageNode; mismatch: 'name' | 'item' | 'title' }
  | { kind: 'ambiguous'; candidates: PageNode[] }
  | { kind: 'gone' };

/** An element of the newer page, compared with the fingerprint of one on the older page. */
interface Comparison {
  fingerprint: Fingerprint;
  node: PageNode;
  fingerprinter: Fingerprinter;
}

type Rule<T = Comparison> = (comparison: T) => boolean;

/** An element that lives stands for the same thing if one of these holds; frameworks reuse elements for other items. */
const SAME_THING_RULES: readonly Rule[] = [
  isIdentifiedByName,
  ({ fingerprint, node, fingerprinter }) => hasSameContext(fingerprint, node, fingerprinter),
];

/** It may have another name if one of these holds; all other elements are what they are called. */
const RENAME_RULES: readonly Rule<Pick<Comparison, 'fingerprint' | 'node'>>[] = [
  // An item, which is named by what it contains.
  ({ fingerprint: { items } }) => items[0]?.levelsUp === 0 && isDistinctive(items[0]),
  // A field, which may be named by its value.
  ({ fingerprint: { role, attributesKey, isInSequence }, node }) =>
    LABELLED_FIELD_ROLES.has(role) && identifyingAttributes(node) === attributesKey && !isInSequence,
  // A counter in its name.
  ({ fingerprint: { items, name, isInSequence }, node }) => {
    const words = withoutDigits(displayName(node));
    const isInKnownItem = items[0] !== undefined && isDistinctive(items[0]);
    return words !== '' && words === withoutDigits(name) && (isInKnownItem || !isInSequence);
  },
];

/**
 * Finds the element of a fingerprint on a newer page of the same document: itself where it still stands for the same
 * thing, else its successor, if exactly one element of its role fits the whole fingerprint.
 */
export function rematch(fingerprint: Fingerprint, fingerprinter: Fingerprinter): RematchResult {
  const node = fingerprinter.visibility.page.byIdentity(fingerprint.document, fingerprint.id);
  if (!node || node.role !== fingerprint.role) return findSuccessor(fingerprint, fingerprinter, undefined);
  const isTitled = hasSameTitle(fingerprint, node);
  const isSame = isTitled && SAME_THING_RULES.some((holds) => holds({ fingerprint, node, fingerprinter }));
  if (isSame && mayBeCalledSo(node, fingerprint)) return { kind: 'same', node };
  const successor = findSuccessor(fingerprint, fingerprinter, node);
  if (successor.kind !== 'gone') return successor;
  return { kind: 'replaced', node, mismatch: !isTitled ? 'title' : isSame ? 'name' : 'item' };
}

/**
 * False in a dialog of another title, and, of what is in no item that says anything, below another heading of a small part: an
 * application may draw the next dialog with the elements of the last one. True where there was none, or is none.
 */
function hasSameTitle({ title, items }: Fingerprint, node: PageNode): boolean {
  const now = title && titleAround(node);
  if (now?.kind !== title?.kind || now?.words === title?.words) return true;
  return title?.kind === 'part' && !items.every(saysOnlyItsName);
}

/** Whether it has the name of the fingerprint, or one that the same element may have instead. */
export function mayBeCalledSo(node: PageNode, fingerprint: Fingerprint): boolean {
  return displayName(node) === fingerprint.name || RENAME_RULES.some((holds) => holds({ fingerprint, node }));
}

/** Only fields, links with an address, and elements in headings; and only if no other element has the name. */
function isIdentifiedByName({ fingerprint, node, fingerprinter }: Comparison): boolean {
  const { role, name, attributesKey, namesakeCount } = fingerprint;
  const isLink = role === 'link' && !/^(?:#?$|javascript:)/.test(node.attribute('href') ?? '');
  return (
    name !== '' &&
    namesakeCount <= 1 &&
    displayName(node) === name &&
    identifyingAttributes(node) === attributesKey &&
    (LABELLED_FIELD_ROLES.has(role) || isLink || isInHeading(node)) &&
    fingerprinter.countNamesakes(node) === 1
  );
}

/** Whether the element is in the same items as before; one in no item, among the same words. */
export function hasSameContext(
  fingerprint: Fingerprint,
  node: PageNode,
  fingerprinter: Fingerprinter,
): boolean {
  const { items, isItemName, name, namesakeCount } = fingerprint;
  if (items.length === 0)
    return (
      hasSameNearbyTexts(fingerprint, node, fingerprinter) &&
      hasSameNearestWords(fingerprint, node, fingerprinter)
    );
  const currentItems = fingerprinter.currentItems(items, node);
  const hasSameName = displayName(node) === name;
  const isUniqueName =
    hasSameName && name !== '' && namesakeCount === 1 && fingerprinter.countNamesakes(node) === 1;
  return items.every((item, i) =>
    isSameItem(item, currentItems[i], { isUniqueName, isItemName: i === 0 && isItemName && hasSameName }),
  );
}

/** Whether each item of an element is the same one, whatever the name of the element, or is `explained`; one in no item is not. */
export function hasExplainedItems(
  { items }: Fingerprint,
  node: PageNode,
  fingerprinter: Fingerprinter,
  isExplained: (item: ItemFingerprint, current: CurrentItem) => boolean,
): boolean {
  const currentItems = fingerprinter.currentItems(items, node);
  const isSame = (item: ItemFingerprint, i: number): boolean => {
    const current = currentItems[i];
    const isKnown = isSameItem(item, current, { isItemName: false, isUniqueName: false });
    return isKnown || (current !== undefined && isExplained(item, current));
  };
  return items.length > 0 && items.every(isSame);
}

/** In a form, the share of the words around an element that must stay: lists in it open and close. */
const MIN_KEPT_SHARE = 0.5;

/**
 * Whether the element is among the same words as before. Words may come, or go (a message, a dialog), but where some
 * went and others came they may be of another thing; in a form, enough of the labels must stay.
 */
export function hasSameNearbyTexts(
  { nearbyTexts, isInForm }: Fingerprint,
  node: PageNode,
  fingerprinter: Fingerprinter,
): boolean {
  const saying = (texts: readonly ItemText[]): ItemText[] =>
    texts.filter(({ kind, words }) => words !== '' && !(isInForm && kind === 'value'));
  const compared = isInForm ? nearbyTexts.slice(-1) : nearbyTexts;
  return compared.every(({ levelsUp, texts }) =>
    areKept(saying(texts), saying(fingerprinter.textReader.textsAround(node, levelsUp)), isInForm),
  );
}

/** The same of the nearest words alone: further out those of another part of the page may change. */
function hasSameNearestWords(
  { nearestWords, isInForm }: Fingerprint,
  node: PageNode,
  fingerprinter: Fingerprinter,
): boolean {
  if (!nearestWords) return true;
  const { levelsUp, texts } = nearestWords;
  return areKept(texts, fingerprinter.textReader.wordsAround(node, levelsUp), isInForm);
}

function areKept(texts: readonly ItemText[], textsNow: readonly ItemText[], isInForm: boolean): boolean {
  const [before, after] = [new Set(texts.map(textKey)), new Set(textsNow.map(textKey))];
  const keptCount = [...before].filter((key) => after.has(key)).length;
  return isInForm
    ? keptCount >= Math.min(before.size, after.size) * MIN_KEPT_SHARE
    : keptCount === before.size || keptCount === after.size;
}

const textKey = ({ text, words }: ItemText): string => (isLongNumber(text) ? text : words);

/** `current`: the element itself, where it is there but does not stand for the same thing. */
function findSuccessor(
  fingerprint: Fingerprint,
  fingerprinter: Fingerprinter,
  current: PageNode | undefined,
): RematchResult {
  const candidates = successorCandidates(fingerprint, fingerprinter, current);
  const fitting =
    fingerprint.items.length > 0
      ? candidates.filter((one) => hasSameContext(fingerprint, one, fingerprinter))
      : filterByNearbyTexts(fingerprint, candidates, fingerprinter);
  const [only] = fitting;
  if (!only) return findSoleNamesake(fingerprint, fingerprinter, current);
  if (fitting.length === 1 && !hasSameNearestWords(fingerprint, only, fingerprinter)) return { kind: 'gone' };
  const isUniqueItem = fingerprint.items.some(({ size, duplicateCount }) => size > 1 && duplicateCount === 1);
  if (fitting.length === 1 && (fingerprint.namesakeCount === 1 || isUniqueItem))
    return reboundTo(only, matchMethod(only, fingerprint), fingerprint);
  const atSamePath = current ? undefined : findAtSamePath(fingerprint, fitting, candidates, fingerprinter);
  return atSamePath
    ? reboundTo(atSamePath, 'CSS path', fingerprint)
    : { kind: 'ambiguous', candidates: fitting };
}

/**
 * An element that was the only one of its role and name, made anew: the only one now, whatever the words further around it. Not
 * where the nearest are others: a button `Confirm` may be that of another dialog now. Nor in an item that says more than its name: a button `Delete` may be that of another row now. Where it is still there, another
 * of its name is not its successor.
 */
function findSoleNamesake(
  fingerprint: Fingerprint,
  fingerprinter: Fingerprinter,
  current: PageNode | undefined,
): RematchResult {
  const { items, name, namesakeCount, isInSequence } = fingerprint;
  if (current || !items.every(saysOnlyItsName) || name === '' || namesakeCount !== 1 || isInSequence)
    return { kind: 'gone' };
  const [only, ...more] = fingerprinter
    .interactiveLike(fingerprint)
    .filter((one) => displayName(one) === name && hasSameTitle(fingerprint, one));
  const isAlone =
    only !== undefined && more.length === 0 && fingerprinter.of(only).items.every(saysOnlyItsName);
  if (!isAlone || !hasSameNearestWords(fingerprint, only, fingerprinter)) return { kind: 'gone' };
  return reboundTo(only, matchMethod(only, fingerprint), fingerprint);
}

/** Elements with the same name; else, where the element itself is gone, those whose name may have changed. */
function successorCandidates(
  fingerprint: Fingerprint,
  fingerprinter: Fingerprinter,
  current: PageNode | undefined,
): PageNode[] {
  const isItem = fingerprint.items[0]?.levelsUp === 0;
  const similar = fingerprinter
    .interactiveLike(fingerprint)
    .filter((one) => one !== current && hasSameTitle(fingerprint, one));
  const namesakes = similar.filter((one) => isItem || displayName(one) === fingerprint.name);
  return namesakes.length > 0 || current
    ? namesakes
    : similar.filter((one) => mayBeCalledSo(one, fingerprint));
}

/** Those among exactly the same words; else those among enough of them. */
function filterByNearbyTexts(
  fingerprint: Fingerprint,
  nodes: PageNode[],
  fingerprinter: Fingerprinter,
): PageNode[] {
  const strict = { ...fingerprint, isInForm: false };
  const exact = nodes.filter((one) => hasSameNearbyTexts(strict, one, fingerprinter));
  return exact.length > 0
    ? exact
    : nodes.filter((one) => hasSameNearbyTexts(fingerprint, one, fingerprinter));
}

/** Of elements that nothing distinguishes: the one in the old place, if the list was rendered again without a change. */
function findAtSamePath(
  { namesakeCount, items, path, attributesKey }: Fingerprint,
  fitting: PageNode[],
  candidates: PageNode[],
  fingerprinter: Fingerprinter,
): PageNode | undefined {
  if (candidates.length !== namesakeCount) return undefined;
  const [only, ...more] = fitting.filter(
    (one) => identifyingAttributes(one) === attributesKey && fingerprinter.pathOf(one) === path,
  );
  if (!only || more.length > 0) return undefined;
  const currentItems = fingerprinter.currentItems(items, only);
  const isSameList = items.every(({ listHash }, i) => currentItems[i]?.fingerprint.listHash === listHash);
  return isSameList ? only : undefined;
}

function matchMethod(node: PageNode, { testId, htmlId }: Fingerprint): MatchMethod {
  if (testId !== '' && testIdOf(node) === testId) return 'test id';
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
  const besideText = distinctiveText ? ` beside "${distinctiveText.text}"` : '';
  return { kind: 'rebound', node, method, evidenceText: `${matchText}${besideText}` };
}
