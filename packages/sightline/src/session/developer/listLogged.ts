import { estimateTokens } from '../../render/estimateTokens.ts';
import { TokenBudget } from '../../render/TokenBudget.ts';
import { countBy } from '../../snapshot/groupBy.ts';
import type { SessionContext } from '../SessionContext.ts';

/** What is shown of the log of a page. */
export interface LoggedList<T> {
  /** Those to list, in order. */
  listed: T[];
  /** `3 requests since look 2: 2 fetch, 1 image; 12 since the page was opened`. */
  head: string;
}

/**
 * Of all entries those since the last look or action; where there are none, or `all` is given, those since the page was
 * opened. Counted by kind.
 */
export function selectLogged<T extends { at: number }>(
  entries: readonly T[],
  {
    noun,
    all = false,
    seen,
    kindOf,
  }: { noun: string; all?: boolean; seen: SessionContext['seen']; kindOf: (entry: T) => string },
): LoggedList<T> {
  const opened = 'since the page was opened';
  const counts = (of: readonly T[]): string => (of.length === 0 ? '' : `: ${countKinds(of, kindOf)}`);
  const count = (of: readonly T[]): string => `${of.length || 'no'} ${noun}${of.length === 1 ? '' : 's'}`;
  if (all || !seen) return { listed: [...entries], head: `${count(entries)} ${opened}${counts(entries)}` };
  const recent = entries.filter(({ at }) => at >= seen.at);
  if (recent.length === entries.length)
    return { listed: recent, head: `${count(recent)} ${opened}${counts(recent)}` };
  const total = `${entries.length} ${opened}`;
  if (recent.length > 0)
    return { listed: recent, head: `${count(recent)} since ${seen.what}${counts(recent)}; ${total}` };
  return { listed: [...entries], head: `no ${noun} since ${seen.what}; ${total}${counts(entries)}` };
}

function countKinds<T>(entries: readonly T[], kindOf: (entry: T) => string): string {
  const sorted = [...countBy(entries, kindOf)].sort((a, b) => b[1] - a[1]);
  return sorted.map(([kind, count]) => `${count} ${kind}`).join(', ');
}

/** The last lines, `maxResults` at most, that fit into the budget below the head, with the number of those before them. */
export function fitLast(
  head: string,
  lines: readonly string[],
  { maxTokens, maxResults = lines.length }: { maxTokens: number; maxResults?: number | undefined },
): string {
  const budget = new TokenBudget(maxTokens - estimateTokens(head));
  const kept = budget.takeFirst([...lines].reverse().slice(0, maxResults), estimateTokens).reverse();
  const omitted = lines.length - kept.length;
  const note =
    omitted > 0 ? [`(${omitted} earlier ${omitted === 1 ? 'one is' : 'ones are'} not listed)`] : [];
  return [head, ...note, ...kept].join('\n');
}
