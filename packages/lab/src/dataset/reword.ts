import { z } from 'zod';
import {
  Budget,
  Dialogue,
  defineTool,
  Ending,
  type Model,
  menuOf,
  type Prompt,
} from '../../../sightline/src/internal.ts';
import type { Example } from './Example.ts';
import { identified } from './gather.ts';

const rewordTool = defineTool({
  name: 'reword',
  title: 'Reword',
  description: 'Give other words.',
  input: z.object({ texts: z.array(z.string().min(1).max(200)).min(1).max(5).describe('Other wordings') }),
  readOnly: true,
  cli: { command: 'reword' },
  handler: async (_, { texts }) => ({ text: texts.join('\n'), data: {} }),
});

const prompt: Prompt = {
  head: 'You reword a search for an element of a web page, for training data. You get the task and the search. Give up to three other wordings that a person would use for the same element: short, and not weaker. Call reword.',
  examples: [
    {
      thinking: 'The cart is meant.',
      next_goal: 'Reword',
      action: [{ reword: { texts: ['shopping cart', 'basket'] } }],
    },
  ],
};

/** Finds other words for what is searched for; whether they find the same is for the verification to say. */
export class Reworder {
  readonly #dialogue: Dialogue;

  constructor(model: Model, signal: AbortSignal) {
    const budget = new Budget({ maxSteps: Number.POSITIVE_INFINITY, maxTokens: Number.POSITIVE_INFINITY });
    const menu = menuOf({ queryMode: 'none', folds: false, own: [rewordTool] });
    this.#dialogue = new Dialogue({ model, budget, signal, prompt, menu, style: 'compact', maxInvalid: 2 });
  }

  /** One example a wording; none for one that searches for nothing, or for several things. */
  async reword(one: Example): Promise<Example[]> {
    const [query] = one.calls;
    const text = query?.input.text;
    if (one.calls.length !== 1 || query?.tool !== 'query_elements' || typeof text !== 'string') return [];
    const texts = await this.#ask(`Task: ${one.task}\nSearch: ${text}`);
    return texts
      .filter((other) => other !== text)
      .map((other) =>
        identified({
          ...one,
          source: { ...one.source, change: 'reworded' },
          // What it answered was the answer to other words.
          calls: [{ ...query, input: { ...query.input, text: other }, result: '' }],
        }),
      );
  }

  async #ask(question: string): Promise<string[]> {
    try {
      const { calls } = await this.#dialogue.step([{ role: 'user', text: question }], () => undefined);
      return (calls[0]?.input as { texts?: string[] } | undefined)?.texts ?? [];
    } catch (thrown) {
      if (thrown instanceof Ending) return [];
      throw thrown;
    }
  }
}
