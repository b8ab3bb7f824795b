import { setTimeout } from 'node:timers/promises';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { Sight, wordsIn } from './Sight.mjs';

/**
 * All that a solver is handed: an instruction, Sightline's views as text, and its actions. It counts what was done
 * and what was read.
 */
export class Player {
  steps = 0;
  /** o200k tokens of every answer. */
  tokens = 0;
  /** The instruction. @type {string} */ goal = '';
  /** @type {import('../../../sightline/dist/index.js').Session} */ #session;

  /** @param {import('../../../sightline/dist/index.js').Session} session */
  constructor(session) {
    this.#session = session;
  }

  /** Looks at the page, all of it. */
  async look() {
    return new Sight(await this.#hear(this.#session.look({ full: true })));
  }

  /** Where words stand: lines that end with the number of what they are part of. */
  async find(words) {
    const { text, data } = await this.#session.searchText(words);
    this.#count(text);
    return data.matches;
  }

  /** The rows of a table or list, each keyed by column. */
  async table(which) {
    const { text, data } = await this.#session.table(which);
    this.#count(text);
    return data.rows;
  }

  async details(number) {
    const { text, data } = await this.#session.details(number);
    this.#count(text);
    return data;
  }

  /** The numbers of what answers a question, best first. */
  async query(question) {
    const { text, data } = await this.#session.query(question);
    this.#count(text);
    return data.elements.map(({ index }) => index);
  }

  async value(number) {
    return this.#hear(this.#session.getValue(number));
  }

  async text(number) {
    return this.#hear(this.#session.getText(number));
  }

  click(number, options) {
    return this.#act(this.#session.click(number, options));
  }

  fill(number, text) {
    return this.#act(this.#session.fill(number, text));
  }

  type(number, text, options) {
    return this.#act(this.#session.type(number, text, options));
  }

  select(number, options) {
    return this.#act(this.#session.selectOption(number, options));
  }

  check(number) {
    return this.#act(this.#session.check(number));
  }

  uncheck(number) {
    return this.#act(this.#session.uncheck(number));
  }

  press(keys, number) {
    return this.#act(this.#session.press(keys, number));
  }

  hover(number) {
    return this.#act(this.#session.hover(number));
  }

  focus(number) {
    return this.#act(this.#session.focus(number));
  }

  scroll(options) {
    return this.#act(this.#session.scroll(options));
  }

  scrollTo(number) {
    return this.#act(this.#session.scrollTo(number));
  }

  drag(number, to) {
    return this.#act(this.#session.drag(number, to));
  }

  /** @param {number} ms */
  wait(ms) {
    return setTimeout(ms);
  }

  async #act(action) {
    this.steps += 1;
    const { text } = await action;
    this.#count(text);
    return text;
  }

  async #hear(answer) {
    const told = await answer;
    const text = typeof told === 'string' ? told : told.text;
    this.#count(text);
    return text;
  }

  #count(text) {
    this.tokens += countTokens(text);
  }
}

/**
 * The instruction as the page shows it: the first lines of the view that say what the benchmark says it is. Undefined
 * where the view does not tell it. @param {Sight} sight @param {string} instruction
 */
export function goalIn(sight, instruction) {
  const plain = (text) => text.replace(/\s+/g, ' ').trim();
  const letters = (text) => text.replace(/\s+/g, '');
  for (let from = 0; from < sight.lines.length; from++) {
    for (let to = from + 1; to <= Math.min(sight.lines.length, from + 8); to++) {
      const told = plain(sight.lines.slice(from, to).map(wordsIn).join('\n'));
      if (letters(told) === letters(instruction)) return told;
    }
  }
  return undefined;
}
