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
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { REDACTED_PLACEHOLDER } from '../../snapshot/urls/redactUrl.ts';
import { stepSchema } from '../prompts/stepSchema.ts';
import { renderCall } from '../tools/renderCall.ts';
import {
  type CallFormat,
  CallFormatRejected,
  type ChatMessage,
  type Model,
  type ModelReply,
  type ModelRequest,
  type Usage,
} from './Model.ts';
import { estimateInputTokens } from './ScriptedModel.ts';
import { withRetries } from './withRetries.ts';

export interface SdkModelOptions {
  /** `provider/model`. */
  name: string;
  /** Default `native`. */
  callFormat?: CallFormat | undefined;
  /** Timeout of one request, milliseconds. Default 120,000. */
  timeoutMs?: number | undefined;
  /** Attempts for one request when the server is busy or unreachable. Default 4. */
  attempts?: number | undefined;
  /** Milliseconds before the second attempt. Default 500. */
  waitMs?: number | undefined;
  /** The API key, redacted from errors. */
  key?: string | undefined;
}

/** How the reply format is enforced: by native tools, by a schema (structured output), or not at all. */
type FormatLevel = 'native' | 'schema' | 'text' | 'functional';

const LEVEL_BY_FORMAT: Readonly<Record<CallFormat, FormatLevel>> = {
  native: 'native',
  step: 'schema',
  functional: 'functional',
};

/**
 * A model of the AI SDK. If the server rejects tools, steps are requested by schema; if it rejects that, as plain
 * text.
 */
export class SdkModel implements Model {
  readonly name: string;
  readonly #model: LanguageModel;
  readonly #options: SdkModelOptions;
  #level: FormatLevel;

  constructor(model: LanguageModel, options: SdkModelOptions) {
    this.#model = model;
    this.#options = options;
    this.name = options.name;
    this.#level = LEVEL_BY_FORMAT[options.callFormat ?? 'native'];
  }

  get callFormat(): CallFormat {
    if (this.#level === 'native' || this.#level === 'functional') return this.#level;
    return 'step';
  }

  async decide(request: ModelRequest): Promise<ModelReply> {
    const { timeoutMs = 120_000, attempts = 4, waitMs = 500 } = this.#options;
    const { signal } = request;
    const send = (): Promise<ModelReply> =>
      this.#send(request, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
    try {
      return await withRetries(send, { attempts, waitMs, signal });
    } catch (error) {
      signal.throwIfAborted();
      if ((this.#level === 'native' || this.#level === 'schema') && isFormatRejection(error)) {
        this.#level = this.#level === 'native' ? 'schema' : 'text';
        throw new CallFormatRejected();
      }
      throw toModelError(error, this.#options);
    }
  }

  async #send(request: ModelRequest, signal: AbortSignal): Promise<ModelReply> {
    const { system, messages, tools } = request;
    const params = {
      model: this.#model,
      system,
      messages: messages.flatMap((message, i) => this.#toModelMessages(message, messages[i - 1])),
      maxRetries: 0,
      abortSignal: signal,
    };
    if (this.#level === 'native') {
      const { text, toolCalls, usage, response } = await generateText({ ...params, tools: toolSet(tools) });
      const calls = toolCalls.map(({ toolCallId, toolName, input }) => ({
        id: toolCallId,
        tool: toolName,
        input,
      }));
      return {
        text,
        calls,
        usage: this.#usage(usage, request, text + JSON.stringify(calls)),
        raw: response.messages.filter(({ role }) => role === 'assistant'),
      };
    }
    const { text, usage } = await this.#generateStep(params, tools);
    return { text, calls: [], usage: this.#usage(usage, request, text) };
  }

  /** The text as generated; the caller validates it. */
  async #generateStep(
    params: Parameters<typeof generateText>[0],
    tools: ModelRequest['tools'],
  ): Promise<{ text: string; usage: ReportedUsage | undefined }> {
    try {
      if (this.#level !== 'schema') return await generateText(params);
      return await generateText({
        ...params,
        output: Output.object({ schema: jsonSchema(stepSchema(tools)), name: 'step' }),
      });
    } catch (error) {
      if (NoObjectGeneratedError.isInstance(error)) return { text: error.text ?? '', usage: error.usage };
      throw error;
    }
  }

  /** Results of native calls become tool results, all others text. */
  #toModelMessages(message: ChatMessage, previous: ChatMessage | undefined): ModelMessage[] {
    const isNative = this.#level === 'native';
    switch (message.role) {
      case 'user':
        return [{ role: 'user', content: userContent(message) }];
      case 'assistant':
        if (isNative && Array.isArray(message.raw)) return message.raw as ModelMessage[];
        return [{ role: 'assistant', content: message.text || JSON.stringify(message.calls) }];
      case 'results':
        return [
          isNative && previous && 'raw' in previous && previous.raw
            ? toolResults(message)
            : resultsAsText(message),
        ];
    }
  }

  #usage(reported: ReportedUsage | undefined, request: ModelRequest, output: string): Usage {
    const input = reported?.inputTokens ?? estimateInputTokens(request, this.callFormat);
    return { input, output: reported?.outputTokens ?? Math.ceil(output.length / 3) };
  }
}

interface ReportedUsage {
  inputTokens: number | undefined;
  outputTokens: number | undefined;
}

const toolSet = (tools: ModelRequest['tools']): ToolSet =>
  Object.fromEntries(
    tools.map(({ name, description, schema }) => [
      name,
      tool({ description, inputSchema: jsonSchema(schema) }),
    ]),
  );

type ResultsMessage = Extract<ChatMessage, { role: 'results' }>;

const userContent = ({ text, image }: Extract<ChatMessage, { role: 'user' }>): UserContent =>
  image
    ? [
        { type: 'text', text },
        { type: 'image', image, mediaType: 'image/png' },
      ]
    : text;

const toolResults = ({ results }: ResultsMessage): ModelMessage => ({
  role: 'tool',
  content: results.map(({ call, text }) => ({
    type: 'tool-result',
    toolCallId: call.id,
    toolName: call.tool,
    output: { type: 'text', value: text },
  })),
});

const resultsAsText = ({ results }: ResultsMessage): ModelMessage => ({
  role: 'user',
  content: results.map(({ call, text }) => `${renderCall(call)}\n${text}`).join('\n\n'),
});

/** Whether the server rejected the format of a request, not its content. */
function isFormatRejection(error: unknown): boolean {
  if (!APICallError.isInstance(error)) return false;
  const { statusCode = 0, message, responseBody = '' } = error;
  const isAboutFormat = /tool|function|response_format|json_schema|schema|grammar|structured/i.test(
    `${message} ${responseBody}`,
  );
  return isAboutFormat && [400, 404, 422, 500, 501].includes(statusCode);
}

function toModelError(error: unknown, { key, timeoutMs = 120_000 }: SdkModelOptions): SightlineError {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const status = APICallError.isInstance(error) ? error.statusCode : undefined;
  const what = name === 'TimeoutError' ? `no answer within ${timeoutMs} ms` : message.split('\n')[0];
  const fullText = `The model did not answer: ${status ? `status ${status}, ` : ''}${what}`;
  const safe = key ? fullText.replaceAll(key, REDACTED_PLACEHOLDER) : fullText;
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
