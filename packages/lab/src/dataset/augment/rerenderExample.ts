import {
  GOAL_MATCHES_HEADING,
  observePage,
  parseStateMessage,
  refsByDocument,
  renderStateMessage,
  resolveSettings,
  type Snapshot,
  searchForGoal,
} from '../../../../sightline/src/internal.ts';
import { withId } from '../extractExamples.ts';
import type { TrainingExample } from '../TrainingExample.ts';
import { openExampleSession } from '../verify/SnapshotReader.ts';

/** Another mode, view and style to render a page in. */
export interface RenderVariant {
  mode: TrainingExample['mode'];
  view: 'outline' | 'flat';
  style: 'compact' | 'markup';
}

/** Every rendering: those that do not show what is acted on fall out when they are verified. */
export const RENDER_VARIANTS: readonly RenderVariant[] = [
  { mode: 'off', view: 'flat', style: 'markup' },
  { mode: 'off', view: 'flat', style: 'compact' },
  { mode: 'off', view: 'outline', style: 'compact' },
  { mode: 'hybrid', view: 'flat', style: 'compact' },
  { mode: 'hybrid', view: 'outline', style: 'compact' },
  { mode: 'query', view: 'flat', style: 'compact' },
];

/** Tokens of a page in the modes that bound it. */
const PAGE_TOKEN_BUDGET = 1_200;

/** The same decision, with the page rendered in another mode, view or style; undefined where that changes nothing. */
export async function rerenderExample(
  example: TrainingExample,
  snapshot: Snapshot,
  variant: RenderVariant,
): Promise<TrainingExample | undefined> {
  const before = parseStateMessage(example.state);
  if (!before) return undefined;
  const session = await openExampleSession(snapshot, example);
  const { mode, view: observation, style } = variant;
  const tokenBudget = mode === 'off' ? Number.POSITIVE_INFINITY : PAGE_TOKEN_BUDGET;
  const { text } = await observePage(
    session,
    resolveSettings({ queryMode: mode, view: observation, style }),
    { tokenBudget },
  );
  const hadGoalMatches = mode !== 'off' && example.state.includes(GOAL_MATCHES_HEADING);
  const goalMatches = hadGoalMatches ? await searchForGoal(session, example.task) : '';
  const page = [text, goalMatches].filter(Boolean).join('\n\n');
  const state = renderStateMessage({ ...before, page });
  if ((page === before.page && mode === example.mode) || losesAnswer(example, state)) return undefined;
  const numbers = refsByDocument(session.elementRefs(), snapshot.documents);
  const change = `rendered: ${mode} ${observation} ${style}`;
  return withId({ ...example, mode, state, numbers, source: { ...example.source, change } });
}

/** An answer that was read from the page must still be there to be read. */
function losesAnswer({ calls, state }: TrainingExample, newState: string): boolean {
  return calls.some(({ tool, input }) => {
    const answer = tool === 'done' ? String(input.text ?? '') : '';
    return answer !== '' && state.includes(answer) && !newState.includes(answer);
  });
}
