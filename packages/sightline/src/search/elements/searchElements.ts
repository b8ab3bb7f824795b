import type { PageNode } from '../../snapshot/Page.ts';
import { STOP_WORDS, splitWords } from '../words/Tokenizer.ts';
import type { WordVectors } from '../words/WordVectors.ts';
import { buildFilters } from './buildFilters.ts';
import type { AttributeColumn, ElementMatch, ElementQuery, MissingPlace } from './ElementQuery.ts';
import { rankReadable, readableNodes } from './findReadable.ts';
import { mergeMatches } from './mergeMatches.ts';
import type { Candidate, QueryIndex } from './QueryIndex.ts';
import { isRoleName, isRoleWord, roleMatcher, singularOf } from './roleMatcher.ts';
import { explainPhrase, HIDDEN_FACTOR, type MatchReason, scorePhrase } from './scorePhrase.ts';

export type { ElementMatch, ElementQuery, MissingPlace };

export interface ElementQueryResult {
  matches: ElementMatch[];
  /** Number of candidates that passed all filters and, if words were given, matched any. */
  total: number;
  /** Number of all candidates, and how many each filter alone would leave. */
  candidateCount: number;
  countByFilter: Record<string, number>;
  /** What came closest where nothing was found. */
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
}

/** Least score of a match, relative to the best one. */
const MIN_RELATIVE_SCORE = 0.3;
/** A best score below this is a coincidence. */
const MIN_BEST_SCORE = 0.22;
/**
 * From this score on a match has nearly all words of the query. Then matches below this ratio of it are left out,
 * except the first few (in the recall set, of 787 answers among the first twenty one is lost, and lists are an eighth
 * shorter).
 */
const CONFIDENT_SCORE = 1;
const CONFIDENT_RATIO = 0.7;
const MIN_RESULTS = 5;
const DEFAULT_LIMIT = 20;
const MAX_HIDDEN = 5;
/** Keywords beyond this many, the lightest first, are left out. */
const MAX_KEYWORDS = 40;

/**
 * The elements that a question means, best first; in document order where nothing ranks. Pure, and the same for
 * the same page and question. A region or heading that is not there is told, and the rest of the page is searched.
 */
