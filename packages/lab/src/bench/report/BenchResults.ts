import type { RunSettings } from '../run/TrialStore.ts';
import type { Trial } from '../Trial.ts';
import type { VariantComparison } from './compareVariants.ts';
import type { VariantSummary } from './metrics.ts';
import type { Prices } from './prices.ts';

export interface ReportOptions {
  prices?: Prices | undefined;
  /** Tasks that could not be run, and why. */
  left?: readonly { task: string; why: string }[];
}

/** All that a report shows. */
export interface BenchResults extends ReportOptions {
  settings: RunSettings;
  trials: readonly Trial[];
  summaries: readonly VariantSummary[];
  /** Each further variant against the first. */
  comparisons: readonly VariantComparison[];
}
