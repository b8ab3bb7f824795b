import type { PageNode } from '../snapshot/Page.ts';
import { isShownInteractive } from '../visibility/Visibility.ts';
import { displayName } from './displayName.ts';
import type { Fingerprinter } from './Fingerprinter.ts';
import type { ItemText } from './ItemListReader.ts';
import { ancestorAt } from './NearbyTextReader.ts';

/** Wrappers around one control are that deep at most. */
const MAX_LEVELS = 4;

/**
 * What was made anew in the place of a control, one of several of its role and name: that in its wrapper, or the only one
 * that is among its words. Not in an item of a list, which may be drawn with the elements of another.
 */
export function findMadeAnew(
  node: PageNode,
  before: Fingerprinter,
  after: Fingerprinter,
): PageNode | undefined {
  if (isInItem(node, before)) return undefined;
  return findInKeptWrapper(node, before, after) ?? findAmongItsWords(node, before, after);
}

/** The only one among the same words, among which no other was. Words may come, or go, but not both. */
function findAmongItsWords(
  node: PageNode,
  before: Fingerprinter,
  after: Fingerprinter,
): PageNode | undefined {
  const around = before.textReader
    .nearbyTexts(node)
    .map(({ levelsUp, texts }) => ({ levelsUp, words: wordsOf(texts) }))
    .filter(({ words }) => words.size > 0);
  if (around.length === 0) return undefined;
  const isAmong = (other: PageNode, on: Fingerprinter): boolean =>
    around.every(({ levelsUp, words }) => {
      const now = wordsOf(on.textReader.textsAround(other, levelsUp));
      const kept = [...words].filter((one) => now.has(one)).length;
      return kept === words.size || (kept > 0 && kept === now.size);
    });
  const [was = [], is = []] = [before, after].map((on) =>
    on
      .interactiveLike({ document: node.document.key, role: node.role, tag: node.tag })
      .filter((other) => displayName(other) === displayName(node) && isAmong(other, on)),
  );
  const [only] = is;
  return was.length === 1 && is.length === 1 && only && !isInItem(only, after) ? only : undefined;
}

const wordsOf = (texts: readonly ItemText[]): Set<string> =>
  new Set(texts.filter(({ kind, words }) => kind !== 'value' && words !== '').map(({ words }) => words));

/** That in a wrapper which stayed, and holds nothing else, words or controls, nor did. */
function findInKeptWrapper(
  node: PageNode,
  before: Fingerprinter,
  after: Fingerprinter,
): PageNode | undefined {
  for (let levelsUp = 1; levelsUp <= MAX_LEVELS; levelsUp++) {
    const wrapper = ancestorAt(node, levelsUp);
    if (!wrapper || !holdsOnly(wrapper, node, before)) return undefined;
    const kept = after.visibility.page.counterpart(wrapper);
    if (kept) return soleControl(kept, node, after);
  }
  return undefined;
}

/** The one control in a wrapper that holds nothing else, if it has the role and name of `node`. */
function soleControl(wrapper: PageNode, node: PageNode, after: Fingerprinter): PageNode | undefined {
  const [only] = after.visibility.page
    .descendants(wrapper)
    .filter((one) => isShownInteractive(after.visibility, one));
  const isLike = only?.role === node.role && displayName(only) === displayName(node);
  return isLike && holdsOnly(wrapper, only, after) && !isInItem(only, after) ? only : undefined;
}

/** The wrappers of a toolbar say nothing: they are no items where its controls have other names. */
function isInItem(node: PageNode, fingerprinter: Fingerprinter): boolean {
  return fingerprinter.of(node).items.some(({ levelsUp, texts }) => {
    const list = ancestorAt(node, levelsUp + 1);
    return texts.some(({ kind }) => kind !== 'value') || !list || namesakesIn(list, node, fingerprinter) > 1;
  });
}

function namesakesIn(list: PageNode, node: PageNode, { visibility }: Fingerprinter): number {
  const name = displayName(node);
  return visibility.page
    .descendants(list)
    .filter(
      (one) => one.role === node.role && isShownInteractive(visibility, one) && displayName(one) === name,
    ).length;
}

function holdsOnly(wrapper: PageNode, control: PageNode, { visibility, listReader }: Fingerprinter): boolean {
  const texts = listReader.textsOf(wrapper, listReader.pathWithin(wrapper, control));
  return (
    texts.every(({ kind }) => kind === 'mark' || kind === 'value') &&
    visibility.page
      .descendants(wrapper)
      .every((one) => one === control || control.contains(one) || !isShownInteractive(visibility, one))
  );
}
