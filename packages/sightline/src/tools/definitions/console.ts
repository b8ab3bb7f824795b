import { z } from 'zod';
import { defineTool } from '../defineTool.ts';
import { allField, loggedCommand, loggedFields } from './sharedFields.ts';

export const consoleTool = defineTool({
  name: 'console_messages',
  title: 'Read the console of the page',
  description:
    'Messages of the page to its console and uncaught errors, since the last look or action, else since the page was opened. One that is left alone by the filters is shown whole.',
  input: z.object({
    level: z
      .enum(['error', 'warning', 'info', 'debug'])
      .optional()
      .describe('Only of this level and those before it: error, warning, info, debug'),
    text: z.string().min(1).max(1_000).optional().describe('Only with these words'),
    ...allField,
    ...loggedFields,
  }),
  readOnly: true,
  effects: { local: true },
  brief: {
    description: 'What the page wrote to its console, uncaught errors.',
    fields: ['level', 'text', 'all'],
  },
  cli: { ...loggedCommand, command: 'console' },
  handler(context, options) {
    return context.session().console(options);
  },
});
