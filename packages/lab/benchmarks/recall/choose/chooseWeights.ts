import { SEARCH_WEIGHTS, type SearchWeights } from '../../../../sightline/src/internal.ts';
import { writeTable } from '../../writeTable.ts';
import type { QuestionedPage } from '../askAll.ts';
import type { Ranker } from '../Ranker.ts';
import { answerTo, type Case, casesOf, rankOf } from './cases.ts';
import { ANSWER_GRID, type Grid, RANKING_GRID } from './grids.ts';

/** Parts of the pages: each is judged by weights that were chosen on the others. */
const FOLDS = 5;
/** Points that another value must be better by: less is chance. */
const MIN_GAIN = 0.05;

/** What a case is worth under weights, in [0, 1]. */
type Worth = (one: Case, weights: SearchWeights) => number;

/** A right element is worth most first, and something anywhere among the best twenty. */
const rankWorth: Worth = (one, weights) => {
  const rank = rankOf(one, weights);
  return rank === 0 ? 0 : 0.5 + (rank <= 5 ? 0.25 : 0) + 0.25 / rank;
};

/** What a line more of an answer costs: some 20 tokens, where another turn costs some 1500. */
const LINE_COST = 0.01;

const answerWorth: Worth = (one, weights) => {
  const { lines, isAnswered } = answerTo(one, weights);
  return (isAnswered ? 0.75 : 0) - LINE_COST * lines;
};

/**
 * Chooses the weights of the ranking, then the thresholds of what is reported, by cross-validation over pages: a report of what the
 * choice on the other pages is worth on each part of them, and the choice on all. Deterministic.
 */
export function chooseWeights(pages: readonly QuestionedPage[], ranker: Ranker): string[] {
  const cases = casesOf(pages, ranker);
  const ranking = new Choice(cases, rankWorth, RANKING_GRID);
  const rankingReport = ranking.report('The ranking', SEARCH_WEIGHTS);
  const answers = new Choice(cases, answerWorth, ANSWER_GRID);
  const answerReport = answers.report(
    'What is reported',
    ranking.choose(SEARCH_WEIGHTS, () => true),
  );
  return [...rankingReport, ...answerReport];
}

/** The search for the best weights of a grid, by one weight after the other. */
class Choice {
  readonly #cases: readonly Case[];
  readonly #worth: Worth;
  readonly #grid: [key: keyof SearchWeights, values: readonly number[]][];
  readonly #pages: string[];
  /** What each case is worth, by weights: the folds share most of what they try. */
  readonly #cached = new Map<string, Float64Array>();

  constructor(cases: readonly Case[], worth: Worth, grid: Grid) {
    this.#cases = cases;
    this.#worth = worth;
    this.#grid = Object.entries(grid) as [keyof SearchWeights, readonly number[]][];
    this.#pages = [...new Set(cases.map(({ page }) => page))];
  }

  /** The best weights for the cases that `isUsed` accepts, from `start` on. */
  choose(start: SearchWeights, isUsed: (one: Case) => boolean): SearchWeights {
    let best = start;
    let bestWorth = this.#mean(best, isUsed);
    for (const [key, values] of this.#grid)
      for (const value of values) {
        const tried = { ...best, [key]: value };
        const worth = this.#mean(tried, isUsed);
        if (worth > bestWorth + MIN_GAIN / 100) [best, bestWorth] = [tried, worth];
      }
    return best;
  }

  report(title: string, start: SearchWeights): string[] {
    const folds = Array.from({ length: FOLDS }, (_, fold) => {
      const isHeld = ({ page }: Case): boolean => this.#pages.indexOf(page) % FOLDS === fold;
      const chosen = this.choose(start, (one) => !isHeld(one));
      return { chosen, before: this.#mean(start, isHeld), after: this.#mean(chosen, isHeld) };
    });
    const all = this.choose(start, () => true);
    const points = (worth: number): string => (100 * worth).toFixed(2);
    const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
    return [
      `## ${title}`,
      `Worth on pages that the weights were not chosen on: ${points(mean(folds.map(({ after }) => after)))}; of the weights as they are ${points(mean(folds.map(({ before }) => before)))}. Chosen on all pages: ${points(this.#mean(all, () => true))}, as they are ${points(this.#mean(start, () => true))}.`,
      writeTable(
        ['part', 'as they are', 'chosen on the others'],
        folds.map(({ before, after }, fold) => [String(fold + 1), points(before), points(after)]),
      ),
      writeTable(
        ['weight', 'as it is', 'chosen without part 1 ... 5', 'chosen'],
        this.#grid.map(([key]) => [
          key,
          String(start[key]),
          folds.map(({ chosen }) => chosen[key]).join(' '),
          String(all[key]),
        ]),
      ),
    ];
  }

  /** Mean worth of the cases. */
  #mean(weights: SearchWeights, isUsed: (one: Case) => boolean): number {
    const worths = this.#worths(weights);
    let sum = 0;
    let total = 0;
    for (const [i, one] of this.#cases.entries()) {
      if (!isUsed(one)) continue;
      sum += one.weight * (worths[i] as number);
      total += one.weight;
    }
    return sum / total;
  }

  #worths(weights: SearchWeights): Float64Array {
    const key = JSON.stringify(weights);
    const cached = this.#cached.get(key);
    if (cached) return cached;
    const worths = Float64Array.from(this.#cases, (one) => this.#worth(one, weights));
    this.#cached.set(key, worths);
    return worths;
  }
}
