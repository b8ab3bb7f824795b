import type { ToolDefinition } from '../models/Model.ts';
import { MAX_ACTIONS } from '../parseModelStep.ts';

/** JSON Schema of a written step, for servers that hold a model to it. */
export function stepSchema(tools: readonly ToolDefinition[]): Record<string, unknown> {
  const actions = tools.map(({ name, schema }) => ({
    type: 'object',
    properties: { [name]: schema },
    required: [name],
    additionalProperties: false,
  }));
  return {
    type: 'object',
    properties: {
      thinking: { type: 'string' },
      next_goal: { type: 'string' },
      action: { type: 'array', minItems: 1, maxItems: MAX_ACTIONS, items: { anyOf: actions } },
    },
    required: ['thinking', 'next_goal', 'action'],
    additionalProperties: false,
  };
}

interface PropertySchema {
  type?: string;
  enum?: string[];
  items?: PropertySchema;
  description?: string;
}

/** The tools as lines of a prompt, `click(index): Click an element`, for models that write their steps. */
export function renderSignatures(tools: readonly ToolDefinition[]): string {
  const plain = tools.filter(({ name }) => SELF_EXPLANATORY_TOOLS.has(name)).map(renderSignature);
  const described = tools
    .filter(({ name }) => !SELF_EXPLANATORY_TOOLS.has(name))
    .map(renderDescribedSignature);
  return [...(plain.length > 0 ? [`- ${plain.join(', ')}`] : []), ...described].join('\n');
}

/** Tools whose names and fields say it all: every word of a prompt is paid for in every call. */
export const SELF_EXPLANATORY_TOOLS: ReadonlySet<string> = new Set([
  'click',
  'fill',
  'select_option',
  'press',
  'scroll',
  'type_text',
  'wait_for',
  'hover',
  'open',
  'back',
  'answer_dialogs',
  'drag',
  'tabs',
  'check',
  'done',
  'fail',
  'search_text',
  'read_table',
  'get_page_summary',
  'list_headings',
]);

interface ObjectSchema {
  properties?: Record<string, PropertySchema>;
  required?: string[];
}

/** `click(index)`. */
function renderSignature({ name, schema }: ToolDefinition): string {
  const { properties = {}, required = [] } = schema as ObjectSchema;
  const fields = Object.entries(properties).map(
    ([key, property]) => `${key}${required.includes(key) ? '' : '?'}${renderValues(property)}`,
  );
  return `${name}(${fields.join(', ')})`;
}

function renderDescribedSignature(tool: ToolDefinition): string {
  const { properties = {} } = tool.schema as ObjectSchema;
  const notes = Object.entries(properties).flatMap(([key, property]) => fieldNotes(key, property));
  return `- ${renderSignature(tool)}: ${tool.description}${notes.length > 0 ? ` ${notes.join('; ')}.` : ''}`;
}

/** The first choices, where there are many: an answer that names none of them is told them all. */
function renderValues({ type, enum: choices }: PropertySchema): string {
  if (choices)
    return `=${choices.slice(0, MAX_CHOICES).join('|')}${choices.length > MAX_CHOICES ? '|...' : ''}`;
  return type === 'array' ? '[]' : '';
}

const MAX_CHOICES = 4;

/** Fields whose names do not say enough, in fewer words than their descriptions. */
const FIELD_NOTES: Readonly<Record<string, string>> = {
  role: 'button, link, textbox, ...',
  within_landmark: 'MAIN, NAV:Primary',
  keyword_weights: 'what its label may say, {"log in": 40}',
  near: 'only in the row, item or form of this number',
  landmark: 'MAIN, NAV#2, PAGE for all',
  content: 'what can be used, or read, or both',
  position: '1 is the best',
};

/** What a model is told of a field, where its name does not say enough. */
export function fieldNotes(key: string, { description }: PropertySchema): string[] {
  const note = FIELD_NOTES[key];
  return description && note ? [`${key}: ${note}`] : [];
}
