import type { PageNode } from '../../snapshot/Page.ts';
import type { UnloadedItems } from '../../structure/findUnloaded.ts';
import type { PageState } from '../../structure/PageState.ts';
import { isShownInteractive } from '../../visibility/Visibility.ts';

/** Where a search did not look, since the page has not made it yet. */
export interface Unsearched {
  /** Controls that open what is collapsed: sections before menus and lists. */
  collapsed: PageNode[];
  /** Tabs whose panels are not there. */
  tabs: PageNode[];
  /** Virtual lists and tables. */
  unloaded: [list: PageNode, items: UnloadedItems][];
}

/** Hidden elements that are followed to the controls that open them: enough for any page that people use. */
const MAX_HIDDEN = 2_000;

/** What no search can reach: closed sections and tabs without content so far, and rows that are not loaded. */
export function findUnsearched({ visibility, revealPaths, unloaded }: PageState): Unsearched {
  const { nodes } = visibility.page;
  const hidden = nodes.filter(
    (node) =>
      visibility.decisions[node.index]?.kind === 'remove' && node.isElement && node.children.length > 0,
  );
  // What these open is in the document, and was searched.
  const searched = new Set(hidden.slice(0, MAX_HIDDEN).map((node) => revealPaths.find(node)?.control));
  const closed = nodes.filter((node) => isShownInteractive(visibility, node) && !searched.has(node));
  const collapsed = closed.filter(({ attributes }) => attributes['aria-expanded'] === 'false');
  return {
    collapsed: [...collapsed.filter((node) => !isMenu(node)), ...collapsed.filter(isMenu)],
    tabs: closed.filter(({ role, attributes }) => role === 'tab' && attributes['aria-selected'] === 'false'),
    unloaded: [...unloaded].filter(([, { kind }]) => kind !== 'columns'),
  };
}

const isMenu = ({ role, attributes }: PageNode): boolean =>
  role === 'combobox' || (attributes['aria-haspopup'] ?? 'false') !== 'false';
