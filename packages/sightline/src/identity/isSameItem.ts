import {
  type ComparedItemText,
  type CurrentItem,
  type ItemFingerprint,
  MIN_LONG_LIST,
} from './Fingerprinter.ts';

/** Whether anything that people read tells the item from the others of its list, and does not count. */
export function isDistinctive({ texts }: ItemFingerprint): boolean {
  return texts.some(
    ({ kind, text, isUniqueText, hasUniqueWords }) =>
      (kind === 'title' && isUniqueText) ||
      (kind === 'text' && (hasUniqueWords || (isUniqueText && isLongNumber(text)))),
  );
}

/** What the name of the element itself tells. */
interface NameMatch {
  /** It is the item's name, and still there. */
  isItemName: boolean;
  /** No other element has it, then or now. */
  isUniqueName: boolean;
}

/**
 * Whether an item is the one that the evidence is of. What it says may have changed in parts (a counter, a state), but
 * not what tells it from the others; where nothing is sure to do that, nothing may have changed.
 */
export function isSameItem(
  previous: ItemFingerprint,
  current: CurrentItem | undefined,
  nameMatch: NameMatch,
): boolean {
  if (!current || current.fingerprint.tag !== previous.tag) return false;
  const currentTexts = current.fingerprint.texts;
  const expected = previous.texts.filter(
    (itemText) => itemText.kind !== 'mark' && !(itemText.kind === 'value' && isIgnorable(itemText, previous)),
  );
  const missing = expected.filter((itemText) => !isStillPresent(itemText, currentTexts));
  if (missing.some((itemText) => isIdentifying(itemText, previous, current))) return false;
  if (missing.length > 0) return nameMatch.isItemName || isAnchored(previous, missing, current);
  if (expected.length === 0 && nameMatch.isUniqueName) return true;
  if (current.fingerprint.duplicateCount !== previous.duplicateCount) return false;
  return expected.some(({ isUniqueText }) => isUniqueText) || currentTexts.length === previous.texts.length;
}

/** Something holds it, whatever else changed; where only amounts did, all other words. */
function isAnchored(
  previous: ItemFingerprint,
  missing: readonly ComparedItemText[],
  current: CurrentItem,
): boolean {
  if (previous.texts.some((itemText) => isAnchor(itemText, current))) return true;
  const isAmount = missing.every(({ words, text }) => words === '' && !isLongNumber(text));
  return (
    isAmount &&
    previous.texts.some(
      (itemText) =>
        itemText.hasUniqueWords &&
        itemText.kind === 'text' &&
        isStillPresent(itemText, current.fingerprint.texts),
    )
  );
}

/** What a field of an item holds tells nothing of an item that has a title, nor does an amount where words do. */
function isIgnorable({ words }: ComparedItemText, item: ItemFingerprint): boolean {
  return findTitle(item)?.isUniqueText === true || (words === '' && isDistinctive(item));
}

/** A counter may count where the words beside it are no other item's. */
function isStillPresent(itemText: ComparedItemText, currentTexts: readonly ComparedItemText[]): boolean {
  return currentTexts.some(
    ({ kind, text, words, path, hasUniqueWords }) =>
      (kind === 'mark') === (itemText.kind === 'mark') &&
      (text === itemText.text
        ? path === itemText.path || itemText.isUniqueText
        : itemText.hasUniqueWords &&
          hasUniqueWords &&
          words === itemText.words &&
          !isLongNumber(text) &&
          !isLongNumber(itemText.text)),
  );
}

/** What is as good as the item's name: without it, the item is another. */
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

/** What is kept and no other item's: it holds the item, whatever else changed in it. */
function isAnchor(itemText: ComparedItemText, { fingerprint, list }: CurrentItem): boolean {
  const match = fingerprint.texts.find(({ text, path }) => text === itemText.text && path === itemText.path);
  if (!match) return false;
  if (itemText.kind === 'mark') return itemText.isUniqueText && match.isUniqueText;
  if (!itemText.hasUniqueWords || !match.hasUniqueWords) return false;
  if (itemText.kind === 'title') return true;
  const column = list.columns.get(itemText.path);
  return (
    itemText.distinguishedBy === 'words' &&
    itemText.columnCount >= MIN_LONG_LIST &&
    column?.hasDistinctWords === true &&
    column.count >= MIN_LONG_LIST
  );
}

const findTitle = ({ texts }: ItemFingerprint): ComparedItemText | undefined =>
  texts.find(({ kind }) => kind === 'title');

/** Numbers of orders and the like, which do not count. */
export const isLongNumber = (text: string): boolean => /\d{4}/.test(text);
