import { z } from 'zod';
import { browserFields, browserValueNames } from '../tools/browserFields.ts';
import { defineTool, type Tool } from '../tools/defineTool.ts';
import { PROFILES } from './profiles.ts';

const input = z.object({
  profile: z
    .enum(PROFILES)
    .default('core')
    .describe(
      'Which tools: core, full (all, several sessions), read-only, slim (the fewest tokens), developer (core, console, network)',
    ),
  http: z
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe('Serve over HTTP at this port instead; 0: any that is free'),
  host: z
    .ipv4()
    .default('127.0.0.1')
    .describe(
      'With --http, the address to listen at; 0.0.0.0 in a container, whose port is published on this machine',
    ),
  output: z
    .string()
    .min(1)
    .optional()
    .describe('The one folder in which files are read and written; default: a new temporary one'),
  maxTokens: z.int().min(200).max(100_000).default(4_000).describe('Most tokens of an answer'),
  structured: z
    .boolean()
    .optional()
    .describe('Answer data too, with its schemas; in the profiles full and read-only always'),
  allow: z
    .array(z.string().min(1))
    .default([])
    .describe('Only these hosts: example.com, *.example.com, https://example.com; also schemes: file:, ...'),
  block: z.array(z.string().min(1)).default([]).describe('Never these hosts'),
  allowEvaluate: z.boolean().default(false).describe('JavaScript may be run in pages (evaluate, scripts)'),
  ...browserFields,
  state: z
    .array(z.string().min(1))
    .default([])
    .describe('Saved login: each session begins with it; of several, open names one'),
  headed: z.boolean().default(false).describe('Show the browser window'),
  cdpUrl: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Attach to the browser whose debugging port is at this address; auto: to yours, where it allows that',
    ),
  grid: z.string().min(1).optional().describe('Ask the Selenium Grid 4 at this address for each browser'),
});

const mcp = defineTool({
  name: 'mcp',
  title: 'Serve the tools to a client of the Model Context Protocol',
  description: 'Serve the tools over standard input and output, to a client of the Model Context Protocol.',
  input,
  readOnly: false,
  cli: {
    command: 'mcp',
    flags: { cdpUrl: 'cdp' },
    valueNames: {
      ...browserValueNames,
      http: 'PORT',
      host: 'ADDRESS',
      output: 'FOLDER',
      state: 'NAME',
      cdpUrl: 'ADDRESS',
      grid: 'URL',
      allow: 'PATTERN',
      block: 'PATTERN',
    },
    cliOnly: Object.keys(input.shape),
    runsIn: 'here',
    notes:
      'A client starts it: `claude mcp add sightline -- sightline mcp`. Over HTTP it listens on the\n' +
      'loopback interface, and asks for the token that it prints, or that SIGHTLINE_MCP_TOKEN holds.',
  },
  async handler(context, options) {
    // Loaded on demand: it imports the protocol.
    const { serveMcp } = await import('./serveMcp.ts');
    await serveMcp(options, context);
    return { text: '', data: {} };
  },
});

/** The command that serves MCP. */
export const commands: readonly Tool[] = [mcp];
