import { type ModelRequest, parseStateMessage } from '../../../sightline/src/internal.ts';
import { splitRequest } from '../../src/bench/oracle/splitRequest.ts';
import { type NamedElement, nameElements } from './nameElements.ts';
import { countDone, type MadeAction, splitGoal } from './splitGoal.ts';

/** A call that was made before, as the prompt shows it. */
export interface EarlierCall {
  tool: string;
  input: Record<string, unknown>;
  /** The name of the element it was made on; '' for none. */
  element: string;
  failed?: boolean;
}

/** What a small model is sent: it knows the calls by its training, so there is no word on them. */
export interface SmallPrompt {
  text: string;
  elements: NamedElement[];
  /** The planner finds every part done. */
  isDone: boolean;
}

/** Characters; of a page of English words about 4 are a token, of numbers and names 2. */
const MAX_PAGE_CHARS = 1_500;
const MAX_ANSWER_CHARS = 900;
const MAX_GOAL_CHARS = 300;
/** Earlier calls that are shown. */
const MAX_CALLS = 5;

/** A call that failed, as the next message shows it. */
const FAILED =
  /^(?:click|fill|select_option|check|press|back|query_elements|get_region) [^\n]*\nerror: ([^\n]*)/m;

/**
 * The message of a step in mode `query` in at most about 600 tokens: the part of the goal that is next, what was done, the
 * page, and what was found.
 * @param numberFor what stands for a number of the page
 */
export function renderSmallPrompt(
  request: Pick<ModelRequest, 'messages'>,
  calls: readonly EarlierCall[],
  numberFor: (number: number) => number = (number) => number,
): SmallPrompt {
  const { answers, page } = splitRequest(request);
  const task = taskOf(request);
  const parts = splitGoal(task);
  const done = countDone(parts, calls.flatMap(toMadeAction));
  const error = FAILED.exec(answers)?.[1]?.replace(/\s*\[\d+\]/, '');
  const shown = [
    shorten(compactPage(page), MAX_PAGE_CHARS),
    shorten(queryAnswers(answers), MAX_ANSWER_CHARS),
  ];
  const named = nameElements(shown.filter(Boolean).join('\n'), numberFor);
  const text = [
    named.text,
    ...(parts.length > 1 ? [`Task: ${shorten(task, MAX_GOAL_CHARS)}`] : []),
    ...(calls.length > 0 ? [`Did: ${calls.slice(-MAX_CALLS).map(renderCall).join('; ')}`] : []),
    ...(error ? [`Error: ${shorten(error, 120)}`] : []),
    `Goal: ${shorten(parts[done] ?? 'nothing is left to do', MAX_GOAL_CHARS)}`,
  ].join('\n');
  return { text, elements: named.elements, isDone: done >= parts.length };
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
    .map((answer) => answer.replace(/^[a-z_]+ \{[^\n]*\n(?:Found \d+ elements?[^\n]*\n)?/, ''))
    .filter((answer) => !answer.startsWith('error: '));
  return found.length > 0 ? `Found:\n${found.join('\n')}` : '';
}

function shorten(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const cut = text.slice(0, chars);
  return `${cut.slice(0, Math.max(cut.lastIndexOf('\n'), chars - 200))}\n(more)`;
}
