import type { EndReason, ErrorCode, Usage } from '../../../sightline/src/internal.ts';
import type { CheckResult } from './checks.ts';
import type { Difficulty } from './Suite.ts';

/** What became of one try of one task in one variant: a line of `trials.jsonl`. */
export interface Trial {
  variant: string;
  task: string;
  /** Counted from 1. */
  trial: number;
  /** When it began, ISO 8601. */
  at: string;
  difficulty: Difficulty;
  elements?: number;
  /** All that was checked holds. */
  passed: boolean;
  checks: CheckResult[];
  /** How the run ended; `start`: it did not begin. */
  reason: EndReason | 'start';
  /** What stood in the way of the task itself: such a trial is done again when the run goes on. */
  error?: { code: ErrorCode; message: string };
  answer: string;
  steps: number;
  modelCalls: number;
  /** As the model's provider counts; of the oracle, o200k of what was sent. */
  tokens: Usage;
  /** o200k of what was really sent: what it was shown of the page, what is in every call, the rest. */
  sent: { page: number; fixed: number; rest: number };
  /** Calls of tools, by name. */
  actions: Record<string, number>;
  /** Of the whole run, with page and model. */
  ms: number;
  /** Of each call of the model. */
  latencies: number[];
  /** Where its trace is, from the output folder. */
  trace: string;
}

export const trialKey = ({ variant, task, trial }: Pick<Trial, 'variant' | 'task' | 'trial'>): string =>
  JSON.stringify([variant, task, trial]);
