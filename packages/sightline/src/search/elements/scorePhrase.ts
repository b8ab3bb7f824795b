import { distance } from 'fastest-levenshtein';
import { STOP_WORDS, splitWords, stem, WEAK_WORDS } from '../words/Tokenizer.ts';
import type { WordVectors } from '../words/WordVectors.ts';
import type { Candidate, IndexedWord, QueryIndex } from './QueryIndex.ts';
import { isRoleWord, roleMatcher } from './roleMatcher.ts';

/** One word of a question. */
interface Term {
  word: string;
  stem: string;
  weight: number;
}

/** Why an element was found, by the strongest reasons. */
export interface MatchReason {
  /** The word of the query. */
  asked: string;
  /** The word of the page, or its synonym. */
  found: string;
  how: 'word' | 'fuzzy' | 'prefix' | 'synonym' | 'meaning' | 'icon';
  weight: number;
}

/** Weight of each kind of match; exact is 1. */
const FUZZY_WEIGHTS = [1, 0.75, 0.55];
const PREFIX_WEIGHT = 0.65;
const SYNONYM_WEIGHT = 0.8;
/** An icon set gives an icon many words, of which the page means one. */
const ICON_WEIGHT = 0.5;
/** Cosine from which two words are taken for related, and what full likeness counts. */
const MIN_SIMILARITY = 0.42;
const VECTOR_WEIGHT = 0.75;
const EXACT_BONUS = 0.5;
const PHRASE_BONUS = 0.25;
const BREVITY_BONUS = 0.2;
const ROLE_BONUS = 0.15;
/** Weight of words that only the surroundings contain. */
const OWN_WEIGHT = 0.6;
/** What is hidden now counts so much of what it would. */
export const HIDDEN_FACTOR = 0.85;

/** Questions as short as this have no word to fill a sentence. */
const FEW_WORDS = 3;
/** Words of a question beyond which it is cut: enough for any sentence. */
const MAX_TERMS = 24;

/** What each candidate scores. */
export interface PhraseScores {
  /** 0 for not at all. */
  scores: Float64Array;
  /** Positions of those above 0: of a page of thousands, few. */
  matchedPositions: readonly number[];
}

/** How well the candidates answer a phrase. Pure and deterministic. */
export function scorePhrase(
  index: QueryIndex,
  phrase: string,
  vectors: WordVectors | undefined,
): PhraseScores {
  const terms = termsOf(phrase, index);
  const matches = terms.map((term) => new TermMatch(index, term, vectors));
  applySynonyms(index, terms, matches);
  applyIcons(index, terms, matches);
  const count = index.candidates.length;
  const ownScores = new Float64Array(count);
  const all = new Float64Array(count);
  const nearWeights = new Float64Array(count);
  const matchedPositions: number[] = [];
  const add = (position: number, value: number): void => {
    if (all[position] === 0) matchedPositions.push(position);
    all[position] = (all[position] as number) + value;
  };
  for (const [t, match] of matches.entries()) {
    const { weight } = terms[t] as Term;
    const containerMatches = containerWeights(match, index, nearWeights);
    for (const position of match.positions) {
      const ownValue = match.own[position] as number;
      ownScores[position] = (ownScores[position] as number) + weight * ownValue;
      add(position, weight * Math.max(ownValue, nearWeights[position] as number));
      nearWeights[position] = 0;
    }
    for (const position of containerMatches) {
      if (nearWeights[position] !== 0) add(position, weight * (nearWeights[position] as number));
      nearWeights[position] = 0;
    }
  }
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  for (const position of matchedPositions)
    all[position] =
      (OWN_WEIGHT * (ownScores[position] as number) + (1 - OWN_WEIGHT) * (all[position] as number)) / total;
  const scores = { scores: all, matchedPositions };
  addBonuses(index, phrase, terms, scores);
  return scores;
}

/**
 * Writes into `near` the scores that candidates get from their surroundings; returns the positions of those
 * candidates.
 */
function containerWeights(
  { containers, containerPositions }: TermMatch,
  index: QueryIndex,
  nearWeights: Float64Array,
): number[] {
  const positions: number[] = [];
  for (const container of containerPositions) {
    const weight = (containers[container] as number) * (index.containers.all[container]?.weight ?? 0);
    for (const position of index.candidatesIn(container)) {
      if (nearWeights[position] === 0) positions.push(position);
      if (weight > (nearWeights[position] as number)) nearWeights[position] = weight;
    }
  }
  return positions;
}

