import { distance } from 'fastest-levenshtein';
import type { Candidate, QueryIndex, Word } from './QueryIndex.ts';
import { isRoleWord, roleTest } from './roles.ts';
import type { WordVectors } from './WordVectors.ts';
import { STOP_WORDS, stem, WEAK_WORDS, wordsOf } from './words.ts';

/** One word of a question. */
interface Term {
  word: string;
  stem: string;
  weight: number;
}

/** Why an element was found, by the strongest reasons. */
export interface Reason {
  /** The word asked for. */
  asked: string;
  /** The word of the page, or what stands for it. */
  found: string;
  how: 'word' | 'fuzzy' | 'prefix' | 'synonym' | 'meaning' | 'icon';
  weight: number;
}

/** What a match of each kind counts, exact being 1. */
const FUZZY = [1, 0.75, 0.55];
const PREFIX = 0.65;
const SYNONYM = 0.8;
/** An icon set gives an icon many words, of which the page means one. */
const IMPLIED = 0.5;
/** Cosine from which two words are taken for related, and what full likeness counts. */
const RELATED = 0.42;
const MEANING = 0.75;
const EXACT_BONUS = 0.5;
const PHRASE_BONUS = 0.25;
const BREVITY_BONUS = 0.2;
const ROLE_BONUS = 0.15;
/** What a question's words in the surroundings alone are worth. */
const OWN_SHARE = 0.6;
/** What is hidden now counts so much of what it would. */
export const HIDDEN = 0.85;

/** Questions as short as this have no word to fill a sentence. */
const FEW_WORDS = 3;
/** Words of a question beyond which it is cut: enough for any sentence. */
const MAX_TERMS = 24;

/** What each candidate scores. */
export interface Scores {
  /** 0 for not at all. */
  of: Float64Array;
  /** Positions of those above 0: of a page of thousands, few. */
  above: readonly number[];
}

/** How well the candidates answer a phrase. Pure and deterministic. */
export function scorePhrase(index: QueryIndex, phrase: string, vectors: WordVectors | undefined): Scores {
  const terms = termsOf(phrase, index);
  const matches = terms.map((term) => new Match(index, term, vectors));
  spreadMeanings(index, terms, matches);
  spreadIcons(index, terms, matches);
  const count = index.candidates.length;
  const own = new Float64Array(count);
  const all = new Float64Array(count);
  const near = new Float64Array(count);
  const above: number[] = [];
  const add = (at: number, value: number): void => {
    if (all[at] === 0) above.push(at);
    all[at] = (all[at] as number) + value;
  };
  for (const [t, match] of matches.entries()) {
    const { weight } = terms[t] as Term;
    const around = surroundings(match, index, near);
    for (const at of match.met) {
      const mine = match.own[at] as number;
      own[at] = (own[at] as number) + weight * mine;
      add(at, weight * Math.max(mine, near[at] as number));
      near[at] = 0;
    }
    for (const at of around) {
      if (near[at] !== 0) add(at, weight * (near[at] as number));
      near[at] = 0;
    }
  }
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  for (const at of above)
    all[at] = (OWN_SHARE * (own[at] as number) + (1 - OWN_SHARE) * (all[at] as number)) / total;
  const scores = { of: all, above };
  addBonuses(index, phrase, terms, scores);
  return scores;
}

/** Writes into `near` what the places around say of the candidates in them; answers which those are. */
function surroundings({ places, metPlaces }: Match, index: QueryIndex, near: Float64Array): number[] {
  const met: number[] = [];
  for (const place of metPlaces) {
    const weight = (places[place] as number) * (index.places.all[place]?.share ?? 0);
    for (const at of index.standingIn(place)) {
      if (near[at] === 0) met.push(at);
      if (weight > (near[at] as number)) near[at] = weight;
    }
  }
  return met;
}

/** Where and how strongly one term is met. */
class Match {
  readonly own: Float32Array;
  readonly places: Float32Array;
  /** Positions of the candidates and of the places where it is. */
  readonly met: number[] = [];
  readonly metPlaces: number[] = [];
  /** The weight of the best match on any element. */
  best = 0;

