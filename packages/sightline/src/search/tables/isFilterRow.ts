import type { PageNode } from '../../snapshot/Page.ts';
import { LABELLED_FIELD_ROLES, TEXT_FIELD_ROLES } from '../../snapshot/roles.ts';
import { isRemoved, type Visibility } from '../../visibility/Visibility.ts';

/**
 * A row with nothing but fields, of which those for text are empty: by these the rows below are filtered. In a table that is edited
 * all rows are so: the caller looks at the others.
 */
export function isFilterRow(cells: readonly PageNode[], visibility: Visibility): boolean {
  const fields = cells.flatMap((cell) => fieldsAlone(cell, visibility) ?? [undefined]);
  return fields.length > 0 && fields.every((field) => field !== undefined && isUnfilled(field));
}

/** The fields of a cell; undefined where it has words beside them, or another control. */
function fieldsAlone({ index, end }: PageNode, visibility: Visibility): PageNode[] | undefined {
  const fields: PageNode[] = [];
  for (let i = index; i < end; i++) {
    const node = visibility.page.nodes[i] as PageNode;
    if (isRemoved(visibility, node)) continue;
    if (LABELLED_FIELD_ROLES.has(node.role)) {
      fields.push(node);
      i = node.end - 1;
    } else if (visibility.interactive[i] === 1 || (node.isText && node.text.trim() !== '')) return undefined;
  }
  return fields;
}

const isUnfilled = ({ role, tag, attributes }: PageNode): boolean =>
  !TEXT_FIELD_ROLES.has(role) || tag === 'select' || (attributes['.value'] ?? '') === '';
