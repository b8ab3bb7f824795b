import { z } from 'zod';
import { WORLDS } from '../../browser/frames/evaluateInWorld.ts';
import { defineTool } from '../defineTool.ts';
import { ELEMENT_VALUE_NAME, elementField, loggedTokensField } from './sharedFields.ts';

export const evaluate = defineTool({
  name: 'evaluate',
  title: 'Run JavaScript in the page',
  description:
    'Run JavaScript in the page: an expression, or a function, called with the element of `index`. Answers its value as JSON, without secrets, and what changed. Only where the browser was opened with --allow-evaluate.',
  input: z.object({
    expression: z.string().min(1).max(100_000).describe('document.title, or (element) => element.checked'),
    index: elementField.optional(),
    world: z
      .enum(WORLDS)
      .default('page')
      .describe('page: beside its scripts; isolated: with its DOM, without their variables'),
    timeoutMs: z.int().min(1).max(600_000).default(10_000).describe('Milliseconds that it may take'),
    ...loggedTokensField,
  }),
  readOnly: false,
  effects: { destructive: true },
  brief: {
    description: 'Run JavaScript in the page, where --allow-evaluate allows it.',
    fields: ['expression', 'index'],
  },
  cli: {
    command: 'evaluate',
    positionals: ['expression'],
    flags: { timeoutMs: 'timeout', index: 'element' },
    valueNames: { index: ELEMENT_VALUE_NAME, timeoutMs: 'MS' },
    cliOnly: ['timeoutMs'],
  },
  async handler(context, { expression, index, ...options }) {
    const { text, data } = await context.session().evaluate(expression, {
      ...options,
      ...(index !== undefined && { target: index }),
      signal: context.signal,
    });
    return { text, data };
  },
});