  constructor(index: QueryIndex, term: Term, vectors: WordVectors | undefined) {
    this.own = new Float32Array(index.candidates.length);
    this.places = new Float32Array(index.places.all.length);
    for (const { word, weight } of expand(index, term, vectors)) this.add(index, word, weight);
  }

  add({ candidates }: QueryIndex, { own, places }: Pick<Word, 'own' | 'places'>, weight: number): void {
    for (let i = 0; i < own.candidates.length; i++) {
      const at = own.candidates[i] as number;
      this.meet(at, weight * (candidates[at] as Candidate).weights[own.tiers[i] as 0 | 1 | 2]);
    }
    for (const place of places) {
      if (this.places[place] === 0) this.metPlaces.push(place);
      if (weight > (this.places[place] as number)) this.places[place] = weight;
    }
    if (own.candidates.length > 0) this.best = Math.max(this.best, weight);
  }

  meet(at: number, value: number): void {
    if (this.own[at] === 0) this.met.push(at);
    if (value > (this.own[at] as number)) this.own[at] = value;
  }
}

/** The words of the page that a term may mean, each with what that match counts. */
export function expand(
  index: QueryIndex,
  term: Term,
  vectors: WordVectors | undefined,
): { word: Word; weight: number; how: Reason['how'] }[] {
  const found: { word: Word; weight: number; how: Reason['how'] }[] = [];
  const exact = index.word(term.stem);
  if (exact) found.push({ word: exact, weight: 1, how: 'word' });
  for (const word of index.startingWith(term.stem.charAt(0))) {
    if (word === exact) continue;
    const near = likeness(term, word);
    if (near) found.push({ word, ...near });
  }
  for (const { word, likeness } of vectors?.nearest(index, term.word) ?? []) {
    if (likeness < RELATED || word === exact) continue;
    found.push({ word, weight: (MEANING * (likeness - RELATED + 0.1)) / (1.1 - RELATED), how: 'meaning' });
  }
  return found;
}

/** One digit more, fewer or other is another order, another year. */
const NUMBER = /\d/;

/** Edit distance and prefixes, between words long enough for that to say something. */
function likeness(
  term: Term,
  { stem: other }: Word,
): { weight: number; how: 'fuzzy' | 'prefix' } | undefined {
  const own = term.stem;
  const shorter = Math.min(own.length, other.length);
  if (shorter < 4 || NUMBER.test(own)) return undefined;
  const allowed = shorter >= 8 ? 2 : 1;
  if (Math.abs(own.length - other.length) <= allowed) {
    const apart = distance(own, other);
    if (apart <= allowed) return { weight: FUZZY[apart] as number, how: 'fuzzy' };
  }
  if (own.startsWith(other) || other.startsWith(own)) return { weight: PREFIX, how: 'prefix' };
  return undefined;
}

/** A word that the page has, or says in other words, is not looked for in icons. */
function spreadIcons(index: QueryIndex, terms: Term[], matches: Match[]): void {
  for (const [t, match] of matches.entries()) {
    if (match.best >= PREFIX) continue;
    for (const at of index.impliedBy((terms[t] as Term).stem)) match.meet(at, IMPLIED);
  }
}

/** A phrase of the thesaurus counts for every word that it spans. */
function spreadMeanings(index: QueryIndex, terms: Term[], matches: Match[]): void {
  for (const { meaning, from, length } of index.meaningsOf(terms.map((term) => term.stem))) {
    const found = index.meaning(meaning);
    if (!found) continue;
    for (let t = from; t < from + length; t++) (matches[t] as Match).add(index, found, SYNONYM);
  }
}

