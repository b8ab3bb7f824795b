import { estimateTokens } from '../render/estimateTokens.ts';
import { refsByDocument } from '../session/refs/RefRegistry.ts';
import type { Session } from '../session/Session.ts';
import { untilAborted } from '../snapshot/untilAborted.ts';
import type { ResolvedSettings } from './AgentSettings.ts';
import type { Budget } from './Budget.ts';
import { Dialogue, type ReplyRecord } from './Dialogue.ts';
import { LoopDetector } from './LoopDetector.ts';
import type { ChatMessage, Model } from './models/Model.ts';
import { AgentMemory } from './observation/AgentMemory.ts';
import { fitText } from './observation/fitText.ts';
import { hasQueriedNewPage, nextStepHint } from './observation/nextStepHint.ts';
import { observePage, type PageObservation } from './observation/observePage.ts';
import { searchForGoal } from './observation/searchForGoal.ts';
import { FRAME_TOKENS, renderStateMessage } from './observation/stateMessage.ts';
import type { AgentStep } from './parseModelStep.ts';
import { choosePrompt } from './prompts/buildPrompt.ts';
import { RunEnd } from './RunEnd.ts';
import type { RunSecrets } from './RunSecrets.ts';
import { type ExecutedCalls, renderUndone, StepExecutor, toResults } from './StepExecutor.ts';
import { clickQueryResult, done, fail, note } from './tools/agentTools.ts';
import { type CallOutcome, ToolExecutor } from './tools/ToolExecutor.ts';
import { buildToolMenu } from './tools/toolMenu.ts';
import type { SnapshotStore } from './trace/SnapshotStore.ts';
import type { StepLog, StepReport } from './trace/StepLog.ts';

export interface NavigatorOptions {
  session: Session;
  model: Model;
  task: string;
  settings: ResolvedSettings;
  budget: Budget;
  secrets: RunSecrets;
  stepLog: StepLog;
  /** Where snapshots are saved. Default: nowhere. */
  snapshots?: SnapshotStore | undefined;
  signal: AbortSignal;
}

/** How a goal ended, in the model's words. */
export interface GoalResult {
  success: boolean;
  /** The model called `fail`. */
  gaveUp: boolean;
  text: string;
}

/** Steps in a row in which the page may be unreadable. */
const MAX_UNREADABLE = 3;
/** Model calls within one step, with `replan`. */
const MAX_ROUNDS = 5;

/** Pursues a goal step by step: observe the page, ask the model, execute its calls. */
export class Navigator {
  readonly #options: NavigatorOptions;
  readonly #memory: AgentMemory;
  readonly #loopDetector: LoopDetector;
  readonly #stepExecutor: StepExecutor;
  readonly #dialogue: Dialogue;
  readonly #visitedDocuments = new Set<string>();
  #currentDocument = '';
  #lastOutcomes: readonly CallOutcome[] = [];
  #loopWarning = '';
  #unreadableInRow = 0;

