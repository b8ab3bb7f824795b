import type { StageCounts } from './verify/verifyExample.ts';

/** What a data set came to. */
export interface Dataset {
  examples: number;
  /** Those of them that are augmented. */
  augmented: number;
  rejected: number;
  /** Of steps as they were run. */
  counts: StageCounts;
  /** Of those that were made from them. */
  augmentedCounts: StageCounts;
  modes: Record<string, number>;
  tools: Record<string, number>;
  sources: Record<string, number>;
}
