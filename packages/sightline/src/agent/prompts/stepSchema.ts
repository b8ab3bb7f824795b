import type { ToolDefinition } from '../models/Model.ts';
import { MAX_ACTIONS } from '../parseModelStep.ts';

/** JSON Schema of a step written as JSON, for servers that support structured output. */
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
