import type { Page, PageNode } from '../snapshot/Page.ts';
import { createVisibility } from './computeVisibility.ts';
import type { VisibilityDecision, VisibilityDraft, VisibilityOptions, VisibilityRule } from './Visibility.ts';

/** What one rule says of one node, whatever the rules before it said. */
export interface RuleResult {
  rule: string;
  /** Undefined where the rule has nothing against the node. */
  decision: VisibilityDecision | undefined;
  /** True where this rule took back the verdict of an earlier one. */
  reverts: boolean;
}

/**
 * Asks every rule of a preset about one node. `prune` keeps the first verdict only; here the node comes to each
 * rule as if none had spoken, while all other nodes carry the verdicts they have. Pure.
 */
export function evaluateRules(
  page: Page,
  preset: readonly VisibilityRule[],
  options: VisibilityOptions,
  node: PageNode,
): RuleResult[] {
  return [...evaluateEachRule(page, preset, options, node)];
}

/** The same one by one, since each rule is run over all of the page: whoever waits may do something else between them. */
export function* evaluateEachRule(
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
