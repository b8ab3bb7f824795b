import type { PageNode } from '../../snapshot/Page.ts';
import type { Visibility, VisibilityDecision } from '../../visibility/Visibility.ts';

/** What one rule removed, in document order. */
export interface RuleRemovals {
  rule: string;
  decision: VisibilityDecision['kind'];
  groups: RemovedSubtree[];
  /** Nodes. */
  count: number;
}

/** A node with its descendants that were removed for the same reason. */
export interface RemovedSubtree {
  node: PageNode;
  cause: VisibilityDecision;
  /** Nodes, including itself. */
  count: number;
}

/** What each rule removed or unwrapped; each subtree once, by its outermost node. */
export function removalsByRule({ page, decisions }: Visibility): RuleRemovals[] {
  const removals = new Map<string, RuleRemovals>();
  const subtrees: (RemovedSubtree | undefined)[] = new Array(page.nodes.length);
  for (const node of page.nodes) {
    const cause = decisions[node.index];
    if (!cause) continue;
    const parentSubtree = node.parent && subtrees[node.parent.index];
    const existing = removals.get(cause.rule);
    const removal = existing ?? { rule: cause.rule, decision: cause.kind, groups: [], count: 0 };
    if (!existing) removals.set(cause.rule, removal);
    removal.count++;
    const group =
      parentSubtree && isSameRemoval(parentSubtree.cause, cause) ? parentSubtree : { node, cause, count: 0 };
    if (group !== parentSubtree) removal.groups.push(group);
    group.count++;
    subtrees[node.index] = group;
  }
  const isUnwrapped = (removal: RuleRemovals): number => Number(removal.decision === 'unwrap');
  return [...removals.values()].sort((a, b) => isUnwrapped(a) - isUnwrapped(b));
}

const isSameRemoval = (a: VisibilityDecision, b: VisibilityDecision): boolean =>
  a.rule === b.rule && a.kind === 'remove' && b.kind === 'remove';
