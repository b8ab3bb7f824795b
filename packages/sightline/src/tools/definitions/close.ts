import { z } from 'zod';
import { defineTool } from '../defineTool.ts';

export const close = defineTool({
  name: 'close',
  title: 'Close the browser',
  description: 'Close the browser and end the session, when the task is done.',
  input: z.object({
    all: z
      .boolean()
      .default(false)
      .describe('End every session that was opened in this folder or repository'),
    everywhere: z.boolean().default(false).describe('End every session of yours'),
  }),
  readOnly: false,
  effects: { destructive: true, idempotent: true, local: true },
  structuredFields: ['closed'],
  cli: { command: 'close', cliOnly: ['all', 'everywhere'], runsIn: 'here' },
  async handler(context, options) {
    const closed = await context.closeSessions(options);
    const isPart = options.all && !options.everywhere;
    const text = closed.length > 0 ? `Closed ${closed.join(', ')}` : 'No session was open';
    return {
      text: isPart ? `${text} (of this folder; --everywhere ends all).` : `${text}.`,
      data: { closed },
    };
  },
});
