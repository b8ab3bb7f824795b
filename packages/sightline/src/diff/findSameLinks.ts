import type { PageNode } from '../snapshot/Page.ts';
import { SIDE_ROLES, TABLE_ROLES, TEXT_FIELD_ROLES } from '../snapshot/roles.ts';
import type { PageState } from '../structure/PageState.ts';
import { isRemoved } from '../visibility/Visibility.ts';
import { contentOf } from './findSameRegions.ts';

/** Fewer links cost no more than the line in their place; more are a list to read. */
const MIN_LINKS = 5;
const MAX_LINKS = 60;
/** Share of the controls that only lead somewhere; others are a field to search by, and its button. */
const MIN_LINK_SHARE = 0.6;
/** Characters of words beside the links: a title, "You are here:". */
const MAX_OTHER_LENGTH = 40;

/** Blocks of links outside of landmarks that another page of the site had too, with the same words: menus that no role names. */
export function findSameLinks(before: PageState, after: PageState): Set<PageNode> {
  const known = new Set(blocksOf(before).map((node) => contentOf(node, before)));
  const found = new Set<PageNode>();
  let end = 0;
  for (const node of known.size > 0 ? blocksOf(after) : []) {
    if (node.index < end || !known.has(contentOf(node, after))) continue;
    found.add(node);
    end = node.end;
  }
  return found;
}

const blocksOf = (state: PageState): PageNode[] => state.page.nodes.filter((node) => isBlock(node, state));

function isBlock(node: PageNode, { counts, visibility, regionAt }: PageState): boolean {
  const controlCount = counts.interactive(node);
  if (!node.isElement || controlCount < MIN_LINKS || controlCount > MAX_LINKS / MIN_LINK_SHARE) return false;
  const region = regionAt[node.index];
  if (isRemoved(visibility, node) || region?.role === 'main' || SIDE_ROLES.has(region?.role ?? ''))
    return false;
  if (node.closest(({ role }) => role === 'row' || TABLE_ROLES.has(role))) return false;
  const inside = visibility.page.descendants(node);
  const links = inside.filter(({ role, index }) => role === 'link' && visibility.interactive[index] === 1);
  const linkLength = links.reduce((sum, link) => sum + counts.textLength(link), 0);
  return (
    links.length >= Math.max(MIN_LINKS, controlCount * MIN_LINK_SHARE) &&
    counts.textLength(node) - linkLength <= MAX_OTHER_LENGTH &&
    inside.filter(({ role }) => TEXT_FIELD_ROLES.has(role)).length <= 1 &&
    inside.every(({ role }) => role !== 'heading' && role !== 'row')
  );
}
