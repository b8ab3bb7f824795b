import { isUnreadable } from '../../render/element/unreadable.ts';
import { area } from '../../snapshot/geometry.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { attributeHint } from '../../structure/attributeHint.ts';
import type { UnloadedItems } from '../../structure/findUnloaded.ts';
import type { PageState } from '../../structure/PageState.ts';
import { isRemoved, isShownInteractive } from '../../visibility/Visibility.ts';

/** Where a search did not look, since the page has not made it yet. */
export interface Unsearched {
  /** Controls that open what is collapsed: sections, branches of trees, then menus and lists. */
  collapsed: PageNode[];
  /** Tabs whose panels are not there. */
  tabs: PageNode[];
  /** Virtual lists and tables. */
  unloaded: [list: PageNode, items: UnloadedItems][];
  /** The largest canvas, where it is a part of the page. */
  canvas: PageNode | undefined;
}

/** Hidden elements that are followed to the controls that open them: enough for any page that people use. */
const MAX_HIDDEN = 2_000;

/** What no search can reach: closed sections and tabs without content so far, and rows that are not loaded. */
export function findUnsearched(pageState: PageState): Unsearched {
  const { visibility, revealPaths, unloaded } = pageState;
  const { nodes } = visibility.page;
  const hidden = nodes.filter(
    (node) =>
      visibility.decisions[node.index]?.kind === 'remove' && node.isElement && node.children.length > 0,
  );
  // What these open is in the document, and was searched.
  const searched = new Set(hidden.slice(0, MAX_HIDDEN).map((node) => revealPaths.find(node)?.control));
  const closed = nodes.filter((node) => isShownInteractive(visibility, node) && !searched.has(node));
  const collapsed = closed.filter(({ attributes }) => attributes['aria-expanded'] === 'false');
  const branches = closed.filter((node) => opensBranch(node, pageState));
  return {
    collapsed: [...collapsed.filter((node) => !isMenu(node)), ...branches, ...collapsed.filter(isMenu)],
    tabs: closed.filter(({ role, attributes }) => role === 'tab' && attributes['aria-selected'] === 'false'),
    unloaded: [...unloaded].filter(([, { kind }]) => kind !== 'columns'),
    canvas: nodes
      .filter((node) => node.tag === 'canvas' && isUnreadable(node) && !isRemoved(visibility, node))
      .sort((a, b) => canvasArea(b) - canvasArea(a))
      .find((node) => canvasArea(node) >= MIN_CANVAS_SHARE * viewportArea(node)),
  };
}

/** Of the viewport: a smaller canvas is a picture or a chart beside what is read. */
const MIN_CANVAS_SHARE = 0.2;

const viewportArea = ({ document: { viewport } }: PageNode): number => viewport.width * viewport.height;
const canvasArea = ({ box }: PageNode): number => (box ? area(box) : 0);

/** How libraries of icons call what stands before a closed branch of a tree. */
const BRANCH_ICON =
  /(?:angle|chevron|caret|triangle|arrow)-?right|(?:^|-)(?:expander|twisty|collapsed|plus-square)(?:$|-)/i;

/**
 * An arrow without words before those of an item that shows no other item, in a list without the states of a tree. One behind the
 * words leads to another page, one that is alone in its item to the next.
 */
function opensBranch(node: PageNode, { visibility, counts }: PageState): boolean {
  if (node.name !== '' || node.attributes['aria-expanded'] !== undefined) return false;
  const [, hint] = attributeHint(node) ?? [];
  if (hint === undefined || !BRANCH_ICON.test(hint)) return false;
  const item = node.closest(({ role }) => BRANCH_ROLES.has(role));
  if (!item || item.attributes['aria-expanded'] !== undefined) return false;
  const { nodes } = visibility.page;
  const isWord = (one: PageNode): boolean =>
    one.isText && one.text.trim() !== '' && !isRemoved(visibility, one);
  if (counts.textLength(item) === 0 || nodes.slice(item.index, node.index).some(isWord)) return false;
  const inside = nodes.slice(item.index + 1, item.end);
  return !inside.some((one) => BRANCH_ROLES.has(one.role) && !isRemoved(visibility, one));
}

const BRANCH_ROLES: ReadonlySet<string> = new Set(['listitem', 'treeitem']);

const isMenu = ({ role, attributes }: PageNode): boolean =>
  role === 'combobox' || (attributes['aria-haspopup'] ?? 'false') !== 'false';
