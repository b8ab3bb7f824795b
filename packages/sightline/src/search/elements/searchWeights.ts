/** What the kinds of matches count in a search, and from which score on an element is listed. Chosen by `npm run bench -- query --choose`. */
export interface SearchWeights {
  /** A mistyped word, by one edit and by two; the exact word is 1. */
  typo: number;
  twoTypos: number;
  /** As a typo, of a word that is none: `cart` and `card` are two words. A guess. */
  similar: number;
  twoSimilar: number;
  /** The beginning of a word, or a word of which the page has the beginning. */
  prefix: number;
  synonym: number;
  /** Everyday words for what is called otherwise. A guess. */
  everyday: number;
  /** An icon set gives an icon many words, of which the page means one. */
  icon: number;
  /** An element in a state that words ask for: `greyed out`; for words that often mean something else: `open`. */
  state: number;
  looseState: number;
  /** Cosine from which two words are taken for related, and what full likeness counts. */
  minMeaning: number;
  meaning: number;
  /** Cosine from which all words of an element together are like those of a question, and what full likeness adds. */
  minMean: number;
  mean: number;
  /** Words of names and hints, words of names in the code, and those where there are no others; what is seen is 1. */
  hinted: number;
  coded: number;
  codedOnly: number;
  /** Words of the place on the page that a link leads to. */
  target: number;
  /** For the same words, for those in a row among others, for little beside them, for the kind of element that was named. */
  exactBonus: number;
  phraseBonus: number;
  brevityBonus: number;
  roleBonus: number;
  /** Share of the words on the element itself; the rest is for those that stand around it too. */
  own: number;
  /** What is hidden counts so much of what it would. */
  hidden: number;
  /** Another link with the name and the target of one that scores more counts so much of what it would. */
  repeatedLink: number;
  /** What further keywords add to the best one: they are other words for the same. */
  extraKeyword: number;
  /** Of a word of a question what its rarity on the page decides. */
  rarity: number;
  /** A score from which an element with a word of the question counts as found, half of its words; others are guesses. */
  minFound: number;
  /** A score from which a guess is listed. */
  minGuess: number;
  /** Least score, relative to the best one. */
  minRelative: number;
  /** Least score, relative to a best one of 1 or more, which has nearly all words; a few are listed all the same. */
  confidentRatio: number;
  /** Guesses that are listed where nothing was found, and beside what was. */
  maxGuesses: number;
  maxBeside: number;
}

export const SEARCH_WEIGHTS: SearchWeights = {
  typo: 0.75,
  twoTypos: 0.55,
  similar: 0.75,
  twoSimilar: 0.55,
  prefix: 0.8,
  synonym: 0.9,
  everyday: 0.75,
  icon: 0.5,
  state: 0.95,
  looseState: 0.3,
  minMeaning: 0.42,
  meaning: 0.6,
  minMean: 0.05,
  mean: 0.15,
  hinted: 1,
  coded: 0.6,
  codedOnly: 0.85,
  target: 0.7,
  exactBonus: 0.65,
  phraseBonus: 0.25,
  brevityBonus: 0.2,
  roleBonus: 0.15,
  own: 0.6,
  hidden: 0.85,
  repeatedLink: 0.3,
  extraKeyword: 0.25,
  rarity: 0.6,
  minFound: 0.5,
  minGuess: 0.05,
  minRelative: 0.25,
  confidentRatio: 0.6,
  maxGuesses: 12,
  maxBeside: 5,
};
