import type { Snapshot } from '../../../sightline/src/internal.ts';
import { checkExecution } from './checkExecution.ts';
import { checkFormat } from './checkFormat.ts';
import type { Example } from './Example.ts';
import type { Judge } from './Judge.ts';
import { Rejection, type RejectionCode, type Stage } from './Rejection.ts';

/** How many came to each stage, and how many fell out there, by reason. */
export type Counts = Record<Stage, { seen: number; rejected: Partial<Record<RejectionCode, number>> }>;

/** `93 seen, rejected: misses_element 2`. */
export function tellStage({ seen, rejected }: Counts[Stage]): string {
  const reasons = Object.entries(rejected).map(([code, n]) => `${code} ${n}`);
  return `${seen} seen${reasons.length > 0 ? `, rejected: ${reasons.join(', ')}` : ''}`;
}

export const noCounts = (): Counts => ({
  source: { seen: 0, rejected: {} },
  format: { seen: 0, rejected: {} },
  execution: { seen: 0, rejected: {} },
  semantics: { seen: 0, rejected: {} },
});

export interface Verifying {
  /** A page, by its file. @throws Rejection */
  read(file: string): Snapshot;
  /** Default: nobody judges, and the example says so. */
  judge?: Judge | undefined;
  counts: Counts;
  signal: AbortSignal;
}

/** All three stages, each counted (seed 000 pattern 6, after APIGen). @throws Rejection; the signal's reason */
export async function verify(one: Example, { read, judge, counts, signal }: Verifying): Promise<Example> {
  counts.format.seen++;
  checkFormat(one);
  counts.execution.seen++;
  const execution = await checkExecution(one, read, signal);
  if (!judge) return { ...one, verified: { execution, semantics: 'unjudged' } };
  counts.semantics.seen++;
  const verdict = await judge.check(one);
  return { ...one, verified: { execution, semantics: 'passed', verdict } };
}

/** Counts a rejection, and anything else goes on. */
export function counted(thrown: unknown, counts: Counts): Rejection {
  if (!(thrown instanceof Rejection)) throw thrown;
  const { rejected } = counts[thrown.stage];
  rejected[thrown.code] = (rejected[thrown.code] ?? 0) + 1;
  return thrown;
}
