import type { PageNode } from '../../../sightline/src/index.ts';
import { keyOf } from './Candidate.ts';
import type { Contender, WeightedQuestion } from './contenders.ts';
import type { CapturedPage, RightAnswers } from './lookUp.ts';
import type { RecallPage } from './pages.ts';
import type { Question } from './questions.ts';
import type { Ranker } from './Ranker.ts';
import { sharesWord } from './words.ts';

/** Ranks beyond this one are not looked at. */
const MAX_RANK = 100;

/**
 * The ways to ask a question: by the words alone, with the keywords, or with those keywords only that miss the label, as
 * those of a model that guessed otherwise. The set's keywords were written without a look at the page.
 */
export const READINGS: Record<string, (question: Question, label: string) => Record<string, number>> = {
  words: () => ({}),
  keywords: ({ keyword_weights }) => keyword_weights,
  misses: ({ keyword_weights }, label) =>
    Object.fromEntries(Object.entries(keyword_weights).filter(([keyword]) => !sharesWord(keyword, label))),
};

/** How the contenders answered one question. */
export interface AskedQuestion {
  id: string;
  kind: Question['kind'];
  set: RecallPage['set'];
  hidden: boolean;
  ask: string;
  /** By contender and reading (`BM25, keywords`), from 1; 0: not found. */
  ranks: Record<string, number>;
}

/** A captured page, its questions, and what is right for each. */
export type QuestionedPage = CapturedPage &
  RightAnswers & { name: string; set: RecallPage['set']; questions: Question[] };

/** Asks every contender and Sightline, by its ranking and by what `query_elements` answers of it, every question about a page. */
export function askAll(
  { snapshot, candidates, set, questions, right, labels }: QuestionedPage,
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
  const answer = ({ ask, keyword_weights }: WeightedQuestion): PageNode[] => {
    const { matches, closest } = ranker.pageOf(snapshot).find({ text: ask, keywordWeights: keyword_weights });
    return [...matches, ...closest].map(({ node }) => node);
  };
  searches.push(
    { name: 'Sightline', wordsOnly: false, find },
    { name: 'answer', wordsOnly: false, find: answer },
  );
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
    return { id, kind, set, hidden, ask, ranks };
  });
}
