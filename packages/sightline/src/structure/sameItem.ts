import { type ItemEvidence, MANY, type NowItem, type Seen } from './evidence.ts';

/** Whether anything that people read tells the item from the others of its list, and does not count. */
export function isTold({ seen }: ItemEvidence): boolean {
  return seen.some(
    ({ kind, text, isOnly, isAlone }) =>
      (kind === 'title' && isOnly) || (kind === 'text' && (isAlone || (isOnly && isLongNumber(text)))),
  );
}

/** What the name of the element itself tells. */
interface Naming {
  /** It is the item's name, and still there. */
  namesItem: boolean;
  /** No other element has it, then or now. */
  isAlone: boolean;
}

/**
 * Whether an item is the one that the evidence is of. What it says may have changed in parts (a counter, a state), but
 * not what tells it from the others; where nothing is sure to do that, nothing may have changed.
 */
export function isSameItem(then: ItemEvidence, now: NowItem | undefined, naming: Naming): boolean {
  if (!now || now.evidence.tag !== then.tag) return false;
  const here = now.evidence.seen;
  const wanted = then.seen.filter(
    (one) => one.kind !== 'mark' && !(one.kind === 'value' && isDetail(one, then)),
  );
  const lost = wanted.filter((one) => !isKept(one, here));
  if (lost.some((one) => isIdentity(one, then, now))) return false;
  if (lost.length > 0) return naming.namesItem || isHeld(then, lost, now);
  if (wanted.length === 0 && naming.isAlone) return true;
  if (now.evidence.twins !== then.twins) return false;
  return wanted.some(({ isOnly }) => isOnly) || here.length === then.seen.length;
}

/** Something holds it, whatever else changed; where only amounts did, all other words. */
function isHeld(then: ItemEvidence, lost: readonly Seen[], now: NowItem): boolean {
  if (then.seen.some((one) => isAnchor(one, now))) return true;
  const isAmount = lost.every(({ words, text }) => words === '' && !isLongNumber(text));
  return (
    isAmount && then.seen.some((one) => one.isAlone && one.kind === 'text' && isKept(one, now.evidence.seen))
  );
}

/** What a field of an item holds tells nothing of an item that has a title, nor does an amount where words do. */
function isDetail({ words }: Seen, item: ItemEvidence): boolean {
  return titleOf(item)?.isOnly === true || (words === '' && isTold(item));
}

/** A counter may count where the words beside it are no other item's. */
function isKept(one: Seen, here: readonly Seen[]): boolean {
  return here.some(
    ({ kind, text, words, place, isAlone }) =>
      (kind === 'mark') === (one.kind === 'mark') &&
      (text === one.text
        ? place === one.place || one.isOnly
        : one.isAlone && isAlone && words === one.words && !isLongNumber(text) && !isLongNumber(one.text)),
  );
}

/** What is as good as the item's name: without it, the item is another. */
function isIdentity(one: Seen, then: ItemEvidence, { list }: NowItem): boolean {
  const column = list.columns.get(one.place);
  if (one === titleOf(then)) return true;
  if (one.key === 'words') return column === undefined || column.count < 2 || column.hasOwnWords;
  return (
    one.key === 'text' && (isLongNumber(one.text) || one === then.seen.find(({ words }) => words !== ''))
  );
}

/** What is kept and no other item's: it holds the item, whatever else changed in it. */
function isAnchor(one: Seen, { evidence, list }: NowItem): boolean {
  const there = evidence.seen.find(({ text, place }) => text === one.text && place === one.place);
  if (!there) return false;
  if (one.kind === 'mark') return one.isOnly && there.isOnly;
  if (!one.isAlone || !there.isAlone) return false;
  if (one.kind === 'title') return true;
  const column = list.columns.get(one.place);
  return one.key === 'words' && one.spread >= MANY && column?.hasOwnWords === true && column.count >= MANY;
}

const titleOf = ({ seen }: ItemEvidence): Seen | undefined => seen.find(({ kind }) => kind === 'title');

/** Numbers of orders and the like, which do not count. */
export const isLongNumber = (text: string): boolean => /\d{4}/.test(text);
