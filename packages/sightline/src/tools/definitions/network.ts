import { z } from 'zod';
import { defineTool } from '../defineTool.ts';
import { writablePath } from '../writablePath.ts';
import { allField, loggedCommand, loggedFields } from './sharedFields.ts';

export const network = defineTool({
  name: 'network_requests',
  title: 'Read the requests of the page',
  description:
    'Requests of the page since the last look or action, else since it was opened: counted, and documents, fetches and what failed listed; with a filter all that fit. With a number, one in full. Cookies, credentials and tokens are [filled].',
  input: z.object({
    number: z.int().min(1).optional().describe('One in full: headers, body, times'),
    text: z
      .string()
      .min(1)
      .max(1_000)
      .optional()
      .describe('Only with this in the address; with a number: where it holds it'),
    method: z.string().min(1).max(20).optional().describe('Only GET, POST, ...'),
    type: z.string().min(1).max(30).optional().describe('Only fetch, xhr, document, script, image, ...'),
    status: z.string().min(1).max(10).optional().describe('Only 404, 5xx, failed, open'),
    ...allField,
    ...loggedFields,
    har: z.string().min(1).optional().describe('File to write them to as HAR, with headers and bodies'),
  }),
  readOnly: true,
  effects: { local: true },
  brief: {
    description: 'Requests of the page; with a number, one in full.',
    fields: ['number', 'text', 'type', 'status', 'all'],
    moreFields: ['har'],
  },
  cli: { ...loggedCommand, command: 'network', positionals: ['number'], valueNames: { har: 'FILE' } },
  handler(context, { har, ...options }) {
    return context.session().network({ ...options, har: har && writablePath(har, context) });
  },
});
