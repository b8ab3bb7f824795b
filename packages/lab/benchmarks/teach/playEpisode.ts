import { isDeepStrictEqual } from 'node:util';
import { runAgent, type Session } from '../../../sightline/src/internal.ts';
import { Oracle } from '../../src/bench/oracle/Oracle.ts';
import { Random } from '../pages/Random.ts';
import type { PageOutcome } from './pages/Move.ts';
import type { TaskPage } from './pages/makePage.ts';
import { type Decide, type DecidedCall, SmallLoop, toCall } from './SmallLoop.ts';
import { type SmallPrompt, STATE_FORMS, type StateForm } from './smallPrompt.ts';

/** What a small model is to learn: the prompt in each form, and the call that the teacher made. */
export interface CallExample {
  prompts: Record<StateForm, string>;
  call: string;
}

export interface PlayedEpisode {
  examples: CallExample[];
  passed: boolean;
  /** Why not. */
  problem?: string;
}

const MAX_STEPS = 12;
/** Chance that an episode has a wrong call in it. */
const MISTAKE_CHANCE = 0.25;
/** What a small model can call. */
const SMALL_TOOLS = new Set(['click', 'fill', 'select_option', 'check', 'query_elements', 'done', 'fail']);

/** The oracle does the task of a page that the session shows, one call a step, in the prompts of a small model. */
export async function playEpisode(session: Session, page: TaskPage, seed: number): Promise<PlayedEpisode> {
  const oracle = new Oracle(page.steps, 'query', 1);
  const mistakes = new Mistakes(seed);
  const examples: CallExample[] = [];
  const decide: Decide = async (prompt, request) => {
    const mistake = mistakes.next(prompt);
    if (mistake) return mistake;
    const answer = oracle.answer(request);
    const [action = { fail: { reason: 'nothing' } }] = typeof answer === 'string' ? [] : answer.action;
    const [[tool, input] = ['', {}]] = Object.entries(action) as [string, Record<string, unknown>][];
    const call = loop.withShortNumbers(toCall(tool, tool === 'query_elements' ? plainQuery(input) : input));
    if (isLearnable(call, prompt) && !isGuess(call, prompt, page)) {
      const prompts = STATE_FORMS.map((form) => [form, loop.promptAs(form, request).text]);
      examples.push({ prompts: Object.fromEntries(prompts), call: withName(call, prompt) });
    }
    return call;
  };
  const loop = new SmallLoop('teacher', decide);
  const run = await runAgent(session, page.goal, {
    model: loop,
    queryMode: 'query',
    maxSteps: MAX_STEPS,
  });
  const outcome = await readOutcome(session);
  const passed = run.reason === 'done' && isDeepStrictEqual(outcome, page.expected);
  const problem = `${run.reason}: ${run.text} ${JSON.stringify(outcome)} for ${JSON.stringify(page.expected)}`;
  return { examples, passed, ...(!passed && { problem }) };
}

export const readOutcome = (session: Session): Promise<PageOutcome> =>
  session.page.evaluate('outcome()') as Promise<PageOutcome>;

/** Words or a neighbour: a small model has no other field of a question, and learns those with words alone. */
const plainQuery = ({ text, near }: Record<string, unknown>): Record<string, unknown> =>
  text === undefined ? { near } : { text };

/** The call is one that the state allows, and its element is in the prompt, so that the number can be read there. */
function isLearnable({ tool, input }: DecidedCall, { elements, canAsk, canEnd }: SmallPrompt): boolean {
  if (tool === 'query_elements') return canAsk && input.text !== undefined;
  if (tool === 'done') return canEnd;
  const { index } = input;
  return SMALL_TOOLS.has(tool) && (index === undefined || elements.some(({ number }) => number === index));
}

/** It is one of several, and what it is known by is not shown: only who made the page knows. */
function isGuess({ input }: DecidedCall, { text, elements }: SmallPrompt, { steps }: TaskPage): boolean {
  const name = elements.find(({ number }) => number === input.index)?.name;
  const places = steps.flatMap(({ want }) => want?.near ?? []);
  const state = text.split(/\n(?:Task|Did|Goal): /)[0] ?? '';
  return name !== undefined && places.length > 0 && !places.some((place) => state.includes(place));
}

/** The name of the element that is meant stands before the call, as the thought: `Save <bu_click> 7 <bu_end>`. */
function withName({ input, text }: DecidedCall, { elements }: SmallPrompt): string {
  const name = elements.find(({ number }) => number === input.index)?.name;
  return name === undefined ? text : `${name} ${text}`;
}

/** Calls that go wrong without harm: what follows shows how to go on after a refusal, an empty answer or a wrong click. */
class Mistakes {
  readonly #random: Random;
  #left: number;
  #wait: number;

  constructor(seed: number) {
    this.#random = new Random(seed + 1_000_003);
    this.#left = this.#random.chance(MISTAKE_CHANCE) ? 1 : 0;
    this.#wait = this.#random.between(0, 2);
  }

  /** The mistake to make now, if any. */
  next({ elements }: SmallPrompt): DecidedCall | undefined {
    if (this.#left === 0 || this.#wait-- > 0) return undefined;
    this.#left--;
    const help = elements.find(({ name }) => name === 'Help')?.number;
    const highest = Math.max(0, ...elements.map(({ number }) => number));
    return this.#random.pick([
      () => toCall('query_elements', { text: this.#random.pick(['zebra', 'quartz', 'violin', 'glacier']) }),
      () => toCall('click', { index: highest + this.#random.between(3, 40) }),
      () => toCall('click', { index: help ?? highest + 7 }),
    ])();
  }
}
