import type { PageNode } from '../../model/Page.ts';
import type { Pruning, Verdict } from '../../prune/Pruning.ts';

/** What one rule took, in the order of the page. */
export interface Removal {
  rule: string;
  decision: Verdict['decision'];
  groups: Group[];
  /** Elements, and text where no element holds it. */
  count: number;
}

/** One node with what lies in it and went for the same reason. */
export interface Group {
  node: PageNode;
  verdict: Verdict;
  /** Nodes, itself among them. */
  count: number;
}

/** What every rule removed, or told in the place of its content: each subtree once, by its outermost node. */
export function removalsOf({ page, verdicts }: Pruning): Removal[] {
  const removals = new Map<string, Removal>();
  const heads: (Group | undefined)[] = new Array(page.nodes.length);
  for (const node of page.nodes) {
    const verdict = verdicts[node.index];
    if (!verdict) continue;
    const above = node.parent && heads[node.parent.index];
    const known = removals.get(verdict.rule);
    const removal = known ?? { rule: verdict.rule, decision: verdict.decision, groups: [], count: 0 };
    if (!known) removals.set(verdict.rule, removal);
    removal.count++;
    const group = above && isSame(above.verdict, verdict) ? above : { node, verdict, count: 0 };
    if (group !== above) removal.groups.push(group);
    group.count++;
    heads[node.index] = group;
  }
  const kept = (one: Removal): number => Number(one.decision === 'unwrap');
  return [...removals.values()].sort((a, b) => kept(a) - kept(b));
}

const isSame = (a: Verdict, b: Verdict): boolean =>
  a.rule === b.rule && a.decision === 'remove' && b.decision === 'remove';
