import type { Page, PageNode } from '../model/Page.ts';
import type { PruneOptions, Pruning, Rule, Verdict } from './Pruning.ts';
import { beginPruning } from './prune.ts';

/** What one rule says of one node, whatever the rules before it said. */
export interface Opinion {
  rule: string;
  /** Undefined where the rule has nothing against the node. */
  verdict: Verdict | undefined;
  /** True where this rule took back the verdict of an earlier one. */
  spares: boolean;
}

/**
 * Asks every rule of a preset about one node. `prune` keeps the first verdict only; here the node comes to each
 * rule as if none had spoken, while all other nodes carry the verdicts they have. Pure.
 */
export function askRules(
  page: Page,
  preset: readonly Rule[],
  options: PruneOptions,
  node: PageNode,
): Opinion[] {
  return [...askEachRule(page, preset, options, node)];
}

/** The same one by one, since each rule is run over all of the page: whoever waits may do something else between them. */
export function* askEachRule(
  page: Page,
  preset: readonly Rule[],
  options: PruneOptions,
  { index }: PageNode,
): Generator<Opinion, void> {
  const pruning = beginPruning(page, options);
  for (const rule of preset) yield ask(rule, pruning, index);
}

function ask(rule: Rule, pruning: Pruning, index: number): Opinion {
  const { verdicts } = pruning;
  const held = verdicts[index];
  rule.run(pruning);
  if (!held) return { rule: rule.name, verdict: verdicts[index], spares: false };
  if (!verdicts[index]) return { rule: rule.name, verdict: undefined, spares: true };
  verdicts[index] = undefined;
  rule.run(pruning);
  const verdict = verdicts[index];
  verdicts[index] = held;
  return { rule: rule.name, verdict, spares: false };
}
