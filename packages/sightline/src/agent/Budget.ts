import { Ending } from './Ending.ts';
import type { Usage } from './Model.ts';
import type { Settled } from './settings.ts';

/** What a run has spent, and may. */
export class Budget {
  readonly #limits: Pick<Settled, 'maxSteps' | 'maxTokens'>;
  readonly used: Usage = { input: 0, output: 0 };
  /** Calls of models. */
  calls = 0;
  steps = 0;

  constructor(limits: Pick<Settled, 'maxSteps' | 'maxTokens'>) {
    this.#limits = limits;
  }

  /** Counts the step that begins. @throws Ending `steps`, `tokens` */
  beginStep(): number {
    const { maxSteps } = this.#limits;
    if (this.steps >= maxSteps) throw new Ending('steps', `The task was not done in ${maxSteps} steps.`);
    this.checkTokens();
    this.steps++;
    return this.steps;
  }

  /** @throws Ending `tokens` */
  checkTokens(): void {
    const { maxTokens } = this.#limits;
    if (this.used.input + this.used.output >= maxTokens)
      throw new Ending('tokens', `The task was not done within ${maxTokens} tokens.`);
  }

  spend({ input, output }: Usage): void {
    this.calls++;
    this.used.input += input;
    this.used.output += output;
  }
}
