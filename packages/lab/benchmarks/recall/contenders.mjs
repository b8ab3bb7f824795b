import MiniSearch from 'minisearch';
import { wordsOf } from './words.mjs';

/** @typedef {import('./Candidate.mjs').Candidate} Candidate */

/**
 * A way to search.
 * @typedef {object} Contender
 * @property {string} name
 * @property {boolean} [wordsOnly] keywords are nothing to it
 * @property {(candidates: Candidate[]) => (question: { ask: string,
 *   keyword_weights: Record<string, number> }) => Candidate[]} index made once a page; ranks for a question, best first
 */

/** What a page's own "find" does: the whole question, as it is, in document order. @type {Contender} */
const substring = {
  name: 'substring',
  wordsOnly: true,
  index: (candidates) => {
    const texts = candidates.map(({ name, text, attributes }) =>
      `${name} ${text} ${attributes}`.toLowerCase(),
    );
    return ({ ask }) => candidates.filter((_, i) => texts[i].includes(ask.toLowerCase()));
  },
};

function bm25Index(candidates) {
  const index = new MiniSearch({
    fields: ['name', 'text', 'attributes'],
    tokenize: (text) => wordsOf(text),
    processTerm: (term) => term,
  });
  index.addAll(candidates.map(({ name, text, attributes }, id) => ({ id, name, text, attributes })));
  return index;
}

/** The question counts as a keyword of middling weight. */
const weighted = ({ ask, keyword_weights }) => Object.entries({ [ask]: 30, ...keyword_weights });

/** Over name, text and attributes; each keyword counts by its weight. @type {Contender} */
const bm25 = {
  name: 'BM25',
  index: (candidates) => {
    const index = bm25Index(candidates);
    return (question) => {
      const queries = weighted(question).map(([text, weight]) => ({
        queries: [text],
        boostTerm: () => weight,
      }));
      return index.search({ combineWith: 'OR', queries }).map(({ id }) => candidates[id]);
    };
  },
};

/**
 * The nearest by meaning, each text the mean of its words.
 * @param {import('./vectors.mjs').Vectors} vectors @returns {Contender}
 */
const likeness = (vectors) => ({
  name: 'vectors',
  index: (candidates) => {
    const means = vectorMeans(vectors, candidates);
    return (question) => byLikeness(candidates, means, vectors.mean(weighted(question)));
  },
});

const vectorMeans = (vectors, candidates) =>
  candidates.map(({ name, text, attributes }) => vectors.mean([[name || text || attributes, 1]]));

function byLikeness(candidates, means, wanted) {
  if (!wanted) return [];
  return candidates
    .map((candidate, i) => ({ candidate, likeness: means[i] ? dot(means[i], wanted) : -1 }))
    .filter(({ likeness }) => likeness > 0)
    .sort((a, b) => b.likeness - a.likeness)
    .map(({ candidate }) => candidate);
}

const dot = (a, b) => a.reduce((sum, value, i) => sum + value * b[i], 0);

/** Reciprocal ranks of two searches, added. @param {Contender} one @param {Contender} other @returns {Contender} */
const fuse = (one, other) => ({
  name: 'BM25 and vectors',
  index: (candidates) => {
    const searches = [one.index(candidates), other.index(candidates)];
    return (question) => {
      const scores = new Map();
      for (const search of searches)
        for (const [rank, candidate] of search(question).entries())
          scores.set(candidate, (scores.get(candidate) ?? 0) + 1 / (60 + rank));
      return [...scores].sort(([, a], [, b]) => b - a).map(([candidate]) => candidate);
    };
  },
});

/** @param {import('./vectors.mjs').Vectors} vectors @returns {Contender[]} */
export function makeContenders(vectors) {
  return [substring, bm25, likeness(vectors), fuse(bm25, likeness(vectors))];
}
