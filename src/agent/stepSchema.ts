import type { ToolDefinition } from './Model.ts';
import { MOST_ACTIONS } from './readStep.ts';

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
      action: { type: 'array', minItems: 1, maxItems: MOST_ACTIONS, items: { anyOf: actions } },
    },
    required: ['thinking', 'next_goal', 'action'],
    additionalProperties: false,
  };
}

interface Property {
  type?: string;
  enum?: string[];
  items?: Property;
  description?: string;
}

/** The tools as lines of a prompt, `click(index): Click an element`, for models that write their steps. */
export function signatures(tools: readonly ToolDefinition[]): string {
  return tools.map(signature).join('\n');
}

function signature({ name, description, schema }: ToolDefinition): string {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, Property>;
    required?: string[];
  };
  const fields = Object.entries(properties).map(
    ([key, property]) => `${key}${required.includes(key) ? '' : '?'}${valuesOf(property)}`,
  );
  const notes = Object.entries(properties).flatMap(([key, property]) => noteOn(key, property));
  return `- ${name}(${fields.join(', ')}): ${description}${notes.length > 0 ? ` ${notes.join('; ')}.` : ''}`;
}

function valuesOf({ type, enum: choices }: Property): string {
  if (choices) return `=${choices.join('|')}`;
  return type === 'array' ? '[]' : '';
}

/** Fields whose names do not say enough. */
const NOTED = new Set([
  'role',
  'within_landmark',
  'keyword_weights',
  'near',
  'landmark',
  'content',
  'from',
  'position',
]);

function noteOn(key: string, { description }: Property): string[] {
  return description && NOTED.has(key) ? [`${key}: ${description}`] : [];
}
