import type { Outcome } from './Hands.ts';
import type { QueryMode } from './settings.ts';

/** Where a model is in its work with a page. */
export interface Whereabouts {
  queryMode: QueryMode;
  /** The page was never seen in this run. */
  isNew: boolean;
  /** Another page than at the step before. */
  isOther: boolean;
  /** What the step before came to. */
  last: readonly Outcome[];
}

/** What naturally comes next (seed 000, pattern 4, after LASER): a nudge, no constraint. '' for none. */
export function hint({ queryMode, isNew, isOther, last }: Whereabouts): string {
  const hints = [isOther ? 'This is another page: earlier numbers and answers are void.' : ''];
  if (queryMode !== 'off') hints.push(isNew || isOther ? FIRST[queryMode] : next(last));
  return hints.filter(Boolean).join(' ');
}

const FIRST = {
  hybrid: 'New page, its summary is above: query_elements or get_region for what you need.',
  query: 'New page: get_page_summary tells its structure.',
} as const;

function next(last: readonly Outcome[]): string {
  const asked = last.findLast(({ kind, error }) => kind === 'ask' && !error);
  if (!asked || asked !== last.at(-1)) return '';
  if (asked.call.tool === 'get_page_summary') return 'Next: query_elements or get_region.';
  const nothing = asked.data.total === 0;
  return nothing ? '' : 'Next: act on a number of the answer, or done if it answers the task.';
}
