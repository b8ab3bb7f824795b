import { z } from 'zod';
import { askForToolCall, type Model, type Prompt, RunEnd } from '../../../../sightline/src/internal.ts';
import { withId } from '../extractExamples.ts';
import type { TrainingExample } from '../TrainingExample.ts';

const rewordTool = {
  name: 'reword',
  description: 'Give other words.',
  input: z.object({ texts: z.array(z.string().min(1).max(200)).min(1).max(5).describe('Other wordings') }),
};

const rewordPrompt: Prompt = {
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
  readonly #options: { model: Model; signal: AbortSignal };

  constructor(model: Model, signal: AbortSignal) {
    this.#options = { model, signal };
  }

  /** One example a wording; none for one that searches for nothing, or for several things. */
  async reword(example: TrainingExample): Promise<TrainingExample[]> {
    const [query] = example.calls;
    const text = query?.input.text;
    if (example.calls.length !== 1 || query?.tool !== 'query_elements' || typeof text !== 'string') return [];
    const texts = await this.#ask(`Task: ${example.task}\nSearch: ${text}`);
    return texts
      .filter((other) => other !== text)
      .map((other) =>
        withId({
          ...example,
          source: { ...example.source, change: 'reworded' },
          // What it answered was the answer to other words.
          calls: [{ ...query, input: { ...query.input, text: other }, result: '' }],
        }),
      );
  }

  async #ask(text: string): Promise<string[]> {
    try {
      return (await askForToolCall({ prompt: rewordPrompt, tool: rewordTool, text }, this.#options)).texts;
    } catch (thrown) {
      if (thrown instanceof RunEnd) return [];
      throw thrown;
    }
  }
}
