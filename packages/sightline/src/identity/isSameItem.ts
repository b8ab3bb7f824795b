import {
  type ComparedItemText,
  type CurrentItem,
  type ItemFingerprint,
  MIN_LONG_LIST,
} from './Fingerprinter.ts';

/** What the name of the element itself says of its item. */
export interface NameMatch {
  /** It is the name of the item, and did not change. */
  isItemName: boolean;
  /** No other element has it, then or now. */
  isUniqueName: boolean;
}

/** Whether an item is the one of the fingerprint. */
export function isSameItem(
  previous: ItemFingerprint,
  current: CurrentItem | undefined,
  nameMatch: NameMatch,
): boolean {
  if (!current || current.fingerprint.tag !== previous.tag) return false;
  const expected = previous.texts.filter(
    (one) => one.kind !== 'mark' && !(one.kind === 'value' && isIgnorable(one, previous)),
  );
  const missing = expected.filter((one) => !isStillPresent(one, current.fingerprint.texts));
  const comparison = { previous, current, expected, missing, ...nameMatch };
  return ITEM_RULES.find(({ test }) => test(comparison))?.isSame ?? false;
}

interface ItemComparison extends NameMatch {
  previous: ItemFingerprint;
  current: CurrentItem;
  /** What the item must still say. */
  expected: readonly ComparedItemText[];
  /** What of that it does not say any more. */
  missing: readonly ComparedItemText[];
}

interface ItemRule {
  name: string;
  test(comparison: ItemComparison): boolean;
  isSame: boolean;
}

/**
 * In order; the first that applies decides. Parts of an item may change (a counter, a state), but not what distinguishes it
 * from the others of its list; where nothing is sure to do that, nothing may have changed.
 */
const ITEM_RULES: readonly ItemRule[] = [
  {
    name: 'what identifies it is gone',
    test: ({ missing, previous, current }) => missing.some((one) => isIdentifying(one, previous, current)),
    isSame: false,
  },
  {
    name: 'its name is the same',
    test: ({ missing, isItemName }) => missing.length > 0 && isItemName,
    isSame: true,
  },
  {
    name: 'something that is only in it is the same',
    test: ({ missing, previous, current }) =>
      missing.length > 0 && previous.texts.some((one) => isAnchor(one, current)),
    isSame: true,
  },
  {
    name: 'only amounts changed',
    test: ({ missing, previous, current }) =>
      missing.length > 0 && missing.every(isAmount) && keepsOwnWords(previous, current),
    isSame: true,
  },
  { name: 'something else changed', test: ({ missing }) => missing.length > 0, isSame: false },
  {
    name: 'it says nothing, and the element has a unique name',
    test: ({ expected, isUniqueName }) => expected.length === 0 && isUniqueName,
    isSame: true,
  },
  {
    name: 'more or fewer items say the same',
    test: ({ previous, current }) => current.fingerprint.duplicateCount !== previous.duplicateCount,
    isSame: false,
  },
  {
    name: 'it says something that no other does',
    test: ({ expected }) => expected.some(({ isUniqueText }) => isUniqueText),
    isSame: true,
  },
  {
    name: 'nothing was added',
    test: ({ previous, current }) => current.fingerprint.texts.length === previous.texts.length,
    isSame: true,
  },
];

/** Whether a text that people read distinguishes the item from the others of its list, and does not count anything. */
export function isDistinctive({ texts }: ItemFingerprint): boolean {
  return texts.some(
    ({ kind, text, isUniqueText, hasUniqueWords }) =>
      (kind === 'title' && isUniqueText) ||
      (kind === 'text' && (hasUniqueWords || (isUniqueText && isLongNumber(text)))),
  );
}

/** Numbers of orders and the like, which do not count anything. */
export const isLongNumber = (text: string): boolean => /\d{4}/.test(text);

const isAmount = ({ words, text }: ComparedItemText): boolean => words === '' && !isLongNumber(text);

const findTitle = ({ texts }: ItemFingerprint): ComparedItemText | undefined =>
  texts.find(({ kind }) => kind === 'title');

/** The value of a field says nothing of an item with a title, nor does an amount where there are words. */
function isIgnorable({ words }: ComparedItemText, item: ItemFingerprint): boolean {
  return findTitle(item)?.isUniqueText === true || (words === '' && isDistinctive(item));
}

function keepsOwnWords({ texts }: ItemFingerprint, { fingerprint }: CurrentItem): boolean {
  return texts.some(
    (one) => one.hasUniqueWords && one.kind === 'text' && isStillPresent(one, fingerprint.texts),
  );
}

