import { SessionPool, SightlineError } from '../../../../sightline/src/internal.ts';
import type { Suite, Task } from '../Suite.ts';
import { type Trial, trialKey } from '../Trial.ts';
import type { Variant } from '../Variant.ts';
import { loadTokenizer } from './MeteredModel.ts';
import { runTrial, type TrialSettings } from './runTrial.ts';
import { type RunSettings, type RunShard, readTrials, TrialStore } from './TrialStore.ts';

export interface BenchOptions extends Omit<TrialSettings, 'output' | 'countTokens' | 'pool'> {
  suite: Suite;
  variants: readonly Variant[];
  /** Tries of each task in each variant. */
  trials: number;
  /** Most tasks; default all. */
  limit?: number | undefined;
  /** Default: all of it. */
  shard?: RunShard | undefined;
  /** Trials side by side; default 1. */
  jobs?: number | undefined;
  /** Address of a Selenium Grid that gives the browsers. Default: they are started here. */
  grid?: string | undefined;
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

interface TrialJob {
  variant: Variant;
  task: Task;
  trial: number;
}

/**
 * Does every task of a suite in every variant, writing each trial down as it is done. A task that cannot be done is
 * recorded in its trial, and the run goes on. @throws SightlineError `invalid_argument`; `model_failed` where a model fails
 * before it answered anything; the signal's reason
 */
export async function runBench(options: BenchOptions): Promise<BenchRun> {
  const { suite, variants, trials, shard, output } = options;
  const tasks = suite.tasks.filter(({ unsupported }) => !unsupported).slice(0, options.limit);
  if (tasks.length === 0)
    throw new SightlineError('invalid_argument', `The suite ${suite.name} has no task that can be run.`);
  const settings = runSettingsOf(options, tasks);
  const store = new TrialStore(output, settings, shard);
  const jobs = selectShard(planJobs(variants, tasks, trials), shard);
  const completed = store.completedTrials();
  const pending = jobs.filter(
    ({ variant, task, trial }) => !completed.has(trialKey({ variant: variant.id, task: task.id, trial })),
  );
  const progress = { done: jobs.length - pending.length, all: jobs.length };
  const countTokens = await loadTokenizer();
  const respondingModels = new Set<string>();
  const doTrial = async ({ variant, task, trial }: TrialJob, settings: TrialSettings): Promise<void> => {
    options.onStart?.(`${task.id}, ${variant.id}`, progress);
    const trialResult = await runTrial(variant, task, trial, settings);
    store.append(trialResult);
    progress.done++;
    options.onTrial?.(trialResult, { ...progress });
    if (trialResult.tokens.input > 0) respondingModels.add(variant.model);
    else if (!respondingModels.has(variant.model)) throwIfModelFailed(trialResult);
  };
  await inPool(pending, options, (job, settings) => doTrial(job, { ...options, ...settings, countTokens }));
  const left = suite.tasks.flatMap(({ id, unsupported }) =>
    unsupported ? [{ task: id, why: unsupported }] : [],
  );
  return {
    settings,
    left,
    done: pending.length,
    before: jobs.length - pending.length,
    trials: readTrials(output),
  };
}

/** How often a trial is begun anew whose browser is lost. */
const RETRIES = 3;
/** Milliseconds for a slot of a grid: where it has fewer than there are jobs, as after the end of a node, they wait for each other. */
const SLOT_WAIT_MS = 300_000;

/** Does jobs side by side. The first that fails ends the others. */
async function inPool<Job>(
  pending: readonly Job[],
  { jobs = 1, grid, signal }: BenchOptions,
  work: (job: Job, settings: Pick<TrialSettings, 'pool' | 'signal'>) => Promise<void>,
): Promise<void> {
  const place = grid === undefined ? {} : { grid: { url: grid, timeoutMs: SLOT_WAIT_MS } };
  const pool = new SessionPool({ sessions: jobs, retries: RETRIES, ...place });
  const failing = new AbortController();
  const settings = { pool, signal: AbortSignal.any([signal, failing.signal]) };
  const left = pending.values();
  const doAll = async (): Promise<void> => {
    for (const job of left) {
      settings.signal.throwIfAborted();
      await work(job, settings);
    }
  };
  const workers = Array.from({ length: jobs }, () =>
    doAll().catch((error) => {
      failing.abort(error);
      throw error;
    }),
  );
  try {
    await Promise.allSettled(workers);
    await Promise.all(workers);
  } finally {
    await pool.close();
  }
}

/** A model that is down, or that its server does not know, is silent in every other trial too. */
function throwIfModelFailed({ error }: Trial): void {
  if (error?.code !== 'model_failed') return;
  throw new SightlineError('model_failed', error.message, {
    hint: 'No trial follows. The same command goes on once the model answers.',
  });
}

function runSettingsOf(
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
const planJobs = (variants: readonly Variant[], tasks: readonly Task[], trials: number): TrialJob[] =>
  tasks.flatMap((task) =>
    Array.from({ length: trials }, (_, i) =>
      variants.map((variant) => ({ variant, task, trial: i + 1 })),
    ).flat(),
  );

/** By task, so that a shard holds all that is compared. */
function selectShard(jobs: readonly TrialJob[], shard: RunShard | undefined): TrialJob[] {
  if (!shard) return [...jobs];
  const tasks = [...new Set(jobs.map(({ task }) => task))];
  return jobs.filter(({ task }) => tasks.indexOf(task) % shard.count === shard.index - 1);
}

/** `3/40 shop-add: passed, 4 steps, 5210 tokens`. */
export function trialLine({ task, variant, passed, error, reason, steps, tokens, checks }: Trial): string {
  const failed = checks.find(({ ok }) => !ok);
  const status = error
    ? `error: ${error.message}`
    : passed
      ? 'passed'
      : `failed (${reason}${failed ? `: ${failed.check}, found ${failed.found}` : ''})`;
  return `${task}, ${variant}: ${status}, ${steps} steps, ${tokens.input + tokens.output} tokens`;
}
