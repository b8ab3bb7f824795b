import { RunEnd } from './RunEnd.ts';
import type { CallOutcome } from './tools/ToolExecutor.ts';

/** Detects a model that repeats the same actions on the same page with the same outcome. */
export class LoopDetector {
  readonly #maxRepeats: number;
  readonly #counts = new Map<string, number>();

  constructor(maxRepeats: number) {
    this.#maxRepeats = maxRepeats;
  }

  /** Returns a warning for the model on the first repetition, '' otherwise. @throws RunEnd `loop` */
  record(url: string, outcomes: readonly CallOutcome[]): string {
    const key = JSON.stringify([url, outcomes.map(({ call, text }) => [call.tool, call.input, text])]);
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    if (count >= this.#maxRepeats)
      throw new RunEnd('loop', `The same was done ${count} times, with the same outcome.`);
    return count > 1
      ? `You did exactly this ${count} times, with the same outcome. Do something else, or call fail.`
      : '';
  }
}
