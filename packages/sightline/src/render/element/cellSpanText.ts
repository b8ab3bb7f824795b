import type { PageNode } from '../../snapshot/Page.ts';
import { Flag } from '../../snapshot/Snapshot.ts';
import { findCellSpan } from '../../structure/cellSpan.ts';
import { escapeInline } from '../escape.ts';
import type { RenderContext } from '../RenderContext.ts';

/** `(to 18)`, or `(3 cells)` where the last has no words; '' for what stays in its cell. */
export function cellSpanText(node: PageNode, { pageState }: RenderContext): string {
  const span = findCellSpan(node, pageState.visibility);
  if (!span) return '';
  const last = escapeInline(span.last).replaceAll('|', '¦');
  return last.trim() === '' ? `(${span.count} cells)` : `(to ${last})`;
}

/** The same for a bar that nobody can use. */
export function barSpanText(node: PageNode, context: RenderContext): string {
  const { counts } = context.pageState;
  const isBar = node.has(Flag.Paints) && counts.interactive(node) === 0 && counts.visibleLeaves(node) > 0;
  return isBar ? cellSpanText(node, context) : '';
}
