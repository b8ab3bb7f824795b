import type { Session } from '../../session/Session.ts';
import { redactUrl } from '../../snapshot/urls/redactUrl.ts';
import { toSightlineError } from '../../tools/runTool.ts';
import { chooseAmong } from '../chooseElement.ts';
import type { Model } from '../models/Model.ts';
import { RunEnd } from '../RunEnd.ts';
import { RunSecrets } from '../RunSecrets.ts';
import { renderCall } from '../tools/renderCall.ts';
import { ToolExecutor } from '../tools/ToolExecutor.ts';
import { buildToolMenu } from '../tools/toolMenu.ts';
import { type ChooseTraced, findTracedElement, type HealedBy } from './findTracedElement.ts';
import { readTrace, type TracedStep } from './readTrace.ts';
import type { OutcomeRecord } from './StepLog.ts';

export interface ReplayOptions {
  signal?: AbortSignal | undefined;
  /** Called for each action. */
  onAction?: ((line: string) => void) | undefined;
  /** Asked for an element that is found in no other way. Default: none is. */
  model?: Model | undefined;
}

/** A difference from the trace. */
export interface Divergence {
  step: number;
  /** The traced action. */
  action: string;
  what: string;
}

/** An element that is called otherwise now. */
export interface HealedAction {
  step: number;
  /** The traced action. */
  action: string;
  by: HealedBy;
  /** `button "Save changes"`. */
  now: string;
}

export interface Replay {
  /** No differences. */
  same: boolean;
  /** Number of replayed actions. */
  actions: number;
  divergences: Divergence[];
  /** Elements that were found again otherwise than by role and name. */
  healed: HealedAction[];
  /** The replay stopped at an action that failed. */
  stopped: boolean;
  /** The answer of the traced run. */
  text: string;
}

/**
 * Repeats the actions of a trace on the session's page, without a model. Elements are found again by their traced
 * role, name and context, else by what is left of these, or by a model where one is given (`healed`). @throws SightlineError `invalid_argument` for a file that is no trace, `browser_closed`
 */
export async function replay(session: Session, path: string, options: ReplayOptions = {}): Promise<Replay> {
  const { steps, end } = readTrace(path);
  const signal = options.signal ?? new AbortController().signal;
  const player = new ReplayPlayer(session, signal, options);
  let stopped = false;
  for (const step of steps) {
    stopped = !(await player.play(step));
    if (stopped) break;
  }
  const { actions, divergences, healed } = player;
  return { same: divergences.length === 0, actions, divergences, healed, stopped, text: end?.text ?? '' };
}

class ReplayPlayer {
  actions = 0;
  readonly divergences: Divergence[] = [];
  readonly healed: HealedAction[] = [];
  readonly #session: Session;
  readonly #executor: ToolExecutor;
  readonly #onAction: ((line: string) => void) | undefined;
  readonly #choose: ChooseTraced | undefined;
  #hasBegun = false;

  constructor(session: Session, signal: AbortSignal, { onAction, model }: ReplayOptions) {
    const menu = buildToolMenu({ queryMode: 'hybrid', folds: true });
    const tokenBudgets = { ask: 2_000, act: 400 };
    this.#session = session;
    this.#onAction = onAction;
    this.#choose =
      model &&
      (async (description, lines) => (await chooseAmong(lines, description, { model, signal })).winner);
    this.#executor = new ToolExecutor({
      session,
      menu,
      signal,
      secrets: new RunSecrets(),
      tokenBudgets,
      maxResults: 20,
    });
  }

  /** False when an action of the step could not be done. */
  async play(step: TracedStep): Promise<boolean> {
    if (!this.#hasBegun) await this.#goTo(step.url);
    else if (step.url !== '' && !this.#isOnPage(step.url))
      this.#addDivergence(step, `the page is ${redactUrl(this.#session.page.url())}, was ${step.url}`);
    this.#hasBegun = true;
    for (const outcome of step.outcomes)
      if (outcome.kind === 'act' && !(await this.#replayAction(step, outcome))) return false;
    return true;
  }

  /** Opens the page where the run began, unless it is open. */
  async #goTo(url: string): Promise<void> {
    if (/^https?:/.test(url) && !this.#isOnPage(url)) await this.#session.navigate(url);
  }

  /** Whether two URLs name the same page; host and port may differ. */
  #isOnPage(url: string): boolean {
    const currentUrl = redactUrl(this.#session.page.url());
    return pathOf(currentUrl) === pathOf(url);
  }

  #addDivergence({ n }: TracedStep, what: string): void {
    this.divergences.push({ step: n, action: '', what });
  }

  async #replayAction(step: TracedStep, recorded: OutcomeRecord): Promise<boolean> {
    const { n } = step;
    const action = `${renderCall(recorded)}${recorded.target ? ` (${recorded.target.role} "${recorded.target.name}")` : ''}`;
    const diverge = (what: string): boolean => {
      this.divergences.push({ step: n, action, what });
      return false;
    };
    if (recorded.isSecret) return diverge('what was typed is a secret, which the trace does not hold');
    const input = await this.#inputOf(recorded, step, action);
    if (typeof input === 'string') return recorded.error ? true : diverge(input);
    this.#onAction?.(`${n}. ${action}`);
    this.actions++;
    const result = await this.#execute(recorded, input);
    if (result.error && !recorded.error) return diverge(`it fails now: ${result.error}`);
    if (!result.error && recorded.error)
      diverge(`it succeeds now; then it failed: ${recorded.error.message}`);
    if (result.left !== recorded.left)
      diverge(recorded.left ? 'it leads to no other page now' : 'it leads to another page now');
    return true;
  }

  async #execute(recorded: OutcomeRecord, input: unknown): Promise<{ error?: string; left: boolean }> {
    try {
      const { error, left } = await this.#executor.execute({ id: '', tool: recorded.tool, input });
      return { left, ...(error && { error: error.message }) };
    } catch (thrown) {
      if (thrown instanceof RunEnd && thrown.error) throw thrown.error;
      throw toSightlineError(thrown);
    }
  }

  /** The call with current numbers, or why there are none. */
  async #inputOf(
    { input, target, toTarget }: OutcomeRecord,
    { n, state = '' }: TracedStep,
    action: string,
  ): Promise<object | string> {
    const resolvedInput: Record<string, unknown> = { ...(input as object) };
    for (const [field, element] of [
      ['index', target],
      ['to', toTarget],
    ] as const) {
      if (resolvedInput[field] === undefined) continue;
      const found = element
        ? await findTracedElement(this.#session, element, state, this.#choose)
        : 'the trace does not say which element it was';
      if (typeof found === 'string') return found;
      resolvedInput[field] = found.number;
      if (!found.healed) continue;
      const { by, role, name } = found.healed;
      this.healed.push({ step: n, action, by, now: `${role} "${name}"` });
    }
    return resolvedInput;
  }
}

const pathOf = (url: string): string =>
  URL.canParse(url) ? new URL(url).pathname + new URL(url).search : url;
