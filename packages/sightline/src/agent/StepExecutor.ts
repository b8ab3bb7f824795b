import { resultRef } from '../render/parseRenderedLine.ts';
import { wrapInBoundary } from '../tools/contentBoundary.ts';
import type { ResolvedSettings } from './AgentSettings.ts';
import type { AskOptions } from './askForToolCall.ts';
import { CHOICE_THRESHOLD, chooseElement } from './chooseElement.ts';
import type { ToolCall } from './models/Model.ts';
import type { AgentStep } from './parseModelStep.ts';
import { renderCall } from './tools/renderCall.ts';
import type { CallOutcome, ToolExecutor } from './tools/ToolExecutor.ts';

/** What the calls of a step came to. */
export interface ExecutedCalls {
  outcomes: CallOutcome[];
  /** Calls that were not made. */
  undone: ToolCall[];
  /** Why they were not made. */
  reason?: string;
}

/** Why a step makes no more calls. With `allowsQueries` it still makes those that only read the page. */
interface StopReason {
  reason: string;
  allowsQueries: boolean;
}

export interface StepExecutorOptions extends AskOptions {
  executor: ToolExecutor;
  settings: ResolvedSettings;
}

/** Makes the calls of a step, and remembers what the last query found. */
export class StepExecutor {
  readonly #options: StepExecutorOptions;
  #lastQueryRefs: number[] = [];

  constructor(options: StepExecutorOptions) {
    this.#options = options;
  }

  /**
   * Makes the calls in order. After a call that changes the page only queries go on, of the page as it is then.
   * @throws as `ToolExecutor.execute` and `chooseElement` do
   */
  async run({ calls, nextGoal }: AgentStep, goal: string): Promise<ExecutedCalls> {
    const outcomes: CallOutcome[] = [];
    const undone: ToolCall[] = [];
    let stop: StopReason | undefined;
    for (const call of calls) {
      if (stop && !(stop.allowsQueries && this.#options.executor.isQuery(call))) {
        undone.push(call);
        continue;
      }
      const outcome = await this.#execute(call, nextGoal || goal);
      outcomes.push(outcome);
      stop = this.#stopAfter(outcome) ?? stop;
    }
    return { outcomes, undone, ...(stop && { reason: stop.reason }) };
  }

  #stopAfter({ kind, call, error, left }: CallOutcome): StopReason | undefined {
    if (call.tool === 'done' || call.tool === 'fail')
      return { reason: 'the task ended', allowsQueries: false };
    if (error) return { reason: `${call.tool} failed`, allowsQueries: false };
    if (left) return { reason: 'the page changed', allowsQueries: true };
    const awaitsAnswer = this.#options.settings.replan && kind === 'ask';
    return awaitsAnswer ? { reason: 'the answer comes first', allowsQueries: true } : undefined;
  }

  async #execute(call: ToolCall, goal: string): Promise<CallOutcome> {
    const { executor, settings } = this.#options;
    const outcome = await executor.execute(this.#resolveQueryResult(call));
    if (call.tool !== 'query_elements' || outcome.error) return outcome;
    const elements = (outcome.data.elements ?? []) as { index: number }[];
    this.#lastQueryRefs = elements.map(({ index }) => index);
    if (settings.queryMode !== 'query' || elements.length <= CHOICE_THRESHOLD) return outcome;
    const chosen = await chooseElement(outcome, `${goal}; searched by ${renderCall(call)}`, this.#options);
    this.#lastQueryRefs = chosen.text.split('\n').flatMap((line) => resultRef(line) ?? []);
    return chosen;
  }

  /** A click on a query result becomes a click on its number, in reports and traces too. */
  #resolveQueryResult(call: ToolCall): ToolCall {
    if (call.tool !== 'click_query_result') return call;
    const index = this.#lastQueryRefs[(call.input as { position: number }).position - 1];
    return index === undefined ? call : { ...call, tool: 'click', input: { index } };
  }
}

/** `not done, since the page changed: click {"index":4}`; undefined where every call was made. */
export const renderUndone = ({ undone, reason }: Omit<ExecutedCalls, 'outcomes'>): string | undefined =>
  undone.length > 0 ? `not done, since ${reason}: ${undone.map(renderCall).join(', ')}` : undefined;

/** An answer for each call, in order, as the model's provider wants them. */
export function toResults(
  calls: readonly ToolCall[],
  { outcomes, undone }: ExecutedCalls,
): { call: ToolCall; text: string }[] {
  const texts = outcomes.map(({ kind, error, text }) =>
    kind === 'own' ? text : wrapInBoundary({ [error ? 'error' : 'page']: text }),
  );
  return calls.map((call) => ({
    call,
    text: (undone.includes(call) ? undefined : texts.shift()) ?? '(not done: read the answers first)',
  }));
}
