import type { PageNode } from '../../snapshot/Page.ts';
import type { ElementMatch } from './ElementQuery.ts';
import type { Candidate } from './QueryIndex.ts';

/** What the candidates score for a whole question. */
export interface QueryScores {
  values: Float64Array;
  /** 1 for those that have a word of it: others are guesses. */
  having: Uint8Array;
}

/** Scores less apart are equal. */
export const TIE = 1e-9;

/** Candidates with their scores. Of thousands few are returned: only those become objects. */
export class ScoredCandidates {
  readonly #candidates: readonly Candidate[];
  readonly #scores: QueryScores | undefined;
  /** Positions; undefined for all. */
  readonly #positions: readonly number[] | undefined;

  /** Without `scores` nothing ranks. */
  constructor(
    candidates: readonly Candidate[],
    scores: QueryScores | undefined,
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
    for (let i = 0; i < this.count; i++)
      if (test((this.#candidates[this.#at(i)] as Candidate).node)) positions.push(this.#at(i));
    return new ScoredCandidates(this.#candidates, this.#scores, positions);
  }

  get best(): number {
    let best = 0;
    for (let i = 0; i < this.count; i++) best = Math.max(best, this.#scoreAt(this.#at(i)));
    return best;
  }

  /** Those above a score, in document order. With a word, but less than `minFound`: a guess too. */
  matches(minimum = Number.NEGATIVE_INFINITY, minFound = 0): ElementMatch[] {
    const matches: ElementMatch[] = [];
    for (let i = 0; i < this.count; i++) {
      const position = this.#at(i);
      const score = this.#scoreAt(position);
      if (score <= minimum) continue;
      const { node, hidden } = this.#candidates[position] as Candidate;
      const isGuess = this.#scores && (this.#scores.having[position] !== 1 || score < minFound);
      matches.push({ node, hidden, score, ...(isGuess && { isGuess }) });
    }
    return matches;
  }

  /** As `matches`, the best first. */
  ranked(minimum?: number, minFound?: number): ElementMatch[] {
    return this.matches(minimum, minFound).sort((a, b) => b.score - a.score || a.node.index - b.node.index);
  }

  /** The `count` best, the best first. */
  top(count: number): ElementMatch[] {
    const best: number[] = [];
    for (let i = 0; i < this.count; i++) {
      const score = this.#scoreAt(this.#at(i));
      if (best.length >= count && score <= (best[0] as number)) continue;
      const place = best.findIndex((other) => other >= score);
      best.splice(place < 0 ? best.length : place, 0, score);
      if (best.length > count) best.shift();
    }
    // Those that score as the last one too, in document order.
    return this.ranked((best[0] ?? 0) - TIE).slice(0, count);
  }

  #at(i: number): number {
    return this.#positions?.[i] ?? i;
  }

  #scoreAt(position: number): number {
    return this.#scores?.values[position] ?? 0;
  }
}
