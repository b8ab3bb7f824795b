import { publicUrl } from '../model/publicUrl.ts';
import type { Session, ToldElement } from '../session/Session.ts';
import { toSightlineError } from '../tools/runTool.ts';
import { Ending } from './Ending.ts';
import { Hands } from './Hands.ts';
import { menuOf } from './menu.ts';
import type { ToldOutcome } from './Report.ts';
import { readTrace, type TracedStep } from './readTrace.ts';
import { Secrets } from './Secrets.ts';
import { callText } from './shownInput.ts';

export interface ReplayOptions {
  signal?: AbortSignal | undefined;
  /** Hears each action as it is done. */
  onAction?: ((line: string) => void) | undefined;
}

/** Something that went otherwise than in the trace. */
export interface Divergence {
  step: number;
  /** The action, as it was then. */
  action: string;
  what: string;
}

export interface Replay {
  /** Nothing went otherwise. */
  same: boolean;
  /** Actions that were done again. */
  actions: number;
  divergences: Divergence[];
  /** An action could not be done: what came after it was not tried. */
  stopped: boolean;
  /** The answer of the run that is replayed. */
  text: string;
}

/**
 * Does the actions of a trace again, without a model, on the page that the session shows. Numbers are found again by
 * what the trace knows of the element. Throws `invalid_argument` for what is no trace, `browser_closed`.
 */
export async function replay(session: Session, path: string, options: ReplayOptions = {}): Promise<Replay> {
  const { steps, end } = readTrace(path);
  const signal = options.signal ?? new AbortController().signal;
  const player = new Player(session, signal, options.onAction);
  let stopped = false;
  for (const step of steps) {
    stopped = !(await player.play(step));
    if (stopped) break;
  }
  const { actions, divergences } = player;
  return { same: divergences.length === 0, actions, divergences, stopped, text: end?.text ?? '' };
}

class Player {
  actions = 0;
  readonly divergences: Divergence[] = [];
  readonly #session: Session;
  readonly #hands: Hands;
  readonly #onAction: ((line: string) => void) | undefined;
  #began = false;

  constructor(session: Session, signal: AbortSignal, onAction?: (line: string) => void) {
    const menu = menuOf({ queryMode: 'hybrid', folds: true });
    const room = { ask: 2_000, act: 400 };
    this.#session = session;
    this.#onAction = onAction;
    this.#hands = new Hands({ session, menu, signal, secrets: new Secrets(), room, maxResults: 20 });
  }

  /** False when an action of the step could not be done. */
  async play(step: TracedStep): Promise<boolean> {
    if (!this.#began) await this.#goTo(step.url);
    else if (step.url !== '' && !this.#isAt(step.url))
      this.#note(step, `the page is ${publicUrl(this.#session.page.url())}, was ${step.url}`);
    this.#began = true;
    for (const outcome of step.outcomes)
      if (outcome.kind === 'act' && !(await this.#act(step, outcome))) return false;
    return true;
  }

  /** Where the run began, unless the session is there. */
  async #goTo(url: string): Promise<void> {
    if (/^https?:/.test(url) && !this.#isAt(url)) await this.#session.navigate(url);
  }

  /** The same page, be it on another server: a test's port changes. */
  #isAt(url: string): boolean {
    const now = publicUrl(this.#session.page.url());
    return pathOf(now) === pathOf(url);
  }

  #note({ n }: TracedStep, what: string): void {
    this.divergences.push({ step: n, action: '', what });
  }

  async #act({ n }: TracedStep, then: ToldOutcome): Promise<boolean> {
    const action = `${callText(then)}${then.target ? ` (${then.target.role} "${then.target.name}")` : ''}`;
    const diverge = (what: string): boolean => {
      this.divergences.push({ step: n, action, what });
      return false;
    };
    if (then.isSecret) return diverge('what was typed is a secret, which the trace does not hold');
    const input = await this.#inputOf(then);
    if (typeof input === 'string') return then.error ? true : diverge(input);
    this.#onAction?.(`${n}. ${action}`);
    this.actions++;
    const now = await this.#perform(then, input);
    if (now.error && !then.error) return diverge(`it fails now: ${now.error}`);
    if (!now.error && then.error) diverge(`it succeeds now; then it failed: ${then.error.message}`);
    if (now.left !== then.left)
      diverge(then.left ? 'it leads to no other page now' : 'it leads to another page now');
    return true;
  }

  async #perform(then: ToldOutcome, input: unknown): Promise<{ error?: string; left: boolean }> {
    try {
      const { error, left } = await this.#hands.perform({ id: '', tool: then.tool, input });
      return { left, ...(error && { error: error.message }) };
    } catch (thrown) {
      if (thrown instanceof Ending && thrown.error) throw thrown.error;
      throw toSightlineError(thrown);
    }
  }

  /** With the numbers that the elements have now; or why there are none. */
  async #inputOf({ input, target, toTarget }: ToldOutcome): Promise<object | string> {
    const again: Record<string, unknown> = { ...(input as object) };
    for (const [field, told] of [
      ['index', target],
      ['to', toTarget],
    ] as const) {
      if (again[field] === undefined) continue;
      const number = told
        ? await findAgain(this.#session, told)
        : 'the trace does not say which element it was';
      if (typeof number === 'string') return number;
      again[field] = number;
    }
    return again;
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

/** By role and name; where several share them, by what they stand in; then by their order. */
async function findAgain(session: Session, target: ToldElement): Promise<number | string> {
  const { role, name } = target;
  const question = { ...(role && { role }), ...(name && { name }), maxResults: 500 };
  const { data } = await session.query(question);
  const all = ((data.elements ?? []) as Candidate[]).filter(
    (one) => (one.role ?? '') === role && one.name === name,
  );
  if (all.length === 0) return `there is no ${role || 'element'} "${name}" now`;
  const near = narrow(all, target);
  if (near.length === 1 && near[0]) return near[0].index;
  const { text } = await session.look({ view: 'flat', full: true });
  const place = ({ index }: Candidate): number => text.indexOf(`[${index}]<`);
  const inOrder = all.toSorted((a, b) => place(a) - place(b));
  return inOrder[target.nth ?? 0]?.index ?? `there are ${all.length} of ${role} "${name}" now`;
}

function narrow(all: readonly Candidate[], { item, heading, landmark }: ToldElement): readonly Candidate[] {
  const fits = (one: Candidate): boolean =>
    one.item === item && (one.heading ?? undefined) === heading && (one.landmark ?? undefined) === landmark;
  return all.filter(fits);
}

const pathOf = (url: string): string =>
  URL.canParse(url) ? new URL(url).pathname + new URL(url).search : url;
