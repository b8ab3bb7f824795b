import type { Prices } from './prices.ts';
import { bootstrap, type Interval, mean, quantile, wilson } from './statistics.ts';
import type { Trial } from './Trial.ts';

/** A mean over tasks, and where it lies with 95 %. */
export interface Estimate extends Interval {
  mean: number;
}

/** What is measured of every trial. */
export const METRICS = {
  passed: { title: 'pass rate', unit: '%', of: ({ passed }: Trial) => (passed ? 100 : 0) },
  tokens: { title: 'tokens', unit: '', of: ({ tokens }: Trial) => tokens.input + tokens.output },
  pageTokens: { title: 'page tokens', unit: '', of: ({ sent }: Trial) => sent.page },
  input: { title: 'input tokens', unit: '', of: ({ tokens }: Trial) => tokens.input },
  output: { title: 'output tokens', unit: '', of: ({ tokens }: Trial) => tokens.output },
  steps: { title: 'steps', unit: '', of: ({ steps }: Trial) => steps },
  modelCalls: { title: 'model calls', unit: '', of: ({ modelCalls }: Trial) => modelCalls },
  seconds: { title: 'time', unit: 's', of: ({ ms }: Trial) => ms / 1000 },
  latency: { title: 'latency of a call', unit: 's', of: ({ latencies }: Trial) => latencyOf(latencies) },
} as const satisfies Record<string, { title: string; unit: string; of: (trial: Trial) => number }>;

export type Metric = keyof typeof METRICS;

const latencyOf = (latencies: readonly number[]): number =>
  latencies.length > 0 ? mean(latencies) / 1000 : 0;

/** All that is told of a variant. */
export interface Summary {
  variant: string;
  trials: number;
  tasks: number;
  passed: number;
  /** Trials that something else than the task stood in the way of. They count as not passed. */
  errors: number;
  /** Of trials, from 0 to 1, with its Wilson interval. */
  passRate: Estimate;
  estimates: Record<Metric, Estimate>;
  /** Milliseconds of a model's call. */
  latency: { median: number; p95: number };
  /** Calls of tools, by name, a trial. */
  actions: Record<string, number>;
  /** Of all trials together, in the currency of the table; undefined where it has no price of the model. */
  cost: number | undefined;
}

export function summarise(
  variant: string,
  model: string,
  trials: readonly Trial[],
  prices?: Prices,
): Summary {
  const mine = trials.filter((trial) => trial.variant === variant);
  const passed = mine.filter((trial) => trial.passed).length;
  const latencies = mine.flatMap((trial) => trial.latencies);
  const estimates = Object.keys(METRICS).map((key) => [key, estimate(mine, key as Metric)]);
  return {
    variant,
    trials: mine.length,
    tasks: new Set(mine.map(({ task }) => task)).size,
    passed,
    errors: mine.filter(({ error }) => error).length,
    passRate: { mean: mine.length === 0 ? 0 : passed / mine.length, ...wilson(passed, mine.length) },
    estimates: Object.fromEntries(estimates),
    latency: { median: quantile(latencies, 0.5), p95: quantile(latencies, 0.95) },
    actions: actionsOf(mine),
    cost: costOf(mine, model, prices),
  };
}

/** One value a task, the mean of its trials: trials of one task hang together. */
export function byTask(trials: readonly Trial[], metric: Metric): Map<string, number> {
  const values = new Map<string, number[]>();
  for (const trial of trials) {
    const value = METRICS[metric].of(trial);
    values.set(trial.task, [...(values.get(trial.task) ?? []), value]);
  }
  return new Map([...values].map(([task, all]) => [task, mean(all)]));
}

export function estimate(trials: readonly Trial[], metric: Metric): Estimate {
  const values = [...byTask(trials, metric).values()];
  return { mean: values.length === 0 ? 0 : mean(values), ...bootstrap(values) };
}

function actionsOf(trials: readonly Trial[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { actions } of trials)
    for (const [tool, count] of Object.entries(actions))
      counts[tool] = (counts[tool] ?? 0) + count / trials.length;
  return Object.fromEntries(Object.entries(counts).sort(([, a], [, b]) => b - a));
}

function costOf(trials: readonly Trial[], model: string, prices: Prices | undefined): number | undefined {
  const price = prices?.models[model];
  if (!price) return undefined;
  return trials.reduce(
    (sum, { tokens }) => sum + (tokens.input * price.input + tokens.output * price.output) / 1e6,
    0,
  );
}
