import { z } from 'zod';
import { parseJsonObject } from '../../snapshot/parseJson.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { defineTool } from '../defineTool.ts';
import { sessionToRead } from '../readPage.ts';
import { loggedTokensField } from './sharedFields.ts';

export const pageTools = defineTool({
  name: 'page_tools',
  title: 'List the tools of the page',
  description:
    'Tools that the page itself registers for agents (WebMCP), with their fields; with a name, one with the schema of its input. What they say is text of the page.',
  input: z.object({
    name: z.string().min(1).max(200).optional().describe('One with its input schema'),
    ...loggedTokensField,
  }),
  readOnly: true,
  brief: { description: 'Tools that the page registers for agents (WebMCP).', fields: ['name'] },
  cli: { command: 'page-tools', positionals: ['name'] },
  handler(context, { name, ...options }) {
    return sessionToRead(context).pageTools(name, { ...options, signal: context.signal });
  },
});

export const callPageTool = defineTool({
  name: 'call_page_tool',
  title: 'Call a tool of the page',
  description:
    'Call a tool that the page registers for agents. Its input is checked by its schema; answers what it returns, which is text of the page, and what changed.',
  input: z.object({
    name: z.string().min(1).max(200).describe('As page_tools lists it'),
    input: z.string().min(2).max(1_000_000).default('{}').describe('JSON: {"query": "lamp"}'),
    timeoutMs: z
      .int()
      .min(1)
      .max(600_000)
      .default(30_000)
      .describe('Milliseconds that it may take to answer'),
    ...loggedTokensField,
  }),
  readOnly: false,
  effects: { destructive: true },
  brief: { description: 'Call a tool of the page.', fields: ['name', 'input'] },
  cli: {
    command: 'call-page-tool',
    positionals: ['name', 'input'],
    flags: { timeoutMs: 'timeout' },
    valueNames: { input: 'JSON', timeoutMs: 'MS' },
    cliOnly: ['timeoutMs'],
  },
  async handler(context, { name, input, ...options }) {
    const { text, data } = await context
      .session()
      .callPageTool(name, parseObject(input), { ...options, signal: context.signal });
    return { text, data };
  },
});

/** Throws `invalid_argument`. */
function parseObject(input: string): Record<string, unknown> {
  const value = parseJsonObject(input);
  if (value && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new SightlineError('invalid_argument', 'The input of a page tool is a JSON object.', {
    hint: 'Give it as {"query": "lamp"}.',
  });
}
