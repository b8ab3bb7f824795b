import { type ModelRequest, parseStateMessage } from '../../../sightline/src/internal.ts';
import { splitRequest } from '../../src/bench/oracle/splitRequest.ts';
import { type NamedElement, nameElements } from './nameElements.ts';
import { countDone, type MadeAction, splitGoal } from './splitGoal.ts';
import { withFieldFormats } from './withFieldFormats.ts';

/** A call that was made before, as the prompt shows it. */
export interface EarlierCall {
  tool: string;
  input: Record<string, unknown>;
  /** The name of the element it was made on; '' for none. */
  element: string;
  failed?: boolean;
}

/**
 * How a state is written: `named` with names before numbers and twins told apart; `flat` the same, elements alone; `view` as the
 * view has it.
 */
export const STATE_FORMS = ['named', 'flat', 'view'] as const;
export type StateForm = (typeof STATE_FORMS)[number];

/** What a small model is sent: it knows the calls by its training, so there is no word on them. */
export interface SmallPrompt {
  text: string;
  elements: NamedElement[];
  /** Whole, with dates and times as the fields of the page take them. */
  task: string;
  /** A question may be asked: not so many were asked since something was done. */
  canAsk: boolean;
  /** There was an action for each part. */
  canEnd: boolean;
  /** The planner finds every part done. */
  isDone: boolean;
}

export interface SmallPromptOptions {
  calls: readonly EarlierCall[];
  /** What stands for a number of the page. */
  numberFor?: (number: number) => number;
  form?: StateForm | undefined;
  /** The mode has questions. */
  hasQuestions?: boolean;
}

/** Characters; of a page of English words about 4 are a token, of numbers and names 2. */
const MAX_PAGE_CHARS = 1_500;
const MAX_ANSWER_CHARS = 900;
const MAX_GOAL_CHARS = 300;
/** Earlier calls that are shown. */
const MAX_CALLS = 5;
/** Questions between two actions. */
const MAX_QUESTIONS = 2;

/** A call that failed, as the next message shows it. */
const FAILED =
  /^(?:click|fill|select_option|check|press|back|query_elements|get_region) [^\n]*\nerror: ([^\n]*)/m;

/**
 * The message of a step in at most about 800 tokens: the part of the goal that is next, what was done, the page, and what was
 * found.
 */
export function renderSmallPrompt(
  request: Pick<ModelRequest, 'messages'>,
  { calls, numberFor = (number) => number, form = 'named', hasQuestions = true }: SmallPromptOptions,
): SmallPrompt {
  const { answers, page } = splitRequest(request);
  const task = withFieldFormats(taskOf(request), page);
  const parts = splitGoal(task);
  const actions = calls.flatMap(toMadeAction);
  const done = countDone(parts, actions);
  const error = FAILED.exec(answers)?.[1]?.replace(/\s*\[\d+\]/, '');
  const shown = [
    shorten(withoutTask(compactPage(page), taskOf(request)), MAX_PAGE_CHARS),
    shorten(withoutTask(queryAnswers(answers), taskOf(request)), MAX_ANSWER_CHARS),
  ];
  const state = WRITERS[form](shown.filter(Boolean).join('\n'), numberFor);
  const text = [
    state.text,
    ...(parts.length > 1 ? [`Task: ${shorten(task, MAX_GOAL_CHARS)}`] : []),
    ...(calls.length > 0 ? [`Did: ${calls.slice(-MAX_CALLS).map(renderCall).join('; ')}`] : []),
    ...(error ? [`Error: ${shorten(error, 120)}`] : []),
    `Goal: ${shorten(parts[done] ?? 'nothing is left to do', MAX_GOAL_CHARS)}`,
  ].join('\n');
  return {
    text,
    task,
    elements: state.elements,
    canAsk: hasQuestions && questionsSinceAction(calls) < MAX_QUESTIONS,
    canEnd: actions.length >= parts.length,
    isDone: done >= parts.length,
  };
}

type StateWriter = (
  text: string,
  numberFor: (number: number) => number,
) => { text: string; elements: NamedElement[] };

const WRITERS: Readonly<Record<StateForm, StateWriter>> = {
  named: nameElements,
  flat(text, numberFor) {
    const { elements } = nameElements(text, numberFor);
    const lines = elements.map(({ name, number, kind, states }) => `${name} [${number}] ${kind}${states}`);
    return { text: lines.join('\n'), elements };
  },
  view(text, numberFor) {
    const { elements } = nameElements(text, numberFor);
    return {
      text: text.replace(/\[(\d+)\](?=<)/g, (_, number) => `[${numberFor(Number(number))}]`),
      elements,
    };
  },
};

