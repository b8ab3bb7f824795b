import { setTimeout } from 'node:timers/promises';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { Box, Session } from '../../../sightline/src/index.ts';
import { Sight, wordsIn } from './Sight.ts';

/** What `details` says of an element, as far as solvers use it. */
export interface PlayerDetails {
  bbox: Box;
  color?: string;
}

/**
 * All that a solver has: an instruction, Sightline's views as text, and its actions. Counts what was done and what
 * was read.
 */
export class Player {
  steps = 0;
  /** o200k tokens of every answer. */
  tokens = 0;
  /** The instruction. */
  goal = '';
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Looks at the whole page. */
  async look(): Promise<Sight> {
    const { text } = await this.#session.look({ full: true });
    return new Sight(this.#count(text));
  }

  /** The number of the element with these words. Throws where no element has them. */
  async find(words: string): Promise<number> {
    const { text, data } = await this.#session.searchText(words);
    this.#count(text);
    const [match] = data.matches as { element?: number }[];
    if (match?.element !== undefined) return match.element;
    throw new Error(`no element has the words ${words}`);
  }

  async details(number: number): Promise<PlayerDetails> {
    const { text, data } = await this.#session.details(number);
    this.#count(text);
    return data as unknown as PlayerDetails;
  }

  async value(number: number): Promise<string> {
    return this.#count(await this.#session.getValue(number));
  }

  click(number: number, options?: Parameters<Session['click']>[1]): Promise<string> {
    return this.#act(this.#session.click(number, options));
  }

  fill(number: number, text: string): Promise<string> {
    return this.#act(this.#session.fill(number, text));
  }

  type(number: number, text: string): Promise<string> {
    return this.#act(this.#session.type(number, text));
  }

  select(number: number, options: string[]): Promise<string> {
    return this.#act(this.#session.selectOption(number, options));
  }

  check(number: number): Promise<string> {
    return this.#act(this.#session.check(number));
  }

  press(keys: string, number?: number): Promise<string> {
    return this.#act(this.#session.press(keys, number));
  }

  hover(number: number): Promise<string> {
    return this.#act(this.#session.hover(number));
  }

  focus(number: number): Promise<string> {
    return this.#act(this.#session.focus(number));
  }

  scroll(options: Parameters<Session['scroll']>[0]): Promise<string> {
    return this.#act(this.#session.scroll(options));
  }

  drag(number: number, to: Parameters<Session['drag']>[1]): Promise<string> {
    return this.#act(this.#session.drag(number, to));
  }

  async wait(ms: number): Promise<void> {
    await setTimeout(ms);
  }

  async #act(action: Promise<{ text: string }>): Promise<string> {
    this.steps += 1;
    return this.#count((await action).text);
  }

  #count(text: string): string {
    this.tokens += countTokens(text);
    return text;
  }
}

/**
 * The instruction as the page shows it: the first lines of the view with the same letters. Undefined where the view
 * does not have it.
 */
export function goalIn(sight: Sight, instruction: string): string | undefined {
  const letters = (text: string): string => text.replace(/\s+/g, '');
  for (let from = 0; from < sight.lines.length; from++) {
    for (let to = from + 1; to <= Math.min(sight.lines.length, from + 8); to++) {
      const text = sight.lines.slice(from, to).map(wordsIn).join('\n').replace(/\s+/g, ' ').trim();
      if (letters(text) === letters(instruction)) return text;
    }
  }
  return undefined;
}
