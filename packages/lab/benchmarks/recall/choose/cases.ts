import type { CapturedPage, ElementQuery } from '../../../../sightline/src/core.ts';
import { rankCandidates, type SearchWeights, searchElements } from '../../../../sightline/src/internal.ts';
import { type QuestionedPage, READINGS } from '../askAll.ts';
import { keyOf } from '../Candidate.ts';
import { QUESTION_KINDS } from '../questions.ts';
import type { Ranker } from '../Ranker.ts';

/** A question in one of its readings, asked on its page, and on one that it is not about. */
export interface Case {
  page: string;
  /** Of the cases of a kind and a reading together it counts as much as those of any other. */
  weight: number;
  query: ElementQuery;
  right: ReadonlySet<string>;
  captured: CapturedPage;
  elsewhere: CapturedPage;
}

/** All questions of the pages, in all readings. */
export function casesOf(pages: readonly QuestionedPage[], ranker: Ranker): Case[] {
  const cases = pages.flatMap(({ name, snapshot, questions, right, labels }, at) => {
    const other = pages[(at + Math.ceil(pages.length / 2)) % pages.length] ?? pages[0];
    return questions.flatMap((question, i) =>
      Object.entries(READINGS).map(([reading, weightsOf]) => ({
        page: name,
        group: `${question.kind}, ${reading}`,
        query: { text: question.ask, keywordWeights: weightsOf(question, labels[i] ?? '') },
        right: right[i] ?? new Set<string>(),
        captured: ranker.pageOf(snapshot),
        elsewhere: ranker.pageOf((other as QuestionedPage).snapshot),
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

/** What is told of a case. */
export interface ToldAnswer {
  /** Elements in the answer. */
  lines: number;
  /** The right one is in it, and told as found. */
  isTold: boolean;
  isFound: boolean;
  /** On a page that the question is not about, something is told as found. */
  isFalse: boolean;
}

export function answerTo({ query, right, captured, elsewhere }: Case, weights: SearchWeights): ToldAnswer {
  const { matches, closest } = searchElements(captured.queryIndex(), query, {
    vectors: captured.vectors,
    weights,
  });
  const isFound = matches.some(({ node }) => right.has(keyOf(node)));
  const other = searchElements(elsewhere.queryIndex(), query, { vectors: elsewhere.vectors, weights });
  return {
    lines: matches.length + closest.length,
    isTold: isFound || closest.some(({ node }) => right.has(keyOf(node))),
    isFound,
    isFalse: other.matches.length > 0,
  };
}
