import { amount, type Comparison, chanceText } from './compare.ts';
import type { Table } from './html.ts';
import { type Estimate, estimate, METRICS, type Metric, type Summary } from './metrics.ts';
import type { Prices } from './prices.ts';
import type { Trial } from './Trial.ts';

const within = ({ mean, low, high }: Estimate): string =>
  `${amount(mean)} (${amount(low)} to ${amount(high)})`;

/** What each variant came to, a line each. Means are of tasks, with their 95 % intervals. */
export function summaryTable(summaries: readonly Summary[], prices: Prices | undefined): Table {
  return {
    head: [
      'variant',
      'passed',
      'pass rate, %',
      'tokens',
      'of the page',
      'steps',
      'model calls',
      'time, s',
      'errors',
      costHead(prices),
    ],
    rows: summaries.map(({ variant, passed, trials, passRate, estimates, errors, cost }) => [
      variant,
      `${passed}/${trials}`,
      amount(passRate.mean * 100),
      amount(estimates.tokens.mean),
      amount(estimates.pageTokens.mean),
      amount(estimates.steps.mean),
      amount(estimates.modelCalls.mean),
      amount(estimates.seconds.mean),
      String(errors),
      cost === undefined ? 'no price known' : cost.toFixed(4),
    ]),
  };
}

const costHead = (prices: Prices | undefined): string =>
  prices ? `cost, ${prices.currency} (prices of ${prices.date})` : 'cost';

/** Of trials, with the Wilson interval. */
export function passTable(summaries: readonly Summary[]): Table {
  return {
    head: ['variant', 'passed', 'of', 'pass rate, %'],
    rows: summaries.map(({ variant, passed, trials, passRate: { mean, low, high } }) => [
      variant,
      String(passed),
      String(trials),
      within({ mean: mean * 100, low: low * 100, high: high * 100 }),
    ]),
  };
}

/** One metric of all variants, with its interval. */
export function metricTable(summaries: readonly Summary[], metrics: readonly Metric[]): Table {
  return {
    head: [
      'variant',
      ...metrics.map(
        (metric) => `${METRICS[metric].title}${METRICS[metric].unit && `, ${METRICS[metric].unit}`}`,
      ),
    ],
    rows: summaries.map(({ variant, estimates }) => [
      variant,
      ...metrics.map((metric) => within(estimates[metric])),
    ]),
  };
}

export function actionTable(summaries: readonly Summary[]): Table {
  const tools = [...new Set(summaries.flatMap(({ actions }) => Object.keys(actions)))];
  return {
    head: ['tool', ...summaries.map(({ variant }) => variant)],
    rows: tools.map((tool) => [tool, ...summaries.map(({ actions }) => amount(actions[tool] ?? 0))]),
  };
}

export function comparisonTable({ differences }: Comparison): Table {
  return {
    head: ['metric', 'first', 'this', 'difference', '95 % interval', 'p', 'real'],
    rows: differences.map(({ metric, a, b, difference, share, interval, chance, real }) => [
      METRICS[metric].title,
      amount(a),
      amount(b),
      `${amount(difference)}${share === undefined || metric === 'passed' ? '' : ` (${amount(share * 100)} %)`}`,
      `${amount(interval.low)} to ${amount(interval.high)}`,
      chanceText(chance),
      real ? 'yes' : 'may be chance',
    ]),
  };
}

/** Sizes of pages, as tasks tell them; '' where they do not. */
export const sizesOf = (trials: readonly Trial[]): (number | undefined)[] =>
  [...new Set(trials.map(({ elements }) => elements))].sort((a, b) => (a ?? 0) - (b ?? 0));

/** Tokens and passes of each variant by the size of the pages. */
export function sizeTable(variants: readonly string[], trials: readonly Trial[]): Table {
  return {
    head: [
      'elements',
      'variant',
      'tasks',
      'passed',
      'tokens a task',
      'saved, %',
      'page tokens a task',
      'saved, %',
    ],
    rows: sizesOf(trials).flatMap((size) =>
      rowsOf(
        variants,
        trials.filter(({ elements }) => elements === size),
        size,
      ),
    ),
  };
}

function rowsOf(variants: readonly string[], trials: readonly Trial[], size: number | undefined): string[][] {
  const of = (variant: string): Trial[] => trials.filter((trial) => trial.variant === variant);
  const [base = ''] = variants;
  return variants.map((variant) => {
    const mine = of(variant);
    const cells = (['tokens', 'pageTokens'] as const).flatMap((metric) => {
      const [is, was] = [estimate(mine, metric).mean, estimate(of(base), metric).mean];
      return [amount(is), variant === base || was === 0 ? '' : amount((1 - is / was) * 100)];
    });
    const passed = mine.filter((trial) => trial.passed).length;
    const tasks = new Set(mine.map(({ task }) => task)).size;
    return [
      size === undefined ? '-' : String(size),
      variant,
      String(tasks),
      `${passed}/${mine.length}`,
      ...cells,
    ];
  });
}

/** Every task: how it went in each variant. */
export function taskTable(variants: readonly string[], trials: readonly Trial[]): Table {
  const tasks = [...new Set(trials.map(({ task }) => task))];
  return {
    head: ['task', 'difficulty', ...variants],
    rows: tasks.map((task) => {
      const mine = trials.filter((trial) => trial.task === task);
      return [
        task,
        mine[0]?.difficulty ?? '',
        ...variants.map((variant) => cell(mine.filter((one) => one.variant === variant))),
      ];
    }),
  };
}

function cell(trials: readonly Trial[]): string {
  if (trials.length === 0) return '-';
  const passed = trials.filter((trial) => trial.passed).length;
  const why = trials.find((trial) => !trial.passed);
  const reason = why ? ` ${why.error?.code ?? why.reason}` : '';
  return `${passed}/${trials.length}${reason}, ${amount(estimate(trials, 'steps').mean)} steps, ${amount(estimate(trials, 'tokens').mean)} tokens`;
}
