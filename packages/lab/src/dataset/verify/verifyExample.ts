import type { Snapshot } from '../../../../sightline/src/internal.ts';
import { ExampleRejection, type RejectionCode, type VerificationStage } from '../ExampleRejection.ts';
import type { TrainingExample } from '../TrainingExample.ts';
import { checkExecution } from './checkExecution.ts';
import { checkFormat } from './checkFormat.ts';
import type { ExampleJudge } from './ExampleJudge.ts';

/** How many came to each stage, and how many fell out there, by reason. */
export type StageCounts = Record<
  VerificationStage,
  { seen: number; rejected: Partial<Record<RejectionCode, number>> }
>;

/** `93 seen, rejected: misses_element 2`. */
export function renderStageCounts({ seen, rejected }: StageCounts[VerificationStage]): string {
  const reasons = Object.entries(rejected).map(([code, n]) => `${code} ${n}`);
  return `${seen} seen${reasons.length > 0 ? `, rejected: ${reasons.join(', ')}` : ''}`;
}

export const emptyCounts = (): StageCounts => ({
  source: { seen: 0, rejected: {} },
  format: { seen: 0, rejected: {} },
  execution: { seen: 0, rejected: {} },
  semantics: { seen: 0, rejected: {} },
});

export interface VerifyOptions {
  /** A page, by its file. @throws Rejection */
  read(file: string): Snapshot;
  /** Default: nobody judges, and the example says so. */
  judge?: ExampleJudge | undefined;
  counts: StageCounts;
  signal: AbortSignal;
}

/** All three stages, each counted (after APIGen). @throws Rejection; the signal's reason */
export async function verifyExample(
  example: TrainingExample,
  { read, judge, counts, signal }: VerifyOptions,
): Promise<TrainingExample> {
  counts.format.seen++;
  checkFormat(example);
  counts.execution.seen++;
  const execution = await checkExecution(example, read, signal);
  if (!judge) return { ...example, verified: { execution, semantics: 'unjudged' } };
  counts.semantics.seen++;
  const decision = await judge.judge(example);
  return { ...example, verified: { execution, semantics: 'passed', verdict: decision } };
}

/** Counts a rejection, and anything else goes on. */
export function countRejection(thrown: unknown, counts: StageCounts): ExampleRejection {
  if (!(thrown instanceof ExampleRejection)) throw thrown;
  const { rejected } = counts[thrown.stage];
  rejected[thrown.code] = (rejected[thrown.code] ?? 0) + 1;
  return thrown;
}
