import type { Page, PageNode } from '../snapshot/Page.ts';
import { createVisibility } from './computeVisibility.ts';
import type { VisibilityDecision, VisibilityDraft, VisibilityOptions, VisibilityRule } from './Visibility.ts';

/** The decision of one rule on one node, regardless of the rules before it. */
export interface RuleResult {
  rule: string;
  /** Undefined where the rule keeps the node. */
  decision: VisibilityDecision | undefined;
  /** True where this rule reverts the decision of an earlier one. */
  reverts: boolean;
}

/**
 * Evaluates every rule of a preset on one node, in steps, as each rule runs over the whole page. `computeVisibility` keeps the
 * first decision only; here each rule sees the node without a decision, and all other nodes with theirs. Pure.
 */
export function* traceRules(
  page: Page,
  preset: readonly VisibilityRule[],
  options: VisibilityOptions,
  { index }: PageNode,
): Generator<RuleResult, void> {
  const visibility = createVisibility(page, options);
  for (const rule of preset) yield evaluateRule(rule, visibility, index);
}

function evaluateRule(rule: VisibilityRule, visibility: VisibilityDraft, index: number): RuleResult {
  const { decisions } = visibility;
  const current = decisions[index];
  rule.run(visibility);
  if (!current) return { rule: rule.name, decision: decisions[index], reverts: false };
  if (!decisions[index]) return { rule: rule.name, decision: undefined, reverts: true };
  decisions[index] = undefined;
  rule.run(visibility);
  const decision = decisions[index];
  decisions[index] = current;
  return { rule: rule.name, decision, reverts: false };
}
