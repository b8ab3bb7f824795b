import type { Box } from '../snapshot/geometry.ts';
import type { Page, PageNode } from '../snapshot/Page.ts';
import type { InteractivityTier } from './interactivityTier.ts';

/** Why a node is not told as an element of its own. */
export interface VisibilityDecision {
  /** Name of the rule that decided. */
  rule: string;
  /** `remove`: a person does not see or use it. `unwrap`: what it holds is told in its place. */
  kind: 'remove' | 'unwrap';
  /** The evidence, as words that can follow "because": `display:none on #menu`. */
  reasonText: string;
  /** The element the evidence stands on, if it is another one. */
  cause?: PageNode;
}

export interface VisibilityOptions {
  /** -1: whole page. 0: what the viewport shows. N: N CSS pixels around it too. Default -1. */
  viewportExpansion?: number;
}

/** Where a node shows itself. */
export type ViewportPosition = 'viewport' | 'above' | 'below' | 'aside' | 'scroller';

/** What the rules work on. Columns are indexed by `PageNode.index`. */
export interface Visibility {
  readonly page: Page;
  readonly options: Required<VisibilityOptions>;
  readonly decisions: (VisibilityDecision | undefined)[];
  readonly tiers: InteractivityTier[];
  /** The part of the box that shows now, clipped by every ancestor; set by the rule `invisible`. */
  readonly visibleBoxes: (Box | undefined)[];
  readonly viewportPositions: ViewportPosition[];
  /** 1 for elements a person can use, which get a number when they are shown. */
  readonly interactive: Uint8Array;
  /** What a person sees and clicks in place of a control that does not show itself: its label, or a drop zone. */
  readonly visibleProxies: Map<PageNode, PageNode>;
}

/** One step of the pipeline. Rules run in order; the first verdict on a node stands. */
export interface VisibilityRule {
  name: string;
  run(visibility: Visibility): void;
}

export function isRemoved({ decisions }: Visibility, node: PageNode): boolean {
  return decisions[node.index]?.kind === 'remove';
}

/** A person can use it, and it is shown: it has a number. */
export function isShownInteractive(visibility: Visibility, node: PageNode): boolean {
  return visibility.interactive[node.index] === 1 && !isRemoved(visibility, node);
}

/** Gives a verdict unless an earlier rule already did. */
export function decide({ decisions }: Visibility, node: PageNode, decision: VisibilityDecision): void {
  decisions[node.index] ??= decision;
}

/** Names an element in evidence: its id, else its tag with its first class. */
export function describeElement(node: PageNode): string {
  const { id, class: classes } = node.attributes;
  if (id) return `#${id}`;
  const firstClass = classes?.trim().split(/\s+/)[0];
  return firstClass ? `${node.tag}.${firstClass}` : node.tag;
}
