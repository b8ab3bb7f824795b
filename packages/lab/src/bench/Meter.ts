import type { Model, Question, Reply } from '../../../sightline/src/internal.ts';
import { shownIn } from './oracle/shownIn.ts';

/** What one call of a model cost, in o200k tokens of what was really sent, whoever counts otherwise. */
export interface Reading {
  /** Prompt, and tools where they stand beside it. */
  fixed: number;
  /** What was told of the page: its state, and the answers of tools. */
  page: number;
  /** Task, history, notes, hints. */
  rest: number;
  output: number;
  ms: number;
}

export type CountTokens = (text: string) => number;

/** The tokenizer, loaded when it is needed: its tables are 2 MB. */
export async function loadTokenizer(): Promise<CountTokens> {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  return (text) => countTokens(text, { disallowedSpecial: new Set() });
}

/** A model that is listened to. */
export class Meter implements Model {
  readonly readings: Reading[] = [];
  readonly #model: Model;
  readonly #count: CountTokens;
  readonly #counted: boolean;

  /** `counted`: its use is what is counted here, not what it says itself. Default false. */
  constructor(model: Model, count: CountTokens, { counted = false } = {}) {
    this.#model = model;
    this.#count = count;
    this.#counted = counted;
  }

  get name(): string {
    return this.#model.name;
  }

  get form(): Model['form'] {
    return this.#model.form;
  }

  async decide(question: Question): Promise<Reply> {
    const sent = this.#read(question);
    const started = performance.now();
    const reply = await this.#model.decide(question);
    const ms = Math.round(performance.now() - started);
    const calls = reply.calls.map(({ tool, input }) => `${tool}${JSON.stringify(input)}`);
    const output = this.#count([reply.text, ...calls].join(''));
    this.readings.push({ ...sent, output, ms });
    const input = sent.fixed + sent.page + sent.rest;
    return this.#counted ? { ...reply, usage: { input, output } } : reply;
  }

  #read(question: Question): Omit<Reading, 'output' | 'ms'> {
    const { answers, page, rest } = shownIn(question);
    const tools = this.form === 'native' ? this.#count(JSON.stringify(question.tools)) : 0;
    return {
      fixed: this.#count(question.system) + tools,
      page: this.#count(answers) + this.#count(page),
      rest: this.#count(rest),
    };
  }
}
