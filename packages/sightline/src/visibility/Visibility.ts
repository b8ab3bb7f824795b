import type { Box } from '../snapshot/geometry.ts';
import type { Page, PageNode } from '../snapshot/Page.ts';
import type { InteractivityTier } from './interactivityTier.ts';

/** Why a rule leaves a node out; `decisionText` in render/ puts it into words. */
export type VisibilityReason =
  | 'display-none'
  | 'visibility-hidden'
  | 'opacity'
  | 'clip-path'
  /** Nothing of it is painted, by another property: see `style`. */
  | 'not-painted'
  | 'inert'
  | 'illegible-text'
  | 'no-area'
  /** No area, and nothing that overflows it shows either. */
  | 'nothing-shows'
  /** Content of a canvas, video or the like, for browsers that cannot show that. */
  | 'fallback'
  | 'clipped'
  /** A strip of it is left that paints nothing: the edge of a link above its words. */
  | 'no-ink'
  /** Left of or above where scrolling begins. */
  | 'unreachable'
  | 'behind-modal'
  | 'covered'
  | 'outside-viewport'
  /** It is one with the link or button around it. */
  | 'part-of'
  /** It is the label of a control, which has it as its name. */
  | 'label'
  | 'no-content';

/** Why a node is not shown as an element of its own. */
export interface VisibilityDecision {
  /** Name of the rule that decided. */
  readonly rule: string;
  /** `remove`: a person does not see or use it. `unwrap`: its children are shown in its place. */
  readonly kind: 'remove' | 'unwrap';
  readonly reason: VisibilityReason;
  /** The element that has the style, clips, covers, or is named; it may be the node itself. */
  readonly by?: PageNode;
  /** With `clip-path`, `not-painted` and `illegible-text`: the CSS that hides it. */
  readonly style?: string;
  /** With `no-area` and `nothing-shows`: its box. */
  readonly box?: Box;
}

export interface VisibilityOptions {
  /** -1: whole page. 0: what the viewport shows. N: N CSS pixels around it too. Default -1. */
  viewportExpansion?: number;
}

/** Position relative to the viewport; `scroller`: only after scrolling an element around it. */
export type ViewportPosition = 'viewport' | 'above' | 'below' | 'aside' | 'scroller';

/** What a person can see and use of a page. Columns are indexed by `PageNode.index`. */
export interface Visibility {
  readonly page: Page;
  readonly options: Required<VisibilityOptions>;
  readonly decisions: readonly (VisibilityDecision | undefined)[];
  readonly tiers: readonly InteractivityTier[];
  /** The part of the box that shows now, clipped by every ancestor. */
  readonly visibleBoxes: readonly (Box | undefined)[];
  readonly viewportPositions: readonly ViewportPosition[];
  /** 1 for elements a person can use, which get a number when they are shown. */
  readonly interactive: ArrayLike<number>;
  /** What a person sees and clicks in place of a control that does not show itself: its label, or a drop zone. */
  readonly visibleProxies: ReadonlyMap<PageNode, PageNode>;
}

/** The same while the rules fill it. */
export interface VisibilityDraft extends Visibility {
  readonly decisions: (VisibilityDecision | undefined)[];
  readonly tiers: InteractivityTier[];
  readonly visibleBoxes: (Box | undefined)[];
  readonly viewportPositions: ViewportPosition[];
  readonly interactive: Uint8Array;
  readonly visibleProxies: Map<PageNode, PageNode>;
}

/** One step of the pipeline. Rules run in order; the first decision on a node stands. */
export interface VisibilityRule {
  name: string;
  run(visibility: VisibilityDraft): void;
}

export function isRemoved({ decisions }: Visibility, node: PageNode): boolean {
  return decisions[node.index]?.kind === 'remove';
}

/** A person can use it, and it is shown: it has a number. */
export function isShownInteractive(visibility: Visibility, node: PageNode): boolean {
  return visibility.interactive[node.index] === 1 && !isRemoved(visibility, node);
}

/** Records a decision unless an earlier rule already made one. */
export function decide({ decisions }: VisibilityDraft, node: PageNode, decision: VisibilityDecision): void {
  decisions[node.index] ??= decision;
}
