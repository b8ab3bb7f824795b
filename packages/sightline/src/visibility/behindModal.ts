import { isEmpty } from '../snapshot/geometry.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { Flag } from '../snapshot/Snapshot.ts';
import {
  decide,
  isRemoved,
  type Visibility,
  type VisibilityDraft,
  type VisibilityRule,
} from './Visibility.ts';

/**
 * Removes what is behind a fixed dialog with `aria-modal`: a person sees it dimmed at most and cannot use it, as with
 * `dialog:modal`, which makes it inert. Keeps the content of the dialog, and messages above its backdrop.
 */
export const behindModal: VisibilityRule = { name: 'behindModal', run };

function run(visibility: VisibilityDraft): void {
  const modal = topModal(visibility);
  if (!modal) return;
  const decision = {
    rule: 'behindModal',
    kind: 'remove' as const,
    reason: 'behind-modal' as const,
    by: modal,
  };
  const { nodes } = visibility.page;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as PageNode;
    if (node === modal || isLiveRegionAbove(node)) {
      i = node.end - 1;
    } else if (!node.contains(modal) && !isRemoved(visibility, node)) {
      decide(visibility, node, decision);
    }
  }
}

/** The last of the modal dialogs that show: each opens over the one before. */
function topModal(visibility: Visibility): PageNode | undefined {
  let modal: PageNode | undefined;
  for (const node of visibility.page.nodes) {
    if (node.attributes['aria-modal'] !== 'true' || isRemoved(visibility, node)) continue;
    const visibleBox = visibility.visibleBoxes[node.index];
    const isFixed = node.closest((ancestor) => ancestor.has(Flag.Fixed | Flag.TopLayer)) !== undefined;
    if (
      visibleBox &&
      !isEmpty(visibleBox) &&
      isFixed &&
      visibility.viewportPositions[node.index] === 'viewport'
    )
      modal = node;
  }
  return modal;
}

/** A message above the dialog: `role=alert` or `status` in a fixed box. */
function isLiveRegionAbove(node: PageNode): boolean {
  return (node.role === 'alert' || node.role === 'status') && node.has(Flag.Fixed);
}