/** Where and how strongly one term is met. */
class TermMatch {
  readonly own: Float32Array;
  readonly containers: Float32Array;
  /** Positions of the candidates and of the places where it is. */
  readonly positions: number[] = [];
  readonly containerPositions: number[] = [];
  /** The weight of the best match on any element. */
  best = 0;

  constructor(index: QueryIndex, term: Term, vectors: WordVectors | undefined) {
    this.own = new Float32Array(index.candidates.length);
    this.containers = new Float32Array(index.containers.all.length);
    for (const { word, weight } of expandTerm(index, term, vectors)) this.add(index, word, weight);
  }

  add(
    { candidates }: QueryIndex,
    { postings, containers }: Pick<IndexedWord, 'postings' | 'containers'>,
    weight: number,
  ): void {
    for (let i = 0; i < postings.candidates.length; i++) {
      const position = postings.candidates[i] as number;
      this.record(
        position,
        weight * (candidates[position] as Candidate).weights[postings.tiers[i] as 0 | 1 | 2],
      );
    }
    for (const container of containers) {
      if (this.containers[container] === 0) this.containerPositions.push(container);
      if (weight > (this.containers[container] as number)) this.containers[container] = weight;
    }
    if (postings.candidates.length > 0) this.best = Math.max(this.best, weight);
  }

  record(position: number, value: number): void {
    if (this.own[position] === 0) this.positions.push(position);
    if (value > (this.own[position] as number)) this.own[position] = value;
  }
}

/** The words of the page that a term may mean, each with what that match counts. */
export function expandTerm(
  index: QueryIndex,
  term: Term,
  vectors: WordVectors | undefined,
): { word: IndexedWord; weight: number; how: MatchReason['how'] }[] {
  const expansions: { word: IndexedWord; weight: number; how: MatchReason['how'] }[] = [];
  const exact = index.word(term.stem);
  if (exact) expansions.push({ word: exact, weight: 1, how: 'word' });
  for (const word of index.wordsStartingWith(term.stem.charAt(0))) {
    if (word === exact) continue;
    const approximate = approximateMatch(term, word);
    if (approximate) expansions.push({ word, ...approximate });
  }
  for (const { word, similarity } of vectors?.nearest(index, term.word) ?? []) {
    if (similarity < MIN_SIMILARITY || word === exact) continue;
    expansions.push({
      word,
      weight: (VECTOR_WEIGHT * (similarity - MIN_SIMILARITY + 0.1)) / (1.1 - MIN_SIMILARITY),
      how: 'meaning',
    });
  }
  return expansions;
}

/** One digit more, fewer or other is another order, another year. */
const NUMBER = /\d/;

/** Edit distance and prefixes, for words long enough. */
function approximateMatch(
  term: Term,
  { stem: other }: IndexedWord,
): { weight: number; how: 'fuzzy' | 'prefix' } | undefined {
  const termStem = term.stem;
  const shorter = Math.min(termStem.length, other.length);
  if (shorter < 4 || NUMBER.test(termStem)) return undefined;
  const allowed = shorter >= 8 ? 2 : 1;
  if (Math.abs(termStem.length - other.length) <= allowed) {
    const edits = distance(termStem, other);
    if (edits <= allowed) return { weight: FUZZY_WEIGHTS[edits] as number, how: 'fuzzy' };
  }
  if (termStem.startsWith(other) || other.startsWith(termStem))
    return { weight: PREFIX_WEIGHT, how: 'prefix' };
  return undefined;
}

/** A word that the page has, or a synonym of one, is not looked up in icons. */
function applyIcons(index: QueryIndex, terms: Term[], matches: TermMatch[]): void {
  for (const [t, match] of matches.entries()) {
    if (match.best >= PREFIX_WEIGHT) continue;
    for (const position of index.candidatesByIcon((terms[t] as Term).stem))
      match.record(position, ICON_WEIGHT);
  }
}

/** A phrase of the thesaurus counts for every word that it spans. */
function applySynonyms(index: QueryIndex, terms: Term[], matches: TermMatch[]): void {
  for (const { group, from, length } of index.findSynonyms(terms.map((term) => term.stem))) {
    const synonyms = index.synonymGroup(group);
    if (!synonyms) continue;
    for (let t = from; t < from + length; t++) (matches[t] as TermMatch).add(index, synonyms, SYNONYM_WEIGHT);
  }
}

