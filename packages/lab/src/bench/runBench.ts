import { SightlineError } from '../../../sightline/src/internal.ts';
import { Ledger, type RunSettings, readTrials, type Shard } from './Ledger.ts';
import { loadTokenizer } from './Meter.ts';
import { playTrial, type TrialSettings } from './playTrial.ts';
import type { Suite, Task } from './Suite.ts';
import { keyOf, type Trial } from './Trial.ts';
import type { Variant } from './Variant.ts';

export interface BenchOptions extends Omit<TrialSettings, 'output' | 'countTokens'> {
  suite: Suite;
  variants: readonly Variant[];
  /** Tries of each task in each variant. */
  trials: number;
  /** Most tasks; default all. */
  limit?: number | undefined;
  /** Default: all of it. */
  shard?: Shard | undefined;
  /** Folder; where it holds a run of the same settings, this goes on with it. */
  output: string;
  onTrial?: ((trial: Trial, progress: { done: number; all: number }) => void) | undefined;
  onStart?: ((what: string, progress: { done: number; all: number }) => void) | undefined;
}

/** What a run came to. */
export interface BenchRun {
  settings: RunSettings;
  /** Those that were done now. */
  done: number;
  /** Those that were there already. */
  before: number;
  /** Tasks that cannot be run, and why. */
  left: { task: string; why: string }[];
  /** All that the folder holds, of every shard. */
  trials: Trial[];
}

interface Job {
  variant: Variant;
  task: Task;
  trial: number;
}

/**
 * Does every task of a suite in every variant, writing each trial down as it is done. A task that cannot be done is
 * told in its trial, and the run goes on. @throws SightlineError `invalid_argument`; `model_failed` where a model fails
 * before it answered anything; the signal's reason
 */
export async function runBench(options: BenchOptions): Promise<BenchRun> {
  const { suite, variants, trials, shard, output, signal } = options;
  const tasks = suite.tasks.filter(({ unsupported }) => !unsupported).slice(0, options.limit);
  if (tasks.length === 0)
    throw new SightlineError('invalid_argument', `The suite ${suite.name} has no task that can be run.`);
  const settings = settingsOf(options, tasks);
  const ledger = new Ledger(output, settings, shard);
  const jobs = sharded(jobsOf(variants, tasks, trials), shard);
  const known = ledger.done();
  const open = jobs.filter(
    ({ variant, task, trial }) => !known.has(keyOf({ variant: variant.id, task: task.id, trial })),
  );
  const progress = { done: jobs.length - open.length, all: jobs.length };
  const countTokens = await loadTokenizer();
  const heard = new Set<string>();
  for (const { variant, task, trial } of open) {
    signal.throwIfAborted();
    options.onStart?.(`${task.id}, ${variant.id}`, progress);
    const played = await playTrial(variant, task, trial, { ...options, countTokens });
    ledger.write(played);
    progress.done++;
    options.onTrial?.(played, { ...progress });
    if (played.tokens.input > 0) heard.add(variant.model);
    else if (!heard.has(variant.model)) refuseSilent(played);
  }
  const left = suite.tasks.flatMap(({ id, unsupported }) =>
    unsupported ? [{ task: id, why: unsupported }] : [],
  );
  return { settings, left, done: open.length, before: jobs.length - open.length, trials: readTrials(output) };
}

/** A model that is down, or that its server does not know, is silent in every other trial too. */
function refuseSilent({ error }: Trial): void {
  if (error?.code !== 'model_failed') return;
  throw new SightlineError('model_failed', error.message, {
    hint: 'No trial follows. The same command goes on once the model answers.',
  });
}

function settingsOf(
  { suite, variants, trials, baseUrl, maxTokens, timeoutMs }: BenchOptions,
  tasks: readonly Task[],
): RunSettings {
  return {
    version: 1,
    suite: suite.name,
    suiteHash: suite.hash,
    oracleHash: suite.oracleHash,
    variants,
    trials,
    tasks: tasks.map(({ id }) => id),
    baseUrl,
    maxTokens,
    timeoutMs,
  };
}

/** Task by task: what is compared is done one after the other, on a machine that is the same for both. */
const jobsOf = (variants: readonly Variant[], tasks: readonly Task[], trials: number): Job[] =>
  tasks.flatMap((task) =>
    Array.from({ length: trials }, (_, i) =>
      variants.map((variant) => ({ variant, task, trial: i + 1 })),
    ).flat(),
  );

/** By task, so that a shard holds all that is compared. */
function sharded(jobs: readonly Job[], shard: Shard | undefined): Job[] {
  if (!shard) return [...jobs];
  const tasks = [...new Set(jobs.map(({ task }) => task))];
  return jobs.filter(({ task }) => tasks.indexOf(task) % shard.count === shard.index - 1);
}

/** `3/40 shop-add: passed, 4 steps, 5210 tokens`. */
export function trialLine({ task, variant, passed, error, reason, steps, tokens, checks }: Trial): string {
  const failed = checks.find(({ ok }) => !ok);
  const why = error
    ? `error: ${error.message}`
    : passed
      ? 'passed'
      : `failed (${reason}${failed ? `: ${failed.check}, found ${failed.found}` : ''})`;
  return `${task}, ${variant}: ${why}, ${steps} steps, ${tokens.input + tokens.output} tokens`;
}
