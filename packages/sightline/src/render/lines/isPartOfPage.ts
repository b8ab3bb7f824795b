import { area } from '../../snapshot/geometry.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { CELL_ROLES, LANDMARK_ROLES } from '../../snapshot/roles.ts';
import { Flag } from '../../snapshot/Snapshot.ts';
import { isRemoved } from '../../visibility/Visibility.ts';
import { isOpaque } from '../element/elementText.ts';
import type { RenderContext } from '../RenderContext.ts';

/** Share of the viewport from which on a box is a part of the page, rather than a control. */
const MIN_PART_SHARE = 0.35;

/**
 * A large box that takes the focus or listens, such as the surface of a drawing or the root of an application: headings,
 * canvases, frames and regions in it are content of the page. So are lines of code, the rows of a table, and several texts that scroll
 * (the events of a calendar, a log) in a box of any size.
 */
export function isPartOfPage(node: PageNode, { pageState }: RenderContext): boolean {
  const { box, role, document } = node;
  if (node.tag === 'canvas') return !isOpaque(node);
  if (!box || role !== '' || node.has(Flag.Editable) || isOpaque(node)) return false;
  if (holdsCode(node, pageState) || holdsTable(node, pageState) || scrollsTexts(node, pageState)) return true;
  const { width, height } = document.viewport;
  if (area(box) < MIN_PART_SHARE * width * height) return false;
  const { visibility } = pageState;
  return visibility.page
    .descendants(node)
    .some((one) => !isRemoved(visibility, one) && (PART_ROLES.has(one.role) || PART_TAGS.has(one.tag)));
}

/** From so many texts on, what scrolls is content rather than a label. */
const MIN_SCROLLED_TEXTS = 3;

const scrollsTexts = (node: PageNode, { counts }: RenderContext['pageState']): boolean =>
  node.scroller !== undefined &&
  node.has(Flag.ScrollX | Flag.ScrollY) &&
  counts.visibleLeaves(node) >= MIN_SCROLLED_TEXTS;

/** Several rows of cells, each with a line of its own. */
function holdsTable({ index, end }: PageNode, { visibility }: RenderContext['pageState']): boolean {
  const rows = visibility.page.nodes
    .slice(index + 1, end)
    .filter((one) => one.role === 'row' && !isRemoved(visibility, one) && one.children.length > 1);
  return rows.length > 1;
}

/** A row that can be used as its cells can: its line says what it holds. */
export const isRowOfControls = (
  { role, index, end }: PageNode,
  { visibility }: RenderContext['pageState'],
): boolean =>
  role === 'row' &&
  visibility.page.nodes
    .slice(index + 1, end)
    .some((one) => CELL_ROLES.has(one.role) && visibility.interactive[one.index] === 1);

/** From so many lines on, preformatted text is code rather than a label. */
const MIN_CODE_LINES = 3;

function holdsCode(node: PageNode, { visibility, counts }: RenderContext['pageState']): boolean {
  if (counts.visibleLeaves(node) < MIN_CODE_LINES) return false;
  const lines = new Set<PageNode | undefined>();
  for (let i = node.index + 1; i < node.end && lines.size < MIN_CODE_LINES; i++) {
    const one = visibility.page.nodes[i] as PageNode;
    if (!one.isText || !one.parent?.has(Flag.Pre) || isRemoved(visibility, one)) continue;
    lines.add(one.closest((box) => box.has(Flag.Block)));
  }
  return lines.size >= MIN_CODE_LINES;
}

const PART_ROLES: ReadonlySet<string> = new Set(['heading', ...LANDMARK_ROLES]);
const PART_TAGS: ReadonlySet<string> = new Set(['canvas', 'iframe', 'frame', 'video', 'fieldset']);
