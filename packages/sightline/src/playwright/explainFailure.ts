import type { ExplainFailureOptions, FailureExplanation } from '../failure/Failure.ts';
import type { Session } from '../session/Session.ts';

export type { ExplainFailureOptions, FailureExplanation };

/**
 * Why a step of a test has failed, by its error and the page as it is now: the cause in a sentence or two, what is nearest to
 * what was looked for, and the look of the page, in `maxTokens` o200k tokens (default 800), without secrets. `error`: an error
 * of Playwright or its text; of others the words that they looked for. Throws what a capture throws.
 */
export async function explainFailure(
  session: Session,
  error: unknown,
  options: ExplainFailureOptions = {},
): Promise<FailureExplanation> {
  const failure = await import('../failure/explainFailure.ts');
  return failure.explainFailure(session, error, options);
}
