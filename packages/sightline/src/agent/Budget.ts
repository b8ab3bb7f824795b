import type { ResolvedSettings } from './AgentSettings.ts';
import type { Usage } from './models/Model.ts';
import { RunEnd } from './RunEnd.ts';

/** Counts steps, model calls and tokens of a run, and ends it at the limits. */
export class Budget {
  readonly #limits: Pick<ResolvedSettings, 'maxSteps' | 'maxTokens'>;
  readonly used: Usage = { input: 0, output: 0 };
  /** Calls of models. */
  calls = 0;
  steps = 0;

  constructor(limits: Pick<ResolvedSettings, 'maxSteps' | 'maxTokens'>) {
    this.#limits = limits;
  }

  /** Counts a step; returns its number. @throws RunEnd `steps`, `tokens` */
  beginStep(): number {
    const { maxSteps } = this.#limits;
    if (this.steps >= maxSteps) throw new RunEnd('steps', `The task was not done in ${maxSteps} steps.`);
    this.checkTokens();
    this.steps++;
    return this.steps;
  }

  /** @throws RunEnd `tokens` */
  checkTokens(): void {
    const { maxTokens } = this.#limits;
    if (this.used.input + this.used.output >= maxTokens)
      throw new RunEnd('tokens', `The task was not done within ${maxTokens} tokens.`);
  }

  recordUsage({ input, output }: Usage): void {
    this.calls++;
    this.used.input += input;
    this.used.output += output;
  }
}
