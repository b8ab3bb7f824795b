import type { PageNode } from '../snapshot/Page.ts';
import { Flag } from '../snapshot/Snapshot.ts';
import { FRAME_OWNER_TAGS } from '../snapshot/tags.ts';
import type { ActionContext } from './ActionContext.ts';

/** The innermost element that has the focus: a frame that holds it has it too. Undefined where nothing but a page has it. */
export function findFocused({ visibility }: Pick<ActionContext, 'visibility'>): PageNode | undefined {
  return visibility.page.nodes.findLast((node) => node.has(Flag.Focused));
}

/**
 * What takes keys where `node` has the focus: a `field` that can be asked; `nothing` where only a page has it, be it that of a
 * frame; `unknown` in a frame that cannot be read, where it may be a field for secrets.
 */
export function keyReceiver(
  { visibility }: ActionContext,
  node: PageNode | undefined,
): 'field' | 'nothing' | 'unknown' {
  if (!node) return 'nothing';
  if (!FRAME_OWNER_TAGS.has(node.tag)) return 'field';
  return visibility.page.documents.some(({ owner }) => owner === node) ? 'nothing' : 'unknown';
}
