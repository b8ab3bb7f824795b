/** A tool call of a model. */
export interface ToolCall {
  /** From the model's provider, or counted. */
  id: string;
  tool: string;
  input: unknown;
}

export type ChatMessage =
  | { role: 'user'; text: string; image?: Buffer }
  /** The model's reply. `raw`: the same in the provider's own format, to be sent back. */
  | { role: 'assistant'; text: string; calls: ToolCall[]; raw?: unknown }
  /** Results of the calls in the message before. */
  | { role: 'results'; results: { call: ToolCall; text: string }[] };

/** A tool as shown to a model. `schema` is JSON Schema. */
export interface ToolDefinition {
  name: string;
  description: string;
  schema: Record<string, unknown>;
}

/** A request to a model. */
export interface ModelRequest {
  system: string;
  messages: readonly ChatMessage[];
  tools: readonly ToolDefinition[];
  signal: AbortSignal;
}

/** Tokens of a call as counted by the provider, else estimated. */
export interface Usage {
  input: number;
  output: number;
}

/** A model's reply. `calls` has native tool calls only. */
export interface ModelReply {
  text: string;
  calls: ToolCall[];
  usage: Usage;
  raw?: unknown;
}

/**
 * How a model makes calls. `native`: tool calls. `step`: it writes `{ thinking, next_goal, action }` as JSON.
 * `functional`: it writes its calls in special tokens, as small models trained on them do.
 */
export type CallFormat = 'native' | 'step' | 'functional';

/** A language model. */
export interface Model {
  /** `provider/model`, for traces and reports. */
  readonly name: string;
  /** May change to `step` when the server turns out not to support tools. */
  readonly callFormat: CallFormat;
  /**
   * Rejects with SightlineError `model_failed`; with the signal's reason once that is aborted; with
   * CallFormatRejected when the request must be repeated in the model's new call format.
   */
  decide(request: ModelRequest): Promise<ModelReply>;
}

/** The server rejected the call format; `Model.callFormat` has been changed to a simpler one. */
export class CallFormatRejected extends Error {
  override readonly name = 'FormRefused';
}
