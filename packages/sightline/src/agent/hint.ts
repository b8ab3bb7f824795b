import type { Outcome } from './Hands.ts';
import type { QueryMode } from './settings.ts';

/** Where a model is in its work with a page. */
export interface Whereabouts {
  queryMode: QueryMode;
  /** Another page than at the step before. */
  isOther: boolean;
  /** Nothing was asked of it yet, and it is not told in full. */
  isUnknown: boolean;
  /** What the words of the task find there stands above. */
  hasFound: boolean;
  /** What the step before came to. */
  last: readonly Outcome[];
}

/** What naturally comes next (seed 000, pattern 4, after LASER): a nudge, no constraint. '' for none. */
export function hint({ queryMode, isOther, isUnknown, hasFound, last }: Whereabouts): string {
  const first = `${hasFound ? FOUND : NEW} ${WAYS[queryMode]}`;
  return [isOther && OTHER, isUnknown ? first : afterAnswer(last)].filter(Boolean).join(' ');
}

const OTHER = 'This is another page: numbers and answers from before it are void.';

const NEW = 'New page:';
const FOUND = 'Is what you need among the elements above? Else:';
const WAYS = {
  off: '',
  hybrid: 'query_elements or get_region.',
  query: 'query_elements, get_region or get_page_summary.',
} as const;

/** The step that led to another page has asked something of that too. */
export function hasAskedSince(last: readonly Outcome[]): boolean {
  const leftAt = last.findLastIndex(({ left }) => left);
  return leftAt >= 0 && last.slice(leftAt + 1).some(({ kind, error }) => kind === 'ask' && !error);
}

function afterAnswer(last: readonly Outcome[]): string {
  const asked = last.findLast(({ kind, error }) => kind === 'ask' && !error);
  if (!asked || asked !== last.at(-1)) return '';
  if (asked.call.tool === 'get_page_summary') return 'Next: query_elements or get_region.';
  const nothing = asked.data.total === 0;
  return nothing ? '' : 'Next: act on a number of the answer, or done if it answers the task.';
}
