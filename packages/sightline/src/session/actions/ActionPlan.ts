import type { ActionContext } from '../../actions/ActionContext.ts';
import type { ActionEffect } from '../../actions/ActionEffect.ts';
import type { HoverStage } from '../../actions/HoverRequest.ts';
import type { RenderContext } from '../../render/RenderContext.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import type { AbortOptions } from '../../snapshot/untilAborted.ts';
import type { CapturedPage } from '../captured/CapturedPage.ts';
import type { ResolvedTarget, Target } from '../refs/TargetResolver.ts';

/** What every action takes. One that is aborted under way has stopped when it throws. */
export interface ActionOptions extends AbortOptions {
  /** Milliseconds that the element may take to become ready; default 5,000, less where nothing on the page moves. */
  timeoutMs?: number;
  /** Milliseconds that the page may take to settle afterwards; default 3,000. */
  settleMs?: number;
  /** Upper bound for the report of what changed, in o200k tokens. Default 400. */
  maxTokens?: number;
  /** Of another page say only what it is, without a first look. Default false. */
  quiet?: boolean;
}

/** `silent`: the result says what was done, and nothing of what changed; its data has the `SettleSummary`. */
export interface PlanOptions extends ActionOptions {
  silent?: boolean;
}

/** Makes a plan from the page as it is now. */
export type MakePlan = (before: RenderContext, page: CapturedPage, hover: HoverStage) => Promise<ActionPlan>;

/** Acts on the elements of the given targets: a node for each. */
export type ElementAction<Targets extends readonly Target[]> = (
  actionContext: ActionContext,
  ...nodes: { [Position in keyof Targets]: PageNode }
) => Promise<ActionEffect>;

/** The elements of an action, and what is done with them; `renew`: another element gets as long as the first. */
export interface ActionPlan {
  resolved: ResolvedTarget[];
  act(actionContext: ActionContext, renew: () => Promise<ActionContext>): Promise<ActionEffect>;
}
