import { estimateTokens } from '../../render/estimateTokens.ts';
import type { CallFormat, ChatMessage, Model, ModelReply, ModelRequest, ToolCall } from './Model.ts';

/** A scripted reply: a step, or raw text. */
export type ScriptedAnswer =
  | string
  | { thinking?: string; next_goal?: string; action: Record<string, unknown>[] };

/** Replies in order, or a function of the request. */
export type Script =
  | readonly ScriptedAnswer[]
  | ((request: ModelRequest, turn: number) => ScriptedAnswer | Promise<ScriptedAnswer>);

/** A model that replies from a script: for tests and reproducible policies. */
export class ScriptedModel implements Model {
  readonly name: string;
  readonly callFormat: CallFormat;
  /** The requests so far, oldest first. */
  readonly requests: ModelRequest[] = [];
  readonly #script: Script;

  constructor(
    script: Script,
    { callFormat = 'step', name = 'scripted' }: { callFormat?: CallFormat; name?: string } = {},
  ) {
    this.#script = script;
    this.callFormat = callFormat;
    this.name = name;
  }

  async decide(request: ModelRequest): Promise<ModelReply> {
    const turn = this.requests.length;
    // A copy: the messages of a step grow.
    this.requests.push({ ...request, messages: [...request.messages] });
    const answer =
      typeof this.#script === 'function' ? await this.#script(request, turn) : this.#script[turn];
    const step = answer ?? { action: [{ fail: { reason: 'the script has ended' } }] };
    const text = typeof step === 'string' ? step : JSON.stringify(step);
    const usage = { input: estimateInputTokens(request, this.callFormat), output: estimateTokens(text) };
    if (this.callFormat === 'step' || typeof step === 'string') return { text, calls: [], usage };
    return {
      text: step.thinking ?? '',
      calls: step.action.map((action, i) => toToolCall(action, `${turn}-${i}`)),
      usage,
    };
  }
}

function toToolCall(action: Record<string, unknown>, id: string): ToolCall {
  const [[tool, input] = ['', {}]] = Object.entries(action);
  return { id, tool, input };
}

/** Upper estimate of the tokens of a request, without images. */
export function estimateInputTokens(
  { system, messages, tools }: ModelRequest,
  callFormat: CallFormat,
): number {
  const texts = [system, ...messages.map(messageText), callFormat === 'native' ? JSON.stringify(tools) : ''];
  return texts.reduce((sum, text) => sum + estimateTokens(text), 0);
}

function messageText(message: ChatMessage): string {
  if (message.role === 'results') return message.results.map(({ text }) => text).join('\n');
  return message.role === 'user' ? message.text : `${message.text} ${JSON.stringify(message.calls)}`;
}
