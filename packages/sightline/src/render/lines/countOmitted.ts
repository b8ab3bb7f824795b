import type { PageNode } from '../../snapshot/Page.ts';
import type { PageState } from '../../structure/PageState.ts';
import type { TextParts } from '../writeParts.ts';

/** Interactive elements of a part of the page that a line stands for, but for those that the line has. */
export function countOmitted(node: PageNode, parts: TextParts, { counts, visibility }: PageState): number {
  const isWritten = (part: TextParts[number]): boolean =>
    typeof part !== 'string' && visibility.interactive[part.index] === 1;
  return counts.interactive(node) - parts.filter(isWritten).length;
}

/** So many that with the numbers of the line, whatever they are of, all are counted. */
export const countLeftOut = (node: PageNode, parts: TextParts, { counts }: PageState): number =>
  counts.interactive(node) - parts.filter((part) => typeof part !== 'string').length;