/** A counter may count where the words beside it are in no other item. */
function isStillPresent(itemText: ComparedItemText, currentTexts: readonly ComparedItemText[]): boolean {
  const isCounterOf = ({ text, words, hasUniqueWords }: ComparedItemText): boolean =>
    itemText.hasUniqueWords &&
    hasUniqueWords &&
    words === itemText.words &&
    !isLongNumber(text) &&
    !isLongNumber(itemText.text);
  return currentTexts.some(
    (one) =>
      (one.kind === 'mark') === (itemText.kind === 'mark') &&
      (one.text === itemText.text ? one.path === itemText.path || itemText.isUniqueText : isCounterOf(one)),
  );
}

/** As good as the name of the item: without it, the item is another. */
function isIdentifying(
  itemText: ComparedItemText,
  previous: ItemFingerprint,
  { list }: CurrentItem,
): boolean {
  const column = list.columns.get(itemText.path);
  if (itemText === findTitle(previous)) return true;
  if (itemText.distinguishedBy === 'words')
    return column === undefined || column.count < 2 || column.hasDistinctWords;
  return (
    itemText.distinguishedBy === 'text' &&
    (isLongNumber(itemText.text) || itemText === previous.texts.find(({ words }) => words !== ''))
  );
}

/** It did not change and is in no other item: the item is the same, whatever else in it changed. */
function isAnchor(itemText: ComparedItemText, { fingerprint, list }: CurrentItem): boolean {
  const match = fingerprint.texts.find(({ text, path }) => text === itemText.text && path === itemText.path);
  if (!match) return false;
  if (itemText.kind === 'mark') return itemText.isUniqueText && match.isUniqueText;
  const column = list.columns.get(itemText.path);
  const isLongColumn =
    itemText.columnCount >= MIN_LONG_LIST && column !== undefined && column.count >= MIN_LONG_LIST;
  // The number of an order, in a column of such.
  if (isLongNumber(itemText.text) && itemText.distinguishedBy === 'text' && itemText.kind === 'text')
    return isLongColumn && column.hasDistinctTexts && match.isUniqueText;
  if (!itemText.hasUniqueWords || !match.hasUniqueWords) return false;
  if (itemText.kind === 'title') return true;
  return itemText.distinguishedBy === 'words' && isLongColumn && column.hasDistinctWords;
}

const differing = (
  texts: readonly ComparedItemText[],
  others: readonly ComparedItemText[],
): ComparedItemText[] =>
  texts.filter(
    ({ kind, text, path }) =>
      kind !== 'mark' && !others.some((one) => one.text === text && one.path === path),
  );

/** Whether an item says in the same place what no other of its list says, nor said. */
function keepsUniqueText(item: ItemFingerprint, { fingerprint }: CurrentItem): boolean {
  const isOnly = item.size === 1 && fingerprint.size === 1;
  const isUnique = ({ isUniqueText }: ComparedItemText): boolean => isUniqueText || isOnly;
  return item.texts.some(
    (one) =>
      isUnique(one) &&
      one.words !== '' &&
      fingerprint.texts.some(
        (other) => other.path === one.path && other.text === one.text && isUnique(other),
      ),
  );
}

/** Whether an item has another number in its list (`Link 3`, `3` in an element of its own), and still says, or holds, something that no other does. */
export function isRenumbered(item: ItemFingerprint, current: CurrentItem): boolean {
  const { texts } = current.fingerprint;
  const missing = differing(item.texts, texts);
  const isCounted = ({ text, words, path }: ComparedItemText): boolean =>
    !isLongNumber(text) && texts.some((one) => one.path === path && one.words === words);
  return missing.length > 0 && missing.every(isCounted) && keepsUniqueText(item, current);
}

/** Whether an item, in a list of as many, says only less than it did or only more: a tag was taken away, a note came. */
export function lostOrGained(item: ItemFingerprint, { fingerprint }: CurrentItem): boolean {
  const wordsOf = ({ texts }: ItemFingerprint): string[] =>
    texts.filter(({ kind }) => kind === 'text' || kind === 'title').map(({ text }) => text);
  const [was, is] = [wordsOf(item), wordsOf(fingerprint)];
  const isUnique = (one: ItemFingerprint, text: string): boolean =>
    one.size === 1 || one.texts.some((other) => other.text === text && other.isUniqueText);
  const kept = was.filter((text) => is.includes(text));
  return (
    item.size === fingerprint.size &&
    findTitle(item)?.text === findTitle(fingerprint)?.text &&
    (kept.length === was.length || is.every((text) => was.includes(text))) &&
    kept.some((text) => isUnique(item, text) && isUnique(fingerprint, text))
  );
}

/** Whether an item says nothing new but what was entered, in the place of as much that it said. */
export function saysWhatWasEntered(
  item: ItemFingerprint,
  current: CurrentItem,
  entered: ReadonlySet<string>,
): boolean {
  const { texts } = current.fingerprint;
  const missing = differing(item.texts, texts);
  const added = differing(texts, item.texts);
  return (
    keepsUniqueText(item, current) &&
    missing.length <= added.length &&
    added.every(({ text }) => entered.has(text))
  );
}
