import { SightlineError } from '../snapshot/SightlineError.ts';
import { untilAborted } from '../snapshot/untilAborted.ts';
import { toSightlineError } from '../tools/runTool.ts';
import type { ResolvedSettings } from './AgentSettings.ts';
import type { Budget } from './Budget.ts';
import {
  type CallFormat,
  CallFormatRejected,
  type ChatMessage,
  type Model,
  type ModelReply,
  type ToolCall,
  type ToolDefinition,
  type Usage,
} from './models/Model.ts';
import { type AgentStep, parseModelStep } from './parseModelStep.ts';
import { buildPrompt, estimateFixedTokens, toolDefinitionsOf } from './prompts/buildPrompt.ts';
import type { Prompt } from './prompts/Prompt.ts';
import { RunEnd } from './RunEnd.ts';
import type { ToolMenu } from './tools/toolMenu.ts';

/** One reply of a model, for the trace. */
export interface ReplyRecord {
  text: string;
  calls: ToolCall[];
  usage: Usage;
  ms: number;
  /** Why it was rejected. */
  problem?: string;
}

export interface DialogueOptions {
  model: Model;
  prompt: Prompt;
  menu: ToolMenu;
  style: ResolvedSettings['style'];
  budget: Budget;
  maxInvalid: number;
  signal: AbortSignal;
}

/** Asks one model, with one prompt and one set of tools, until it returns a valid step. */
export class Dialogue {
  readonly #options: DialogueOptions;
  readonly #tools: ToolDefinition[];
  readonly #fixedTokensByFormat = new Map<CallFormat, number>();

  constructor(options: DialogueOptions) {
    this.#options = options;
    this.#tools = toolDefinitionsOf(options.menu);
  }

  /** Upper estimate of the tokens of prompt and tools. */
  get fixedTokens(): number {
    const { callFormat } = this.#options.model;
    const cached =
      this.#fixedTokensByFormat.get(callFormat) ?? estimateFixedTokens(this.#system, callFormat, this.#tools);
    this.#fixedTokensByFormat.set(callFormat, cached);
    return cached;
  }

  /**
   * Appends the dialogue to `messages`; `onReply` gets each reply. @throws RunEnd `invalid_output`, `model`,
   * `tokens`; the signal's reason
   */
  async step(messages: ChatMessage[], onReply: (record: ReplyRecord) => void): Promise<AgentStep> {
    const { maxInvalid, model, menu } = this.#options;
    for (let invalid = 1; ; invalid++) {
      const started = performance.now();
      const reply = await this.#request(messages);
      const record = {
        text: reply.text,
        calls: reply.calls,
        usage: reply.usage,
        ms: Math.round(performance.now() - started),
      };
      try {
        const step = parseModelStep(reply, model.callFormat, menu);
        onReply(record);
        messages.push(assistantMessage(reply, step.calls));
        return step;
      } catch (thrown) {
        const { message, hint } = toSightlineError(thrown);
        const problem = `${message} ${hint}`.trim();
        onReply({ ...record, problem });
        if (invalid >= maxInvalid)
          throw new RunEnd(
            'invalid_output',
            `${invalid} answers in a row could not be understood; the last: ${problem}`,
          );
        messages.push(...correctionMessages(reply, problem));
      }
    }
  }

  get #system(): string {
    const { prompt, model, menu, style } = this.#options;
    return buildPrompt(prompt, model.callFormat, menu, style);
  }

  async #request(messages: readonly ChatMessage[]): Promise<ModelReply> {
    const { model, budget, signal } = this.#options;
    budget.checkTokens();
    try {
      const request = { system: this.#system, messages, tools: this.#tools, signal };
      const reply = await untilAborted(() => model.decide(request), signal);
      budget.recordUsage(reply.usage);
      return reply;
    } catch (thrown) {
      signal.throwIfAborted();
      // The model has changed its call format; this happens at most twice.
      if (thrown instanceof CallFormatRejected) return this.#request(messages);
      throw toRunEnd(thrown, model);
    }
  }
}

function toRunEnd(thrown: unknown, { name }: Model): RunEnd {
  if (thrown instanceof RunEnd) return thrown;
  const error = thrown instanceof SightlineError ? thrown : toSightlineError(thrown);
  return new RunEnd('model', `${name}: ${error.message}${error.hint ? ` ${error.hint}` : ''}`, { error });
}

/** `raw` is kept only for native tool calls. */
const assistantMessage = ({ text, raw, calls: native }: ModelReply, calls: ToolCall[]): ChatMessage => ({
  role: 'assistant',
  text,
  calls,
  ...(native.length > 0 && { raw }),
});

/** The reply, truncated, and what is wrong with it. */
function correctionMessages(reply: ModelReply, problem: string): ChatMessage[] {
  if (reply.calls.length > 0)
    return [
      assistantMessage(reply, reply.calls),
      { role: 'results', results: reply.calls.map((call) => ({ call, text: `error: ${problem}` })) },
    ];
  const text = reply.text.slice(0, MAX_QUOTED_CHARS) || '(nothing)';
  return [
    { role: 'assistant', text, calls: [] },
    { role: 'user', text: `That could not be used: ${problem}` },
  ];
}

/** Characters quoted of an invalid reply: a longer one would fill the context. */
const MAX_QUOTED_CHARS = 1_000;