export function searchElements(
  index: QueryIndex,
  query: ElementQuery,
  { limit, vectors, similarities, columns }: QueryOptions = {},
): ElementQueryResult {
  const { candidates } = index;
  const missing: MissingPlace[] = [];
  const filters = buildFilters(query, index.pageState, missing, columns);
  const scores = computeScores(index, query, vectors);
  if (scores && similarities) addSimilarities(scores, similarities);
  const others = asksWhatIsRead(query) ? otherNodes(index) : [];
  const countByFilter = Object.fromEntries(
    filters.map(({ name, test, isOfElement }) => [
      name,
      candidates.filter(({ node }) => test(node)).length + (isOfElement ? others.filter(test).length : 0),
    ]),
  );
  const all = new ScoredCandidates(candidates, scores);
  const filtered = filters.length === 0 ? all : all.filter((node) => filters.every(({ test }) => test(node)));
  const isUnbounded = missing.length > 0 && filters.length === 0 && !scores;
  const ranked = scores
    ? rankMatches(filtered)
    : filtered.matches().sort((a, b) => Number(a.hidden) - Number(b.hidden));
  const fitting = others.filter((node) => filters.every(({ test }) => test(node)));
  const readable = rankReadable(fitting, phrasesOf(query), index.pageState);
  const usable = isUnbounded ? [] : mergeMatches(ranked, index.pageState);
  const matches = isUnbounded ? [] : withReadable(usable, readable, scores !== undefined);
  return {
    matches: limit === undefined ? limitMatches(matches) : matches.slice(0, limit),
    total: matches.length,
    candidateCount: candidates.length,
    countByFilter,
    closest: matches.length > 0 || !scores ? [] : closestMatches(all, filtered, filters.length > 0, fitting),
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

/** The `count` candidates that answer best, whatever the score: what recall is measured on. */
export function rankCandidates(
  index: QueryIndex,
  query: ElementQuery,
  count: number,
  vectors?: WordVectors,
): ElementMatch[] {
  const all = new ScoredCandidates(index.candidates, computeScores(index, query, vectors));
  const best = all.matches(0).sort(byScore);
  return best.length >= count ? best.slice(0, count) : all.matches().sort(byScore).slice(0, count);
}

/** Candidates with their scores. Of thousands few are returned: only those become objects. */
class ScoredCandidates {
  readonly #candidates: readonly Candidate[];
  readonly #scores: Float64Array | undefined;
  /** Positions; undefined for all. */
  readonly #positions: readonly number[] | undefined;

  constructor(
    candidates: readonly Candidate[],
    scores: Float64Array | undefined,
    positions?: readonly number[],
  ) {
    this.#candidates = candidates;
    this.#scores = scores;
    this.#positions = positions;
  }

  get count(): number {
    return this.#positions?.length ?? this.#candidates.length;
  }

  filter(test: (node: PageNode) => boolean): ScoredCandidates {
    const positions: number[] = [];
    for (let i = 0; i < this.#candidates.length; i++)
      if (test((this.#candidates[i] as Candidate).node)) positions.push(i);
    return new ScoredCandidates(this.#candidates, this.#scores, positions);
  }

  get best(): number {
    let best = 0;
    for (let i = 0; i < this.count; i++) best = Math.max(best, this.#scoreOf(i));
    return best;
  }

  /** Those above a score, in document order. */
  matches(minimum = Number.NEGATIVE_INFINITY): ElementMatch[] {
    const matches: ElementMatch[] = [];
    for (let i = 0; i < this.count; i++) {
      const score = this.#scoreOf(i);
      if (score <= minimum) continue;
      const { node, hidden } = this.#candidates[this.#positions?.[i] ?? i] as Candidate;
      matches.push({ node, hidden, score });
    }
    return matches;
  }

  #scoreOf(i: number): number {
    return this.#scores?.[this.#positions?.[i] ?? i] ?? 0;
  }
}

/** Why a hit answers a question. */
export function explainMatch(
  index: QueryIndex,
  { text, name, keywordWeights = {} }: ElementQuery,
  node: PageNode,
  vectors?: WordVectors,
): MatchReason[] {
  const position = index.candidates.findIndex((candidate) => candidate.node === node);
  const phrases = [text ?? '', name ?? '', ...Object.keys(keywordWeights)].filter(
    (phrase) => phrase.trim() !== '',
  );
  return phrases.flatMap((phrase) => explainPhrase(index, phrase, position, vectors));
}

function byScore(a: ElementMatch, b: ElementMatch): number {
  return b.score - a.score || a.node.index - b.node.index;
}

function rankMatches(candidates: ScoredCandidates): ElementMatch[] {
  const { best } = candidates;
  if (best < MIN_BEST_SCORE) return [];
  const matches = candidates.matches(0).filter(({ score }) => score >= MIN_RELATIVE_SCORE * best);
  return matches.sort(byScore);
}

/** Most hidden matches, since each is long. */
function limitMatches(matches: readonly ElementMatch[]): ElementMatch[] {
  const best = matches[0]?.score ?? 0;
  const cutoff =
    best < CONFIDENT_SCORE ? -1 : matches.findIndex(({ score }) => score < CONFIDENT_RATIO * best);
  const kept = matches.slice(
    0,
    cutoff < 0 ? DEFAULT_LIMIT : Math.min(DEFAULT_LIMIT, Math.max(MIN_RESULTS, cutoff)),
  );
  const hidden = kept.filter((match) => match.hidden).slice(0, MAX_HIDDEN);
  return kept.filter((match) => !match.hidden || hidden.includes(match));
}

/** Without the filters, or without the words: whichever held nothing. All that a filter leaves, where that is little. */
function closestMatches(
  all: ScoredCandidates,
  filtered: ScoredCandidates,
  hasFilters: boolean,
  readable: readonly PageNode[],
): ElementMatch[] {
  if (filtered.count === 0 && readable.length > 0 && readable.length <= MAX_FILTERED)
    return readable.map((node) => ({ node, hidden: false, score: 0 }));
  if (hasFilters && filtered.count > 0 && filtered.count <= MAX_FILTERED)
    return filtered.matches().sort(byScore);
  const best = (filtered.count > 0 ? filtered : all).matches(0);
  return best.sort(byScore).slice(0, MAX_CLOSEST);
}

const MAX_CLOSEST = 3;
const MAX_FILTERED = 5;

/** Undefined where nothing ranks. */
function computeScores(
  index: QueryIndex,
  query: ElementQuery,
  vectors: WordVectors | undefined,
): Float64Array | undefined {
  const phrases = phrasesOf(query);
  if (phrases.length === 0) return undefined;
  const best = new Float64Array(index.candidates.length);
  const sum = new Float64Array(index.candidates.length);
  for (const { phrase, weight } of phrases) {
    const { scores, matchedPositions } = scorePhrase(index, phrase, vectors);
    for (const position of matchedPositions) {
      const score = weight * (scores[position] as number);
      if (score > (best[position] as number)) best[position] = score;
      sum[position] = (sum[position] as number) + score;
    }
  }
  const scores = best.map(
    (score, position) => score + EXTRA_KEYWORD_WEIGHT * ((sum[position] as number) - score),
  );
  const [only] = phrases;
  if (phrases.length === 1 && only) addRoleScores(index, only.phrase, scores);
  return scores;
}

/** `slider`, `the date picker`: who asks for nothing but a kind means all of it, whatever they are called. */
function addRoleScores({ candidates }: QueryIndex, phrase: string, scores: Float64Array): void {
  const words = splitWords(phrase).filter((word) => !STOP_WORDS.has(word));
  const isRole = (word: string): boolean => isRoleWord(word) || isRoleWord(singularOf(word));
  if (words.length === 0 || !words.every(isRole)) return;
  const tests = words.map(roleMatcher);
  const isSure = words.length > 1 || words.some((word) => isRoleName(word) || isRoleName(singularOf(word)));
  const roleScore = isSure ? SURE_ROLE_SCORE : ROLE_SCORE;
  candidates.forEach(({ node, hidden }, position) => {
    const score = hidden ? roleScore * HIDDEN_FACTOR : roleScore;
    if (score > (scores[position] as number) && tests.every((test) => test(node))) scores[position] = score;
  });
}

/** For a word that may be a label too (`menu`, `search`): less than for an element that has the word itself. */
const ROLE_SCORE = 0.5;
/** For the name of a role (`combobox`), and for two words that name a kind (`date field`): more than for any label. */
const SURE_ROLE_SCORE = 2;

/** The similarity above that of the median candidate is added to the score of the words. */
function addSimilarities(scores: Float64Array, similarities: readonly number[]): void {
  const sorted = [...similarities].sort((a, b) => a - b);
  const median = sorted[sorted.length >> 1] ?? 0;
  const range = (sorted.at(-1) ?? 0) - median;
  if (range <= 0) return;
  for (let position = 0; position < scores.length; position++)
    scores[position] =
      (scores[position] as number) + Math.max(0, ((similarities[position] as number) - median) / range);
}

/** What further keywords add to the best one: they are other words for the same. */
const EXTRA_KEYWORD_WEIGHT = 0.25;

function phrasesOf({
  text = '',
  name = '',
  keywordWeights = {},
}: ElementQuery): { phrase: string; weight: number }[] {
  const keywords = Object.entries(keywordWeights)
    .filter(([, weight]) => Number.isFinite(weight) && weight > 0)
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_KEYWORDS);
  const heaviest = keywords[0]?.[1] ?? 1;
  const phrases = keywords.map(([phrase, weight]) => ({ phrase, weight: weight / heaviest }));
  for (const phrase of [text, name]) phrases.push({ phrase, weight: 1 });
  return phrases.filter(({ phrase }) => phrase.trim() !== '');
}
