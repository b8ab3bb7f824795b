import type { NamedElement } from './nameElements.ts';
import type { SmallPrompt } from './smallPrompt.ts';

/** How a call is written: in special tokens, or as a JSON object. */
export type CallProtocol = 'functional' | 'json';

const FILLED = new Set(['input', 'textarea', 'textbox', 'searchbox', 'spinbutton', 'combobox', 'slider']);
const CHOSEN = new Set(['select', 'combobox', 'listbox']);
const CHECKED = new Set(['checkbox', 'radio', 'switch']);

/**
 * The grammar, in GBNF, of the calls that can be made in this state: on elements that are shown, each with what it takes, by name
 * and number; a question; the end.
 */
export function legalCallGrammar(
  { elements }: Pick<SmallPrompt, 'elements'>,
  protocol: CallProtocol,
): string {
  const writer = WRITERS[protocol];
  const calls = elements.flatMap((element) => [
    writer.onElement(element, 'click', ''),
    ...(FILLED.has(element.kind) ? [writer.onElement(element, 'fill', 'text')] : []),
    ...(CHOSEN.has(element.kind) ? [writer.onElement(element, 'select', 'options')] : []),
    ...(CHECKED.has(element.kind) ? [writer.onElement(element, 'check', 'state')] : []),
  ]);
  return [`root ::= ${[...calls, ...writer.others].join(' | ')}`, TEXT_RULE, ''].join('\n');
}

const quoted = (text: string): string => JSON.stringify(text);

/** A JSON text without line ends and without what could begin a token. */
const TEXT_RULE = String.raw`text ::= "\"" ([^"\\<\x00-\x1f] | "\\" ["\\/]){0,80} "\""`;

interface CallWriter {
  onElement(element: NamedElement, tool: string, field: keyof typeof TOKEN_VALUES): string;
  others: readonly string[];
}

const TOKEN_VALUES = { '': '', text: '" " text', options: '" [" text "]"', state: '(" state=off")?' };
const JSON_VALUES = {
  '': '',
  text: String.raw`", \"text\": " text`,
  options: String.raw`", \"options\": [" text "]"`,
  state: String.raw`(", \"state\": \"off\"")?`,
};
const JSON_TOOLS: Readonly<Record<string, string>> = { select: 'select_option' };

const WRITERS: Readonly<Record<CallProtocol, CallWriter>> = {
  functional: {
    onElement: ({ name, number }, tool, field) =>
      `${quoted(`${name} <bu_${tool}> ${number}`)} ${TOKEN_VALUES[field]} " <bu_end>"`,
    others: ['query', 'done', 'fail'].map(
      (tool) => `"<bu_${tool}> ${tool === 'query' ? 'text=' : ''}" text " <bu_end>"`,
    ),
  },
  json: {
    onElement: ({ number }, tool, field) =>
      String.raw`"{\"${JSON_TOOLS[tool] ?? tool}\": {\"index\": ${number}" ${JSON_VALUES[field]} "}}"`,
    others: [
      String.raw`"{\"query_elements\": {\"text\": " text "}}"`,
      String.raw`"{\"done\": {\"text\": " text "}}"`,
      String.raw`"{\"fail\": {\"reason\": " text "}}"`,
    ],
  },
};
