import { z } from 'zod';
import { defineTool } from '../tools/defineTool.ts';
import type { Budget } from './Budget.ts';
import { renderChoice } from './chooseElement.ts';
import { Dialogue } from './Dialogue.ts';
import type { ChatMessage, Model, ToolCall } from './models/Model.ts';
import { choosePrompt } from './prompts/choosePrompt.ts';
import { RunEnd } from './RunEnd.ts';
import { buildToolMenu } from './tools/toolMenu.ts';

const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F'] as const;

const choiceTool = defineTool({
  name: 'choose',
  title: 'Choose',
  description: 'Choose a candidate.',
  input: z.object({ letter: z.enum(LETTERS).describe('A for none') }),
  readOnly: true,
  cli: { command: 'choose' },
  handler: async (_, { letter }) => ({ text: letter, data: { letter } }),
});

/** Asks a model to choose one of five. */
export class ElementChooser {
  readonly #dialogue: Dialogue;

  constructor(options: { model: Model; budget: Budget; signal: AbortSignal }) {
    const menu = buildToolMenu({ queryMode: 'none', folds: false, extraTools: [choiceTool] });
    this.#dialogue = new Dialogue({
      ...options,
      prompt: choosePrompt,
      menu,
      style: 'compact',
      maxInvalid: 2,
    });
  }

  /** The position of the one that was chosen; undefined for none. @throws as `Dialogue.step` does */
  async choose(question: string, candidates: readonly string[]): Promise<number | undefined> {
    const messages: ChatMessage[] = [{ role: 'user', text: renderChoice(question, candidates) }];
    const calls = await this.#calls(messages);
    const { letter = 'A' } = (calls[0]?.input ?? {}) as { letter?: (typeof LETTERS)[number] };
    const index = LETTERS.indexOf(letter) - 1;
    return index < 0 || index >= candidates.length ? undefined : index;
  }

  /** A model that cannot choose is not kept from its task: nothing is chosen then. */
  async #calls(messages: ChatMessage[]): Promise<ToolCall[]> {
    try {
      return (await this.#dialogue.step(messages, () => undefined)).calls;
    } catch (thrown) {
      if (thrown instanceof RunEnd && thrown.reason === 'invalid_output') return [];
      throw thrown;
    }
  }
}
