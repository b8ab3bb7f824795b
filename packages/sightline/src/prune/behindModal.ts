import type { PageNode } from '../model/Page.ts';
import { Flag } from '../model/Snapshot.ts';
import { isEmpty } from './geometry.ts';
import { decide, describe, isRemoved, type Pruning, type Rule } from './Pruning.ts';

/**
 * What lies behind a dialog that says it is modal (`aria-modal`) and holds its place over the page: a
 * person sees it dimmed at most and cannot use it, as with `dialog:modal`, which makes it inert. Spares:
 * what the dialog itself holds, and what is laid over the page as it is (a message above the backdrop).
 */
export const behindModal: Rule = { name: 'behindModal', run };

function run(pruning: Pruning): void {
  const modal = topModal(pruning);
  if (!modal) return;
  const verdict = {
    rule: 'behindModal',
    decision: 'remove' as const,
    why: `behind the modal ${describe(modal)}`,
    by: modal,
  };
  const { nodes } = pruning.page;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as PageNode;
    if (node === modal || isLaidOver(node)) {
      i = node.end - 1;
    } else if (!node.contains(modal) && !isRemoved(pruning, node)) {
      decide(pruning, node, verdict);
    }
  }
}

/** The last of the modal dialogs that show: each opens over the one before. */
function topModal(pruning: Pruning): PageNode | undefined {
  let modal: PageNode | undefined;
  for (const node of pruning.page.nodes) {
    if (node.attributes['aria-modal'] !== 'true' || isRemoved(pruning, node)) continue;
    const seen = pruning.seen[node.index];
    const holdsPlace = node.closest((ancestor) => ancestor.has(Flag.Fixed | Flag.TopLayer)) !== undefined;
    if (seen && !isEmpty(seen) && holdsPlace && pruning.places[node.index] === 'viewport') modal = node;
  }
  return modal;
}

/** A toast or a live region that stays above: `role=alert` or `status` in a fixed box of its own. */
function isLaidOver(node: PageNode): boolean {
  return (node.role === 'alert' || node.role === 'status') && node.has(Flag.Fixed);
}
