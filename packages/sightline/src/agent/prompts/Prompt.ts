/** What a step looks like, as an example. */
export interface PromptExample {
  thinking: string;
  next_goal: string;
  action: readonly Readonly<Record<string, unknown>>[];
}

/** The parts of a system prompt. */
export interface Prompt {
  head: string;
  /** How the page is written, where it is shown; by style. */
  legend?: { compact: string; markup: string };
  rules?: string;
  examples: readonly PromptExample[];
}
