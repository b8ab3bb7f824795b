import { resultRef } from '../../render/parseRenderedLine.ts';
import type { Session } from '../../session/Session.ts';
import { toSightlineError } from '../../tools/runTool.ts';
import { fitText } from './fitText.ts';

/** Heading of the matches. */
export const GOAL_MATCHES_HEADING = 'The words of the task find here:';

/** Elements shown. */
const MAX_ELEMENTS = 6;
/** Characters of a goal used as query. */
const MAX_GOAL_CHARS = 400;
/** Tokens. */
const MAX_TOKENS = 250;

/**
 * Searches a new page for the words of the goal, which often saves the first query. '' if nothing matches. @throws
 * SightlineError `browser_closed`
 */
export async function searchForGoal(session: Session, goal: string): Promise<string> {
  try {
    const { text } = await session.query({
      text: goal.slice(0, MAX_GOAL_CHARS),
      maxResults: MAX_ELEMENTS,
    });
    const lines = text
      .split('\n')
      .filter((line) => resultRef(line) !== undefined || /^(?:Hidden now|Closest):/.test(line));
    if (lines.length === 0) return '';
    return fitText(`${GOAL_MATCHES_HEADING}\n${lines.join('\n')}`, MAX_TOKENS);
  } catch (thrown) {
    const error = toSightlineError(thrown);
    if (error.code === 'browser_closed') throw error;
    return '';
  }
}
