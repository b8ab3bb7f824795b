import type { Random } from '../pages/Random.ts';
import { copiedTextRules, pickRandomText } from './copiedText.ts';
import type { NamedElement } from './nameElements.ts';
import { type DecidedCall, toCall } from './SmallLoop.ts';
import type { SmallPrompt } from './smallPrompt.ts';

/** How a call is written: in special tokens, or as a JSON object. */
export type CallProtocol = 'functional' | 'json';

const FILLED = new Set(['input', 'textarea', 'textbox', 'searchbox', 'spinbutton', 'combobox', 'slider']);
const CHOSEN = new Set(['select', 'combobox', 'listbox']);
const CHECKED = new Set(['checkbox', 'radio', 'switch']);

/** As the grammar has it: `{"click": {"index": 7}}`. */
export function writeJsonCall({ tool, input }: { tool: string; input: Record<string, unknown> }): string {
  const fields = Object.entries(input)
    .filter(([, value]) => value !== undefined && value !== 'on')
    .map(([name, value]) => `${quoted(name)}: ${JSON.stringify(value)}`);
  return `{${quoted(tool)}: {${fields.join(', ')}}}`;
}

type PromptState = Pick<SmallPrompt, 'elements' | 'task' | 'canAsk' | 'canEnd'>;

/** A call but for its texts. */
interface LegalCall {
  tool: 'click' | 'fill' | 'select' | 'check' | 'query' | 'done' | 'fail';
  /** What it is made on. */
  element?: NamedElement;
}

/**
 * The calls that can be made in this state: on elements that are shown, each with what it takes; a question, unless enough were
 * asked; the end, once there was an action for each part.
 */
function legalCalls({ elements, canAsk, canEnd }: PromptState): LegalCall[] {
  const onElements = elements.flatMap((element): LegalCall[] => [
    { tool: 'click', element },
    ...(FILLED.has(element.kind) ? [{ tool: 'fill' as const, element }] : []),
    ...(CHOSEN.has(element.kind) ? [{ tool: 'select' as const, element }] : []),
    ...(CHECKED.has(element.kind) ? [{ tool: 'check' as const, element }] : []),
  ]);
  return [...onElements, { tool: canAsk ? 'query' : 'fail' }, ...(canEnd ? [{ tool: 'done' as const }] : [])];
}

/** The grammar of them, in GBNF: elements by name and number, with texts of the task. */
export function legalCallGrammar(state: PromptState, protocol: CallProtocol): string {
  const writer = WRITERS[protocol];
  const calls = legalCalls(state).map(({ tool, element }) =>
    element ? writer.onElement(element, tool, FIELDS[tool] ?? '') : writer[tool as 'query' | 'done' | 'fail'],
  );
  return [`root ::= ${calls.join(' | ')}`, TEXT_RULES, copiedTextRules(state.task), ''].join('\n');
}

/** One of them at random, each as likely as the others, with words of the task: what a model passes that understands nothing. */
export function pickRandomCall(state: PromptState, random: Random): DecidedCall {
  const { tool, element } = random.pick(legalCalls(state));
  const text = pickRandomText(state.task, random);
  const values = {
    click: {},
    fill: { text },
    select: { options: [text] },
    check: random.chance(0.5) ? { state: 'off' } : {},
    query: { text },
    done: { text: 'done' },
    fail: { reason: 'nothing' },
  };
  return toCall(TOOLS[tool] ?? tool, { ...(element && { index: element.number }), ...values[tool] });
}

const quoted = (text: string): string => JSON.stringify(text);

/** `text`: any; `copy`: of the task. */
const TEXT_RULES = String.raw`text ::= "\"" ([^"\\<\x00-\x1f] | "\\" ["\\/]){0,80} "\""
copy ::= "\"" copied "\""`;

interface CallWriter {
  onElement(element: NamedElement, tool: string, field: keyof typeof TOKEN_VALUES): string;
  query: string;
  done: string;
  fail: string;
}

const TOKEN_VALUES = { '': '', text: '" " copy', options: '" [" copy "]"', state: '(" state=off")?' };
const JSON_VALUES = {
  '': '',
  text: String.raw`", \"text\": " copy`,
  options: String.raw`", \"options\": [" copy "]"`,
  state: String.raw`(", \"state\": \"off\"")?`,
};
/** Names that the language of calls shortens. */
const TOOLS: Readonly<Record<string, string>> = { select: 'select_option', query: 'query_elements' };
/** What a call on an element has beside its number. */
const FIELDS: Readonly<Record<string, keyof typeof TOKEN_VALUES>> = {
  fill: 'text',
  select: 'options',
  check: 'state',
};

const WRITERS: Readonly<Record<CallProtocol, CallWriter>> = {
  functional: {
    onElement: ({ name, number }, tool, field) =>
      `${quoted(`${name} <bu_${tool}> ${number}`)} ${TOKEN_VALUES[field]} " <bu_end>"`,
    query: '"<bu_query> text=" text " <bu_end>"',
    done: '"<bu_done> " text " <bu_end>"',
    fail: '"<bu_fail> " text " <bu_end>"',
  },
  json: {
    onElement: ({ name, number }, tool, field) =>
      `${quoted(`${name} {"${TOOLS[tool] ?? tool}": {"index": ${number}`)} ${JSON_VALUES[field]} "}}"`,
    query: String.raw`"{\"query_elements\": {\"text\": " text "}}"`,
    done: String.raw`"{\"done\": {\"text\": " text "}}"`,
    fail: String.raw`"{\"fail\": {\"reason\": " text "}}"`,
  },
};
