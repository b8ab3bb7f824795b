import type { PageNode } from '../model/Page.ts';
import { findHeading, findRegion } from '../structure/findRegion.ts';
import type { Structure } from '../structure/Structure.ts';
import { nearestTo } from './nearestTo.ts';
import type { Candidate, QueryIndex } from './QueryIndex.ts';
import { isRoleWord, roleTest, singularOf } from './roles.ts';
import { HIDDEN, type Reason, reasonsFor, scorePhrase } from './score.ts';
import { isInState, type State } from './states.ts';
import type { WordVectors } from './WordVectors.ts';
import { fold, STOP_WORDS, wordsOf } from './words.ts';

/** A question for elements (seed 000). Filters exclude; `text`, `name` and `keywordWeights` rank. */
export interface Question {
  /** Words of or about the element. */
  text?: string;
  /** ARIA role, HTML tag or everyday word. */
  role?: string;
  /** Accessible name, or words of it. */
  name?: string;
  /** HTML attributes; an empty value asks for their presence, `*` stands for anything. */
  attributes?: Readonly<Record<string, string>>;
  /** Address of a region: `MAIN`, `NAV:Primary`. */
  withinLandmark?: string;
  /** Words of a heading that the element stands under. */
  nearHeading?: string;
  /** What labels may say, each with its weight (Prune4Web; seed 000, pattern 1). */
  keywordWeights?: Readonly<Record<string, number>>;
  state?: State;
  /** Only what stands around this element: in its item, row or form, else next to it. */
  near?: PageNode;
}

export interface Hit {
  node: PageNode;
  hidden: boolean;
  /** 0 where nothing ranks. */
  score: number;
}

export interface Found {
  hits: Hit[];
  /** Candidates that passed every filter and, where words were asked for, matched any. */
  total: number;
  /** Candidates there are, and how many each filter by itself would leave: to tell what excluded everything. */
  considered: number;
  left: Record<string, number>;
  /** What came closest where nothing was found. */
  closest: Hit[];
}

export interface QueryOptions {
  /** Most hits. Default 20, and without those that come far behind a best one which has all the words. */
  limit?: number;
  vectors?: WordVectors;
  /** How alike each candidate is to the question by a model of the caller's (cosines): counts as much as the words do. */
  likeness?: readonly number[];
}

/** A hit below this share of the best one is no answer, however few there are. */
const WORTH = 0.3;
/** A best score below this is a coincidence. */
const LEAST = 0.22;
/**
 * From this score on, a hit has nearly all the words that were asked for. Then those below that share of it are told
 * only when they are asked for, but for the first few (of 787 answers of the recall set that were among twenty, one
 * is left out so, and lists are an eighth shorter).
 */
const SURE = 1;
const NEAR = 0.7;
const FIRST = 5;
const MOST = 20;
const FEW_HIDDEN = 5;
/** Keywords beyond this many, the lightest first, are left out. */
const MAX_KEYWORDS = 40;

/**
 * The elements that a question means, best first; in document order where nothing ranks. Pure, and the same for
 * the same page and question.
 * @throws SightlineError `not_found` for a region or heading that is not there
 */
export function queryElements(
  index: QueryIndex,
  question: Question,
  { limit, vectors, likeness }: QueryOptions = {},
): Found {
  const { candidates } = index;
  const filters = filtersOf(question, index.structure);
  const scores = scoresOf(index, question, vectors);
  if (scores && likeness) fuse(scores, likeness);
  const left = Object.fromEntries(
    filters.map(({ name, test }) => [name, candidates.filter(({ node }) => test(node)).length]),
  );
  const all = new Scored(candidates, scores);
  const passing = filters.length === 0 ? all : all.where((node) => filters.every(({ test }) => test(node)));
  const hits = scores ? ranked(passing) : passing.hits().sort((a, b) => Number(a.hidden) - Number(b.hidden));
  return {
    hits: limit === undefined ? worthTelling(hits) : hits.slice(0, limit),
    total: hits.length,
    considered: candidates.length,
    left,
    closest: hits.length > 0 || !scores ? [] : closest(all, passing, filters.length > 0),
  };
}

/** The `count` candidates that answer best, whatever the score: what recall is measured on. */
export function rankAll(index: QueryIndex, question: Question, count: number, vectors?: WordVectors): Hit[] {
  const all = new Scored(index.candidates, scoresOf(index, question, vectors));
  const best = all.hits(0).sort(byScore);
  return best.length >= count ? best.slice(0, count) : all.hits().sort(byScore).slice(0, count);
}

