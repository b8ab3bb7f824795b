import { z } from 'zod';
import { defineTool } from '../tools/defineTool.ts';
import type { Budget } from './Budget.ts';
import { writeChoice } from './chooseElement.ts';
import { Dialogue } from './Dialogue.ts';
import { Ending } from './Ending.ts';
import type { Call, Message, Model } from './Model.ts';
import { menuOf } from './menu.ts';
import { choose } from './prompts/choose.ts';

const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F'] as const;

const chooseTool = defineTool({
  name: 'choose',
  title: 'Choose',
  description: 'Choose a candidate.',
  input: z.object({ letter: z.enum(LETTERS).describe('A for none') }),
  readOnly: true,
  cli: { command: 'choose' },
  handler: async (_, { letter }) => ({ text: letter, data: { letter } }),
});

/** Asks a model to choose one of five. */
export class Chooser {
  readonly #dialogue: Dialogue;

  constructor(parts: { model: Model; budget: Budget; signal: AbortSignal }) {
    const menu = menuOf({ queryMode: 'none', folds: false, own: [chooseTool] });
    this.#dialogue = new Dialogue({ ...parts, prompt: choose, menu, style: 'compact', maxInvalid: 2 });
  }

  /** The position of the one that was chosen; undefined for none. @throws as `Dialogue.step` does */
  async ask(question: string, candidates: readonly string[]): Promise<number | undefined> {
    const messages: Message[] = [{ role: 'user', text: writeChoice(question, candidates) }];
    const calls = await this.#calls(messages);
    const { letter = 'A' } = (calls[0]?.input ?? {}) as { letter?: (typeof LETTERS)[number] };
    const at = LETTERS.indexOf(letter) - 1;
    return at < 0 || at >= candidates.length ? undefined : at;
  }

  /** A model that cannot choose is not kept from its task: nothing is chosen then. */
  async #calls(messages: Message[]): Promise<Call[]> {
    try {
      return (await this.#dialogue.step(messages, () => undefined)).calls;
    } catch (thrown) {
      if (thrown instanceof Ending && thrown.reason === 'invalid_output') return [];
      throw thrown;
    }
  }
}
