import { isDeepStrictEqual } from 'node:util';
import {
  type ModelRequest,
  type QueryMode,
  runAgent,
  type Session,
} from '../../../sightline/src/internal.ts';
import { Oracle } from '../../src/bench/oracle/Oracle.ts';
import { Random } from '../pages/Random.ts';
import { type CallProtocol, writeJsonCall } from './legalCalls.ts';
import type { PageOutcome } from './pages/Move.ts';
import type { TaskPage } from './pages/makePage.ts';
import { type Decide, type DecidedCall, SmallLoop, toCall } from './SmallLoop.ts';
import { type SmallPrompt, STATE_FORMS, type StateForm } from './smallPrompt.ts';

/** What a small model is to learn: the prompt in each form, and the call that the teacher made, in each protocol. */
export interface CallExample {
  prompts: Record<StateForm, string>;
  calls: Record<CallProtocol, string>;
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

/** Half of the episodes in the mode that a small model is meant for. */
const MODES = ['query', 'hybrid', 'query', 'off'] as const satisfies QueryMode[];

/** Spread evenly over the sites, which take turns by the seed as well. */
export const modeOf = (seed: number): QueryMode =>
  MODES[new Random(seed + 2_000_003).between(0, MODES.length - 1)] ?? 'query';

/** The oracle does the task of a page that the session shows, one call a step, in the prompts of a small model. */
export async function playEpisode(session: Session, page: TaskPage, seed: number): Promise<PlayedEpisode> {
  const mode = modeOf(seed);
  const oracle = new Oracle(page.steps, mode, 1);
  const mistakes = new Mistakes(seed, page.harmless);
  const examples: CallExample[] = [];
  let wasMistake = false;
  const decide: Decide = async (prompt, request) => {
    const mistake = mistakes.next(prompt);
    const isAfterMistake = wasMistake;
    wasMistake = mistake !== undefined;
    if (mistake) return mistake;
    const answer = oracle.answer(isAfterMistake ? withoutErrors(request) : request);
    const [action = { fail: { reason: 'nothing' } }] = typeof answer === 'string' ? [] : answer.action;
    const [[tool, input] = ['', {}]] = Object.entries(action) as [string, Record<string, unknown>][];
    const call = loop.withShortNumbers(toCall(tool, tool === 'query_elements' ? plainQuery(input) : input));
    if (isLearnable(call, prompt) && !isGuess(call, prompt, page)) {
      const prompts = STATE_FORMS.map((form) => [form, loop.promptAs(form, request).text]);
      examples.push({ prompts: Object.fromEntries(prompts), calls: withName(call, prompt) });
    }
    return call;
  };
  const loop = new SmallLoop('teacher', decide, { hasQuestions: mode !== 'off' });
  const run = await runAgent(session, page.goal, {
    model: loop,
    queryMode: mode,
    style: 'compact',
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
function withName(call: DecidedCall, { elements }: SmallPrompt): CallExample['calls'] {
  const name = elements.find(({ number }) => number === call.input.index)?.name;
  const thought = name === undefined ? '' : `${name} `;
  return { functional: thought + call.text, json: thought + writeJsonCall(call) };
}

/** What the oracle is shown after a call that it did not make: it would do its own again. */
const withoutErrors = (request: ModelRequest): ModelRequest => ({
  ...request,
  messages: request.messages.map((message) =>
    'text' in message ? { ...message, text: message.text.replaceAll('\nerror: ', '\nrefused: ') } : message,
  ),
});

/** On no page. */
const LOST_WORDS = ['zebra', 'quartz', 'violin', 'glacier', 'walrus', 'saffron', 'trombone', 'lagoon'];

/** Calls that go wrong without harm: what follows shows how to go on after a refusal, an empty answer or a wrong click. */
class Mistakes {
  readonly #random: Random;
  readonly #harmless: ReadonlySet<string>;
  #left: number;
  #wait: number;

  constructor(seed: number, harmless: ReadonlySet<string>) {
    this.#harmless = harmless;
    this.#random = new Random(seed + 1_000_003);
    this.#left = this.#random.chance(MISTAKE_CHANCE) ? 1 : 0;
    this.#wait = this.#random.between(0, 2);
  }

  /** The mistake to make now, if any. */
  next({ elements, canAsk }: SmallPrompt): DecidedCall | undefined {
    if (this.#left === 0 || this.#wait-- > 0) return undefined;
    this.#left--;
    const random = this.#random;
    const harmless = elements.filter(({ name }) => this.#harmless.has(name));
    const plain = elements.filter(({ kind }) => kind === 'a' || kind === 'button');
    const highest = Math.max(0, ...elements.map(({ number }) => number));
    const text = random.pick(LOST_WORDS);
    return random.pick([
      toCall('click', { index: highest + random.between(3, 40) }),
      ...(canAsk ? [toCall('query_elements', { text })] : []),
      ...harmless.slice(0, 3).map(({ number }) => toCall('click', { index: number })),
      ...plain.slice(0, 1).map(({ number }) => toCall('fill', { index: number, text })),
      ...plain.slice(-1).map(({ number }) => toCall('check', { index: number, state: 'on' })),
    ]);
  }
}
