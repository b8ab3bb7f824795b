import { nameFromContent } from '../snapshot/nameFromContent.ts';
import { elementKey, type PageNode } from '../snapshot/Page.ts';
import { OPTION_ROLES } from '../snapshot/roles.ts';
import { isRemoved, type Visibility } from '../visibility/Visibility.ts';
import type { ActionContext } from './ActionContext.ts';

/**
 * The options of a control: inside of it, in the list that it refers to, or else those that were not there `before` it was
 * used; where nothing has an option role, elements with text that take clicks.
 */
export function findOptions(
  visibility: Visibility,
  node: PageNode,
  before?: ReadonlySet<string>,
): PageNode[] {
  const all = visibleOptions(visibility);
  const inside = all.filter((option) => node.contains(option));
  if (inside.length > 0) return inside;
  const listIds = `${node.attribute('aria-controls') ?? ''} ${node.attribute('aria-owns') ?? ''}`.split(
    /\s+/,
  );
  const lists = visibility.page.nodes.filter(
    (one) => one.document === node.document && listIds.includes(one.attribute('id') ?? ' '),
  );
  const listedOptions = all.filter((option) => lists.some((list) => list.contains(option)));
  if (listedOptions.length > 0 || !before) return listedOptions;
  const isNew = (option: PageNode): boolean => !before.has(elementKey(option));
  const newOptions = all.filter(isNew);
  return newOptions.length > 0 ? newOptions : clickableWithoutRole(visibility).filter(isNew);
}

/** Those that can be chosen as the page is, of a list that was opened since `before` too. */
export function findOpenOptions(
  { visibility }: ActionContext,
  node: PageNode,
  before: Visibility,
): PageNode[] {
  const found = findOptions(visibility, visibility.page.counterpart(node) ?? node);
  if (found.length > 0 || visibility === before) return found;
  const shownBefore = new Set(visibleOptions(before).map(elementKey));
  return visibleOptions(visibility).filter((option) => !shownBefore.has(elementKey(option)));
}

function visibleOptions(visibility: Visibility): PageNode[] {
  return visibility.page.nodes.filter(
    (node) => isOption(node) && node.tag !== 'option' && !isRemoved(visibility, node) && labelOf(node) !== '',
  );
}

export const isOption = ({ role }: PageNode): boolean => OPTION_ROLES.has(role);

/** Not the list around others, which says all their words. */
function clickableWithoutRole({ page: { nodes }, interactive }: Visibility): PageNode[] {
  const isClickable = (node: PageNode): boolean =>
    node.role === '' && interactive[node.index] === 1 && labelOf(node) !== '';
  const isAround = ({ index, end }: PageNode): boolean =>
    nodes.slice(index + 1, end).some((one) => isOption(one) || isClickable(one));
  return nodes.filter((node) => isClickable(node) && !isAround(node));
}

export const labelOf = (node: PageNode): string =>
  (node.name || (node.role === '' ? nameFromContent(node) : '')).trim();

export const optionKeys = (visibility: Visibility): ReadonlySet<string> =>
  new Set([...visibleOptions(visibility), ...clickableWithoutRole(visibility)].map(elementKey));
