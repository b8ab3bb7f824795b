import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { SightlineError } from '../../../../sightline/src/internal.ts';
import { readSettings, readTrials } from '../run/TrialStore.ts';
import type { Trial } from '../Trial.ts';
import { METRICS, type Metric, meanByTask } from './metrics.ts';
import { bootstrapInterval, holmCorrection, type Interval, mean, signFlipTest } from './statistics.ts';

/** The trials of one variant. */
export interface VariantTrials {
  name: string;
  suiteHash: string;
  trials: readonly Trial[];
}

/** How B differs from A in one metric, over the tasks that both did. */
export interface MetricDifference {
  metric: Metric;
  a: number;
  b: number;
  /** B - A, a task. */
  difference: number;
  /** 95 %, by a bootstrap over tasks. */
  interval: Interval;
  /** B / A - 1; undefined where A is 0. */
  share: number | undefined;
  /** How likely chance alone makes such a difference, corrected for the number of metrics (Holm). */
  chance: number;
  /** `chance` is below 0.05. */
  real: boolean;
}

export interface VariantComparison {
  a: string;
  b: string;
  /** Tasks that both did. */
  tasks: number;
  differences: MetricDifference[];
}

/** Metrics whose difference is tested for significance. Input and output are parts of `tokens`, and time is of the machine. */
const COMPARED_METRICS: readonly Metric[] = [
  'passed',
  'tokens',
  'pageTokens',
  'steps',
  'modelCalls',
  'seconds',
];

/** Pairs the trials of two variants by task. @throws SightlineError `invalid_argument` where no task is shared */
export function compareVariants(a: VariantTrials, b: VariantTrials): VariantComparison {
  if (a.suiteHash !== b.suiteHash)
    throw new SightlineError('invalid_argument', `${a.name} and ${b.name} are of different suites.`, {
      hint: 'Run both with the same version of the same suite.',
    });
  const inB = new Set(b.trials.map(({ task }) => task));
  const shared = new Set(a.trials.map(({ task }) => task).filter((task) => inB.has(task)));
  if (shared.size === 0)
    throw new SightlineError('invalid_argument', `${a.name} and ${b.name} have no task in common.`);
  const raw = COMPARED_METRICS.map((metric) => compareMetric(metric, a.trials, b.trials, [...shared]));
  const chances = holmCorrection(raw.map(({ chance }) => chance));
  const differences = raw.map((one, i) => ({
    ...one,
    chance: chances[i] ?? 1,
    real: (chances[i] ?? 1) < 0.05,
  }));
  return { a: a.name, b: b.name, tasks: shared.size, differences };
}

function compareMetric(
  metric: Metric,
  a: readonly Trial[],
  b: readonly Trial[],
  tasks: readonly string[],
): Omit<MetricDifference, 'real'> {
  const valuesOf = (trials: readonly Trial[]): number[] => {
    const values = meanByTask(trials, metric);
    return tasks.map((task) => values.get(task) ?? 0);
  };
  const before = valuesOf(a);
  const after = valuesOf(b);
  const unit = metric === 'passed' ? 100 : 1;
  const differences = after.map((value, i) => value - (before[i] ?? 0));
  const [meanA, meanB] = [mean(before), mean(after)];
  return {
    metric,
    a: meanA,
    b: meanB,
    difference: mean(differences),
    interval: bootstrapInterval(differences),
    share: meanA === 0 ? undefined : meanB / meanA - 1,
    chance: signFlipTest(differences.map((difference) => difference / unit)),
  };
}

/** `DIR`, or `DIR/VARIANT` where it holds several. @throws SightlineError `invalid_argument` */
export function readVariantTrials(path: string): VariantTrials {
  const isVariant = !existsSync(join(path, 'bench.json')) && existsSync(join(dirname(path), 'bench.json'));
  const folder = isVariant ? dirname(path) : path;
  const { variants, suiteHash } = readSettings(folder);
  const ids = variants.map(({ id }) => id);
  const id = folder === path && ids.length === 1 ? ids[0] : folder === path ? undefined : basename(path);
  if (id === undefined || !ids.includes(id))
    throw new SightlineError('invalid_argument', `${path} does not say which variant is meant.`, {
      hint: `Name one: ${ids.map((one) => join(folder, one)).join(', ')}.`,
    });
  return { name: path, suiteHash, trials: readTrials(folder).filter(({ variant }) => variant === id) };
}

/** As text, a line a metric, and what it comes to. */
export function renderComparison({ a, b, tasks, differences }: VariantComparison): string {
  const lines = differences.map(renderDifference);
  return [`A: ${a}`, `B: ${b}`, `${tasks} tasks in common, paired; intervals are 95 %.`, '', ...lines].join(
    '\n',
  );
}

function renderDifference({
  metric,
  a,
  b,
  difference,
  interval,
  share,
  chance,
  real,
}: MetricDifference): string {
  const { title, unit } = METRICS[metric];
  const withUnit = (value: number): string => `${formatAmount(value)}${unit && ` ${unit}`}`;
  const percentage = share === undefined || metric === 'passed' ? '' : `, ${formatSigned(share * 100)} %`;
  const conclusion = real ? 'real' : difference === 0 ? 'no difference' : 'may be chance';
  return `${title}: ${withUnit(a)} -> ${withUnit(b)} (${formatSigned(difference)}${percentage}; ${formatSigned(interval.low)} to ${formatSigned(interval.high)}): ${conclusion} (p = ${formatPValue(chance)})`;
}

/** With as many digits as matter. */
export function formatAmount(value: number): string {
  if (!Number.isFinite(value)) return '-';
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return Number(value.toFixed(digits)).toLocaleString('en-US');
}

const formatSigned = (value: number): string => `${value > 0 ? '+' : ''}${formatAmount(value)}`;
export const formatPValue = (chance: number): string => (chance < 0.001 ? '< 0.001' : chance.toFixed(3));