/** The words that tell something, each weighed by how few elements it stands for. */
export function termsOf(phrase: string, index: QueryIndex): Term[] {
  const words = wordsOf(phrase).slice(0, 4 * MAX_TERMS);
  const stems = words.map(stem);
  // `sign in` keeps its `in`.
  const spoken = new Set<number>();
  for (const { from, length } of index.meaningsOf(stems))
    for (let i = from; i < from + length; i++) if (length > 1) spoken.add(i);
  // In few words, so does `like` where a button says Like, and `from` where a field does.
  const isName = (stemmed: string): boolean =>
    words.length <= FEW_WORDS && (index.word(stemmed)?.own.candidates.length ?? 0) > 0;
  const telling = words.map(
    (word, i) => spoken.has(i) || !STOP_WORDS.has(word) || isName(stems[i] as string),
  );
  const kept = telling.some((tells) => tells) ? telling : words.map(() => true);
  return words
    .map((word, i) => ({ word, stem: stems[i] as string, weight: weightOf(word, stems[i] as string, index) }))
    .filter((_, i) => kept[i])
    .slice(0, MAX_TERMS);
}

function weightOf(word: string, stemmed: string, index: QueryIndex): number {
  const count = index.candidates.length;
  const met = index.word(stemmed)?.own.candidates.length ?? 0;
  const rarity = Math.log(1 + (count - met + 0.5) / (met + 0.5)) / Math.log(1 + (count + 0.5) / 0.5);
  const kind = WEAK_WORDS.has(word) || isRoleWord(word) ? 0.3 : STOP_WORDS.has(word) ? 0.5 : 1;
  return kind * (0.4 + 0.6 * rarity);
}

/** For the same words in the same order, for little beside them, for the kind of element that was named. */
function addBonuses(index: QueryIndex, phrase: string, terms: Term[], { of: scores, above }: Scores): void {
  const stems = terms.map((term) => term.stem);
  const asked = new Set(stems);
  const kinds = wordsOf(phrase).filter(isRoleWord).map(roleTest);
  for (const at of above) {
    const score = scores[at] as number;
    const candidate = index.candidates[at] as Candidate;
    const kind = kinds.some((test) => test(candidate.node)) ? ROLE_BONUS : 0;
    const whole =
      score + (candidate.called.length > 0 ? wordingBonus(candidate.called, stems, asked) : 0) + kind;
    scores[at] = candidate.hidden ? whole * HIDDEN : whole;
  }
}

function wordingBonus(called: string[], stems: string[], asked: ReadonlySet<string>): number {
  const shared = called.filter((one) => asked.has(one)).length;
  if (shared === 0) return 0;
  const brevity = (BREVITY_BONUS * shared) / called.length;
  if (called.length === stems.length && called.every((one, i) => one === stems[i]))
    return brevity + EXACT_BONUS;
  return brevity + (stems.length > 1 && holdsRun(called, stems) ? PHRASE_BONUS : 0);
}

function holdsRun(called: string[], stems: string[]): boolean {
  for (let at = called.indexOf(stems[0] as string); at >= 0; at = called.indexOf(stems[0] as string, at + 1))
    if (stems.every((one, i) => called[at + i] === one)) return true;
  return false;
}

/** Why one candidate answers a phrase: for each word of it the strongest match. */
export function reasonsFor(
  index: QueryIndex,
  phrase: string,
  at: number,
  vectors: WordVectors | undefined,
): Reason[] {
  const terms = termsOf(phrase, index);
  const reasons: Reason[] = [];
  for (const term of terms) {
    const best = expand(index, term, vectors)
      .filter(({ word }) => word.own.candidates.includes(at))
      .sort((a, b) => b.weight - a.weight)[0];
    if (best) reasons.push({ asked: term.word, found: best.word.word, how: best.how, weight: best.weight });
    else if (index.impliedBy(term.stem).includes(at))
      reasons.push({ asked: term.word, found: 'of that meaning', how: 'icon', weight: IMPLIED });
  }
  for (const { meaning, from, length } of index.meaningsOf(terms.map((term) => term.stem))) {
    if (!index.meaning(meaning)?.own.candidates.includes(at)) continue;
    const asked = terms.slice(from, from + length).map((term) => term.word);
    reasons.push({
      asked: asked.join(' '),
      found: 'a word of the same meaning',
      how: 'synonym',
      weight: SYNONYM,
    });
  }
  return reasons;
}
