import { copiedTextRules } from './copiedText.ts';
import type { NamedElement } from './nameElements.ts';
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

/**
 * The grammar, in GBNF, of the calls that can be made in this state: on elements that are shown, each with what it takes, by name
 * and number, with texts of the task; a question, unless enough were asked; the end, once there was an action for each part.
 */
export function legalCallGrammar(
  { elements, task, canAsk, canEnd }: Pick<SmallPrompt, 'elements' | 'task' | 'canAsk' | 'canEnd'>,
  protocol: CallProtocol,
): string {
  const writer = WRITERS[protocol];
  const calls = elements.flatMap((element) => [
    writer.onElement(element, 'click', ''),
    ...(FILLED.has(element.kind) ? [writer.onElement(element, 'fill', 'text')] : []),
    ...(CHOSEN.has(element.kind) ? [writer.onElement(element, 'select', 'options')] : []),
    ...(CHECKED.has(element.kind) ? [writer.onElement(element, 'check', 'state')] : []),
  ]);
  const { query, done, fail } = writer;
  const others = [...(canAsk ? [query] : [fail]), ...(canEnd ? [done] : [])];
  return [`root ::= ${[...calls, ...others].join(' | ')}`, TEXT_RULES, copiedTextRules(task), ''].join('\n');
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
const JSON_TOOLS: Readonly<Record<string, string>> = { select: 'select_option' };

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
      `${quoted(`${name} {"${JSON_TOOLS[tool] ?? tool}": {"index": ${number}`)} ${JSON_VALUES[field]} "}}"`,
    query: String.raw`"{\"query_elements\": {\"text\": " text "}}"`,
    done: String.raw`"{\"done\": {\"text\": " text "}}"`,
    fail: String.raw`"{\"fail\": {\"reason\": " text "}}"`,
  },
};
