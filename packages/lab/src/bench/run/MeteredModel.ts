import type { Model, ModelReply, ModelRequest } from '../../../../sightline/src/internal.ts';
import { splitRequest } from '../oracle/splitRequest.ts';

/** What one call of a model cost, in o200k tokens of what was really sent, whoever counts otherwise. */
export interface CallUsage {
  /** Prompt, and tools where they stand beside it. */
  fixed: number;
  /** What was sent of the page: its state, and the answers of tools. */
  page: number;
  /** Task, history, notes, hints. */
  rest: number;
  output: number;
  ms: number;
}

export type TokenCounter = (text: string) => number;

/** The tokenizer, loaded when it is needed: its tables are 2 MB. */
export async function loadTokenizer(): Promise<TokenCounter> {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  return (text) => countTokens(text, { disallowedSpecial: new Set() });
}

/** A model that is listened to. */
export class MeteredModel implements Model {
  readonly callUsages: CallUsage[] = [];
  readonly #model: Model;
  readonly #count: TokenCounter;
  readonly #overridesUsage: boolean;

  /** `counted`: its use is what is counted here, not what it says itself. Default false. */
  constructor(model: Model, count: TokenCounter, { counted: overridesUsage = false } = {}) {
    this.#model = model;
    this.#count = count;
    this.#overridesUsage = overridesUsage;
  }

  get name(): string {
    return this.#model.name;
  }

  get callFormat(): Model['callFormat'] {
    return this.#model.callFormat;
  }

  async decide(request: ModelRequest): Promise<ModelReply> {
    const sent = this.#measure(request);
    const started = performance.now();
    const reply = await this.#model.decide(request);
    const ms = Math.round(performance.now() - started);
    const calls = reply.calls.map(({ tool, input }) => `${tool}${JSON.stringify(input)}`);
    const output = this.#count([reply.text, ...calls].join(''));
    this.callUsages.push({ ...sent, output, ms });
    const input = sent.fixed + sent.page + sent.rest;
    return this.#overridesUsage ? { ...reply, usage: { input, output } } : reply;
  }

  #measure(request: ModelRequest): Omit<CallUsage, 'output' | 'ms'> {
    const { answers, page, rest } = splitRequest(request);
    const tools = this.callFormat === 'native' ? this.#count(JSON.stringify(request.tools)) : 0;
    return {
      fixed: this.#count(request.system) + tools,
      page: this.#count(answers) + this.#count(page),
      rest: this.#count(rest),
    };
  }
}
