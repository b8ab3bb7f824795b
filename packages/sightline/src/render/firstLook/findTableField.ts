import type { PageNode } from '../../snapshot/Page.ts';
import { SIDE_ROLES, TABLE_ROLES, TEXT_FIELD_ROLES } from '../../snapshot/roles.ts';
import type { PageState } from '../../structure/PageState.ts';
import { isShownInteractive } from '../../visibility/Visibility.ts';

/** Fewer rows are read rather than searched. */
const MIN_ROWS = 4;
/** What may stand between a table and the field above it: a few filters and buttons. */
const MAX_CONTROLS_BETWEEN = 12;

/**
 * The text field by which the table with the most words is searched: one that names it in `aria-controls`, else the last one
 * shortly before it, with no heading between that the table is under.
 */
export function findTableField(pageState: PageState): PageNode | undefined {
  const { page } = pageState.visibility;
  const table = largestTable(pageState);
  if (!table) return undefined;
  const isAround = (node: PageNode): boolean =>
    node === table || node.contains(table) || table.contains(node);
  const ids = new Set(page.nodes.filter(isAround).map(({ attributes }) => attributes.id));
  const fields = page.nodes.filter(
    (node) =>
      TEXT_FIELD_ROLES.has(node.role) &&
      isShownInteractive(pageState.visibility, node) &&
      !table.contains(node),
  );
  const isControlling = ({ attributes }: PageNode): boolean =>
    (attributes['aria-controls'] ?? '').split(/\s+/).some((id) => id !== '' && ids.has(id));
  const above = fields.findLast(({ index }) => index < table.index);
  return fields.find(isControlling) ?? (above && isJustAbove(above, table, pageState) ? above : undefined);
}

function largestTable({ visibility: { page }, counts }: PageState): PageNode | undefined {
  const isLong = (table: PageNode): boolean =>
    page.subtree(table).filter(({ role }) => role === 'row').length >= MIN_ROWS;
  const [largest] = page.nodes
    .filter(({ role }) => TABLE_ROLES.has(role))
    .sort((a, b) => counts.textLength(b) - counts.textLength(a));
  return largest && isLong(largest) ? largest : undefined;
}

function isJustAbove(field: PageNode, table: PageNode, { counts, headings, regions }: PageState): boolean {
  const isBetween = ({ index }: PageNode): boolean => index > field.index && index < table.index;
  const isAside = regions.some(
    ({ role, node }) => SIDE_ROLES.has(role) && node.contains(field) && !node.contains(table),
  );
  return (
    !isAside &&
    counts.interactiveBetween(field.index + 1, table.index) <= MAX_CONTROLS_BETWEEN &&
    !headings.some(({ node }) => isBetween(node))
  );
}