/** Candidates with their scores. A page has thousands, of which few are told: only of these there are objects. */
class Scored {
  readonly #candidates: readonly Candidate[];
  readonly #scores: Float64Array | undefined;
  /** Positions; undefined for all. */
  readonly #at: readonly number[] | undefined;

  constructor(candidates: readonly Candidate[], scores: Float64Array | undefined, at?: readonly number[]) {
    this.#candidates = candidates;
    this.#scores = scores;
    this.#at = at;
  }

  get count(): number {
    return this.#at?.length ?? this.#candidates.length;
  }

  where(test: (node: PageNode) => boolean): Scored {
    const at: number[] = [];
    for (let i = 0; i < this.#candidates.length; i++)
      if (test((this.#candidates[i] as Candidate).node)) at.push(i);
    return new Scored(this.#candidates, this.#scores, at);
  }

  get best(): number {
    let best = 0;
    for (let i = 0; i < this.count; i++) best = Math.max(best, this.#scoreOf(i));
    return best;
  }

  /** Those above a score, in document order. */
  hits(above = Number.NEGATIVE_INFINITY): Hit[] {
    const hits: Hit[] = [];
    for (let i = 0; i < this.count; i++) {
      const score = this.#scoreOf(i);
      if (score <= above) continue;
      const { node, hidden } = this.#candidates[this.#at?.[i] ?? i] as Candidate;
      hits.push({ node, hidden, score });
    }
    return hits;
  }

  #scoreOf(i: number): number {
    return this.#scores?.[this.#at?.[i] ?? i] ?? 0;
  }
}

/** Why a hit answers a question. */
export function explainHit(
  index: QueryIndex,
  { text, name, keywordWeights = {} }: Question,
  node: PageNode,
  vectors?: WordVectors,
): Reason[] {
  const at = index.candidates.findIndex((candidate) => candidate.node === node);
  const phrases = [text ?? '', name ?? '', ...Object.keys(keywordWeights)].filter(
    (phrase) => phrase.trim() !== '',
  );
  return phrases.flatMap((phrase) => reasonsFor(index, phrase, at, vectors));
}

function byScore(a: Hit, b: Hit): number {
  return b.score - a.score || a.node.index - b.node.index;
}

function ranked(scored: Scored): Hit[] {
  const { best } = scored;
  if (best < LEAST) return [];
  const hits = scored.hits(0).filter(({ score }) => score >= WORTH * best);
  return hits.sort(byScore);
}

/** Hidden ones are told with the way to them, which is long: of these the first few. */
function worthTelling(hits: readonly Hit[]): Hit[] {
  const best = hits[0]?.score ?? 0;
  const near = best < SURE ? -1 : hits.findIndex(({ score }) => score < NEAR * best);
  const told = hits.slice(0, near < 0 ? MOST : Math.min(MOST, Math.max(FIRST, near)));
  const hidden = told.filter((hit) => hit.hidden).slice(0, FEW_HIDDEN);
  return told.filter((hit) => !hit.hidden || hidden.includes(hit));
}

/** Without the filters, or without the words: whichever held nothing. All that a filter leaves, where that is little. */
function closest(all: Scored, passing: Scored, filtered: boolean): Hit[] {
  if (filtered && passing.count > 0 && passing.count <= FEW) return passing.hits().sort(byScore);
  const best = (passing.count > 0 ? passing : all).hits(0);
  return best.sort(byScore).slice(0, CLOSEST);
}

const CLOSEST = 3;
const FEW = 5;

/** Undefined where nothing ranks. */
function scoresOf(
  index: QueryIndex,
  question: Question,
  vectors: WordVectors | undefined,
): Float64Array | undefined {
  const phrases = phrasesOf(question);
  if (phrases.length === 0) return undefined;
  const best = new Float64Array(index.candidates.length);
  const sum = new Float64Array(index.candidates.length);
  for (const { phrase, weight } of phrases) {
    const { of: scores, above } = scorePhrase(index, phrase, vectors);
    for (const at of above) {
      const score = weight * (scores[at] as number);
      if (score > (best[at] as number)) best[at] = score;
      sum[at] = (sum[at] as number) + score;
    }
  }
  const scores = best.map((score, at) => score + AGREEMENT * ((sum[at] as number) - score));
  const [only] = phrases;
  if (phrases.length === 1 && only) addKinds(index, only.phrase, scores);
  return scores;
}

/** `slider`, `the date picker`: who asks for nothing but a kind means all of it, whatever they are called. */
function addKinds({ candidates }: QueryIndex, phrase: string, scores: Float64Array): void {
  const words = wordsOf(phrase).filter((word) => !STOP_WORDS.has(word));
  const isKind = (word: string): boolean => isRoleWord(word) || isRoleWord(singularOf(word));
  if (words.length === 0 || !words.every(isKind)) return;
  const tests = words.map(roleTest);
  candidates.forEach(({ node, hidden }, at) => {
    const score = hidden ? KIND * HIDDEN : KIND;
    if (score > (scores[at] as number) && tests.every((test) => test(node))) scores[at] = score;
  });
}

/** Below what says the word itself. */
const KIND = 0.5;

/** The likeness that stands out from that of the candidate in the middle, added to what the words say. */
function fuse(scores: Float64Array, likeness: readonly number[]): void {
  const sorted = [...likeness].sort((a, b) => a - b);
  const middle = sorted[sorted.length >> 1] ?? 0;
  const range = (sorted.at(-1) ?? 0) - middle;
  if (range <= 0) return;
  for (let at = 0; at < scores.length; at++)
    scores[at] = (scores[at] as number) + Math.max(0, ((likeness[at] as number) - middle) / range);
}

/** What further keywords add to the best one: they are other words for the same. */
const AGREEMENT = 0.25;

function phrasesOf({
  text = '',
  name = '',
  keywordWeights = {},
}: Question): { phrase: string; weight: number }[] {
  const keywords = Object.entries(keywordWeights)
    .filter(([, weight]) => Number.isFinite(weight) && weight > 0)
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_KEYWORDS);
  const heaviest = keywords[0]?.[1] ?? 1;
  const phrases = keywords.map(([phrase, weight]) => ({ phrase, weight: weight / heaviest }));
  for (const phrase of [text, name]) phrases.push({ phrase, weight: 1 });
  return phrases.filter(({ phrase }) => phrase.trim() !== '');
}

interface Filter {
  name: string;
  test: (node: PageNode) => boolean;
}

function filtersOf(question: Question, structure: Structure): Filter[] {
  const { role, attributes = {}, withinLandmark, nearHeading, state, near } = question;
  const filters: Filter[] = [];
  if (role?.trim()) filters.push({ name: `role=${JSON.stringify(role)}`, test: roleTest(role) });
  for (const [key, value] of Object.entries(attributes))
    filters.push({ name: `${key}=${JSON.stringify(value)}`, test: attributeTest(key, value) });
  if (withinLandmark?.trim()) {
    const { node: region, address } = findRegion(structure.regions, withinLandmark);
    filters.push({ name: `within ${address}`, test: (node) => region.contains(node) });
  }
  if (nearHeading?.trim()) filters.push(headingFilter(nearHeading, withinLandmark, structure));
  if (state) filters.push({ name: `state=${state}`, test: (node) => isInState(node, state) });
  if (near) {
    const around = nearestTo(near, structure);
    filters.push({ name: 'near', test: (node) => node !== near && around.contains(node) });
  }
  return filters;
}

function headingFilter(wanted: string, within: string | undefined, { headings, regions }: Structure): Filter {
  const region = within?.trim() ? findRegion(regions, within).node : undefined;
  const inside = headings.filter(({ node }) => region === undefined || region.contains(node));
  const { node: start, end, text } = findHeading(inside, wanted);
  return { name: `under ${JSON.stringify(text)}`, test: ({ index }) => index >= start.index && index < end };
}

/** Values are compared without regard to letter case; `*` stands for any run of characters. No patterns run. */
function attributeTest(key: string, value: string): (node: PageNode) => boolean {
  const wanted = fold(value.trim());
  const parts = wanted.split('*');
  return ({ attributes }) => {
    const own = attributes[key] ?? attributes[`.${key}`];
    if (own === undefined) return false;
    const held = fold(own.trim());
    if (wanted === '' || held === wanted) return true;
    if (key === 'class') return held.split(/\s+/).includes(wanted);
    return parts.length > 1 ? fits(held, parts) : (key === 'href' || key === 'src') && held.endsWith(wanted);
  };
}

function fits(held: string, parts: string[]): boolean {
  let at = 0;
  for (const [i, part] of parts.entries()) {
    const found = i === 0 ? (held.startsWith(part) ? 0 : -1) : held.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return parts.at(-1) === '' || held.endsWith(parts.at(-1) as string);
}
