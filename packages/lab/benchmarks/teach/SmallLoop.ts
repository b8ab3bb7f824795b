import {
  encodeStep,
  type Model,
  type ModelReply,
  type ModelRequest,
  vocabularyOf,
} from '../../../sightline/src/internal.ts';
import {
  type EarlierCall,
  hasFailed,
  renderSmallPrompt,
  type SmallPrompt,
  type StateForm,
} from './smallPrompt.ts';

/** A call as it was decided on, and as it is written. */
export interface DecidedCall {
  /** '' for what is no call: the loop refuses it. */
  tool: string;
  input: Record<string, unknown>;
  /** In the functional call language. */
  text: string;
  tokens?: { input: number; output: number };
}

/** Who decides: a teacher or a small model. */
export type Decide = (prompt: SmallPrompt, request: ModelRequest) => Promise<DecidedCall>;

const NO_USAGE = { input: 0, output: 0 };

/** Where the planner finds every part done, no model is asked. */
const PLAN_IS_DONE = '<bu_done> "Every part is done." <bu_end>';

export interface SmallLoopOptions {
  form?: StateForm;
  /** The mode has questions. Default true. */
  hasQuestions?: boolean;
}

/**
 * Stands as the model in the loop of `runAgent`: makes the prompt of a small model of each message, has
 * one call decided, and remembers what was called.
 */
export class SmallLoop implements Model {
  readonly name: string;
  readonly callFormat = 'functional';
  readonly #decide: Decide;
  readonly #calls: EarlierCall[] = [];
  readonly #numbers = new ShortNumbers();
  readonly #options: SmallLoopOptions;

  constructor(name: string, decide: Decide, options: SmallLoopOptions = {}) {
    this.name = name;
    this.#decide = decide;
    this.#options = options;
  }

  /** The prompt of the calls so far, in another form. */
  promptAs(form: StateForm | undefined, request: ModelRequest): SmallPrompt {
    const numberFor = (number: number): number => this.#numbers.shortFor(number);
    return renderSmallPrompt(request, { ...this.#options, form, calls: this.#calls, numberFor });
  }

  async decide(request: ModelRequest): Promise<ModelReply> {
    const last = this.#calls.at(-1);
    if (last && hasFailed(request)) last.failed = true;
    const prompt = this.promptAs(this.#options.form, request);
    if (prompt.isDone) return { text: PLAN_IS_DONE, calls: [], usage: NO_USAGE };
    const { tool, input, text, tokens = NO_USAGE } = await this.#decide(prompt, request);
    if (tool === '') return { text, calls: [], usage: tokens };
    const number = input.index ?? input.near;
    const element = prompt.elements.find((one) => one.number === number)?.name ?? '';
    this.#calls.push({ tool, input, element });
    return { text: toCall(tool, this.#numbers.restore(input)).text, calls: [], usage: tokens };
  }

  /** With the numbers of the prompt, for a teacher that knows only the page's. */
  withShortNumbers({ tool, input }: DecidedCall): DecidedCall {
    return toCall(tool, this.#numbers.shorten(input));
  }
}

const vocabulary = vocabularyOf('query');

export function toCall(tool: string, input: Record<string, unknown>): DecidedCall {
  return { tool, input, text: encodeStep({ thinking: '', calls: [{ tool, input }] }, vocabulary) };
}

/** Numbers from 1 on in the order in which elements are shown in a run: a session counts on from page to page. */
class ShortNumbers {
  readonly #shortByNumber = new Map<number, number>();

  shortFor(number: number): number {
    if (number > UNKNOWN_NUMBER) return number - UNKNOWN_NUMBER;
    const short = this.#shortByNumber.get(number) ?? this.#shortByNumber.size + 1;
    this.#shortByNumber.set(number, short);
    return short;
  }

  shorten(input: Record<string, unknown>): Record<string, unknown> {
    return mapNumbers(input, (number) => this.shortFor(number));
  }

  /** A number that never stood for one of the page becomes one that is refused. */
  restore(input: Record<string, unknown>): Record<string, unknown> {
    const numbers = new Map(Array.from(this.#shortByNumber, ([number, short]) => [short, number]));
    return mapNumbers(input, (short) => numbers.get(short) ?? UNKNOWN_NUMBER + short);
  }
}

/** Higher than any that a session gives. */
const UNKNOWN_NUMBER = 1_000_000;

const mapNumbers = (
  input: Record<string, unknown>,
  map: (number: number) => number,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(input).map(([key, value]) => [
      key,
      (key === 'index' || key === 'near') && typeof value === 'number' ? map(value) : value,
    ]),
  );
