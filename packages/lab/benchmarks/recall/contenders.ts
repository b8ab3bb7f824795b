import { createRequire } from 'node:module';
import { benchmarkPath } from '../paths.ts';
import type { Candidate } from './Candidate.ts';
import type { Vectors } from './vectors.ts';
import { wordsOf } from './words.ts';

/** What is asked of a contender. */
export interface WeightedQuestion {
  ask: string;
  keyword_weights: Record<string, number>;
}

/** The candidates that a question means, best first. */
export type Search = (question: WeightedQuestion) => Candidate[];

/** A way to search. */
export interface Contender {
  name: string;
  /** It ignores keywords. */
  wordsOnly?: boolean;
  /** Made once a page. */
  index: (candidates: readonly Candidate[]) => Search;
}

export const makeContenders = (vectors: Vectors): Contender[] => [
  substring,
  bm25,
  likeness(vectors),
  fuse(bm25, likeness(vectors)),
];

/** What a page's own "find" does: the whole question, literally, in document order. */
const substring: Contender = {
  name: 'substring',
  wordsOnly: true,
  index:
    (candidates) =>
    ({ ask }) =>
      candidates.filter(({ words }) => words.toLowerCase().includes(ask.toLowerCase())),
};

/** As far as it is used. The package is in benchmarks/node_modules, which is installed when it is needed. */
interface MiniSearch {
  addAll(documents: readonly object[]): void;
  search(query: object): { id: number }[];
}

function bm25Index(candidates: readonly Candidate[]): MiniSearch {
  const require = createRequire(benchmarkPath('package.json'));
  const MiniSearch: new (options: object) => MiniSearch = require('minisearch');
  const index = new MiniSearch({
    fields: ['name', 'text', 'attributes'],
    tokenize: (text: string) => wordsOf(text),
    processTerm: (term: string) => term,
  });
  index.addAll(candidates.map(({ name, text, attributes }, id) => ({ id, name, text, attributes })));
  return index;
}

/** The question counts as a keyword of middling weight. */
const weighted = ({ ask, keyword_weights }: WeightedQuestion): [string, number][] =>
  Object.entries({ [ask]: 30, ...keyword_weights });

/** Over name, text and attributes; each keyword counts by its weight. */
const bm25: Contender = {
  name: 'BM25',
  index: (candidates) => {
    const index = bm25Index(candidates);
    return (question) => {
      const queries = weighted(question).map(([text, weight]) => ({
        queries: [text],
        boostTerm: () => weight,
      }));
      return index.search({ combineWith: 'OR', queries }).flatMap(({ id }) => candidates[id] ?? []);
    };
  },
};

/** The nearest by meaning, each text the mean of its words. */
const likeness = (vectors: Vectors): Contender => ({
  name: 'vectors',
  index: (candidates) => {
    const means = candidates.map(({ name, text, attributes }) =>
      vectors.mean([[name || text || attributes, 1]]),
    );
    return (question) => {
      const wanted = vectors.mean(weighted(question));
      if (!wanted) return [];
      return candidates
        .map((candidate, i) => ({ candidate, likeness: dot(means[i], wanted) }))
        .filter(({ likeness }) => likeness > 0)
        .sort((a, b) => b.likeness - a.likeness)
        .map(({ candidate }) => candidate);
    };
  },
});

const dot = (a: readonly number[] = [], b: readonly number[]): number =>
  a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);

/** Reciprocal ranks of two searches, added. */
const fuse = (a: Contender, b: Contender): Contender => ({
  name: 'BM25 and vectors',
  index: (candidates) => {
    const searches = [a.index(candidates), b.index(candidates)];
    return (question) => {
      const scores = new Map<Candidate, number>();
      for (const search of searches)
        for (const [rank, candidate] of search(question).entries())
          scores.set(candidate, (scores.get(candidate) ?? 0) + 1 / (60 + rank));
      return [...scores].sort(([, x], [, y]) => y - x).map(([candidate]) => candidate);
    };
  },
});
