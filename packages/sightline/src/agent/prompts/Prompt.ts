/** An example step. */
export interface PromptExample {
  thinking: string;
  next_goal: string;
  action: readonly Readonly<Record<string, unknown>>[];
}

/** The parts of a system prompt. */
export interface Prompt {
  head: string;
  /** Explains the page format, by style; only where the page is shown. */
  legend?: { compact: string; markup: string };
  rules?: string;
  examples: readonly PromptExample[];
}
