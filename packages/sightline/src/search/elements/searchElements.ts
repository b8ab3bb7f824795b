import type { PageNode } from '../../snapshot/Page.ts';
import type { WordVectors } from '../words/WordVectors.ts';
import { buildFilters, type ElementFilter } from './buildFilters.ts';
import type { AttributeColumn, ElementMatch, ElementQuery, MissingPlace } from './ElementQuery.ts';
import type { Scoring } from './expandTerm.ts';
import { explainPhrase, type MatchReason } from './explainPhrase.ts';
import { findInContainers } from './findInContainers.ts';
import { rankReadable, readableNodes } from './findReadable.ts';
import { mergeMatches } from './mergeMatches.ts';
import type { QueryIndex } from './QueryIndex.ts';
import { ScoredCandidates, TIE } from './ScoredCandidates.ts';
import { addSimilarities, phrasesOf, scoreQuery } from './scoreQuery.ts';
import { SEARCH_WEIGHTS, type SearchWeights } from './searchWeights.ts';

export type { ElementMatch, ElementQuery, MissingPlace };

export interface ElementQueryResult {
  /** What was found: if words were given, elements with a word of them, a synonym, or an icon that means it. */
  matches: ElementMatch[];
  /** Number of elements that passed all filters and, if words were given, have any. */
  total: number;
  /** Number of all candidates, and how many each filter alone would leave. */
  candidateCount: number;
  countByFilter: Record<string, number>;
  /** Guesses: what fits better but for its role, what has words like those that were given, what few filters leave. */
  closest: ElementMatch[];
  /** Places that were asked for and are not there: they were searched as if they had not been. */
  missing: MissingPlace[];
  /** Nothing was asked for but places that are not there: then nothing is found. */
  isUnbounded: boolean;
}

export interface QueryOptions {
  /** Most hits. Default 20, and without those that come far behind a best one which has all the words. */
  limit?: number;
  vectors?: WordVectors;
  /** Similarity of each candidate to the query by an external model (cosines): counts as much as the words. */
  similarities?: readonly number[];
  /** Values of attributes that the capture does not hold, by the names in the question. */
  columns?: ReadonlyMap<string, AttributeColumn> | undefined;
  /** Default: those of the product. */
  weights?: SearchWeights;
}

/** From this score on a match has nearly all words of the query: what is far behind is left out, except the first few. */
const CONFIDENT_SCORE = 1;
const MIN_RESULTS = 5;
const DEFAULT_LIMIT = 20;
const MAX_HIDDEN = 5;

/**
 * The elements that a question means, best first; in document order where nothing ranks. Pure, and the same for
 * the same page and question. A region or heading that is not there is named, and the rest of the page is searched.
 */
export function searchElements(
  index: QueryIndex,
  query: ElementQuery,
  { limit, vectors, similarities, columns, weights = SEARCH_WEIGHTS }: QueryOptions = {},
): ElementQueryResult {
  const { candidates } = index;
  const missing: MissingPlace[] = [];
  const filters = buildFilters(query, index.pageState, missing, columns);
  const scores = scoreQuery(index, query, { vectors, weights });
  if (scores && similarities) addSimilarities(scores.values, similarities);
  const others = asksWhatIsRead(query) ? otherNodes(index) : [];
  const countByFilter = Object.fromEntries(
    filters.map(({ name, test, isOfElement }) => [
      name,
      candidates.filter(({ node }) => test(node)).length + (isOfElement ? others.filter(test).length : 0),
    ]),
  );
  const all = new ScoredCandidates(candidates, scores);
  const filtered = applyFilters(all, filters);
  const isUnbounded = missing.length > 0 && filters.length === 0 && !scores;
  const ranked = scores
    ? rankMatches(filtered, weights)
    : filtered.matches().sort((a, b) => Number(a.hidden) - Number(b.hidden));
  const fitting = others.filter((node) => filters.every(({ test }) => test(node)));
  const readable = rankReadable(fitting, phrasesOf(query), index.pageState);
  const usable = isUnbounded ? [] : mergeMatches(ranked, index.pageState);
  const located = findInContainers(usable, query.text ?? query.name ?? '', index.pageState);
  const guesses = located.filter(({ isGuess }) => isGuess);
  const certain = located.filter(({ isGuess }) => !isGuess);
  const found = isUnbounded ? [] : withReadable(certain, readable, scores !== undefined);
  const closest = scores ? closestMatches({ all, filtered, filters, found, guesses, fitting }, weights) : [];
  return {
    matches: limit === undefined ? limitMatches(found, weights) : found.slice(0, limit),
    total: found.length,
    candidateCount: candidates.length,
    countByFilter,
    closest: closest.slice(0, limit),
    missing,
    isUnbounded,
  };
}

/** A role or an attribute may be that of what nobody can use: a heading, an image, a row. */
const asksWhatIsRead = ({ role = '', attributes = {} }: ElementQuery): boolean =>
  role.trim() !== '' || Object.keys(attributes).length > 0;

function otherNodes({ candidates, pageState }: QueryIndex): PageNode[] {
  const usable = new Set(candidates.map(({ node }) => node));
  return readableNodes(pageState, (node) => usable.has(node));
}

