import type { Session } from '../session/Session.ts';
import { estimateTokens } from '../view/tokens.ts';
import type { Budget } from './Budget.ts';
import { PROMPTS } from './buildPrompt.ts';
import { Chooser } from './Chooser.ts';
import { chooseElement, MANY } from './chooseElement.ts';
import { Dialogue, type Said } from './Dialogue.ts';
import { Ending } from './Ending.ts';
import { fitText } from './fitText.ts';
import { foundFor } from './foundFor.ts';
import { Hands, type Outcome } from './Hands.ts';
import { hasAskedSince, hint } from './hint.ts';
import { LoopWatch } from './LoopWatch.ts';
import { Memory } from './Memory.ts';
import type { Call, Message, Model } from './Model.ts';
import { menuOf } from './menu.ts';
import { clickQueryResult, done, fail, note } from './ownTools.ts';
import type { Report, StepReport } from './Report.ts';
import type { Step } from './readStep.ts';
import type { Secrets } from './Secrets.ts';
import type { SnapshotFolder } from './SnapshotFolder.ts';
import type { Settled } from './settings.ts';
import { callText } from './shownInput.ts';
import { AROUND, writeState } from './stateText.ts';
import { untilAborted } from './untilAborted.ts';
import { type PageView, viewPage } from './viewPage.ts';

export interface NavigatorParts {
  session: Session;
  model: Model;
  task: string;
  settled: Settled;
  budget: Budget;
  secrets: Secrets;
  report: Report;
  /** Where the pages are kept. Default: they are not. */
  snapshots?: SnapshotFolder | undefined;
  signal: AbortSignal;
}

/** How a goal came out, in the navigator's words. */
export interface Finish {
  success: boolean;
  /** It gave up. */
  gaveUp: boolean;
  text: string;
}

/** Times that the page may be unreadable in a row. */
const UNREADABLE = 3;
/** Times that a model is asked within one step, with `replan`. */
const ROUNDS = 5;

/** Sees a page and acts on it until a goal is reached, step by step. */
export class Navigator {
  readonly #parts: NavigatorParts;
  readonly #memory: Memory;
  readonly #loops: LoopWatch;
  readonly #hands: Hands;
  readonly #dialogue: Dialogue;
  readonly #chooser: Chooser;
  readonly #seen = new Set<string>();
  #page = '';
  #last: readonly Outcome[] = [];
  #found: number[] = [];
  #warning = '';
  #unreadable = 0;

