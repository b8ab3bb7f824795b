import type { SearchWeights } from '../../../../sightline/src/internal.ts';

/** The values that each weight is tried with. */
export type Grid = Partial<Record<keyof SearchWeights, readonly number[]>>;

/** Of the ranking. */
export const RANKING_GRID: Grid = {
  mean: [0, 0.1, 0.15, 0.2, 0.3],
  minMean: [0, 0.05, 0.15, 0.25],
  minMeaning: [0.36, 0.42, 0.48],
  meaning: [0.5, 0.6, 0.75],
  similar: [0.15, 0.35, 0.55, 0.75],
  twoSimilar: [0.1, 0.3, 0.55],
  typo: [0.75, 0.9],
  twoTypos: [0.55, 0.75],
  prefix: [0.65, 0.8, 0.9],
  synonym: [0.8, 0.9, 0.95],
  everyday: [0.5, 0.6, 0.75, 0.9],
  icon: [0.4, 0.5, 0.6],
  state: [0.4, 0.6, 0.8, 0.95],
  looseState: [0, 0.15, 0.3, 0.5],
  hinted: [0.92, 1],
  coded: [0.45, 0.6, 0.75],
  codedOnly: [0.75, 0.85, 0.95],
  target: [0.3, 0.5, 0.7, 0.85],
  exactBonus: [0.5, 0.65, 0.8],
  phraseBonus: [0.15, 0.25, 0.35],
  brevityBonus: [0.1, 0.2, 0.35, 0.5],
  roleBonus: [0.05, 0.15, 0.25],
  own: [0.5, 0.6, 0.7],
  hidden: [0.75, 0.85, 0.95],
  repeatedLink: [0.1, 0.3, 0.6, 1],
  extraKeyword: [0.15, 0.25, 0.4, 0.6],
  rarity: [0.45, 0.6, 0.75],
};

/** Of what is reported. */
export const ANSWER_GRID: Grid = {
  minGuess: [0.02, 0.05, 0.08, 0.12, 0.2],
  minRelative: [0.1, 0.15, 0.2, 0.25, 0.3],
  confidentRatio: [0.4, 0.5, 0.6, 0.7],
  maxGuesses: [5, 8, 10, 12, 16],
  maxBeside: [1, 3, 5, 8],
};
