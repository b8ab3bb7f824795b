import type { PageNode } from '../../../sightline/src/index.ts';
import { keyOf } from './Candidate.ts';
import type { Contender, WeightedQuestion } from './contenders.ts';
import type { CapturedPage, RightAnswers } from './lookUp.ts';
import { halfOf, type Question } from './questions.ts';
import type { Ranker } from './Ranker.ts';
import { sharesWord } from './words.ts';

/** Ranks beyond this one are not looked at. */
const MAX_RANK = 100;

/**
 * The ways to ask a question: by the words alone, with the keywords, or with those keywords only that miss the label, as
 * those of a model that guessed otherwise. The set's keywords were written without a look at the page.
 */
const READINGS: Record<string, (question: Question, label: string) => Record<string, number>> = {
  words: () => ({}),
  keywords: ({ keyword_weights }) => keyword_weights,
  misses: ({ keyword_weights }, label) =>
    Object.fromEntries(Object.entries(keyword_weights).filter(([keyword]) => !sharesWord(keyword, label))),
};

/** How the contenders answered one question. */
export interface AskedQuestion {
  id: string;
  kind: Question['kind'];
  half: 'tune' | 'held';
  hidden: boolean;
  ask: string;
  /** By contender and reading (`BM25, keywords`), from 1; 0: not found. */
  ranks: Record<string, number>;
}

/** A captured page, its questions, and what is right for each. */
export type QuestionedPage = CapturedPage & RightAnswers & { questions: Question[] };

/** Asks every contender and Sightline every question about a page. */
export function askAll(
  { snapshot, candidates, questions, right, labels }: QuestionedPage,
  contenders: readonly Contender[],
  ranker: Ranker,
): AskedQuestion[] {
  const searches = contenders.map(({ name, wordsOnly = false, index }) => {
    const search = index(candidates);
    return {
      name,
      wordsOnly,
      find: (question: WeightedQuestion) => search(question).map(({ node }) => node),
    };
  });
  const find = ({ ask, keyword_weights }: WeightedQuestion): PageNode[] =>
    ranker.rank(snapshot, { text: ask, keywordWeights: keyword_weights }, MAX_RANK);
  searches.push({ name: 'Sightline', wordsOnly: false, find });
  return questions.map((question, i) => {
    const { id, kind, ask, hidden = false } = question;
    const ranks: Record<string, number> = {};
    for (const { name, wordsOnly, find } of searches)
      for (const [reading, weightsOf] of Object.entries(READINGS)) {
        if (wordsOnly && reading !== 'words') continue;
        const found = find({ ask, keyword_weights: weightsOf(question, labels[i] ?? '') });
        const at = found.slice(0, MAX_RANK).findIndex((node) => right[i]?.has(keyOf(node)));
        ranks[`${name}, ${reading}`] = at + 1;
      }
    return { id, kind, half: halfOf(id), hidden, ask, ranks };
  });
}
