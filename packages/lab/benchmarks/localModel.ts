// `npm run bench -- local-model --weights FILE.gguf --modules DIR [--port 8080] [--context 8192] [--threads 1]`: serves a
// local model by the part of the OpenAI interface that Sightline uses (chat completions with
// `response_format: json_schema`), through node-llama-cpp. DIR is a folder in which `npm install node-llama-cpp` was run;
// neither it nor weights are part of this repository. One request at a time, temperature 0: the same question gets the
// same answer.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

export async function run(args: string[]): Promise<void> {
  const { values: options } = parseArgs({
    args,
    options: {
      weights: { type: 'string' },
      modules: { type: 'string' },
      port: { type: 'string', default: '8080' },
      context: { type: 'string', default: '8192' },
      'max-tokens': { type: 'string', default: '400' },
      threads: { type: 'string', default: '1' },
    },
  });
  const { weights, modules } = options;
  if (!weights || !modules)
    throw new Error('say --weights FILE.gguf and --modules DIR, where node-llama-cpp is installed');
  const model = await LocalModel.load(await import(entryOf(modules)), resolve(weights), {
    contextSize: Number(options.context),
    threads: Number(options.threads),
    maxTokens: Number(options['max-tokens']),
  });
  let queue = Promise.resolve();
  const server = createServer((request, response) => {
    const answered = queue.then(() => answer(model, request, response));
    queue = answered.catch(() => undefined);
    answered.catch((error: Error) => reply(response, 500, { error: { message: error.message } }));
  });
  server.listen(Number(options.port), '127.0.0.1', () => console.log(`http://127.0.0.1:${options.port}/v1`));
  await new Promise((resolve) => server.once('close', resolve));
}

const entryOf = (folder: string): string =>
  pathToFileURL(join(resolve(folder), 'node_modules/node-llama-cpp/dist/index.js')).href;

interface Message {
  role: string;
  content: string | { text?: string }[];
}

/** Of chat completions. */
interface CompletionRequest {
  messages: Message[];
  response_format?: { json_schema?: { schema?: JsonSchema } };
  max_tokens?: number;
}

async function answer(model: LocalModel, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url?.endsWith('/models')) return reply(response, 200, { data: [{ id: 'local' }] });
  if (!request.url?.endsWith('/chat/completions'))
    return reply(response, 404, { error: { message: 'not here' } });
  const completionRequest: CompletionRequest = JSON.parse(await text(request));
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  if (response.destroyed) return;
  const startedAt = performance.now();
  const { content, prompted, completed } = await model.complete(completionRequest, gone.signal);
  console.error(`${prompted} in, ${completed} out, ${Math.round(performance.now() - startedAt)} ms`);
  reply(response, 200, {
    id: 'local',
    object: 'chat.completion',
    created: 0,
    model: 'local',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: prompted, completion_tokens: completed, total_tokens: prompted + completed },
  });
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** node-llama-cpp, as far as it is used. */
interface LlamaModules {
  getLlama(options: object): Promise<Llama>;
  LlamaChat: new (options: object) => LlamaChat;
  resolveChatWrapper(model: LlamaModel): unknown;
}
interface Llama {
  loadModel(options: object): Promise<LlamaModel>;
  createGrammarForJsonSchema(schema: unknown): Promise<unknown>;
}
interface LlamaModel {
  createContext(options: object): Promise<{ getSequence(): LlamaSequence }>;
  tokenize(text: string): unknown[];
}
interface LlamaSequence {
  tokenMeter: { usedInputTokens: number };
}
interface LlamaChat {
  generateResponse(turns: object[], options: object): Promise<{ response: string }>;
  dispose(options: object): void;
}

interface ModelOptions {
  contextSize: number;
  threads: number;
  maxTokens: number;
}

class LocalModel {
  readonly #modules: LlamaModules;
  readonly #llama: Llama;
  readonly #model: LlamaModel;
  readonly #sequence: LlamaSequence;
  readonly #maxTokens: number;

