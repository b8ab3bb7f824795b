import { chooseByElimination, type EliminationResult } from '../search/elements/chooseByElimination.ts';
import type { CallOutcome } from './tools/ToolExecutor.ts';

/** Results of a query above which a choice is made of them (seed 000, pattern 2). */
export const CHOICE_THRESHOLD = 5;

/** Puts a question with lettered candidates to a model; answers the position of the one that it chose. */
export type ChooseCandidate = (
  question: string,
  candidates: readonly string[],
) => Promise<number | undefined>;

/** A query's answer after a tournament among its results: the winner alone, or the first five. */
export async function chooseElement(
  outcome: CallOutcome,
  goal: string,
  choose: ChooseCandidate,
  signal: AbortSignal,
): Promise<CallOutcome & { refined: EliminationResult<string> }> {
  const lines = resultLines(outcome.text);
  const refined = await chooseByElimination(
    lines,
    goal,
    (candidates, question) => choose(question, candidates),
    { signal },
  );
  const head = outcome.text.split('\n')[0];
  const answerLines = refined.winner
    ? [head, refined.winner, `(chosen among ${lines.length} for: ${goal})`]
    : [
        head,
        ...lines.slice(0, CHOICE_THRESHOLD),
        `(none of ${lines.length} was chosen for: ${goal}; narrow the query)`,
      ];
  return { ...outcome, text: answerLines.join('\n'), refined };
}

/** The lines of a query's answer that are elements. */
export const resultLines = (text: string): string[] =>
  text.split('\n').filter((line) => /^ \[\d+\]</.test(line));

/** As a multiple choice; A is none of them. */
export function renderChoice(question: string, candidates: readonly string[]): string {
  const letters = candidates.map((candidate, i) => `${String.fromCharCode(66 + i)}.${candidate}`);
  return [`Which element is meant? ${question}`, 'A. none of these', ...letters].join('\n');
}
