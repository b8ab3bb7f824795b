import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { ReadText } from '../../session/Session.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { defineTool, type ToolContext } from '../defineTool.ts';
import { sessionToRead } from '../readPage.ts';
import { ELEMENT_VALUE_NAME, loggedTokensField } from './sharedFields.ts';

export const extract = defineTool({
  name: 'extract',
  title: 'Extract values by a schema',
  description:
    'Values of the page as JSON by a JSON schema: arrays of objects from tables, lists and cards, single values from labels, matched by the names and descriptions of its keys. Each value has the number of its element; a required one that is not shown is an error.',
  input: z.object({
    schema: z.string().min(2).max(50_000).describe('JSON schema of an object, or of an array of objects'),
    within: z
      .union([z.int().min(1), z.string().min(1).max(1_000)])
      .optional()
      .describe('Only in this element: its number, or words for it'),
    ...loggedTokensField,
    model: z
      .string()
      .min(1)
      .optional()
      .describe('Model that reads what the structure does not say: openai/..., ollama/...; default: none'),
    baseUrl: z.string().min(1).optional().describe('OpenAI-compatible server of the model'),
  }),
  readOnly: true,
  brief: {
    description: 'Values of the page by a JSON schema, each with the number of its element.',
    fields: ['schema', 'within'],
  },
  cli: {
    command: 'extract',
    positionals: ['schema'],
    valueNames: { within: ELEMENT_VALUE_NAME, baseUrl: 'URL' },
    cliOnly: ['model', 'baseUrl'],
    needsModelKeys: true,
    notes:
      'SCHEMA is JSON, or @FILE with it. With --json the answer has every value with its text and number.',
  },
  async handler(context, { schema, model, baseUrl, ...options }) {
    const session = sessionToRead(context);
    const readText = model === undefined ? undefined : await openReader(model, baseUrl, context);
    const { signal } = context;
    return session.extract(readSchema(schema, context), {
      ...options,
      ...(readText && { readText }),
      signal,
    });
  },
});

/** Models are loaded where one is named. */
async function openReader(
  name: string,
  baseUrl: string | undefined,
  { env = {} }: ToolContext,
): Promise<ReadText> {
  const { openModel } = await import('../../agent/models/openModel.ts');
  const { textReader } = await import('../../agent/textReader.ts');
  return textReader(await openModel(name, { baseUrl, env }));
}

/** A person may name a file of it. Throws `invalid_argument`. */
function readSchema(given: string, { calls, cwd }: ToolContext): Record<string, unknown> {
  try {
    const isFile = given.startsWith('@') && calls === 'commands';
    return JSON.parse(isFile ? readFileSync(resolve(cwd, given.slice(1)), 'utf8') : given);
  } catch (error) {
    throw new SightlineError('invalid_argument', 'The schema is no JSON.', {
      hint: 'Give it as {"type":"array","items":{"type":"object","properties":{"name":{"type":"string"}}}}.',
      cause: error,
    });
  }
}
