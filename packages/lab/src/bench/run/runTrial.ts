import { rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AgentRun,
  type Model,
  openModel,
  runAgent,
  ScriptedModel,
  type Session,
  type SessionPool,
  SightlineError,
  toSightlineError,
} from '../../../../sightline/src/internal.ts';
import { Oracle } from '../oracle/Oracle.ts';
import type { OracleStep } from '../oracle/OracleStep.ts';
import type { Episode, Task } from '../Suite.ts';
import type { Trial } from '../Trial.ts';
import type { Variant } from '../Variant.ts';
import { MeteredModel, type TokenCounter } from './MeteredModel.ts';

export interface TrialSettings {
  /** Folder of the whole run. */
  output: string;
  signal: AbortSignal;
  /** Gives each trial a session that shares nothing with others; a trial whose browser is lost is begun again. */
  pool: SessionPool;
  countTokens: TokenCounter;
  baseUrl?: string | undefined;
  env: Readonly<Record<string, string>>;
  /** Milliseconds that the agent may take in one trial; default 300,000. */
  timeoutMs?: number | undefined;
  maxTokens?: number | undefined;
  /** Traces keep the pages. Default false. */
  snapshots?: boolean | undefined;
}

const DEFAULT_TIMEOUT_MS = 300_000;
/** Milliseconds for the start of an episode and its checks, beyond the time of the agent. */
const START_AND_CHECKS_MS = 120_000;

/**
 * Does one task once, in a session of its own. What goes wrong is recorded in the trial, also a browser that does not answer
 * any more. @throws the signal's reason
 */
export async function runTrial(
  variant: Variant,
  task: Task,
  trial: number,
  settings: TrialSettings,
): Promise<Trial> {
  const { output, signal, pool, timeoutMs = DEFAULT_TIMEOUT_MS } = settings;
  const trace = join('traces', variant.id, `${toFileName(task.id)}-${trial}.jsonl`);
  const emptyTrial: Trial = {
    variant: variant.id,
    task: task.id,
    trial,
    at: new Date().toISOString(),
    difficulty: task.difficulty,
    ...(task.elements !== undefined && { elements: task.elements }),
    passed: false,
    checks: [],
    reason: 'start',
    answer: '',
    steps: 0,
    modelCalls: 0,
    tokens: { input: 0, output: 0 },
    sent: { page: 0, fixed: 0, rest: 0 },
    actions: {},
    ms: 0,
    latencies: [],
    trace,
  };
  let result = emptyTrial;
  try {
    await pool.run(
      async (session) => {
        rmSync(join(output, trace), { force: true });
        const episode = await task.startEpisode(session, trial);
        try {
          result = await runEpisode(session, episode, { variant, task, settings, emptyTrial });
          throwIfLost(result);
        } finally {
          await episode.close();
        }
      },
      { signal, timeoutMs: timeoutMs + START_AND_CHECKS_MS },
    );
    return result;
  } catch (thrown) {
    signal.throwIfAborted();
    return { ...result, passed: false, error: result.error ?? toTrialError(toSightlineError(thrown)) };
  }
}

/** To the pool, which begins again then. */
function throwIfLost({ error }: Trial): void {
  if (error?.code === 'browser_closed') throw new SightlineError(error.code, error.message);
}

interface TrialContext {
  variant: Variant;
  task: Task;
  settings: TrialSettings;
  emptyTrial: Trial;
}

async function runEpisode(session: Session, episode: Episode, context: TrialContext): Promise<Trial> {
  const { variant, task, settings, emptyTrial } = context;
  const { signal, output, timeoutMs = DEFAULT_TIMEOUT_MS, maxTokens } = settings;
  const model = await openTrialModel(variant, episode.oracle, settings);
  const actions: Trial['actions'] = {};
  const agentRun = await runAgent(session, episode.goal, {
    model,
    queryMode: variant.queryMode,
    ...(variant.view && { view: variant.view }),
    ...(variant.style && { style: variant.style }),
    maxSteps: task.maxSteps,
    timeoutMs,
    ...(maxTokens !== undefined && { maxTokens }),
    trace: join(output, emptyTrial.trace),
    snapshots: settings.snapshots,
    signal,
    onStep: ({ outcomes }) => {
      for (const { tool } of outcomes) actions[tool] = (actions[tool] ?? 0) + 1;
    },
  });
  signal.throwIfAborted();
  return withChecks(episode, { ...emptyTrial, ...measurements(agentRun, model), actions });
}

async function withChecks(episode: Episode, trial: Trial): Promise<Trial> {
  const isBroken = trial.reason === 'model' || trial.reason === 'page';
  if (isBroken)
    return {
      ...trial,
      error: { code: trial.reason === 'model' ? 'model_failed' : 'browser_closed', message: trial.answer },
    };
  // What it says of a task that it did not do is no answer.
  const checks = await episode.check(trial.reason === 'done' ? trial.answer : '');
  return { ...trial, checks, passed: checks.length > 0 && checks.every(({ ok }) => ok) };
}

function measurements(
  { reason, text, steps, modelCalls, tokens, ms }: AgentRun,
  { callUsages }: MeteredModel,
): Partial<Trial> {
  const sum = (key: 'page' | 'fixed' | 'rest'): number => callUsages.reduce((all, one) => all + one[key], 0);
  return {
    reason,
    answer: text,
    steps: steps.length,
    modelCalls,
    tokens,
    sent: { page: sum('page'), fixed: sum('fixed'), rest: sum('rest') },
    ms,
    latencies: callUsages.map((reading) => reading.ms),
  };
}

async function openTrialModel(
  { model, queryMode }: Variant,
  steps: readonly OracleStep[] | undefined,
  { countTokens, baseUrl, env }: TrialSettings,
): Promise<MeteredModel> {
  if (model !== 'oracle') return new MeteredModel(await openModel(model, { baseUrl, env }), countTokens);
  if (!steps)
    throw new SightlineError('invalid_argument', 'The oracle has no steps for this task.', {
      hint: 'Write it into the file of the oracle, beside the suite.',
    });
  const oracle = new Oracle(steps, queryMode);
  const scripted: Model = new ScriptedModel((question) => oracle.answer(question), { name: 'oracle' });
  return new MeteredModel(scripted, countTokens, { counted: true });
}

const toTrialError = ({
  code,
  message,
}: SightlineError): { code: SightlineError['code']; message: string } => ({
  code,
  message,
});

const toFileName = (id: string): string => id.replace(/[^\w.-]+/g, '-');
