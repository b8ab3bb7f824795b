import {
  END_TOKEN,
  type TokenField,
  type TokenTool,
  type Vocabulary,
} from '../functionalTokens/Vocabulary.ts';
import type { ToolDefinition } from '../models/Model.ts';

/** Tools whose names and fields say it all: every word of a prompt is paid for in every call. */
const SELF_EXPLANATORY_TOOLS: ReadonlySet<string> = new Set([
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

const fieldNotes = (key: string, description: string | undefined): string[] =>
  description && FIELD_NOTES[key] ? [`${key}: ${FIELD_NOTES[key]}`] : [];

/** Enum values that a signature lists: the error for an unknown one names them all. */
const MAX_CHOICES = 4;

interface PropertySchema {
  type?: string;
  enum?: string[];
  description?: string;
}

interface ObjectSchema {
  properties?: Record<string, PropertySchema>;
  required?: string[];
}

/** The tools as lines of a prompt, `click(index): Click an element`, for models that write their steps as JSON. */
export function jsonSignatures(tools: readonly ToolDefinition[]): string {
  const plain = tools.filter(({ name }) => SELF_EXPLANATORY_TOOLS.has(name)).map(jsonSignature);
  const described = tools.filter(({ name }) => !SELF_EXPLANATORY_TOOLS.has(name)).map(describedJsonSignature);
  return [...(plain.length > 0 ? [`- ${plain.join(', ')}`] : []), ...described].join('\n');
}

/** `click(index)`. */
function jsonSignature({ name, schema }: ToolDefinition): string {
  const { properties = {}, required = [] } = schema as ObjectSchema;
  const fields = Object.entries(properties).map(
    ([key, property]) => `${key}${required.includes(key) ? '' : '?'}${renderType(property)}`,
  );
  return `${name}(${fields.join(', ')})`;
}

function describedJsonSignature(tool: ToolDefinition): string {
  const { properties = {} } = tool.schema as ObjectSchema;
  const notes = Object.entries(properties).flatMap(([key, { description }]) => fieldNotes(key, description));
  return `- ${jsonSignature(tool)}: ${tool.description}${notes.length > 0 ? ` ${notes.join('; ')}.` : ''}`;
}

function renderType({ type, enum: choices }: PropertySchema): string {
  if (choices)
    return `=${choices.slice(0, MAX_CHOICES).join('|')}${choices.length > MAX_CHOICES ? '|...' : ''}`;
  return type === 'array' ? '[]' : '';
}

/** The same for models that write special tokens: `<bu_note> text <bu_end>: Keep a fact.` */
export const tokenSignatures = ({ tokenTools }: Vocabulary): string =>
  tokenTools.map(tokenSignature).join('\n');

function tokenSignature({ token, tool, fields }: TokenTool): string {
  const offered = fields.filter(({ isOffered }) => isOffered);
  const call = [token, ...offered.map(renderTokenField), END_TOKEN].join(' ');
  if (SELF_EXPLANATORY_TOOLS.has(tool.name)) return `- ${call}`;
  const notes = offered.flatMap(({ key, description }) => fieldNotes(key, description));
  return `- ${call}: ${[tool.brief?.description ?? tool.description, notes.join('; ')].filter(Boolean).join(' ')}`;
}

const renderTokenField = ({ key, isPositional, choices }: TokenField): string =>
  isPositional ? key : `[${key}=${choices.join('|') || '...'}]`;
