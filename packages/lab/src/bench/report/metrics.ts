import type { Trial } from '../Trial.ts';
import type { Prices } from './prices.ts';
import { bootstrapInterval, type Interval, mean, quantile, wilsonInterval } from './statistics.ts';

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
  latency: { title: 'latency of a call', unit: 's', of: ({ latencies }: Trial) => meanLatency(latencies) },
} as const satisfies Record<string, { title: string; unit: string; of: (trial: Trial) => number }>;

export type Metric = keyof typeof METRICS;

const meanLatency = (latencies: readonly number[]): number =>
  latencies.length > 0 ? mean(latencies) / 1000 : 0;

/** All figures of a variant. */
export interface VariantSummary {
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
): VariantSummary {
  const variantTrials = trials.filter((trial) => trial.variant === variant);
  const passed = variantTrials.filter((trial) => trial.passed).length;
  const latencies = variantTrials.flatMap((trial) => trial.latencies);
  const estimates = Object.keys(METRICS).map((key) => [key, estimate(variantTrials, key as Metric)]);
  return {
    variant,
    trials: variantTrials.length,
    tasks: new Set(variantTrials.map(({ task }) => task)).size,
    passed,
    errors: variantTrials.filter(({ error }) => error).length,
    passRate: {
      mean: variantTrials.length === 0 ? 0 : passed / variantTrials.length,
      ...wilsonInterval(passed, variantTrials.length),
    },
    estimates: Object.fromEntries(estimates),
    latency: { median: quantile(latencies, 0.5), p95: quantile(latencies, 0.95) },
    actions: actionsPerTrial(variantTrials),
    cost: totalCost(variantTrials, model, prices),
  };
}

/** One value a task, the mean of its trials: trials of one task hang together. */
export function meanByTask(trials: readonly Trial[], metric: Metric): Map<string, number> {
  const values = new Map<string, number[]>();
  for (const trial of trials) {
    const value = METRICS[metric].of(trial);
    values.set(trial.task, [...(values.get(trial.task) ?? []), value]);
  }
  return new Map([...values].map(([task, all]) => [task, mean(all)]));
}

export function estimate(trials: readonly Trial[], metric: Metric): Estimate {
  const values = [...meanByTask(trials, metric).values()];
  return { mean: values.length === 0 ? 0 : mean(values), ...bootstrapInterval(values) };
}

function actionsPerTrial(trials: readonly Trial[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { actions } of trials)
    for (const [tool, count] of Object.entries(actions))
      counts[tool] = (counts[tool] ?? 0) + count / trials.length;
  return Object.fromEntries(Object.entries(counts).sort(([, a], [, b]) => b - a));
}

function totalCost(trials: readonly Trial[], model: string, prices: Prices | undefined): number | undefined {
  const price = prices?.models[model];
  if (!price) return undefined;
  return trials.reduce(
    (sum, { tokens }) => sum + (tokens.input * price.input + tokens.output * price.output) / 1e6,
    0,
  );
}
