import type { CapturedPage } from '../../session/captured/CapturedPage.ts';
import type { PageNode } from '../../snapshot/Page.ts';

/** What shows once the mouse is over it, or over the box that it is in; or once it has left what covers it. */
export function mayComeOut(node: PageNode, page: CapturedPage): boolean {
  const { revealPaths, visibility } = page.pageState;
  return (
    visibility.decisions[node.index]?.rule === 'occluded' || revealPaths.findHoverBox(node) !== undefined
  );
}
