import {
  APICallError,
  generateText,
  jsonSchema,
  type LanguageModel,
  type ModelMessage,
  NoObjectGeneratedError,
  Output,
  type ToolSet,
  tool,
  type UserContent,
} from 'ai';
import { FILLED } from '../../model/publicUrl.ts';
import { SightlineError } from '../../model/SightlineError.ts';
import {
  type Form,
  FormRefused,
  type Message,
  type Model,
  type Question,
  type Reply,
  type Usage,
} from '../Model.ts';
import { callText } from '../shownInput.ts';
import { stepSchema } from '../stepSchema.ts';
import { retrying } from './retrying.ts';
import { inputTokens } from './ScriptedModel.ts';

export interface SdkModelOptions {
  /** `provider/model`. */
  name: string;
  /** Default `native`. */
  form?: Form | undefined;
  /** Milliseconds that one answer may take; default 120,000. */
  timeoutMs?: number | undefined;
  /** Tries of one question, where the server is busy or out of reach; default 4. */
  attempts?: number | undefined;
  /** Milliseconds before the second try; default 500. */
  waitMs?: number | undefined;
  /** Kept out of every error. */
  key?: string | undefined;
}

/** How much of the form is left to the server: tools; a schema that it holds the answer to; nothing, twice. */
type Level = 'native' | 'schema' | 'text' | 'functional';

const LEVELS: Readonly<Record<Form, Level>> = { native: 'native', step: 'schema', functional: 'functional' };

/** Any model of the AI SDK. One that knows no tools is asked for its step by schema, and without one if that fails too. */
export class SdkModel implements Model {
  readonly name: string;
  readonly #model: LanguageModel;
  readonly #options: SdkModelOptions;
  #level: Level;

  constructor(model: LanguageModel, options: SdkModelOptions) {
    this.#model = model;
    this.#options = options;
    this.name = options.name;
    this.#level = LEVELS[options.form ?? 'native'];
  }

  get form(): Form {
    if (this.#level === 'native' || this.#level === 'functional') return this.#level;
    return 'step';
  }

  async decide(question: Question): Promise<Reply> {
    const { timeoutMs = 120_000, attempts = 4, waitMs = 500 } = this.#options;
    const { signal } = question;
    const ask = (): Promise<Reply> =>
      this.#ask(question, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
    try {
      return await retrying(ask, { attempts, waitMs, signal });
    } catch (error) {
      signal.throwIfAborted();
      if ((this.#level === 'native' || this.#level === 'schema') && isRefusal(error)) {
        this.#level = this.#level === 'native' ? 'schema' : 'text';
        throw new FormRefused();
      }
      throw failure(error, this.#options);
    }
  }

  async #ask(question: Question, signal: AbortSignal): Promise<Reply> {
    const { system, messages, tools } = question;
    const call = {
      model: this.#model,
      system,
      messages: messages.flatMap((message, i) => this.#toModel(message, messages[i - 1])),
      maxRetries: 0,
      abortSignal: signal,
    };
    if (this.#level === 'native') {
      const { text, toolCalls, usage, response } = await generateText({ ...call, tools: toolSet(tools) });
      const calls = toolCalls.map(({ toolCallId, toolName, input }) => ({
        id: toolCallId,
        tool: toolName,
        input,
      }));
      return {
        text,
        calls,
        usage: this.#usage(usage, question, text + JSON.stringify(calls)),
        raw: response.messages.filter(({ role }) => role === 'assistant'),
      };
    }
    const { text, usage } = await this.#write(call, tools);
    return { text, calls: [], usage: this.#usage(usage, question, text) };
  }

  /** What it wrote, be it what was asked for or not: whoever asked checks that. */
  async #write(
    call: Parameters<typeof generateText>[0],
    tools: Question['tools'],
  ): Promise<{ text: string; usage: Tokens | undefined }> {
    try {
      if (this.#level !== 'schema') return await generateText(call);
      return await generateText({
        ...call,
        output: Output.object({ schema: jsonSchema(stepSchema(tools)), name: 'step' }),
      });
    } catch (error) {
      if (NoObjectGeneratedError.isInstance(error)) return { text: error.text ?? '', usage: error.usage };
      throw error;
    }
  }

  /** Calls that were made natively are answered so; all else is text. */
  #toModel(message: Message, before: Message | undefined): ModelMessage[] {
    const isNative = this.#level === 'native';
    switch (message.role) {
      case 'user':
        return [{ role: 'user', content: contentOf(message) }];
      case 'assistant':
        if (isNative && Array.isArray(message.raw)) return message.raw as ModelMessage[];
        return [{ role: 'assistant', content: message.text || JSON.stringify(message.calls) }];
      case 'results':
        return [
          isNative && before && 'raw' in before && before.raw ? toolResults(message) : resultsAsText(message),
        ];
    }
  }

  #usage(told: Tokens | undefined, question: Question, said: string): Usage {
    const input = told?.inputTokens ?? inputTokens(question, this.form);
    return { input, output: told?.outputTokens ?? Math.ceil(said.length / 3) };
  }
}

interface Tokens {
  inputTokens: number | undefined;
  outputTokens: number | undefined;
}

const toolSet = (tools: Question['tools']): ToolSet =>
  Object.fromEntries(
    tools.map(({ name, description, schema }) => [
      name,
      tool({ description, inputSchema: jsonSchema(schema) }),
    ]),
  );

type Results = Extract<Message, { role: 'results' }>;

const contentOf = ({ text, image }: Extract<Message, { role: 'user' }>): UserContent =>
  image
    ? [
        { type: 'text', text },
        { type: 'image', image, mediaType: 'image/png' },
      ]
    : text;

const toolResults = ({ results }: Results): ModelMessage => ({
  role: 'tool',
  content: results.map(({ call, text }) => ({
    type: 'tool-result',
    toolCallId: call.id,
    toolName: call.tool,
    output: { type: 'text', value: text },
  })),
});

const resultsAsText = ({ results }: Results): ModelMessage => ({
  role: 'user',
  content: results.map(({ call, text }) => `${callText(call)}\n${text}`).join('\n\n'),
});

/** The server understood the question, and does not take its form. */
function isRefusal(error: unknown): boolean {
  if (!APICallError.isInstance(error)) return false;
  const { statusCode = 0, message, responseBody = '' } = error;
  const isForm = /tool|function|response_format|json_schema|schema|grammar|structured/i.test(
    `${message} ${responseBody}`,
  );
  return isForm && [400, 404, 422, 500, 501].includes(statusCode);
}

function failure(error: unknown, { key, timeoutMs = 120_000 }: SdkModelOptions): SightlineError {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const status = APICallError.isInstance(error) ? error.statusCode : undefined;
  const what = name === 'TimeoutError' ? `no answer within ${timeoutMs} ms` : message.split('\n')[0];
  const told = `The model did not answer: ${status ? `status ${status}, ` : ''}${what}`;
  const safe = key ? told.replaceAll(key, FILLED) : told;
  return new SightlineError('model_failed', `${safe.replace(/\.$/, '')}.`, {
    hint: hintFor(status),
    retryable: true,
  });
}

function hintFor(status: number | undefined): string {
  if (status === 401 || status === 403) return 'Check the key in the environment.';
  if (status === 404) return 'Check the name of the model and the base URL.';
  if (status === 429) return 'Wait, or use another model.';
  return 'Check that the server runs and the base URL is right.';
}
