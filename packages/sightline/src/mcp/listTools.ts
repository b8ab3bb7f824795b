import type { Tool as Listed } from '@modelcontextprotocol/server';
import type { Tool } from '../tools/defineTool.ts';
import { elementField } from '../tools/definitions/sharedFields.ts';
import { briefSchema, inputSchema, outputSchema } from '../tools/inputFields.ts';
import { LOCAL_CLIENT, type McpClient } from './McpClient.ts';
import { type Profile, toolsOf, usesBriefs } from './profiles.ts';

export interface ListOptions {
  client?: McpClient;
  /** With the schemas of what tools answer as data. Default: see `answersData`. */
  isStructured?: boolean;
}

/** Clients that show their model data in place of the text would pay for it several times over: profiles for models have none. */
export const answersData = (profile: Profile): boolean => !usesBriefs(profile);

/** The tools of a profile as `tools/list` answers them to a client. */
export function listTools(
  profile: Profile,
  { client = LOCAL_CLIENT, isStructured = answersData(profile) }: ListOptions = {},
): Listed[] {
  const brief = usesBriefs(profile);
  return toolsOf(profile).map((tool, i) => ({
    name: tool.name,
    title: tool.title,
    description: (brief && tool.brief?.description) || tool.description,
    inputSchema: schemaOf(tool, profile, client, { isFirst: i === 0 }),
    ...(isStructured && tool.output && { outputSchema: outputSchema(tool) as Listed['outputSchema'] }),
    annotations: annotationsOf(tool),
  }));
}

const SESSION_DESCRIPTION = 'Of every tool: the browser session, of several';

/** What all tools have is described in the first. */
function schemaOf(
  tool: Tool,
  profile: Profile,
  client: McpClient,
  { isFirst }: { isFirst: boolean },
): Listed['inputSchema'] {
  const { properties = {}, ...schema } = usesBriefs(profile)
    ? briefSchema(tool, { more: profile !== 'slim' })
    : withoutPlainIndex(inputSchema(tool));
  // Over HTTP the answer of `open` says what it is.
  const isDescribed = isFirst && !client.isRemote;
  const session = { type: 'string', ...(isDescribed && { description: SESSION_DESCRIPTION }) };
  const fields = takesSession(profile, client) ? { ...(properties as object), session } : properties;
  const strict = { ...schema, type: 'object', properties: fields, additionalProperties: false };
  return strict as Listed['inputSchema'];
}

/** What an index is, `look` says once. */
function withoutPlainIndex(schema: Record<string, unknown>): Record<string, unknown> {
  const { index, ...fields } = (schema.properties ?? {}) as Record<string, { description?: string }>;
  if (!index || index.description !== elementField.description) return schema;
  const { description: _, ...plain } = index;
  return { ...schema, properties: { index: plain, ...fields } };
}

/** Over HTTP a client may call over several connections; at standard input only the profile `full` has several sessions. */
export const takesSession = (profile: Profile, { isRemote }: McpClient): boolean =>
  isRemote || profile === 'full';

function annotationsOf({ readOnly, effects = {} }: Tool): Listed['annotations'] {
  const { destructive = false, idempotent = false, local = false, writesFile = false } = effects;
  return readOnly && !writesFile
    ? { readOnlyHint: true, openWorldHint: !local }
    : {
        readOnlyHint: false,
        destructiveHint: destructive,
        idempotentHint: idempotent,
        openWorldHint: !local,
      };
}
