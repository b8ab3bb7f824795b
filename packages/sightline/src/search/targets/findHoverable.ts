import type { RenderContext } from '../../render/RenderContext.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import type { PageState } from '../../structure/PageState.ts';
import { findNamedElements, type TargetTest } from './findNamedElements.ts';

/** What words name that shows only while the mouse is over the row, card or other box around it. */
export function findHoverable(words: string, context: RenderContext, suits?: TargetTest): PageNode[] {
  const { pageState } = context;
  const hidden = pageState.page.nodes.filter((node) => isHiddenControl(node, pageState));
  const { revealPaths } = pageState;
  return findNamedElements(words, context, { suits, among: hidden }).filter((node) =>
    revealPaths.findHoverBox(node),
  );
}

/** A control that its style hides. */
export function isHiddenControl({ index, isElement }: PageNode, { visibility }: PageState): boolean {
  return (
    isElement && visibility.tiers[index] !== 'structural' && visibility.decisions[index]?.rule === 'invisible'
  );
}
