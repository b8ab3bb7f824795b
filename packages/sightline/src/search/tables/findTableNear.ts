import type { PageNode } from '../../snapshot/Page.ts';
import { TABLE_ROLES } from '../../snapshot/roles.ts';
import type { PageState } from '../../structure/PageState.ts';

/** What holds the whole page: what is in it is not near. */
const PAGE_TAGS = new Set(['main', 'body', 'html']);

/**
 * The table or list that an element means: the innermost around it, else the one in it, in what it opens, in the smallest
 * box around it (its details, section, panel), or under its heading. `tables`: all of the page, in document order.
 */
export function findTableNear(
  node: PageNode,
  tables: readonly PageNode[],
  { landmarkIndex }: PageState,
): PageNode | undefined {
  const isTable = new Set(tables);
  const inside = (from: number, to: number): PageNode | undefined =>
    nearestOf(
      tables.filter((table) => table.index >= from && table.index < to),
      node,
    );
  if (isTable.has(node)) return node;
  const opened = openedBy(node);
  const own = inside(node.index, node.end) ?? (opened && inside(opened.index, opened.end));
  if (own) return own;
  const heading = landmarkIndex.headingOf(node);
  for (let box = node.parent; box && !isPage(box); box = box.parent) {
    if (isTable.has(box)) return box;
    // Beyond the section the heading says what belongs together.
    if (heading && box.contains(heading.node)) break;
    const near = inside(box.index, box.end);
    if (near) return near;
  }
  const around = tables.findLast((table) => table.contains(node));
  const section = heading && inside(heading.node.index, heading.end);
  return around && TABLE_ROLES.has(around.role) ? around : (section ?? around ?? inRegion(node, inside));
}

const isPage = ({ tag, role }: PageNode): boolean => PAGE_TAGS.has(tag) || role === 'main';

/** The panel that a control opens. */
function openedBy(control: PageNode): PageNode | undefined {
  const { attributes, document, parent, tag } = control;
  if (tag === 'summary' && parent?.tag === 'details') return parent;
  const [id] = (attributes['aria-controls'] ?? '').split(' ');
  return id ? document.byHtmlId(id, control) : undefined;
}

/** What stands in the same section, panel or form, though under another heading. */
function inRegion(
  node: PageNode,
  inside: (from: number, to: number) => PageNode | undefined,
): PageNode | undefined {
  for (let box = node.parent; box && !isPage(box); box = box.parent) {
    const near = SECTIONS.has(box.role) || SECTIONS.has(box.tag) ? inside(box.index, box.end) : undefined;
    if (near) return near;
  }
  return undefined;
}

const SECTIONS = new Set(
  'details section article fieldset form region tabpanel group dialog alertdialog'.split(' '),
);

/** Tables before lists; the first after the element before the last one before it. */
function nearestOf(candidates: readonly PageNode[], node: PageNode): PageNode | undefined {
  const real = candidates.filter(({ role }) => TABLE_ROLES.has(role));
  const chosen = real.length > 0 ? real : candidates;
  return chosen.find(({ index }) => index > node.index) ?? chosen.at(-1);
}
