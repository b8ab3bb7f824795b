import type { Session } from '../session/Session.ts';
import { toSightlineError } from '../tools/runTool.ts';
import { Budget } from './Budget.ts';
import { Ending, type EndReason } from './Ending.ts';
import type { Model, Usage } from './Model.ts';
import { type Finish, Navigator } from './Navigator.ts';
import { Planner } from './Planner.ts';
import { Report, type StepReport } from './Report.ts';
import { Secrets } from './Secrets.ts';
import { SnapshotFolder } from './SnapshotFolder.ts';
import { type AgentSettings, type Settled, settle } from './settings.ts';
import { TRACE_VERSION, Trace } from './Trace.ts';

/** What a run takes. */
export interface AgentOptions extends AgentSettings {
  /** See `openModel`, or anything else that decides. */
  model: Model;
  /** File to write the run to, one JSON object a line. Default: none. */
  trace?: string | undefined;
  /** The pages are kept beside the trace, in `snapshots/`, for `sightline dataset`. Default false. */
  snapshots?: boolean | undefined;
  /** Ends the run, with reason `cancelled`. */
  signal?: AbortSignal | undefined;
  /** Hears each step as soon as it is done. */
  onStep?: ((step: StepReport) => void) | undefined;
}

/** What became of a task. No secret is in it. */
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
 * Has a model do a task with the page that a session shows. Whatever happens, it resolves with a reason; the session
 * stays open. @throws SightlineError `invalid_argument` for settings that make no sense
 */
export async function runAgent(session: Session, task: string, options: AgentOptions): Promise<AgentRun> {
  const settled = settle(options);
  const run = new Run(session, task, options, settled);
  // A session of the command line phrases calls as commands: a model has tools.
  const before = session.phraseCalls('tools');
  try {
    return await run.execute();
  } finally {
    session.phraseCalls(before);
  }
}

class Run {
  readonly #options: AgentOptions;
  readonly #settled: Settled;
  readonly #session: Session;
  readonly #task: string;
  readonly #secrets = new Secrets();
  readonly #budget: Budget;
  readonly #trace: Trace;
  readonly #report: Report;
  readonly #snapshots: SnapshotFolder | undefined;
  readonly #started = performance.now();
  readonly #timeout: AbortSignal | undefined;
  readonly #signal: AbortSignal;

  constructor(session: Session, task: string, options: AgentOptions, settled: Settled) {
    const { timeoutMs } = settled;
    this.#session = session;
    this.#task = task;
    this.#options = options;
    this.#settled = settled;
    this.#budget = new Budget(settled);
    this.#trace = new Trace(options.trace, this.#secrets);
    this.#snapshots =
      options.snapshots && options.trace !== undefined
        ? new SnapshotFolder(options.trace, this.#secrets)
        : undefined;
    this.#report = new Report({
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
    const ending = await this.#pursue().then(endingOf, (thrown) => this.#endingBy(thrown));
    const run = this.#result(ending);
    const { steps, ...end } = run;
    this.#trace.write({ kind: 'end', at: new Date().toISOString(), ...end, steps: steps.length });
    return run;
  }

  #pursue(): Promise<Finish> {
    const { model, planner } = this.#options;
    const shared = { task: this.#task, budget: this.#budget, signal: this.#signal };
    const { maxInvalid } = this.#settled;
    const navigator = new Navigator({
      ...shared,
      model,
      session: this.#session,
      settled: this.#settled,
      secrets: this.#secrets,
      report: this.#report,
      snapshots: this.#snapshots,
    });
    if (!planner) return navigator.pursue(this.#task);
    const onPlan = (goal: string, replies: unknown): void =>
      this.#trace.write({ kind: 'plan', goal, replies });
    return new Planner({ ...shared, model: planner, maxInvalid, onPlan }).direct(navigator);
  }

  /** A signal, an ending that was thrown, or what nobody thought of. */
  #endingBy(thrown: unknown): Ending {
    if (this.#timeout?.aborted)
      return new Ending('time', `The task was not done in ${this.#settled.timeoutMs} ms.`);
    if (this.#signal.aborted) return new Ending('cancelled', 'The run was cancelled.');
    if (thrown instanceof Ending) return thrown;
    const error = toSightlineError(thrown);
    return new Ending('page', error.message, { error });
  }

  #result({ success, reason, message }: Ending): AgentRun {
    return {
      success,
      reason,
      text: this.#secrets.mask(message),
      // Those of before a secret came to light hold it still.
      steps: this.#secrets.maskAll(this.#report.steps),
      tokens: this.#budget.used,
      modelCalls: this.#budget.calls,
      ms: Math.round(performance.now() - this.#started),
    };
  }
}

function endingOf({ success, gaveUp, text }: Finish): Ending {
  return new Ending(gaveUp ? 'failed' : 'done', text, { success });
}
