import { Ending } from './Ending.ts';
import type { Outcome } from './Hands.ts';

/** Sees when a model does the same again and again: the same actions, on the same page, with the same outcome. */
export class LoopWatch {
  readonly #most: number;
  readonly #counts = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Words for the model when it begins to repeat itself. @throws Ending `loop` */
  see(url: string, outcomes: readonly Outcome[]): string {
    const key = JSON.stringify([url, outcomes.map(({ call, text }) => [call.tool, call.input, text])]);
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    if (count >= this.#most)
      throw new Ending('loop', `The same was done ${count} times, with the same outcome.`);
    return count > 1
      ? `You did exactly this ${count} times, with the same outcome. Do something else, or call fail.`
      : '';
  }
}
