import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findJsonObject, parseStep, vocabularyOf } from '../../../sightline/src/internal.ts';
import { type CallProtocol, legalCallGrammar } from './legalCalls.ts';
import { type DecidedCall, toCall } from './SmallLoop.ts';
import type { SmallPrompt } from './smallPrompt.ts';

/** node-llama-cpp, as far as it is used. */
interface LlamaModules {
  getLlama(options: object): Promise<Llama>;
  LlamaCompletion: new (options: object) => LlamaCompletion;
  LlamaText(parts: unknown[]): { tokenize(tokenizer: unknown): number[] };
  SpecialTokensText: new (text: string) => unknown;
}
interface Llama {
  loadModel(options: object): Promise<LlamaModel>;
  createGrammar(options: { grammar: string }): Promise<unknown>;
}
interface LlamaModel {
  createContext(options: object): Promise<{ getSequence(): unknown }>;
  tokenizer: unknown;
  tokenize(text: string): number[];
}
interface LlamaCompletion {
  generateCompletion(input: number[], options: object): Promise<string>;
}

export interface SmallModelOptions {
  /** GGUF file. */
  weights: string;
  /** Where `npm install node-llama-cpp` was run. */
  modules: string;
  protocol: CallProtocol;
  /** Only calls that can be made in the state. */
  grammar: boolean;
  /** A word on the calls before each prompt, for models that were not taught them. */
  instructed: boolean;
  threads: number;
}

/** Tokens of prompt and call together. */
const CONTEXT_TOKENS = 1_536;
const MAX_CALL_TOKENS = 80;

const vocabulary = vocabularyOf('query');

/** A small model that decides on one call at a time; temperature 0. */
export class SmallModel {
  readonly #modules: LlamaModules;
  readonly #llama: Llama;
  readonly #model: LlamaModel;
  readonly #completion: LlamaCompletion;
  readonly #options: SmallModelOptions;
  /** Milliseconds of each decision. */
  readonly latencies: number[] = [];
  /** Milliseconds that all threads of this process worked for each decision: a busy machine does not lengthen them. */
  readonly processorTimes: number[] = [];
  /** Tokens of each prompt. */
  readonly promptTokens: number[] = [];

  private constructor(
    modules: LlamaModules,
    llama: Llama,
    model: LlamaModel,
    completion: LlamaCompletion,
    options: SmallModelOptions,
  ) {
    this.#modules = modules;
    this.#llama = llama;
    this.#model = model;
    this.#completion = completion;
    this.#options = options;
  }

  static async load(options: SmallModelOptions): Promise<SmallModel> {
    const entry = join(resolve(options.modules), 'node_modules/node-llama-cpp/dist/index.js');
    const modules: LlamaModules = await import(pathToFileURL(entry).href);
    const { threads } = options;
    const llama = await modules.getLlama({
      gpu: false,
      build: 'never',
      progressLogs: false,
      maxThreads: threads,
    });
    const model = await llama.loadModel({ modelPath: resolve(options.weights) });
    const context = await model.createContext({ contextSize: CONTEXT_TOKENS, threads });
    const completion = new modules.LlamaCompletion({ contextSequence: context.getSequence() });
    return new SmallModel(modules, llama, model, completion, options);
  }

  async decide(prompt: SmallPrompt): Promise<DecidedCall> {
    const { grammar, protocol, instructed } = this.#options;
    const tokens = this.#tokenize(instructed ? `${INSTRUCTIONS[protocol]}\n\n${prompt.text}` : prompt.text);
    const startedAt = performance.now();
    const usedBefore = process.cpuUsage();
    const text = await this.#completion.generateCompletion(tokens, {
      temperature: 0,
      maxTokens: MAX_CALL_TOKENS,
      customStopTriggers: ['<|im_end|>'],
      ...(grammar && {
        grammar: await this.#llama.createGrammar({ grammar: legalCallGrammar(prompt, protocol) }),
      }),
    });
    this.latencies.push(performance.now() - startedAt);
    const { user, system } = process.cpuUsage(usedBefore);
    this.processorTimes.push((user + system) / 1_000);
    this.promptTokens.push(tokens.length);
    const usage = { input: tokens.length, output: this.#model.tokenize(text).length };
    return { ...parseCallText(text, protocol), tokens: usage };
  }

  /** As a turn of ChatML; what the page says cannot end it. */
  #tokenize(text: string): number[] {
    const { LlamaText, SpecialTokensText } = this.#modules;
    return LlamaText([
      new SpecialTokensText('<|im_start|>user\n'),
      text,
      new SpecialTokensText('<|im_end|>\n<|im_start|>assistant\n'),
    ]).tokenize(this.#model.tokenizer);
  }
}

/** What cannot be read is handed on as it is, for the loop to refuse. */
export function parseCallText(text: string, protocol: CallProtocol): DecidedCall {
  const unread = { tool: '', input: {}, text: text.trim() || 'nothing' };
  if (protocol === 'json') {
    const [[tool, input] = ['', {}]] = Object.entries(findJsonObject(text) ?? {});
    try {
      return { ...toCall(tool, input as Record<string, unknown>), text: text.trim() };
    } catch {
      return unread;
    }
  }
  try {
    const [call] = parseStep(text, vocabulary).calls;
    return call ? { ...call, input: call.input as Record<string, unknown>, text: text.trim() } : unread;
  } catch {
    return unread;
  }
}

const INSTRUCTIONS: Readonly<Record<CallProtocol, string>> = {
  functional: `You use a web page. "Send [12] button" is element 12. Answer with the one call that does the goal, and nothing else:
Send <bu_click> 12 <bu_end>
Name <bu_fill> 7 "Ada" <bu_end>
Town <bu_select> 5 ["Oslo"] <bu_end>
News <bu_check> 3 <bu_end>
<bu_query> text="words to find" <bu_end>
<bu_done> "done" <bu_end>`,
  json: `You use a web page. "Send [12] button" is element 12. Answer with the one call that does the goal, as JSON, and nothing else:
Send {"click": {"index": 12}}
Name {"fill": {"index": 7, "text": "Ada"}}
Town {"select_option": {"index": 5, "options": ["Oslo"]}}
News {"check": {"index": 3}}
{"query_elements": {"text": "words to find"}}
{"done": {"text": "done"}}`,
};
