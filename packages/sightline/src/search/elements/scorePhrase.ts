import { STOP_WORDS, splitWords, stem, WEAK_WORDS } from '../words/Tokenizer.ts';
import type { Scoring, Term } from './expandTerm.ts';
import type { Candidate, QueryIndex } from './QueryIndex.ts';
import { isRoleWord, roleMatcher } from './roleMatcher.ts';
import type { SearchWeights } from './searchWeights.ts';
import { findStateWords, type StateWords } from './stateWords.ts';
import { TermMatch } from './TermMatch.ts';

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
  /** 1 for those that have a word of the phrase, a synonym of it, or an icon that means it: others are guesses. */
  having: Uint8Array;
}

/** How well the candidates answer a phrase. Pure and deterministic. */
export function scorePhrase(index: QueryIndex, phrase: string, scoring: Scoring): PhraseScores {
  const { weights } = scoring;
  const count = index.candidates.length;
  const having = new Uint8Array(count);
  const terms = termsOf(phrase, index, weights);
  const matches = terms.map((term) => new TermMatch(index, term, scoring, having));
  applySynonyms(index, terms, matches, weights);
  applyIcons(index, terms, matches, weights);
  applyStates(index, terms, matches, weights);
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
      (weights.own * (ownScores[position] as number) + (1 - weights.own) * (all[position] as number)) / total;
  const scores = { scores: all, matchedPositions, having };
  addBonuses(index, phrase, terms, scores, weights);
  return scores;
}

/**
 * Writes into `nearWeights` (zero for all before, and to be reset by the caller) what candidates get from their surroundings;
 * returns the positions of those candidates.
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

/** The words that the names of icons stand for. */
function applyIcons(index: QueryIndex, terms: Term[], matches: TermMatch[], weights: SearchWeights): void {
  for (const [t, match] of matches.entries()) {
    const { stem, isWeak } = terms[t] as Term;
    for (const position of index.candidatesByIcon(stem)) match.record(position, weights.icon, isWeak);
  }
}

/** Elements that are in the state that words ask for. */
function applyStates(index: QueryIndex, terms: Term[], matches: TermMatch[], weights: SearchWeights): void {
  for (const [t, match] of matches.entries()) {
    const { stateWords } = terms[t] as Term;
    if (!stateWords) continue;
    const weight = stateWords.isLoose ? weights.looseState : weights.state;
    for (const state of stateWords.states)
      for (const position of index.candidatesInState(state))
        match.record(position, weight, stateWords.isLoose);
  }
}

/** A phrase of the thesaurus counts for every word that it spans. */
function applySynonyms(
  index: QueryIndex,
  terms: Term[],
  matches: TermMatch[],
  { synonym, everyday }: SearchWeights,
): void {
  for (const { group, from, length } of index.findSynonyms(terms.map((term) => term.stem))) {
    const synonyms = index.synonymGroup(group);
    if (!synonyms) continue;
    const isEveryday = index.isEveryday(group);
    for (let t = from; t < from + length; t++)
      (matches[t] as TermMatch).add(synonyms, isEveryday ? everyday : synonym, isEveryday);
  }
}

/** The distinctive words, each weighed by how few elements have it; words that ask for a state are one. */
export function termsOf(phrase: string, index: QueryIndex, weights: SearchWeights): Term[] {
  const words = splitWords(phrase).slice(0, 4 * MAX_TERMS);
  const stems = words.map(stem);
  const stateWords = findStateWords(words);
  const stateWordsAt = new Map(stateWords.map((one) => [one.from + one.length - 1, one]));
  const inState = new Set(
    stateWords.flatMap(({ from, length }) => words.map((_, i) => i).slice(from, from + length)),
  );
  // `sign in` keeps its `in`.
  const inPhrase = new Set<number>();
  for (const { from, length } of index.findSynonyms(stems))
    for (let i = from; i < from + length; i++) if (length > 1) inPhrase.add(i);
  // In short queries words like `like` and `from` count too: a button may say Like, a field From.
  const isName = (stemmed: string): boolean =>
    words.length <= FEW_WORDS && (index.word(stemmed)?.postings.candidates.length ?? 0) > 0;
  const isSignificant = words.map((word, i) =>
    inState.has(i)
      ? stateWordsAt.has(i)
      : inPhrase.has(i) || !STOP_WORDS.has(word) || isName(stems[i] as string),
  );
  const kept = isSignificant.some((isKept) => isKept) ? isSignificant : words.map(() => true);
  const terms = words.map((word, i) => termOf(word, stems[i] as string, index, weights, stateWordsAt.get(i)));
  const keptTerms = terms.filter((_, i) => kept[i]).slice(0, MAX_TERMS);
  return keptTerms.every(({ isWeak }) => isWeak)
    ? keptTerms.map((term) => ({ ...term, isWeak: false }))
    : keptTerms;
}

/** What a word for any element counts. */
const WEAK_KIND = 0.3;

function termOf(
  word: string,
  stemmed: string,
  index: QueryIndex,
  { rarity }: SearchWeights,
  stateWords?: StateWords,
): Term {
  const count = index.candidates.length;
  const matchCount =
    stateWords && !stateWords.isLoose
      ? Math.max(...stateWords.states.map((state) => index.candidatesInState(state).length))
      : (index.word(stemmed)?.postings.candidates.length ?? 0);
  const rare =
    Math.log(1 + (count - matchCount + 0.5) / (matchCount + 0.5)) / Math.log(1 + (count + 0.5) / 0.5);
  const isWeak = !stateWords && (WEAK_WORDS.has(word) || isRoleWord(word));
  const kind = isWeak ? WEAK_KIND : STOP_WORDS.has(word) && !stateWords ? 0.5 : 1;
  const weight = kind * (1 - rarity + rarity * rare);
  return { word, stem: stemmed, weight, isWeak, ...(stateWords && { stateWords }) };
}

/** For the same words in the same order, for little beside them, for the kind of element that was named. */
function addBonuses(
  index: QueryIndex,
  phrase: string,
  terms: Term[],
  { scores, matchedPositions }: PhraseScores,
  weights: SearchWeights,
): void {
  const stems = terms.map((term) => term.stem);
  const askedStems = new Set(stems);
  const kinds = splitWords(phrase).filter(isRoleWord).map(roleMatcher);
  for (const position of matchedPositions) {
    const { node, nameStems, hidden } = index.candidates[position] as Candidate;
    const kind = kinds.some((test) => test(node)) ? weights.roleBonus : 0;
    const wording = nameStems.length > 0 ? wordingBonus(nameStems, stems, askedStems, weights) : 0;
    const boosted = (scores[position] as number) + wording + kind;
    scores[position] = hidden ? boosted * weights.hidden : boosted;
  }
}

function wordingBonus(
  nameStems: string[],
  stems: string[],
  askedStems: ReadonlySet<string>,
  { brevityBonus, exactBonus, phraseBonus }: SearchWeights,
): number {
  const shared = nameStems.filter((one) => askedStems.has(one)).length;
  if (shared === 0) return 0;
  const brevity = (brevityBonus * shared) / nameStems.length;
  if (nameStems.length === stems.length && nameStems.every((one, i) => one === stems[i]))
    return brevity + exactBonus;
  return brevity + (stems.length > 1 && containsRun(nameStems, stems) ? phraseBonus : 0);
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
