import { mean, quantile } from '../src/bench/report/statistics.ts';

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Of ratios; NaN for none. */
export const geometricMean = (values: readonly number[]): number => Math.exp(mean(values.map(Math.log)));