  constructor(parts: NavigatorParts) {
    const { settled, session, model, budget, secrets, signal } = parts;
    const { queryMode, style, maxInvalid, view, contextTokens } = settled;
    const own = [
      done,
      fail,
      note,
      ...(settled.clickQueryResult && queryMode !== 'off' ? [clickQueryResult] : []),
    ];
    const menu = menuOf({ queryMode, folds: view === 'outline' || Number.isFinite(contextTokens), own });
    this.#parts = parts;
    this.#memory = new Memory((text) => secrets.mask(text));
    this.#loops = new LoopWatch(settled.maxRepeats);
    this.#dialogue = new Dialogue({
      model,
      prompt: PROMPTS[queryMode],
      menu,
      style,
      budget,
      maxInvalid,
      signal,
    });
    this.#chooser = new Chooser({ model, budget, signal });
    const identifies = parts.snapshots !== undefined;
    this.#hands = new Hands({
      session,
      menu,
      signal,
      secrets,
      room: this.#answerRoom(),
      maxResults: RESULTS,
      identifies,
    });
  }

  /** @throws Ending; the signal's reason */
  async pursue(goal: string): Promise<Finish> {
    for (;;) {
      const finish = await this.#step(goal);
      if (finish) return finish;
    }
  }

  async #step(goal: string): Promise<Finish | undefined> {
    const { budget, report } = this.#parts;
    const n = budget.beginStep();
    const before = { ...budget.used };
    const entry = report.begin(n);
    try {
      const page = await this.#look();
      const messages: Message[] = [await this.#stateMessage(goal, page, n)];
      Object.assign(entry, {
        goal,
        url: page.url,
        ...this.#kept(page),
        state: textOf(messages),
        image: page.image !== undefined,
      });
      const { step, outcomes, ...rest } = await this.#rounds(messages, goal, entry.replies);
      const undone = tellUndone(rest);
      Object.assign(entry, { thinking: step.thinking, nextGoal: step.nextGoal, outcomes, undone });
      this.#memory.add(n, step, outcomes, page.document, undone);
      this.#last = outcomes;
      const finish = finishOf(outcomes);
      if (!finish) this.#warning = this.#loops.see(page.url, outcomes);
      return finish;
    } finally {
      entry.tokens = { input: budget.used.input - before.input, output: budget.used.output - before.output };
      await report.end(entry);
    }
  }

  async #look(): Promise<PageView> {
    const { session, settled, signal } = this.#parts;
    const page = await untilAborted(viewPage(session, settled, this.#stateRoom()), signal);
    this.#unreadable = page.error ? this.#unreadable + 1 : 0;
    if (page.error && this.#unreadable >= UNREADABLE)
      throw new Ending('page', page.error.message, { error: page.error });
    return page;
  }

  /** The page as the trace tells it: with snapshots, where it is, and which of its elements have numbers. */
  #kept({ snapshot, captured, image }: PageView): Pick<StepReport, 'snapshot' | 'numbers'> {
    const { snapshots, session } = this.#parts;
    const file = captured && snapshots?.keep(captured);
    if (!snapshot || !captured || file === undefined) return { snapshot };
    const numbers = Object.fromEntries(
      captured.documents.map(({ key }) => [key, [] as [number, number][]] as const),
    );
    for (const { number, document, id } of session.numbered()) numbers[document]?.push([number, id]);
    const picture = image && snapshots?.keepPicture(image, file);
    return { snapshot: { ...snapshot, file, ...(picture && { picture }) }, numbers };
  }

  async #stateMessage(goal: string, page: PageView, n: number): Promise<Message> {
    const { task, settled, session, signal } = this.#parts;
    const isOther = this.#page !== '' && page.document !== this.#page;
    const isNew = !this.#seen.has(page.document);
    this.#seen.add(page.document);
    this.#page = page.document;
    this.#memory.enter(page.document);
    const isAsked = settled.queryMode === 'off' || page.isWhole === true || hasAskedSince(this.#last);
    const isUnknown = (isNew || isOther) && !isAsked;
    const found = isUnknown && !page.error ? await untilAborted(foundFor(session, goal), signal) : '';
    const hints = [
      this.#warning,
      hint({ queryMode: settled.queryMode, isOther, isUnknown, hasFound: found !== '', last: this.#last }),
    ];
    const head = goal === task ? `Task: ${task}` : `Task: ${task}\nYour goal now, a part of it: ${goal}`;
    const foot = [...hints, `Step ${n} of ${settled.maxSteps}.`].filter(Boolean).join('\n');
    const told = isNew || isOther || page.isWhole ? page.text : this.#again(page.text);
    const shown = found ? `${told}\n\n${found}` : told;
    const rest = [head, shown, foot].reduce((sum, part) => sum + estimateTokens(part), AROUND);
    const memory = this.#memory.tell(Math.min(this.#room - rest, MEMORY));
    const past = [head, memory.past].filter(Boolean).join('\n\n');
    const text = writeState({ past, answers: memory.answers, page: shown, now: foot });
    return { role: 'user', text, ...(page.image && { image: page.image }) };
  }

  /** A summary that was told before is not told at length again: what matters of it has been asked for by now. */
  #again(text: string): string {
    const { queryMode, view } = this.#parts.settled;
    if (queryMode !== 'hybrid' || view !== 'flat') return text;
    const [regions = '', headings] = text.split(/\n\nHeadings:\n/);
    return fitText(
      headings ? `${regions}\n(headings as before: get_page_summary)` : text,
      AGAIN,
      'get_page_summary',
    );
  }

  /** Asks and acts; with `replan`, again and again within the step while the model only asks. */
  async #rounds(messages: Message[], goal: string, replies: Said[]): Promise<Turn> {
    const { settled } = this.#parts;
    const earlier: Outcome[] = [];
    for (let round = 1; ; round++) {
      const step = await this.#dialogue.step(messages, (said) => replies.push(said));
      const { outcomes, ...rest } = await this.#perform(step, goal);
      const isSamePage = !outcomes.some(({ left }) => left);
      const goesOn = settled.replan && isSamePage && outcomes.at(-1)?.kind === 'ask' && round < ROUNDS;
      if (!goesOn || !this.#fits(messages, outcomes))
        return { step, outcomes: [...earlier, ...outcomes], ...rest };
      earlier.push(...outcomes);
      messages.push({ role: 'results', results: resultsOf(step.calls, outcomes, rest.undone) });
    }
  }

  #fits(messages: readonly Message[], outcomes: readonly Outcome[]): boolean {
    const told = [textOf(messages), ...outcomes.map(({ text }) => text)];
    return told.reduce((sum, text) => sum + estimateTokens(text), 0) <= this.#room;
  }

  /** One after the other. Where the page has changed under them, what remains is only asked: of the page as it is then. */
  async #perform({ calls, nextGoal }: Step, goal: string): Promise<Omit<Turn, 'step'>> {
    const outcomes: Outcome[] = [];
    const undone: Call[] = [];
    let halt: Halt | undefined;
    for (const call of calls) {
      if (halt && !(halt.mayAsk && this.#hands.isAsk(call))) {
        undone.push(call);
        continue;
      }
      const outcome = await this.#do(call, nextGoal || goal);
      outcomes.push(outcome);
      halt = this.#haltAfter(outcome) ?? halt;
    }
    return { outcomes, undone, ...(halt && { why: halt.why }) };
  }

  #haltAfter({ kind, call, error, left }: Outcome): Halt | undefined {
    if (call.tool === 'done' || call.tool === 'fail') return { why: 'the task ended', mayAsk: false };
    if (error) return { why: `${call.tool} failed`, mayAsk: false };
    if (left) return { why: 'the page changed', mayAsk: true };
    const asked = this.#parts.settled.replan && kind === 'ask';
    return asked ? { why: 'the answer comes first', mayAsk: true } : undefined;
  }

  async #do(call: Call, goal: string): Promise<Outcome> {
    const { settled, signal } = this.#parts;
    const outcome = await this.#hands.perform(this.#byNumber(call));
    if (call.tool !== 'query_elements' || outcome.error) return outcome;
    const elements = (outcome.data.elements ?? []) as { index: number }[];
    this.#found = elements.map(({ index }) => index);
    if (settled.queryMode !== 'query' || elements.length <= MANY) return outcome;
    const chosen = await chooseElement(
      outcome,
      `${goal}; searched by ${callText(call)}`,
      (question, candidates) => this.#chooser.ask(question, candidates),
      signal,
    );
    this.#found = numbersOf(chosen.text);
    return chosen;
  }

  /** A click on a result is a click on its number: so it is told and traced. */
  #byNumber(call: Call): Call {
    if (call.tool !== 'click_query_result') return call;
    const index = this.#found[(call.input as { position: number }).position - 1];
    return index === undefined ? call : { ...call, tool: 'click', input: { index } };
  }

  /** Tokens that are left beside prompt, tools and the answer to come. */
  get #room(): number {
    return this.#parts.settled.contextTokens - this.#dialogue.fixedTokens - ANSWER;
  }

  #stateRoom(): number {
    const { queryMode, view } = this.#parts.settled;
    if (queryMode === 'query') return 300;
    if (queryMode === 'off') return this.#room * 0.6;
    return view === 'outline' ? Math.min(4_000, this.#room * 0.45) : Math.min(1_200, this.#room * 0.3);
  }

  #answerRoom(): { ask: number; act: number } {
    const isSmall = this.#parts.settled.queryMode === 'query';
    return { ask: Math.min(MEMORY, Math.floor(this.#room * 0.45)), act: isSmall ? 200 : 400 };
  }
}

interface Turn {
  step: Step;
  outcomes: Outcome[];
  /** What was not done, if anything, and why. */
  undone: Call[];
  why?: string;
}

/** No more is done in a step, and why; with `mayAsk`, what asks something of the page still is. */
interface Halt {
  why: string;
  mayAsk: boolean;
}

/** Most results of a query: of more, words that fit better are cheaper. */
const RESULTS = 10;
/** Tokens of a summary that was told before. */
const AGAIN = 250;
/** Tokens that a model may need for its answer. */
const ANSWER = 350;
/** Most tokens of what is remembered, where the context has no bound. */
const MEMORY = 16_000;

const textOf = (messages: readonly Message[]): string =>
  messages
    .map((message) => ('text' in message ? message.text : message.results.map(({ text }) => text).join('\n')))
    .join('\n');

const numbersOf = (text: string): number[] =>
  Array.from(text.matchAll(/^ \[(\d+)\]</gm), ([, number]) => Number(number));

function resultsOf(
  calls: readonly Call[],
  outcomes: readonly Outcome[],
  undone: readonly Call[],
): { call: Call; text: string }[] {
  const texts = outcomes.map(({ text }) => text);
  return calls.map((call) => ({
    call,
    text: (undone.includes(call) ? undefined : texts.shift()) ?? '(not done: read the answers first)',
  }));
}

const tellUndone = ({ undone, why }: Omit<Turn, 'step' | 'outcomes'>): string | undefined =>
  undone.length > 0 ? `not done, since ${why}: ${undone.map(callText).join(', ')}` : undefined;

function finishOf(outcomes: readonly Outcome[]): Finish | undefined {
  const last = outcomes.at(-1);
  if (last?.call.tool !== 'done' && last?.call.tool !== 'fail') return undefined;
  return { success: last.data.success === true, gaveUp: last.call.tool === 'fail', text: last.text };
}
