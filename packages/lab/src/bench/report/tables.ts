import type { Trial } from '../Trial.ts';
import { formatAmount, formatPValue, type VariantComparison } from './compareVariants.ts';
import type { ReportTable } from './html.ts';
import { type Estimate, estimate, METRICS, type Metric, type VariantSummary } from './metrics.ts';
import type { Prices } from './prices.ts';

const formatEstimate = ({ mean, low, high }: Estimate): string =>
  `${formatAmount(mean)} (${formatAmount(low)} to ${formatAmount(high)})`;

/** What each variant came to, a line each. Means are of tasks, with their 95 % intervals. */
export function summaryTable(summaries: readonly VariantSummary[], prices: Prices | undefined): ReportTable {
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
      costHeader(prices),
    ],
    rows: summaries.map(({ variant, passed, trials, passRate, estimates, errors, cost }) => [
      variant,
      `${passed}/${trials}`,
      formatAmount(passRate.mean * 100),
      formatAmount(estimates.tokens.mean),
      formatAmount(estimates.pageTokens.mean),
      formatAmount(estimates.steps.mean),
      formatAmount(estimates.modelCalls.mean),
      formatAmount(estimates.seconds.mean),
      String(errors),
      cost === undefined ? 'no price known' : cost.toFixed(4),
    ]),
  };
}

const costHeader = (prices: Prices | undefined): string =>
  prices ? `cost, ${prices.currency} (prices of ${prices.date})` : 'cost';

/** Of trials, with the Wilson interval. */
export function passTable(summaries: readonly VariantSummary[]): ReportTable {
  return {
    head: ['variant', 'passed', 'of', 'pass rate, %'],
    rows: summaries.map(({ variant, passed, trials, passRate: { mean, low, high } }) => [
      variant,
      String(passed),
      String(trials),
      formatEstimate({ mean: mean * 100, low: low * 100, high: high * 100 }),
    ]),
  };
}

/** One metric of all variants, with its interval. */
export function metricTable(summaries: readonly VariantSummary[], metrics: readonly Metric[]): ReportTable {
  return {
    head: [
      'variant',
      ...metrics.map(
        (metric) => `${METRICS[metric].title}${METRICS[metric].unit && `, ${METRICS[metric].unit}`}`,
      ),
    ],
    rows: summaries.map(({ variant, estimates }) => [
      variant,
      ...metrics.map((metric) => formatEstimate(estimates[metric])),
    ]),
  };
}

export function actionTable(summaries: readonly VariantSummary[]): ReportTable {
  const tools = [...new Set(summaries.flatMap(({ actions }) => Object.keys(actions)))];
  return {
    head: ['tool', ...summaries.map(({ variant }) => variant)],
    rows: tools.map((tool) => [tool, ...summaries.map(({ actions }) => formatAmount(actions[tool] ?? 0))]),
  };
}

export function comparisonTable({ differences }: VariantComparison): ReportTable {
  return {
    head: ['metric', 'first', 'this', 'difference', '95 % interval', 'p', 'real'],
    rows: differences.map(({ metric, a, b, difference, share, interval, chance, real }) => [
      METRICS[metric].title,
      formatAmount(a),
      formatAmount(b),
      `${formatAmount(difference)}${share === undefined || metric === 'passed' ? '' : ` (${formatAmount(share * 100)} %)`}`,
      `${formatAmount(interval.low)} to ${formatAmount(interval.high)}`,
      formatPValue(chance),
      real ? 'yes' : 'may be chance',
    ]),
  };
}

/** Sizes of pages, as tasks give them; '' where they do not. */
export const sizesOf = (trials: readonly Trial[]): (number | undefined)[] =>
  [...new Set(trials.map(({ elements }) => elements))].sort((a, b) => (a ?? 0) - (b ?? 0));

/** Tokens and passes of each variant by the size of the pages. */
export function sizeTable(variants: readonly string[], trials: readonly Trial[]): ReportTable {
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
      sizeRows(
        variants,
        trials.filter(({ elements }) => elements === size),
        size,
      ),
    ),
  };
}

function sizeRows(
  variants: readonly string[],
  trials: readonly Trial[],
  size: number | undefined,
): string[][] {
  const trialsOf = (variant: string): Trial[] => trials.filter((trial) => trial.variant === variant);
  const [baseline = ''] = variants;
  return variants.map((variant) => {
    const variantTrials = trialsOf(variant);
    const cells = (['tokens', 'pageTokens'] as const).flatMap((metric) => {
      const [meanTokens, baselineTokens] = [
        estimate(variantTrials, metric).mean,
        estimate(trialsOf(baseline), metric).mean,
      ];
      return [
        formatAmount(meanTokens),
        variant === baseline || baselineTokens === 0
          ? ''
          : formatAmount((1 - meanTokens / baselineTokens) * 100),
      ];
    });
    const passed = variantTrials.filter((trial) => trial.passed).length;
    const tasks = new Set(variantTrials.map(({ task }) => task)).size;
    return [
      size === undefined ? '-' : String(size),
      variant,
      String(tasks),
      `${passed}/${variantTrials.length}`,
      ...cells,
    ];
  });
}

/** Every task: how it went in each variant. */
export function taskTable(variants: readonly string[], trials: readonly Trial[]): ReportTable {
  const tasks = [...new Set(trials.map(({ task }) => task))];
  return {
    head: ['task', 'difficulty', ...variants],
    rows: tasks.map((task) => {
      const taskTrials = trials.filter((trial) => trial.task === task);
      return [
        task,
        taskTrials[0]?.difficulty ?? '',
        ...variants.map((variant) => taskCell(taskTrials.filter((one) => one.variant === variant))),
      ];
    }),
  };
}

function taskCell(trials: readonly Trial[]): string {
  if (trials.length === 0) return '-';
  const passed = trials.filter((trial) => trial.passed).length;
  const failure = trials.find((trial) => !trial.passed);
  const reason = failure ? ` ${failure.error?.code ?? failure.reason}` : '';
  return `${passed}/${trials.length}${reason}, ${formatAmount(estimate(trials, 'steps').mean)} steps, ${formatAmount(estimate(trials, 'tokens').mean)} tokens`;
}