/** By their scores where words were given; else what can be used goes first, and what is hidden last. */
function withReadable(
  usable: readonly ElementMatch[],
  readable: readonly ElementMatch[],
  isRanked: boolean,
): ElementMatch[] {
  if (readable.length === 0) return [...usable];
  const all = [...usable, ...readable];
  return all.sort(isRanked ? (a, b) => b.score - a.score : (a, b) => Number(a.hidden) - Number(b.hidden));
}

const applyFilters = (all: ScoredCandidates, filters: readonly ElementFilter[]): ScoredCandidates =>
  filters.length === 0 ? all : all.filter((node) => filters.every(({ test }) => test(node)));

/** The `count` candidates that answer best, whatever the score: what recall is measured on. */
export function rankCandidates(
  index: QueryIndex,
  query: ElementQuery,
  count: number,
  { vectors, weights = SEARCH_WEIGHTS }: Pick<QueryOptions, 'vectors' | 'weights'> = {},
): ElementMatch[] {
  const all = new ScoredCandidates(index.candidates, scoreQuery(index, query, { vectors, weights }));
  return all.top(count);
}

/** Why a hit answers a question. */
export function explainMatch(
  index: QueryIndex,
  { text, name, keywordWeights = {} }: ElementQuery,
  node: PageNode,
  vectors?: WordVectors,
): MatchReason[] {
  const scoring: Scoring = { vectors, weights: SEARCH_WEIGHTS };
  const position = index.candidates.findIndex((candidate) => candidate.node === node);
  const phrases = [text ?? '', name ?? '', ...Object.keys(keywordWeights)].filter(
    (phrase) => phrase.trim() !== '',
  );
  return phrases.flatMap((phrase) => explainPhrase(index, phrase, position, scoring));
}

function rankMatches(
  candidates: ScoredCandidates,
  { minFound, minGuess, minRelative }: SearchWeights,
): ElementMatch[] {
  const least = Math.max(minGuess, minRelative * candidates.best);
  return candidates.ranked(least - TIE, minFound);
}

/** Most hidden matches, since each is long. */
function limitMatches(matches: readonly ElementMatch[], { confidentRatio }: SearchWeights): ElementMatch[] {
  const best = matches[0]?.score ?? 0;
  const cutoff =
    best < CONFIDENT_SCORE ? -1 : matches.findIndex(({ score }) => score < confidentRatio * best);
  const kept = matches.slice(
    0,
    cutoff < 0 ? DEFAULT_LIMIT : Math.min(DEFAULT_LIMIT, Math.max(MIN_RESULTS, cutoff)),
  );
  const hidden = kept.filter((match) => match.hidden).slice(0, MAX_HIDDEN);
  return kept.filter((match) => !match.hidden || hidden.includes(match));
}

/** What fits all but the role, better than what was found, before guesses. */
const MAX_OTHER_ROLE = 3;
/** All that filters leave is listed, where it is so little. */
const MAX_FILTERED = 5;
/** Without filters that leave nothing. */
const MAX_UNFILTERED = 3;

/** What a question has led to. */
interface QueryHits {
  all: ScoredCandidates;
  /** Those that pass all filters, and what nobody can use that does. */
  filtered: ScoredCandidates;
  fitting: readonly PageNode[];
  filters: readonly ElementFilter[];
  found: readonly ElementMatch[];
  guesses: readonly ElementMatch[];
}

function closestMatches(hits: QueryHits, weights: SearchWeights): ElementMatch[] {
  const { found, guesses } = hits;
  const otherRole = withOtherRole(hits, weights).slice(0, MAX_OTHER_ROLE);
  const left = found.length > 0 ? [] : leftByFilters(hits);
  const hidden = guesses.filter((guess) => guess.hidden).slice(0, MAX_HIDDEN);
  const guessed =
    left.length > 0
      ? left
      : guesses
          .filter((guess) => !guess.hidden || hidden.includes(guess))
          .slice(0, found.length > 0 ? weights.maxBeside : weights.maxGuesses);
  return [...new Map([...otherRole, ...guessed].map((match) => [match.node, match])).values()];
}

/** What has the words, better than all that was found, and not the role: the role was a guess of who asked. */
function withOtherRole({ all, filters, found }: QueryHits, { minFound }: SearchWeights): ElementMatch[] {
  const others = filters.filter(({ kind }) => kind !== 'role');
  if (others.length === filters.length) return [];
  const best = found[0]?.score ?? 0;
  return applyFilters(all, others)
    .ranked(best, minFound)
    .filter(({ isGuess }) => !isGuess);
}

/** All that the filters leave, where that is little; what comes closest, where they leave no guess. */
function leftByFilters({ all, filtered, fitting, filters, guesses }: QueryHits): ElementMatch[] {
  if (filters.length === 0) return [];
  if (filtered.count === 0 && fitting.length > 0 && fitting.length <= MAX_FILTERED)
    return fitting.map((node) => ({ node, hidden: false, score: 0 }));
  if (filtered.count > 0 && filtered.count <= MAX_FILTERED) return filtered.ranked();
  return guesses.length > 0
    ? []
    : (filtered.count > 0 ? filtered : all).top(MAX_UNFILTERED).filter(({ score }) => score > 0);
}
