import type { QueryMode } from '../AgentSettings.ts';
import type { CallOutcome } from '../tools/ToolExecutor.ts';

/** Where a model is in its work with a page. */
export interface HintContext {
  queryMode: QueryMode;
  /** Another page than at the step before. */
  isOtherPage: boolean;
  /** Nothing was asked of it yet, and it is not told in full. */
  isUnexplored: boolean;
  /** What the words of the task find there stands above. */
  hasGoalMatches: boolean;
  /** What the step before came to. */
  lastOutcomes: readonly CallOutcome[];
}

/** What naturally comes next (seed 000, pattern 4, after LASER): a nudge, no constraint. '' for none. */
export function nextStepHint({
  queryMode,
  isOtherPage,
  isUnexplored,
  hasGoalMatches,
  lastOutcomes,
}: HintContext): string {
  const first = `${hasGoalMatches ? GOAL_MATCHES : NEW_PAGE} ${FIRST_TOOLS[queryMode]}`;
  return [isOtherPage && OTHER_PAGE, isUnexplored ? first : hintAfterAnswer(lastOutcomes)]
    .filter(Boolean)
    .join(' ');
}

const OTHER_PAGE = 'This is another page: numbers and answers from before it are void.';

const NEW_PAGE = 'New page:';
const GOAL_MATCHES = 'Is what you need among the elements above? Else:';
const FIRST_TOOLS = {
  off: '',
  hybrid: 'query_elements or get_region.',
  query: 'query_elements, get_region or get_page_summary.',
} as const;

/** The step that led to another page has asked something of that too. */
export function hasQueriedNewPage(lastOutcomes: readonly CallOutcome[]): boolean {
  const navigatedAt = lastOutcomes.findLastIndex(({ left }) => left);
  return (
    navigatedAt >= 0 &&
    lastOutcomes.slice(navigatedAt + 1).some(({ kind, error }) => kind === 'ask' && !error)
  );
}

function hintAfterAnswer(lastOutcomes: readonly CallOutcome[]): string {
  const query = lastOutcomes.findLast(({ kind, error }) => kind === 'ask' && !error);
  if (!query || query !== lastOutcomes.at(-1)) return '';
  if (query.call.tool === 'get_page_summary') return 'Next: query_elements or get_region.';
  const isEmpty = query.data.total === 0;
  return isEmpty ? '' : 'Next: act on a number of the answer, or done if it answers the task.';
}