  private constructor(
    modules: LlamaModules,
    llama: Llama,
    model: LlamaModel,
    sequence: LlamaSequence,
    maxTokens: number,
  ) {
    this.#modules = modules;
    this.#llama = llama;
    this.#model = model;
    this.#sequence = sequence;
    this.#maxTokens = maxTokens;
  }

  static async load(modules: LlamaModules, weights: string, options: ModelOptions): Promise<LocalModel> {
    const { contextSize, threads, maxTokens } = options;
    const llama = await modules.getLlama({
      gpu: false,
      build: 'never',
      progressLogs: false,
      maxThreads: threads,
    });
    const model = await llama.loadModel({ modelPath: weights });
    const context = await model.createContext({ contextSize, threads });
    return new LocalModel(modules, llama, model, context.getSequence(), maxTokens);
  }

  /** What was read before stays in the context as far as the new prompt begins alike. */
  async complete(
    { messages, response_format: format, max_tokens: wanted }: CompletionRequest,
    signal: AbortSignal,
  ): Promise<{ content: string; prompted: number; completed: number }> {
    const chatWrapper = this.#modules.resolveChatWrapper(this.#model);
    const chat = new this.#modules.LlamaChat({ contextSequence: this.#sequence, chatWrapper });
    const schema = format?.json_schema?.schema;
    const grammar = schema && (await this.#llama.createGrammarForJsonSchema(adaptSchema(schema)));
    const before = this.#sequence.tokenMeter.usedInputTokens;
    const { response } = await chat.generateResponse([...messages.map(toTurn), LAST_TURN], {
      temperature: 0,
      signal,
      stopOnAbortSignal: true,
      maxTokens: Math.min(wanted ?? Number.POSITIVE_INFINITY, this.#maxTokens),
      ...(grammar !== undefined && { grammar }),
    });
    chat.dispose({ disposeSequence: false });
    const read = this.#sequence.tokenMeter.usedInputTokens - before;
    const whole = messages.reduce((sum, message) => sum + this.#count(textOf(message)), 0);
    return { content: response, prompted: Math.max(whole, read), completed: this.#count(response) };
  }

  #count(words: string): number {
    return this.#model.tokenize(words).length;
  }
}

const LAST_TURN = { type: 'model', response: [] };

function toTurn(message: Message): object {
  if (message.role === 'assistant') return { type: 'model', response: [textOf(message)] };
  return { type: message.role === 'system' ? 'system' : 'user', text: textOf(message) };
}

const textOf = ({ content }: Message): string =>
  typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('\n');

interface JsonSchema {
  [keyword: string]: unknown;
  anyOf?: unknown;
  type?: unknown;
  properties?: Record<string, unknown>;
  required?: string[];
}

/**
 * As node-llama-cpp takes it: it knows `oneOf` only, and requires every property. So an object with optional fields
 * becomes a choice: the required ones, and with them the first of the others, the first two, and so on.
 */
function adaptSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(adaptSchema);
  if (schema === null || typeof schema !== 'object') return schema;
  const { anyOf, ...rest }: JsonSchema = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, adaptSchema(value)]),
  );
  if (anyOf) return { ...rest, oneOf: anyOf };
  const { required = [], properties } = rest;
  if (rest.type !== 'object' || !properties) return rest;
  const optional = Object.keys(properties).filter((key) => !required.includes(key));
  const withKeys = (keys: readonly string[]): JsonSchema => ({
    ...rest,
    required: [...keys],
    properties: Object.fromEntries(keys.map((key) => [key, properties[key]])),
  });
  const choices = optional.map((_, at) => withKeys([...required, ...optional.slice(0, at + 1)]));
  if (required.length > 0 || optional.length === 0) choices.unshift(withKeys(required));
  return choices.length === 1 ? choices[0] : { oneOf: choices };
}
