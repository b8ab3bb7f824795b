import type { ElementDescriptor, Session } from '../../session/Session.ts';
import { redactUrl } from '../../snapshot/urls/redactUrl.ts';
import { toSightlineError } from '../../tools/runTool.ts';
import { RunEnd } from '../RunEnd.ts';
import { RunSecrets } from '../RunSecrets.ts';
import { renderCall } from '../tools/renderCall.ts';
import { ToolExecutor } from '../tools/ToolExecutor.ts';
import { buildToolMenu } from '../tools/toolMenu.ts';
import { readTrace, type TracedStep } from './readTrace.ts';
import type { OutcomeRecord } from './StepLog.ts';

export interface ReplayOptions {
  signal?: AbortSignal | undefined;
  /** Called for each action. */
  onAction?: ((line: string) => void) | undefined;
}

/** A difference from the trace. */
export interface Divergence {
  step: number;
  /** The traced action. */
  action: string;
  what: string;
}

export interface Replay {
  /** No differences. */
  same: boolean;
  /** Number of replayed actions. */
  actions: number;
  divergences: Divergence[];
  /** The replay stopped at an action that failed. */
  stopped: boolean;
  /** The answer of the traced run. */
  text: string;
}

/**
 * Repeats the actions of a trace on the session's page, without a model. Elements are found again by their traced
 * role, name and context. @throws SightlineError `invalid_argument` for a file that is no trace, `browser_closed`
 */
export async function replay(session: Session, path: string, options: ReplayOptions = {}): Promise<Replay> {
  const { steps, end } = readTrace(path);
  const signal = options.signal ?? new AbortController().signal;
  const player = new ReplayPlayer(session, signal, options.onAction);
  let stopped = false;
  for (const step of steps) {
    stopped = !(await player.play(step));
    if (stopped) break;
  }
  const { actions, divergences } = player;
  return { same: divergences.length === 0, actions, divergences, stopped, text: end?.text ?? '' };
}

class ReplayPlayer {
  actions = 0;
  readonly divergences: Divergence[] = [];
  readonly #session: Session;
  readonly #executor: ToolExecutor;
  readonly #onAction: ((line: string) => void) | undefined;
  #hasBegun = false;

  constructor(session: Session, signal: AbortSignal, onAction?: (line: string) => void) {
    const menu = buildToolMenu({ queryMode: 'hybrid', folds: true });
    const tokenBudgets = { ask: 2_000, act: 400 };
    this.#session = session;
    this.#onAction = onAction;
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

  async #replayAction({ n }: TracedStep, recorded: OutcomeRecord): Promise<boolean> {
    const action = `${renderCall(recorded)}${recorded.target ? ` (${recorded.target.role} "${recorded.target.name}")` : ''}`;
    const diverge = (what: string): boolean => {
      this.divergences.push({ step: n, action, what });
      return false;
    };
    if (recorded.isSecret) return diverge('what was typed is a secret, which the trace does not hold');
    const input = await this.#inputOf(recorded);
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
  async #inputOf({ input, target, toTarget }: OutcomeRecord): Promise<object | string> {
    const resolvedInput: Record<string, unknown> = { ...(input as object) };
    for (const [field, element] of [
      ['index', target],
      ['to', toTarget],
    ] as const) {
      if (resolvedInput[field] === undefined) continue;
      const ref = element
        ? await findElement(this.#session, element)
        : 'the trace does not say which element it was';
      if (typeof ref === 'string') return ref;
      resolvedInput[field] = ref;
    }
    return resolvedInput;
  }
}

interface Candidate {
  index: number;
  role: string | null;
  name: string;
  landmark: string | null;
  heading: string | null;
  item?: string;
}

/** Finds an element by role and name, then by context, then by order. */
async function findElement(session: Session, target: ElementDescriptor): Promise<number | string> {
  const { role, name } = target;
  const query = { ...(role && { role }), ...(name && { name }), maxResults: 500 };
  const { data } = await session.query(query);
  const candidates = ((data.elements ?? []) as Candidate[]).filter(
    (candidate) => (candidate.role ?? '') === role && candidate.name === name,
  );
  if (candidates.length === 0) return `there is no ${role || 'element'} "${name}" now`;
  const narrowed = narrowByContext(candidates, target);
  if (narrowed.length === 1 && narrowed[0]) return narrowed[0].index;
  const { text } = await session.look({ view: 'flat', full: true });
  const position = ({ index }: Candidate): number => text.indexOf(`[${index}]<`);
  const inOrder = candidates.toSorted((a, b) => position(a) - position(b));
  return inOrder[target.nth ?? 0]?.index ?? `there are ${candidates.length} of ${role} "${name}" now`;
}

function narrowByContext(
  candidates: readonly Candidate[],
  { item, heading, landmark }: ElementDescriptor,
): readonly Candidate[] {
  const fits = (candidate: Candidate): boolean =>
    candidate.item === item &&
    (candidate.heading ?? undefined) === heading &&
    (candidate.landmark ?? undefined) === landmark;
  return candidates.filter(fits);
}

const pathOf = (url: string): string =>
  URL.canParse(url) ? new URL(url).pathname + new URL(url).search : url;