  constructor(options: NavigatorOptions) {
    const { settings, session, model, budget, secrets, signal } = options;
    const { queryMode, style, maxInvalid, view, contextTokens } = settings;
    const agentTools = [
      done,
      fail,
      note,
      ...(settings.clickQueryResult && queryMode !== 'off' ? [clickQueryResult] : []),
    ];
    const menu = buildToolMenu({
      queryMode,
      folds: view === 'outline' || Number.isFinite(contextTokens),
      extraTools: agentTools,
    });
    this.#options = options;
    this.#memory = new AgentMemory((text) => secrets.redact(text));
    this.#loopDetector = new LoopDetector(settings.maxRepeats);
    this.#dialogue = new Dialogue({
      model,
      prompt: choosePrompt(settings),
      menu,
      style,
      budget,
      maxInvalid,
      signal,
    });
    const executor = new ToolExecutor({
      session,
      menu,
      signal,
      secrets,
      tokenBudgets: this.#answerTokenBudgets(),
      maxResults: MAX_RESULTS,
      withElementIds: options.snapshots !== undefined,
    });
    this.#stepExecutor = new StepExecutor({ executor, settings, model, budget, signal });
  }

  /** @throws RunEnd; the signal's reason */
  async pursue(goal: string): Promise<GoalResult> {
    for (;;) {
      const result = await this.#runStep(goal);
      if (result) return result;
    }
  }

  async #runStep(goal: string): Promise<GoalResult | undefined> {
    const { budget, stepLog } = this.#options;
    const n = budget.beginStep();
    const before = { ...budget.used };
    const pendingStep = stepLog.beginStep(n);
    try {
      const page = await this.#observe();
      const messages: ChatMessage[] = [await this.#stateMessage(goal, page, n)];
      Object.assign(pendingStep, {
        goal,
        url: page.url,
        ...this.#traceFields(page),
        state: messageText(messages),
        image: page.image !== undefined,
      });
      const { step, outcomes, ...rest } = await this.#runRounds(messages, goal, pendingStep.replies);
      const undone = renderUndone(rest);
      Object.assign(pendingStep, { thinking: step.thinking, nextGoal: step.nextGoal, outcomes, undone });
      this.#memory.addStep(n, step, outcomes, page.document, undone);
      this.#lastOutcomes = outcomes;
      const result = goalResultOf(outcomes);
      if (!result) this.#loopWarning = this.#loopDetector.record(page.url, outcomes);
      return result;
    } finally {
      pendingStep.tokens = {
        input: budget.used.input - before.input,
        output: budget.used.output - before.output,
      };
      await stepLog.endStep(pendingStep);
    }
  }

  async #observe(): Promise<PageObservation> {
    const { session, settings, signal } = this.#options;
    const view = { tokenBudget: this.#stateTokenBudget(), reader: this };
    const page = await untilAborted(() => observePage(session, settings, view), signal);
    this.#unreadableInRow = page.error ? this.#unreadableInRow + 1 : 0;
    if (page.error && this.#unreadableInRow >= MAX_UNREADABLE)
      throw new RunEnd('page', page.error.message, { error: page.error });
    return page;
  }

  /** What the trace records of the page; with snapshots also the file and the numbered elements. */
  #traceFields({ snapshot, captured, image }: PageObservation): Pick<StepReport, 'snapshot' | 'numbers'> {
    const { snapshots, session } = this.#options;
    const file = captured && snapshots?.save(captured);
    if (!snapshot || !captured || file === undefined) return { snapshot };
    const numbers = refsByDocument(session.elementRefs(), captured.documents);
    const screenshotFile = image && snapshots?.saveScreenshot(image, file);
    return { snapshot: { ...snapshot, file, ...(screenshotFile && { picture: screenshotFile }) }, numbers };
  }

  async #stateMessage(goal: string, page: PageObservation, n: number): Promise<ChatMessage> {
    const { task, settings, session, signal } = this.#options;
    const isOtherPage = this.#currentDocument !== '' && page.document !== this.#currentDocument;
    const isNewPage = !this.#visitedDocuments.has(page.document);
    this.#visitedDocuments.add(page.document);
    this.#currentDocument = page.document;
    this.#memory.enterDocument(page.document);
    const isPageKnown =
      settings.queryMode === 'off' || page.isWhole === true || hasQueriedNewPage(this.#lastOutcomes);
    const isUnexplored = (isNewPage || isOtherPage) && !isPageKnown;
    const goalMatches =
      isUnexplored && !page.error ? await untilAborted(() => searchForGoal(session, goal), signal) : '';
    const hints = [
      this.#loopWarning,
      nextStepHint({
        queryMode: settings.queryMode,
        isOtherPage,
        isUnexplored,
        hasGoalMatches: goalMatches !== '',
        lastOutcomes: this.#lastOutcomes,
      }),
    ];
    const header = goal === task ? `Task: ${task}` : `Task: ${task}\nYour goal now, a part of it: ${goal}`;
    const footer = [...hints, `Step ${n} of ${settings.maxSteps}.`].filter(Boolean).join('\n');
    const rendered = isNewPage || isOtherPage || page.isWhole ? page.text : this.#abbreviate(page.text);
    const pageText = goalMatches ? `${rendered}\n\n${goalMatches}` : rendered;
    const rest = [header, pageText, footer].reduce((sum, part) => sum + estimateTokens(part), FRAME_TOKENS);
    const memory = this.#memory.render(Math.min(this.#tokenBudget - rest, MAX_MEMORY_TOKENS));
    const history = [header, memory.history].filter(Boolean).join('\n\n');
    const text = renderStateMessage({ history, answers: memory.answers, page: pageText, footer: footer });
    return { role: 'user', text, ...(page.image && { image: page.image }) };
  }

  /** Shortens a summary that was shown before: the model has asked for what matters in it by now. */
  #abbreviate(text: string): string {
    const { queryMode, view } = this.#options.settings;
    if (queryMode !== 'hybrid' || view !== 'flat') return text;
    const [regions = '', headings] = text.split(/\n\nHeadings:\n/);
    return fitText(
      headings ? `${regions}\n(headings as before: get_page_summary)` : text,
      REPEATED_SUMMARY_TOKENS,
      'get_page_summary',
    );
  }

  /** Has the model decide, and makes its calls; with `replan`, several times while it only asks about the page. */
  async #runRounds(
    messages: ChatMessage[],
    goal: string,
    replies: ReplyRecord[],
  ): Promise<ExecutedCalls & { step: AgentStep }> {
    const { settings } = this.#options;
    const earlier: CallOutcome[] = [];
    for (let round = 1; ; round++) {
      const step = await this.#dialogue.step(messages, (record) => replies.push(record));
      const executed = await this.#stepExecutor.run(step, goal);
      const { outcomes } = executed;
      const isSamePage = !outcomes.some(({ left }) => left);
      const continues =
        settings.replan && isSamePage && outcomes.at(-1)?.kind === 'ask' && round < MAX_ROUNDS;
      if (!continues || !this.#fitsContext(messages, outcomes))
        return { ...executed, step, outcomes: [...earlier, ...outcomes] };
      earlier.push(...outcomes);
      messages.push({ role: 'results', results: toResults(step.calls, executed) });
    }
  }

  #fitsContext(messages: readonly ChatMessage[], outcomes: readonly CallOutcome[]): boolean {
    const rendered = [messageText(messages), ...outcomes.map(({ text }) => text)];
    return rendered.reduce((sum, text) => sum + estimateTokens(text), 0) <= this.#tokenBudget;
  }

  /** Tokens left after prompt, tools and the expected reply. */
  get #tokenBudget(): number {
    return this.#options.settings.contextTokens - this.#dialogue.fixedTokens - ANSWER_TOKENS;
  }

  #stateTokenBudget(): number {
    const { queryMode, view } = this.#options.settings;
    if (queryMode === 'query') return 300;
    if (queryMode === 'off') return this.#tokenBudget * 0.6;
    return view === 'outline'
      ? Math.min(4_000, this.#tokenBudget * 0.45)
      : Math.min(1_200, this.#tokenBudget * 0.3);
  }

  #answerTokenBudgets(): { ask: number; act: number } {
    const isSmall = this.#options.settings.queryMode === 'query';
    return {
      ask: Math.min(MAX_MEMORY_TOKENS, Math.floor(this.#tokenBudget * 0.45)),
      act: isSmall ? 200 : 400,
    };
  }
}

/** Query results that are shown: a better query is cheaper than more of them. */
const MAX_RESULTS = 10;
/** Tokens of a summary that was shown before. */
const REPEATED_SUMMARY_TOKENS = 250;
/** Tokens reserved for the model's reply. */
const ANSWER_TOKENS = 350;
/** Tokens of memory where the context is unlimited. */
const MAX_MEMORY_TOKENS = 16_000;

const messageText = (messages: readonly ChatMessage[]): string =>
  messages
    .map((message) => ('text' in message ? message.text : message.results.map(({ text }) => text).join('\n')))
    .join('\n');

function goalResultOf(outcomes: readonly CallOutcome[]): GoalResult | undefined {
  const last = outcomes.at(-1);
  if (last?.call.tool !== 'done' && last?.call.tool !== 'fail') return undefined;
  return { success: last.data.success === true, gaveUp: last.call.tool === 'fail', text: last.text };
}