function questionsSinceAction(calls: readonly EarlierCall[]): number {
  const last = calls.findLastIndex(({ tool, failed }) => ACTIONS.has(tool) && !failed);
  return calls.slice(last + 1).filter(({ tool }) => tool === 'query_elements').length;
}

/** Also of several lines; what was done so far stands behind a blank one. */
function taskOf({ messages }: Pick<ModelRequest, 'messages'>): string {
  const [first] = messages;
  const history = (first && 'text' in first && parseStateMessage(first.text)?.history) || '';
  const task = /^Task: ([\s\S]*?)(?:\n\n(?:Steps so far|Notes):|$)/.exec(history)?.[1] ?? '';
  return task.replace(/\s+/g, ' ').trim();
}

const ACTIONS = new Set(['click', 'fill', 'select_option', 'check', 'press']);

const toMadeAction = ({ tool, input, element, failed }: EarlierCall): MadeAction[] =>
  ACTIONS.has(tool) && !failed
    ? [{ tool, about: `${element} ${String(input.text ?? input.options ?? '')}` }]
    : [];

/** The last call was refused, by what the message says. */
export const hasFailed = (request: Pick<ModelRequest, 'messages'>): boolean =>
  FAILED.test(splitRequest(request).answers);

/** `fill Name "Ada"`; a call that was refused has `failed` behind it. */
function renderCall({ tool, input, element, failed }: EarlierCall): string {
  const { index: _, text, options, state, near, ...others } = input;
  const value = text ?? (Array.isArray(options) ? options[0] : undefined) ?? Object.values(others)[0];
  const words = [
    COMMANDS[tool] ?? tool,
    ...(near === undefined ? [] : ['near']),
    element,
    ...(value === undefined ? [] : [JSON.stringify(value)]),
    ...(state === 'off' ? ['off'] : []),
    ...(failed ? ['failed'] : []),
  ];
  return words.filter(Boolean).join(' ');
}

const COMMANDS: Readonly<Record<string, string>> = {
  select_option: 'select',
  query_elements: 'query',
  get_region: 'region',
};

/** Without address and advice. */
function compactPage(page: string): string {
  return page
    .replace(/^Page: ("[^\n]*") \(?(?:https?|about|file|data):[^\n]*/, (_, title: string) => `Page: ${title}`)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^(?:Is what you need|The words of the task)/.test(line))
    .join('\n');
}

/** What questions were answered; of actions only the message of an error is shown. */
function queryAnswers(answers: string): string {
  const found = answers
    .split(/\n\n(?=[a-z_]+ \{)/)
    .filter((answer) => /^(?:query_elements|get_region|search_text|get_page_summary) /.test(answer))
    .map((answer) => answer.replace(/^[a-z_]+ \{[^\n]*\n/, ''))
    .filter((answer) => !answer.startsWith('error: '))
    .map(withoutRemarks);
  const lines = new Set(found.join('\n').split('\n'));
  return found.length > 0 ? `Found:\n${[...lines].join('\n')}` : '';
}

/** Without what an answer says of itself. */
const withoutRemarks = (answer: string): string =>
  answer
    .replace(/^Found nothing for [^\n]*/m, 'nothing')
    .split('\n')
    .filter((line) => !REMARK.test(line) && !/^Closest:$/.test(line))
    .join('\n');

const REMARK =
  /^(?:Found \d+ elements?\b|Try other words|\(.* has changed since look|\(none of \d+ was chosen)/;
/** What cannot be used, as it is not shown. */
const HIDDEN =
  /^\s*\[\d+\]<[^>]*>.* - (?:display:none|visibility:hidden|opacity:0|inert|no area|too small|clipped|behind the modal|covered by|it lies)/;

/** Also without what repeats the task: a model that reads it beside an element takes it for that element's name. */
function withoutTask(text: string, task: string): string {
  const said = lettersOf(task);
  return text
    .split('\n')
    .filter((line) => !HIDDEN.test(line) && (lettersOf(line) === '' || lettersOf(line) !== said))
    .join('\n');
}

const lettersOf = (text: string): string =>
  text
    .replace(/\[\d+\]<[^>]*>/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase();

function shorten(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const cut = text.slice(0, chars);
  return `${cut.slice(0, Math.max(cut.lastIndexOf('\n'), chars - 200))}\n(more)`;
}
