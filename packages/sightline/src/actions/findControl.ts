import type { PageNode } from '../snapshot/Page.ts';
import type { ActionContext } from './ActionContext.ts';

/**
 * The control that a target means: the target itself, the one that it labels by `for`, or the only one in it (a row, a
 * styled label, a drop zone).
 */
export function findControl(
  { visibility }: ActionContext,
  target: PageNode,
  isControl: (node: PageNode) => boolean,
): PageNode | undefined {
  if (isControl(target)) return target;
  const forId = target.attribute('for');
  const labelled = forId ? target.document.byHtmlId(forId, target) : undefined;
  if (labelled && isControl(labelled)) return labelled;
  const inside = visibility.page.subtree(target).filter(isControl);
  return inside.length === 1 ? inside[0] : undefined;
}
