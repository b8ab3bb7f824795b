import type { SearchWeights } from '../../../../sightline/src/internal.ts';

/** The values that each weight is tried with. */
export type Grid = Partial<Record<keyof SearchWeights, readonly number[]>>;

/** Of the ranking. */
export const RANKING_GRID: Grid = {
  typo: [0.6, 0.75, 0.9],
  twoTypos: [0.4, 0.55, 0.7],
  similar: [0, 0.15, 0.3, 0.45, 0.6, 0.75],
  twoSimilar: [0, 0.15, 0.3, 0.55],
  prefix: [0.35, 0.5, 0.65, 0.8],
  synonym: [0.6, 0.7, 0.8, 0.9],
  icon: [0.3, 0.4, 0.5, 0.6, 0.7],
  minMeaning: [0.3, 0.36, 0.42, 0.48],
  meaning: [0.45, 0.6, 0.75, 0.9, 1.05],
  hinted: [0.8, 0.92, 1],
  coded: [0.3, 0.45, 0.6, 0.75],
  codedOnly: [0.7, 0.85, 1],
  exactBonus: [0.2, 0.35, 0.5, 0.65],
  phraseBonus: [0.1, 0.25, 0.4],
  brevityBonus: [0.1, 0.2, 0.3, 0.4, 0.5],
  roleBonus: [0, 0.07, 0.15, 0.25],
  own: [0.4, 0.5, 0.6, 0.7, 0.8],
  hidden: [0.7, 0.8, 0.85, 0.9, 0.95, 1],
  extraKeyword: [0.1, 0.25, 0.4, 0.6, 0.8],
  rarity: [0.3, 0.45, 0.6, 0.75, 0.9],
};

/** Of what is told. */
export const ANSWER_GRID: Grid = {
  minFound: [0.15, 0.22, 0.3, 0.4, 0.5, 0.6, 0.7],
  minGuess: [0.04, 0.07, 0.1, 0.15, 0.2],
  minRelative: [0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4],
  confidentRatio: [0.4, 0.5, 0.6, 0.7, 0.8],
  maxGuesses: [5, 8, 12, 16, 20],
  maxBeside: [1, 2, 3, 5, 8],
};
