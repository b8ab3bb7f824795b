import { STOP_WORDS, splitWords, WEAK_WORDS } from '../words/Tokenizer.ts';
import type { ElementQuery } from './ElementQuery.ts';
import type { Scoring } from './expandTerm.ts';
import type { QueryIndex } from './QueryIndex.ts';
import { isRoleName, isRoleWord, roleMatcher, singularOf } from './roleMatcher.ts';
import type { QueryScores } from './ScoredCandidates.ts';
import { scorePhrase } from './scorePhrase.ts';
import type { SearchWeights } from './searchWeights.ts';

/** Keywords beyond this many, the lightest first, are left out. */
const MAX_KEYWORDS = 40;
/** For a word that may be a label too (`menu`, `search`): less than for an element that has the word itself. */
const ROLE_SCORE = 0.5;
/** For the name of a role (`combobox`), and for two words that name a kind (`date field`): more than for any label. */
const SURE_ROLE_SCORE = 2;

/** What the candidates score for the words and keywords of a question; undefined where nothing ranks. */
export function scoreQuery(
  index: QueryIndex,
  query: ElementQuery,
  scoring: Scoring,
): QueryScores | undefined {
  const phrases = phrasesOf(query);
  if (phrases.length === 0) return undefined;
  const count = index.candidates.length;
  const best = new Float64Array(count);
  const sum = new Float64Array(count);
  const having = new Uint8Array(count);
  for (const { phrase, weight } of phrases) {
    const found = scorePhrase(index, phrase, scoring);
    for (const position of found.matchedPositions) {
      const score = weight * (found.scores[position] as number);
      if (score > (best[position] as number)) best[position] = score;
      sum[position] = (sum[position] as number) + score;
      if (found.having[position] === 1) having[position] = 1;
    }
  }
  const { extraKeyword } = scoring.weights;
  const values = best.map((score, position) => score + extraKeyword * ((sum[position] as number) - score));
  const scores = { values, having };
  addMeanSimilarities(index, phrases, values, scoring);
  const [only] = phrases;
  if (phrases.length === 1 && only) addRoleScores(index, only.phrase, scores, scoring);
  demoteRepeatedLinks(index, values, scoring.weights);
  return scores;
}

/** Of several links with one name to one place the best stands for all: the others come after what is something else. */
function demoteRepeatedLinks(
  { candidates }: QueryIndex,
  values: Float64Array,
  { repeatedLink }: SearchWeights,
): void {
  const best = new Map<number, number>();
  for (const [position, { sameLink }] of candidates.entries()) {
    const value = values[position] as number;
    if (sameLink === undefined || value <= 0) continue;
    const other = best.get(sameLink);
    const isBetter = other === undefined || value > (values[other] as number);
    if (isBetter) best.set(sameLink, position);
    const behind = isBetter ? other : position;
    if (behind !== undefined) values[behind] = repeatedLink * (values[behind] as number);
  }
}

/** What the words of an element mean together, beside what each means: `dark mode` is like `night view`. */
function addMeanSimilarities(
  index: QueryIndex,
  phrases: readonly { phrase: string; weight: number }[],
  values: Float64Array,
  { vectors, weights }: Scoring,
): void {
  const { minMean, mean } = weights;
  if (mean === 0) return;
  const words = phrases.flatMap(({ phrase, weight }) =>
    splitWords(phrase)
      .filter((word) => !STOP_WORDS.has(word) && !WEAK_WORDS.has(word))
      .map((word): [string, number] => [word, weight]),
  );
  const similarities = vectors?.meanSimilarities(index, words);
  similarities?.forEach((similarity, position) => {
    if (similarity <= minMean) return;
    const hidden = index.candidates[position]?.hidden ? weights.hidden : 1;
    values[position] =
      (values[position] as number) + (hidden * mean * (similarity - minMean)) / (1 - minMean);
  });
}

/** The words of a question, each phrase with its weight; without any, nothing ranks. */
export function phrasesOf({
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

/** `slider`, `the date picker`: who asks for nothing but a kind means all of it, whatever they are called. */
function addRoleScores(
  { candidates }: QueryIndex,
  phrase: string,
  { values, having }: QueryScores,
  { weights }: Scoring,
): void {
  const words = splitWords(phrase).filter((word) => !STOP_WORDS.has(word));
  const isRole = (word: string): boolean => isRoleWord(word) || isRoleWord(singularOf(word));
  if (words.length === 0 || !words.every(isRole)) return;
  const tests = words.map(roleMatcher);
  const isSure = words.length > 1 || words.some((word) => isRoleName(word) || isRoleName(singularOf(word)));
  const roleScore = isSure ? SURE_ROLE_SCORE : ROLE_SCORE;
  candidates.forEach(({ node, hidden }, position) => {
    const score = hidden ? roleScore * weights.hidden : roleScore;
    if (score <= (values[position] as number) || !tests.every((test) => test(node))) return;
    values[position] = score;
    having[position] = 1;
  });
}

/** The similarity above that of the median candidate is added to the score of the words. */
export function addSimilarities(scores: Float64Array, similarities: readonly number[]): void {
  const sorted = [...similarities].sort((a, b) => a - b);
  const median = sorted[sorted.length >> 1] ?? 0;
  const range = (sorted.at(-1) ?? 0) - median;
  if (range <= 0) return;
  for (let position = 0; position < scores.length; position++)
    scores[position] =
      (scores[position] as number) + Math.max(0, ((similarities[position] as number) - median) / range);
}
