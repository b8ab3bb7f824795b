import { z } from 'zod';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { defineTool } from '../../tools/defineTool.ts';

/** Ends the task. */
export const done = defineTool({
  name: 'done',
  title: 'Task done',
  description: 'The task is done: end with its answer.',
  input: z.object({
    text: z.string().describe('The answer, or what was done'),
    success: z.boolean().default(true).describe('false if it could not be done as asked'),
  }),
  readOnly: true,
  cli: { command: 'done' },
  handler: async (_, { text, success }) => ({ text, data: { success } }),
});

/** Gives the task up. */
export const fail = defineTool({
  name: 'fail',
  title: 'Give up',
  description: 'The task cannot be done: end with the reason.',
  input: z.object({ reason: z.string().min(1).describe('Why') }),
  readOnly: true,
  cli: { command: 'fail' },
  handler: async (_, { reason }) => ({ text: reason, data: { success: false } }),
});

/** Keeps a fact across pages. */
export const note = defineTool({
  name: 'note',
  title: 'Keep a note',
  description: 'Keep a fact: what was read is forgotten when the page changes.',
  input: z.object({ text: z.string().min(1).max(400).describe('The fact') }),
  readOnly: true,
  cli: { command: 'note' },
  handler: async (_, { text }) => ({ text: 'noted', data: { note: text } }),
});

/**
 * Clicks a result of the last query, so that query and click fit one step. The agent turns the call into a click on
 * the number; the handler only runs if there is no such result.
 */
export const clickQueryResult = defineTool({
  name: 'click_query_result',
  title: 'Click a result of the last query',
  description: 'Click the nth result of the last query, which may stand before it in the same step.',
  input: z.object({ position: z.int().min(1).default(1).describe('1 is the best') }),
  readOnly: false,
  cli: { command: 'click_query_result' },
  async handler(_, { position }) {
    throw new SightlineError('not_found', `The last query has no result ${position}.`, {
      hint: 'Query again.',
    });
  },
});
