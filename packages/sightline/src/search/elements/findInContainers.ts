import type { PageNode } from '../../snapshot/Page.ts';
import { ITEM_ROLES } from '../../snapshot/roles.ts';
import type { PageState } from '../../structure/PageState.ts';
import { isRemoved } from '../../visibility/Visibility.ts';
import { splitWords, stem } from '../words/Tokenizer.ts';
import type { ElementMatch } from './ElementQuery.ts';
import { textOf } from './findReadable.ts';

/** Most answers in place of one container. */
const MAX_PARTS = 5;

/**
 * In place of a container without a role that listens for the rows or items in it: the innermost elements in it with all the words
 * of the question, however many words the container has besides. Other matches stay.
 */
export function findInContainers(
  matches: readonly ElementMatch[],
  words: string,
  pageState: PageState,
): ElementMatch[] {
  const wanted = splitWords(words).map(stem);
  if (wanted.length === 0) return [...matches];
  const found = new Set(matches.map(({ node }) => node));
  return matches.flatMap((match) => {
    if (match.hidden || !holdsItems(match.node, pageState)) return [match];
    const inner = innermostWith(match.node, wanted, pageState).filter(
      (node) => !found.has(node) && isInItem(node, match.node),
    );
    return inner.length > 0
      ? inner.slice(0, MAX_PARTS).map((node) => ({ ...match, node, isGuess: false }))
      : [match];
  });
}

function holdsItems({ role, index, end }: PageNode, { visibility }: PageState): boolean {
  if (role !== '') return false;
  const items = visibility.page.nodes
    .slice(index + 1, end)
    .filter((one) => ITEM_ROLES.has(one.role) && !isRemoved(visibility, one));
  return items.length > 1;
}

/** An element around all items says no more than the container. */
const isInItem = (node: PageNode, container: PageNode): boolean => {
  const item = node.closest(({ role }) => ITEM_ROLES.has(role));
  return item !== undefined && container.contains(item);
};

function innermostWith(node: PageNode, wanted: readonly string[], pageState: PageState): PageNode[] {
  const { visibility } = pageState;
  const hasAll = (one: PageNode): boolean => {
    const own = new Set(splitWords(textOf(one)).map(stem));
    return wanted.every((word) => own.has(word));
  };
  const inside = node.children.filter((one) => one.isElement && !isRemoved(visibility, one) && hasAll(one));
  return inside.flatMap((one) => {
    const deeper = innermostWith(one, wanted, pageState);
    return deeper.length > 0 ? deeper : [one];
  });
}
