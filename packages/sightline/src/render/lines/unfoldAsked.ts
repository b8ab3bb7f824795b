import type { PageNode } from '../../snapshot/Page.ts';
import { collapseSpaces } from '../../snapshot/shorten.ts';
import type { Fold } from '../../structure/findFolds.ts';
import type { PageState } from '../../structure/PageState.ts';
import { readInnerText } from '../../visibility/readText.ts';
import { isRemoved } from '../../visibility/Visibility.ts';

/** Items that are shown beside those that a fold shows of itself. */
const MAX_ITEMS = 12;
/** Lines that say what is left out between them. */
const MAX_GAPS = 3;
/** So few items between them cost no more than that line. */
const SMALL_GAP = 2;

/**
 * The folds of a page without the items that say what was asked for: rows that were searched for, or have just been made.
 * Undefined where no item does.
 */
export function unfoldAsked(
  { folds, visibility }: Pick<PageState, 'folds' | 'visibility'>,
  asked: readonly string[],
): ReadonlyMap<number, Fold> | undefined {
  if (asked.length === 0) return undefined;
  const texts = asked.map((text) => text.toLowerCase());
  const says = (item: PageNode): boolean => {
    const said = collapseSpaces(readInnerText(item, visibility)).toLowerCase();
    return texts.some((text) => said.includes(text));
  };
  const all = [...folds.values()].flatMap((fold) => {
    const children = visibility.page.nodes[fold.from]?.parent?.children ?? [];
    const items = children.filter(
      (one) => fold.from <= one.index && one.index < fold.to && !isRemoved(visibility, one),
    );
    return items.length === fold.count ? splitFold(fold, items, says) : [fold];
  });
  const unfolded = new Map(all.map((fold) => [fold.from, fold]));
  return all.every((fold) => folds.get(fold.from) === fold) && unfolded.size === folds.size
    ? undefined
    : unfolded;
}

/** The runs of items between those that are shown. */
function splitFold(fold: Fold, items: readonly PageNode[], says: (item: PageNode) => boolean): Fold[] {
  const gaps: PageNode[][] = [];
  let gap: PageNode[] = [];
  let shown = 0;
  for (const item of items) {
    const isLast = gaps.length === MAX_GAPS - 1 && gap.length > SMALL_GAP;
    if (shown === MAX_ITEMS || isLast || !says(item)) {
      gap.push(item);
      continue;
    }
    shown++;
    if (gap.length > SMALL_GAP) gaps.push(gap);
    gap = [];
  }
  if (shown === 0) return [fold];
  if (gap.length > SMALL_GAP) gaps.push(gap);
  return gaps.flatMap((run) => {
    const [first, last] = [run[0], run.at(-1)];
    return first && last ? [{ ...fold, from: first.index, to: last.end, count: run.length }] : [];
  });
}
