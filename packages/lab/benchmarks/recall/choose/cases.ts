import type { CapturedPage, ElementQuery } from '../../../../sightline/src/core.ts';
import { rankCandidates, type SearchWeights, searchElements } from '../../../../sightline/src/internal.ts';
import { type QuestionedPage, READINGS } from '../askAll.ts';
import { keyOf } from '../Candidate.ts';
import { QUESTION_KINDS } from '../questions.ts';
import type { Ranker } from '../Ranker.ts';

/** A question in one of its readings. */
export interface Case {
  page: string;
  /** Of the cases of a kind and a reading together it counts as much as those of any other. */
  weight: number;
  query: ElementQuery;
  right: ReadonlySet<string>;
  captured: CapturedPage;
}

/** All questions of the pages, in all readings. */
export function casesOf(pages: readonly QuestionedPage[], ranker: Ranker): Case[] {
  const cases = pages.flatMap(({ name, snapshot, questions, right, labels }) => {
    return questions.flatMap((question, i) =>
      Object.entries(READINGS).map(([reading, weightsOf]) => ({
        page: name,
        group: `${question.kind}, ${reading}`,
        query: { text: question.ask, keywordWeights: weightsOf(question, labels[i] ?? '') },
        right: right[i] ?? new Set<string>(),
        captured: ranker.pageOf(snapshot),
      })),
    );
  });
  const groups = QUESTION_KINDS.length * Object.keys(READINGS).length;
  return cases.map(({ group, ...one }) => ({
    ...one,
    weight: cases.length / groups / cases.filter((other) => other.group === group).length,
  }));
}

/** The place of the first right element among the best twenty, from 1; 0: none is there. */
export function rankOf({ query, right, captured }: Case, weights: SearchWeights): number {
  const found = rankCandidates(captured.queryIndex(), query, 20, { vectors: captured.vectors, weights });
  return found.findIndex(({ node }) => right.has(keyOf(node))) + 1;
}

/** How many elements the answer to a case has, and whether the right one is among them. */
export function answerTo(
  { query, right, captured }: Case,
  weights: SearchWeights,
): { lines: number; isAnswered: boolean } {
  const { matches, closest } = searchElements(captured.queryIndex(), query, {
    vectors: captured.vectors,
    weights,
  });
  const answered = [...matches, ...closest];
  return { lines: answered.length, isAnswered: answered.some(({ node }) => right.has(keyOf(node))) };
}
