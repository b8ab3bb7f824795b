import type { PageNode } from '../model/Page.ts';
import type { Pruning } from '../prune/Pruning.ts';
import type { IconWords } from './IconWords.ts';
import { iconNames, type Labels, signOf } from './labels.ts';
import type { Splitter } from './words.ts';

/** What an element without words stands for: by its icon, by a sign that is written for one, by its place. */
export function impliedWords(
  node: PageNode,
  [seen, hinted]: Labels,
  pruning: Pruning,
  icons: IconWords,
  splitter: Splitter,
): string[] {
  const sign = signOf(node, pruning);
  if (sign) return icons.in(sign.icon);
  if (seen.length + hinted.length > 0) return [];
  const words = iconNames(node, pruning, splitter).flatMap((name) => icons.in(name));
  return choosesAll(node) ? [...words, 'select', 'all'] : words;
}

/** The checkbox in the head of a column is for those below it. */
function choosesAll(node: PageNode): boolean {
  return node.role === 'checkbox' && node.closest(({ role }) => role === 'columnheader') !== undefined;
}
