import type { LabelTier } from './candidateLabels.ts';
import { expandTerm, type Scoring, type Term } from './expandTerm.ts';
import type { Candidate, IndexedWord, QueryIndex } from './QueryIndex.ts';
import type { SearchWeights } from './searchWeights.ts';

/** Where and how strongly one term is met. */
export class TermMatch {
  readonly own: Float32Array;
  readonly containers: Float32Array;
  /** Positions of the candidates and of the places where it is. */
  readonly positions: number[] = [];
  readonly containerPositions: number[] = [];
  /** The weight of the best match on any element. */
  best = 0;
  readonly #index: QueryIndex;
  readonly #weights: SearchWeights;
  /** Receives the positions of the elements that have the word: it is no guess. */
  readonly #having: Uint8Array;

  constructor(index: QueryIndex, term: Term, scoring: Scoring, having: Uint8Array) {
    this.#index = index;
    this.#weights = scoring.weights;
    this.#having = having;
    this.own = new Float32Array(index.candidates.length);
    this.containers = new Float32Array(index.containers.all.length);
    for (const { word, weight, isGuess } of expandTerm(index, term, scoring))
      this.add(word, weight, isGuess || term.isWeak);
  }

  add(
    { postings, containers }: Pick<IndexedWord, 'postings' | 'containers'>,
    weight: number,
    isGuess: boolean,
  ): void {
    for (let i = 0; i < postings.candidates.length; i++) {
      const position = postings.candidates[i] as number;
      const candidate = this.#index.candidates[position] as Candidate;
      this.record(
        position,
        weight * tierWeight(candidate, postings.tiers[i] as LabelTier, this.#weights),
        isGuess || postings.tiers[i] === 3,
      );
    }
    for (const container of containers) {
      if (this.containers[container] === 0) this.containerPositions.push(container);
      if (weight > (this.containers[container] as number)) this.containers[container] = weight;
    }
    if (postings.candidates.length > 0) this.best = Math.max(this.best, weight);
  }

  record(position: number, value: number, isGuess: boolean): void {
    if (this.own[position] === 0) this.positions.push(position);
    if (value > (this.own[position] as number)) this.own[position] = value;
    if (!isGuess) this.#having[position] = 1;
  }
}

/**
 * What a word counts by where it stands: less in a long text, more in the code of what has no other name. One of the place that an
 * element leads to makes it a guess.
 */
function tierWeight(
  { dilution, isNameless }: Candidate,
  tier: LabelTier,
  { hinted, coded, codedOnly, target }: SearchWeights,
): number {
  if (tier === 0) return dilution[0];
  if (tier === 1) return hinted * dilution[1];
  if (tier === 3) return target;
  return isNameless ? codedOnly : coded;
}
