import { z } from 'zod';
import { NETWORK_CONDITIONS } from '../../browser/network/Routes.ts';
import { defineTool } from '../defineTool.ts';

export const route = defineTool({
  name: 'route_requests',
  title: 'Block or answer requests',
  description:
    'Block requests or answer them in place of their server from now on, or make the network slow or offline. Without fields it lists the rules there are. Only data is answered (what is fetched, pictures, media, fonts): documents, scripts, style sheets and what workers import are not, but where evaluate is allowed.',
  input: z.object({
    url: z
      .string()
      .min(1)
      .max(2_000)
      .optional()
      .describe('Words of the address, or all of it with * for any characters'),
    block: z.boolean().default(false).describe('They fail'),
    status: z.int().min(100).max(599).optional().describe('Answer them with this status; default 200'),
    body: z.string().max(1_000_000).optional().describe('Answer them with this text'),
    file: z.string().min(1).optional().describe('Answer them with this file'),
    har: z.string().min(1).optional().describe('Answer those that this HAR file has an answer to'),
    contentType: z.string().min(1).max(200).optional().describe('Of the answer; default: by file or text'),
    remove: z.boolean().default(false).describe('Take back the rule of this address, or all'),
    network: z.enum(NETWORK_CONDITIONS).optional().describe('How the network is from now on'),
  }),
  readOnly: false,
  effects: { idempotent: true },
  brief: {
    description: 'Block requests, answer them in place of their server, or set the network offline.',
    fields: ['url', 'block', 'status', 'body', 'remove', 'network'],
    moreFields: ['har'],
  },
  cli: {
    command: 'route',
    positionals: ['url'],
    flags: { contentType: 'content-type' },
    valueNames: { file: 'FILE', har: 'FILE', contentType: 'TYPE', network: 'NETWORK' },
  },
  async handler(context, { url, network: conditions, ...rule }) {
    const session = context.session();
    const cwd = context.files ?? context.cwd;
    if (conditions) await session.emulateNetwork(conditions);
    return session.route(url, { ...rule, cwd, roots: [cwd] });
  },
});
