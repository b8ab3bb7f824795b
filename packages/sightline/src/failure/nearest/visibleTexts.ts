import type { PageNode } from '../../snapshot/Page.ts';
import { collapseSpaces } from '../../snapshot/shorten.ts';
import type { PageState } from '../../structure/PageState.ts';
import { isRemoved } from '../../visibility/Visibility.ts';

/** A text that a person sees, with the element that holds it. */
export interface VisibleText {
  node: PageNode;
  text: string;
}

/** Characters of one text. */
const MAX_LENGTH = 300;

/** The text of each element that holds some itself, with that of what is within it; and the values of fields. */
export function visibleTexts({ visibility }: PageState): VisibleText[] {
  const { nodes } = visibility.page;
  const isSeen = (node: PageNode): boolean =>
    !isRemoved(visibility, node) || visibility.decisions[node.index]?.rule === 'labels';
  const textOf = (node: PageNode): string => {
    const parts: string[] = [];
    for (let i = node.index; i < node.end && parts.length < 40; i++) {
      const inner = nodes[i] as PageNode;
      if (inner.isText && isSeen(inner)) parts.push(inner.text);
    }
    return collapseSpaces(parts.join(' ')).slice(0, MAX_LENGTH);
  };
  return nodes.flatMap((node): VisibleText[] => {
    if (!node.isElement || !isSeen(node)) return [];
    const value = node.attributes['.value'];
    const holdsText = node.children.some((child) => child.isText && isSeen(child));
    const text = holdsText ? textOf(node) : (value ?? '');
    return text === '' ? [] : [{ node, text }];
  });
}
