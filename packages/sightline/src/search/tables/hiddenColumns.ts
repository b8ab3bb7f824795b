import type { PageNode } from '../../snapshot/Page.ts';
import { TABLE_ROLES } from '../../snapshot/roles.ts';
import { collapseSpaces } from '../../snapshot/shorten.ts';
import { isRemoved, type Visibility } from '../../visibility/Visibility.ts';
import { textOf } from '../elements/findReadable.ts';

/** Columns that are named. */
const MAX_NAMES = 5;

/** Heads that do not show, beside some that do: what stands in their columns is in no row. */
export function hiddenColumns(table: PageNode, visibility: Visibility): string[] {
  const heads = visibility.page
    .subtree(table)
    .filter(
      (node) =>
        isHead(node) && node.closest(({ tag, role }) => tag === 'table' || TABLE_ROLES.has(role)) === table,
    );
  const isShown = (node: PageNode): boolean => !isRemoved(visibility, node);
  const shownRows = new Set(heads.filter(isShown).map(({ parent }) => parent));
  const names = heads
    .filter((node) => !isShown(node) && shownRows.has(node.parent))
    .map((node) => collapseSpaces(textOf(node)).trim());
  return [...new Set(names)].filter((name) => name !== '').slice(0, MAX_NAMES);
}

const isHead = ({ tag, role }: PageNode): boolean => role === 'columnheader' || tag === 'th';
