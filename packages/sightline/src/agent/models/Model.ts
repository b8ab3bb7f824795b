/** One tool that a model asks for. */
export interface ToolCall {
  /** Given by the model's provider, or counted. */
  id: string;
  tool: string;
  input: unknown;
}

export type ChatMessage =
  | { role: 'user'; text: string; image?: Buffer }
  /** What the model said. `raw`: the same as its provider wants to hear it again. */
  | { role: 'assistant'; text: string; calls: ToolCall[]; raw?: unknown }
  /** What came of the calls of the message before. */
  | { role: 'results'; results: { call: ToolCall; text: string }[] };

/** A tool as a model is told of it. `schema` is JSON Schema. */
export interface ToolDefinition {
  name: string;
  description: string;
  schema: Record<string, unknown>;
}

/** Everything a model is told in one call. */
export interface ModelRequest {
  system: string;
  messages: readonly ChatMessage[];
  tools: readonly ToolDefinition[];
  signal: AbortSignal;
}

/** Tokens of one call, as the provider counts them; estimated where it does not. */
export interface Usage {
  input: number;
  output: number;
}

/** What a model said: calls of tools, where it makes them natively; else all of it is text. */
export interface ModelReply {
  text: string;
  calls: ToolCall[];
  usage: Usage;
  raw?: unknown;
}

/**
 * `native`: it calls tools itself. `step`: it writes `{ thinking, next_goal, action }` as JSON. `functional`: it writes
 * its calls in special tokens, as small models that were trained on them do.
 */
export type CallFormat = 'native' | 'step' | 'functional';

/** A language model, behind one function. */
export interface Model {
  /** `provider/model`, for traces and reports. */
  readonly name: string;
  /** May change to `step` when the server turns out to know no tools. */
  readonly callFormat: CallFormat;
  /**
   * Rejects with SightlineError `model_failed`; with the signal's reason once that is aborted; with `FormRefused`
   * when the question must be put again in the form that it has now.
   */
  decide(request: ModelRequest): Promise<ModelReply>;
}

/** The server did not take the form of the question; `Model.form` has been lowered. */
export class CallFormatRejected extends Error {
  override readonly name = 'FormRefused';
}
