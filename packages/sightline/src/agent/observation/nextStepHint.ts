import type { QueryMode } from '../AgentSettings.ts';
import type { CallOutcome } from '../tools/ToolExecutor.ts';

/** State that decides the next hint. */
export interface HintContext {
  queryMode: QueryMode;
  /** The page is another one than at the step before. */
  isOtherPage: boolean;
  /** Nothing was queried on this page yet, and it is not shown in full. */
  isUnexplored: boolean;
  /** Matches for the words of the task are shown above. */
  hasGoalMatches: boolean;
  /** Outcomes of the step before. */
  lastOutcomes: readonly CallOutcome[];
}

/** A hint on the natural next step (after LASER), or ''. It is no constraint. */
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

/** Whether the step that changed the page has queried the new page too. */
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
