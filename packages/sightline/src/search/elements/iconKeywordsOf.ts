import type { PageNode } from '../../snapshot/Page.ts';
import type { Visibility } from '../../visibility/Visibility.ts';
import type { IconKeywords } from '../words/IconKeywords.ts';
import type { Tokenizer } from '../words/Tokenizer.ts';
import { type CandidateLabels, iconNames, symbolOf } from './candidateLabels.ts';

/** Keywords of an element without text: of its icon, of a symbol that stands for one, of its position. */
export function iconKeywordsOf(
  node: PageNode,
  [visible, hinted]: CandidateLabels,
  visibility: Visibility,
  icons: IconKeywords,
  tokenizer: Tokenizer,
): string[] {
  const symbol = symbolOf(node, visibility);
  if (symbol) return icons.keywordsFor(symbol.iconWords);
  if (visible.length + hinted.length > 0) return [];
  const words = iconNames(node, visibility, tokenizer).flatMap((name) => icons.keywordsFor(name));
  return isSelectAll(node) ? [...words, 'select', 'all'] : words;
}

/** A checkbox in a column header selects all rows. */
function isSelectAll(node: PageNode): boolean {
  return node.role === 'checkbox' && node.closest(({ role }) => role === 'columnheader') !== undefined;
}
