import { NOTHING_CHANGED } from '../../render/changes/settleSections.ts';
import { quoteLines } from '../../render/escape.ts';
import { cutToTokens } from '../../render/estimateTokens.ts';
import type { ActionResult } from '../actions/ActionResult.ts';

/**
 * The result of an action with what the page answered, behind the line that says what was done; `data` as it is for programs.
 * `isReading`: that nothing changed goes without saying.
 */
export function withAnswer(
  result: ActionResult,
  answer: string,
  maxTokens: number,
  data: Record<string, unknown>,
  { isReading = false } = {},
): ActionResult {
  const [first = '', ...lines] = result.text.split('\n');
  const changes = isReading ? lines.filter((line) => line !== NOTHING_CHANGED) : lines;
  const shown = answer === '' ? [first] : [`${first}:`, renderAnswer(answer, maxTokens)];
  return {
    ...result,
    text: [...shown, ...changes].join('\n'),
    data: { ...result.data, ...data },
  };
}

export function renderAnswer(answer: string, maxTokens: number): string {
  const escaped = quoteLines(answer.slice(0, maxTokens * 8));
  const shown = cutToTokens(escaped, maxTokens);
  const isCut = shown.length < escaped.length || answer.length > maxTokens * 8;
  return `${shown}${isCut ? '\n(cut: give more maxTokens)' : ''}`;
}