/** The distinctive words, each weighed by how few elements have it. */
export function termsOf(phrase: string, index: QueryIndex): Term[] {
  const words = splitWords(phrase).slice(0, 4 * MAX_TERMS);
  const stems = words.map(stem);
  // `sign in` keeps its `in`.
  const inPhrase = new Set<number>();
  for (const { from, length } of index.findSynonyms(stems))
    for (let i = from; i < from + length; i++) if (length > 1) inPhrase.add(i);
  // In short queries words like `like` and `from` count too: a button may say Like, a field From.
  const isName = (stemmed: string): boolean =>
    words.length <= FEW_WORDS && (index.word(stemmed)?.postings.candidates.length ?? 0) > 0;
  const isSignificant = words.map(
    (word, i) => inPhrase.has(i) || !STOP_WORDS.has(word) || isName(stems[i] as string),
  );
  const kept = isSignificant.some((isKept) => isKept) ? isSignificant : words.map(() => true);
  return words
    .map((word, i) => ({
      word,
      stem: stems[i] as string,
      weight: termWeight(word, stems[i] as string, index),
    }))
    .filter((_, i) => kept[i])
    .slice(0, MAX_TERMS);
}

function termWeight(word: string, stemmed: string, index: QueryIndex): number {
  const count = index.candidates.length;
  const matchCount = index.word(stemmed)?.postings.candidates.length ?? 0;
  const rarity =
    Math.log(1 + (count - matchCount + 0.5) / (matchCount + 0.5)) / Math.log(1 + (count + 0.5) / 0.5);
  const kind = WEAK_WORDS.has(word) || isRoleWord(word) ? 0.3 : STOP_WORDS.has(word) ? 0.5 : 1;
  return kind * (0.4 + 0.6 * rarity);
}

/** For the same words in the same order, for little beside them, for the kind of element that was named. */
function addBonuses(
  index: QueryIndex,
  phrase: string,
  terms: Term[],
  { scores, matchedPositions }: PhraseScores,
): void {
  const stems = terms.map((term) => term.stem);
  const askedStems = new Set(stems);
  const kinds = splitWords(phrase).filter(isRoleWord).map(roleMatcher);
  for (const position of matchedPositions) {
    const score = scores[position] as number;
    const candidate = index.candidates[position] as Candidate;
    const kind = kinds.some((test) => test(candidate.node)) ? ROLE_BONUS : 0;
    const boosted =
      score +
      (candidate.nameStems.length > 0 ? wordingBonus(candidate.nameStems, stems, askedStems) : 0) +
      kind;
    scores[position] = candidate.hidden ? boosted * HIDDEN_FACTOR : boosted;
  }
}

function wordingBonus(nameStems: string[], stems: string[], askedStems: ReadonlySet<string>): number {
  const shared = nameStems.filter((one) => askedStems.has(one)).length;
  if (shared === 0) return 0;
  const brevity = (BREVITY_BONUS * shared) / nameStems.length;
  if (nameStems.length === stems.length && nameStems.every((one, i) => one === stems[i]))
    return brevity + EXACT_BONUS;
  return brevity + (stems.length > 1 && containsRun(nameStems, stems) ? PHRASE_BONUS : 0);
}

function containsRun(nameStems: string[], stems: string[]): boolean {
  for (
    let position = nameStems.indexOf(stems[0] as string);
    position >= 0;
    position = nameStems.indexOf(stems[0] as string, position + 1)
  )
    if (stems.every((one, i) => nameStems[position + i] === one)) return true;
  return false;
}

/** Why one candidate answers a phrase: for each word of it the strongest match. */
export function explainPhrase(
  index: QueryIndex,
  phrase: string,
  position: number,
  vectors: WordVectors | undefined,
): MatchReason[] {
  const terms = termsOf(phrase, index);
  const reasons: MatchReason[] = [];
  for (const term of terms) {
    const best = expandTerm(index, term, vectors)
      .filter(({ word }) => word.postings.candidates.includes(position))
      .sort((a, b) => b.weight - a.weight)[0];
    if (best) reasons.push({ asked: term.word, found: best.word.text, how: best.how, weight: best.weight });
    else if (index.candidatesByIcon(term.stem).includes(position))
      reasons.push({ asked: term.word, found: 'of that meaning', how: 'icon', weight: ICON_WEIGHT });
  }
  for (const { group, from, length } of index.findSynonyms(terms.map((term) => term.stem))) {
    if (!index.synonymGroup(group)?.postings.candidates.includes(position)) continue;
    const words = terms.slice(from, from + length).map((term) => term.word);
    reasons.push({
      asked: words.join(' '),
      found: 'a word of the same meaning',
      how: 'synonym',
      weight: SYNONYM_WEIGHT,
    });
  }
  return reasons;
}
