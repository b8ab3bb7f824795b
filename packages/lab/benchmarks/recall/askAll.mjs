import { keyOf } from './lookUp.mjs';
import { rank } from './ours.mjs';
import { halfOf } from './questions.mjs';
import { sharesWord } from './words.mjs';

/** Ranks beyond this one are not looked at. */
const DEEPEST = 100;

/**
 * What of a question is asked: the words alone, with the keywords, or with those keywords only that miss the
 * label, as those of a model that guessed otherwise. The set's keywords were written without a look at the page.
 */
const readings = {
  words: () => ({}),
  keywords: ({ keyword_weights }) => keyword_weights,
  misses: ({ keyword_weights }, label) =>
    Object.fromEntries(Object.entries(keyword_weights).filter(([keyword]) => !sharesWord(keyword, label))),
};

/**
 * @typedef {object} Asked
 * @property {string} id @property {'shared' | 'other' | 'language'} kind @property {'tune' | 'held'} half
 * @property {boolean} hidden @property {string} ask
 * @property {Record<string, number>} ranks by contender and reading (`BM25, keywords`), from 1; 0: not found
 */

/**
 * Asks every contender every question about a page.
 * @param {{ snapshot: import('../../../sightline/dist/index.js').Snapshot,
 *   candidates: import('./Candidate.mjs').Candidate[],
 *   questions: import('./questions.mjs').Question[], right: Set<string>[], labels: string[] }} look
 * @param {import('./contenders.mjs').Contender[]} contenders @returns {Asked[]}
 */
export function askAll({ snapshot, candidates, questions, right, labels }, contenders) {
  const searches = contenders.map(({ name, wordsOnly, index }) => {
    const search = index(candidates);
    return { name, wordsOnly, search: (question) => search(question).map(({ node }) => node) };
  });
  searches.push({ name: 'Sightline', search: (question) => askOurs(snapshot, question) });
  return questions.map((question, i) => {
    const { id, kind, ask, hidden = false } = question;
    const ranks = {};
    for (const { name, wordsOnly, search } of searches)
      for (const [reading, weightsOf] of Object.entries(readings)) {
        if (wordsOnly && reading !== 'words') continue;
        const found = search({ ask, keyword_weights: weightsOf(question, labels[i]) });
        ranks[`${name}, ${reading}`] = rankOf(found, right[i]);
      }
    return { id, kind, half: halfOf(id), hidden, ask, ranks };
  });
}

const askOurs = (snapshot, { ask, keyword_weights }) =>
  rank(snapshot, { text: ask, keywordWeights: keyword_weights }, DEEPEST);

function rankOf(nodes, right) {
  return nodes.slice(0, DEEPEST).findIndex((node) => right.has(keyOf(node))) + 1;
}
