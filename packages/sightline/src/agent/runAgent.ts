import type { Session } from '../session/Session.ts';
import { type FieldNames, readOptions } from '../snapshot/readOptions.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';
import { toSightlineError } from '../tools/runTool.ts';
import {
  type AgentSettings,
  type ResolvedSettings,
  resolveSettings,
  SETTINGS_FIELDS,
} from './AgentSettings.ts';
import { Budget } from './Budget.ts';
import type { Model, Usage } from './models/Model.ts';
import { type GoalResult, Navigator } from './Navigator.ts';
import { Planner } from './Planner.ts';
import { type EndReason, RunEnd } from './RunEnd.ts';
import { RunSecrets } from './RunSecrets.ts';
import { SnapshotStore } from './trace/SnapshotStore.ts';
import { StepLog, type StepReport } from './trace/StepLog.ts';
import { TRACE_VERSION, TraceWriter } from './trace/TraceWriter.ts';

/** Options of `runAgent`. */
export interface AgentOptions extends AgentSettings {
  /** See `openModel`. */
  model: Model;
  /** File to write the run to, one JSON object a line. Default: none. */
  trace?: string | undefined;
  /** Save the pages beside the trace, in `snapshots/`, for `sightline dataset`. Default false. */
  snapshots?: boolean | undefined;
  /** Ends the run, with reason `cancelled`. */
  signal?: AbortSignal | undefined;
  /** Called after each step. */
  onStep?: ((step: StepReport) => void) | undefined;
}

/** `outline_mode` is taken for `view`. */
function withOutlineMode(given: AgentOptions & { outline_mode?: boolean }): AgentOptions {
  if (given?.outline_mode === undefined) return given;
  const { outline_mode: isOutline, ...options } = given;
  return { view: isOutline ? 'outline' : 'flat', ...options };
}

const OPTION_FIELDS: FieldNames<AgentOptions> = {
  ...SETTINGS_FIELDS,
  model: true,
  trace: true,
  snapshots: true,
  signal: true,
  onStep: true,
};

/** The result of a run, without secrets. */
export interface AgentRun {
  success: boolean;
  reason: EndReason;
  /** The model's answer, or why there is none. */
  text: string;
  steps: StepReport[];
  /** Of all calls of models. */
  tokens: Usage;
  modelCalls: number;
  ms: number;
}

/**
 * Has a model do a task on the session's page. Resolves with a reason, whatever happens; the session stays open.
 * @throws SightlineError `invalid_argument` for invalid settings
 */
export async function runAgent(session: Session, task: string, given: AgentOptions): Promise<AgentRun> {
  const options = readOptions('runAgent', withOutlineMode(given), OPTION_FIELDS);
  const settings = resolveSettings(options);
  requireModel('model', options.model);
  if (settings.planner) requireModel('planner', settings.planner);
  const run = new AgentRunner(session, task, options, settings);
  // A command-line session words hints as commands; a model needs tool calls.
  const previousSyntax = session.setCallStyle('tools');
  try {
    return await run.execute();
  } finally {
    session.setCallStyle(previousSyntax);
  }
}

function requireModel(name: string, given: Model | undefined): void {
  if (typeof given?.decide === 'function' && given.callFormat !== undefined) return;
  throw new SightlineError('invalid_argument', `runAgent: ${name} is no model.`, {
    hint: "Give what openModel('openai/NAME') answers, or an object with name, callFormat and decide.",
  });
}

class AgentRunner {
  readonly #options: AgentOptions;
  readonly #settings: ResolvedSettings;
  readonly #session: Session;
  readonly #task: string;
  readonly #secrets = new RunSecrets();
  readonly #budget: Budget;
  readonly #trace: TraceWriter;
  readonly #stepLog: StepLog;
  readonly #snapshots: SnapshotStore | undefined;
  readonly #started = performance.now();
  readonly #timeout: AbortSignal | undefined;
  readonly #signal: AbortSignal;

  constructor(session: Session, task: string, options: AgentOptions, settings: ResolvedSettings) {
    const { timeoutMs } = settings;
    this.#session = session;
    this.#task = task;
    this.#options = options;
    this.#settings = settings;
    this.#budget = new Budget(settings);
    this.#trace = new TraceWriter(options.trace, this.#secrets);
    this.#snapshots =
      options.snapshots && options.trace !== undefined
        ? new SnapshotStore(options.trace, this.#secrets)
        : undefined;
    this.#stepLog = new StepLog({
      snapshots: this.#snapshots,
      trace: this.#trace,
      secrets: this.#secrets,
      session,
      onStep: options.onStep,
    });
    this.#timeout = Number.isFinite(timeoutMs) ? AbortSignal.timeout(timeoutMs) : undefined;
    this.#signal = AbortSignal.any([options.signal, this.#timeout].filter((one) => one !== undefined));
  }

  async execute(): Promise<AgentRun> {
    const { model, planner, trace: _, signal: __, onStep: ___, ...settings } = this.#options;
    const names = { model: model.name, ...(planner && { planner: planner.name }) };
    this.#trace.write({
      kind: 'run',
      version: TRACE_VERSION,
      at: new Date().toISOString(),
      task: this.#task,
      ...names,
      settings,
    });
    const runEnd = await this.#pursueTask().then(toRunEnd, (thrown) => this.#runEndFrom(thrown));
    const run = this.#result(runEnd);
    const { steps, ...end } = run;
    this.#trace.write({ kind: 'end', at: new Date().toISOString(), ...end, steps: steps.length });
    return run;
  }

  #pursueTask(): Promise<GoalResult> {
    const { model, planner } = this.#options;
    const shared = { task: this.#task, budget: this.#budget, signal: this.#signal };
    const { maxInvalid } = this.#settings;
    const navigator = new Navigator({
      ...shared,
      model,
      session: this.#session,
      settings: this.#settings,
      secrets: this.#secrets,
      stepLog: this.#stepLog,
      snapshots: this.#snapshots,
    });
    if (!planner) return navigator.pursue(this.#task);
    const onPlan = (goal: string, replies: unknown): void =>
      this.#trace.write({ kind: 'plan', goal, replies });
    return new Planner({ ...shared, model: planner, maxInvalid, onPlan }).run(navigator);
  }

  /** Why the run stopped: timeout, signal, a RunEnd, or an unexpected error. */
  #runEndFrom(thrown: unknown): RunEnd {
    if (this.#timeout?.aborted)
      return new RunEnd('time', `The task was not done in ${this.#settings.timeoutMs} ms.`);
    if (this.#signal.aborted) return new RunEnd('cancelled', 'The run was cancelled.');
    if (thrown instanceof RunEnd) return thrown;
    const error = toSightlineError(thrown);
    return new RunEnd('page', error.message, { error });
  }

  #result({ success, reason, message }: RunEnd): AgentRun {
    return {
      success,
      reason,
      text: this.#secrets.redact(message),
      // Steps from before a secret was known may contain it.
      steps: this.#secrets.redactAll(this.#stepLog.steps),
      tokens: this.#budget.used,
      modelCalls: this.#budget.calls,
      ms: Math.round(performance.now() - this.#started),
    };
  }
}

function toRunEnd({ success, gaveUp, text }: GoalResult): RunEnd {
  return new RunEnd(gaveUp ? 'failed' : 'done', text, { success });
}
