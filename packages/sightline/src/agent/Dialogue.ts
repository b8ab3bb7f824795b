import { SightlineError } from '../model/SightlineError.ts';
import { toSightlineError } from '../tools/runTool.ts';
import type { Budget } from './Budget.ts';
import { definitionsOf, fixedTokens, writePrompt } from './buildPrompt.ts';
import { Ending } from './Ending.ts';
import {
  type Call,
  type Form,
  FormRefused,
  type Message,
  type Model,
  type Reply,
  type ToolDefinition,
  type Usage,
} from './Model.ts';
import type { Menu } from './menu.ts';
import type { Prompt } from './prompts/Prompt.ts';
import { readStep, type Step } from './readStep.ts';
import type { Settled } from './settings.ts';
import { untilAborted } from './untilAborted.ts';

/** One answer of a model, for the trace. */
export interface Said {
  text: string;
  calls: Call[];
  usage: Usage;
  ms: number;
  /** Why it could not be understood. */
  problem?: string;
}

export interface DialogueParts {
  model: Model;
  prompt: Prompt;
  menu: Menu;
  style: Settled['style'];
  budget: Budget;
  maxInvalid: number;
  signal: AbortSignal;
}

/** Puts questions to one model, with one prompt and one menu, until it answers with a step that can be done. */
export class Dialogue {
  readonly #parts: DialogueParts;
  readonly #tools: ToolDefinition[];
  readonly #fixed = new Map<Form, number>();

  constructor(parts: DialogueParts) {
    this.#parts = parts;
    this.#tools = definitionsOf(parts.menu);
  }

  /** Tokens of prompt and tools, an upper estimate. */
  get fixedTokens(): number {
    const { form } = this.#parts.model;
    const known = this.#fixed.get(form) ?? fixedTokens(this.#system, form, this.#tools);
    this.#fixed.set(form, known);
    return known;
  }

  /**
   * `messages` grows by what was said; each answer is handed to `hear`. @throws Ending `invalid_output`, `model`,
   * `tokens`; the signal's reason
   */
  async step(messages: Message[], hear: (said: Said) => void): Promise<Step> {
    const { maxInvalid, model, menu } = this.#parts;
    for (let invalid = 1; ; invalid++) {
      const started = performance.now();
      const reply = await this.#ask(messages);
      const said = {
        text: reply.text,
        calls: reply.calls,
        usage: reply.usage,
        ms: Math.round(performance.now() - started),
      };
      try {
        const step = readStep(reply, model.form, menu);
        hear(said);
        messages.push(answerOf(reply, step.calls));
        return step;
      } catch (thrown) {
        const { message, hint } = toSightlineError(thrown);
        const problem = `${message} ${hint}`.trim();
        hear({ ...said, problem });
        if (invalid >= maxInvalid)
          throw new Ending(
            'invalid_output',
            `${invalid} answers in a row could not be understood; the last: ${problem}`,
          );
        messages.push(...correction(reply, problem));
      }
    }
  }

  get #system(): string {
    const { prompt, model, menu, style } = this.#parts;
    return writePrompt(prompt, model.form, menu, style);
  }

  async #ask(messages: readonly Message[]): Promise<Reply> {
    const { model, budget, signal } = this.#parts;
    budget.checkTokens();
    try {
      const question = { system: this.#system, messages, tools: this.#tools, signal };
      const reply = await untilAborted(model.decide(question), signal);
      budget.spend(reply.usage);
      return reply;
    } catch (thrown) {
      signal.throwIfAborted();
      // Its form is lower now: at most twice.
      if (thrown instanceof FormRefused) return this.#ask(messages);
      throw modelEnding(thrown, model);
    }
  }
}

function modelEnding(thrown: unknown, { name }: Model): Ending {
  if (thrown instanceof Ending) return thrown;
  const error = thrown instanceof SightlineError ? thrown : toSightlineError(thrown);
  return new Ending('model', `${name}: ${error.message}${error.hint ? ` ${error.hint}` : ''}`, { error });
}

/** `raw` only stands for calls that were made natively. */
const answerOf = ({ text, raw, calls: native }: Reply, calls: Call[]): Message => ({
  role: 'assistant',
  text,
  calls,
  ...(native.length > 0 && { raw }),
});

/** What was said, cut, and what is wrong with it. */
function correction(reply: Reply, problem: string): Message[] {
  if (reply.calls.length > 0)
    return [
      answerOf(reply, reply.calls),
      { role: 'results', results: reply.calls.map((call) => ({ call, text: `error: ${problem}` })) },
    ];
  const text = reply.text.slice(0, LONGEST) || '(nothing)';
  return [
    { role: 'assistant', text, calls: [] },
    { role: 'user', text: `That could not be used: ${problem}` },
  ];
}

/** Characters of an answer that made no sense: more would fill the context. */
const LONGEST = 1_000;
