import { z } from 'zod';
import {
  Budget,
  buildToolMenu,
  Dialogue,
  defineTool,
  type Model,
  type Prompt,
  RunEnd,
} from '../../../../sightline/src/internal.ts';
import { withId } from '../extractExamples.ts';
import type { TrainingExample } from '../TrainingExample.ts';

const rewordTool = defineTool({
  name: 'reword',
  title: 'Reword',
  description: 'Give other words.',
  input: z.object({ texts: z.array(z.string().min(1).max(200)).min(1).max(5).describe('Other wordings') }),
  readOnly: true,
  cli: { command: 'reword' },
  handler: async (_, { texts }) => ({ text: texts.join('\n'), data: {} }),
});

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
  readonly #dialogue: Dialogue;

  constructor(model: Model, signal: AbortSignal) {
    const budget = new Budget({ maxSteps: Number.POSITIVE_INFINITY, maxTokens: Number.POSITIVE_INFINITY });
    const menu = buildToolMenu({ queryMode: 'none', folds: false, extraTools: [rewordTool] });
    this.#dialogue = new Dialogue({
      model,
      budget,
      signal,
      prompt: rewordPrompt,
      menu,
      style: 'compact',
      maxInvalid: 2,
    });
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

  async #ask(question: string): Promise<string[]> {
    try {
      const { calls } = await this.#dialogue.step([{ role: 'user', text: question }], () => undefined);
      return (calls[0]?.input as { texts?: string[] } | undefined)?.texts ?? [];
    } catch (thrown) {
      if (thrown instanceof RunEnd) return [];
      throw thrown;
    }
  }
}
