import type { Box, Page, PageNode } from '../model/Page.ts';
import type { Tier } from './tier.ts';

/** Why a node is not told as an element of its own. */
export interface Verdict {
  /** Name of the rule that decided. */
  rule: string;
  /** `remove`: a person does not see or use it. `unwrap`: what it holds is told in its place. */
  decision: 'remove' | 'unwrap';
  /** The evidence, as words that can follow "because": `display:none on #menu`. */
  why: string;
  /** The element the evidence stands on, if it is another one. */
  by?: PageNode;
}

export interface PruneOptions {
  /** -1: whole page. 0: what the viewport shows. N: N CSS pixels around it too. Default -1. */
  viewportExpansion?: number;
}

/** Where a node shows itself. */
export type Place = 'viewport' | 'above' | 'below' | 'aside' | 'scroller';

/** What the rules work on. Columns are indexed by `PageNode.index`. */
export interface Pruning {
  readonly page: Page;
  readonly options: Required<PruneOptions>;
  readonly verdicts: (Verdict | undefined)[];
  readonly tiers: Tier[];
  /** The part of the box that shows now, clipped by every ancestor; set by the rule `invisible`. */
  readonly seen: (Box | undefined)[];
  readonly places: Place[];
  /** 1 for elements a person can use, which get a number when they are shown. */
  readonly usable: Uint8Array;
  /** What a person sees and clicks in place of a control that does not show itself: its label, or a drop zone. */
  readonly standIns: Map<PageNode, PageNode>;
}

/** One step of the pipeline. Rules run in order; the first verdict on a node stands. */
export interface Rule {
  name: string;
  run(pruning: Pruning): void;
}

export function isRemoved({ verdicts }: Pruning, node: PageNode): boolean {
  return verdicts[node.index]?.decision === 'remove';
}

/** Gives a verdict unless an earlier rule already did. */
export function decide({ verdicts }: Pruning, node: PageNode, verdict: Verdict): void {
  verdicts[node.index] ??= verdict;
}

/** Names an element in evidence: its id, else its tag with its first class. */
export function describe(node: PageNode): string {
  const { id, class: classes } = node.attributes;
  if (id) return `#${id}`;
  const first = classes?.trim().split(/\s+/)[0];
  return first ? `${node.tag}.${first}` : node.tag;
}
